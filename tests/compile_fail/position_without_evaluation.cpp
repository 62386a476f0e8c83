// SPDX-License-Identifier: MIT
// EXPECT: does not satisfy 'EvaluatedPosition' | EvaluatedPosition<
// EXPECT: c.evaluate()
#include <optional>
#include <senda/games/alpha_beta.hpp>

struct matches {
    using move_type = int;
    int left = 7;

    void for_each_move(auto&& visit) const {
        for (int taken = 1; taken <= left && taken <= 3; ++taken) visit(taken);
    }
    void make(int taken) { left -= taken; }
    void unmake(int taken) { left += taken; }
    std::optional<senda::games::outcome> terminal() const {
        return left == 0 ? std::optional{senda::games::outcome::loss} : std::nullopt;
    }
#ifdef WITHOUT_FAULT
    int evaluate() const { return left % 4 == 0 ? -1 : 1; }
#endif
};

int main() { return senda::games::alpha_beta(matches{}, {.depth = 3}).move ? 0 : 1; }
