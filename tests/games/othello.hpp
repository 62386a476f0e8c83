// SPDX-License-Identifier: MIT
// Othello as a position, on square boards of any even size: a game of points whose moves turn
// discs.
#pragma once

#include <senda/games/position.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace test_games {

/// One bit a cell, row by row. `make` returns the discs that it turned.
template <int Size = 8>
class othello {
    static_assert(Size % 2 == 0 && Size >= 4 && Size <= 8);

public:
    using move_type = int;  // a cell, or `pass`

    static constexpr int pass = Size * Size;

    /// The first player to move has the cells from the upper right to the lower left of the middle.
    othello() {
        const int m = Size / 2;
        mine_ = bit(m - 1, m) | bit(m, m - 1);
        theirs_ = bit(m - 1, m - 1) | bit(m, m);
    }
    /// The position after moves as they are written down: "d3c5", a pass being "--".
    static othello after(std::string_view moves) {
        othello o;
        for (std::size_t i = 0; i + 1 < moves.size(); i += 2)
            (void)o.make(moves[i] == '-' ? pass : (moves[i + 1] - '1') * Size + (moves[i] - 'a'));
        return o;
    }

    template <class F>
    void for_each_move(F&& f) const {
        bool has_move = false;
        for (int cell = 0; cell < Size * Size; ++cell) {
            if (turned_by(cell) == 0) continue;
            has_move = true;
            if (!f(cell)) return;
        }
        if (!has_move) f(pass);
    }
    [[nodiscard]] std::uint64_t make(int cell) {
        const std::uint64_t turned = turned_by(cell);
        if (cell != pass) mine_ |= turned | std::uint64_t{1} << cell;
        theirs_ &= ~turned;
        std::swap(mine_, theirs_);
        return turned;
    }
    void unmake(int cell, std::uint64_t turned) {
        std::swap(mine_, theirs_);
        theirs_ |= turned;
        mine_ &= ~turned;
        if (cell != pass) mine_ ^= std::uint64_t{1} << cell;
    }
    [[nodiscard]] std::optional<senda::games::margin> terminal() const {
        if (has_move()) return std::nullopt;
        othello other = *this;
        std::swap(other.mine_, other.theirs_);
        if (other.has_move()) return std::nullopt;
        return senda::games::margin{discs()};
    }
    [[nodiscard]] int evaluate() const { return discs(); }
    [[nodiscard]] std::uint64_t hash() const { return mine_ * 0x9e37'79b9'7f4a'7c15U ^ theirs_; }
    /// Corners first.
    [[nodiscard]] double prior(int cell) const {
        const auto is_edge = [](int i) { return i == 0 || i == Size - 1; };
        return cell == pass ? 0 : int{is_edge(cell / Size)} + int{is_edge(cell % Size)};
    }
    [[nodiscard]] int empty_cells() const { return Size * Size - std::popcount(mine_ | theirs_); }

private:
    static std::uint64_t bit(int row, int column) {
        return std::uint64_t{1} << (row * Size + column);
    }
    [[nodiscard]] int discs() const { return std::popcount(mine_) - std::popcount(theirs_); }
    [[nodiscard]] bool has_move() const {
        for (int cell = 0; cell < Size * Size; ++cell)
            if (turned_by(cell) != 0) return true;
        return false;
    }
    // The discs between a cell and another of the player to move; none if a disc is there.
    [[nodiscard]] std::uint64_t turned_by(int cell) const {
        if (cell == pass || ((mine_ | theirs_) >> cell & 1U) != 0) return 0;
        std::uint64_t turned = 0;
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right) {
                std::uint64_t line = 0;
                for (int i = 1;; ++i) {
                    const int row = cell / Size + i * down;
                    const int column = cell % Size + i * right;
                    if (row < 0 || row >= Size || column < 0 || column >= Size) break;
                    if ((theirs_ & bit(row, column)) != 0) {
                        line |= bit(row, column);
                        continue;
                    }
                    if ((mine_ & bit(row, column)) != 0) turned |= line;
                    break;
                }
            }
        return turned;
    }

    std::uint64_t mine_ = 0;
    std::uint64_t theirs_ = 0;
};

}  // namespace test_games
