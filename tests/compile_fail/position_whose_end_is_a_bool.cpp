// SPDX-License-Identifier: MIT
// EXPECT: does not satisfy 'Position' | Position<
// LAST: c.terminal()
#include <optional>
#include <senda/games/mcts.hpp>

struct matches {
    using move_type = int;
    int left = 7;

    void for_each_move(auto&& visit) const {
        for (int taken = 1; taken <= left && taken <= 3; ++taken) visit(taken);
    }
    void make(int taken) { left -= taken; }
    void unmake(int taken) { left += taken; }
#ifndef WITHOUT_FAULT
    bool terminal() const { return left == 0; }
#else
    std::optional<senda::games::outcome> terminal() const {
        return left == 0 ? std::optional{senda::games::outcome::loss} : std::nullopt;
    }
#endif
};

int main() { return senda::games::mcts(matches{}).move ? 0 : 1; }
