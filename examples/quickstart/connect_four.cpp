// SPDX-License-Identifier: MIT
// Connect Four by Monte-Carlo tree search: no evaluation at all, only random games to their end.
#include <senda/games/mcts.hpp>

#include <bit>
#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>

struct connect_four {
    using move_type = int;               // a column
    std::uint64_t mine = 0, theirs = 0;  // eight bits a column, of which six are cells

    int height(int column) const { return std::countr_one((mine | theirs) >> 8 * column); }
    void for_each_move(auto&& f) const {
        for (int column = 0; column < 7; ++column)
            if (height(column) < 6) f(column);
    }
    static std::uint64_t cell(int column, int row) {
        return std::uint64_t{1} << (8 * column + row);
    }
    void make(int column) { mine |= cell(column, height(column)), std::swap(mine, theirs); }
    void unmake(int column) { std::swap(mine, theirs), mine ^= cell(column, height(column) - 1); }
    std::optional<senda::games::outcome> terminal() const {
        for (int step : {1, 7, 8, 9})  // up, and to the right: down, level, up
            if (theirs & theirs >> step & theirs >> 2 * step & theirs >> 3 * step)
                return senda::games::outcome::loss;
        if ((mine | theirs) == 0x3f3f3f3f3f3f3f) return senda::games::outcome::draw;
        return std::nullopt;
    }
};

int main() {
    connect_four game;
    for (int column : {3, 3, 4, 4}) game.make(column);  // two side by side: a third decides it
    const auto best = senda::games::mcts(game, {.limits = {.expansions = 20'000}});
    std::cout << "column " << *best.move + 1 << " wins " << 100 * best.score << " % of the time\n";
}
