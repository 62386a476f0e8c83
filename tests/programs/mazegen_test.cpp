// SPDX-License-Identifier: MIT
#include "help_examples.hpp"
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
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

TEST_CASE("mazegen without arguments prints the short help, and --help all, whose examples run") {
    const outside::result brief = mazegen({});
    CHECK(brief.code == 0);
    CHECK(brief.err.empty());
    CHECK(has(brief.out, "Usage: mazegen [OPTIONS]"));
    CHECK(has(brief.out, "'mazegen --help' says all."));
    CHECK(std::count(brief.out.begin(), brief.out.end(), '\n') < 24);
    CHECK(outside::run_examples(brief.out) > 3);
    const outside::result r = run("--help");
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(has(r.out, "Usage: mazegen [OPTIONS]"));
    for (const std::string& name : algorithm_names) CHECK(has(r.out, "\n  " + name + ' '));
    CHECK(outside::run_examples(r.out) > 4);
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
        "--rows 10 --cols 12 --algorithm wilson --seed 7 --braid 0.3 --solve bfs --wall 4 --room "
        "15 --stats --distances --wall-color 112233 --svg " +
        file("a.svg") + " --png " + file("a.png") + " --maze " + file("m.txt") + " --dot " +
        file("g.dot") + " --animate " + file("a.html") + " --apng " + file("film.png"));
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(has(r.out, "wilson, 10 x 12 rooms, seed 7\n"));
    CHECK(has(r.out, "  dead ends   "));
    CHECK(has(r.out, "  diameter    "));
    CHECK(folder.files() == 6);
    CHECK(has(content_of(file("film.png")), "fdAT"));
    CHECK(content_of(file("a.svg")).starts_with("<svg "));
    CHECK(has(content_of(file("a.svg")), "#123"));
    CHECK(has(content_of(file("a.svg")), "<title>wilson, 10 x 12 rooms, seed 7</title>"));
    CHECK(content_of(file("a.png")).starts_with("\x89PNG\r\n"));
    CHECK(content_of(file("g.dot")).starts_with("graph maze {\n"));
    CHECK(content_of(file("a.html")).starts_with("<!DOCTYPE html>"));
    const outside::result solved = outside::maze({"solve", file("m.txt"), "--json"});
    CHECK(solved.code == 0);
    const json again =
        run("--rows 10 --cols 12 --seed 7 --braid 0.3 --solve bfs --json").document();
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
        {"--digits 1.5 --rate", "'1.5' is not a number from 0 to 1"},
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
    CHECK(as_json.document()["status"] == "invalid");
    CHECK(as_json.document()["errors"][0]["code"] == "unwritable");
    CHECK(has(as_json.err, "error: cannot write '/nonexistent/a.svg'"));
}

TEST_CASE("an option without effect is an error that says what it needs") {
    const std::pair<std::string, std::string> useless[] = {
        {"--treasures 3", "--treasures has no effect here: it needs --maze or --rate"},
        {"--digits 0.5 --svg /tmp/never.svg", "it needs --maze or --rate"},
        {"--life 5", "--life has no effect here"},
        {"--winnable", "--winnable has no effect here"},
        {"--slack 5 --maze -", "--slack has no effect here: it needs --winnable"},
        {"--wall 5", "--wall has no effect here: it needs --svg or --png"},
        {"--threads 2", "--threads has no effect here: it needs --solve"},
        {"--room 5 --show", "--room has no effect here"},
        {"--distances", "it needs --svg, --png or --show"},
        {"--route-color f00 --show", "it needs --solve"},
        {"--strict", "--strict has no effect here: it needs --read"},
        {"--limit-expansions 5", "--limit-expansions has no effect here"},
        {"--show --json", "--show: has no effect with --json"},
        {"--read examples/mazes/garden.txt --seed 3", "--seed has no effect here"},
        {"--read examples/mazes/garden.txt --rows 3", "--rows does not go with --read"},
        {"--winnable --life 3 --maze -", "--life does not go with --winnable"},
        {"--wall-color f00 --dot -", "it needs --svg, --png, --graph or --show"},
        {"--show-costs --svg -", "--show-costs has no effect here: it needs --solve"},
        {"--paper a4 --png -", "--paper has no effect here: it needs --svg or --graph"},
        {"--weights 5", "--weights has no effect here"},
        {"--diagonal --weights 5 --solve bfs", "--weights does not go with --diagonal"},
        {"--winnable --slack 1000000000000000 --maze -", "is too much: expected at most"},
        {"--rows 101 --cols 101 --graph -", "expected at most 10000"},
    };
    for (const auto& [line, says] : useless) {
        CAPTURE(line);
        const outside::result r = run(line);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK_MESSAGE(has(r.err, says), r.err);
    }
}

/// The text of a MAZE file with another life.
std::string with_life(const std::string& text, std::int64_t life) {
    const std::size_t at = text.find("P=") + 2;
    return text.substr(0, at) + std::to_string(life) + text.substr(text.find('\n', at));
}

TEST_CASE("a winnable maze is won with its life, and by nobody with less than the least") {
    for (int seed = 0; seed < 12; ++seed) {
        const int slack = seed % 3 * 4;
        const std::string line = "--rows " + std::to_string(4 + seed) + " --cols 9 --seed " +
                                 std::to_string(seed) + " --braid 0." + std::to_string(seed % 10) +
                                 " --winnable --slack " + std::to_string(slack) +
                                 (seed % 2 == 0 ? "" : " --digits 0.5 --treasures 6");
        CAPTURE(line);
        const outside::result made = run(line + " --maze -");
        REQUIRE(made.code == 0);
        CHECK(made.out == run(line + " --maze -").out);
        const json about = run(line + " --rate --json").document()["maze"];
        const auto least = about["least_life"].get<std::int64_t>();
        CHECK(about["life"] == least + slack);
        CHECK(about["winnable"] == true);
        CHECK(has(made.out, "P=" + std::to_string(least + slack) + '\n'));
        const outside::result won = outside::maze({"solve", "-", "--json"}, made.out);
        CHECK(won.code == 0);
        CHECK(about["difficulty"]["steps"] == won.document()["optimal"]["steps"]);
        CHECK(about["difficulty"]["direct_steps"] == won.document()["connectivity"]["steps"]);
        CHECK(outside::maze({"solve", "-"}, with_life(made.out, least)).code == 0);
        if (least > 1)
            CHECK(outside::maze({"solve", "-"}, with_life(made.out, least - 1)).code == 1);
    }
    const outside::result deadly =
        run("--rows 9 --cols 9 --seed 1 --digits 0.9 --treasures 1 --life 5 --rate --json");
    CHECK(deadly.code == 0);
    CHECK(deadly.document()["maze"]["winnable"] == false);
    CHECK(deadly.document()["maze"]["difficulty"].is_null());
}

TEST_CASE("mazegen reads what it wrote, and solves, measures and draws it") {
    const temporary_folder folder;
    const std::string file = folder.name + "/m.txt";
    const std::string line = "--rows 9 --cols 14 --seed 4 --braid 0.4 --entrance farthest";
    REQUIRE(run(line + " --digits 0.3 --treasures 3 --life 40 --maze " + file).code == 0);
    const json made = run(line + " --solve astar --stats --json").document();
    const json read = run("--read " + file + " --solve astar --stats --json").document();
    for (const char* const key : {"rows", "cols", "entrance", "exit", "statistics", "solution"})
        CHECK(read[key] == made[key]);
    CHECK(read["maze"]["life"] == 40);
    CHECK(read["maze"]["treasures"] == 3);
    CHECK(run(line + " --dot -").out == run("--read " + file + " --dot -").out);
    const std::string drawn = run(line + " --solve bfs --distances --png -").out;
    CHECK(drawn.size() > 1000);
    CHECK(drawn == run("--read " + file + " --solve bfs --distances --png -").out);
    // The text keeps its floor; its life can be another.
    CHECK(run("--read " + file + " --maze -").out == content_of(file));
    const outside::result won = run("--read " + file + " --winnable --maze -");
    CHECK(won.code == 0);
    CHECK(outside::maze({"solve", "-"}, won.out).code == 0);
    CHECK(with_life(won.out, 40) == content_of(file));
}

TEST_CASE("a MAZE file without rooms is read cell by cell") {
    const outside::temporary_file open("N=10, M=10, P=10\nS000000000\n" + [] {
        std::string rows;
        for (int row = 0; row < 8; ++row) rows += "0##0000000\n";
        return rows;
    }() + "000000000E\n");
    const outside::result r = run("--read " + open.name() + " --solve bfs --json");
    CHECK(r.code == 0);
    CHECK(r.document()["statistics"]["rooms"] == 84);
    CHECK(r.document()["solution"]["length"] == 18);
    CHECK(has(run("--read " + open.name()).out, "10 x 10 cells"));
    const outside::temporary_file apart("N=3, M=3, P=10\nS#E\n###\n000\n");
    const outside::result none = run("--read " + apart.name() + " --solve bfs --stats");
    CHECK(none.code == 1);
    CHECK(has(none.out, "  components  3"));
    CHECK(has(none.err, "no path leads to the exit"));
    const outside::result bad = run("--read -");
    CHECK(bad.code == 3);
    CHECK(has(bad.err, "error[empty_input]"));
    const outside::temporary_file wrong("N=10, M=10, P=10\nS00x\n");
    const outside::result caret = run("--read " + wrong.name());
    CHECK(caret.code == 3);
    CHECK(has(caret.err, "error[bad_cell]"));
    CHECK(has(caret.err, wrong.name() + ":2:4"));
    const outside::temporary_file small("N=1, M=2, P=1\nSE\n");
    CHECK(run("--read " + small.name()).code == 0);
    CHECK(run("--read " + small.name() + " --strict").code == 3);
}

TEST_CASE("a limit of mazegen ends with 4") {
    // Who says no limit has one: half of what the shell leaves.
    if (!support::is_slow) {
        const outside::result half = outside::running({"/bin/sh", "-c",
                                                       "ulimit -v 600000; exec " SENDA_PROGRAMS_DIR
                                                       "/mazegen --rows 20000 --cols 20000 --json"})
                                         .wait();
        CHECK(half.code == 4);
        CHECK(has(half.out, "memory_limit"));
    }
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

/// A mask that leaves one long cycle, all rooms of which are as far from the farthest: what takes
/// the exact diameter longest.
std::string cycle_mask() {
    constexpr std::size_t corridors = 200;
    constexpr std::size_t width = 401;
    std::string text;
    for (std::size_t row = 0; row < 2 * corridors - 1; ++row) {
        const bool is_edge = row == 0 || row == 2 * corridors - 2;
        std::string line = row % 2 == 0 ? std::string(width, '.') : std::string(width, '#');
        line[0] = '.';
        if (!is_edge) line[1] = '#';
        if (row % 2 == 1) line[row % 4 == 1 ? width - 1 : 2] = '.';
        text += line + '\n';
    }
    return text;
}

TEST_CASE("Ctrl-C while the diameter is searched loses nothing else") {
    const outside::temporary_file mask(cycle_mask());
    for (const bool as_json : {false, true}) {
        const temporary_folder folder;
        std::vector<std::string> words =
            words_of(SENDA_PROGRAMS_DIR
                     "/mazegen --algorithm kruskal --seed 1 --open 1 --solve bfs --stats --mask " +
                     mask.name() + " --dot " + folder.name + "/a.dot");
        if (as_json) words.push_back("--json");
        outside::running r(words);
        // The file is there when the search of the diameter begins, which takes minutes.
        while (folder.files() == 0 || content_of(folder.name + "/a.dot").empty()) usleep(20'000);
        usleep(300'000);
        r.send(SIGINT);
        const outside::result ended = r.wait();
        CHECK(ended.code == 130);
        CHECK(folder.files() == 1);
        if (as_json) {
            const json d = ended.document();
            CHECK(d["status"] == "cancelled");
            CHECK(d["errors"][0]["code"] == "cancelled");
            CHECK(d["statistics"]["cycles"] == 1);
            CHECK(d["statistics"]["diameter"].is_null());
            CHECK(d["statistics"]["diameter_bounds"][0] < d["statistics"]["diameter_bounds"][1]);
            CHECK(d["solution"]["length"] > 0);
        } else {
            CHECK(has(ended.out, "  solution    bfs: "));
            CHECK(has(ended.out, "  dead ends   "));
            CHECK(has(ended.out, "  diameter    at least "));
            CHECK(has(ended.err, "interrupted before the diameter was known"));
        }
    }
}

TEST_CASE("a limit loses nothing that was there before it") {
    const outside::result r =
        run("--rows 50 --cols 50 --seed 1 --solve bfs --limit-expansions 10 --stats");
    CHECK(r.code == 4);
    CHECK(has(r.out, "wilson, 50 x 50 rooms, seed 1\n"));
    CHECK(has(r.out, "  diameter    "));
    CHECK(has(r.err, "expansion_limit"));
    // Bounds will do where nobody asked for measurements.
    const outside::temporary_file mask(cycle_mask());
    const outside::result quick =
        run("--algorithm kruskal --seed 1 --open 1 --json --mask " + mask.name());
    CHECK(quick.code == 0);
    const json about = quick.document()["statistics"];
    CHECK(about["diameter"].is_null());
    // A cycle is half as long from side to side.
    CHECK(about["diameter_bounds"][0] == about["rooms"].get<int>() / 2);
    CHECK(about["diameter_bounds"][1] > about["rooms"].get<int>() / 2);
    const outside::result late =
        run("--algorithm kruskal --seed 1 --open 1 --stats --limit-time 1s --mask " + mask.name());
    CHECK(late.code == 4);
    CHECK(has(late.out, "  diameter    at least "));
    CHECK(has(late.err, "limit on time before the diameter"));
}

TEST_CASE("mazegen draws in the terminal's characters") {
    const std::string line = "--rows 4 --cols 6 --seed 2 --solve bfs --show";
    const outside::result unicode = run(line);
    CHECK(has(unicode.out, "╶───"));  // a gap in the outer wall
    CHECK(has(unicode.out, "•"));
    CHECK_FALSE(has(unicode.out, "\x1b["));
    const outside::result ascii =
        mazegen(words_of(line), {}, {"PATH=/usr/bin:/bin", "LANG=C", "TERM=dumb"});
    CHECK(has(ascii.out, "+---"));
    for (const char c : ascii.out) CHECK(static_cast<unsigned char>(c) < 0x80);
    CHECK(has(run(line + " --color always").out, "\x1b["));
}

}  // namespace mazegen_test
