// SPDX-License-Identifier: MIT
// What programs say while they work.
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <vector>

namespace progress_test {

using outside::has;
using outside::json;

/// The lines of JSON on the standard error; the last is what was known at the end.
std::vector<json> lines_of(const std::string& text) {
    std::vector<json> lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);)
        if (line.starts_with("{")) lines.push_back(json::parse(line));
    return lines;
}

json last_of(const outside::result& r) {
    const std::vector<json> lines = lines_of(r.err);
    REQUIRE_FALSE(lines.empty());
    for (const json& line : lines) {
        std::vector<std::string> names;
        for (const auto& [name, value] : line.items()) names.push_back(name);
        CHECK(names ==
              std::vector<std::string>{"doing", "seconds", "best", "bound", "done", "total"});
    }
    return lines.back();
}

TEST_CASE("progress as JSON ends with what the answer says") {
    const outside::result route =
        outside::maze({"solve", "examples/mazes/treasure.txt", "--json", "--progress", "json"});
    CHECK(route.document()["optimal"]["steps"] == last_of(route)["best"]);
    CHECK(last_of(route)["bound"] == 10);
    const outside::result least =
        outside::maze({"least", "examples/mazes/treasure.txt", "--json", "--progress", "json"});
    CHECK(least.document()["least_life"] == last_of(least)["best"]);
    CHECK(least.document()["least_life"] == last_of(least)["bound"]);
    const outside::result moves =
        outside::pacman({"solve", "examples/maps/first.txt", "--json", "--progress", "json"});
    CHECK(moves.document()["moves"] == last_of(moves)["best"]);
    CHECK(moves.document()["moves"] == last_of(moves)["bound"]);
    const outside::result energy = outside::pacman(
        {"solve", "examples/maps/first.txt", "--goal", "energy", "--json", "--progress", "json"});
    CHECK(energy.document()["energy"] == last_of(energy)["best"]);
    CHECK(energy.document()["energy"] == last_of(energy)["bound"]);
}

TEST_CASE("progress counts what is done of all where that is known") {
    std::string boards = "# three boards\n";
    for (int i = 0; i < 3; ++i) boards += "oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo\n\n";
    const outside::temporary_file file(boards);
    const json batch =
        last_of(outside::rush_hour({"solve", "--batch", file.name(), "--progress", "json"}));
    CHECK(batch["doing"] == "solving");
    CHECK(batch["done"] == 3);
    CHECK(batch["total"] == 3);
    const json piped =
        last_of(outside::rush_hour({"solve", "--batch", "-", "--progress", "json"}, boards));
    CHECK(piped["done"] == 3);
    CHECK(piped["total"].is_null());
    const json generated = last_of(outside::rush_hour(
        {"generate", "--moves", "4", "--seed", "1", "--count", "2", "--progress", "json"}));
    CHECK(generated["done"] == 2);
    CHECK(generated["total"] == 2);
    CHECK(generated["best"] >= 4);
    const json counted = last_of(outside::amazons({"perft", "new", "2", "--progress", "json"}));
    CHECK(counted["done"] == 2176);
    CHECK(counted["total"] == 2176);
}

TEST_CASE("without a terminal there is progress only on request") {
    for (const char* form : {"auto", "never"}) {
        const outside::result r =
            outside::rush_hour({"generate", "--moves", "51", "--seed", "1", "--limit-time",
                                "1200ms", "--progress", form});
        CHECK_FALSE(has(r.err, "generating"));
    }
    CHECK(has(outside::maze({"solve", "examples/mazes/treasure.txt", "--progress", "xml"}).err,
              "'xml' is none of auto, json or never"));
}

TEST_CASE("a terminal shows how far it is, and nothing of it at the end") {
    if (!outside::has_terminals()) return;
    outside::in_terminal t({SENDA_PROGRAMS_DIR "/amazons", "perft", "new", "4"});
    CHECK(t.shows("counting: 1 s, ["));
    CHECK(t.shows(" of 2,176 (Ctrl-C ends it)\x1b[K"));
    t.send(SIGINT);
    CHECK(t.shows("\r\x1b[K"));
    CHECK(t.shows("stopped by"));
    CHECK(t.wait() == 130);
    outside::in_terminal quiet(
        {SENDA_PROGRAMS_DIR "/amazons", "perft", "new", "2", "--progress", "never"});
    CHECK(quiet.shows("4307152"));
    CHECK(quiet.wait() == 0);
}

}  // namespace progress_test
