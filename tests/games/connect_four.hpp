// SPDX-License-Identifier: MIT
// Connect Four as a position, on boards of any small size and for any length of a line.
#pragma once

#include <senda/games/position.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace test_games {

/// One bit a cell, column by column, with an empty one on top of each so that lines do not wrap.
template <int Columns = 7, int Rows = 6, int Length = 4>
class connect_four {
    static_assert(Columns * (Rows + 1) <= 64);

public:
    using move_type = int;  // the column, from 0

    /// The position after discs in these columns, from '1'.
    static connect_four after(std::string_view columns) {
        connect_four c;
        for (const char column : columns) c.make(column - '1');
        return c;
    }

    template <class F>
    void for_each_move(F&& f) const {
        for (int column = 0; column < Columns; ++column)
            if (heights_[at(column)] < Rows && !f(column)) return;
    }
    void make(int column) {
        mine_ |= cell(column, heights_[at(column)]++);
        std::swap(mine_, theirs_);
    }
    void unmake(int column) {
        std::swap(mine_, theirs_);
        mine_ &= ~cell(column, --heights_[at(column)]);
    }
    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        if (has_line(theirs_)) return senda::games::outcome::loss;
        if (std::popcount(mine_ | theirs_) == Columns * Rows) return senda::games::outcome::draw;
        return std::nullopt;
    }

    /// Discs in the middle are in more lines.
    [[nodiscard]] int evaluate() const {
        int sum = 0;
        for (int column = 0; column < Columns; ++column) {
            const std::uint64_t cells = ((std::uint64_t{1} << Rows) - 1) << (column * (Rows + 1));
            const int weight = column < Columns - 1 - column ? column : Columns - 1 - column;
            sum += weight * (std::popcount(mine_ & cells) - std::popcount(theirs_ & cells));
        }
        return sum;
    }
    /// A drop that makes a line at once, or that keeps the other player from one.
    template <class F>
    void for_each_noisy_move(F&& f) const {
        for_each_move([&](int column) {
            const std::uint64_t drop = cell(column, heights_[at(column)]);
            return !(has_line(mine_ | drop) || has_line(theirs_ | drop)) || f(column);
        });
    }
    [[nodiscard]] std::uint64_t hash() const { return mine_ * 0x9e37'79b9'7f4a'7c15U ^ theirs_; }
    [[nodiscard]] double prior(int column) const {
        return -(column < Columns / 2 ? Columns / 2 - column : column - Columns / 2);
    }

private:
    static std::size_t at(int column) { return static_cast<std::size_t>(column); }
    static std::uint64_t cell(int column, int row) {
        return std::uint64_t{1} << (column * (Rows + 1) + row);
    }
    static bool has_line(std::uint64_t discs) {
        for (const int step : {1, Rows, Rows + 1, Rows + 2}) {
            std::uint64_t starts = discs;
            for (int i = 1; i < Length; ++i) starts &= discs >> (i * step);
            if (starts != 0) return true;
        }
        return false;
    }

    std::uint64_t mine_ = 0;
    std::uint64_t theirs_ = 0;
    std::array<int, Columns> heights_{};
};

}  // namespace test_games
