// SPDX-License-Identifier: MIT
// Estimates in files: made once, mapped into memory by every start of a program.
#pragma once

#include <senda/detail/estimates/tables/abstract_space.hpp>
#include <senda/detail/storage/files/identity.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// A mapped file with what is known of a table, its landmarks, and its rows.
template <class G>
struct file_of<landmarks<G>> {
    static constexpr file_kind kind{"landmarks", 2};

    [[nodiscard]] static diagnostic save(const landmarks<G>& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the landmarks were not finished"};
        const std::array<std::uint64_t, 4> about{made.table_->stride, bits_of(made.table_->step),
                                                 bits_of(made.table_->rounding),
                                                 made.is_symmetric_ ? 1U : 0U};
        std::vector<std::uint64_t> nodes;
        for (const auto& n : made.nodes_) nodes.push_back(index_in(*made.graph_, n));
        return save_arrays(file, kind, identity_of_edges(*made.graph_),
                           std::span<const std::uint64_t>{about},
                           std::span<const std::uint64_t>{nodes}, made.table_->entries);
    }

    [[nodiscard]] static parsed<landmarks<G>> load(const std::string& file, const G& g) {
        using made_type = landmarks<G>;
        using table = typename made_type::table;
        using node = declared_node_t<G>;
        auto in = std::make_unique<mapped_file>();
        std::span<const std::uint64_t> about;
        std::span<const std::uint64_t> nodes;
        std::span<const distance_entry> entries;
        if (!in->open(file, kind,
                      {identity_of_edges(g), "other_graph", "it was made of another graph"}, about,
                      nodes, entries))
            return in->error();
        const diagnostic unfit{"changed_file", file + ": its landmarks do not fit the graph"};
        if (about.size() != 4) return unfit;
        made_type loaded(unmade_landmarks{}, g);
        loaded.is_symmetric_ = two_ways<G>::is_symmetric(g);
        const std::size_t ways = loaded.is_symmetric_ ? 1 : 2;
        const std::size_t bound = index_bound_of(g);
        using rows = distance_rows<typename made_type::cost>;
        // A csr may have found out since that its edges lead both ways.
        if ((about[3] == 1) != loaded.is_symmetric_) return unfit;
        if (nodes.size() > bound || about[0] != rows::stride_for(nodes.size() * ways) ||
            entries.size() != bound * about[0])
            return unfit;
        for (const std::uint64_t i : nodes) {
            if (i >= bound || !is_in(g, node_at<node>(g, static_cast<std::size_t>(i))))
                return unfit;
            loaded.nodes_.push_back(node_at<node>(g, static_cast<std::size_t>(i)));
        }
        loaded.table_ = table{entries, static_cast<std::size_t>(about[0]),
                              from_bits<typename table::step_type>(about[1]),
                              from_bits<typename made_type::cost>(about[2])};
        loaded.bytes_ = entries.size_bytes();
        loaded.status_ = status::complete;
        loaded.owner_ = erased_unique_ptr(in.release());
        return loaded;
    }
};

/// A mapped file with two arrays: how the table was made, and its bytes.
template <class A, entry_bits Bits, Cost C>
struct file_of<pattern_database<A, Bits, C>> {
    using database = pattern_database<A, Bits, C>;
    static constexpr file_kind kind{"pattern database", 1};
    static constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max();

    /// A number in which all counts that tells tables apart.
    template <class... Name>
        requires NamesTable<A, Name...>
    [[nodiscard]] static std::uint64_t fingerprint(const A& a, const Name&... name) {
        using code = entry_code<A, Bits>;
        std::uint64_t sum = static_cast<std::uint64_t>(a.index_bound());
        sum = combine_checksums(sum, static_cast<std::uint64_t>(Bits));
        sum = combine_checksums(sum, code::step());
        sum = combine_checksums(sum, code::reaches_all ? 1 : 0);
        return identity_of_name(sum, a, name...);
    }

    template <class... Name>
        requires NamesTable<A, Name...>
    [[nodiscard]] static diagnostic save(const database& h, const std::string& file,
                                         const Name&... name) {
        if (h.count_ == 0) return {"no_table", file + ": the database has no table to save"};
        const std::uint64_t made[] = {h.unreached_estimate_ == infinite<C>
                                          ? unreachable
                                          : static_cast<std::uint64_t>(h.unreached_estimate_),
                                      static_cast<std::uint64_t>(h.status())};
        const std::span table(h.view_->data(), static_cast<std::size_t>(h.bytes()));
        return save_arrays(file, kind, fingerprint(h.abstraction_, name...),
                           std::span<const std::uint64_t>(made), table);
    }

    template <class... Name>
    [[nodiscard]] static parsed<database> load(const std::string& file, A abstraction,
                                               const Name&... name) {
        const auto in = std::make_shared<mapped_file>();
        std::span<const std::uint64_t> made;
        std::span<const unsigned char> table;
        if (!in->open(file, kind,
                      {fingerprint(abstraction, name...), "other_patterns",
                       "it was made for other patterns"},
                      made, table))
            return in->error();
        const auto bound = static_cast<std::uint64_t>(abstraction.index_bound());
        if (made.size() != 2 || made[1] > static_cast<std::uint64_t>(status::complete) ||
            table.size() != packed_bytes<Bits>(bound))
            return diagnostic{"changed_file", file + ": its table does not fit the patterns"};
        return database(stored_table{in, table.data(), made[0], static_cast<status>(made[1])},
                        std::move(abstraction));
    }
};

}  // namespace detail

/// Loads landmarks, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_graph`. Distances are used where they are in the file;
/// all of it is read once, to see that it is whole, and so are the edges of the graph.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save
///         another in its place does no harm.
/// `g`     the graph that they were made of, which must outlive them and stay as it is.
template <class G>
    requires detail::LandmarkGraph<G>
[[nodiscard]] parsed<landmarks<G>> load_landmarks(const std::string& file, const G& g) {
    return detail::file_of<landmarks<G>>::load(file, g);
}

/// Loads a pattern database, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_patterns`. The table is used where it is in the file,
/// which stays mapped as long as the database or a copy of it lives.
///
/// `file`         what `save` wrote.
/// `abstraction`  what makes nodes small, as it was.
/// `name`         as it was saved; it may be left off if `A` has `fingerprint()`.
template <Cost C = steps, class A, class... Name>
    requires detail::NamesTable<A, Name...>
[[nodiscard]] parsed<pattern_database<A, detail::entry_bits::eight, C>> load_pattern_database(
    const std::string& file, A abstraction, const Name&... name) {
    using database = pattern_database<A, detail::entry_bits::eight, C>;
    return detail::file_of<database>::load(file, std::move(abstraction), name...);
}
/// Loads a table with entries of four bits.
template <Cost C = steps, detail::entry_bits Bits, class A, class... Name>
    requires detail::NamesTable<A, Name...>
[[nodiscard]] parsed<pattern_database<A, Bits, C>> load_pattern_database(detail::entries_of<Bits>,
                                                                         const std::string& file,
                                                                         A abstraction,
                                                                         const Name&... name) {
    using database = pattern_database<A, Bits, C>;
    return detail::file_of<database>::load(file, std::move(abstraction), name...);
}

}  // namespace senda
