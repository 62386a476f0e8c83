// SPDX-License-Identifier: MIT
// Subgoals: the cells at corners of walls, where shortest paths turn (T. Uras, S. Koenig, C.
// Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids", 2013).
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace senda::detail {

/// Lines of places from -1 to their length. All are marked at first, so that a look along a line
/// ends at its margin at the latest.
class clearance_rows {
public:
    clearance_rows() = default;
    clearance_rows(int lines, int length)
        : stride_((static_cast<std::size_t>(length) + 2 + 63) / 64),
          words_((static_cast<std::size_t>(lines) + 2) * stride_, ~std::uint64_t{0}) {}

    [[nodiscard]] bool is_marked(int line, int place) const noexcept {
        return (words_[word(line, place)] >> bit(place) & 1) != 0;
    }
    void mark(int line, int place) noexcept {
        words_[word(line, place)] |= std::uint64_t{1} << bit(place);
    }
    void unmark(int line, int place) noexcept {
        words_[word(line, place)] &= ~(std::uint64_t{1} << bit(place));
    }
    void unmark_all() noexcept { words_.assign(words_.size(), 0); }

    /// The next mark behind a place.
    [[nodiscard]] int next(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = from == 63 ? 0 : words_[at] & ~std::uint64_t{0} << (from + 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base += 64) marks = words_[++at];
        return base + std::countr_zero(marks);
    }
    /// The next mark before a place.
    [[nodiscard]] int previous(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = words_[at] & ((std::uint64_t{1} << from) - 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base -= 64) marks = words_[--at];
        return base + 63 - std::countl_zero(marks);
    }

    /// The words of all lines, and where in them a place is.
    [[nodiscard]] const std::vector<std::uint64_t>& words() const noexcept { return words_; }
    [[nodiscard]] std::size_t word(int line, int place) const noexcept {
        return static_cast<std::size_t>(line + 1) * stride_ +
               static_cast<std::size_t>(place + 1) / 64;
    }
    [[nodiscard]] static unsigned bit(int place) noexcept {
        return static_cast<unsigned>(place + 1) % 64;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return words_.size() * 8; }

private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

/// The walls and the subgoals of a grid as it was when it was made. A subgoal is a cell with a
/// forced neighbour in some direction. So by the theorem of jump point search a shortest path leads
/// from the start over subgoals to the goal, each reached from the one before diagonally first,
/// then straight, without another between them.
template <grid_moves Moves>
class subgoal_map {
    static constexpr bool cuts = Moves == grid_moves::octile_cutting;

public:
    /// How many bytes the lines of cells take, which are most of it.
    [[nodiscard]] static std::uint64_t bytes_needed(const basic_grid<Moves>& g) noexcept {
        const auto padded = [](int length) { return static_cast<std::uint64_t>(length) + 66; };
        return padded(g.width()) * padded(g.height()) / 2;
    }

    /// The map of a grid; of no use where `control` ended before it was whole.
    explicit subgoal_map(const basic_grid<Moves>& g, search_control* control = nullptr)
        : width_(g.width()),
          height_(g.height()),
          walls_(height_, width_),
          rows_(height_, width_),
          columns_(width_, height_),
          subgoals_(height_, width_) {
        subgoals_.unmark_all();
        const auto goes_on = [&] { return control == nullptr || control->poll(); };
        for (int y = 0; y < height_ && goes_on(); ++y)
            for (int x = 0; x < width_; ++x)
                if (g.open({x, y})) take_open(x, y);
        for (int y = 0; y < height_ && goes_on(); ++y)
            for (int x = 0; x < width_; ++x)
                if (open({x, y}) && is_corner({x, y})) take_subgoal({x, y});
        before_.reserve(subgoals_.words().size());
        std::uint32_t count = 0;
        for (const std::uint64_t word : subgoals_.words()) {
            before_.push_back(count);
            count += static_cast<std::uint32_t>(std::popcount(word));
        }
    }

    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    [[nodiscard]] bool open(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_ && !closed(c.x, c.y);
    }

    /// All subgoals, row by row, as they are numbered.
    [[nodiscard]] const std::vector<cell>& cells() const noexcept { return cells_; }
    [[nodiscard]] bool is_subgoal(cell c) const noexcept { return subgoals_.is_marked(c.y, c.x); }
    /// The number of a subgoal.
    [[nodiscard]] std::uint32_t number(cell c) const noexcept {
        const std::size_t word = subgoals_.word(c.y, c.x);
        const std::uint64_t lower = (std::uint64_t{1} << clearance_rows::bit(c.x)) - 1;
        return before_[word] +
               static_cast<std::uint32_t>(std::popcount(subgoals_.words()[word] & lower));
    }

    /// Calls `reach(subgoal's number, length)` for each subgoal to which the way from an open cell,
    /// diagonally first, then straight, is free of walls and of other subgoals.
    template <class Reach>
    void for_each_next(cell from, Reach&& reach) const {
        straight(from, {1, 0}, 0, reach);
        straight(from, {-1, 0}, 0, reach);
        straight(from, {0, 1}, 0, reach);
        straight(from, {0, -1}, 0, reach);
        for (const cell step : {cell{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
            cell at = from;
            for (std::uint32_t steps = 1; can_step(at, step); ++steps) {
                at = {at.x + step.x, at.y + step.y};
                if (is_subgoal(at)) {
                    reach(number(at), octile_length{0, steps});
                    break;
                }
                straight(at, {step.x, 0}, steps, reach);
                straight(at, {0, step.y}, steps, reach);
            }
        }
    }

    /// Whether the way from an open cell to another, diagonally first, then straight, is free of
    /// walls, and its straight part of subgoals.
    [[nodiscard]] bool is_free(cell from, cell to) const noexcept {
        const cell step = step_towards(from, to);
        while (from.x != to.x && from.y != to.y) {
            if (!can_step(from, step)) return false;
            from = {from.x + step.x, from.y + step.y};
        }
        if (from.x < to.x) return rows_.next(from.y, from.x) >= to.x;
        if (from.x > to.x) return rows_.previous(from.y, from.x) <= to.x;
        if (from.y < to.y) return columns_.next(from.x, from.y) >= to.y;
        if (from.y > to.y) return columns_.previous(from.x, from.y) <= to.y;
        return true;
    }
    /// Appends the cells behind `path.back()` up to `to`, if the way from one of these to the other
    /// is free as above.
    void append_free(std::vector<cell>& path, cell to) const {
        cell at = path.back();
        const cell step = step_towards(at, to);
        const int x = std::abs(to.x - at.x);
        const int y = std::abs(to.y - at.y);
        const cell straight = x > y ? cell{step.x, 0} : cell{0, step.y};
        const bool is_diagonal_first = x == 0 || y == 0 || is_free(at, to);
        const cell steps[2] = {is_diagonal_first ? step : straight,
                               is_diagonal_first ? straight : step};
        const int diagonal = std::min(x, y);
        const int first = is_diagonal_first ? diagonal : std::max(x, y) - diagonal;
        for (int i = 0; i < std::max(x, y); ++i) {
            const cell by = steps[i < first ? 0 : 1];
            at = {at.x + by.x, at.y + by.y};
            path.push_back(at);
        }
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return walls_.bytes() + rows_.bytes() + columns_.bytes() + subgoals_.bytes() +
               before_.size() * sizeof(std::uint32_t) + cells_.size() * sizeof(cell);
    }

private:
    void take_open(int x, int y) {
        walls_.unmark(y, x);
        rows_.unmark(y, x);
        columns_.unmark(x, y);
    }
    void take_subgoal(cell c) {
        subgoals_.mark(c.y, c.x);
        rows_.mark(c.y, c.x);
        columns_.mark(c.x, c.y);
        cells_.push_back(c);
    }

    [[nodiscard]] bool closed(int x, int y) const noexcept { return walls_.is_marked(y, x); }
    [[nodiscard]] bool can_step(cell from, cell step) const noexcept {
        return !closed(from.x + step.x, from.y + step.y) &&
               (cuts || (!closed(from.x + step.x, from.y) && !closed(from.x, from.y + step.y)));
    }

    /// Whether there is a direction in which the cell is entered and then has a forced neighbour.
    [[nodiscard]] bool is_corner(cell c) const noexcept {
        for (const int x : {-1, 1}) {
            for (const int y : {-1, 1}) {
                const bool beside = closed(c.x + x, c.y);
                const bool above = closed(c.x, c.y + y);
                const bool diagonal = closed(c.x + x, c.y + y);
                if (cuts ? (beside || above) && !diagonal : diagonal && !beside && !above)
                    return true;
            }
        }
        return false;
    }

    template <class Reach>
    void straight(cell from, cell step, std::uint32_t diagonal, Reach&& reach) const {
        cell to = from;
        if (step.y == 0) {
            to.x = step.x > 0 ? rows_.next(from.y, from.x) : rows_.previous(from.y, from.x);
        } else {
            to.y = step.y > 0 ? columns_.next(from.x, from.y) : columns_.previous(from.x, from.y);
        }
        if (!is_subgoal(to)) return;
        const int steps = std::abs(to.x - from.x) + std::abs(to.y - from.y);
        reach(number(to), octile_length{static_cast<std::uint32_t>(steps), diagonal});
    }

    [[nodiscard]] static cell step_towards(cell from, cell to) noexcept {
        return {(to.x > from.x) - (to.x < from.x), (to.y > from.y) - (to.y < from.y)};
    }

    int width_;
    int height_;
    clearance_rows walls_;
    clearance_rows rows_;     // walls and subgoals
    clearance_rows columns_;  // the same by columns
    clearance_rows subgoals_;
    std::vector<std::uint32_t> before_;  // subgoals before each word
    std::vector<cell> cells_;
};

}  // namespace senda::detail
