// SPDX-License-Identifier: MIT
// Dots and Boxes as a position, on boards of any small size: a game of points in which who closes a
// box moves again.
#pragma once

#include <senda/games/position.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace test_games {

/// One bit a line: those across row by row, then those down. `make` returns the boxes it closed.
template <int Rows, int Columns>
class dots_and_boxes {
public:
    using move_type = int;

    static constexpr int lines_across = (Rows + 1) * Columns;
    static constexpr int all_lines = lines_across + Rows * (Columns + 1);
    static constexpr std::uint32_t full = (std::uint32_t{1} << all_lines) - 1;

    /// The position after some lines.
    static dots_and_boxes after(const std::vector<int>& lines) {
        dots_and_boxes d;
        for (const int line : lines) (void)d.make(line);
        return d;
    }

    template <class F>
    void for_each_move(F&& f) const {
        for (int line = 0; line < all_lines; ++line)
            if ((lines_ >> line & 1U) == 0 && !f(line)) return;
    }
    [[nodiscard]] int make(int line) {
        lines_ |= std::uint32_t{1} << line;
        const int closed = count_boxes(line, 4);
        score(closed);
        return closed;
    }
    void unmake(int line, int closed) {
        lines_ ^= std::uint32_t{1} << line;
        score(-closed);
    }
    [[nodiscard]] std::optional<senda::games::margin> terminal() const {
        if (lines_ != full) return std::nullopt;
        return senda::games::margin{lead_};
    }
    [[nodiscard]] int player_to_move() const { return player_; }
    [[nodiscard]] int evaluate() const { return lead_; }
    [[nodiscard]] int running_score() const { return lead_; }
    [[nodiscard]] std::uint64_t hash() const { return lines_; }
    /// Closes boxes first, and gives none away before it must.
    [[nodiscard]] double prior(int line) const {
        return 4 * count_boxes(line, 3) - count_boxes(line, 2);
    }
    [[nodiscard]] std::uint32_t lines() const { return lines_; }

    /// What the player to move gets more than the other from here on, for every set of lines.
    [[nodiscard]] static std::vector<std::int8_t> all_margins() {
        std::vector<std::int8_t> margins(std::size_t{full} + 1);
        for (std::uint32_t lines = full; lines-- > 0;) {
            int best = -Rows * Columns;
            for (std::uint32_t left = full & ~lines; left != 0; left &= left - 1) {
                const int line = std::countr_zero(left);
                const std::uint32_t next = lines | (left & (~left + 1));
                const int closed = boxes_at(next, line, 4);
                const int rest = margins[next];
                best = std::max(best, closed > 0 ? closed + rest : -rest);
            }
            margins[lines] = static_cast<std::int8_t>(best);
        }
        return margins;
    }

private:
    static constexpr std::uint32_t sides(int row, int column) {
        const int top = row * Columns + column;
        const int left = lines_across + row * (Columns + 1) + column;
        return std::uint32_t{1} << top | std::uint32_t{1} << (top + Columns) |
               std::uint32_t{3} << left;
    }
    // The boxes beside a line that have so many sides.
    static int boxes_at(std::uint32_t lines, int line, int drawn) {
        int boxes = 0;
        for (int row = 0; row < Rows; ++row)
            for (int column = 0; column < Columns; ++column) {
                const std::uint32_t box = sides(row, column);
                if ((box >> line & 1U) != 0 && std::popcount(lines & box) == drawn) ++boxes;
            }
        return boxes;
    }
    [[nodiscard]] int count_boxes(int line, int drawn) const {
        return boxes_at(lines_, line, drawn);
    }
    void score(int points) {
        if (points != 0) {
            lead_ += points;
        } else {
            lead_ = -lead_;
            player_ = 1 - player_;
        }
    }

    std::uint32_t lines_ = 0;
    int lead_ = 0;
    int player_ = 0;
};

}  // namespace test_games
