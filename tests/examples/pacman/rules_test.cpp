// SPDX-License-Identifier: MIT
#include <pacman/rules.hpp>

#include <pacman/format.hpp>
#include <pacman/game.hpp>
#include <pacman/moves.hpp>
#include <pacman/report.hpp>

#include "random_maps.hpp"
#include "support/enum_names.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pacman_rules_test {

using namespace senda::pacman;

/// One row with the start at its left end and the goal at its right end.
board corridor(const std::string& tokens, energy e) {
    const std::string width = std::to_string(1 + std::count(tokens.begin(), tokens.end(), ','));
    const senda::parsed<board> read =
        parse_text(width + ",1\n1,1," + std::to_string(e) + "\n" + width + ",1\n" + tokens + "\n");
    REQUIRE(read);
    return *read;
}

replayed run(const board& map, std::string_view letters) {
    return replay(map, *parse_moves(letters));
}

board example() { return *parse_text("4,3\n1,2,10\n4,3\nV,J3,J4,B2\nV,V,Z7,J1\nV,V,Z4,V\n"); }

}  // namespace pacman_rules_test

TEST_CASE("a move costs 1 and then the cell does what it does") {
    using namespace pacman_rules_test;
    CHECK(energy_after({kind::empty}, 5, false) == 4);
    CHECK(energy_after({kind::food, 3}, 5, false) == 7);
    CHECK(energy_after({kind::food, 3}, 5, true) == 4);
    CHECK(energy_after({kind::bomb, 3}, 5, false) == 1);
    CHECK(energy_after({kind::bomb, 3}, 5, true) == 4);
    CHECK(energy_after({kind::wall, 3}, 5, false) == 1);
    CHECK(energy_after({kind::wall, 3}, 5, true) == 1);
    CHECK(energy_after({kind::lethal}, 5, false) == 4);
}

TEST_CASE("a replay shows the energy after each move") {
    using namespace pacman_rules_test;
    const board map = example();
    const replayed told = run(map, "URRRDD");
    CHECK(told);
    CHECK(told.verdict == verdict::won);
    CHECK(told.energies == std::vector<energy>{10, 9, 11, 14, 11, 11, 10});
    CHECK(told.takes == std::vector<bool>{false, false, true, true, true, true, false});
    CHECK(told.places.front() == map.start());
    CHECK(told.places.back() == map.goal());
    CHECK(told.failed_at == 6);
}

TEST_CASE("food is eaten once, a bomb explodes once, a wall is climbed every time") {
    using namespace pacman_rules_test;
    CHECK(run(corridor("V,J5,V,V", 9), "RLR").energies == std::vector<energy>{9, 13, 12, 11});
    CHECK(run(corridor("V,B5,V,V", 9), "RLR").energies == std::vector<energy>{9, 3, 2, 1});
    CHECK(run(corridor("V,Z2,V,V", 9), "RLR").energies == std::vector<energy>{9, 6, 5, 2});
}

TEST_CASE("the goal is won with any energy, since it is looked at before the energy") {
    using namespace pacman_rules_test;
    CHECK(run(corridor("V,V", 1), "R").verdict == verdict::won);
    CHECK(run(corridor("V,V", 1), "R").energies.back() == 0);
    CHECK(run(corridor("V,V", -3), "R").verdict == verdict::won);
    CHECK(run(corridor("V,V", -3), "R").energies.back() == -4);
}

TEST_CASE("no energy at the end of a turn loses the game") {
    using namespace pacman_rules_test;
    const replayed none = run(corridor("V,V,V", 1), "RR");
    CHECK(none.verdict == verdict::lost_energy);
    CHECK(none.failed_at == 0);
    CHECK(none.energies == std::vector<energy>{1, 0});
    CHECK(run(corridor("V,V,V", 2), "RR").verdict == verdict::won);
    CHECK(run(corridor("V,B2,V", 3), "RR").verdict == verdict::lost_energy);
    CHECK(run(corridor("V,B2,V", 4), "RR").verdict == verdict::won);
    CHECK(run(corridor("V,Z2,V", 3), "RR").verdict == verdict::lost_energy);
    CHECK(run(corridor("V,Z2,V", 4), "RR").verdict == verdict::won);
}

TEST_CASE("food on the first cell saves one who starts without energy") {
    using namespace pacman_rules_test;
    CHECK(run(corridor("V,J3,V,V", 0), "RRR").verdict == verdict::won);
    CHECK(run(corridor("V,J1,V,V", 0), "RRR").verdict == verdict::lost_energy);
}

TEST_CASE("a lethal bomb kills whatever the energy") {
    using namespace pacman_rules_test;
    const replayed told = run(corridor("V,V,B,V", 1000), "RRR");
    CHECK(told.verdict == verdict::lost_bomb);
    CHECK(told.failed_at == 1);
    CHECK(told.places.size() == 3);
}

TEST_CASE("an infinite wall and the edge of the map cannot be entered") {
    using namespace pacman_rules_test;
    const replayed wall = run(corridor("V,V,Z,V", 9), "RRR");
    CHECK(wall.verdict == verdict::blocked);
    CHECK(wall.failed_at == 1);
    CHECK(wall.energies == std::vector<energy>{9, 8});
    for (const char* letters : {"U", "D", "L"})
        CHECK(run(corridor("V,V,Z,V", 9), letters).verdict == verdict::blocked);
}

TEST_CASE("a route that stops before the goal is not over, and one that goes on after it fails") {
    using namespace pacman_rules_test;
    const board map = corridor("V,V,V", 9);
    CHECK(run(map, "R").verdict == verdict::going_on);
    CHECK(run(map, "").verdict == verdict::going_on);
    const replayed on = run(map, "RRL");
    CHECK(on.verdict == verdict::over);
    CHECK_FALSE(on);
    CHECK(on.failed_at == 2);
    CHECK(on.places.size() == 3);
}

TEST_CASE("a game that starts at the goal is won without a move") {
    using namespace pacman_rules_test;
    const board map = *parse_text("2,1\n1,1,5\n1,1\nV,V\n");
    CHECK(run(map, "").verdict == verdict::won);
    CHECK(run(map, "RL").verdict == verdict::over);
    game g{map};
    CHECK(g.is_over());
    CHECK(g.move(direction::right) == verdict::over);
    CHECK(g.position() == map.start());
}

TEST_CASE("safe mode refuses what would take the energy below 0, and nothing else") {
    using namespace pacman_rules_test;
    CHECK_FALSE(is_safe({kind::solid}, 100, false));
    CHECK_FALSE(is_safe({kind::lethal}, 100, false));
    CHECK(is_safe({kind::wall, 3}, 4, false));
    CHECK_FALSE(is_safe({kind::wall, 3}, 3, false));
    CHECK(is_safe({kind::bomb, 3}, 4, false));
    CHECK_FALSE(is_safe({kind::bomb, 3}, 3, false));
    CHECK(is_safe({kind::bomb, 3}, 1, true));
    CHECK(is_safe({kind::empty}, 1, false));
    CHECK(is_safe({kind::empty}, 0, false));
    CHECK(is_safe({kind::food, 1}, 0, false));
}

TEST_CASE("a refused move leaves a game as it is") {
    using namespace pacman_rules_test;
    for (const char* tokens : {"V,B,V", "V,B9,V", "V,Z9,V"}) {
        game g{corridor(tokens, 5)};
        g.set_safe(true);
        CHECK(g.safe());
        const situation before = g.situation();
        CHECK(g.move(direction::right) == verdict::refused);
        CHECK(g.situation() == before);
        CHECK_FALSE(g.can_undo());
        g.set_safe(false);
        CHECK(g.move(direction::right) != verdict::refused);
        CHECK(g.is_over());
    }
    game g{corridor("V,Z,V", 5)};
    for (const bool safe : {false, true}) {
        g.set_safe(safe);
        CHECK(g.move(direction::right) == verdict::blocked);
        CHECK(g.moves().empty());
    }
    // The bomb has exploded, so that its cell is empty.
    game again{corridor("V,B3,V", 7)};
    again.set_safe(true);
    CHECK(again.move(direction::right) == verdict::going_on);
    CHECK(again.move(direction::left) == verdict::going_on);
    CHECK(again.left() == 2);
    CHECK(again.is_gone(again.board().at(2, 1)));
    CHECK(again.tile_at(again.board().at(2, 1)) == tile{});
    CHECK(again.move(direction::right) == verdict::going_on);
}

TEST_CASE("a move taken back gives back what it took, also after the end") {
    using namespace pacman_rules_test;
    game g{corridor("V,J3,B9,V", 5)};
    const situation first = g.situation();
    CHECK(g.move(direction::right) == verdict::going_on);
    const situation second = g.situation();
    CHECK(g.move(direction::right) == verdict::lost_energy);
    CHECK(g.verdict() == verdict::lost_energy);
    CHECK(g.move(direction::right) == verdict::over);
    CHECK(g.undo());
    CHECK(g.situation() == second);
    CHECK(g.undo());
    CHECK(g.situation() == first);
    CHECK_FALSE(g.undo());
    CHECK(g.redo());
    CHECK(g.situation() == second);
    CHECK(g.can_redo());
    CHECK(g.move(direction::left) == verdict::going_on);
    CHECK_FALSE(g.redo());
    CHECK(to_text(g.moves()) == "RL");
    g.restart();
    CHECK(g.situation() == first);
    CHECK(g.redo());
    CHECK(g.situation() == second);
}

TEST_CASE("a game, its replay and the rest of its map agree on random maps") {
    using namespace pacman_rules_test;
    std::set<verdict> seen;
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        senda::random_source random{seed};
        game g{map};
        std::vector<situation> trail{g.situation()};
        for (int i = 0; i < 30 && !g.is_over(); ++i) {
            const direction d = directions[random.below(4)];
            const game later{rest_of(map, g.situation())};
            game alone = later;
            const verdict made = g.move(d);
            seen.insert(made);
            CHECK(alone.move(d) == made);
            CHECK(alone.left() == g.left());
            CHECK(alone.position() == g.position());
            if (made != verdict::blocked) trail.push_back(g.situation());
        }
        const replayed told = replay(map, g.moves());
        CHECK(told.verdict == g.verdict());
        REQUIRE(told.places.size() == trail.size());
        for (std::size_t i = 0; i < trail.size(); ++i) {
            CHECK(told.places[i] == trail[i].at);
            CHECK(told.energies[i] == trail[i].left);
        }
        if (told.verdict == verdict::won || told.verdict == verdict::going_on) {
            const meetings met = meetings_of(map, told);
            const board left = rest_of(map, g.situation());
            CHECK(met.foods == map.foods().size() - left.foods().size());
            CHECK(met.bombs == map.bombs().size() - left.bombs().size());
            const auto is_wall = [&](const situation& s) { return map[s.at].what == kind::wall; };
            CHECK(met.walls ==
                  static_cast<std::size_t>(std::count_if(trail.begin() + 1, trail.end(), is_wall)));
        }
        for (std::size_t i = trail.size(); i-- > 0;) {
            CHECK(g.situation() == trail[i]);
            CHECK(g.undo() == (i > 0));
        }
    }
    CHECK(seen == std::set<verdict>{verdict::going_on, verdict::won, verdict::lost_energy,
                                    verdict::lost_bomb, verdict::blocked});
}

TEST_CASE("every verdict, obstacle and direction has its name") {
    using namespace pacman_rules_test;
    support::check_names<verdict>();
    support::check_names<obstacle>();
    support::check_names<direction>([](direction d) { return name_of(d); });
}

TEST_CASE("moves are letters") {
    using namespace pacman_rules_test;
    const std::vector<direction> all(directions.begin(), directions.end());
    CHECK(to_text(all) == "UDLR");
    CHECK(*parse_moves("UDLR") == all);
    CHECK(*parse_moves(" u d\r\nl\tr\n") == all);
    CHECK(parse_moves("")->empty());
    const senda::parsed<std::vector<direction>> wrong = parse_moves("UD\nL\xC3\xA9X");
    CHECK_FALSE(wrong);
    CHECK(wrong.error().code == "bad_move");
    CHECK(wrong.error().line == 2);
    CHECK(wrong.error().column == 2);
}
