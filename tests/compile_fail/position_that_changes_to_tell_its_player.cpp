// SPDX-License-Identifier: MIT
// EXPECT: does not satisfy 'Position' | Position<
// LAST: c.player_to_move()
#include <optional>
#include <senda/games/mcts.hpp>

struct matches {
    using move_type = int;
    int left = 7;
    int player = 0;

    void for_each_move(auto&& visit) const {
        for (int taken = 1; taken <= left && taken <= 3; ++taken) visit(taken);
    }
    void make(int taken) { left -= taken, player ^= 1; }
    void unmake(int taken) { left += taken, player ^= 1; }
#ifndef WITHOUT_FAULT
    int player_to_move() { return player; }
#else
    int player_to_move() const { return player; }
#endif
    std::optional<senda::games::outcome> terminal() const {
        return left == 0 ? std::optional{senda::games::outcome::loss} : std::nullopt;
    }
};

int main() { return senda::games::mcts(matches{}).move ? 0 : 1; }
