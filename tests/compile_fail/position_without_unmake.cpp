// SPDX-License-Identifier: MIT
// EXPECT: does not satisfy 'Position' | Position<
// LAST: p.unmake(m)
#include <optional>
#include <senda/games/solve.hpp>

struct matches {
    using move_type = int;
    int left = 7;

    void for_each_move(auto&& visit) const {
        for (int taken = 1; taken <= left && taken <= 3; ++taken) visit(taken);
    }
    void make(int taken) { left -= taken; }
#ifdef WITHOUT_FAULT
    void unmake(int taken) { left += taken; }
#endif
    std::optional<senda::games::outcome> terminal() const {
        return left == 0 ? std::optional{senda::games::outcome::loss} : std::nullopt;
    }
};

int main() { return senda::games::solve(matches{}).outcome ? 0 : 1; }
