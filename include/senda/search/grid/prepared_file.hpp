// SPDX-License-Identifier: MIT
// Prepared 8-connected grids in files: made once, loaded by every start of a program.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/prepared_grid.hpp>
#include <senda/search/grid/subgoals/contraction.hpp>
#include <senda/search/grid/subgoals/subgoal_graph.hpp>
#include <senda/storage/sealed_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// A sealed file with a number that identifies the grid, the kind of preparation, and its
/// hierarchy.
struct prepared_file {
    static constexpr file_kind kind{"prepared grid", 1};

    /// A number in which each cell counts.
    template <grid_moves Moves>
    [[nodiscard]] static std::uint64_t identity(const basic_grid<Moves>& g) noexcept {
        std::uint64_t sum = combine_checksums(static_cast<std::uint64_t>(g.width()),
                                              static_cast<std::uint64_t>(g.height()));
        sum = combine_checksums(sum, static_cast<std::uint64_t>(Moves));
        std::uint64_t bits = 1;  // up to 63 cells below a bit that says how many
        for (int y = 0; y < g.height(); ++y) {
            for (int x = 0; x < g.width(); ++x) {
                bits = bits << 1U | (g.open({x, y}) ? 1U : 0U);
                if (bits >> 63U == 0) continue;
                sum = combine_checksums(sum, bits);
                bits = 1;
            }
        }
        return combine_checksums(sum, bits);
    }

    template <grid_moves Moves>
    [[nodiscard]] static diagnostic save(const prepared_grid<basic_grid<Moves>>& prepared,
                                         const std::string& file) {
        sealed_writer out;
        if (!out.open(file, kind) || !out.write_number(identity(*prepared.graph_)) ||
            !out.write_number(static_cast<std::uint64_t>(prepared.kind())) ||
            (prepared.subgoals_ && !write(out, prepared.subgoals_->made())) || !out.seal())
            return out.error();
        return {};
    }

    template <grid_moves Moves>
    [[nodiscard]] static parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load(
        const std::string& file, const basic_grid<Moves>& g) {
        using ready = prepared_grid<basic_grid<Moves>>;
        sealed_reader in;
        std::uint64_t of_grid = 0;
        std::uint64_t prepared_as = 0;
        if (!in.open(file, kind) || !in.read_number(of_grid) || !in.read_number(prepared_as))
            return in.error();
        if (of_grid != identity(g))
            return diagnostic{"other_grid", file + ": it was made of another grid"};
        if (prepared_as != static_cast<std::uint64_t>(preparation::subgoals)) {
            const bool has_stops = prepared_as == static_cast<std::uint64_t>(preparation::stops);
            return std::make_unique<ready>(g, has_stops ? preparation::stops : preparation::lines);
        }
        stored_hierarchy stored;
        if (!read(in, stored)) return in.error();
        std::unique_ptr<ready> made(new ready(g, std::move(stored)));
        if (!made->subgoals_->is_sound())
            return diagnostic{"changed_file", file + ": its hierarchy does not fit the grid"};
        return made;
    }

private:
    [[nodiscard]] static bool write(sealed_writer& out, const stored_hierarchy& h) {
        if (!out.write_number(h.core) || !out.write_number(h.nodes.size()) ||
            !out.write_number(h.edges.size()))
            return false;
        for (const std::uint32_t node : h.nodes)
            if (!out.write_number(node)) return false;
        for (const std::uint32_t edge : h.first)
            if (!out.write_number(edge)) return false;
        for (const hierarchy_edge& e : h.edges)
            if (!out.write_number(e.length) ||
                !out.write_number(std::uint64_t{e.middle} << 32U | e.to))
                return false;
        return true;
    }

    [[nodiscard]] static bool read(sealed_reader& in, stored_hierarchy& h) {
        std::uint64_t core = 0;
        std::uint64_t nodes = 0;
        std::uint64_t edges = 0;
        if (!in.read_number(core) || !in.read_number(nodes) || !in.read_number(edges)) return false;
        // What the file does not have is not allocated: too much to read is refused below.
        const std::uint64_t most = in.left() / 8;
        h.core = static_cast<std::uint32_t>(core);
        if (nodes <= most) h.nodes.reserve(static_cast<std::size_t>(nodes));
        if (edges <= most) h.edges.reserve(static_cast<std::size_t>(edges));
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < nodes; ++i) {
            if (!in.read_number(value)) return false;
            h.nodes.push_back(static_cast<std::uint32_t>(value));
        }
        for (std::uint64_t i = 0; i <= nodes; ++i) {
            if (!in.read_number(value)) return false;
            h.first.push_back(static_cast<std::uint32_t>(value));
        }
        for (std::uint64_t i = 0; i < edges; ++i) {
            std::uint64_t length = 0;
            if (!in.read_number(length) || !in.read_number(value)) return false;
            h.edges.push_back({length, static_cast<std::uint32_t>(value),
                               static_cast<std::uint32_t>(value >> 32U)});
        }
        return true;
    }
};

}  // namespace detail

/// Saves a prepared grid; an empty diagnostic if that went well, else `disk_full` or `unwritable`.
/// The file has its name only once it is whole.
///
/// `prepared`  made of an 8-connected grid, in any way.
/// `file`      its name; an older one is replaced.
template <grid_moves Moves>
[[nodiscard]] diagnostic save_prepared(const prepared_grid<basic_grid<Moves>>& prepared,
                                       const std::string& file) {
    return detail::prepared_file::save(prepared, file);
}

/// Loads a prepared grid, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_grid`. Only a hierarchy of subgoals is in the file;
/// what is made in no time is made again.
///
/// `file`  what `save_prepared` wrote.
/// `g`     the grid that it was made of, which must outlive it and not change.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
[[nodiscard]] parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load_prepared(
    const std::string& file, const basic_grid<Moves>& g) {
    return detail::prepared_file::load(file, g);
}

}  // namespace senda
