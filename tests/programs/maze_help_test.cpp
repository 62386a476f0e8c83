// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using outside::has;
using outside::maze;

namespace {

const std::vector<std::string> commands{"solve", "check", "verify", "show", "least", "play"};

TEST_CASE("the example of --goal pareto has something to choose from") {
    const std::string help = maze({"solve", "--help"}).out;
    const std::size_t end = help.find(" --goal pareto\n");
    REQUIRE(end != help.npos);
    const std::size_t begin = help.rfind("examples/", end);
    const std::string file = help.substr(begin, end - begin);
    CHECK(has(maze({"solve", file, "--goal", "pareto"}).out, " routes, from "));
}

}  // namespace

TEST_CASE("maze without arguments prints the short help") {
    const outside::result r = maze({});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(r.out == maze({"--help"}).out);
    for (const std::string& command : commands) CHECK(has(r.out, "\n  " + command + ' '));
}

TEST_CASE("wrong usage of maze ends with 2 and says what was meant") {
    struct usage {
        std::vector<std::string> words;
        std::string says;
    };
    const std::string file = "examples/mazes/treasure.txt";
    const usage wrong[] = {
        {{"slove", file}, "unknown command 'slove'; did you mean 'solve'?"},
        {{"xyzzy"}, "unknown command 'xyzzy'"},
        {{"solve", file, "--cuont"}, "unknown option '--cuont'; did you mean '--count'?"},
        {{"solve", "--cuont"}, "unknown option '--cuont'; did you mean '--count'?"},
        {{"solve", "--limit-tiem", "2s", file}, "did you mean '--limit-time'?"},
        {{"solve", "--limit-tiem=2s", file}, "unknown option '--limit-tiem'; did"},
        {{"--jsn"}, "unknown option '--jsn'; did you mean '--json'?"},
        {{"--json", "solve", file}, "'--json' goes after the command"},
        {{"solve"}, "FILE is missing"},
        {{"verify", file}, "ROUTE is missing"},
        {{"solve", file, "more"}, "'more' is one argument too many"},
        {{"solve", file, "--method", "fats"}, "'fats' is none of fast, bfs, astar or astar-exact"},
        {{"solve", file, "--color", "sometimes"}, "'sometimes' is none of auto, always or never"},
        {{"solve", file, "--routes", "-1"}, "'-1' is not a whole number from 1 to 1000000000"},
        {{"solve", file, "--routes", "0"}, "'0' is not a whole number from 1 to 1000000000"},
        {{"solve", file, "--routes", "99999999999999999999"}, "from 1 to 1000000000"},
        {{"solve", file, "--lang", "cs"}, "'cs' is none of en or es"},
        {{"solve", file, "--goal", "live"},
         "'live' is none of steps, life or pareto; did you mean"},
        {{"solve", file, "--goal", "life", "--count"}, "has no effect with --goal life"},
        {{"solve", file, "--goal", "pareto", "--routes", "3"}, "has no effect with --goal pareto"},
        {{"solve", file, "--goal", "life", "--method", "bfs"}, "has no effect with --goal life"},
        {{"solve", file, "--goal", "life", "--exhaustive"}, "has no effect with --goal life"},
        {{"solve", file, "--goal", "life", "--explain"}, "has no effect with --goal life"},
        {{"solve", file, "--show", "--json"}, "has no effect with --json"},
        {{"verify", file, "(1,2)", "--show", "--json"}, "has no effect with --json"},
        {{"solve", file, "--limit-time", "soon"}, "'soon' is not a time"},
        {{"solve", file, "--limit-memory", "much"}, "'much' is not a size"},
        {{"solve", file, "--limit-expansions", "1.5"}, "'1.5' is not a whole number from 0"},
        {{"solve", file, "--exhaustive", "--method", "fast"}, "does not search all states"},
        {{"play", "-"}, "the moves come from the standard input"},
        {{"verify", "-", "-"}, "cannot both be the standard input"},
    };
    for (const usage& u : wrong) {
        CAPTURE(u.says);
        const outside::result r = maze(u.words);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with("error: "));
        CHECK_MESSAGE(has(r.err, u.says), r.err);
    }
}
