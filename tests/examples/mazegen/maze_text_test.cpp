// SPDX-License-Identifier: MIT
#include <mazegen/maze_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/maze_text_reader.hpp>
#include <senda/graph/grid.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "support/rounds.hpp"

using namespace senda::mazegen;
using senda::cell;

namespace {

maze two_by_three() {
    auto m = maze::make(2, 3);
    m->open({0, 0}, direction::east);
    m->open({1, 0}, direction::south);
    m->open({1, 1}, direction::east);
    m->open({1, 1}, direction::west);
    m->open({2, 1}, direction::north);
    return *std::move(m);
}

std::size_t count_of(const std::string& text, char c) {
    const std::size_t rows = text.find('\n');
    return static_cast<std::size_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(rows), text.end(), c));
}

struct refusal {
    std::string text;
    std::string_view code;
    std::size_t line, column;
};

}  // namespace

TEST_CASE("R x C rooms become 2R + 1 by 2C + 1 cells") {
    const auto text = to_maze_text(two_by_three(), {{0, 0}, {2, 0}});
    REQUIRE(text);
    CHECK(*text ==
          "N=5, M=7, P=10\n"
          "#######\n"
          "#S00#E#\n"
          "###0#0#\n"
          "#00000#\n"
          "#######\n");
}

TEST_CASE("a maze comes back from its text") {
    support::split_mix64 random(12);
    for (int round = 0; round < support::rounds(200); ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 12), random.between(2, 12), 80, random);
        auto m = generate(kruskal{}, mask, static_cast<std::uint64_t>(round));
        REQUIRE(m);
        if (m->rooms() < 2) continue;
        (void)braid(*m, random.unit(), 1);
        const auto at =
            place_entrances(*m, entrance_rule::random, static_cast<std::uint64_t>(round));
        const std::uint64_t floor = m->rooms() + maze_checks::passages_of(*m) - 2;
        const strewing what{.digits = random.unit(),
                            .treasures = floor / 7,
                            .treasure_share = 0.1,
                            .life = 1 + round,
                            .seed = static_cast<std::uint64_t>(round)};
        const auto text = to_maze_text(*m, *at, what);
        REQUIRE(text);
        const auto read = parse_maze_text(*text);
        REQUIRE(read);
        CHECK(read.warnings.empty());
        CHECK(read->maze == *m);
        CHECK(read->entrance == at->entrance);
        CHECK(read->exit == at->exit);
        CHECK(read->life == 1 + round);
        CHECK(read->treasures == count_of(*text, 'T'));
        CHECK(read->treasures ==
              floor / 7 + static_cast<std::uint64_t>(static_cast<double>(floor) * 0.1 + 0.5));
    }
}

TEST_CASE("digits and treasures are strewn as asked for") {
    const auto m = generate(wilson{}, 60, 60, 1);
    const entrances at{{0, 0}, {59, 59}};
    const double floor = 2 * 3600 - 1 - 2;
    const auto text = to_maze_text(*m, at, {.digits = 0.25, .treasures = 100, .seed = 3});
    REQUIRE(text);
    CHECK(count_of(*text, 'T') == 100);
    double digits = 0;
    for (char c = '1'; c <= '9'; ++c) {
        const auto count = static_cast<double>(count_of(*text, c));
        CHECK(std::abs(count - floor * 0.25 / 9) < 5 * std::sqrt(floor * 0.25 / 9));
        digits += count;
    }
    CHECK(std::abs(digits - floor * 0.25) < 5 * std::sqrt(floor * 0.19));
    CHECK(*text == *to_maze_text(*m, at, {.digits = 0.25, .treasures = 100, .seed = 3}));
    CHECK(*text != *to_maze_text(*m, at, {.digits = 0.25, .treasures = 100, .seed = 4}));

    const auto full = to_maze_text(*m, at, {.digits = 1, .treasure_share = 0});
    CHECK(count_of(*full, '0') == 0);
    const auto rich = to_maze_text(*m, at, {.treasure_share = 1});
    CHECK(count_of(*rich, 'T') == static_cast<std::size_t>(floor));
    const auto all = to_maze_text(*m, at, {.treasures = static_cast<std::uint64_t>(floor)});
    CHECK(*all == *rich);
}

TEST_CASE("treasures lie everywhere with the same chance") {
    const maze m = two_by_three();
    std::vector<int> counts(100);
    constexpr int rounds = 4000;
    for (int seed = 0; seed < rounds; ++seed) {
        const auto text = to_maze_text(m, {{0, 0}, {2, 0}},
                                       {.treasures = 3, .seed = static_cast<std::uint64_t>(seed)});
        for (std::size_t i = 0; i < text->size(); ++i) counts[i] += (*text)[i] == 'T' ? 1 : 0;
    }
    for (const int count : counts) {
        if (count == 0) continue;
        CHECK(std::abs(count - rounds / 3.0) < 5 * std::sqrt(rounds * 2 / 9.0));
    }
    CHECK(std::count(counts.begin(), counts.end(), 0) == 100 - 9);
}

TEST_CASE("what cannot be written is refused before anything is") {
    const maze m = two_by_three();
    const auto code = [&](const entrances& at, const strewing& what) {
        bool written = false;
        const auto result = write_maze_text(m, at, [&](std::string_view) { written = true; }, what);
        CHECK_FALSE(written);
        return result ? std::string{} : result.error().code;
    };
    const entrances at{{0, 0}, {2, 1}};
    CHECK(code({{0, 0}, {0, 0}}, {}) == "bad_entrances");
    CHECK(code({{0, 0}, {3, 0}}, {}) == "bad_entrances");
    CHECK(code(at, {.digits = 1.1}) == "bad_fraction");
    CHECK(code(at, {.treasure_share = -0.5}) == "bad_fraction");
    CHECK(code(at, {.treasures = 10}) == "bad_treasures");
    CHECK(code(at, {.treasures = 1, .treasure_share = 1}) == "bad_treasures");
    CHECK(code(at, {.life = 0}) == "bad_life");
    CHECK(code(at, {.life = most_life + 1}) == "bad_life");
    const auto one = maze::make(1, 1);
    CHECK(to_maze_text(*one, {{0, 0}, {0, 0}}).error().code == "bad_entrances");
}

TEST_CASE("a maze is written in pieces, and a sink that is full is told of") {
    const auto m = generate(sidewinder{}, 400, 400, 1);
    const entrances at{{0, 0}, {399, 399}};
    std::string text;
    std::size_t largest = 0;
    const auto written = write_maze_text(*m, at, [&](std::string_view piece) {
        text += piece;
        largest = std::max(largest, piece.size());
    });
    REQUIRE(written);
    CHECK(*written == text.size());
    CHECK(largest < 70'000);
    CHECK(text == *to_maze_text(*m, at));
    const auto full = write_maze_text(*m, at, [](std::string_view) { return false; });
    REQUIRE_FALSE(full);
    CHECK(full.error().code == "not_written");
}

TEST_CASE("text that is no maze of rooms is refused with the place") {
    const refusal refusals[] = {
        {"", "empty_input", 1, 1},
        {"\n", "bad_header", 1, 1},
        {"N=3 M=3, P=1\n###\n#0#\n###\n", "bad_header", 1, 5},
        {"N=x, M=3, P=1\n", "bad_header", 1, 3},
        {"N=3, M=3, P=1 x\n", "bad_header", 1, 14},
        {"N=4, M=3, P=1\n", "bad_dimensions", 1, 3},
        {"N=3, M=1, P=1\n", "bad_dimensions", 1, 8},
        {"N=3, M=3, P=0\n", "bad_life", 1, 13},
        {"N=3, M=3, P=1000000000000001\n", "bad_life", 1, 13},
        {"N=99999999999999999999, M=3, P=1\n", "bad_dimensions", 1, 3},
        {"N=3, M=3, P=1\n###\n#0#\n", "bad_row_count", 4, 1},
        {"N=3, M=3, P=1\n###\n#0#\n###\n\n#\n", "bad_row_count", 6, 1},
        {"N=3, M=3, P=1\n###\n#0##\n###\n", "bad_row_length", 3, 4},
        {"N=3, M=3, P=1\n###\n#0\n###\n", "bad_row_length", 3, 3},
        {"N=3, M=3, P=1\n###\n#x#\n###\n", "bad_cell", 3, 2},
        {"N=3, M=3, P=1\n###\n#\xC3\xA9#\n###\n", "bad_cell", 3, 2},
        {"N=3, M=3, P=1\n#.#\n#0#\n###\n", "bad_cell", 2, 2},
        {"N=3, M=3, P=1\n#0#\n#0#\n###\n", "not_rooms", 2, 2},
        {"N=3, M=3, P=1\n###\n#0#\n#0#\n", "not_rooms", 4, 2},
        {"N=3, M=3, P=1\n###\n00#\n###\n", "not_rooms", 3, 1},
        {"N=3, M=3, P=1\n###\n#00\n###\n", "not_rooms", 3, 3},
        {"N=3, M=3, P=1\n0##\n#0#\n###\n", "not_rooms", 2, 1},
        {"N=5, M=5, P=1\n#####\n#0#0#\n##0##\n#0#0#\n#####\n", "not_rooms", 4, 3},
        {"N=5, M=5, P=1\n#####\n#0###\n###0#\n#0#0#\n#####\n", "not_rooms", 4, 4},
        {"N=5, M=5, P=1\n#####\n#0#0#\n#0###\n###0#\n#####\n", "not_rooms", 5, 2},
        {"N=3, M=5, P=1\n#####\n#00##\n#####\n", "not_rooms", 3, 3},
        {"N=3, M=5, P=1\n#####\n##00#\n#####\n", "not_rooms", 3, 3},
        {"N=3, M=5, P=1\n#####\n#0S0#\n#####\n", "not_rooms", 3, 3},
        {"N=3, M=5, P=1\n#####\n#S0S#\n#####\n", "many_starts", 3, 4},
        {"N=3, M=5, P=1\n#####\n#E0E#\n#####\n", "many_ends", 3, 4},
    };
    for (const refusal& expected : refusals) {
        const auto got = parse_maze_text(expected.text);
        CAPTURE(expected.text);
        REQUIRE_FALSE(got);
        CHECK(got.error().code == expected.code);
        CHECK(got.error().line == expected.line);
        CHECK(got.error().column == expected.column);
        CHECK_FALSE(got.error().message.empty());
    }
}

TEST_CASE("a header that promises the moon takes no memory") {
    const auto got = parse_maze_text("N=1999999999, M=3, P=1\n###\n");
    REQUIRE_FALSE(got);
    CHECK(got.error().code == "bad_row_count");
    CHECK(parse_maze_text("N=3, M=4000000001, P=1\n###\n").error().code == "bad_row_length");
}

TEST_CASE("blanks in the header, a byte order mark, CRLF and empty lines at the end are fine") {
    const auto read =
        parse_maze_text("\xEF\xBB\xBFN = 3 ,M=\t5, P =7 \r\n#####\r\n#S5E#\r\n#####\r\n\r\n");
    REQUIRE(read);
    CHECK(read->life == 7);
    CHECK(read->digits == 1);
    CHECK(read->maze.has_passage({0, 0}, direction::east));
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings.front().code == "bom");
}

TEST_CASE("damaged text is refused or read, but never worse") {
    support::split_mix64 random(99);
    const std::string good =
        *to_maze_text(*generate(wilson{}, 4, 5, 1), {{0, 0}, {4, 3}}, {.digits = 0.3});
    constexpr std::string_view pool = "#0159TSEx,=NMP \t\r\n\xC3";
    for (int round = 0; round < support::rounds(3000); ++round) {
        std::string text = good;
        for (int change = random.between(1, 4); change > 0; --change) {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
            const char c =
                pool[static_cast<std::size_t>(random.below(static_cast<int>(pool.size())))];
            switch (random.below(3)) {
                case 0: text[at] = c; break;
                case 1: text.insert(at, 1, c); break;
                default: text.erase(at, 1); break;
            }
        }
        const auto read = parse_maze_text(text);
        if (read) {
            CHECK(maze_checks::is_sound(read->maze));
        } else {
            CHECK_FALSE(read.error().code.empty());
        }
    }
}
