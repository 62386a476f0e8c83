// SPDX-License-Identifier: MIT
// The cells of a route: pieces through large regions become pieces through small ones, and cells.
#pragma once

#include <senda/detail/grid/regions/portal_graph.hpp>
#include <senda/detail/grid/regions/region_length.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/detail/grid/regions/region_query.hpp>
#include <senda/detail/grid/regions/region_search.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

template <grid_moves Moves>
class region_path {
    using lengths = region_length<Moves>;
    using length = typename lengths::type;

public:
    region_path(const region_map& map, const region_levels<Moves>& levels, memory_budget& budget)
        : map_(map), levels_(levels), budget_(budget) {}

    /// Appends the cells from the last of `cells` to the end of a piece.
    [[nodiscard]] bool append(const region_piece& piece, std::vector<cell>& cells) {
        if (piece.level <= 1) {
            append_cells(piece, cells);
            return true;
        }
        std::vector<region_piece> smaller;
        if (!divide(cells.back(), piece, smaller)) return false;
        for (const region_piece& part : smaller)
            if (!append(part, cells)) return false;
        return true;
    }

    /// Shortens a path: from each place that is settled to where it leaves a window of 64 x 64
    /// cells around that, it becomes a shortest path, of which the first half is settled then.
    void shorten(std::vector<cell>& cells) {
        std::vector<cell> piece;
        for (std::size_t from = 0; from + 1 < cells.size();) {
            const cell corner{cells[from].x - 32, cells[from].y - 32};
            const cell_box window{corner, {corner.x + 63, corner.y + 63}};
            std::size_t last = from + 1;
            while (last + 1 < cells.size() && window.contains(cells[last + 1])) ++last;
            const bool is_end = last + 1 == cells.size();
            region_bits wanted{};
            set_bit(wanted, {32, 32});
            search_.run(map_.window(corner), {cells[last].x - corner.x, cells[last].y - corner.y},
                        wanted);
            piece.clear();
            search_.walk_back({32, 32},
                              [&](cell c) { piece.push_back({c.x + corner.x, c.y + corner.y}); });
            // It is no longer than what it replaces, which begins at `from`.
            const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(from);
            const auto end = std::copy(piece.begin(), piece.end(), begin);
            cells.erase(end, cells.begin() + static_cast<std::ptrdiff_t>(last) + 1);
            if (is_end) return;
            from += (piece.size() + 1) / 2;
        }
    }

private:
    void append_cells(const region_piece& piece, std::vector<cell>& cells) {
        const bool is_window = piece.level == 0;
        const cell first =
            is_window ? window_around(cells.back(), piece.to) : map_.box(1, piece.region).first;
        const cell from{cells.back().x - first.x, cells.back().y - first.y};
        region_bits wanted{};
        set_bit(wanted, from);
        search_.run(is_window ? map_.window(first) : map_.bits_of(piece.region),
                    {piece.to.x - first.x, piece.to.y - first.y}, wanted);
        cells.pop_back();
        search_.walk_back(from, [&](cell c) { cells.push_back({c.x + first.x, c.y + first.y}); });
    }

    /// The pieces through quarters that make up a piece of level 2 or more.
    [[nodiscard]] bool divide(cell from, const region_piece& piece,
                              std::vector<region_piece>& smaller) {
        portal_graph<length> graph(budget_);
        const std::uint32_t start = graph.node_at(from);
        const std::uint32_t goal = graph.node_at(piece.to);
        const auto estimate = [&](cell c) { return lengths::estimate(c, piece.to); };
        if (start == graph.none || goal == graph.none) return false;
        if (!levels_.add_quarters(piece.level, piece.region, graph)) return false;
        if (!graph.reach(start, 0, 0, graph.none, graph.none)) return false;
        for (std::uint32_t n = graph.next(); n != goal; n = graph.next())
            if (!graph.expand(n, estimate)) return false;
        for (std::uint32_t n = goal; n != start; n = graph[n].parent)
            smaller.push_back({graph[n].at, piece.level - 1,
                               levels_.quarter(piece.level, piece.region, graph[n].through)});
        std::reverse(smaller.begin(), smaller.end());
        return true;
    }

    const region_map& map_;
    const region_levels<Moves>& levels_;
    memory_budget& budget_;
    region_search<Moves> search_;
};

}  // namespace senda::detail
