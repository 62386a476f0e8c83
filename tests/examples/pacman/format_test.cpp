// SPDX-License-Identifier: MIT
#include <pacman/format.hpp>

#include "format_checks.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace pacman_format_test {

using namespace format_checks;
using namespace std::string_literals;

const std::string example =
    "4,3\n"
    "1,2,10\n"
    "4,3\n"
    "V,J3,J4,B2\n"
    "V,V,Z7,J1\n"
    "V,V,Z4,V\n";

board example_map() { return *parse_text(example, reading::strict); }

void refused(const std::string& text, const fault& expected) {
    check_refused(parse_text, text, expected);
}
void refused_with(std::string_view from, std::string_view to, const fault& expected) {
    refused(with(example, from, to), expected);
}
void repaired(const std::string& text, const std::string& same,
              const std::vector<fault>& expected) {
    check_repaired(parse_text, text, *parse_text(same), expected);
}

/// A map of one row with a token between start and goal.
std::string around(const std::string& token) { return "3,1\n1,1,5\n3,1\nV," + token + ",V\n"; }

}  // namespace pacman_format_test

TEST_CASE("a map is read from text as it is written") {
    using namespace pacman_format_test;
    const board map = example_map();
    CHECK(map.width() == 4);
    CHECK(map.height() == 3);
    CHECK(map.start_energy() == 10);
    CHECK(map.xy(map.start()) == point{1, 2});
    CHECK(map.xy(map.goal()) == point{4, 3});
    CHECK(map[map.at(2, 1)] == tile{kind::food, 3});
    CHECK(map[map.at(4, 1)] == tile{kind::bomb, 2});
    CHECK(map[map.at(3, 2)] == tile{kind::wall, 7});
    CHECK(to_text(map) == example);
}

TEST_CASE("every token has its meaning") {
    using namespace pacman_format_test;
    const auto middle = [](const std::string& token) {
        const board map = *parse_text(around(token), reading::strict);
        return map[map.at(2, 1)];
    };
    CHECK(middle("V") == tile{kind::empty});
    CHECK(middle("Z") == tile{kind::solid});
    CHECK(middle("B") == tile{kind::lethal});
    for (std::uint32_t value = 1; value <= 9; ++value) {
        CHECK(middle("J" + std::to_string(value)) == tile{kind::food, value});
        CHECK(middle("Z" + std::to_string(value)) == tile{kind::wall, value});
        CHECK(middle("B" + std::to_string(value)) == tile{kind::bomb, value});
    }
}

TEST_CASE("maps written as text are read again") {
    using namespace pacman_format_test;
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        CAPTURE(seed);
        const board map = map_by_the_rules(seed);
        const senda::parsed<board> read = parse_text(to_text(map));
        REQUIRE(read);
        CHECK(*read == map);
        const senda::parsed<board> odd = parse_text(to_text(support::random_map(seed)));
        REQUIRE(odd);
        CHECK(*odd == support::random_map(seed));
        if (map.start() == map.goal()) continue;
        CHECK(read.warnings.empty());
        CHECK(parse_text(to_text(map), reading::strict));
    }
}

TEST_CASE("how lines end makes no difference") {
    using namespace pacman_format_test;
    const board map = example_map();
    check_accepted(parse_text, with(example, "\n", "\r\n"), map);
    check_accepted(parse_text, example.substr(0, example.size() - 1), map);
    check_accepted(parse_text, example + "\n\n", map);
    check_accepted(parse_text, example + "\r\n \t\r\n", map);
    check_accepted(parse_text, example + "\r", map);
    check_accepted(parse_text, "04,003\n1,02,0010\n4,3\n" + example.substr(15), map);
}

TEST_CASE("a text without a map in it is empty") {
    using namespace pacman_format_test;
    for (const char* text : {"", "\n", " \t\r\n\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n"})
        refused(text, {"empty_input", 1, 1});
}

TEST_CASE("a text that is not UTF-8 is refused where it breaks") {
    using namespace pacman_format_test;
    refused_with("V,V,Z7", "V,\xFF,Z7", {"encoding", 5, 3});
    refused_with("V,V,Z7", "\xC3\xA9\xC3,\xFF,Z7", {"encoding", 5, 2});
    refused_with("V,V,Z7", "V,\xED\xA0\x80,Z7", {"encoding", 5, 3});
    refused(
        "\xFF\xFE"
        "4\0,\0"
        "3\0\n\0"s,
        {"encoding", 1, 1});
    refused(example + "\n\x80", {"encoding", 8, 1});
}

TEST_CASE("the first lines are whole numbers between commas") {
    using namespace pacman_format_test;
    refused_with("4,3\n1,", "4 3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "4;3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "4\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "4,\n1,", {"syntax", 1, 3});
    refused_with("4,3\n1,", ",3\n1,", {"syntax", 1, 1});
    refused_with("4,3\n1,", "4,,3\n1,", {"syntax", 1, 3});
    refused_with("4,3\n1,", "4,3,\n1,", {"syntax", 1, 5});
    refused_with("4,3\n1,", "4,3,2\n1,", {"syntax", 1, 5});
    refused_with("4,3\n1,", "four,3\n1,", {"syntax", 1, 1});
    refused_with("4,3\n1,", "4,3x\n1,", {"syntax", 1, 4});
    refused_with("4,3\n1,", "4.0,3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "+4,3\n1,", {"syntax", 1, 1});
    refused_with("4,3\n1,", "--4,3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "4,-\n1,", {"syntax", 1, 4});
    refused_with("4,3\n1,", "0x4,3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "4e0,3\n1,", {"syntax", 1, 2});
    refused_with("4,3\n1,", "\xC3\xA9,3x\n1,", {"syntax", 1, 1});
    refused_with("4,3\n1,", "4\0,3\n1,"s, {"syntax", 1, 2});
    refused_with("1,2,10", "1,2", {"syntax", 2, 4});
    refused_with("1,2,10", "1,2,", {"syntax", 2, 5});
    refused_with("1,2,10", "1,2,ten", {"syntax", 2, 5});
    refused_with("1,2,10", "1,2,1.5", {"syntax", 2, 6});
    refused_with("1,2,10", "1,2,10,", {"syntax", 2, 8});
    refused_with("1,2,10", "1,x,10", {"syntax", 2, 3});
    refused_with("4,3\nV", "4\nV", {"syntax", 3, 2});
    refused_with("4,3\nV", "4,3,10\nV", {"syntax", 3, 5});
    refused_with("4,3\nV", "V", {"syntax", 3, 1});
    refused_with("1,2,10\n", "", {"syntax", 2, 4});
    refused("4,3", {"syntax", 2, 1});
    refused("4,3\n1,2,10\n", {"syntax", 3, 1});
    refused("[4,3]", {"syntax", 1, 1});
    refused("hello", {"syntax", 1, 1});
    refused("\0"s, {"syntax", 1, 1});
    refused(with(example, "\n", "\r"), {"syntax", 1, 4});
}

TEST_CASE("the size is 1 to 20, more with a warning") {
    using namespace pacman_format_test;
    refused_with("4,3\n1,", "0,3\n1,", {"size", 1, 1});
    refused_with("4,3\n1,", "4,0\n1,", {"size", 1, 3});
    refused_with("4,3\n1,", "201,3\n1,", {"size", 1, 1});
    refused_with("4,3\n1,", "4,201\n1,", {"size", 1, 3});
    refused_with("4,3\n1,", "-4,3\n1,", {"size", 1, 1});
    refused_with("4,3\n1,", "4,99999999999999999999\n1,", {"size", 1, 3});
    refused_with("4,3\n1,", "4294967300,3\n1,", {"size", 1, 1});
    std::string row(40, 'V');
    for (std::size_t i = 1; i < row.size(); i += 2) row[i] = ',';
    row.pop_back();
    std::string rows;
    for (int i = 0; i < 20; ++i) rows += row + '\n';
    CHECK(parse_text("20,20\n1,1,5\n20,20\n" + rows, reading::strict));
    CHECK(parse_text("20,21\n1,1,5\n20,20\n" + rows + row));
    CHECK_FALSE(parse_text("20,21\n1,1,5\n20,20\n" + rows + row, reading::strict));
    refused("20,20\n1,1,5\n20,20\n" + rows + row, {"rows", 24, 1});
    CHECK(parse_text("1,1\n1,1,5\n1,1\nV"));
}

TEST_CASE("start and goal are on the map") {
    using namespace pacman_format_test;
    refused_with("1,2,10", "0,2,10", {"outside", 2, 1});
    refused_with("1,2,10", "1,0,10", {"outside", 2, 3});
    refused_with("1,2,10", "5,2,10", {"outside", 2, 1});
    refused_with("1,2,10", "1,4,10", {"outside", 2, 3});
    refused_with("1,2,10", "-1,2,10", {"outside", 2, 1});
    refused_with("1,2,10", "1,99999999999999999999,10", {"outside", 2, 3});
    refused_with("1,2,10", "4294967297,2,10", {"outside", 2, 1});
    refused_with("4,3\nV", "0,3\nV", {"outside", 3, 1});
    refused_with("4,3\nV", "4,4\nV", {"outside", 3, 3});
    refused_with("4,3\nV", "5,4\nV", {"outside", 3, 1});
}

TEST_CASE("there are as many rows as the height says") {
    using namespace pacman_format_test;
    refused_with("V,V,Z4,V\n", "", {"rows", 6, 1});
    refused_with("V,V,Z4,V\n", "\n\n", {"rows", 6, 1});
    refused("4,3\n1,2,10\n4,3\n", {"rows", 4, 1});
    refused(example + "V,V,V,V\n", {"rows", 7, 1});
    refused(example + "the end\n", {"rows", 7, 1});
    refused(with(example, "4,3\n1", "4,2\n1").replace(11, 3, "4,2"), {"rows", 6, 1});
    refused_with("4,3\n1", "4,4\n1", {"rows", 7, 1});
}

TEST_CASE("every row has as many cells as the width says") {
    using namespace pacman_format_test;
    refused_with("V,V,Z7,J1", "V,V,Z7", {"columns", 5, 7});
    refused_with("V,V,Z7,J1", "V,V,Z7,J1,V", {"columns", 5, 11});
    refused_with("V,V,Z7,J1", "V,V,Z7,J1,", {"columns", 5, 11});
    refused_with("V,V,Z7,J1", "V,V,Z7 J1", {"columns", 5, 10});
    refused_with("V,V,Z7,J1", "V,VZ7,J1", {"columns", 5, 9});
    refused_with("V,V,Z7,J1", "V;V;Z7;J1", {"columns", 5, 10});
    refused_with("V,V,Z7,J1", ",V,V,Z7,J1", {"columns", 5, 9});
    refused_with("V,V,Z7,J1", "VVZJ", {"columns", 5, 5});
    refused_with("V,V,Z7,J1", "V,V," + std::string(1000, ','), {"columns", 5, 7});
}

TEST_CASE("unknown tokens are refused in both readings") {
    using namespace pacman_format_test;
    for (const char* token : {"",
                              "J",
                              "X",
                              "1",
                              "J-1",
                              "J+1",
                              "J3x",
                              "Jx",
                              "J3.5",
                              "J 3",
                              "V1",
                              "V0",
                              "ZZ",
                              "BB",
                              "Z-",
                              "B1B",
                              "JJ3",
                              "3J",
                              "j",
                              "#",
                              "\"V\"",
                              "J1000000001",
                              "J4294967297",
                              "B99999999999999999999",
                              "\xC3\xA9",
                              "J\xC3\xA9",
                              "Z\xEF\xBC\x91",
                              "VV",
                              "null"})
        refused(around(token), {"token", 4, 3});
    refused(around("V\0"s), {"token", 4, 3});
    refused_with("V,V,Z7,J1", "V,V,,J1", {"token", 5, 5});
    refused_with("V,V,Z7,J1", "V,V,Z7,", {"token", 5, 8});
}

TEST_CASE("values that are not 1 to 9 and lower case are taken with a warning") {
    using namespace pacman_format_test;
    const auto middle = [](const std::string& token) {
        const board map = *parse_text(around(token));
        return map[map.at(2, 1)];
    };
    CHECK(middle("J0") == tile{kind::food, 0});
    CHECK(middle("Z10") == tile{kind::wall, 10});
    CHECK(middle("B0") == tile{kind::bomb, 0});
    CHECK(middle("J1000000000") == tile{kind::food, 1'000'000'000});
    for (const char* token : {"J0", "J10", "Z0", "Z12", "B0", "B99", "J1000000000"})
        repaired(around(token), around(token), {{"token", 4, 3}});
    repaired(around("J03"), around("J3"), {{"token", 4, 3}});
    repaired(around("v"), around("V"), {{"token", 4, 3}});
    repaired(around("j3"), around("J3"), {{"token", 4, 3}});
    repaired(around("z"), around("Z"), {{"token", 4, 3}});
    repaired(around("b7"), around("B7"), {{"token", 4, 3}});
    // One warning of each kind, at its first place.
    repaired("4,1\n1,1,5\n4,1\nv,j10,J11,v\n", "4,1\n1,1,5\n4,1\nV,J10,J11,V\n",
             {{"token", 4, 1}, {"token", 4, 3}});
}

TEST_CASE("a start or a goal that is not on an empty cell makes it empty") {
    using namespace pacman_format_test;
    repaired("2,1\n1,1,5\n2,1\nZ,V\n", "2,1\n1,1,5\n2,1\nV,V\n", {{"occupied", 2, 1}});
    repaired("2,1\n1,1,5\n2,1\nV,B\n", "2,1\n1,1,5\n2,1\nV,V\n", {{"occupied", 3, 1}});
    repaired("2,1\n1,1,5\n2,1\nJ3,Z9\n", "2,1\n1,1,5\n2,1\nV,V\n",
             {{"occupied", 2, 1}, {"occupied", 3, 1}});
}

TEST_CASE("a goal that is the start and an energy below 1 are taken with a warning") {
    using namespace pacman_format_test;
    const senda::parsed<board> same = parse_text("2,1\n1,1,5\n1,1\nV,V\n");
    REQUIRE(same);
    CHECK(same->start() == same->goal());
    repaired("2,1\n1,1,5\n1,1\nV,V\n", "2,1\n1,1,5\n1,1\nV,V\n", {{"same", 3, 1}});
    repaired("2,1\n1,1,5\n1,1\nB,V\n", "2,1\n1,1,5\n1,1\nV,V\n",
             {{"occupied", 2, 1}, {"same", 3, 1}});
    for (const char* e : {"0", "-1", "-1000000000000000"}) {
        const std::string text = with(example, "10", e);
        repaired(text, text, {{"energy", 2, 5}});
        CHECK(std::to_string(parse_text(text)->start_energy()) == e);
    }
    CHECK(parse_text(with(example, "10", "1"), reading::strict));
    CHECK(parse_text(with(example, "10", "1000000000000000"), reading::strict));
}

TEST_CASE("an energy that cannot be counted with is refused") {
    using namespace pacman_format_test;
    for (const char* e : {"1000000000000001", "9223372036854775808", "99999999999999999999",
                          "-1000000000000001", "-99999999999999999999"})
        refused_with("10", e, {"energy", 2, 5});
}

TEST_CASE("blanks, blank lines and a byte order mark are skipped with a warning") {
    using namespace pacman_format_test;
    repaired(with(example, "1,2,10", "1, 2,10"), example, {{"syntax", 2, 3}});
    repaired(with(example, "1,2,10", "1,2 ,\t10"), example, {{"syntax", 2, 4}});
    repaired(with(example, "V,V,Z4,V", "V,V,Z4,V \t"), example, {{"syntax", 6, 9}});
    repaired(with(example, "V,V,Z4,V", " V,V,Z4,V"), example, {{"syntax", 6, 1}});
    repaired("\n" + example, example, {{"syntax", 1, 1}});
    repaired(with(example, "V,V,Z4,V", "\n\nV,V,Z4,V"), example, {{"syntax", 6, 1}});
    repaired("\xEF\xBB\xBF" + example, example, {{"encoding", 1, 1}});
    repaired("\xEF\xBB\xBF" + with(example, "J3", " j13"), with(example, "J3", "J13"),
             {{"encoding", 1, 1}, {"syntax", 4, 3}, {"token", 4, 4}, {"token", 4, 4}});
    // Places are those without the mark, as an editor counts them.
    check_refused(parse_text, "\xEF\xBB\xBFx", {"syntax", 1, 1});
}

TEST_CASE("a long text is not read further than it can matter") {
    using namespace pacman_format_test;
    std::string endless = example;
    for (int i = 0; i < support::rounds(100'000); ++i) endless += "V,V,V,V\n";
    refused(endless, {"rows", 7, 1});
    std::string wide = "4,3\n1,2,10\n4,3\n";
    for (int i = 0; i < support::rounds(200'000); ++i) wide += " V ,";
    refused(wide + "\nV,V,V,V\nV,V,V,V\n", {"columns", 4, 18});
    refused(std::string(1'000'000, '9'), {"syntax", 1, 1'000'001});
}
