// SPDX-License-Identifier: MIT
#include <senda/graph/formats/dimacs.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace dimacs_tests {

using node = std::uint32_t;
using arc = std::tuple<node, node, std::int64_t>;
using senda::reading;

template <class Weight>
std::vector<arc> arcs_of(const senda::csr<Weight>& g) {
    std::vector<arc> found;
    for (node n = 0; n < g.node_count(); ++n)
        g.successors(n, [&](node to, auto cost) { found.emplace_back(n, to, std::int64_t{cost}); });
    return found;
}

struct refusal {
    std::string_view text, code;
    std::size_t line, column;
    std::string_view message;  // a part of it
};

template <class Answer>
void check_refused(const refusal& expected, const Answer& got) {
    CAPTURE(expected.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().code == expected.code);
    CHECK(got.error().line == expected.line);
    CHECK(got.error().column == expected.column);
    CAPTURE(got.error().message);
    CHECK(got.error().message.find(expected.message) != std::string::npos);
}

TEST_CASE("a graph of DIMACS is read") {
    const auto read = senda::parse_dimacs_graph(
        "c 9th DIMACS Implementation Challenge\nc\np sp 4 5\na 1 2 17\nc between\na 4 1 0\n"
        "a 1 1 4294967295\na 1 2 3\na 2 4 5");
    REQUIRE(read);
    CHECK(read.warnings.empty());
    CHECK(read->node_count() == 4);
    CHECK(arcs_of(*read) ==
          std::vector<arc>{{0, 1, 17}, {0, 0, 4'294'967'295}, {0, 1, 3}, {1, 3, 5}, {3, 0, 0}});
}

TEST_CASE("a graph of DIMACS may have lines that end in CRLF, blanks and tabs, and no arcs") {
    const auto read = senda::parse_dimacs_graph("p sp  2\t1 \r\n  a\t1   2 07\t\r\nccomment\r\n");
    REQUIRE(read);
    CHECK(read.warnings.empty());
    CHECK(arcs_of(*read) == std::vector<arc>{{0, 1, 7}});
    CHECK(senda::parse_dimacs_graph("p sp 0 0")->node_count() == 0);
    CHECK(senda::parse_dimacs_graph("p sp 1000000 0\n")->node_count() == 1'000'000);
}

TEST_CASE("costs of DIMACS fit the graph's type") {
    const std::string_view text = "p sp 1 2\na 1 1 -128\na 1 1 127\n";
    CHECK(arcs_of(*senda::parse_dimacs_graph<std::int8_t>(text)) ==
          std::vector<arc>{{0, 0, -128}, {0, 0, 127}});
    check_refused({text, "bad_cost", 2, 7, "the cost is '-128': expected a whole number from 0 to"},
                  senda::parse_dimacs_graph<std::uint8_t>(text));
    check_refused({"p sp 1 1\na 1 1 128\n", "bad_cost", 2, 7, "from -128 to 127"},
                  senda::parse_dimacs_graph<std::int8_t>("p sp 1 1\na 1 1 128\n"));
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    CHECK(arcs_of(*senda::parse_dimacs_graph<std::int64_t>(
              "p sp 1 2\na 1 1 9223372036854775807\na 1 1 -9223372036854775808\n")) ==
          std::vector<arc>{{0, 0, most}, {0, 0, -most - 1}});
}

TEST_CASE("what is wrong with a graph of DIMACS has a line and a column") {
    const refusal wrong[] = {
        {"", "empty_input", 1, 1, "empty"},
        {"c only\n", "no_problem", 2, 1, "ends before the line 'p sp NODES ARCS'"},
        {"c x\na 1 2 3\np sp 2 1\n", "no_problem", 2, 1, "begins with 'a', before the line"},
        {"p sp 2 1\np sp 2 1\n", "second_problem", 2, 1, "a second line"},
        {"p max 2 1\n", "bad_problem", 1, 3, "expected the line 'p sp NODES ARCS'"},
        {"p", "bad_problem", 1, 2, "expected the line"},
        {"p sp\n", "bad_fields", 1, 5, "ends before the number of nodes"},
        {"p sp 2\n", "bad_fields", 1, 7, "ends before the number of arcs"},
        {"p sp 2 x\n", "bad_problem", 1, 8, "the number of arcs is 'x'"},
        {"p sp -2 1\n", "bad_problem", 1, 6, "the number of nodes is '-2'"},
        {"p sp 4294967296 1\n", "bad_problem", 1, 6, "from 0 to 4294967295"},
        {"p sp 2 1 3\n", "bad_fields", 1, 10, "nothing after the number of arcs"},
        {"p sp 4000000000 1\na 1 2 3\n", "too_many_nodes", 1, 1, "a text of 26 bytes promises"},
        {"p sp 2 1\nx 1 2 3\n", "bad_line", 2, 1, "begins with 'x': expected c or a"},
        {"p sp 2 1\n\xC3\xA9 1 2 3\n", "bad_line", 2, 1, "expected c or a"},
        {"p sp 2 1\narc 1 2 3\n", "bad_line", 2, 1, "'arc'"},
        {"p sp 2 1\na 1 2\n", "bad_fields", 2, 6, "ends before the cost"},
        {"p sp 2 1\na\n", "bad_fields", 2, 2, "ends before the node where the arc begins"},
        {"p sp 2 1\na 1 2 3 4\n", "bad_fields", 2, 9, "nothing after the cost"},
        {"p sp 2 1\na 1 2 3x\n", "bad_cost", 2, 8, "the cost is '3x'"},
        {"p sp 2 1\na 1 2 3.5\n", "bad_cost", 2, 8, "the cost is '3.5'"},
        {"p sp 2 1\na 1 2 -\n", "bad_cost", 2, 8, "the cost is '-'"},
        {"p sp 2 1\na 1 2 -3\n", "bad_cost", 2, 7, "from 0 to 4294967295"},
        {"p sp 2 1\na 1 2 4294967296\n", "bad_cost", 2, 7, "from 0 to 4294967295"},
        {"p sp 2 1\na 1 2 99999999999999999999999\n", "bad_cost", 2, 7, "from 0 to 4294967295"},
        {"p sp 2 1\na 0 2 3\n", "bad_node", 2, 3, "where the arc begins is '0': expected a whole"},
        {"p sp 2 1\na  1 3 3\n", "bad_node", 2, 6, "where the arc ends is '3'"},
        {"p sp 0 1\na 1 1 1\n", "bad_node", 2, 3, "from 1 to 0"},
        {"p sp 2 2\na 1 2 3\n", "bad_arc_count", 3, 1, "ends after 1 arcs: expected 2"},
        {"p sp 2 9223372036854775807\na 1 2 3", "bad_arc_count", 3, 1, "ends after 1 arcs"},
        {"p sp 2 1\na 1 2 3\n\na 1 2 3\n", "bad_arc_count", 4, 1, "more arcs than"},
    };
    for (const refusal& expected : wrong)
        check_refused(expected, senda::parse_dimacs_graph(expected.text));
}

TEST_CASE("what is harmless in a text of DIMACS is a warning, and strictly an error") {
    const std::string_view text = "\xEF\xBB\xBFp sp 2 1\n\n \t\r\na 1 2 3\n\n";
    const auto read = senda::parse_dimacs_graph(text);
    REQUIRE(read);
    REQUIRE(read.warnings.size() == 2);
    CHECK(read.warnings[0].code == "bom");
    CHECK(read.warnings[1].code == "empty_line");
    CHECK(read.warnings[1].line == 2);
    check_refused({text, "bom", 1, 1, "byte order mark"},
                  senda::parse_dimacs_graph(text, reading::strict));
    check_refused({"p sp 0 0\n\n", "empty_line", 2, 1, "empty line"},
                  senda::parse_dimacs_graph("p sp 0 0\n\n", reading::strict));
    CHECK(senda::parse_dimacs_graph("c\r\np sp 1 1\r\na 1 1 2\r\n", reading::strict));
    CHECK_FALSE(senda::parse_dimacs_coordinates("p aux sp co 1\n\nv 1 2 3\n", reading::strict));
}

TEST_CASE("a graph of DIMACS comes back from its own text, on random graphs") {
    for (std::uint64_t seed = 1; seed <= support::rounds<std::uint64_t>(300); ++seed) {
        support::split_mix64 random{seed};
        const int nodes = random.between(1, 30);
        std::vector<std::tuple<int, int, int>> given;
        for (int i = random.below(80); i > 0; --i)
            given.emplace_back(random.below(nodes), random.below(nodes),
                               random.between(-9, 9) * random.below(100'000'000));
        const auto g = *senda::csr<int>::from_edges(static_cast<std::size_t>(nodes), given);
        const auto again =
            senda::parse_dimacs_graph<int>(senda::write_dimacs_graph(g), reading::strict);
        REQUIRE(again);
        CHECK(again->node_count() == g.node_count());
        CHECK(arcs_of(*again) == arcs_of(g));
    }
}

TEST_CASE("coordinates of DIMACS are read in any order, and come back from their own text") {
    const auto read = senda::parse_dimacs_coordinates(
        "c x\np aux sp co 3\nv 2 -73530767 41085396\nv 1 2147483647 -2147483648\nv  3 0 0\r\n",
        reading::strict);
    REQUIRE(read);
    CHECK(*read == std::vector<senda::dimacs_point>{
                       {2'147'483'647, -2'147'483'647 - 1}, {-73'530'767, 41'085'396}, {0, 0}});
    const auto again = senda::parse_dimacs_coordinates(senda::write_dimacs_coordinates(*read));
    REQUIRE(again);
    CHECK(*again == *read);
}

TEST_CASE("what is wrong with coordinates of DIMACS has a line and a column") {
    const refusal wrong[] = {
        {"", "empty_input", 1, 1, "empty"},
        {"p sp 1 1\n", "bad_problem", 1, 3, "expected the line 'p aux sp co NODES'"},
        {"v 1 2 3\n", "no_problem", 1, 1, "before the line 'p aux sp co NODES'"},
        {"p aux sp co 4000000000\nv 1 2 3\n", "bad_point_count", 1, 1, "has room for 1 points"},
        {"p aux sp co 1\nv 1 2147483648 3\n", "bad_coordinate", 2, 5, "coordinate x"},
        {"p aux sp co 1\nv 1 2 north\n", "bad_coordinate", 2, 7, "coordinate y is 'north'"},
        {"p aux sp co 1\nv 2 2 3\n", "bad_node", 2, 3, "from 1 to 1"},
        {"p aux sp co 1\na 1 2 3\n", "bad_line", 2, 1, "expected c or v"},
        {"p aux sp co 2\nv 1 2 3\nv 1 2 3\n", "second_point", 3, 1, "second point of node 1"},
        {"p aux sp co 2\nv 1 222222 3\n", "bad_point_count", 1, 1, "has room for 1 points"},
        {"p aux sp co 2\nv 1 2222222222 3\nc\n", "bad_coordinate", 2, 5, "coordinate x"},
        {"p aux sp co 2\nv 1 222222222 3\nc", "bad_point_count", 4, 1, "ends after 1 points"},
    };
    for (const refusal& expected : wrong)
        check_refused(expected, senda::parse_dimacs_coordinates(expected.text));
}

}  // namespace dimacs_tests
