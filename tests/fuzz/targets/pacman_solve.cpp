// SPDX-License-Identifier: MIT
// The solvers of Pac-Man maps against the search of all states, on maps of a few cells.
#include "../../examples/pacman/exhaustive.hpp"
#include "../target.hpp"

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/rules.hpp>
#include <pacman/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fuzz {

namespace pacman_solve_target {

using senda::pacman::answer;
using senda::pacman::board;
using senda::pacman::goal_kind;
using senda::pacman::kind;
using senda::pacman::outcome;
using senda::pacman::tile;

/// A map of at most 4 x 5 cells, 6 of which work once.
inline board decoded(std::string_view input) {
    decoder in{input};
    const auto width = static_cast<std::uint32_t>(1 + in.below(5));
    const auto height = static_cast<std::uint32_t>(1 + in.below(4));
    const std::int64_t energy = in.below(20);
    const std::size_t size = std::size_t{width} * height;
    const auto start = static_cast<std::uint32_t>(in.below(static_cast<unsigned>(size)));
    const auto goal = static_cast<std::uint32_t>(in.below(static_cast<unsigned>(size)));
    std::vector<tile> tiles(size);
    int once = 0;
    for (tile& t : tiles) {
        const unsigned byte = in.byte();
        constexpr kind kinds[] = {kind::empty, kind::empty, kind::empty, kind::food,
                                  kind::wall,  kind::bomb,  kind::solid, kind::lethal};
        t.what = kinds[byte % 8];
        if (senda::pacman::has_value(t.what)) t.value = byte / 8 % 10;
        if (senda::pacman::is_consumable(t) && ++once > 6) t = {};
    }
    tiles[start] = {};
    tiles[goal] = {};
    return *board::make(width, height, tiles, {1 + start % width, 1 + start / width},
                        {1 + goal % width, 1 + goal / width}, energy);
}

inline void check_same(const board& b, goal_kind goal) {
    const answer sure = support::solve_exhaustively(b, goal, {.limits = {.expansions = 60'000}});
    const answer fast = senda::pacman::solve(b, goal);
    MUST(fast.outcome != outcome::limit);
    if (fast.best) {
        const senda::pacman::replayed told = senda::pacman::replay(b, fast.best->moves);
        MUST(told && told.energies.back() == fast.best->left);
    }
    if (sure.outcome == outcome::limit) return;
    MUST(fast.outcome == sure.outcome && fast.obstacle == sure.obstacle);
    if (!fast) return;
    MUST(fast.best->moves.size() == sure.best->moves.size());
    MUST(fast.best->left == sure.best->left && fast.optimal);
}

}  // namespace pacman_solve_target

inline void pacman_solve(std::string_view input) {
    using namespace pacman_solve_target;
    const board b = decoded(input);
    check_same(b, goal_kind::shortest);
    check_same(b, goal_kind::richest);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(pacman_solve)
