// SPDX-License-Identifier: MIT
// The solver of mazes against the search of all states, on mazes of a few cells.
#include "../target.hpp"

#include <maze/exhaustive.hpp>
#include <maze/game.hpp>
#include <maze/solve.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

namespace maze_solve_target {

using senda::maze::answer;
using senda::maze::board;
using senda::maze::outcome;

/// A maze of at most 6 x 6 cells and 6 treasures.
inline board decoded(std::string_view input) {
    decoder in{input};
    const int rows = 1 + in.below(6);
    const int cols = 2 + in.below(5);
    const int life = 1 + in.below(24);
    const auto size = static_cast<std::size_t>(rows * cols);
    const auto start = static_cast<std::size_t>(in.below(static_cast<unsigned>(size)));
    const auto end = static_cast<std::size_t>(in.below(static_cast<unsigned>(size)));
    std::string cells;
    int treasures = 0;
    while (cells.size() < size) {
        char c = "0000##T112345679"[in.byte() % 16];
        if (c == 'T' && ++treasures > 6) c = '2';
        cells += c;
    }
    cells[start] = 'S';
    cells[end == start ? (end + 1) % size : end] = 'E';
    return *board::make(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(cols), life,
                        cells);
}

inline void check_routes(const board& b, const answer& a) {
    for (const senda::maze::route& r : a.routes) {
        const senda::maze::replayed told = senda::maze::replay(b, r.cells);
        MUST(told && told.life.back() == r.life && r.steps() == a.optimal->steps());
    }
    for (std::size_t i = 1; i < a.routes.size(); ++i) MUST(a.routes[i - 1] != a.routes[i]);
}

}  // namespace maze_solve_target

inline void maze_solve(std::string_view input) {
    using namespace maze_solve_target;
    const board b = decoded(input);
    const senda::maze::question asked{.count = true, .routes = 4};
    const answer fast = senda::maze::solve(b, asked);
    const answer sure = senda::maze::solve_exhaustively(
        b, senda::maze::method::astar_exact,
        {.count = true, .routes = 4, .limits = {.expansions = 60'000}});
    MUST(fast.outcome != outcome::limit);
    check_routes(b, fast);
    if (sure.outcome == outcome::limit) return;
    MUST(fast.outcome == sure.outcome && fast.obstacle == sure.obstacle);
    MUST(fast.lower_bound == sure.lower_bound);
    if (!fast) return;
    MUST(fast.optimal->steps() == sure.optimal->steps() && fast.max_life == sure.max_life);
    MUST(senda::maze::replay(b, fast.optimal->cells).life.back() == *fast.max_life);
    MUST(fast.count && sure.count);
    // States that differ in life or treasures can make one route of cells count twice: no more than
    // the routes that are listed can be fewer.
    MUST(fast.count->to_string() == sure.count->to_string());
    MUST(fast.routes.size() == sure.routes.size());
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(maze_solve)
