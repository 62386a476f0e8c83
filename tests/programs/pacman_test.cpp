// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pacman_program {

using outside::has;
using outside::json;
using outside::pacman;

using names = std::vector<std::string>;

const std::string folder = "examples/maps/";
const std::string first_file = folder + "first.txt";

/// A map of two rows; the start, the energy and the goal are as given.
std::string map_with(const std::string& start, const std::string& goal = "3,2",
                     const std::string& rows = "V,J3,V\nB2,Z4,V\n") {
    return "3,2\n" + start + '\n' + goal + '\n' + rows;
}

TEST_CASE("pacman without arguments prints the short help") {
    const outside::result r = pacman({});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(r.out == pacman({"--help"}).out);
}

TEST_CASE("wrong usage of pacman ends with 2 and says what was meant") {
    struct usage {
        names words;
        std::string says;
    };
    const usage wrong[] = {
        {{"slove", first_file}, "unknown command 'slove'; did you mean 'solve'?"},
        {{"solve"}, "FILE or --batch is missing"},
        {{"check"}, "FILE is missing"},
        {{"solve", first_file, "--gaol", "energy"}, "did you mean '--goal'?"},
        {{"solve", first_file, "--goal", "enregy"}, "did you mean 'energy'?"},
        {{"solve", first_file, "--limit-time", "soon"}, "'soon' is not a time"},
        {{"replay", first_file}, "MOVES is missing"},
        {{"replay", "-", "-"}, "cannot both be the standard input"},
        {{"convert", first_file}, "--to is missing"},
        {{"convert", first_file, "--to", "xml"}, "'xml' is none of text or json"},
        {{"play", "-"}, "the moves come from the standard input"},
        {{"check", first_file, "x"}, "one argument too many"},
        {{"solve", first_file, "--show", "--json"}, "--show: has no effect with --json"},
        {{"check", first_file, "--show", "--json"}, "--show: has no effect with --json"},
        {{"replay", first_file, "U", "--show", "--json"}, "--show: has no effect with --json"},
        {{"solve", first_file, "--threads", "2"}, "has no effect without --batch"},
        {{"solve", first_file, "--batch", first_file}, "takes the place of FILE"},
        {{"solve", "--list", first_file, "--png", "x"}, "--png: has no effect with --list"},
        {{"solve", first_file, "--lang", "de"}, "'de' is none of en or cs"},
        {{"generate", "--level", "hrad"}, "did you mean 'hard'?"},
        {{"generate", "--rows", "21"}, "a whole number from 4 to 20"},
        {{"generate", "--walls", "60", "--food", "40"}, "percent of the cells: expected 0 to 90"},
        {{"generate", "--seed", "1", "--into", "no/such/folder"}, "cannot write 'no/such/folder"},
    };
    for (const usage& u : wrong) {
        CAPTURE(u.says);
        const outside::result r = pacman(u.words);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with("error: "));
        CHECK_MESSAGE(has(r.err, u.says), r.err);
    }
    CHECK(pacman({"solve", first_file, "--png", "no/such/folder/x.png"}).code == 2);
}

TEST_CASE("solve says all there is to say about a map, for both goals and both formats") {
    for (const std::string file : {"first.txt", "first.json"}) {
        const outside::result r = pacman({"solve", folder + file, "--json"});
        CHECK(r.code == 0);
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["status"] == "solved");
        CHECK(d["reason"].is_null());
        CHECK(d["goal"] == "shortest");
        CHECK(d["moves"] == 7);
        CHECK(d["energy"] == 2);
        CHECK(d["path"] == "URRDDRR");
        CHECK(d["route"] == json::parse("[[1,2],[1,1],[2,1],[3,1],[3,2],[3,3],[4,3],[5,3]]"));
        CHECK(d["optimal"] == true);
        CHECK(d["lower_bound"] == 7);
        CHECK(d["upper_bound"] == 9);  // 6 and all food, less 7 moves
        CHECK(d["warnings"] == json::array());
        CHECK(d["statistics"]["expanded"] > 0);
        CHECK_FALSE(d.contains("stopped"));

        const json richest =
            pacman({"solve", folder + file, "--json", "--goal", "energy"}).document();
        CHECK(richest["goal"] == "energy");
        CHECK(richest["moves"] == 9);
        CHECK(richest["energy"] == 4);
        CHECK(richest["optimal"] == true);
        CHECK(richest["upper_bound"] == 4);
    }
    const outside::result words = pacman({"solve", first_file});
    CHECK(words.out.starts_with("solved: 7 moves, 2 energy left\n"));
    CHECK(has(words.out, "  path        URRDDRR\n"));
    CHECK(has(words.out, "  moves       7, the fewest possible\n"));
}

TEST_CASE("every example map is read, and its routes replay") {
    const std::string most = support::is_slow ? "200ms" : "1s";
    std::size_t solved = 0;
    for (const auto& e : std::filesystem::directory_iterator(SENDA_SOURCE_DIR "/" + folder)) {
        const std::string file = e.path();
        CAPTURE(file);
        CHECK(pacman({"check", file}).code == 0);
        for (const char* goal : {"shortest", "energy"}) {
            const outside::result r =
                pacman({"solve", file, "--goal", goal, "--json", "--limit-time", most});
            const json d = r.document();
            if (d["path"].is_null()) {
                CHECK(r.code != 0);
                continue;
            }
            const outside::result replay = pacman({"replay", file, d["path"], "--json"});
            CHECK(replay.code == 0);
            CHECK(replay.document()["energy"] == d["energy"]);
            CHECK(replay.document()["moves"] == d["moves"]);
            CHECK(replay.document()["route"] == d["route"]);
            ++solved;
        }
    }
    CHECK(solved > 15);
}

TEST_CASE("a map without a route says why") {
    const outside::result walls = pacman({"solve", folder + "locked.txt", "--json"});
    CHECK(walls.code == 1);
    CHECK(walls.document()["status"] == "no_route");
    CHECK(walls.document()["reason"] == "unreachable");
    for (const char* goal : {"shortest", "energy"}) {
        const outside::result energy =
            pacman({"solve", folder + "mirage.json", "--goal", goal, "--json"});
        CHECK(energy.code == 1);
        const json d = energy.document();
        CHECK(d["status"] == "no_route");
        CHECK(d["reason"] == "exhausted");
        for (const char* name : {"moves", "energy", "path", "route"}) CHECK(d[name].is_null());
    }
    CHECK(has(pacman({"solve", folder + "mirage.json"}).out, "the energy runs out"));
    const json reachable = pacman({"check", folder + "locked.txt", "--json"}).document();
    CHECK(reachable["status"] == "valid");
    CHECK(reachable["reachable"] == false);
}

TEST_CASE("a limit is an answer of its own") {
    const outside::result r = pacman(
        {"solve", folder + "feast.json", "--goal", "energy", "--json", "--limit-expansions", "1"});
    CHECK(r.code == 4);
    const json d = r.document();
    CHECK(d["status"] == "limit");
    CHECK(d["stopped"] == "expansion_limit");
    CHECK(d["optimal"] == false);
    if (!d["energy"].is_null()) CHECK(d["upper_bound"] >= d["energy"]);
    const outside::result words =
        pacman({"solve", folder + "orchard.txt", "--limit-expansions", "1"});
    CHECK(words.code == 4);
    CHECK(has(words.out, "stopped by the limit on expansions"));
}

TEST_CASE("every error of a map has its code, line and column") {
    struct fault {
        std::string text;
        std::string code;
        json line;
        json column;
    };
    const fault faults[] = {
        {"", "empty_input", 1, 1},
        {" \n", "empty_input", 1, 1},
        {"3,2\n1,1,5\n\xff", "encoding", 3, 1},
        {"hello", "syntax", 1, 1},
        {map_with("1,1,x"), "syntax", 2, 5},
        {"201" + map_with("1,1,5").substr(1), "size", 1, 1},
        {map_with("1,1,5", "3,2", "V,J3,V\n"), "rows", 5, 1},
        {map_with("1,1,5", "3,2", "V,J3\nB2,Z4,V\n"), "columns", 4, 5},
        {map_with("1,1,5", "3,2", "V,J3,V\nB2,Q4,V\n"), "token", 5, 4},
        {map_with("4,1,5"), "outside", 2, 1},
        {map_with("1,1,5", "3,3"), "outside", 3, 3},
        {"{\"SIRKA\": 3", "syntax", 1, 12},
        {"{\"SIRKA\": \"three\"}", "type", 1, 11},
        {"{\"SIRKA\": 3}", "missing_key", 1, 1},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        const outside::result r = pacman({"solve", "-", "--json"}, f.text);
        CHECK(r.code == 3);
        CHECK(r.err.empty());
        const json d = r.document();
        CHECK(d["status"] == "invalid");
        REQUIRE(d["errors"].size() == 1);
        const json& e = d["errors"][0];
        CHECK(e["code"] == f.code);
        CHECK(e["line"] == f.line);
        CHECK(e["column"] == f.column);
        CHECK_FALSE(e["message"].get<std::string>().empty());
        for (const char* command : {"solve", "check"}) {
            const outside::result words = pacman({command, "-"}, f.text);
            CHECK(words.code == 3);
            CHECK(words.out.empty());
            CHECK(has('\n' + words.err, "\nerror[" + f.code + "]: "));
        }
    }
    CHECK(has(pacman({"check", "-"}, "[]").err,
              "error[type]: the map is a list: expected an object\n --> <standard input>:1:1"));
    const outside::result missing = pacman({"solve", "no/such/file", "--json"});
    CHECK(missing.code == 3);
    CHECK(missing.document()["errors"][0]["code"] == "unreadable");
    const outside::result shown =
        pacman({"check", "-"}, map_with("1,1,5", "3,2", "V,J3,V\nB2,Q4,V\n"));
    CHECK(has(shown.err, " --> <standard input>:5:4\n  |\n5 | B2,Q4,V\n  |    ^\n"));
}

TEST_CASE("odd maps are accepted with a warning, and refused by --strict with the same code") {
    struct oddity {
        std::string text;
        std::string code;
    };
    const oddity odd[] = {
        {map_with("1,1,0"), "energy"},
        {map_with("2,1,5"), "occupied"},
        {map_with("3,2,5"), "same"},
        {map_with("1,1,5", "3,2", "V,j3,V\nB2,Z4,V\n"), "token"},
        {map_with("1,1,5", "3,2", "V,J10,V\nB2,Z4,V\n"), "token"},
    };
    for (const oddity& o : odd) {
        CAPTURE(o.text);
        const outside::result lenient = pacman({"check", "-", "--json"}, o.text);
        CHECK(lenient.code == 0);
        CHECK(lenient.document()["warnings"] == json::array({o.code}));
        CHECK(pacman({"check", "-"}, o.text).err.starts_with("warning: "));
        const outside::result strict = pacman({"check", "-", "--strict", "--json"}, o.text);
        CHECK(strict.code == 3);
        CHECK(strict.document()["errors"][0]["code"] == o.code);
        for (const char* word : {"skipped", "ignored", "taken", "read as"})
            CHECK_FALSE(has(strict.document()["errors"][0]["message"], word));
    }
    CHECK(pacman({"check", first_file, "--strict"}).err.empty());
    const json home = pacman({"solve", folder + "home.txt", "--json"}).document();
    CHECK(home["status"] == "solved");
    CHECK(home["moves"] == 0);
    CHECK(home["path"] == "");
    CHECK(home["route"] == json::parse("[[2,2]]"));
}

TEST_CASE("show draws a map without solving it") {
    const outside::temporary_folder there;
    const std::string png = there.name + "/map.png";
    const outside::result r = pacman({"show", first_file, "--png", png});
    CHECK(r.code == 0);
    CHECK(has(r.out, "│J3 │"));
    CHECK(has(r.out, "5 x 4 cells, energy 6, 4 foods, 1 bomb\n"));
    CHECK(outside::content_of(png).substr(1, 3) == "PNG");
    const json d = pacman({"show", folder + "first.json", "--json"}).document();
    CHECK(d["status"] == "valid");
    CHECK(d["rows"][1] == "V,Z4,J2,Z,J1");
    CHECK(d["map"]["foods"] == 4);
    CHECK(pacman({"show", "-"}, "[]").code == 3);
}

TEST_CASE("a batch solves many maps in order, and goes on after a bad one") {
    const outside::temporary_file bad(map_with("1,1,5", "3,2", "V,J3,V\nB2,Q4,V\n"));
    const std::string locked = folder + "locked.txt";
    const outside::result r =
        pacman({"solve", "--batch", first_file, bad.name(), "no/such/file", locked});
    CHECK(r.code == 3);
    CHECK(r.out ==
          "status     moves  energy  proven  file\n"
          "solved         7       2  yes     " +
              first_file +
              "\n"
              "invalid        -       -  -       " +
              bad.name() +
              ": token\n"
              "invalid        -       -  -       no/such/file: unreadable\n"
              "no route       -       -  yes     " +
              locked + "\n");
    CHECK(has(r.err, "error[token]: unknown cell 'Q4'"));
    CHECK(has(r.err, bad.name() + ":5:4\n  |\n5 | B2,Q4,V\n  |    ^\n"));

    std::string list;
    for (int i = 0; i < 40; ++i) list += (i % 3 == 0 ? locked : first_file) + "\r\n\n";
    const outside::result lines =
        pacman({"solve", "--list", "-", "--json", "--goal", "energy", "--threads", "3"}, list);
    CHECK(lines.code == 0);
    std::istringstream documents(lines.out);
    std::string line;
    for (int i = 0; i < 40; ++i) {
        REQUIRE(std::getline(documents, line));
        const json d = json::parse(line);
        CHECK(d["file"] == (i % 3 == 0 ? locked : first_file));
        CHECK(d["status"] == (i % 3 == 0 ? "no_route" : "solved"));
    }
    CHECK_FALSE(std::getline(documents, line));
    const json refused = pacman({"solve", "--batch", bad.name(), "--json"}).document();
    CHECK(refused["status"] == "invalid");
    CHECK(refused["errors"][0]["line"] == 5);
    const outside::result limited = pacman({"solve", "--batch", first_file, folder + "orchard.txt",
                                            "--limit-expansions", "1", "--strict"});
    CHECK(limited.code == 4);
    CHECK(pacman({"solve", "--list", "no/such/list"}).code == 3);
}

TEST_CASE("generate makes maps of a level with proven answers, the same for the same seed") {
    const names words = {"generate", "--level", "hard", "--rows",  "7", "--cols",
                         "9",        "--seed",  "11",   "--count", "2"};
    const auto with = [&words](const names& more) {
        names all = words;
        all.insert(all.end(), more.begin(), more.end());
        return pacman(all);
    };
    const json d = with({"--json"}).document();
    CHECK(d["status"] == "generated");
    CHECK(d["seed"] == 11);
    REQUIRE(d["maps"].size() == 2);
    for (const json& m : d["maps"]) {
        CHECK(m["level"] == "hard");
        CHECK(m["difficulty"] >= 35);
        CHECK(m["detour"] == m["shortest"]["moves"].get<int>() - m["straight"].get<int>());
        for (const std::string goal : {"shortest", "richest"}) {
            const json a = pacman({"solve", "-", "--json", "--strict", "--goal",
                                   goal == "shortest" ? "shortest" : "energy"},
                                  m["map"])
                               .document();
            CHECK(a["moves"] == m[goal]["moves"]);
            CHECK(a["energy"] == m[goal]["energy"]);
            CHECK(a["map"]["width"] == 9);
            CHECK(a["map"]["height"] == 7);
        }
    }
    const outside::result text = with({});
    const std::string first = d["maps"][0]["map"];
    const std::string second = d["maps"][1]["map"];
    CHECK(text.code == 0);
    CHECK(text.out == first + '\n' + second);
    CHECK(has(text.err, "note: seed 11, map 1: hard ("));
    const outside::temporary_folder there;
    const std::string file = there.name + "/hard_11_1.json";
    CHECK(with({"--to", "json", "--into", there.name}).out.starts_with(file + '\n'));
    CHECK(pacman({"convert", file, "--to", "text", "--strict"}).out == first);
    const outside::result limited = with({"--limit-expansions", "1", "--json"});
    CHECK(limited.code == 4);
    CHECK(limited.document()["status"] == "limit");
    CHECK(limited.document()["stopped"] == "expansion_limit");
    CHECK(has(pacman({"generate", "--seed", "1", "--rows", "5", "--cols", "5", "--lang", "cs"}).err,
              "note: semínko 1, mapa 1: "));
}

TEST_CASE("pacman speaks Czech when asked to, or to a Czech") {
    const outside::result r = pacman({"solve", first_file, "--lang", "cs"});
    CHECK(r.code == 0);
    CHECK(r.out.starts_with("vyřešeno: 7 tahů, zbývá energie 2\n"));
    CHECK(has(r.out, "  cestou      jídlo 2 z 4"));
    CHECK(pacman({"solve", first_file}, {}, {"PATH=/usr/bin:/bin", "LANG=cs_CZ.UTF-8"})
              .out.starts_with("vyřešeno: "));
    CHECK(pacman({"solve", first_file, "--lang", "en"}, {},
                 {"PATH=/usr/bin:/bin", "LANG=cs_CZ.UTF-8"})
              .out.starts_with("solved: "));
    CHECK(pacman({"check", folder + "home.txt", "--lang", "cs"})
              .err.starts_with("warning: cíl je na startu"));
    CHECK(has(pacman({"check", "-", "--lang", "cs"}, "[]").err, "mapa je seznam"));
    CHECK(has(pacman({"replay", first_file, "URX", "--lang", "cs"}).err, "neznámý tah 'X'"));
    CHECK(pacman({"replay", first_file, "UR", "--lang", "cs"})
              .out.starts_with("cesta končí na (2,1) před cílem na (5,3)"));
    CHECK(has(pacman({"solve", folder + "mirage.json", "--lang", "cs"}).out, "dojde energie"));
    CHECK(has(pacman({"play", first_file, "--lang", "cs"}, "L").out, "naživu, 0 tahů"));
}

TEST_CASE("replay says whether moves win, and which one fails") {
    const outside::result won = pacman({"replay", first_file, "URRDDRR"});
    CHECK(won.code == 0);
    CHECK(won.out ==
          "the route wins: 7 moves, 2 energy left\n"
          "energy: 6 5 7 6 7 4 3 2\n");
    CHECK(pacman({"replay", first_file, "-"}, "urr dd\nrr\n").code == 0);
    CHECK(pacman({"replay", first_file, "URR", "DDRR"}).code == 0);
    struct walk {
        std::string moves;
        std::string verdict;
        json failed_at;
    };
    const walk failing[] = {{"URR", "going_on", nullptr}, {"", "going_on", nullptr},
                            {"DD", "lost_bomb", 2},       {"URRDDLLUU", "lost_energy", 9},
                            {"URRDDRRL", "over", 8},      {"L", "blocked", 1}};
    for (const walk& w : failing) {
        CAPTURE(w.moves);
        const outside::result r = pacman({"replay", first_file, w.moves, "--json"});
        CHECK(r.code == 1);
        const json d = r.document();
        CHECK(d["status"] == "fails");
        CHECK(d["verdict"] == w.verdict);
        CHECK(d["failed_at"] == w.failed_at);
    }
    const outside::result wrong = pacman({"replay", first_file, "URX", "--json"});
    CHECK(wrong.code == 3);
    CHECK(wrong.document()["errors"][0]["code"] == "bad_move");
    CHECK(wrong.document()["errors"][0]["column"] == 3);
}

TEST_CASE("convert writes either format, and both are the same map") {
    const std::string text = outside::content_of(SENDA_SOURCE_DIR "/" + first_file);
    CHECK(pacman({"convert", first_file, "--to", "text"}).out == text);
    const outside::result as_json = pacman({"convert", first_file, "--to", "json"});
    CHECK(as_json.code == 0);
    CHECK(as_json.out == outside::content_of(SENDA_SOURCE_DIR "/" + folder + "first.json"));
    CHECK(pacman({"convert", "-", "--to", "text", "--strict"}, as_json.out).out == text);
    const json d = pacman({"convert", first_file, "--to", "json", "--json"}).document();
    CHECK(d["status"] == "converted");
    CHECK(d["map"] == json::parse(as_json.out));
    CHECK(pacman({"convert", first_file, "--to", "text", "--json"}).document()["map"] == text);
}

TEST_CASE("a map is drawn in the terminal and into files") {
    const outside::temporary_folder there;
    const std::string svg = there.name + "/map.svg";
    const std::string png = there.name + "/map.png";
    const std::string html = there.name + "/map.html";
    const outside::result r =
        pacman({"solve", first_file, "--svg", svg, "--png", png, "--html", html});
    CHECK(r.code == 0);
    CHECK(outside::content_of(svg).starts_with("<svg"));
    CHECK(outside::content_of(png).substr(1, 3) == "PNG");
    const std::string page = outside::content_of(html);
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK(has(page, "solved: 7 moves, 2 energy left"));
    CHECK(has(page, "The goal: won."));
    CHECK_FALSE(has(r.out, "\x1b"));

    CHECK(has(pacman({"solve", first_file, "--show"}).out, "│J3 │"));
    CHECK(has(pacman({"check", first_file, "--show", "--color", "always"}).out, "\x1b["));
    const outside::result ascii =
        pacman({"check", first_file, "--show"}, {}, {"PATH=/usr/bin:/bin", "LANG=C"});
    CHECK(has(ascii.out, "|J3 |"));
    for (const char c : ascii.out) CHECK(static_cast<unsigned char>(c) < 128);
}

TEST_CASE("Ctrl-C ends pacman solve with 130 and what was found") {
    // Much food, of which it is hard to prove how much can be had.
    std::string rows;
    for (int i = 0; i < 400; ++i) {
        const int value = (i * 7 + i / 20 * 11 + i * i * 5) % 9;
        const bool is_end = i == 0 || i == 399;
        rows += is_end || value > 5 ? "V" : value == 5 ? "Z" : "J" + std::to_string(value + 1);
        rows += i % 20 == 19 ? '\n' : ',';
    }
    const outside::temporary_file file("20,20\n1,1,9\n20,20\n" + rows);
    outside::running program(
        {SENDA_PROGRAMS_DIR "/pacman", "solve", file.name(), "--goal", "energy", "--json"});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    program.send(SIGINT);
    const outside::result r = program.wait();
    // It may have been faster than the signal.
    CHECK((r.code == 130 || r.code <= 1));
    CHECK(r.document()["status"] == (r.code == 130 ? "limit"
                                     : r.code == 0 ? "solved"
                                                   : "no_route"));
}

}  // namespace pacman_program
