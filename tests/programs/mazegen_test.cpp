// SPDX-License-Identifier: MIT
#include "help_examples.hpp"
#include "run_program.hpp"

#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using outside::content_of;
using outside::has;
using outside::json;
using outside::mazegen;
using outside::temporary_folder;

namespace mazegen_test {

const std::vector<std::string> algorithm_names{
    "aldous_broder", "binary_tree", "eller",         "growing_tree",
    "hunt_and_kill", "kruskal",     "kruskal_rooms", "prim",
    "prim_frontier", "sidewinder",  "wilson",        "recursive_backtracker"};

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

outside::result run(const std::string& line) { return mazegen(words_of(line)); }

TEST_CASE("mazegen without arguments prints the help, whose examples run") {
    const outside::result r = mazegen({});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(r.out == run("--help").out);
    CHECK(has(r.out, "Usage: mazegen [OPTIONS]"));
    for (const std::string& name : algorithm_names) CHECK(has(r.out, "\n  " + name + ' '));
    CHECK(outside::run_examples(r.out) == 4);
    CHECK(run("--version").out.starts_with("mazegen (senda) "));
}

TEST_CASE("every algorithm makes a perfect maze, and the same one again from its seed") {
    std::set<std::string> texts;
    for (const std::string& name : algorithm_names) {
        CAPTURE(name);
        const std::string line = "--rows 11 --cols 13 --seed 5 --algorithm " + name;
        const outside::result r = run(line + " --json");
        REQUIRE(r.code == 0);
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["algorithm"] == name);
        CHECK(d["rows"] == 11);
        CHECK(d["cols"] == 13);
        CHECK(d["seed"] == 5);
        CHECK(d["statistics"]["rooms"] == 143);
        CHECK(d["statistics"]["passages"] == 142);
        CHECK(d["statistics"]["components"] == 1);
        CHECK(d["statistics"]["cycles"] == 0);
        CHECK(d["solution"].is_null());
        const outside::result text = run(line + " --maze -");
        CHECK(text.code == 0);
        CHECK(text.out.starts_with("N=23, M=27, P=10\n###"));
        CHECK(has(text.err, "seed 5"));
        CHECK(text.out == run(line + " --maze -").out);
        texts.insert(text.out);
    }
    CHECK(texts.size() ==
          algorithm_names.size() - 1);  // kruskal and prim find the same lightest tree
}

TEST_CASE("the seed is always printed, and makes the maze again") {
    const outside::result first =
        run("--rows 9 --cols 9 --braid 0.5 --open 0.1 --entrance random "
            "--show");
    const std::size_t at = first.out.find("seed ");
    REQUIRE(at != first.out.npos);
    const std::string seed = first.out.substr(at + 5, first.out.find('\n', at) - at - 5);
    const outside::result again =
        run("--rows 9 --cols 9 --braid 0.5 --open 0.1 --entrance random "
            "--show --seed " +
            seed);
    CHECK(again.out == first.out);
    const json d = run("--rows 9 --cols 9 --json").document();
    CHECK(d["seed"].is_number_unsigned());
    CHECK(run("--seed 18446744073709551615 --json").document()["seed"] == UINT64_MAX);
}

TEST_CASE("a braided maze has loops and no dead ends") {
    const json d = run("--rows 20 --cols 20 --seed 1 --braid 1 --json").document();
    CHECK(d["statistics"]["dead_ends"] == 0);
    CHECK(d["statistics"]["cycles"] > 0);
    CHECK(d["statistics"]["components"] == 1);
    const json all = run("--rows 5 --cols 5 --seed 1 --open 1 --json").document();
    CHECK(all["statistics"]["passages"] == 40);
}

TEST_CASE("every search finds the path of a perfect maze, and three of them the shortest") {
    const std::string line = "--rows 30 --cols 30 --seed 3 --entrance farthest --json --solve ";
    const json bfs = run(line + "bfs").document();
    CHECK(bfs["solution"]["length"] == bfs["statistics"]["diameter"]);
    CHECK(bfs["solution"]["expanded"] > 0);
    for (const std::string method : {"dfs", "dijkstra", "astar"}) {
        const json d = run(line + method).document();
        CHECK(d["solution"]["method"] == method);
        CHECK(d["solution"]["length"] == bfs["solution"]["length"]);
    }
    const std::string loops = "--rows 30 --cols 30 --seed 3 --braid 1 --json --solve ";
    const json shortest = run(loops + "bfs").document()["solution"]["length"];
    CHECK(run(loops + "astar").document()["solution"]["length"] == shortest);
    CHECK(run(loops + "dijkstra").document()["solution"]["length"] == shortest);
    CHECK(run(loops + "dfs").document()["solution"]["length"] >= shortest);
}

TEST_CASE("mazegen writes pictures, the text, the graph and the page") {
    const temporary_folder folder;
    const auto file = [&](const char* name) { return folder.name + '/' + name; };
    const outside::result r = run(
        "--rows 25 --cols 30 --algorithm wilson --seed 7 --braid 0.3 --solve bfs --wall 4 --room "
        "15 --stats --distances --wall-color 112233 --svg " +
        file("a.svg") + " --png " + file("a.png") + " --maze " + file("m.txt") + " --dot " +
        file("g.dot") + " --animate " + file("a.html") + " --apng " + file("film.png"));
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(has(r.out, "wilson, 25 x 30 rooms, seed 7\n"));
    CHECK(has(r.out, "  dead ends   "));
    CHECK(has(r.out, "  diameter    "));
    CHECK(folder.files() == 6);
    CHECK(has(content_of(file("film.png")), "fdAT"));
    CHECK(content_of(file("a.svg")).starts_with("<svg "));
    CHECK(has(content_of(file("a.svg")), "#123"));
    CHECK(has(content_of(file("a.svg")), "<title>wilson, 25 x 30 rooms, seed 7</title>"));
    CHECK(content_of(file("a.png")).starts_with("\x89PNG\r\n"));
    CHECK(content_of(file("g.dot")).starts_with("graph maze {\n"));
    CHECK(content_of(file("a.html")).starts_with("<!DOCTYPE html>"));
    const outside::result solved = outside::maze({"solve", file("m.txt"), "--json"});
    CHECK(solved.code == 0);
    const json again =
        run("--rows 25 --cols 30 --seed 7 --braid 0.3 --solve bfs --json").document();
    // A step from room to room is two from cell to cell.
    CHECK(solved.document()["optimal"]["steps"] == 2 * again["solution"]["length"].get<int>());
}

TEST_CASE("the text has the treasures, digits and life that were asked for") {
    const outside::result r =
        run("--rows 10 --cols 10 --seed 2 --digits 0.5 --treasures 7 --life 99 --maze -");
    CHECK(r.out.starts_with("N=21, M=21, P=99\n"));
    std::size_t treasures = 0;
    std::size_t digits = 0;
    for (const char c : r.out.substr(r.out.find('\n'))) {
        treasures += c == 'T' ? 1 : 0;
        digits += c >= '1' && c <= '9' ? 1 : 0;
    }
    CHECK(treasures == 7);
    CHECK(digits > 50);
    CHECK(digits < 150);
}

TEST_CASE("a mask leaves rooms out") {
    const outside::temporary_file mask("....#\n.##..\n.....\n");
    const json d = run("--mask " + mask.name() + " --seed 1 --json").document();
    CHECK(d["rows"] == 3);
    CHECK(d["cols"] == 5);
    CHECK(d["statistics"]["rooms"] == 12);
    CHECK(d["statistics"]["passages"] == 11);
    const outside::temporary_file apart(".#.\n");
    CHECK(run("--mask " + apart.name()).code == 3);
    CHECK(has(run("--mask " + apart.name()).err, "do not hang together"));
    CHECK(run("--mask /nonexistent/mask").code == 3);
    const outside::result whole = run("--algorithm sidewinder --mask " + mask.name());
    CHECK(whole.code == 2);
    CHECK(has(whole.err, "needs a full rectangle"));
}

TEST_CASE("bad arguments of mazegen end with 2 and name what is valid") {
    const temporary_folder folder;
    const std::string file = folder.name + "/file";
    const std::pair<std::string, std::string> wrong[] = {
        {"--rows 0", "'0' is not a whole number from 1 to"},
        {"--cols -3", "'-3' is not a whole number from 1 to"},
        {"--rows many", "'many' is not a whole number from 1 to"},
        {"--rows 10000000 --cols 10000000 --svg " + file, "is too large: expected"},
        {"--algorithm wilsno", "did you mean 'wilson'?"},
        {"--algorithm wilsno", "none of aldous_broder, binary_tree, eller"},
        {"--braid 2 --svg " + file, "'2' is not a number from 0 to 1"},
        {"--braid nan", "'nan' is not a number from 0 to 1"},
        {"--open -0.1", "'-0.1' is not a number from 0 to 1"},
        {"--digits 1.5", "'1.5' is not a number from 0 to 1"},
        {"--room 0", "'0' is not a whole number from 1 to 1000"},
        {"--wall 1001", "'1001' is not a whole number from 1 to 1000"},
        {"--life 0", "'0' is not a whole number from 1 to 1000000000000000"},
        {"--seed 18446744073709551616", "is not a whole number from 0 to 18446744073709551615"},
        {"--solve bsf", "did you mean 'bfs'?"},
        {"--entrance corner", "did you mean 'corners'?"},
        {"--wall-color blau", "'blau' is not a colour"},
        {"--alogrithm wilson", "unknown option '--alogrithm'; did you mean '--algorithm'?"},
        {"wilson", "'wilson' is one argument too many"},
        {"--svg " + file + " --png " + file, "is what --svg writes"},
        {"--maze - --svg -", "'-' is what --svg writes"},
        {"--maze - --json", "--maze: --json has the standard output"},
        {"--rows 1 --cols 1 --maze " + file, "two different rooms"},
        {"--rows 3 --cols 3 --treasures 100 --svg " + file + "2 --maze " + file, "too many"},
        {"--rows 501 --cols 500 --animate " + file, "at most 250000 rooms"},
        {"--rows 100000 --cols 9 --room 1000 --png " + file, "pixels a side"},
    };
    for (const auto& [line, says] : wrong) {
        CAPTURE(line);
        const outside::result r = run(line);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with("error: "));
        CHECK_MESSAGE(has(r.err, says), r.err);
        CHECK(folder.files() == 0);
    }
}

TEST_CASE("a file that mazegen cannot write keeps neither the report nor the other files away") {
    const temporary_folder folder;
    const std::string line = "--rows 5 --cols 7 --seed 3 --svg /nonexistent/a.svg --png " +
                             folder.name + "/a.png --dot " + folder.name;
    const outside::result r = run(line);
    CHECK(r.code == 2);
    CHECK(has(r.out, "wilson, 5 x 7 rooms, seed 3\n"));
    CHECK(has(r.out, "  written     " + folder.name + "/a.png"));
    CHECK(has(r.err, "error: cannot write '/nonexistent/a.svg'"));
    CHECK(has(r.err, "error: cannot write '" + folder.name + "'"));
    CHECK(folder.files() == 1);
    const outside::result as_json = run(line + " --json");
    CHECK(as_json.code == 2);
    CHECK(as_json.document()["rows"] == 5);
    CHECK(has(as_json.err, "error: cannot write '/nonexistent/a.svg'"));
}

TEST_CASE("a limit of mazegen ends with 4") {
    const outside::result memory = run("--rows 1000 --cols 1000 --limit-memory 64K");
    CHECK(memory.code == 4);
    CHECK(has(memory.err, "limit on memory"));
    const outside::result time =
        run("--rows 5000 --cols 5000 --algorithm aldous_broder --limit-time 50ms --json");
    CHECK(time.code == 4);
    CHECK(time.document()["status"] == "limit");
    CHECK(time.document()["errors"][0]["code"] == "time_limit");
    CHECK(run("--rows 50 --cols 50 --solve bfs --limit-expansions 10").code == 4);
}

TEST_CASE("Ctrl-C ends mazegen and leaves no file") {
    const temporary_folder folder;
    outside::running r({SENDA_PROGRAMS_DIR "/mazegen", "--rows", "9000", "--cols", "9000",
                        "--algorithm", "aldous_broder", "--png", folder.name + "/a.png"});
    usleep(200'000);
    r.send(SIGINT);
    const outside::result ended = r.wait();
    CHECK(ended.code == 130);
    CHECK(ended.out.empty());
    CHECK(folder.files() == 0);
}

TEST_CASE("mazegen draws in the terminal's characters") {
    const std::string line = "--rows 4 --cols 6 --seed 2 --solve bfs --show";
    const outside::result unicode = run(line);
    CHECK(has(unicode.out, "┌───"));
    CHECK(has(unicode.out, "•"));
    CHECK_FALSE(has(unicode.out, "\x1b["));
    const outside::result ascii =
        mazegen(words_of(line), {}, {"PATH=/usr/bin:/bin", "LANG=C", "TERM=dumb"});
    CHECK(has(ascii.out, "+---"));
    for (const char c : ascii.out) CHECK(static_cast<unsigned char>(c) < 0x80);
    CHECK(has(run(line + " --color always").out, "\x1b["));
}

}  // namespace mazegen_test
