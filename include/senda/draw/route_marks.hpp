// SPDX-License-Identifier: MIT
// A walk on a grid as the characters of lines, one a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace senda::draw {

/// Which neighbours a walk joins each cell to, where cells have numbers that differ by 1 from one
/// column to the next and by a stride from row to row. Without a walk it takes no memory.
class route_marks {
public:
    /// The way to a neighbour, as a bit.
    enum way : std::uint8_t { up = 1, down = 2, left = 4, right = 8 };

    route_marks() = default;
    /// The marks of a walk of cells below `bound`.
    route_marks(std::size_t bound, std::uint32_t stride, std::span<const std::uint32_t> walk) {
        if (walk.empty()) return;
        marks_.resize(bound);
        for (const std::uint32_t cell : walk) marks_[cell] |= visited;
        for (std::size_t i = 1; i < walk.size(); ++i) {
            const std::uint32_t from = walk[i - 1];
            const std::uint32_t to = walk[i];
            if (to == from + 1) join(from, right, left, to);
            if (from == to + 1) join(from, left, right, to);
            if (to == from + stride) join(from, down, up, to);
            if (from == to + stride) join(from, up, down, to);
        }
    }

    /// Whether the walk comes through a cell.
    [[nodiscard]] bool passes(std::uint32_t cell) const noexcept { return of(cell) != 0; }
    /// Whether the walk joins a cell to its neighbour on that side.
    [[nodiscard]] bool joins(std::uint32_t cell, way to) const noexcept {
        return (of(cell) & to) != 0;
    }

    /// The character of the line in a cell that the walk passes.
    [[nodiscard]] char32_t line_in(std::uint32_t cell) const noexcept {
        constexpr std::u32string_view lines = U"•╵╷│╴┘┐┤╶└┌├─┴┬┼";
        return lines[of(cell) & 15U];
    }

private:
    static constexpr std::uint8_t visited = 16;

    void join(std::uint32_t from, way there, way back, std::uint32_t to) {
        marks_[from] |= there;
        marks_[to] |= back;
    }
    [[nodiscard]] std::uint8_t of(std::uint32_t cell) const noexcept {
        return marks_.empty() ? std::uint8_t{0} : marks_[cell];
    }

    std::vector<std::uint8_t> marks_;
};

}  // namespace senda::draw
