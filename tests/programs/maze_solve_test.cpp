// SPDX-License-Identifier: MIT
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using outside::has;
using outside::json;
using outside::maze;

namespace maze_solve_test {

const std::string maze_folder = "examples/mazes/";

std::vector<std::string> keys(const json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    return names;
}

using names = std::vector<std::string>;

/// A route of a document as `maze verify` reads it.
std::string route_text(const json& route) {
    std::string text;
    for (const json& cell : route) text += '(' + cell[0].dump() + ',' + cell[1].dump() + ") ";
    return text;
}

TEST_CASE("maze solves each maze of examples as it should") {
    struct expected {
        std::string file;
        std::string status;
        json reason;
        json steps;
        json max_life;
        json count;
    };
    const expected all[] = {
        {"caves.txt", "solved", nullptr, 129, 2, "20524619808000"},
        {"corridor.txt", "solved", nullptr, 9, 9, "1"},
        {"crossroads.txt", "solved", nullptr, 18, 10, "126"},
        {"detour.txt", "solved", nullptr, 21, 5, "1"},
        {"garden.txt", "solved", nullptr, 146, 1, "1"},
        {"labyrinth.txt", "solved", nullptr, 1120, 1, "4"},
        {"mirage.txt", "no_route", "starved", nullptr, nullptr, nullptr},
        {"starved.txt", "no_route", "starved", nullptr, nullptr, nullptr},
        {"trade_off.txt", "solved", nullptr, 22, 1, "2"},
        {"treasure.txt", "solved", nullptr, 10, 4, "5"},
        {"twice.txt", "solved", nullptr, 23, 5, "1"},
        {"walled_off.txt", "no_route", "unreachable", nullptr, nullptr, nullptr},
    };
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(SENDA_SOURCE_DIR "/" + maze_folder))
        if (entry.path().extension() == ".txt") ++files;
    CHECK(files == std::size(all));

    for (const expected& e : all) {
        if (support::is_slow && e.file == "labyrinth.txt") continue;  // much of the same
        CAPTURE(e.file);
        const outside::result r = maze({"solve", maze_folder + e.file, "--json", "--count"});
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["status"] == e.status);
        CHECK(d["reason"] == e.reason);
        CHECK(r.code == (e.status == "solved" ? 0 : 1));
        if (e.status != "solved") {
            CHECK(d["optimal"].is_null());
            CHECK(d["feasible"].is_null());
            continue;
        }
        CHECK(d["optimal"]["steps"] == e.steps);
        CHECK(d["optimal"]["life"] == e.max_life);
        CHECK(d["optimal"]["max_life"] == e.max_life);
        CHECK(d["optimal"]["count"] == e.count);
        for (const char* which : {"feasible", "optimal"}) {
            const json& route = d[which];
            CHECK(route["route"].size() == route["steps"].get<std::size_t>() + 1);
            const outside::result checked =
                maze({"verify", maze_folder + e.file, "-", "--json"}, route_text(route["route"]));
            CHECK(checked.code == 0);
            CHECK(checked.document()["life"] == route["life"]);
        }
    }
}

TEST_CASE("the mazes of examples that are not in the rules keep to the format") {
    for (const char* name :
         {"detour", "twice", "mirage", "trade_off", "crossroads", "garden", "caves", "labyrinth"}) {
        CAPTURE(name);
        const outside::result r =
            maze({"check", maze_folder + name + ".txt", "--strict", "--json"});
        CHECK(r.code == 0);
        CHECK(r.document()["warnings"].empty());
    }
}

TEST_CASE("solve --json has its members in their order") {
    const std::string file = maze_folder + "treasure.txt";
    const json d = maze({"solve", file, "--json", "--count", "--routes", "2"}).document();
    CHECK(keys(d) == names{"status", "reason", "maze", "warnings", "connectivity", "feasible",
                           "optimal", "routes", "statistics"});
    CHECK(keys(d["maze"]) == names{"rows", "cols", "life", "treasures", "start", "end"});
    CHECK(d["maze"].dump() ==
          R"({"rows":4,"cols":11,"life":8,"treasures":1,"start":[1,2],"end":[9,2]})");
    CHECK(d["warnings"] == json{"small_dimensions", "small_life"});
    CHECK(d["connectivity"].dump() == R"({"connected":true,"steps":8})");
    CHECK(keys(d["feasible"]) == names{"steps", "life", "route"});
    CHECK(keys(d["optimal"]) == names{"steps", "life", "route", "max_life", "count"});
    CHECK(d["optimal"]["count"] == "5");
    CHECK(d["routes"].size() == 2);
    CHECK(d["routes"][0].dump() ==
          "[[1,2],[1,1],[2,1],[3,1],[4,1],[5,1],[5,2],[6,2],[7,2],[8,2],[9,2]]");
    CHECK(keys(d["statistics"]) == names{"expanded", "labels", "bytes", "seconds"});

    const json plain = maze({"solve", file, "--json"}).document();
    CHECK(keys(plain["optimal"]) == names{"steps", "life", "route", "max_life"});
    CHECK_FALSE(plain.contains("routes"));
    CHECK_FALSE(plain.contains("lower_bound"));
}

TEST_CASE("--routes lists no more than there are, and none twice") {
    const json d =
        maze({"solve", maze_folder + "crossroads.txt", "--json", "--count", "--routes", "1000"})
            .document();
    CHECK(json(std::to_string(d["routes"].size())) == d["optimal"]["count"]);
    for (std::size_t i = 0; i < d["routes"].size(); ++i)
        for (std::size_t k = 0; k < i; ++k) CHECK(d["routes"][i] != d["routes"][k]);
}

TEST_CASE("no route is told from an answer, with the reason") {
    const json walled = maze({"solve", maze_folder + "walled_off.txt", "--json"}).document();
    CHECK(walled["status"] == "no_route");
    CHECK(walled["reason"] == "unreachable");
    CHECK(walled["connectivity"].dump() == R"({"connected":false,"steps":null})");
    const outside::result starved = maze({"solve", maze_folder + "starved.txt"});
    CHECK(starved.code == 1);
    CHECK(has(starved.out, "no route: every way to E is deadly"));
}

TEST_CASE("a starved maze is explained: how far one comes, what would be enough, where all die") {
    const std::string file = maze_folder + "mirage.txt";
    const json d = maze({"solve", file, "--json"}).document();
    CHECK(keys(d) == names{"status", "reason", "maze", "warnings", "connectivity", "feasible",
                           "optimal", "starvation", "statistics"});
    const json& why = d["starvation"];
    CHECK(keys(why) == names{"exact", "nearest", "least_life", "cut"});
    CHECK(why["exact"] == true);
    CHECK(why["nearest"]["cell"].dump() == "[10,8]");
    CHECK(why["nearest"]["steps_to_end"] == 2);
    CHECK(why["nearest"]["life"] == 3);
    CHECK(why["least_life"].dump() == R"({"lower":17,"upper":17})");
    CHECK(why["cut"].dump() == R"([{"cell":[11,8],"life":-6}])");
    const json walk =
        maze({"verify", file, "-", "--json"}, route_text(why["nearest"]["route"])).document();
    CHECK(walk["reason"] == "not_finished");
    CHECK(walk["life"] == 3);
    const outside::result words = maze({"solve", file});
    for (const char* part : {"(10,8), 2 steps before E, with 3 life left: (1,8)",
                             "17 would be enough; the maze gives 10", "(11,8) with -6 left"})
        CHECK_MESSAGE(has(words.out, part), words.out);
    const json solved = maze({"solve", maze_folder + "detour.txt", "--json"}).document();
    CHECK_FALSE(solved.contains("starvation"));

    // Of a large maze it is said if it is asked for.
    std::string large = "N=200, M=200, P=10\nS";
    large += std::string(199, '9') + '\n';
    for (int i = 2; i < 200; ++i) large += std::string(200, '9') + '\n';
    large += std::string(199, '9') + "E\n";
    const outside::result plain = maze({"solve", "-"}, large);
    CHECK(plain.code == 1);
    CHECK(has(plain.out, "  why         --explain says how far one comes"));
    CHECK(maze({"solve", "-", "--json"}, large).document()["starvation"].is_null());
    const json asked = maze({"solve", "-", "--json", "--explain"}, large).document()["starvation"];
    CHECK(asked["cut"].size() == 3);
    CHECK(asked["least_life"].dump() == R"({"lower":3574,"upper":3574})");
}

TEST_CASE("the feasible route is told beside the optimal one") {
    const outside::result longer = maze({"solve", maze_folder + "detour.txt"});
    const json d = maze({"solve", maze_folder + "detour.txt", "--json"}).document()["feasible"];
    std::string cells = route_text(d["route"]);
    cells.back() = '\n';
    CHECK_MESSAGE(has(longer.out, "feasible    " + d["steps"].dump() + " steps, " +
                                      d["life"].dump() + " life left: " + cells),
                  longer.out);
    CHECK(has(maze({"solve", maze_folder + "corridor.txt"}).out,
              "feasible    9 steps, 9 life left: the optimal route itself\n"));
}

TEST_CASE("--goal finds the most life, and what steps can buy") {
    const std::string file = maze_folder + "detour.txt";
    const json life = maze({"solve", file, "--goal", "life", "--json"}).document();
    CHECK(keys(life) == names{"status", "reason", "maze", "warnings", "connectivity", "goal",
                              "best", "statistics"});
    CHECK(life["best"]["steps"] == 53);
    CHECK(life["best"]["life"] == 15);
    const json front = maze({"solve", file, "--goal", "pareto", "--json"}).document();
    CHECK(keys(front) == names{"status", "reason", "maze", "warnings", "connectivity", "goal",
                               "front", "statistics"});
    const std::pair<int, int> expected[] = {{21, 5}, {25, 10}, {53, 15}};
    REQUIRE(front["front"].size() == std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        const json& r = front["front"][i];
        CHECK(r["steps"] == expected[i].first);
        CHECK(r["life"] == expected[i].second);
        const outside::result walk = maze({"verify", file, "-", "--json"}, route_text(r["route"]));
        CHECK(walk.code == 0);
        CHECK(walk.document()["life"] == r["life"]);
    }
    CHECK(has(maze({"solve", file, "--goal", "life"}).out, "most life: 53 steps, 15 life left\n"));
    CHECK(has(maze({"solve", file, "--goal", "pareto"}).out,
              "3 routes, from 21 steps with 5 life left to 53 steps with 15\n"));
}

TEST_CASE("--goal with a limit leaves bounds, and without a route the reason") {
    // Enough to solve the maze, and too little for what follows.
    const std::string caves = maze_folder + "caves.txt";
    const json fewest = maze({"solve", caves, "--json"}).document();
    const std::string limit =
        std::to_string(fewest["statistics"]["expanded"].get<std::uint64_t>() + 100);
    const outside::result life =
        maze({"solve", caves, "--goal", "life", "--json", "--limit-expansions", limit});
    CHECK(life.code == 4);
    CHECK(life.document()["status"] == "limit");
    CHECK(life.document()["stopped"] == "expansion_limit");
    CHECK(life.document()["upper_bound"] >= 30);
    CHECK(life.document()["best"]["life"] <= 30);
    const json open =
        maze({"solve", caves, "--goal", "pareto", "--json", "--limit-expansions", limit})
            .document();
    CHECK(open["status"] == "limit");
    CHECK(open["front"][0]["steps"] == 129);
    CHECK(open["proven_below"] >= 129);
    CHECK(open["upper_bound"] >= 30);
    const outside::result words =
        maze({"solve", caves, "--goal", "pareto", "--limit-expansions", limit});
    CHECK(has(words.out, "no route ends with more than "));

    for (const char* goal : {"life", "pareto"}) {
        const outside::result none =
            maze({"solve", maze_folder + "walled_off.txt", "--goal", goal, "--json"});
        CHECK(none.code == 1);
        CHECK(none.document()["reason"] == "unreachable");
        const outside::result starved =
            maze({"solve", maze_folder + "starved.txt", "--goal", goal});
        CHECK(starved.code == 1);
        CHECK(has(starved.out, "every way to E is deadly"));
    }
}

TEST_CASE("answers are told in Spanish") {
    const outside::result r =
        maze({"solve", maze_folder + "detour.txt", "--lang", "es", "--count"});
    for (const char* part :
         {"resuelto: 21 pasos, vida final 5\n", "21; 11 si la vida no importara",
          "12 al inicio, 5 al final", "1 de 3", "factible", "1 ruta\n", " expansiones, "})
        CHECK_MESSAGE(has(r.out, part), r.out);
    // What programs read is the same in every language.
    json in_english = maze({"solve", maze_folder + "detour.txt", "--json"}).document();
    json in_spanish =
        maze({"solve", maze_folder + "detour.txt", "--json", "--lang", "es"}).document();
    in_english.erase("statistics");
    in_spanish.erase("statistics");
    CHECK(in_english == in_spanish);
    CHECK(has(maze({"check", maze_folder + "detour.txt", "--lang", "es"}).out,
              "conectado: 11 pasos si la vida no importara"));
    CHECK(has(maze({"least", maze_folder + "mirage.txt", "--lang", "es"}).out,
              "vida m\u00ednima: 17 (el laberinto da 10)"));
    CHECK(has(maze({"verify", maze_folder + "treasure.txt", "(1,2)", "--lang", "es"}).out,
              "la ruta se detiene en (1,2), antes del final en (9,2)\nvida: 8\n"));
}

TEST_CASE("all methods of solve agree") {
    for (const char* name : {"treasure", "detour", "twice", "mirage", "trade_off", "crossroads"}) {
        const std::string file = maze_folder + name + ".txt";
        const json fast = maze({"solve", file, "--json", "--count", "--routes", "5"}).document();
        for (const std::vector<std::string>& how :
             {names{"--exhaustive"}, names{"--method", "bfs"}, names{"--method", "astar"},
              names{"--method", "astar-exact"}, names{"--exhaustive", "--method", "astar"},
              names{"--method", "fast"}}) {
            CAPTURE(file);
            CAPTURE(how.back());
            names words{"solve", file, "--json", "--count", "--routes", "5"};
            words.insert(words.end(), how.begin(), how.end());
            const json d = maze(words).document();
            CHECK(d["status"] == fast["status"]);
            CHECK(d["reason"] == fast["reason"]);
            CHECK(d["routes"] == fast["routes"]);
            if (fast["optimal"].is_null()) {
                CHECK(d["optimal"].is_null());
                continue;
            }
            for (const char* what : {"steps", "max_life", "count"})
                CHECK(d["optimal"][what] == fast["optimal"][what]);
        }
    }
}

TEST_CASE("solve tells people what they want to know") {
    const outside::result r = maze({"solve", maze_folder + "treasure.txt", "--count", "--show"});
    CHECK(r.code == 0);
    for (const char* part :
         {"solved: 10 steps, 4 life left", "10; 8 if life did not matter", "8 at the start",
          "1 taken of 1", "(1,2) (1,1) (2,1)", "5 routes", "██◆─", "E ██"})
        CHECK_MESSAGE(has(r.out, part), r.out);
    CHECK(has(r.err, "warning: P is 8: the rules ask for at least 10 [small_life]"));
    CHECK_FALSE(has(maze({"solve", maze_folder + "treasure.txt"}).out, "█"));
}

TEST_CASE("a maze is read from the standard input") {
    const std::string text =
        outside::content_of(SENDA_SOURCE_DIR "/" + maze_folder + "corridor.txt");
    const json d = maze({"solve", "-", "--json"}, text).document();
    CHECK(d["optimal"]["steps"] == 9);
    CHECK(maze({"solve", "-"}, "x\n").code == 3);
    CHECK(has(maze({"solve", "-"}, "x\n").err, "<standard input>:1:1"));
}

TEST_CASE("a limit ends with 4, a lower bound and the best so far") {
    struct limit {
        names words;
        std::string stopped;
    };
    const limit limits[] = {{{"--limit-expansions", "3"}, "expansion_limit"},
                            {{"--limit-time", "0s"}, "time_limit"},
                            {{"--limit-memory", "1K"}, "memory_limit"}};
    for (const char* method : {"fast", "bfs", "astar-exact"}) {
        for (const limit& l : limits) {
            CAPTURE(method);
            CAPTURE(l.stopped);
            names words{"solve", maze_folder + "caves.txt", "--json", "--method", method};
            words.insert(words.end(), l.words.begin(), l.words.end());
            const outside::result r = maze(words);
            CHECK(r.code == 4);
            const json d = r.document();
            CHECK(d["status"] == "limit");
            CHECK(d["reason"].is_null());
            CHECK(d["optimal"].is_null());
            CHECK(d["stopped"] == l.stopped);
            CHECK(d["lower_bound"] >= 89);
            CHECK(d["lower_bound"] <= 129);
            CHECK(d["connectivity"]["steps"] == 89);
        }
    }
    const outside::result words =
        maze({"solve", maze_folder + "caves.txt", "--limit-expansions", "3"});
    CHECK(words.code == 4);
    CHECK(has(words.out, "stopped by the limit on expansions"));
    CHECK(has(words.out, "at least "));
}

TEST_CASE("a limit that comes while the routes are counted leaves the answer as it is") {
    const json solved = maze({"solve", maze_folder + "labyrinth.txt", "--json"}).document();
    const auto needed = solved["statistics"]["expanded"].get<std::uint64_t>();
    const std::string limit = std::to_string(needed + 1000);  // counting takes far more
    const outside::result r = maze(
        {"solve", maze_folder + "labyrinth.txt", "--count", "--json", "--limit-expansions", limit});
    CHECK(r.code == 4);
    const json d = r.document();
    CHECK(d["status"] == "solved");
    CHECK(d["optimal"]["steps"] == 1120);
    CHECK(d["optimal"]["count"].is_null());
    CHECK(d["stopped"] == "expansion_limit");
    CHECK(has(
        maze({"solve", maze_folder + "labyrinth.txt", "--count", "--limit-expansions", limit}).out,
        "not counted: stopped by the limit on expansions"));
}

TEST_CASE("Ctrl-C ends solve with 130 and what is known") {
    for (const bool as_json : {true, false}) {
        names words{outside::maze_program(),
                    "solve",
                    maze_folder + "labyrinth.txt",
                    "--exhaustive",
                    "--limit-time",
                    "20s",
                    "--limit-memory",
                    "2G"};
        if (as_json) words.push_back("--json");
        outside::running program(words);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        program.send(SIGINT);
        const outside::result r = program.wait();
        CHECK(r.code == 130);
        if (as_json) {
            CHECK(r.document()["status"] == "limit");
            CHECK(r.document()["stopped"] == "cancelled");
            CHECK(r.document()["lower_bound"] >= 952);
        } else {
            CHECK(has(r.out, "stopped by an interruption"));
        }
    }
}

TEST_CASE("colours are where they were asked for") {
    const names words{"solve", maze_folder + "treasure.txt", "--show"};
    const auto with = [&words](const std::string& choice) {
        names more = words;
        more.insert(more.end(), {"--color", choice});
        return maze(more);
    };
    CHECK_FALSE(has(maze(words).out, "\x1b"));
    CHECK_FALSE(has(with("auto").out, "\x1b"));
    CHECK_FALSE(has(with("never").out, "\x1b"));
    CHECK(has(with("always").out, "\x1b["));
    CHECK(has(with("always").err, "\x1b["));
    std::vector<std::string> plain = outside::plain_environment();
    plain.push_back("NO_COLOR=1");
    CHECK_FALSE(has(maze(words, {}, plain).out, "\x1b"));
}

TEST_CASE("without a UTF-8 locale the picture is in ASCII") {
    const outside::result r = maze({"solve", maze_folder + "treasure.txt", "--show"}, {},
                                   {"PATH=/usr/bin:/bin", "LANG=C"});
    for (const char c : r.out) CHECK(static_cast<unsigned char>(c) < 128);
    CHECK(has(r.out, "##T * *"));
}

TEST_CASE("a result that cannot be written is not taken for one that was") {
    if (!std::filesystem::exists("/dev/full")) return;
    const outside::result r =
        outside::shell("maze solve " + maze_folder + "treasure.txt > /dev/full");
    CHECK(r.code == 2);
    CHECK(has(r.err, "cannot write to the standard output"));
}

}  // namespace maze_solve_test
