// SPDX-License-Identifier: MIT
#include <senda/graph/formats/moving_ai.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using senda::cell;

struct refusal {
    std::string text;
    std::string_view code;
    std::size_t line, column;
};

template <class Read>
void check_refused(const refusal& expected, Read read) {
    const auto got = read(expected.text);
    CAPTURE(expected.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().code == expected.code);
    CHECK(got.error().line == expected.line);
    CHECK(got.error().column == expected.column);
    CHECK_FALSE(got.error().message.empty());
}

const std::string header = "type octile\nheight 2\nwidth 3\nmap\n";

/// The textbook's shortest path, for lengths to compare with. No step is shorter than 1, so those
/// cells whose distances have the same whole part are settled in any order.
double shortest(const senda::octile_grid& g, cell start, cell goal) {
    std::vector<double> distance(g.index_bound(), HUGE_VAL);
    std::vector<std::vector<cell>> open{{start}};
    distance[g.index(start)] = 0;
    for (std::size_t whole = 0; whole < open.size(); ++whole) {
        for (std::size_t i = 0; i < open[whole].size(); ++i) {
            const cell at = open[whole][i];
            const double from = distance[g.index(at)];
            if (from < static_cast<double>(whole)) continue;
            if (at == goal) return from;
            g.successors(at, [&](cell to, double cost) {
                double& best = distance[g.index(to)];
                if (from + cost >= best) return;
                best = from + cost;
                const auto place = static_cast<std::size_t>(best);
                if (open.size() <= place) open.resize(place + 1);
                open[place].push_back(to);
            });
        }
    }
    return HUGE_VAL;
}

}  // namespace

TEST_CASE("a map is read with its terrain") {
    const auto read = senda::parse_map(header + ".GS\nW@T\n");
    REQUIRE(read);
    CHECK(read.warnings.empty());
    CHECK(read->width == 3);
    CHECK(read->height == 2);
    CHECK(read->terrain == ".GSW@T");
    CHECK(read->at({0, 0}) == '.');
    CHECK(read->at({2, 1}) == 'T');
    CHECK(read->contains({2, 1}));
    CHECK_FALSE(read->contains({3, 1}));
    CHECK_FALSE(read->contains({0, -1}));
}

TEST_CASE("a map may end its lines in CRLF, lack the last newline or have empty lines after it") {
    const auto plain = senda::parse_map(header + "...\nOOO\n");
    REQUIRE(plain);
    for (const std::string& text :
         {std::string{"type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n...\r\nOOO\r\n"},
          header + "...\nOOO", header + "...\nOOO\n\n\n",
          std::string{"type  octile \n height\t2\nwidth 3\nmap \n...\nOOO\n"}}) {
        CAPTURE(text);
        const auto read = senda::parse_map(text);
        REQUIRE(read);
        CHECK(read.warnings.empty());
        CHECK(*read == *plain);
    }
}

TEST_CASE("what is harmless in a map is a warning") {
    const auto marked = senda::parse_map("\xEF\xBB\xBF" + header + "...\n...\n");
    REQUIRE(marked);
    REQUIRE(marked.warnings.size() == 1);
    CHECK(marked.warnings[0].code == "bom");

    const auto strange = senda::parse_map(header + "..A\nAB.\n");
    REQUIRE(strange);
    CHECK(strange->terrain == "..AAB.");
    REQUIRE(strange.warnings.size() == 1);
    CHECK(strange.warnings[0].code == "unknown_terrain");
    CHECK(strange.warnings[0].line == 5);
    CHECK(strange.warnings[0].column == 3);
}

TEST_CASE("a malformed map is refused at its line and column") {
    const refusal refusals[] = {
        {"", "empty_input", 1, 1},
        {"\xEF\xBB\xBF", "empty_input", 1, 1},
        {"\n", "bad_header", 1, 1},
        {"hello\n", "bad_header", 1, 1},
        {"type octile\n\nheight 2\n", "bad_header", 2, 1},
        {"type octile\nheight 2\n", "bad_header", 3, 1},
        {"type octile\nheight 2\nmap\n", "bad_header", 3, 1},
        {"map\n", "bad_header", 1, 1},
        {"type\n", "bad_header", 1, 5},
        {"type octile now\n", "bad_header", 1, 13},
        {"type octile\ntype octile\n", "bad_header", 2, 1},
        {"type octile\nheight\n", "bad_header", 2, 7},
        {"type octile\nheight 2 3\n", "bad_header", 2, 10},
        {"type octile\nheight 2\nwidth 3\nmap x\n", "bad_header", 4, 5},
        {"type octile\n  depth 2\n", "bad_header", 2, 3},
        {"type octile ñ ñ\n", "bad_header", 1, 13},
        {"type quad\n", "bad_type", 1, 6},
        {"type octile\nheight x\n", "bad_height", 2, 8},
        {"type octile\nheight 12x\n", "bad_height", 2, 10},
        {"type octile\nheight 0\n", "bad_height", 2, 8},
        {"type octile\nheight -4\n", "bad_height", 2, 8},
        {"type octile\nheight 99999999999\n", "bad_height", 2, 8},
        {"type octile\nheight 2\nwidth 2.5\n", "bad_width", 3, 8},
        {"type octile\nheight 2\nwidth 0\n", "bad_width", 3, 7},
        {"type octile\nheight 2\nwidth 99999999999999999999999\n", "bad_width", 3, 7},
        {header, "bad_row_count", 5, 1},
        {header + "...\n", "bad_row_count", 6, 1},
        {header + "...\n...\n...\n", "bad_row_count", 7, 1},
        {header + "...\n...\n\n.\n", "bad_row_count", 8, 1},
        {header + "..\n...\n", "bad_row_length", 5, 3},
        {header + "...\n....\n", "bad_row_length", 6, 4},
        {header + "...\n\n...\n", "bad_row_length", 6, 1},
        {header + "...\n... \n", "bad_row_length", 6, 4},
        {header + "...\n. .\n", "bad_terrain", 6, 2},
        {header + "...\n..\t\n", "bad_terrain", 6, 3},
        {header + ".ñ.\n...\n", "bad_terrain", 5, 2},
        {header + std::string{"..\0\n...\n", 8}, "bad_terrain", 5, 3},
        {header + ".\x7F.\n...\n", "bad_terrain", 5, 2},
    };
    for (const refusal& expected : refusals) check_refused(expected, senda::parse_map);
}

TEST_CASE("a header that promises more than the text holds takes no memory for it") {
    const std::string rows = "..........\n..........\n";
    check_refused({"type octile\nheight 1000000000\nwidth 10\nmap\n" + rows, "bad_row_count", 7, 1},
                  senda::parse_map);
    check_refused(
        {"type octile\nheight 2\nwidth 2147483647\nmap\n" + rows, "bad_row_length", 5, 11},
        senda::parse_map);
    check_refused(
        {"type octile\nheight 2147483647\nwidth 2147483647\nmap\n", "bad_row_count", 5, 1},
        senda::parse_map);
}

TEST_CASE("a map cut off or changed anywhere is read or refused, but never trusted") {
    const std::string good = header + ".GS\nW@T\n";
    for (std::size_t size = 0; size <= good.size(); ++size) {
        const auto read = senda::parse_map(good.substr(0, size));
        CHECK(static_cast<bool>(read) == (size + 1 >= good.size()));
    }
    support::split_mix64 random{7};
    for (int i = 0; i < support::rounds(3000); ++i) {
        std::string text = good;
        for (int change = random.below(4); change >= 0; --change)
            text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
                static_cast<char>(random.below(256));
        const auto read = senda::parse_map(text);
        if (read)
            CHECK(read->terrain.size() == static_cast<std::size_t>(read->width * read->height));
        else
            CHECK(read.error().line > 0);
    }
}

TEST_CASE("scenarios changed anywhere are read or refused, but never trusted") {
    const std::string good = "version 1\n0\tm\t9\t8\t1\t1\t2\t2\t1.4\n3 m 9 8 1 1 2 2 1.4\n";
    support::split_mix64 random{13};
    for (int i = 0; i < support::rounds(3000); ++i) {
        std::string text = good;
        for (int change = random.below(4); change >= 0; --change)
            text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
                random.percent(50)
                    ? static_cast<char>(random.below(256))
                    : good[static_cast<std::size_t>(random.below(static_cast<int>(good.size())))];
        const auto read = senda::parse_scenarios(text);
        if (!read) {
            CHECK(read.error().line > 0);
            continue;
        }
        for (const senda::scenario& s : *read) {
            const senda::octile_grid g(s.width, s.height);
            CHECK(g.contains(s.start));
            CHECK(g.contains(s.goal));
            CHECK(s.length >= 0);
        }
    }
}

TEST_CASE("a map that is written reads back the same") {
    support::split_mix64 random{11};
    for (int i = 0; i < 200; ++i) {
        senda::map m{random.between(1, 20), random.between(1, 20), {}};
        for (int n = 0; n < m.width * m.height; ++n)
            m.terrain += std::string_view{".GSWT@O"}[static_cast<std::size_t>(random.below(7))];
        const auto read = senda::parse_map(senda::write_map(m));
        REQUIRE(read);
        CHECK(*read == m);
    }
    CHECK(senda::write_map({3, 2, "...OOO"}) == header + "...\nOOO\n");
}

TEST_CASE("a map becomes a grid by a rule about its terrain") {
    const auto read = senda::parse_map("type octile\nheight 1\nwidth 7\nmap\n.GSWT@O\n");
    REQUIRE(read);
    const senda::octile_grid walk = senda::to_grid(*read);
    const auto swim =
        senda::to_grid<senda::grid>(*read, [](char terrain) { return terrain == 'W'; });
    const auto slow = senda::to_grid<senda::weighted_grid>(*read, [](char terrain) {
        return terrain == 'S' ? 3 : terrain == '.' ? 1 : senda::weighted_grid::closed;
    });
    for (int x = 0; x < 7; ++x) {
        CHECK(walk.open({x, 0}) == (x < 3));
        CHECK(swim.open({x, 0}) == (x == 3));
        CHECK(slow.open({x, 0}) == (x == 0 || x == 2));
    }
    CHECK(slow.weight({2, 0}) == 3);
}

TEST_CASE("scenarios are read, parted by tabs or by blanks") {
    const auto read = senda::parse_scenarios(
        "version 1\r\n"
        "0\tmaps/dao/hrt201n.map\t294\t305\t102\t198\t102\t195\t3\r\n"
        "\n"
        "12\tmy maps/a b.map\t10\t20\t9\t19\t0\t0\t23.1421\n"
        "3 m.map 10 20 1 2 3 4 2.82843\n");
    REQUIRE(read);
    CHECK(read.warnings.empty());
    REQUIRE(read->size() == 3);
    CHECK((*read)[0] ==
          senda::scenario{0, "maps/dao/hrt201n.map", 294, 305, {102, 198}, {102, 195}, 3});
    CHECK((*read)[1] == senda::scenario{12, "my maps/a b.map", 10, 20, {9, 19}, {0, 0}, 23.1421});
    CHECK((*read)[2] == senda::scenario{3, "m.map", 10, 20, {1, 2}, {3, 4}, 2.82843});
    CHECK(senda::parse_scenarios("version 1.0\n")->empty());
    CHECK(senda::parse_scenarios("\xEF\xBB\xBFversion 1\n").warnings.size() == 1);
}

TEST_CASE("a malformed scenario is refused at its line and column") {
    const auto line = [](const std::string& text) { return "version 1\n" + text + "\n"; };
    const refusal refusals[] = {
        {"", "empty_input", 1, 1},
        {"\xEF\xBB\xBF", "empty_input", 1, 1},
        {"\n", "bad_version", 1, 1},
        {"0\tm\t9\t9\t1\t1\t2\t2\t1.4\n", "bad_version", 1, 1},
        {"version\n", "bad_version", 1, 8},
        {"version 2\n", "bad_version", 1, 9},
        {"version 1 x\n", "bad_version", 1, 11},
        {line("0\tm\t9\t9\t1\t1\t2\t2"), "bad_fields", 2, 16},
        {line("0 m 9 9 1 1 2 2"), "bad_fields", 2, 16},
        {line(" "), "bad_fields", 2, 2},
        {line("0\tm\t9\t9\t1\t1\t2\t2\t1.4\t5"), "bad_fields", 2, 21},
        {line("ñ\tm\t9\t9\t1\t1\t2\t2\t1.4\t5"), "bad_fields", 2, 21},
        {line("x\tm\t9\t9\t1\t1\t2\t2\t1.4"), "bad_number", 2, 1},
        {line("-1\tm\t9\t9\t1\t1\t2\t2\t1.4"), "bad_number", 2, 1},
        {line("0\tm\t0\t9\t1\t1\t2\t2\t1.4"), "bad_number", 2, 5},
        {line("0\tm\t9\t9x\t1\t1\t2\t2\t1.4"), "bad_number", 2, 8},
        {line("0\tñ\t9\t9x\t1\t1\t2\t2\t1.4"), "bad_number", 2, 8},
        {line("0\tm\t9\t9\t-1\t1\t2\t2\t1.4"), "bad_number", 2, 9},
        {line("0\tm\t9\t9\t1\t9999999999\t2\t2\t1.4"), "bad_number", 2, 11},
        {line("0\tm\t9\t9\t1\t1\t2\t2\t1.4x"), "bad_number", 2, 20},
        {line("0\tm\t9\t9\t1\t1\t2\t2\t-1"), "bad_number", 2, 17},
        {line("0\tm\t9\t9\t1\t1\t2\t2\tnan"), "bad_number", 2, 17},
        {line("0\tm\t5\t9\t5\t1\t2\t2\t1.4"), "outside", 2, 9},
        {line("0\tm\t9\t5\t1\t5\t2\t2\t1.4"), "outside", 2, 11},
        {line("0\tm\t5\t9\t1\t1\t5\t2\t1.4"), "outside", 2, 13},
        {line("0\tm\t9\t5\t1\t1\t2\t5\t1.4"), "outside", 2, 15},
        {line("0\tm\t9\t9\t1\t1\t2\t2\t1.4\n\n0"), "bad_fields", 4, 2},
    };
    for (const refusal& expected : refusals) check_refused(expected, senda::parse_scenarios);
}

TEST_CASE("the lengths of the benchmark's scenarios are those of an octile grid") {
    for (const std::string name : {"8room_000", "hrt201n", "maze512-4-0", "random512-10-0"}) {
        const std::string file = "movingai/" + name + ".map";
        const std::string text = support::shared_text(file);
        if (text.empty()) continue;
        CAPTURE(name);
        const auto map = senda::parse_map(text);
        REQUIRE(map);
        CHECK(map.warnings.empty());
        CHECK(senda::write_map(*map) == text);
        const auto scenarios = senda::parse_scenarios(support::shared_text(file + ".scen"));
        REQUIRE(scenarios);
        REQUIRE(scenarios->size() > 1000);
        const senda::octile_grid g = senda::to_grid(*map);
        // Under the sanitizers not the long half.
        const std::size_t last = scenarios->size() / (support::is_slow ? 2 : 1);
        for (std::size_t i = 0; i < last;
             i += scenarios->size() / support::rounds(std::size_t{12})) {
            const senda::scenario& s = (*scenarios)[i];
            CHECK(s.width == map->width);
            CHECK(s.height == map->height);
            REQUIRE(g.open(s.start));
            REQUIRE(g.open(s.goal));
            CHECK(shortest(g, s.start, s.goal) == doctest::Approx(s.length).epsilon(1e-5));
        }
    }
}
