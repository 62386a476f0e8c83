// SPDX-License-Identifier: MIT
#include <maze/difficulty.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <maze/format.hpp>
#include <maze/least_life.hpp>
#include <maze/solve.hpp>
#include <optional>
#include <string>
#include <vector>

namespace difficulty_test {

using namespace senda::maze;

board read(const std::string& text) { return *parse(text); }

TEST_CASE("a corridor leaves no choice, and each way on at a crossing counts") {
    const board corridor = read("N=3, M=10, P=10\n##########\n#S000000E#\n##########\n");
    const answer found = solve(corridor);
    CHECK(choices_along(corridor, found.optimal->cells) == 0);
    const difficulty none = difficulty_of(corridor, found.optimal->cells, 1);
    CHECK(none.steps == 7);
    CHECK(none.direct_steps == 7);
    CHECK(none.score() == 0);
    CHECK(none.level() == difficulty_level::easy);

    // Two ways at the start, two on at the crossing of three, and a way back that is chosen.
    const board b = read(
        "N=5, M=7, P=10\n"
        "#######\n"
        "#0S00E#\n"
        "###0###\n"
        "###T###\n"
        "#######\n");
    std::vector<place> straight;
    for (const std::uint32_t col : {2U, 3U, 4U, 5U}) straight.push_back(b.at(1, col));
    CHECK(choices_along(b, straight) == doctest::Approx(1 + 1));
    std::vector<place> by_treasure{b.at(1, 2), b.at(1, 3), b.at(2, 3), b.at(3, 3),
                                   b.at(2, 3), b.at(1, 3), b.at(1, 4), b.at(1, 5)};
    CHECK(choices_along(b, by_treasure) == doctest::Approx(1 + 1 + 1));
    const difficulty d = difficulty_of(b, by_treasure, 5);
    CHECK(d.treasures == 1);
    CHECK(d.detour() == doctest::Approx(7.0 / 3));
    CHECK(d.tightness() == doctest::Approx(0.5));
    CHECK(d.score() == doctest::Approx(3 * 7.0 / 3 * 1.5));
}

TEST_CASE("less life to spare never makes a maze easier") {
    const std::string cells =
        "##############\n"
        "#S0000003333E#\n"
        "#0#####0######\n"
        "#0#####0######\n"
        "#0##T0#0######\n"
        "#0##00#0######\n"
        "#0000T00######\n"
        "#0##########T#\n"
        "#000000000000#\n"
        "##############\n";
    const life_points least = *least_life(read("N=10, M=14, P=10\n" + cells));
    double before = 1e9;
    for (life_points life = least; life < least + 30; ++life) {
        const board b = read("N=10, M=14, P=" + std::to_string(life) + '\n' + cells);
        const answer found = solve(b);
        REQUIRE(found);
        const double score = difficulty_of(b, found.optimal->cells, least).score();
        CHECK(score <= before);
        before = score;
    }
}

TEST_CASE("levels have names") {
    CHECK(std::string{to_string(difficulty_level::easy)} == "easy");
    CHECK(std::string{to_string(difficulty_level::expert)} == "expert");
}

}  // namespace difficulty_test
