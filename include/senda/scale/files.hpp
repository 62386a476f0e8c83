// SPDX-License-Identifier: MIT
// Tables of distances in files: made once, mapped into memory by every start of a program.
#pragma once

#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/storage/files/identity.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/scale/mod3_distance_table.hpp>
#include <senda/search/goal.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// A mapped file with how many nodes have each distance, and the pairs of bits of all numbers.
template <class G, class Node>
struct file_of<mod3_distance_table<G, Node>> {
    using table = mod3_distance_table<G, Node>;
    static constexpr file_kind kind{"distance table", 1};
    using word = bit_pair_view::word;

    /// A number in which all counts that tells tables apart.
    template <class... Name>
        requires NamesTable<std::remove_cvref_t<G>, Name...>
    [[nodiscard]] static std::uint64_t identity(const std::remove_cvref_t<G>& g,
                                                std::uint64_t goals, const Name&... name) {
        return identity_of_name(combine_checksums(index_bound_of(g), goals), g, name...);
    }

    template <class... Name>
        requires NamesTable<std::remove_cvref_t<G>, Name...>
    [[nodiscard]] static diagnostic save(const table& made, const std::string& file,
                                         const Name&... name) {
        if (!made) return {"unfinished", file + ": the table was not finished"};
        return save_arrays(file, kind, identity(made.searched(), made.goals_, name...),
                           std::span<const std::uint64_t>{made.counts_}, made.pairs_->words);
    }

    template <class Goal, class... Name>
    [[nodiscard]] static parsed<table> load(const std::string& file, G&& g, const Goal& goal,
                                            const Name&... name) {
        const std::uint64_t goals = table::identity_of(g, goal);
        auto in = std::make_unique<mapped_file>();
        std::span<const std::uint64_t> counts;
        bit_pair_view pairs;
        if (!in->open(file, kind,
                      {identity(g, goals, name...), "other_graph",
                       "it was made for another graph or other goals"},
                      counts, pairs.words))
            return in->error();
        if (!is_sound(counts, pairs, index_bound_of(g)))
            return diagnostic{"changed_file", file + ": its table does not fit the graph"};
        return table(std::forward<G>(g), goals, {counts.begin(), counts.end()}, pairs,
                     erased_unique_ptr(in.release()));
    }

private:
    /// Whether there is a pair for each number, and of each remainder by 3 as many as are counted.
    [[nodiscard]] static bool is_sound(std::span<const std::uint64_t> counts,
                                       const bit_pair_view& pairs, std::size_t bound) noexcept {
        constexpr std::size_t in_word = bit_pair_view::pairs_in_word;
        if (pairs.words.size() != bound / in_word + (bound % in_word != 0 ? 1 : 0)) return false;
        std::array<std::uint64_t, 4> missing{};  // by code; what is unseen is not counted
        for (std::size_t depth = 0; depth < counts.size(); ++depth)
            missing[depth % 3 + 1] += counts[depth];
        for (std::size_t i = 0; i < pairs.words.size() * in_word; ++i) {
            const word code = pairs.pair(i);
            if (code != 0 && (i >= bound || missing[code]-- == 0)) return false;
        }
        return missing[1] == 0 && missing[2] == 0 && missing[3] == 0;
    }
};

}  // namespace detail

/// Loads a table of distances, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_graph`. It is used where it is in the file; all of it
/// is read once. The edges of the graph are not: the name, its size and the goals stand for it.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save another in
///         its place does no harm.
/// `g`     the graph that it was made of: an lvalue is referred to, a temporary is taken over.
/// `goal`  the goals that it was made for, in any order.
/// `name`  as it was saved; it may be left off if the graph has `fingerprint()`.
template <class G, class Goal, class... Name>
    requires detail::NamesTable<std::remove_cvref_t<G>, Name...>
[[nodiscard]] parsed<mod3_distance_table<G, node_of<G, Goal>>> load_mod3_distance_table(
    const std::string& file, G&& g, const Goal& goal, const Name&... name) {
    return detail::file_of<mod3_distance_table<G, node_of<G, Goal>>>::load(file, std::forward<G>(g),
                                                                           goal, name...);
}

}  // namespace senda
