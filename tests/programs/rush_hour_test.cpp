// SPDX-License-Identifier: MIT
#include "../examples/rush_hour/boards.hpp"
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using outside::has;
using outside::json;
using outside::rush_hour;

namespace rush_hour_test {

using names = std::vector<std::string>;

const std::string folder = "examples/parks/";
const std::string morning = "oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo";
const std::string boxed_in = "BooCooBooCoDAAoCoDoEoFFGoEHHoGoEoooG";
const std::string pillars = "oxBCCoooBxoDAABEoDFFFEoDGooHHoGIIoJJ";

std::vector<json> documents_of(const std::string& out) {
    std::vector<json> all;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
    return all;
}

/// The boards of the tests, one a line.
std::string all_boards() {
    std::string text;
    for (const support::known_board& b : support::known_boards) text += std::string{b.text} + '\n';
    return text;
}

/// Checks a document of `solve --analyse` against what is known about the board.
void check_document(const json& d, const support::known_board& known) {
    CAPTURE(known.text);
    CHECK(d["board"] == known.text);
    CHECK(d["states"] == known.states);
    CHECK(d["goals"] == known.solved);
    CHECK(d["optimal_count"] == std::to_string(known.optimal));
    if (known.slides < 0) {
        CHECK(d["status"] == "no_route");
        for (const char* name : {"moves", "steps", "solution", "difficulty", "deepest_moves"})
            CHECK(d[name].is_null());
        return;
    }
    CHECK(d["status"] == "solved");
    CHECK(d["moves"] == known.slides);
    CHECK(d["steps"] == known.steps);
    CHECK(d["deepest_moves"] == known.deepest_slides);
    CHECK(d["deepest_steps"] == known.deepest_steps);
    CHECK(d["difficulty"]["score"] >= 0);
}

TEST_CASE("rush_hour without arguments prints the short help") {
    const outside::result r = rush_hour({});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(r.out == rush_hour({"--help"}).out);
}

TEST_CASE("the examples of verify and play do what their commands are for") {
    for (const char* const command : {"verify", "play"}) {
        const std::string help = rush_hour({command, "--help"}).out;
        std::istringstream lines(help.substr(help.find("Examples:\n")));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line) && line.starts_with("  ")) {
            CAPTURE(line);
            const outside::result r = outside::shell(line);
            CHECK(r.code == 0);
            CHECK(r.err.empty());
            CHECK_FALSE(has(r.out, "not possible"));
        }
    }
}

TEST_CASE("wrong usage of rush_hour ends with 2 and says what was meant") {
    struct usage {
        names words;
        std::string says;
    };
    const usage wrong[] = {
        {{"slove", morning}, "unknown command 'slove'; did you mean 'solve'?"},
        {{"solve", morning, "--analise"}, "did you mean '--analyse'?"},
        {{"solve"}, "BOARD or --batch is missing"},
        {{"rate"}, "BOARD is missing"},
        {{"verify", morning}, "MOVES is missing"},
        {{"solve", morning, "--batch", "x"}, "takes the place of BOARD"},
        {{"solve", "--batch", "x", "--png", "/tmp/x.png"}, "makes no pictures"},
        {{"solve", morning, "--threads", "0"}, "from 1 to 1024"},
        {{"solve", morning, "--show", "--json"}, "--show: has no effect with --json"},
        {{"solve", "--batch", "x", "--show"}, "--show: has no effect with --batch"},
        {{"verify", morning, "A+1", "--show", "--json"}, "--show: has no effect with --json"},
        {{"solve", morning, "--metric", "slid"}, "did you mean 'slide'?"},
        {{"solve", morning, "--engine", "dfs"}, "'dfs' is none of fast, bfs or astar"},
        {{"generate", "--moves", "0", "--seed", "1"}, "0 moves: expected 1 to 51"},
        {{"generate", "--moves", "52", "--seed", "1"},
         "the most that any known board without walls"},
        {{"generate", "--moves", "-1", "--seed", "1"}, "'-1' is not a whole number"},
        {{"generate", "--moves", "9", "--seed", "1", "--walls", "36"},
         "'36' is not a whole number from 0 to 10"},
        {{"generate", "--moves", "9", "--seed", "1", "--walls", "40"},
         "'40' is not a whole number from 0 to 10"},
        {{"generate", "--score", "60..40", "--seed", "1"}, "is not a range of scores"},
        {{"generate", "--level", "hard", "--seed", "1"}, "'hard' is none of beginner"},
        {{"generate", "--hardest", "--minimal", "--seed", "1"}, "goes with none of"},
        {{"census", "--walls", "3"}, "'3' is not a whole number from 0 to 2"},
        {{"play", "-"}, "the moves come from the standard input"},
        {{"verify", "-", "-"}, "cannot both be the standard input"},
    };
    for (const usage& u : wrong) {
        CAPTURE(u.says);
        const outside::result r = rush_hour(u.words);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with("error: "));
        CHECK_MESSAGE(has(r.err, u.says), r.err);
    }
}

TEST_CASE("solve says all there is to say about a board") {
    const outside::result r = rush_hour({"solve", morning, "--json"});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    const json d = r.document();
    CHECK(d["status"] == "solved");
    CHECK(d["board"] == morning);
    CHECK(d["share"].get<std::string>().size() == 10);
    CHECK(d["warnings"] == json::array());
    CHECK(d["moves"] == 8);
    CHECK(d["steps"] == 12);
    CHECK(d["difficulty"]["level"] == "beginner");
    CHECK(d["difficulty"]["moves_level"] == "beginner");
    CHECK(d["statistics"]["expanded"] > 0);
    CHECK_FALSE(d.contains("states"));
    CHECK_FALSE(d.contains("lower_bound"));
    const outside::result words = rush_hour({"solve", morning});
    CHECK(words.code == 0);
    CHECK(words.out.starts_with("solved: 8 moves\n"));
    CHECK(has(words.out, "  solution    " + d["solution"].get<std::string>() + '\n'));
}

TEST_CASE("a printed solution replays, in both metrics and with every engine") {
    for (const char* board :
         {morning.c_str(), pillars.c_str(), "BBCCooDDEoFoAAEoFGHIIIFGHooJoGHKKJLL"}) {
        for (const char* engine : {"fast", "bfs", "astar"}) {
            for (const std::string metric : {"slide", "step"}) {
                CAPTURE(board);
                CAPTURE(engine);
                const json d =
                    rush_hour({"solve", board, "--json", "--engine", engine, "--metric", metric})
                        .document();
                const outside::result replay =
                    rush_hour({"verify", board, d["solution"], "--json"});
                CHECK(replay.code == 0);
                const json v = replay.document();
                CHECK(v["status"] == "valid");
                CHECK(d["metric"] == metric);
                if (metric == "slide") CHECK(v["moves"] == d["moves"]);
                if (metric == "step") CHECK(v["steps"] == d["steps"]);
            }
        }
    }
}

TEST_CASE("a batch answers every board, in order, on any number of threads") {
    const outside::temporary_file file(all_boards());
    for (const char* threads : {"1", "3"}) {
        if (support::is_slow && std::string_view(threads) == "1") continue;
        const outside::result r = rush_hour(
            {"solve", "--batch", file.name(), "--json", "--analyse", "--threads", threads});
        CHECK(r.code == 0);
        CHECK(r.err.empty());
        const std::vector<json> all = documents_of(r.out);
        REQUIRE(all.size() == std::size(support::known_boards));
        for (std::size_t i = 0; i < all.size(); ++i) {
            CHECK(all[i]["line"] == i + 1);
            check_document(all[i], support::known_boards[i]);
        }
    }
}

TEST_CASE("a batch goes on after a line that is no board") {
    const std::string lines = "# boards\n" + morning + "\n\nAA\n08 " + morning + " 338\r\n" +
                              boxed_in + "\nnot a board\n" + morning;
    const outside::result r = rush_hour({"solve", "--batch", "-", "--json"}, lines);
    CHECK(r.code == 3);
    const std::vector<json> all = documents_of(r.out);
    REQUIRE(all.size() == 6);
    const char* const statuses[] = {"solved", "invalid", "solved", "no_route", "invalid", "solved"};
    const int numbers[] = {2, 4, 5, 6, 7, 8};
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i]["status"] == statuses[i]);
        CHECK(all[i]["line"] == numbers[i]);
    }
    CHECK(all[1]["errors"][0]["code"] == "bad_length");
    CHECK(all[1]["errors"][0]["line"] == 4);

    const outside::result table = rush_hour({"solve", "--batch", "-"}, lines);
    CHECK(table.code == 3);
    CHECK(has(table.out, "line  answer"));
    CHECK(has(table.out, "no_route"));
    CHECK(has(table.out, "invalid"));
    CHECK(has(table.err, "error[bad_length]: the board has 2 characters"));
    CHECK(has(table.err, " --> <standard input>:4:3\n  |\n4 | AA\n  |   ^\n"));
    const outside::result shifted =
        rush_hour({"solve", "--batch", "-"}, "7 " + std::string{morning}.replace(4, 1, "b"));
    CHECK(has(shifted.err, " --> <standard input>:1:7\n  |\n1 | 7 oBBBbCD"));
    CHECK(has(shifted.err, "\n  |       ^\n"));

    CHECK(rush_hour({"solve", "--batch", "-", "--json"}, boxed_in + '\n' + morning).code == 0);
    CHECK(rush_hour({"solve", "--batch", "-", "--json", "--limit-expansions", "1"}, morning).code ==
          4);
    const outside::result missing = rush_hour({"solve", "--batch", "no/such/file", "--json"});
    CHECK(missing.code == 3);
    CHECK(missing.document()["errors"][0]["code"] == "unreadable");
}

TEST_CASE("a batch with carriage returns is refused by --strict, as a board is") {
    const outside::result fine = rush_hour({"solve", "--batch", "-"}, morning + "\r\n");
    CHECK(fine.code == 0);
    const outside::result strict =
        rush_hour({"solve", "--batch", "-", "--strict"}, morning + '\n' + morning + "\r\n");
    CHECK(strict.code == 3);
    CHECK(has(strict.err, "error[trailing_blanks]: "));
    CHECK(has(strict.err, ":2:37"));
}

TEST_CASE("a board that cannot be solved is proven to be so") {
    const outside::result r = rush_hour({"solve", boxed_in, "--json"});
    CHECK(r.code == 1);
    CHECK(r.document()["status"] == "no_route");
    CHECK(r.document()["solution"].is_null());
    CHECK(rush_hour({"rate", boxed_in}).code == 1);
    CHECK(has(rush_hour({"solve", boxed_in}).out, "no solution"));
    const outside::result analysed = rush_hour({"solve", boxed_in, "--json", "--analyse"});
    CHECK(analysed.code == 1);
    CHECK(analysed.document()["states"] == 96);
    CHECK(analysed.document()["goals"] == 0);
}

TEST_CASE("a board that is solved needs no moves") {
    const json d =
        rush_hour({"solve", "ooooooBoCoooBoCoAADDEoooooEooooooooo", "--json", "--analyse"})
            .document();
    CHECK(d["status"] == "solved");
    CHECK(d["moves"] == 0);
    CHECK(d["steps"] == 0);
    CHECK(d["solution"] == "");
    CHECK(d["optimal_count"] == "1");
}

TEST_CASE("a limit is an answer of its own, with a bound that holds") {
    const std::string hard = "BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM";
    for (const char* engine : {"fast", "bfs", "astar"}) {
        CAPTURE(engine);
        const outside::result r =
            rush_hour({"solve", hard, "--json", "--engine", engine, "--limit-expansions", "100"});
        CHECK(r.code == 4);
        const json d = r.document();
        CHECK(d["status"] == "limit");
        CHECK(d["stopped"] == "expansion_limit");
        CHECK(d["moves"].is_null());
        CHECK(d["lower_bound"] > 1);
        CHECK(d["lower_bound"] <= 47);
    }
    CHECK(rush_hour({"solve", hard, "--limit-memory", "1K"}).code == 4);
    const outside::result words = rush_hour({"solve", hard, "--limit-expansions", "100"});
    CHECK(has(words.out, "stopped by the limit on expansions"));
    CHECK(has(words.out, "at least "));
}

TEST_CASE("every error of a board has its code, line and column") {
    struct fault {
        std::string text;
        std::string code;
        json line;
        json column;
    };
    const auto with = [](std::size_t at, const std::string& cells) {
        return std::string{morning}.replace(at, cells.size(), cells);
    };
    const fault faults[] = {
        {"", "bad_length", 1, 1},
        {morning.substr(1), "bad_length", 1, 36},
        {morning + "o", "bad_length", 1, 37},
        {with(4, "b"), "bad_character", 1, 5},
        {with(4, "/"), "bad_character", 1, 5},
        {with(4, "Z"), "bad_vehicle_length", 1, 5},
        {"ooBBBBooooooAAoooooooooooooooooooooo", "bad_vehicle_length", 1, 3},
        {"BBooooBoooooAAoooooooooooooooooooooo", "bad_vehicle_shape", 1, 7},
        {"oooooBBoooooAAoooooooooooooooooooooo", "bad_vehicle_shape", 1, 7},
        {"ooooooooooooooooooBBoooooooooooooooo", "no_red_car", nullptr, nullptr},
        {"ooooooooooooAAAooooooooooooooooooooo", "bad_red_car", 1, 13},
        {"AAoooooooooooooooooooooooooooooooooo", "bad_red_car", 1, 1},
        {"ooooooooooooAoooooAooooooooooooooooo", "bad_red_car", 1, 13},
        {"0000000000", "bad_share_code", 1, 1},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        const outside::result r = rush_hour({"solve", f.text, "--json"});
        CHECK(r.code == 3);
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["status"] == "invalid");
        REQUIRE(d["errors"].size() == 1);
        CHECK(d["errors"][0]["code"] == f.code);
        CHECK(d["errors"][0]["line"] == f.line);
        CHECK(d["errors"][0]["column"] == f.column);
        CHECK_FALSE(d["errors"][0]["message"].get<std::string>().empty());
        for (const char* command : {"solve", "rate", "share", "show", "play"}) {
            if (outside::is_left_out(&f - faults)) break;
            const outside::result words = rush_hour({command, f.text});
            CHECK(words.code == 3);
            CHECK(words.out.empty());
            CHECK(has('\n' + words.err, "\nerror[" + f.code + "]: "));
        }
    }
    const outside::result shown = rush_hour({"solve", with(4, "b")});
    CHECK(has(shown.err, " --> <board>:1:5\n  |\n1 | oBBBbC"));
}

TEST_CASE("a board comes from a file, a code, the standard input or the command line") {
    const outside::result plain = rush_hour({"share", morning});
    CHECK(plain.code == 0);
    const std::string code = plain.out.substr(0, 10);
    CHECK(plain.out == code + '\n' + morning + '\n');
    CHECK(rush_hour({"share", folder + "morning.txt"}).out == plain.out);
    CHECK(rush_hour({"share", "-"}, morning + '\n').out == plain.out);
    CHECK(rush_hour({"share", "-"}, code + '\n').out == plain.out);
    CHECK(rush_hour({"share", code}).out.substr(0, 10) == code);
    CHECK(rush_hour({"share", pillars, "--json"}).document()["share"].get<std::string>().size() ==
          16);

    // A file that is there is meant, even if it is called like a board.
    const outside::temporary_folder there;
    const std::string program = SENDA_PROGRAMS_DIR "/rush_hour";
    const outside::result file =
        outside::shell("cd " + there.name + " && echo " + pillars + " > " + code + " && " +
                       program + " share " + code + " --json");
    CHECK(file.document()["board"] == pillars);

    for (const char* name : {"no/such/file", "board.txt", "examples"}) {
        const outside::result r = rush_hour({"solve", name, "--json"});
        CHECK(r.code == 3);
        CHECK(r.document()["errors"][0]["code"] == "unreadable");
    }
    CHECK(has(rush_hour({"solve", "gridlok"}).err, "there is no file of that name either"));
}

TEST_CASE("a damaged share code is refused") {
    const std::string code = rush_hour({"share", morning}).out.substr(0, 10);
    for (std::size_t i = 0; i < code.size(); ++i) {
        std::string damaged = code;
        damaged[i] = damaged[i] == '7' ? '8' : '7';
        const outside::result r = rush_hour({"solve", damaged, "--json"});
        CHECK(r.code == 3);
        CHECK(r.document()["errors"][0]["code"] == "bad_share_code");
    }
}

TEST_CASE("what is harmless in a board is accepted with a warning, and refused by --strict") {
    const std::string text = morning + "  \r\n\n";
    const json lenient = rush_hour({"solve", "-", "--json"}, text).document();
    CHECK(lenient["status"] == "solved");
    CHECK_FALSE(lenient["warnings"].empty());
    CHECK(rush_hour({"solve", "-"}, text).err.starts_with("warning: "));
    const outside::result strict = rush_hour({"solve", "-", "--json", "--strict"}, text);
    CHECK(strict.code == 3);
    CHECK(strict.document()["errors"][0]["code"] == lenient["warnings"][0]);
    for (const std::string& odd : {'\xEF' + std::string{"\xBB\xBF"} + morning, ' ' + morning,
                                   morning + ' ', morning + "\n\n"}) {
        const std::string warned = rush_hour({"share", "-"}, odd).err;
        CHECK(has(warned, ": ignored ["));
        const outside::result refused = rush_hour({"share", "-", "--strict"}, odd);
        CHECK(refused.code == 3);
        CHECK_FALSE(has(refused.err, "ignored"));
        CHECK(has(refused.err, ": expected none\n"));
    }
    CHECK(rush_hour({"solve", morning, "--strict"}).code == 0);
}

TEST_CASE("every command but rate takes boards of other sizes and with other exits") {
    const std::string small = "BBCo/ooCD/AAoD>/EEEo/oooo";
    const json d = rush_hour({"solve", small, "--json"}).document();
    CHECK(d["status"] == "solved");
    CHECK(d["board"] == small);
    CHECK(d["moves"] == 2);
    CHECK(d["difficulty"].is_null());
    const std::string code = d["share"];
    CHECK(rush_hour({"solve", code, "--json"}).document()["moves"] == 2);
    CHECK(rush_hour({"verify", code, "D-1 A+2"}).code == 0);
    CHECK(has(rush_hour({"show", small}).out, "5 x 4 cells, 5 vehicles\nshare code " + code));
    const json shown = rush_hour({"show", "..^/B../B.A/..A", "--json"}).document();
    CHECK(shown["rows"] == 3);
    CHECK(shown["cols"] == 3);
    CHECK(shown["exit"] == json::parse(R"({"edge":"top","line":3})"));
    CHECK(has(rush_hour({"play", small}, "D-1 A+2").out, "out in 2 moves (3 steps), the fewest"));
    const std::vector<json> batch =
        documents_of(rush_hour({"solve", "--batch", "-", "--json"}, small + '\n' + code).out);
    REQUIRE(batch.size() == 2);
    CHECK(batch[0]["share"] == batch[1]["share"]);
    CHECK(has(rush_hour({"solve", "-"}, "....\nAA..\n....\n").err, "marks its exit"));
    for (const names& words : {names{"rate", small}, names{"solve", small, "--analyse"}}) {
        const outside::result r = rush_hour(words);
        CHECK(r.code == 3);
        CHECK(has(r.err, "error[bad_size]: "));
    }
}

TEST_CASE("verify says which move is not possible, or that the red car is not out") {
    const outside::result bad = rush_hour({"verify", morning, "F-1", "A+1", "--json"});
    CHECK(bad.code == 1);
    CHECK(bad.document()["status"] == "fails");
    CHECK(bad.document()["reason"] == "bad_move");
    CHECK(bad.document()["failed_at"] == 2);
    CHECK(has(rush_hour({"verify", morning, "F-1 A+1"}).out, "move 2, A+1, is not possible"));
    const outside::result unsolved = rush_hour({"verify", morning, "-"}, "F-1\n");
    CHECK(unsolved.code == 1);
    CHECK(has(unsolved.out, "not solved after 1 move (1 step): the red car is 3 cells from"));
    const outside::result wrong = rush_hour({"verify", morning, "F-1 A+9", "--json"});
    CHECK(wrong.code == 3);
    CHECK(wrong.document()["errors"][0]["code"] == "bad_move");
    CHECK(wrong.document()["errors"][0]["column"] == 5);
}

TEST_CASE("rate tells the score and what it is made of") {
    const json d = rush_hour({"rate", morning, "--json"}).document();
    CHECK(rush_hour({"rate", morning, "--json", "--threads", "3"}).document()["difficulty"] ==
          d["difficulty"]);
    CHECK(d["status"] == "solved");
    CHECK(d["moves"] == 8);
    CHECK(d["difficulty"] == rush_hour({"solve", morning, "--json"}).document()["difficulty"]);
    CHECK(has(rush_hour({"rate", folder + "gridlock.txt"}).out, "expert\n"));
}

TEST_CASE("show draws a board, in the terminal and into files") {
    const outside::temporary_folder there;
    const std::string svg = there.name + "/park.svg";
    const std::string png = there.name + "/park.png";
    const outside::result r = rush_hour({"show", pillars, "--svg", svg, "--png", png});
    CHECK(r.code == 0);
    CHECK(has(r.out, "10 vehicles, 2 walls"));
    CHECK(outside::content_of(svg).starts_with("<svg"));
    CHECK(outside::content_of(png).substr(1, 3) == "PNG");
    const json d = rush_hour({"show", pillars, "--json"}).document();
    CHECK(d["walls"] == json::parse("[[1,2],[2,4]]"));
    CHECK(d["vehicles"].size() == 10);
    CHECK(d["vehicles"][0] ==
          json::parse(R"({"id":"A","row":3,"column":1,"length":2,"direction":"horizontal"})"));
    const outside::result ascii =
        rush_hour({"show", morning}, {}, {"PATH=/usr/bin:/bin", "LANG=C"});
    for (const char c : ascii.out) CHECK(static_cast<unsigned char>(c) < 128);
    CHECK(has(rush_hour({"show", morning, "--color", "always"}).out, "\x1b["));
    CHECK_FALSE(has(r.out, "\x1b"));
    CHECK(rush_hour({"show", morning, "--png", "no/such/folder/x.png"}).code == 2);
}

TEST_CASE("solve writes a page that plays the solution") {
    const outside::temporary_file page({}, ".html");
    const outside::result r = rush_hour({"solve", morning, "--html", page.name()});
    CHECK(r.code == 0);
    const std::string html = outside::content_of(page.name());
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(has(html, "8 moves"));
    CHECK(has(html, "beginner"));
}

TEST_CASE("generate makes boards with exactly so many moves, the same from the same seed") {
    const names words{"generate", "--moves", "9", "--seed", "5", "--count", "3"};
    const outside::result r = rush_hour(words);
    CHECK(r.code == 0);
    CHECK(r.out == rush_hour(words).out);
    names as_json = words;
    as_json.push_back("--json");
    const json d = rush_hour(as_json).document();
    CHECK(d["status"] == "generated");
    REQUIRE(d["boards"].size() == 3);
    for (const json& b : d["boards"]) {
        CHECK(b["moves"] == 9);
        CHECK(has(r.out, b["board"].get<std::string>()));
        CHECK(rush_hour({"solve", b["share"], "--json"}).document()["moves"] == 9);
    }
    const json walled =
        rush_hour({"generate", "--moves", "7", "--seed", "2", "--walls", "2", "--json"}).document();
    CHECK(rush_hour({"show", walled["boards"][0]["board"], "--json"}).document()["walls"].size() ==
          2);
}

TEST_CASE("generate draws what is not said, and says it") {
    const outside::result drawn = rush_hour({"generate", "--limit-time", "20s"});
    CHECK(drawn.code == 0);
    const std::size_t at = drawn.err.find("seed ");
    REQUIRE(at != drawn.err.npos);
    CHECK(has(drawn.err, " move"));
    const std::string seed = drawn.err.substr(at + 5, drawn.err.find(',', at) - at - 5);
    const outside::result again = rush_hour({"generate", "--seed", seed});
    CHECK(again.out == drawn.out);
    CHECK(has(again.err, " move"));
    CHECK_FALSE(has(again.err, "seed"));
    const json d = rush_hour({"generate", "--seed", seed, "--json"}).document();
    CHECK(drawn.out.starts_with(std::to_string(d["moves"].get<int>()) + "  "));
}

TEST_CASE("generate says of how many car parks its boards are where there are few") {
    const names words{"generate", "--moves", "50", "--seed", "1", "--count", "3"};
    names as_json = words;
    as_json.push_back("--json");
    const json d = rush_hour(as_json).document();
    CHECK(d["boards"].size() == 3);
    CHECK(d["car_parks"] < 3);
    CHECK(d["car_parks"] > 1);
    CHECK(has(rush_hour(words).err,
              "are of " + std::to_string(d["car_parks"].get<int>()) + " car parks"));
}

TEST_CASE("a board that is solved is an answer, though a limit came before all was known") {
    const std::string hard = "BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM";
    bool was_cut = false;
    for (int limit = 1000; limit < 200'000 && !was_cut; limit = limit * 5 / 4) {
        const std::string n = std::to_string(limit);
        const outside::result r = rush_hour({"solve", hard, "--limit-expansions", n});
        CHECK((r.code == 0) == has(r.out, "solved: "));
        was_cut = r.code == 0 && has(r.out, "before all was known");
        if (!was_cut) continue;
        const outside::result rated = rush_hour({"rate", hard, "--limit-expansions", n});
        CHECK(rated.code == 4);
        CHECK(has(rated.out, "not rated: stopped by the limit on expansions"));
    }
    CHECK(was_cut);
}

TEST_CASE("a census that was stopped early claims to know nothing of all boards") {
    const json d = rush_hour({"census", "--limit-expansions", "1000", "--json"}).document();
    CHECK(d["estimate"].is_null());
    CHECK(d["standard_error"].is_null());
    CHECK(has(rush_hour({"census", "--limit-expansions", "1000"}).out, "too few shards to say"));
}

TEST_CASE("generate makes boards of a level or a score, and without vehicles to spare") {
    const json expert = rush_hour({"generate", "--level", "expert", "--minimal", "--seed", "3",
                                   "--threads", "2", "--json"})
                            .document();
    REQUIRE(expert["boards"].size() == 1);
    CHECK(expert["moves"].is_null());
    const json rated = rush_hour({"rate", expert["boards"][0]["share"], "--json"}).document();
    CHECK(rated["difficulty"]["level"] == "expert");
    CHECK(rated["moves"] == expert["boards"][0]["moves"]);
    const json scored =
        rush_hour({"generate", "--score", "30..40", "--seed", "3", "--json"}).document();
    const double score = rush_hour({"rate", scored["boards"][0]["share"], "--json"})
                             .document()["difficulty"]["score"];
    CHECK(score >= 30);
    CHECK(score <= 40);
    // What nobody finds is said, and no endless search.
    const outside::result none =
        rush_hour({"generate", "--moves", "1", "--level", "expert", "--seed", "1"});
    CHECK(none.code == 4);
    CHECK(has(none.err, "no other board as it is wanted came up after 0 boards of 1"));
}

TEST_CASE("generate --hardest lists what it found, the hardest first") {
    const names words{"generate",
                      "--hardest",
                      "--seed",
                      "2",
                      "--walls",
                      "8",
                      "--count",
                      "2",
                      "--moves",
                      "5",
                      "--limit-expansions",
                      "1000",
                      "--threads",
                      "2",
                      "--json"};
    const json d = rush_hour(words).document();
    CHECK(d["status"] == "generated");
    CHECK(d["stopped"] == "expansion_limit");
    REQUIRE(d["boards"].size() > 1);
    int last = 100;
    for (const json& b : d["boards"]) {
        CHECK(b["moves"] <= last);
        CHECK(b["moves"] >= 5);
        last = b["moves"];
    }
    CHECK(rush_hour({"solve", d["boards"][0]["share"], "--json"}).document()["moves"] ==
          d["boards"][0]["moves"]);
}

TEST_CASE("census goes on from its checkpoint, and refuses what is none") {
    const outside::temporary_folder kept;
    const std::string file = kept.name + "/census.txt";
    const names words{"census", "--limit-expansions", "100", "--checkpoint", file, "--json"};
    const outside::result first = rush_hour(words);
    CHECK(first.code == 4);
    CHECK(first.document()["stopped"] == "expansion_limit");
    CHECK(first.document()["shards"] == 7776);
    const json second = rush_hour(words).document();
    CHECK(second["done"] > first.document()["done"]);
    CHECK(second["boards"] >= first.document()["boards"]);
    const outside::result other = rush_hour({"census", "--walls", "1", "--checkpoint", file});
    CHECK(other.code == 3);
    CHECK(has(other.err, "error[bad_checkpoint]: the checkpoint is of another census"));
    const outside::temporary_file other_text(morning);
    CHECK(rush_hour({"census", "--checkpoint", other_text.name()}).code == 3);
    CHECK(rush_hour({"census", "--checkpoint", "/nowhere/at/all"}).code == 2);
}

TEST_CASE("Ctrl-C ends generate with 130 and what was found") {
    outside::running program({SENDA_PROGRAMS_DIR "/rush_hour", "generate", "--moves", "5", "--seed",
                              "1", "--count", "1000000", "--json"});
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    program.send(SIGINT);
    const outside::result r = program.wait();
    CHECK(r.code == 130);
    const json d = r.document();
    CHECK(d["status"] == "limit");
    CHECK(d["stopped"] == "cancelled");
    CHECK(d["boards"].size() > 0);
}

}  // namespace rush_hour_test
