// SPDX-License-Identifier: MIT
// Pac-Man maps, car parks, games and generators of mazes under a limit of bytes.
#include "memory_case.hpp"

#include "../games/connect_four.hpp"

#include <mazegen/algorithms.hpp>
#include <mazegen/generate.hpp>
#include <pacman/solve.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/solve.hpp>
#include <senda/games/alpha_beta.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/solve.hpp>

#include <cmath>

namespace soak {

namespace {

namespace pacman = senda::pacman;
namespace mazegen = senda::mazegen;

/// A square with food everywhere and little energy, from corner to corner.
pacman::board food_everywhere(std::uint32_t side, pacman::energy start_energy, int one_in) {
    std::vector<pacman::tile> tiles(std::size_t{side} * side);
    std::uint64_t random = 3;
    for (pacman::tile& t : tiles) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        if ((random >> 33) % static_cast<std::uint64_t>(one_in) == 0)
            t = {pacman::kind::food, static_cast<std::uint32_t>(1 + (random >> 40) % 3)};
    }
    tiles.front() = tiles.back() = {};
    return *pacman::board::make(side, side, tiles, {1, 1}, {side, side}, start_energy);
}

told tell(const pacman::answer& a) {
    return {a.statistics.ended, static_cast<double>(a.lower_bound),
            a.best ? static_cast<double>(a.best->moves.size())
                   : std::numeric_limits<double>::infinity(),
            a.statistics.bytes};
}

template <class Result>
told tell_of_game(const Result& r, std::uint64_t bytes) {
    return {r.status, 0, 0, bytes};
}

told generate_all(std::uint64_t bytes, ready begin, double rooms_a_byte) {
    begin();
    const auto side =
        static_cast<std::int64_t>(std::sqrt(rooms_a_byte * static_cast<double>(bytes)));
    told t{senda::status::memory_limit, 0, 0, 0};
    for (const mazegen::algorithm_description& a : mazegen::algorithms) {
        senda::memory_budget budget(bytes);
        const auto made =
            mazegen::generate(a.which, side, side, 1, senda::mazegen::no_observer{}, {&budget});
        t.counted = std::max(t.counted, budget.peak());
        if (!made && made.error().code != "no_memory") t.status = senda::status::running;
    }
    return t;
}

}  // namespace

std::vector<memory_case> pacman_maps() {
    return {
        {"pacman, a map just too large",
         [](std::uint64_t bytes, ready begin) {
             const auto side = static_cast<std::uint32_t>(std::sqrt(bytes / 150));
             const pacman::board b = food_everywhere(side, 100, 50);
             begin();
             return tell(pacman::shortest(b, {.limits = within(bytes).limits}));
         }},
        {"pacman, a large map",
         [](std::uint64_t bytes, ready begin) {
             const auto side = static_cast<std::uint32_t>(std::sqrt(bytes / 10));
             const pacman::board b = food_everywhere(side, 100, 50);
             begin();
             return tell(pacman::shortest(b, {.limits = within(bytes).limits}));
         }},
        {"pacman, the richest route on a large map",
         [](std::uint64_t bytes, ready begin) {
             const auto side = static_cast<std::uint32_t>(std::sqrt(bytes / 10));
             const pacman::board b = food_everywhere(side, 100, 50);
             begin();
             return tell(pacman::richest(b, {.limits = within(bytes).limits}));
         }},
    };
}

std::vector<memory_case> car_parks() {
    namespace rush_hour = senda::rush_hour;
    static constexpr auto solve = [](rush_hour::engine how, ready begin) {
        // One of the hardest boards, and far too little for it, whatever the limit is.
        const auto b = rush_hour::parse_text("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM");
        begin();
        const auto a =
            rush_hour::solve(*b, {.how = how, .limits = {.bytes = std::uint64_t{1} << 15}});
        return told{a.statistics.ended, static_cast<double>(a.lower_bound), 60, a.statistics.bytes};
    };
    return {
        {"rush_hour, fast",
         [](std::uint64_t, ready begin) { return solve(rush_hour::engine::fast, begin); }},
        {"rush_hour, bfs",
         [](std::uint64_t, ready begin) { return solve(rush_hour::engine::bfs, begin); }},
        {"rush_hour, astar",
         [](std::uint64_t, ready begin) { return solve(rush_hour::engine::astar, begin); }},
    };
}

std::vector<memory_case> games() {
    using test_games::connect_four;
    return {
        {"games, solve",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto r = senda::games::solve(
                 connect_four{},
                 {.limits = {.expansions = 1'000'000, .bytes = bytes}, .table_bytes = 10 * bytes});
             return tell_of_game(r, r.bytes);
         },
         senda::status::expansion_limit},
        {"games, alpha_beta",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto r = senda::games::alpha_beta(
                 connect_four{},
                 {.limits = {.expansions = 2'000'000, .bytes = bytes}, .table_bytes = 10 * bytes});
             return tell_of_game(r, r.statistics.bytes);
         },
         senda::status::expansion_limit},
        {"games, mcts",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto r = senda::games::mcts(
                 connect_four{},
                 {.limits = {.bytes = bytes, .time = 120}, .tree_bytes = 10 * bytes});
             return tell_of_game(r, r.statistics.bytes);
         }},
    };
}

std::vector<memory_case> generators() {
    return {
        {"mazegen, far too large",
         [](std::uint64_t bytes, ready begin) { return generate_all(bytes, begin, 10); }},
        {"mazegen, all algorithms",
         [](std::uint64_t bytes, ready begin) { return generate_all(bytes, begin, 0.2); }},
    };
}

}  // namespace soak
