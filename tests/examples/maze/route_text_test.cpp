// SPDX-License-Identifier: MIT
#include <maze/format.hpp>

#include "maze/random_mazes.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace senda::maze;

void check_refused(std::string_view text, std::size_t line, std::size_t column) {
    CAPTURE(text);
    const auto read = parse_route(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "bad_route");
    CHECK_FALSE(read.error().message.empty());
    CHECK(read.error().line == line);
    CHECK(read.error().column == column);
}

}  // namespace

TEST_CASE("a route is read with or without blanks and over several lines") {
    const std::vector<point> expected{{1, 2}, {1, 1}, {20, 1}};
    for (const char* text :
         {"(1,2) (1,1) (20,1)", "(1,2)(1,1)(20,1)", " ( 1 , 2 )\n(1,\t1)\r\n\r\n(20,1)\n"}) {
        CAPTURE(text);
        const auto read = parse_route(text);
        REQUIRE(read);
        CHECK(*read == expected);
    }
    for (const char* text : {"", "  \n "}) {
        const auto read = parse_route(text);
        REQUIRE(read);
        CHECK(read->empty());
    }
    CHECK(*parse_route("(4294967295,0)") == std::vector<point>{{4294967295, 0}});
}

TEST_CASE("what is no route is refused where it goes wrong") {
    check_refused("1,2", 1, 1);
    check_refused("(1,2) x", 1, 7);
    check_refused("(1;2)", 1, 3);
    check_refused("(1,)", 1, 4);
    check_refused("(-1,2)", 1, 2);
    check_refused("(1,2", 1, 5);
    check_refused("(1,2)\n(3", 2, 3);
    check_refused("(1,2)\n(3\n", 2, 3);
    check_refused("(1,2)\r\n(3 x)", 2, 4);
    check_refused("(1,2)\n\xC3\xA9 (x)", 2, 1);
    check_refused("(4294967296,0)", 1, 2);
    check_refused("(0," + std::string(1000, '9') + ")", 1, 4);
    check_refused(std::string_view{"(1,\0002)", 6}, 1, 4);
    check_refused("(1,2),(1,3)", 1, 6);
}

TEST_CASE("the text of a route is read back as the same cells") {
    const board b = *board::make(2, 3, 5, "S00#0E");
    const std::vector<place> route{b.at(0, 0), b.at(0, 1), b.at(1, 1), b.at(1, 2)};
    const std::string text = to_text(b, route);
    CHECK(text == "(0,1) (1,1) (1,0) (2,0)");
    const auto read = parse_route(text);
    REQUIRE(read);
    REQUIRE(read->size() == route.size());
    for (std::size_t i = 0; i < route.size(); ++i) CHECK(b.place_of((*read)[i]) == route[i]);
    CHECK(to_text(b, {}).empty());
}
