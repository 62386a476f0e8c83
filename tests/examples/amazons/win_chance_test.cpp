// SPDX-License-Identifier: MIT
#include <amazons/win_chance.hpp>

#include <algorithm>
#include <amazons/engine.hpp>
#include <amazons/format.hpp>
#include <doctest/doctest.h>
#include <vector>

namespace win_chance_test {

using namespace senda::amazons;

TEST_CASE("chances keep the order of what they come from, in every part of a game") {
    for (const chance_map& map :
         {chance_map{}, chance_maps::evaluation, chance_maps::greedy, chance_maps::mcts}) {
        for (const double empty : {0.0, 0.3, 0.6, 0.92, 1.0}) {
            double before = -1;
            for (const double p : {0.0, 1e-5, 0.01, 0.2, 0.5, 0.51, 0.9, 0.999, 1 - 1e-5}) {
                const double chance = map(p, empty);
                CHECK(chance > before);
                CHECK(chance >= 0);
                CHECK(chance <= 1);
                before = chance;
            }
        }
    }
    CHECK(chance_map{}(0.25, 0.4) == doctest::Approx(0.25));
    CHECK(chance_map{.slope = 2}(0.8, 0) == doctest::Approx(16.0 / 17));
    CHECK(chance_map{.slope = 2}(0.8, 1) == doctest::Approx(0.8));
    CHECK(chance_map{.offset = 1, .open_offset = 0}(0.5, 0) == doctest::Approx(0.7310586));
}

TEST_CASE("what is certain stays certain") {
    const board b;
    chosen found{.win_probability = 1, .outcome = senda::games::outcome::win};
    CHECK(win_chance(b, found, method::mcts) == 1);
    found = {.win_probability = 0, .outcome = senda::games::outcome::loss};
    CHECK(win_chance(b, found, method::greedy) == 0);
    found = {.win_probability = 0.999};
    CHECK(win_chance(b, found, method::mcts) < 1);
    CHECK(win_chance(*parse_board("a1,b1,c1,d1\na10,b10,c10,d10\na2,b2,c2,d2,e2,e1\n1\n")) == 0);
}

TEST_CASE("how much of a board is empty depends on its own size") {
    CHECK(empty_part(board{}) == doctest::Approx(0.92));
    CHECK(empty_part(board({5, 6})) == doctest::Approx(22.0 / 30));
    CHECK(empty_part(basic_board<6, 6>{}) == doctest::Approx(28.0 / 36));
    CHECK(win_chance(board({6, 6})) == doctest::Approx(win_chance(basic_board<6, 6>{})));
}

TEST_CASE("first sight, a greedy player and a tree agree about the start of a game") {
    const board b;
    std::vector<double> chances{win_chance(b)};
    for (const char* name : {"greedy", "mcts:20", "mcts:40"}) {
        const engine_options o = *parse_player(name);
        chances.push_back(win_chance(b, engine(o).choose(b), o.method));
    }
    const auto [least, most] = std::minmax_element(chances.begin(), chances.end());
    CHECK(*most - *least < 0.2);  // as they are, they differ by more than 0.3
}

}  // namespace win_chance_test
