// SPDX-License-Identifier: MIT
// How much room there is on a grid: what a walker of several cells can do.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda {

/// For each cell of a grid the side of the largest open square whose upper left corner it is: two
/// bytes a cell, enough for every grid. The grid must outlive it; after `changed` it is that of the
/// grid as it then is.
///
/// A walker that covers k x k cells is where its upper left cell is. `for_size(k)` is what it can
/// do, as a grid of the same kind, on which every search works.
template <class Grid>
class clearance_map;

/// The only kind: of a `basic_grid`.
template <grid_moves Moves, class Weight>
class clearance_map<basic_grid<Moves, Weight>> {
    using graph = basic_grid<Moves, Weight>;
    using side = std::uint16_t;  // the cells of a larger square have no index of 32 bits
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;

public:
    /// Measures a grid, in time proportional to its cells.
    explicit clearance_map(const graph& g)
        : graph_(&g),
          stride_(static_cast<std::size_t>(g.width()) + 1),
          sides_(stride_ * (static_cast<std::size_t>(g.height()) + 1)) {
        for (int y = g.height() - 1; y >= 0; --y)
            for (int x = g.width() - 1; x >= 0; --x) sides_[place({x, y})] = measured({x, y});
    }

    /// The side of the largest open square with this cell in its upper left corner; 0 if the cell
    /// is closed or not in the grid.
    [[nodiscard]] int at(cell c) const noexcept {
        return graph_->contains(c) ? sides_[place(c)] : 0;
    }

    /// Takes in that a cell was opened or closed. Only squares that hold the cell are measured
    /// again, from the cell outward, and no further than they change.
    void changed(cell c) {
        assert(graph_->contains(c));
        int reach = 0;  // how far to the left the row below changed, that of the cell included
        for (int y = c.y; y >= 0 && reach >= 0; --y) {
            const int looked = reach + 1;
            reach = -1;
            for (int x = c.x; x >= 0 && (c.x - x <= looked || reach == c.x - x - 1); --x) {
                const side now = measured({x, y});
                if (now == sides_[place({x, y})]) continue;
                sides_[place({x, y})] = now;
                reach = c.x - x;
            }
        }
    }

    /// What a walker of k x k cells can do: a cell is open if all k x k from it to the right and
    /// downward are. With weights, to enter it costs as the heaviest of them. Steps are those of
    /// the grid: diagonally, where corners may not be cut, only if all that the walker sweeps over
    /// is open.
    [[nodiscard]] graph for_size(int k) const {
        assert(k >= 1);
        if constexpr (has_weights) {
            const std::vector<Weight> heaviest =
                heaviest_covered({0, 0}, graph_->width(), graph_->height(), k);
            auto next = heaviest.begin();
            return graph(graph_->width(), graph_->height(), [&](cell) { return *next++; });
        } else {
            return graph(graph_->width(), graph_->height(),
                         [this, k](cell c) { return sides_[place(c)] >= k; });
        }
    }

    /// Brings a grid that `for_size(k)` made up to date, after a cell of the map changed and, if
    /// it was opened or closed, `changed` was told. Returns the cells of `sized` that are not as
    /// they were, at most k x k.
    std::vector<cell> update(graph& sized, int k, cell c) const {
        assert(k >= 1 && graph_->contains(c));
        const cell first{std::max(c.x - k + 1, 0), std::max(c.y - k + 1, 0)};
        std::vector<cell> different;
        if constexpr (has_weights) {
            const std::vector<Weight> heaviest =
                heaviest_covered(first, c.x - first.x + 1, c.y - first.y + 1, k);
            auto next = heaviest.begin();
            for_each_between(first, c, [&](cell at) {
                const Weight now = *next++;
                if (sized.weight(at) == now) return;
                sized.set(at, now);
                different.push_back(at);
            });
        } else {
            for_each_between(first, c, [&](cell at) {
                const bool fits = sides_[place(at)] >= k;
                if (sized.open(at) == fits) return;
                fits ? sized.set(at) : sized.close(at);
                different.push_back(at);
            });
        }
        return different;
    }

private:
    [[nodiscard]] std::size_t place(cell c) const noexcept {
        return static_cast<std::size_t>(c.y) * stride_ + static_cast<std::size_t>(c.x);
    }

    /// By the squares of the three cells to the right and below; behind the last there are none.
    [[nodiscard]] side measured(cell c) const noexcept {
        if (!graph_->open(c)) return 0;
        const side* const here = sides_.data() + place(c);
        return static_cast<side>(std::min({here[1], here[stride_], here[stride_ + 1]}) + 1);
    }

    template <class Visit>
    static void for_each_between(cell first, cell last, Visit visit) {
        for (int y = first.y; y <= last.y; ++y)
            for (int x = first.x; x <= last.x; ++x) visit(cell{x, y});
    }

    /// The heaviest weights in the squares of k x k at the cells of a rectangle, row by row. A
    /// closed cell, and one outside, is heavier than all others.
    [[nodiscard]] std::vector<Weight> heaviest_covered(cell first, int width, int height,
                                                       int k) const
        requires has_weights
    {
        const int room = std::min(k - 1, std::max(graph_->width(), graph_->height()));
        const auto across = static_cast<std::size_t>(width) + static_cast<std::size_t>(room);
        std::vector<Weight> w(
            across * (static_cast<std::size_t>(height) + static_cast<std::size_t>(room)),
            graph::closed);
        const int right = std::min(graph_->width() - room, first.x + width) - 1 + room;
        const int below = std::min(graph_->height() - room, first.y + height) - 1 + room;
        for_each_between(first, {right, below}, [&](cell c) {
            w[static_cast<std::size_t>(c.y - first.y) * across +
              static_cast<std::size_t>(c.x - first.x)] = graph_->weight(c);
        });
        spread_maxima(w, 1, static_cast<std::size_t>(room) + 1);
        spread_maxima(w, across, static_cast<std::size_t>(room) + 1);
        for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
            std::copy_n(w.data() + y * across, width,
                        w.data() + y * static_cast<std::size_t>(width));
        w.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        return w;
    }

    /// Makes each value the largest of k, `apart` from one to the next: of two, of four, ..., and
    /// at last of two such runs that overlap.
    static void spread_maxima(std::vector<Weight>& w, std::size_t apart, std::size_t k)
        requires has_weights
    {
        for (std::size_t run = 1; run < k;) {
            const std::size_t shift = std::min(run, k - run);
            const std::size_t ahead = shift * apart;
            for (std::size_t i = 0; i + ahead < w.size(); ++i) w[i] = std::max(w[i], w[i + ahead]);
            run += shift;
        }
    }

    const graph* graph_;
    std::size_t stride_;
    std::vector<side> sides_;  // with zeros behind each row and below the last
};

template <grid_moves Moves, class Weight>
clearance_map(const basic_grid<Moves, Weight>&) -> clearance_map<basic_grid<Moves, Weight>>;

}  // namespace senda
