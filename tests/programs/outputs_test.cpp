// SPDX-License-Identifier: MIT
// What all programs do with files to write, with a reader that goes away, and with hostile names.
#include "run_program.hpp"

#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

namespace outputs_test {

using outside::has;

/// A command that draws, and what its answer says.
struct drawing {
    std::string program;
    std::vector<std::string> words;
    std::string says;
    bool has_page = false;
};

const drawing drawings[] = {
    {"maze", {"solve", "examples/mazes/treasure.txt"}, "solved: 10 steps", true},
    {"maze", {"show", "examples/mazes/treasure.txt"}, "4 rows, 11 columns", true},
    {"mazegen", {"--rows", "4", "--cols", "5", "--seed", "1"}, "wilson, 4 x 5 rooms", false},
    {"pacman", {"solve", "examples/maps/first.txt"}, "solved", true},
    {"pacman", {"replay", "examples/maps/first.txt", "URRDDRR"}, "energy:", true},
    {"rush_hour", {"solve", "examples/parks/morning.txt"}, "solved", true},
    {"rush_hour", {"show", "examples/parks/morning.txt"}, "share code", false},
    {"amazons", {"show", "new"}, "white to move", false},
    {"agents", {"show", "examples/crossings/bay.map"}, "12 open", false},
};

outside::result run(const drawing& d, const std::vector<std::string>& more) {
    std::vector<std::string> words = d.words;
    words.insert(words.end(), more.begin(), more.end());
    return outside::run_example(d.program, words, {}, outside::plain_environment());
}

TEST_CASE("- as the name of a picture is the standard output, and the answer is a message then") {
    for (const drawing& d : drawings) {
        CAPTURE(d.program);
        CAPTURE(d.words[0]);
        const outside::result plain = run(d, {});
        CHECK_MESSAGE(has(plain.out, d.says), plain.out);
        const outside::result svg = run(d, {"--svg", "-"});
        CHECK(svg.code == 0);
        CHECK(svg.out.starts_with("<svg "));
        CHECK(svg.out.ends_with("</svg>\n"));
        CHECK_MESSAGE(has(svg.err, d.says), svg.err);
        const outside::result png = run(d, {"--png=-"});
        CHECK(png.out.starts_with("\x89PNG\r\n"));
        CHECK(has(png.out, "IEND"));
        if (d.has_page) CHECK(run(d, {"--html", "-"}).out.starts_with("<!DOCTYPE html>"));
        CHECK_FALSE(std::filesystem::exists(SENDA_SOURCE_DIR "/-"));
    }
}

TEST_CASE("the standard output takes one thing") {
    for (const drawing& d : drawings) {
        CAPTURE(d.program);
        CAPTURE(d.words[0]);
        const outside::result as_json = run(d, {"--svg", "-", "--json"});
        CHECK(as_json.code == 2);
        CHECK(as_json.out.empty());
        CHECK(has(as_json.err, "error: --svg: --json has the standard output"));
        const outside::result both = run(d, {"--svg", "-", "--png", "-"});
        CHECK(both.code == 2);
        CHECK(both.out.empty());
        CHECK(has(both.err, "error: --png: '-' is what --svg writes"));
        CHECK(has(run(d, {"--svg", ""}).err, "--svg: the name of a file is missing"));
        CHECK(run(d, {"--svg", "/dev/null", "--png", "/dev/null"}).code == 0);
    }
}

TEST_CASE("an option that has no effect is an error that says so") {
    for (const drawing& d : drawings) {
        if (d.words[0] == "show") continue;
        CAPTURE(d.program);
        const outside::result r = run(d, {"--show", "--json"});
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(has(r.err, "error: --show"));
        CHECK(has(r.err, "has no effect"));
    }
    CHECK(has(outside::mazegen({"--mask", "x", "--rows", "2"}).err, "does not go with --"));
}

TEST_CASE("an answer is printed before what cannot be written is said") {
    for (const drawing& d : drawings) {
        CAPTURE(d.program);
        CAPTURE(d.words[0]);
        const outside::result r = run(d, {"--png", "no/such/folder/x.png"});
        CHECK(r.code == 2);
        CHECK_MESSAGE(has(r.out, d.says), r.out);
        CHECK(has(r.err, "error: cannot write 'no/such/folder/x.png': No such file"));
        const outside::result as_json = run(d, {"--png", "no/such/folder/x.png", "--json"});
        CHECK(as_json.code == 2);
        CHECK(as_json.document().is_object());
        CHECK(has(as_json.err, "error: cannot write"));
    }
    if (std::filesystem::exists("/dev/full")) {
        const outside::result r =
            outside::shell("maze solve examples/mazes/treasure.txt --svg - > /dev/full");
        CHECK(r.code == 2);
        CHECK(has(r.err, "solved: 10 steps"));
        CHECK(has(r.err, "error: cannot write to the standard output: No space"));
    }
}

TEST_CASE("a batch ends without a word when nobody reads its answers any more") {
    // The boards never end: only the closed pipe can end this, also where it is ignored.
    const std::string endless = "yes oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo 2>/dev/null | ";
    for (const std::string more : {"", " --json"}) {
        const outside::result r =
            outside::shell(endless + "rush_hour solve --batch -" + more + " | head -n 2");
        CHECK(r.code == 0);
        CHECK(has(r.out, "oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo"));
        CHECK(r.err.empty());
    }
    const outside::result ignored =
        outside::shell("trap '' PIPE; " + endless + "rush_hour solve --batch - | head -n 2");
    CHECK(has(ignored.out, "     1  solved"));
    CHECK(ignored.err.empty());
    // As every filter, it is ended by the signal.
    const outside::result code =
        outside::shell("(" + endless + "rush_hour solve --batch -; echo ended $? >&2) | head -n 2");
    CHECK(code.err == "ended " + std::to_string(128 + SIGPIPE) + '\n');
    const outside::result generated =
        outside::shell("rush_hour generate --moves 5 --seed 1 --count 1000000 | head -n 2 | wc -l");
    CHECK(std::stoi(generated.out) == 2);
    CHECK(generated.err.empty());
}

TEST_CASE("control characters in names and words do not reach the terminal") {
    const std::string name = "no/\x1b[31mred\x07\n\xc2\x9b\xff.txt";
    const std::string escaped = "no/\\x1b[31mred\\x07\\x0a\\xc2\\x9b\\xff.txt";
    const std::vector<std::vector<std::string>> lines = {
        {"maze", "solve", name},
        {"maze", "solve", "examples/mazes/treasure.txt", "--svg", name},
        {"maze", "solve", "examples/mazes/treasure.txt", "--method", "\x1b[31m"},
        {"maze", "solve", "examples/mazes/treasure.txt", "\x1b[31m"},
        {"maze", "\x1b[31m"},
        {"maze", "check", "--\x1b[31m"},
        {"mazegen", "--mask", name},
        {"mazegen", "--png", name},
        {"pacman", "solve", name},
        {"pacman", "replay", "examples/maps/first.txt", "R\x1b[31m"},
        {"rush_hour", "solve", "no/\x1b[31mred.txt"},
        {"rush_hour", "solve", "\x1b[31m"},
        {"rush_hour", "solve", "--batch", name},
        {"agents", "plan", name, "examples/crossings/bay.scen"},
        {"agents", "plan", "examples/crossings/bay.map", name},
        {"agents", "batch", name},
        {"amazons", "check", name},
        {"amazons", "play", "--load", name},
        {"amazons", "match", "\x1b[31m", "greedy"},
    };
    for (const std::vector<std::string>& line : lines) {
        CAPTURE(line[1]);
        const outside::result r = outside::run_example(line[0], {line.begin() + 1, line.end()}, {},
                                                       outside::plain_environment());
        CHECK(r.code >= 2);
        CHECK_FALSE(has(r.out + r.err, "\x1b"));
        CHECK_FALSE(has(r.out + r.err, "\xc2\x9b"));
        CHECK_FALSE(has(r.out + r.err, "\xff"));
        if (line.back() == name) CHECK_MESSAGE(has(r.err, escaped), r.err);
    }
    const std::string players[] = {"\x1b[31mAna", "Luis\x07"};
    const outside::result game =
        outside::amazons({"play", "--plain", "--white-name", players[0]}, players[1] + "\nn\n-1\n");
    CHECK(has(game.out, "\\x1b[31mAna"));
    CHECK(has(game.out, "Luis\\x07"));
    CHECK_FALSE(has(game.out, "\x1b"));
    CHECK_FALSE(has(game.out, "\x07"));
}

}  // namespace outputs_test
