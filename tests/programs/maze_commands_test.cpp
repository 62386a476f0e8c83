// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

using outside::has;
using outside::json;
using outside::maze;
using outside::temporary_folder;

namespace maze_commands_test {

const std::string folder = "examples/mazes/";
const std::string treasure = folder + "treasure.txt";
const std::string winning = "(1,2) (1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (9,2)";

TEST_CASE("check says whether a file is valid and connected") {
    const outside::result good = maze({"check", treasure, "--json"});
    CHECK(good.code == 0);
    CHECK(good.document()["status"] == "valid");
    CHECK(good.document()["connectivity"].dump() ==
          R"({"connected":true,"steps":8,"route":)"
          R"([[1,2],[2,2],[3,2],[4,2],[5,2],[6,2],[7,2],[8,2],[9,2]]})");
    CHECK(has(maze({"check", treasure}).out,
              "connected: 8 steps if life did not matter\n"
              "route: (1,2) (2,2) (3,2) (4,2) (5,2) (6,2) (7,2) (8,2) (9,2)\n"));

    const outside::result walled = maze({"check", folder + "walled_off.txt", "--json"});
    CHECK(walled.code == 1);
    CHECK(walled.document()["status"] == "valid");
    CHECK(walled.document()["reason"] == "unreachable");
    CHECK(walled.document()["connectivity"].dump() ==
          R"({"connected":false,"steps":null,"route":null})");
    CHECK(has(maze({"check", folder + "walled_off.txt"}).out, "not connected"));

    // Life does not matter here.
    CHECK(maze({"check", folder + "starved.txt"}).code == 0);
}

TEST_CASE("verify replays a route that wins") {
    const outside::result r = maze({"verify", treasure, winning});
    CHECK(r.code == 0);
    CHECK(has(r.out, "the route wins: 10 steps, 4 life left\nlife: 8 13 13"));
    const json d = maze({"verify", treasure, winning, "--json"}).document();
    CHECK(d["status"] == "valid");
    CHECK(d["reason"].is_null());
    CHECK(d["steps"] == 10);
    CHECK(d["life"] == 4);
    CHECK(d["lives"].dump() == "[8,13,13,13,13,13,13,10,7,4,4]");
    CHECK(d["treasures"].dump() == "[[1,1]]");
    CHECK(d["failed_at"].is_null());
    CHECK(maze({"verify", treasure, "(1,2)", "(1,1)", "( 2 , 1 )(3,1)(4,1)(5,1)(6,1)(7,1)(8,1)",
                "(9,1) (9,2)"})
              .code == 0);
    CHECK(maze({"verify", treasure, "-"}, winning + '\n').code == 0);
}

TEST_CASE("verify says which step of a route fails, and why") {
    struct failing {
        std::string route;
        std::string reason;
        json step;
    };
    const failing routes[] = {
        {"", "empty", nullptr},
        {"(2,2)", "not_at_start", 0},
        {"(99,2)", "outside", 0},
        {"(1,2) (2,2) (3,2) (4,2)", "died", 3},
        {"(1,2) (1,3)", "wall", 1},
        {"(1,2) (1,1) (3,1)", "not_a_neighbour", 2},
        {"(1,2) (1,1) (1,1)", "not_a_neighbour", 2},
        {"(1,2) (99,99)", "outside", 1},
        {"(1,2) (1,1)", "not_finished", nullptr},
        {winning + " (8,2)", "went_on_after_end", 11},
    };
    for (const failing& f : routes) {
        CAPTURE(f.route);
        const outside::result r = maze({"verify", treasure, f.route, "--json"});
        CHECK(r.code == 1);
        const json d = r.document();
        CHECK(d["status"] == "fails");
        CHECK(d["reason"] == f.reason);
        if (f.step.is_null()) {
            CHECK(d["failed_at"].is_null());
        } else {
            CHECK(d["failed_at"]["step"] == f.step);
        }
        const outside::result words = maze({"verify", treasure, f.route});
        CHECK(words.code == 1);
        CHECK(words.out.starts_with(d["message"].get<std::string>() + '\n'));
    }
    CHECK(has(maze({"verify", treasure, "(1,2) (2,2) (3,2) (4,2)"}).out,
              "step 3, to (4,2), takes the last life\nlife: 8 5 2 -1\n"));
}

TEST_CASE("a route that is none is bad input") {
    const outside::result r = maze({"verify", treasure, "(1,2) (1;1)", "--json"});
    CHECK(r.code == 3);
    CHECK(r.document()["errors"][0]["code"] == "bad_route");
    CHECK(r.document()["errors"][0]["column"] == 9);
    CHECK(has(maze({"verify", treasure, "(1,2) (1;1)"}).err, "  |         ^"));
}

TEST_CASE("show draws a maze") {
    const outside::result r = maze({"show", treasure});
    CHECK(r.code == 0);
    CHECK(has(r.out, "2 ██S 3 3 3 3 3 3 3 E ██\n1 ██◆           3 3 3 ██\n"));
    const json d = maze({"show", treasure, "--json"}).document();
    CHECK(d["cells"][1] == "#S3333333E#");
    // A maze that is wider than the room for it is made smaller.
    const outside::result wide = maze({"show", folder + "labyrinth.txt"});
    CHECK(wide.code == 0);
    const std::string line = wide.out.substr(0, wide.out.find('\n'));
    const auto begins_character = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    };
    CHECK(std::count_if(line.begin(), line.end(), begins_character) <= 160);
}

TEST_CASE("least finds the least life") {
    const outside::result r = maze({"least", folder + "starved.txt", "--json"});
    CHECK(r.code == 0);
    CHECK(r.document()["least_life"] == 64);
    CHECK(maze({"least", treasure, "--json"}).document()["least_life"] == 5);
    CHECK(has(maze({"least", treasure}).out, "least life: 5 (the maze gives 8)"));
    const outside::result walled = maze({"least", folder + "walled_off.txt", "--json"});
    CHECK(walled.code == 1);
    CHECK(walled.document()["least_life"].is_null());
    CHECK(walled.document()["reason"] == "unreachable");
    const outside::result stopped =
        maze({"least", folder + "caves.txt", "--limit-expansions", "5", "--json"});
    CHECK(stopped.code == 4);
    CHECK(stopped.document()["status"] == "limit");
    CHECK(stopped.document()["reason"].is_null());
    CHECK(stopped.document()["least_life"].is_null());
    CHECK(stopped.document()["lower"] == 1);
    CHECK(stopped.document()["upper"].is_null());
    const std::vector<std::string> some{"least", folder + "labyrinth.txt", "--limit-expansions",
                                        "20000"};
    const outside::result between = maze(some);
    CHECK(between.code == 4);
    CHECK_MESSAGE(has(between.out, "least life: between "), between.out);
}

TEST_CASE("pictures are written whole") {
    const temporary_folder to;
    const outside::result r = maze({"solve", treasure, "--svg", to.name + "/a.svg", "--png",
                                    to.name + "/a.png", "--html", to.name + "/a.html", "--json"});
    CHECK(r.code == 0);
    CHECK(r.document()["status"] == "solved");
    CHECK(to.files() == 3);
    const std::string svg = outside::content_of(to.name + "/a.svg");
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>\n"));
    const std::string png = outside::content_of(to.name + "/a.png");
    CHECK(png.starts_with("\x89PNG\r\n\x1a\n"));
    CHECK(has(png, "IEND"));
    const std::string html = outside::content_of(to.name + "/a.html");
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(html.ends_with("</html>\n"));

    // A picture that is there already is replaced, and so is one without a route.
    CHECK(maze({"solve", folder + "starved.txt", "--svg", to.name + "/a.svg"}).code == 1);
    CHECK(outside::content_of(to.name + "/a.svg") != svg);
    // It says why, below the maze too; and where all die.
    CHECK(
        has(outside::content_of(to.name + "/a.svg"), ">no route: every way to E is deadly</text>"));
    const std::string starved = maze({"solve", folder + "starved.txt", "--show"}).out;
    CHECK(has(starved, "S─╴9×"));
    CHECK(maze({"show", treasure, "--png", to.name + "/b.png"}).code == 0);
    CHECK(outside::content_of(to.name + "/b.png").starts_with("\x89PNG"));
    CHECK(to.files() == 4);
}

TEST_CASE("a route is written as a moving picture, in cells of the size one wishes") {
    const temporary_folder to;
    CHECK(maze({"solve", treasure, "--apng", to.name + "/a.png", "--cell", "12", "--png",
                to.name + "/b.png"})
              .code == 0);
    const std::string film = outside::content_of(to.name + "/a.png");
    CHECK(film.starts_with("\x89PNG\r\n\x1a\n"));
    for (const char* chunk : {"acTL", "fcTL", "fdAT", "IEND"}) CHECK(has(film, chunk));
    const auto width = [](const std::string& png) {
        return static_cast<unsigned char>(png[18]) * 256 + static_cast<unsigned char>(png[19]);
    };
    const std::string small = outside::content_of(to.name + "/b.png");
    CHECK(maze({"solve", treasure, "--cell", "24", "--png", to.name + "/b.png"}).code == 0);
    CHECK(width(outside::content_of(to.name + "/b.png")) - width(small) >= 11 * 12);

    CHECK(maze({"solve", treasure, "--cell", "12"}).code == 2);
    CHECK(has(maze({"solve", treasure, "--cell", "12"}).err, "no effect"));
    for (const char* wrong : {"0", "401", "-3", "x"}) {
        const outside::result r =
            maze({"show", treasure, "--cell", wrong, "--png", to.name + "/c.png"});
        CHECK(r.code == 2);
        CHECK(has(r.err, "1 to 400"));
    }
    const outside::temporary_file wide("N=1, M=3000, P=9\nS" + std::string(2998, '0') + "E\n");
    const outside::result large =
        maze({"solve", wide.name(), "--cell", "50", "--png", to.name + "/c.png"});
    CHECK(large.code == 2);
    CHECK(has(large.out, "solved: 2999 steps"));
    CHECK(has(large.err, "expected 1 to 21"));
    CHECK(to.files() == 2);
}

TEST_CASE("a picture that cannot be written comes after the answer, and leaves nothing behind") {
    const temporary_folder to;
    for (const std::string& name : {to.name, to.name + "/none/a.svg"}) {
        CAPTURE(name);
        const outside::result r = maze({"solve", treasure, "--svg", name});
        CHECK(r.code == 2);
        CHECK(has(r.out, "solved: 10 steps"));
        CHECK(has(r.err, "error: cannot write '" + name + "'"));
        const outside::result as_json = maze({"solve", treasure, "--svg", name, "--json"});
        CHECK(as_json.code == 2);
        CHECK(as_json.document()["status"] == "solved");
        CHECK(has(as_json.err, "error: cannot write '" + name + "'"));
    }
    CHECK(to.files() == 0);
    if (std::filesystem::exists("/dev/full")) {
        const outside::result r = maze({"solve", treasure, "--png", "/dev/full"});
        CHECK(r.code == 2);
        CHECK(has(r.out, "solved: 10 steps"));
        CHECK(has(r.err, "cannot write '/dev/full'"));
        CHECK(std::filesystem::is_character_file("/dev/full"));
    }
    // An invalid maze does not touch the picture.
    CHECK(maze({"solve", "-", "--svg", to.name + "/a.svg"}, "x").code == 3);
    CHECK(to.files() == 0);
}

}  // namespace maze_commands_test
