// SPDX-License-Identifier: MIT
// What is prepared of grids, in files: made once, loaded by every start of a program.
#pragma once

#include <senda/detail/grid/regions/region_builder.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/subgoals/subgoal_search.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// A number in which each cell counts of what has cells like a grid with such moves.
template <grid_moves Moves, class Cells>
[[nodiscard]] std::uint64_t identity_of_cells(const Cells& g) noexcept {
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

/// A mapped file for one grid: the first node of the core, and the arrays of its hierarchy; all are
/// empty if it is searched by jump points.
template <grid_moves Moves>
struct file_of<prepared_grid<basic_grid<Moves>>> {
    using ready = prepared_grid<basic_grid<Moves>>;
    static constexpr file_kind kind{"prepared grid", 5};

    [[nodiscard]] static diagnostic save(const ready& map, const std::string& file) {
        if (!map) return {"unfinished", file + ": a limit ended the making of the grid"};
        const hierarchy_arrays made = map.subgoals_ ? map.subgoals_->made() : hierarchy_arrays{};
        const std::array<std::uint32_t, 1> core{made.core};
        return save_arrays(file, kind, identity_of_cells<Moves>(*map.graph_),
                           std::span<const std::uint32_t>(core).first(map.subgoals_ ? 1 : 0),
                           made.nodes, made.first, made.edges);
    }

    [[nodiscard]] static parsed<ready> load(const std::string& file, const basic_grid<Moves>& g) {
        auto in = std::make_unique<mapped_file>();
        std::span<const std::uint32_t> core;
        hierarchy_arrays made;
        if (!in->open(file, kind,
                      {identity_of_cells<Moves>(g), "other_grid", "it was made of another grid"},
                      core, made.nodes, made.first, made.edges))
            return in->error();
        if (core.empty() && made.nodes.empty() && made.first.empty() && made.edges.empty())
            return ready(g, typename ready::subgoals{});
        if (core.size() != 1) return unfit(file);
        made.core = core[0];
        typename ready::subgoals loaded(std::in_place, g, made, erased_unique_ptr(in.release()));
        if (!loaded->is_sound()) return unfit(file);
        return ready(g, std::move(loaded));
    }

private:
    [[nodiscard]] static diagnostic unfit(const std::string& file) {
        return {"changed_file", file + ": its hierarchy does not fit the grid"};
    }
};

}  // namespace detail

/// Loads a prepared grid, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_grid`. A hierarchy of subgoals is used where it is in
/// the file.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save
///         another in its place does no harm.
/// `g`     the grid that it was made of, which must outlive it and not change.
template <grid_moves Moves>
[[nodiscard]] parsed<prepared_grid<basic_grid<Moves>>> load_prepared_grid(
    const std::string& file, const basic_grid<Moves>& g) {
    return detail::file_of<prepared_grid<basic_grid<Moves>>>::load(file, g);
}

namespace detail {

/// A mapped file that says how far the portals of all regions are from each other, which takes long
/// to measure. Which portals there are follows from the grid.
template <grid_moves Moves>
struct file_of<hpa_grid<basic_grid<Moves>>> {
    using ready = hpa_grid<basic_grid<Moves>>;
    using length = typename region_length<Moves>::type;
    static constexpr file_kind kind{"hpa grid", 2};

    [[nodiscard]] static diagnostic save(const ready& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the grid was not made ready"};
        std::vector<length> lengths;
        made.levels_.for_each_length([&](length l) { lengths.push_back(l); });
        return save_arrays(file, kind, identity_of_cells<Moves>(made.map_),
                           std::span<const length>{lengths});
    }

    [[nodiscard]] static parsed<ready> load(const std::string& file, const basic_grid<Moves>& g) {
        mapped_file in;
        std::span<const length> lengths;
        if (!in.open(file, kind,
                     {identity_of_cells<Moves>(g), "other_grid", "it was made of another grid"},
                     lengths))
            return in.error();
        region_map map(g.width(), g.height());
        for (int y = 0; y < g.height(); ++y) map.put_row(g, y);
        region_levels<Moves> levels(map);
        if (!region_builder<Moves>(map, levels).restore(lengths))
            return diagnostic{"changed_file", file + ": its lengths do not fit the grid"};
        return ready(std::move(map), std::move(levels));
    }
};

}  // namespace detail

/// Loads a hierarchical grid, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_grid`.
///
/// `file`  what `save` wrote.
/// `g`     a grid with the cells that the map had when it was saved; it is copied.
template <grid_moves Moves>
[[nodiscard]] parsed<hpa_grid<basic_grid<Moves>>> load_hpa_grid(const std::string& file,
                                                                const basic_grid<Moves>& g) {
    return detail::file_of<hpa_grid<basic_grid<Moves>>>::load(file, g);
}

}  // namespace senda
