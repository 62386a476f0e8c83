// SPDX-License-Identifier: MIT
// A grid as junctions and the corridors between them.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace senda {

namespace detail {

/// How many neighbours of a cell are open.
template <class Grid>
[[nodiscard]] int degree(const Grid& g, cell c) noexcept {
    int open = 0;
    for (const cell neighbour : four_neighbours(c)) open += g.open(neighbour);
    return open;
}

/// Closes dead ends but for cells that `keep` says yes to, and calls `closed(cell, direction)` with
/// the direction that leads out. Of a part that is nothing but a dead end, one cell stays.
template <class Grid, class Keep, class Closed>
void close_dead_ends(Grid& g, Keep&& keep, Closed&& closed) {
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            cell at{x, y};
            while (g.open(at) && degree(g, at) == 1 && !keep(at)) {
                const std::array<cell, 4> neighbours = four_neighbours(at);
                std::uint8_t out = 0;
                while (!g.open(neighbours[out])) ++out;
                g.close(at);
                closed(at, out);
                at = neighbours[out];
            }
        }
    }
}

}  // namespace detail

/// A 4-connected grid with its dead ends closed, except for the cells to keep and the paths to
/// them. The distances between the cells that stay open are those of before.
template <class Weight>
[[nodiscard]] basic_grid<grid_moves::straight, Weight> fill_dead_ends(
    basic_grid<grid_moves::straight, Weight> g, std::initializer_list<cell> keep = {}) {
    const auto is_kept = [keep](cell c) {
        return std::find(keep.begin(), keep.end(), c) != keep.end();
    };
    detail::close_dead_ends(g, is_kept, [](cell, std::uint8_t) {});
    return g;
}

/// The junctions of a 4-connected grid, joined by its corridors. A junction is an open cell that
/// has not just two neighbours; a corridor that ends nowhere, being a ring, gets one as well. It is
/// a graph: nodes are the numbers of the junctions, and an edge costs the steps of its corridor.
class corridor_graph {
public:
    using node_type = std::uint32_t;
    using cost_type = steps;

    /// Where a walk along a corridor came out.
    struct corridor_end {
        node_type junction;  ///< where it came out
        steps length;        ///< how many steps it took
        cell first;          ///< the first cell of the walk
    };

    /// Contracts the corridors of a grid, which must outlive the graph and not change.
    explicit corridor_graph(const grid& g)
        : grid_(&g), marked_(g.width(), g.height(), [](cell) { return false; }) {
        for_each_cell([&](cell c) {
            if (g.open(c) && detail::degree(g, c) != 2) mark(c);
        });
        mark_rings();
        std::sort(junctions_.begin(), junctions_.end(), row_by_row);
        edges_begin_.reserve(junctions_.size() + 1);
        for (node_type n = 0; n < junctions_.size(); ++n) {
            edges_begin_.push_back(edges_.size());
            for_each_corridor(at(n), [&](const corridor_end& end) {
                if (end.junction != n) edges_.push_back(end);
            });
        }
        edges_begin_.push_back(edges_.size());
    }

    /// The bytes that it keeps, without the grid.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return marked_.bytes() + junctions_.capacity() * sizeof(cell) +
               edges_begin_.capacity() * sizeof(std::size_t) +
               edges_.capacity() * sizeof(corridor_end);
    }

    /// How many junctions there are.
    [[nodiscard]] std::size_t size() const noexcept { return junctions_.size(); }

    /// The cell of a junction.
    [[nodiscard]] cell at(node_type junction) const noexcept { return junctions_[junction]; }

    /// The junction of a cell, if it is one.
    [[nodiscard]] std::optional<node_type> junction(cell c) const noexcept {
        if (!marked_.open(c)) return std::nullopt;
        const auto found = std::lower_bound(junctions_.begin(), junctions_.end(), c, row_by_row);
        return static_cast<node_type>(found - junctions_.begin());
    }

    /// Calls `emit(junction, length)` for each corridor from a junction to another.
    template <class Emit>
    void successors(node_type junction, Emit&& emit) const {
        for (std::size_t i = edges_begin_[junction]; i < edges_begin_[junction + 1]; ++i) {
            emit(edges_[i].junction, edges_[i].length);
        }
    }

    [[nodiscard]] std::size_t index(node_type junction) const noexcept { return junction; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return junctions_.size(); }

    /// Calls `take(corridor_end)` for each corridor from any open cell to the next junction.
    template <class Take>
    void for_each_corridor(cell from, Take&& take) const {
        for (const cell first : detail::four_neighbours(from)) {
            if (!grid_->open(first)) continue;
            steps length = 1;
            const cell last = walk(from, first, [&](cell) { ++length; });
            take(corridor_end{*junction(last), length, first});
        }
    }

    /// Calls `step(cell)` for each cell behind `first`, after `from`; returns the junction.
    template <class Step>
    cell walk(cell from, cell first, Step&& step) const {
        cell before = from;
        cell now = first;
        while (!marked_.open(now)) {
            cell next = now;
            for (const cell neighbour : detail::four_neighbours(now))
                if (neighbour != before && grid_->open(neighbour)) next = neighbour;
            before = now;
            now = next;
            step(now);
        }
        return now;
    }

    /// Appends the cells of the shortest corridor from a junction to the next, without the first.
    void append_cells(node_type from, node_type to, std::vector<cell>& path) const {
        const corridor_end* const edges = edges_.data();
        append_shortest(at(from), edges + edges_begin_[from], edges + edges_begin_[from + 1], to,
                        path);
    }

    /// Appends the shortest way along corridors from any cell; it may be cut off before its
    /// junction.
    void append_shortest(cell from, const corridor_end* first, const corridor_end* last,
                         node_type to, std::vector<cell>& path) const {
        const corridor_end* best = nullptr;
        for (; first != last; ++first) {
            if (first->junction == to && (best == nullptr || first->length < best->length)) {
                best = first;
            }
        }
        if (best == nullptr || best->length == 0) return;
        path.push_back(best->first);
        steps left = best->length - 1;
        walk(from, best->first, [&](cell c) {
            if (left-- > 0) path.push_back(c);
        });
    }

private:
    static bool row_by_row(cell a, cell b) noexcept { return a.y != b.y ? a.y < b.y : a.x < b.x; }

    void mark(cell c) {
        marked_.set(c);
        junctions_.push_back(c);
    }

    /// Makes a junction of one cell of each ring: of what no corridor of a junction leads through.
    void mark_rings() {
        grid left = *grid_;
        for (const cell from : junctions_) {
            left.close(from);
            for (const cell first : detail::four_neighbours(from)) {
                if (!left.open(first)) continue;
                left.close(first);
                walk(from, first, [&](cell c) { left.close(c); });
            }
        }
        for_each_cell([&](cell c) {
            if (!left.open(c)) return;
            mark(c);
            left.close(c);
            cell first = c;
            for (const cell neighbour : detail::four_neighbours(c))
                if (grid_->open(neighbour)) first = neighbour;
            left.close(first);
            walk(c, first, [&](cell on) { left.close(on); });
        });
    }

    template <class Visit>
    void for_each_cell(Visit&& visit) const {
        for (int y = 0; y < grid_->height(); ++y)
            for (int x = 0; x < grid_->width(); ++x) visit(cell{x, y});
    }

    const grid* grid_;
    grid marked_;                  // open where junctions are
    std::vector<cell> junctions_;  // row by row
    std::vector<std::size_t> edges_begin_;
    std::vector<corridor_end> edges_;
};

/// The junctions of a 4-connected grid and the corridors between them: fewer nodes than cells where
/// most cells lie in corridors. The grid must outlive the graph and not change.
[[nodiscard]] inline corridor_graph contract_corridors(const grid& g) { return corridor_graph(g); }

}  // namespace senda
