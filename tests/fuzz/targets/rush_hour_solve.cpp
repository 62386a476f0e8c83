// SPDX-License-Identifier: MIT
// The engine for car parks against breadth-first search and A* of the library, on crowded boards.
#include "../target.hpp"

#include <rush_hour/board.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fuzz {

namespace rush_hour_solve_target {

using senda::rush_hour::answer;
using senda::rush_hour::axis;
using senda::rush_hour::board;
using senda::rush_hour::cell_set;
using senda::rush_hour::engine;
using senda::rush_hour::metric;
using senda::rush_hour::outcome;
using senda::rush_hour::vehicle;

/// The red car, and each vehicle or wall of the input that there is room for.
inline std::optional<board> decoded(std::string_view input) {
    decoder in{input};
    std::vector<vehicle> vehicles{
        {'A', 2, static_cast<std::uint8_t>(in.below(4)), 2, axis::horizontal}};
    cell_set taken = senda::rush_hour::cells_of(vehicles[0]);
    cell_set walls = 0;
    while (!in.at_end() && vehicles.size() < 13) {
        const unsigned what = in.byte();
        const int place = in.below(36);
        if (what % 16 == 15) {
            const cell_set wall = cell_set{1} << place;
            if ((taken & wall) == 0) walls |= wall;
            taken |= wall;
            continue;
        }
        const vehicle v{static_cast<char>('A' + vehicles.size()),
                        static_cast<std::uint8_t>(place / 6), static_cast<std::uint8_t>(place % 6),
                        static_cast<std::uint8_t>(what % 4 == 0 ? 3 : 2),
                        (what & 16U) != 0 ? axis::horizontal : axis::vertical};
        if (!senda::rush_hour::is_inside(v) || (taken & senda::rush_hour::cells_of(v)) != 0)
            continue;
        vehicles.push_back(v);
        taken |= senda::rush_hour::cells_of(v);
    }
    const auto made = board::make(vehicles, walls);
    return made ? std::optional{*made} : std::nullopt;
}

inline answer solved(const board& b, metric count, engine how) {
    const answer a =
        senda::rush_hour::solve(b, {.count = count, .how = how, .limits = {.expansions = 4'000}});
    if (a) {
        MUST(a.cost && a.lower_bound == *a.cost);
        MUST(senda::rush_hour::replay(b, a.solution) || b.solved());
        const std::size_t steps = senda::rush_hour::count_steps(a.solution);
        MUST((count == metric::step ? steps : a.solution.size()) <= *a.cost);
    }
    return a;
}

inline void check_metric(const board& b, metric count) {
    const answer fast = solved(b, count, engine::fast);
    for (const engine how : {engine::bfs, engine::astar}) {
        const answer sure = solved(b, count, how);
        if (fast.outcome == outcome::limit || sure.outcome == outcome::limit) {
            // What stopped early still says how many moves there are at least.
            if (fast) MUST(sure.lower_bound <= *fast.cost);
            if (sure) MUST(fast.lower_bound <= *sure.cost);
            continue;
        }
        MUST(fast.outcome == sure.outcome && fast.cost == sure.cost);
    }
}

}  // namespace rush_hour_solve_target

inline void rush_hour_solve(std::string_view input) {
    using namespace rush_hour_solve_target;
    const std::optional<board> b = decoded(input);
    if (!b) return;
    check_metric(*b, metric::slide);
    check_metric(*b, metric::step);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(rush_hour_solve)
