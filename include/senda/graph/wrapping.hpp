// SPDX-License-Identifier: MIT
// Maps that wrap around: who leaves on one side comes in on the other.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <type_traits>
#include <utility>

namespace senda {

/// The sides of a map that are joined to each other.
enum class around {
    x = 1,    ///< left and right: a cylinder
    y = 2,    ///< top and bottom: a cylinder, too
    both = 3  ///< all four: a torus
};

/// Both of two: `around::x | around::y` is `around::both`.
[[nodiscard]] constexpr around operator|(around a, around b) noexcept {
    return static_cast<around>(static_cast<int>(a) | static_cast<int>(b));
}

namespace detail {

/// The size of a map that wraps around, and what is next to what on it.
struct seams {
    std::int64_t width = 0;
    std::int64_t height = 0;
    around joined = around::both;

    [[nodiscard]] constexpr bool has(around side) const noexcept {
        return (static_cast<int>(joined) & static_cast<int>(side)) != 0;
    }
    /// Whether a step from a column and row may lead across a seam.
    [[nodiscard]] constexpr bool are_near(cell c) const noexcept {
        return (has(around::x) && (c.x == 0 || c.x + 1 == width)) ||
               (has(around::y) && (c.y == 0 || c.y + 1 == height));
    }
    /// A place at most one step outside, on the other side of the seam.
    [[nodiscard]] constexpr cell across(cell c) const noexcept {
        const auto within = [](int at, std::int64_t length) {
            return static_cast<int>(at < 0 ? at + length : at >= length ? at - length : at);
        };
        return {has(around::x) ? within(c.x, width) : c.x,
                has(around::y) ? within(c.y, height) : c.y};
    }
    /// What to add to a difference of two coordinates so that it is the way around that is shorter.
    [[nodiscard]] static constexpr std::int64_t shift(std::int64_t difference,
                                                      std::int64_t length) noexcept {
        return 2 * difference > length ? -length : 2 * difference < -length ? length : 0;
    }
};

/// How a kind of grid is seen by its columns and rows.
template <class G>
struct wrapped_kind;

template <grid_moves Moves, class Weight>
struct wrapped_kind<basic_grid<Moves, Weight>> {
    using weight = Weight;
    static constexpr bool is_hexagonal = false;
    static constexpr bool has_diagonals = Moves != grid_moves::straight;
    static constexpr bool cuts_corners = Moves == grid_moves::octile_cutting;
    static constexpr cell offset(cell c) noexcept { return c; }
    static constexpr cell node(cell c) noexcept { return c; }
};

template <class Weight>
struct wrapped_kind<basic_hexagonal_grid<Weight>> {
    using weight = Weight;
    static constexpr bool is_hexagonal = true;
    static constexpr bool has_diagonals = false;
    static constexpr cell offset(hex_cell c) noexcept { return to_offset(c); }
    static constexpr hex_cell node(cell c) noexcept { return from_offset(c); }
};

}  // namespace detail

/// A grid whose sides are joined, made by `wrapped(g, around::x)`. Cells keep their coordinates and
/// numbers; those at a side have neighbours on the other one as well, in the order of the grid. A
/// diagonal step across a seam needs the same cells open as elsewhere.
///
/// Where a side is so short that two steps lead to the same cell, the first alone is there, and it
/// is the cheapest; a step back to the same cell is none. So a map one cell wide has no steps to
/// the left or right, and one of two cells has one instead of two.
///
/// `G` is a reference for a grid that lives elsewhere.
template <class G>
class wrapping : public detail::indexed_view<G> {
    using view = detail::indexed_view<G>;
    using graph = std::remove_cvref_t<G>;
    using kind = detail::wrapped_kind<graph>;
    static constexpr bool has_weights = !std::same_as<typename kind::weight, unweighted>;

public:
    using typename view::node_type;

    /// A grid with these sides joined. A hexagonal one around y must have an even height: `wrapped`
    /// looks at that.
    constexpr wrapping(G&& g, around sides)
        : view(std::forward<G>(g)), seams_{this->base().width(), this->base().height(), sides} {}

    /// The number of columns.
    [[nodiscard]] constexpr int width() const noexcept { return this->base().width(); }
    /// The number of rows.
    [[nodiscard]] constexpr int height() const noexcept { return this->base().height(); }
    /// Which sides are joined.
    [[nodiscard]] constexpr around sides() const noexcept { return seams_.joined; }
    /// Whether `c` is an open cell of the grid.
    [[nodiscard]] constexpr bool open(node_type c) const noexcept { return this->base().open(c); }

    /// Emits the steps out of a cell.
    template <class Emit>
    constexpr void successors(node_type n, Emit&& emit) const {
        if (!seams_.are_near(kind::offset(n))) return this->base().successors(n, emit);
        each_neighbour(n, [&](node_type to, double length) { give(emit, to, to, length); });
    }
    /// Emits the steps into a cell.
    template <class Emit>
    constexpr void predecessors(node_type n, Emit&& emit) const {
        if (!seams_.are_near(kind::offset(n))) return this->base().predecessors(n, emit);
        each_neighbour(n, [&](node_type from, double length) { give(emit, from, n, length); });
    }

    /// The distance to the goal of `estimate` by the shorter way around, where nothing is in the
    /// way: as admissible and consistent here as `estimate` is on the grid itself. `estimate` is
    /// `manhattan`, `chebyshev`, `octile` or `hexagonal`, or another that has a `goal` and looks
    /// at the difference of coordinates alone. It does not refer to the grid.
    template <class Estimate>
    [[nodiscard]] constexpr auto distance(Estimate estimate) const {
        return [estimate, seams = seams_](node_type n) {
            return estimate(image(seams, n, estimate.goal));
        };
    }

private:
    /// A place outside of the map has coordinates that may not fit an int.
    struct wide_cell {
        std::int64_t x, y;
    };
    struct wide_hex_cell {
        std::int64_t q, r;
    };

    /// The place, on the endless map that repeats this one, of `n` that is nearest to `goal`.
    static constexpr auto image(const detail::seams& seams, node_type n, node_type goal) noexcept {
        const cell here = kind::offset(n);
        const cell there = kind::offset(goal);
        // Odd rows of hexagons are half a column to the right: so columns count twice.
        const int odd = kind::is_hexagonal ? (here.y & 1) - (there.y & 1) : 0;
        const std::int64_t x =
            seams.has(around::x) ? detail::seams::shift(2 * (std::int64_t{here.x} - there.x) + odd,
                                                        2 * seams.width) /
                                       2
                                 : 0;
        const std::int64_t y =
            seams.has(around::y)
                ? detail::seams::shift(std::int64_t{here.y} - there.y, seams.height)
                : 0;
        if constexpr (kind::is_hexagonal) {
            return wide_hex_cell{n.q + x - y / 2, n.r + y};
        } else {
            return wide_cell{n.x + x, n.y + y};
        }
    }

    template <class Emit>
    constexpr void give(Emit& emit, node_type to, [[maybe_unused]] node_type entered,
                        [[maybe_unused]] double length) const {
        if constexpr (has_weights && kind::has_diagonals) {
            emit(to, length * static_cast<double>(this->base().weight(entered)));
        } else if constexpr (has_weights) {
            emit(to, static_cast<path_cost<typename kind::weight>>(this->base().weight(entered)));
        } else if constexpr (kind::has_diagonals) {
            emit(to, length);
        } else {
            emit(to);
        }
    }

    /// Calls `visit(neighbour, length of the step)` for each neighbour once, never for the cell
    /// itself.
    template <class Visit>
    constexpr void each_neighbour(node_type n, Visit visit) const {
        if (!open(n)) return;
        std::array<cell, 9> seen = {kind::offset(n)};
        std::size_t count = 1;
        const auto offer = [&](cell beyond, double length) {
            const cell to = seams_.across(beyond);
            if (!open(kind::node(to))) return;
            if (std::find(seen.data(), seen.data() + count, to) != seen.data() + count) return;
            seen[count++] = to;
            visit(kind::node(to), length);
        };
        if constexpr (kind::is_hexagonal) {
            for (const hex_cell beyond : hex_neighbours(n)) offer(to_offset(beyond), 1.0);
        } else {
            for (const cell beyond : detail::four_neighbours(n)) offer(beyond, 1.0);
        }
        if constexpr (kind::has_diagonals) {
            const auto is_open = [&](int x, int y) {
                return open(seams_.across({n.x + x, n.y + y}));
            };
            const auto diagonal = [&](int x, int y) {
                if (kind::cuts_corners || (is_open(x, 0) && is_open(0, y)))
                    offer({n.x + x, n.y + y}, std::numbers::sqrt2);
            };
            diagonal(1, -1);
            diagonal(1, 1);
            diagonal(-1, 1);
            diagonal(-1, -1);
        }
    }

    detail::seams seams_;
};

/// The grid `g` with its sides joined: `wrapped(g, around::x | around::y)`. It refers to a `g` that
/// has a name and keeps one that has none. For a hexagonal grid it is `parsed`, for around y its
/// height must be even, or rows would not meet: the error is `odd_height`.
template <class G>
[[nodiscard]] constexpr auto wrapped(G&& g, around sides) {
    using kind = detail::wrapped_kind<std::remove_cvref_t<G>>;
    if constexpr (!kind::is_hexagonal) {
        return wrapping<G>(std::forward<G>(g), sides);
    } else {
        using wrapped = parsed<wrapping<G>>;
        if (sides != around::x && g.height() % 2 != 0)
            return wrapped(diagnostic{"odd_height",
                                      "a hexagonal map of " + std::to_string(g.height()) +
                                          " rows cannot wrap around y: expected an even number"});
        return wrapped(wrapping<G>(std::forward<G>(g), sides));
    }
}

}  // namespace senda
