// SPDX-License-Identifier: MIT
// Hexagonal maps: cells with six neighbours, open or closed, with or without a weight each.
#pragma once

#include <senda/fwd.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>  // also declares std::hash, at the least cost
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A place in a hexagonal map, by axial coordinates: hexagons stand on a corner, `r` counts rows
/// from the top, and `q` grows to the east along a row. A row down at the same `q` is half a
/// hexagon to the east. Differences mean the same everywhere, so that places add like vectors.
struct hex_cell {
    int q = 0;  ///< along the row
    int r = 0;  ///< the row

    friend constexpr bool operator==(const hex_cell&, const hex_cell&) = default;
    /// The place that is as far from `a` as `b` is from the origin.
    friend constexpr hex_cell operator+(hex_cell a, hex_cell b) noexcept {
        return {a.q + b.q, a.r + b.r};
    }
    /// What leads from `b` to `a`.
    friend constexpr hex_cell operator-(hex_cell a, hex_cell b) noexcept {
        return {a.q - b.q, a.r - b.r};
    }
};

/// The steps to the six neighbours, clockwise: north-east, east, south-east, south-west, west,
/// north-west.
inline constexpr std::array<hex_cell, 6> hex_directions = {
    {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}};

/// The six neighbours of a place, in the order of `hex_directions`.
[[nodiscard]] constexpr std::array<hex_cell, 6> hex_neighbours(hex_cell c) noexcept {
    std::array<hex_cell, 6> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = c + hex_directions[i];
    return all;
}

/// The steps between two places where nothing is in the way.
[[nodiscard]] constexpr std::int64_t hex_distance(hex_cell a, hex_cell b) noexcept {
    const std::int64_t q = std::int64_t{a.q} - b.q;
    const std::int64_t r = std::int64_t{a.r} - b.r;
    // Steps against each other in q and r are one: (1, -1) leads to a neighbour.
    const std::int64_t both = q + r;
    const auto size = [](std::int64_t x) { return x < 0 ? -x : x; };
    return (size(q) + size(r) + size(both)) / 2;
}

/// The column and row of a place in a rectangular map, whose odd rows are shifted to the east by
/// half a hexagon.
[[nodiscard]] constexpr cell to_offset(hex_cell c) noexcept { return {c.q + (c.r >> 1), c.r}; }

/// The place at a column and row of a rectangular map.
[[nodiscard]] constexpr hex_cell from_offset(cell c) noexcept { return {c.x - (c.y >> 1), c.y}; }

/// All places `radius` steps from `centre`, clockwise from the one due west; 6 * radius, or the
/// centre alone.
[[nodiscard]] inline std::vector<hex_cell> hex_ring(hex_cell centre, int radius) {
    assert(radius >= 0);
    if (radius <= 0) return {centre};
    std::vector<hex_cell> ring;
    ring.reserve(6 * static_cast<std::size_t>(radius));
    hex_cell at = centre + hex_cell{-radius, 0};
    for (const hex_cell step : hex_directions)
        for (int i = 0; i < radius; ++i) {
            ring.push_back(at);
            at = at + step;
        }
    return ring;
}

/// The places on the straight line between two, both included, each a neighbour of the one before:
/// for each step, the place whose middle is nearest to the line.
[[nodiscard]] inline std::vector<hex_cell> hex_line(hex_cell from, hex_cell to) {
    const std::int64_t length = hex_distance(from, to);
    const hex_cell whole = to - from;
    std::vector<hex_cell> line;
    line.reserve(static_cast<std::size_t>(length) + 1);
    line.push_back(from);
    for (std::int64_t i = 1; i <= length; ++i) {
        // What is rounded is i / length of the way, in whole numbers: q, r and s = -q - r are
        // rounded, and the one that was off most is replaced by what the others leave.
        const auto part = [&](std::int64_t all) {
            struct rounded {
                std::int64_t value, error;
            };
            const std::int64_t doubled = 2 * all * i + length;
            std::int64_t down = doubled / (2 * length);
            if (down * 2 * length > doubled) --down;
            const std::int64_t off = down * length - all * i;
            return rounded{down, off < 0 ? -off : off};
        };
        auto q = part(whole.q);
        auto r = part(whole.r);
        const auto s = part(-std::int64_t{whole.q} - whole.r);
        if (q.error >= r.error && q.error >= s.error) {
            q.value = -r.value - s.value;
        } else if (r.error >= s.error) {
            r.value = -q.value - s.value;
        }
        line.push_back(from + hex_cell{static_cast<int>(q.value), static_cast<int>(r.value)});
    }
    return line;
}

}  // namespace senda

/// Spreads places over all bits, as for `cell`.
template <>
struct std::hash<senda::hex_cell> {
    [[nodiscard]] constexpr std::size_t operator()(senda::hex_cell c) const noexcept {
        return std::hash<senda::cell>{}({c.q, c.r});
    }
};

namespace senda {

/// Rows of hexagons, each open or closed; odd rows are shifted to the east by half a hexagon. It is
/// a graph: an open cell leads to its open neighbours in the order of `hex_directions`, and closed
/// cells have no edges at all. A step costs 1, or the weight of the cell it enters.
///
/// Cells are `hex_cell`s; the one at the upper left is {0, 0}. `from_offset` and `to_offset` change
/// between them and columns and rows.
template <class Weight>
class basic_hexagonal_grid : public detail::declares_cost<Weight> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    // Cells lie in memory as those of a square grid; only what is next to what differs.
    using square_cells = basic_grid<grid_moves::octile_cutting, Weight>;
    using stored = std::remove_cv_t<decltype(square_cells::closed)>;

public:
    using node_type = hex_cell;
    using index_type = std::uint32_t;

    /// The weight that closes a cell: infinity, or the largest integer.
    static constexpr stored closed = square_cells::closed;

    /// A map without cells.
    basic_hexagonal_grid() = default;

    /// A map of open cells, of weight 1. If the size is not possible it has no cells: see `make`.
    basic_hexagonal_grid(int width, int height) : cells_(width, height) {}

    /// A map in which `rule(hex_cell)` says, row by row, what is open (bool) or what it weighs.
    template <std::invocable<hex_cell> Rule>
    basic_hexagonal_grid(int width, int height, Rule&& rule)
        : cells_(width, height, [&rule](cell c) { return rule(from_offset(c)); }) {}

    /// A map in which `rule(value)` says what is open (bool) or what it weighs, for each value of
    /// rows of your own. If they differ in length it has no cells: see `from_rows`.
    template <detail::CellMap Map, detail::RuleOf<Map> Rule>
    basic_hexagonal_grid(const Map& map, Rule&& rule) : cells_(map, rule) {}

    /// A map of open cells, of weight 1; or the error `bad_size` if it cannot be.
    static parsed<basic_hexagonal_grid> make(std::int64_t width, std::int64_t height) {
        return of_cells(square_cells::make(width, height));
    }

    /// Reads a map drawn with one character a cell, as `grid::parse` does. Each second row is to be
    /// thought of as half a cell further in.
    static parsed<basic_hexagonal_grid> parse(std::string_view text) {
        return of_cells(square_cells::parse(text));
    }

    /// A map from a range of rows, each a string or a container of `char` in one piece. A place
    /// in an error is the row and the character in it, both from 1.
    template <detail::TextRows Rows>
    static parsed<basic_hexagonal_grid> from_rows(const Rows& rows) {
        return of_cells(square_cells::from_rows(rows));
    }

    /// A map from rows of your own by a rule, as the constructor makes it; or the error
    /// `bad_row_length` or `bad_size`.
    template <detail::CellMap Map, detail::RuleOf<Map> Rule>
    static parsed<basic_hexagonal_grid> from_rows(const Map& map, Rule&& rule) {
        return of_cells(square_cells::from_rows(map, rule));
    }

    /// The number of cells in a row.
    [[nodiscard]] int width() const noexcept { return cells_.width(); }
    /// The number of rows.
    [[nodiscard]] int height() const noexcept { return cells_.height(); }

    /// Whether `c` is a cell of this map, open or closed.
    [[nodiscard]] bool contains(hex_cell c) const noexcept {
        if (c.r < 0 || c.r >= height()) return false;
        const std::int64_t x = std::int64_t{c.q} + (c.r >> 1);
        return x >= 0 && x < width();
    }

    /// Whether `c` is an open cell of this map.
    [[nodiscard]] bool open(hex_cell c) const noexcept {
        return contains(c) && cells_.open(to_offset(c));
    }

    /// Whether `c` is a node of the graph: a closed cell is none, so no path begins or ends there.
    [[nodiscard]] bool is_node(hex_cell c) const noexcept { return open(c); }

    /// The weight of a cell of this map; `closed` if it is.
    [[nodiscard]] Weight weight(hex_cell c) const noexcept
        requires has_weights
    {
        return cells_.weight(to_offset(c));
    }

    /// Opens a cell of this map, with weight 1.
    void set(hex_cell c) noexcept { cells_.set(to_offset(c)); }

    /// Gives a cell of this map a weight, which opens it unless it is `closed`.
    void set(hex_cell c, Weight weight) noexcept
        requires has_weights
    {
        cells_.set(to_offset(c), weight);
    }

    /// Closes a cell of this map.
    void close(hex_cell c) noexcept { cells_.close(to_offset(c)); }

    /// The number of a cell of this map, below `index_bound()`.
    [[nodiscard]] index_type index(hex_cell c) const noexcept { return cells_.index(to_offset(c)); }

    /// More than every index. A few numbers below it belong to the ring and to no cell.
    [[nodiscard]] index_type index_bound() const noexcept { return cells_.index_bound(); }

    /// The cell with that index.
    [[nodiscard]] hex_cell node(index_type index_of_cell) const noexcept {
        return from_offset(cells_.node(index_of_cell));
    }

    /// Calls `emit(cell)`, or `emit(cell, cost)` in a map with weights, for each step out of a
    /// cell.
    template <class Emit>
    void successors(hex_cell n, Emit&& emit) const {
        each_neighbour(n, [&emit](hex_cell to, stored entered) { give(emit, to, entered); });
    }

    /// Like `successors`, for each step into a cell of this map: entering it costs the same from
    /// every side.
    template <class Emit>
    void predecessors(hex_cell n, Emit&& emit) const {
        assert(contains(n));
        const stored entered = cells_.data()[index(n)];
        each_neighbour(n, [&emit, entered](hex_cell from, stored) { give(emit, from, entered); });
    }

    /// Whether two maps have the same size and the same cells.
    [[nodiscard]] friend bool operator==(const basic_hexagonal_grid& a,
                                         const basic_hexagonal_grid& b) noexcept {
        return a.cells_ == b.cells_;
    }

private:
    static parsed<basic_hexagonal_grid> of_cells(parsed<square_cells> cells) {
        if (!cells) return cells.error();
        basic_hexagonal_grid made;
        made.cells_ = *std::move(cells);
        return {std::move(made), std::move(cells.warnings)};
    }

    template <class Emit>
    static void give(Emit& emit, hex_cell to, [[maybe_unused]] stored entered) {
        if constexpr (has_weights) {
            emit(to, static_cast<path_cost<Weight>>(entered));
        } else {
            emit(to);
        }
    }

    /// Calls `visit(neighbour, its stored value)` in the order of directions.
    template <class Visit>
    void each_neighbour(hex_cell n, Visit visit) const {
        assert(contains(n));
        const stored* const here = cells_.data() + index(n);
        if (*here == closed) return;
        const auto stride = static_cast<std::ptrdiff_t>(width()) + 1;
        const std::ptrdiff_t shift = n.r & 1;
        const std::array<std::ptrdiff_t, 6> offsets = {shift - stride,     1,  shift + stride,
                                                       shift + stride - 1, -1, shift - stride - 1};
        for (std::size_t d = 0; d < 6; ++d)
            if (here[offsets[d]] != closed) visit(n + hex_directions[d], here[offsets[d]]);
    }

    square_cells cells_;
};

/// Six neighbours, every step costs 1.
using hexagonal_grid = basic_hexagonal_grid<>;

/// Six neighbours, a step costs the weight of the cell it enters.
using weighted_hexagonal_grid = basic_hexagonal_grid<int>;

}  // namespace senda
