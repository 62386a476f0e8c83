// SPDX-License-Identifier: MIT
// EXPECT: does not satisfy 'Position' | Position<
// LAST: p.unmake(m, p.make(m))
#include <optional>
#include <senda/games/solve.hpp>
#include <utility>

struct halving {
    using move_type = bool;  // whether to halve it, rounded down
    int left = 7;

    void for_each_move(auto&& visit) const { visit(false), visit(true); }
#ifndef WITHOUT_FAULT
    void make(bool halves) { left = halves ? left / 2 : left - 1; }
#else
    int make(bool halves) { return std::exchange(left, halves ? left / 2 : left - 1); }
#endif
    void unmake(bool, int before) { left = before; }
    std::optional<senda::games::outcome> terminal() const {
        return left == 0 ? std::optional{senda::games::outcome::loss} : std::nullopt;
    }
};

int main() { return senda::games::solve(halving{}).outcome ? 0 : 1; }
