// SPDX-License-Identifier: MIT
// A MAZE board: a grid of cells with one start, one end, walls, digits and treasures.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/detail/language/algorithm.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::maze {

/// The number of a cell: its place in the array of cells and the ring of walls around them.
using place = std::uint32_t;

/// Points of life.
using life_points = std::int64_t;

/// No place at all.
inline constexpr place no_place = std::numeric_limits<place>::max();

/// The most life that a runner may start with. No treasures can bring it near an overflow.
inline constexpr life_points most_life = 1'000'000'000'000'000;

/// A cell as people name it: `x` from the left, `y` from the bottom row, both from 0.
struct point {
    std::uint32_t x = 0;  ///< the column
    std::uint32_t y = 0;  ///< the row

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// Where a move leads. Moves are tried in this order everywhere, so that answers are the same on
/// every run.
enum class direction : std::uint8_t { up, down, left, right };

/// The four directions in their fixed order.
inline constexpr std::array<direction, 4> directions = {direction::up, direction::down,
                                                        direction::left, direction::right};

/// Whether a character is a cell of the rules: `S`, `E`, `#`, `T` or a digit.
[[nodiscard]] constexpr bool is_cell(char c) noexcept {
    return c == '#' || (c >= '0' && c <= '9') || c == 'T' || c == 'S' || c == 'E';
}

/// A maze that is valid: exactly one start and one end, cells of the rules only, and a life from 1
/// to `most_life`. Around the grid lies a ring of walls, so that every cell has four neighbours.
class board {
public:
    /// The board with these cells, row by row from the top; nothing if they make no valid maze.
    [[nodiscard]] static std::optional<board> make(std::uint32_t rows, std::uint32_t cols,
                                                   life_points life, std::string_view cells) {
        if (!is_possible(rows, cols) || cells.size() / cols != rows || cells.size() % cols != 0)
            return std::nullopt;
        std::unique_ptr<char[]> padded = padded_array(rows, cols);
        if (!padded) return std::nullopt;
        for (std::size_t row = 0; row < rows; ++row)
            std::copy_n(cells.data() + row * cols, cols,
                        padded.get() + (row + 1) * (std::size_t{cols} + 2) + 1);
        return adopt(rows, cols, life, std::move(padded));
    }

    /// The board of a `padded_array` whose cells were filled in; nothing if they make no valid
    /// maze.
    [[nodiscard]] static std::optional<board> adopt(std::uint32_t rows, std::uint32_t cols,
                                                    life_points life,
                                                    std::unique_ptr<char[]> padded) {
        if (!is_possible(rows, cols) || life < 1 || life > most_life) return std::nullopt;
        board made(rows, cols, life, std::move(padded));
        if (!made.find_marks()) return std::nullopt;
        return made;
    }

    /// Whether a grid of that size has a number for each of its cells.
    [[nodiscard]] static constexpr bool is_possible(std::uint64_t rows,
                                                    std::uint64_t cols) noexcept {
        constexpr std::uint64_t most = no_place;
        return rows >= 1 && cols >= 1 && rows < most && cols < most &&
               rows + 2 <= most / (cols + 2);
    }

    /// The ring of walls of a possible grid; the cells inside are left to be filled in. Null if
    /// there is no memory for it.
    [[nodiscard]] static std::unique_ptr<char[]> padded_array(std::uint32_t rows,
                                                              std::uint32_t cols) {
        const std::size_t stride = std::size_t{cols} + 2;
        std::unique_ptr<char[]> cells(new (std::nothrow) char[(std::size_t{rows} + 2) * stride]);
        if (!cells) return cells;
        std::fill_n(cells.get(), stride, wall);
        for (std::size_t row = 1; row <= rows; ++row)
            cells[row * stride] = cells[row * stride + stride - 1] = wall;
        std::fill_n(cells.get() + (std::size_t{rows} + 1) * stride, stride, wall);
        return cells;
    }

    /// How many rows there are.
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
    /// How many columns there are.
    [[nodiscard]] std::uint32_t cols() const noexcept { return cols_; }
    /// The life that the runner starts with.
    [[nodiscard]] life_points life() const noexcept { return life_; }
    /// Where the runner begins.
    [[nodiscard]] place start() const noexcept { return start_; }
    /// Where the runner has to go.
    [[nodiscard]] place end() const noexcept { return end_; }
    /// The treasures in reading order, which is the order of their numbers.
    [[nodiscard]] const std::vector<place>& treasures() const noexcept { return treasures_; }

    /// What is at a place: `S`, `E`, `#`, `T` or a digit.
    [[nodiscard]] char operator[](place p) const noexcept {
        assert(p < bound());
        return cells()[p];
    }
    /// All cells with their ring, `bound()` of them.
    [[nodiscard]] const char* cells() const noexcept { return cells_.data(); }
    /// From a cell to the one below it.
    [[nodiscard]] place stride() const noexcept { return cols_ + 2; }
    /// More than every place.
    [[nodiscard]] place bound() const noexcept { return (rows_ + 2) * stride(); }

    /// The place in a row, counted from the top, and a column, both from 0.
    [[nodiscard]] place at(std::uint32_t row, std::uint32_t col) const noexcept {
        assert(row < rows_ && col < cols_);
        return (row + 1) * stride() + col + 1;
    }
    /// The row of a cell of the grid, from 0 at the top.
    [[nodiscard]] std::uint32_t row_of(place p) const noexcept { return p / stride() - 1; }
    /// The column of a cell of the grid, from 0 at the left.
    [[nodiscard]] std::uint32_t col_of(place p) const noexcept { return p % stride() - 1; }
    /// Whether a place is a cell of the grid, and not of the ring.
    [[nodiscard]] bool contains(place p) const noexcept {
        return p < bound() && row_of(p) < rows_ && col_of(p) < cols_;
    }

    /// A cell of the grid as people name it.
    [[nodiscard]] point xy(place p) const noexcept { return {col_of(p), rows_ - 1 - row_of(p)}; }
    /// The cell that people name so; `no_place` if it is outside.
    [[nodiscard]] place place_of(point p) const noexcept {
        return p.x < cols_ && p.y < rows_ ? at(rows_ - 1 - p.y, p.x) : no_place;
    }

    /// The place beside a cell of the grid.
    [[nodiscard]] place neighbour(place p, direction d) const noexcept {
        switch (d) {
            case direction::up: return p - stride();
            case direction::down: return p + stride();
            case direction::left: return p - 1;
            case direction::right: return p + 1;
        }
        return no_place;
    }
    /// Calls `visit(place)` for each neighbour of a cell that is no wall, in the fixed order.
    template <class Visit>
    void for_each_neighbour(place p, Visit&& visit) const {
        for (const place n : {p - stride(), p + stride(), p - 1, p + 1})
            if (cells()[n] != wall) visit(n);
    }

    /// The number of a treasure in `treasures()`, by its place.
    [[nodiscard]] std::size_t treasure_number(place p) const noexcept {
        assert(cells()[p] == 'T');
        return static_cast<std::size_t>(std::lower_bound(treasures_.begin(), treasures_.end(), p) -
                                        treasures_.begin());
    }

    /// Whether two boards have the same cells and the same life.
    [[nodiscard]] friend bool operator==(const board& a, const board& b) noexcept {
        return a.rows_ == b.rows_ && a.cols_ == b.cols_ && a.life_ == b.life_ &&
               a.cells_ == b.cells_;
    }

private:
    static constexpr char wall = '#';

    board(std::uint32_t rows, std::uint32_t cols, life_points life, std::unique_ptr<char[]> cells)
        : cells_(cells.release(), (std::size_t{rows} + 2) * (std::size_t{cols} + 2)),
          life_(life),
          rows_(rows),
          cols_(cols) {}

    /// Finds start, end and treasures; false if a cell is unknown or a mark not there just once.
    bool find_marks() {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            const place first = at(row, 0);
            for (place p = first; p != first + cols_; ++p) {
                const char c = cells()[p];
                if (c == wall || (c >= '0' && c <= '9')) continue;
                if (c == 'T') {
                    treasures_.push_back(p);
                } else if (c == 'S' && start_ == no_place) {
                    start_ = p;
                } else if (c == 'E' && end_ == no_place) {
                    end_ = p;
                } else {
                    return false;
                }
            }
        }
        return start_ != no_place && end_ != no_place;
    }

    senda::detail::cell_words<char> cells_;
    std::vector<place> treasures_;
    life_points life_;
    std::uint32_t rows_;
    std::uint32_t cols_;
    place start_ = no_place;
    place end_ = no_place;
};

}  // namespace senda::maze
