// SPDX-License-Identifier: MIT
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// A command of a page, and what the page says that it prints.
struct shown {
    std::string command;
    std::vector<std::string> lines;
};

/// The commands in the blocks ```console of a page.
std::vector<shown> commands_of(const std::string& page) {
    std::vector<shown> all;
    std::istringstream lines(outside::content_of(SENDA_SOURCE_DIR "/" + page));
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            inside = line == "```console";
        } else if (inside && line.starts_with("$ ")) {
            all.push_back({line.substr(2), {}});
        } else if (inside) {
            REQUIRE_FALSE(all.empty());
            all.back().lines.push_back(line);
        }
    }
    return all;
}

/// Whether a line is what the page shows; `...` at its end stands for anything.
bool matches(const std::string& line, const std::string& shown) {
    if (!shown.ends_with("...")) return line == shown;
    return line.starts_with(shown.substr(0, shown.size() - 3));
}

/// Runs the commands of a page, and compares what they print. The sanitizers would not change that.
void check_page(const std::string& page) {
    const std::vector<shown> all = commands_of(page);
    CHECK(all.size() >= 8);
    if (support::is_slow) return;
    for (const shown& s : all) {
        CAPTURE(s.command);
        std::istringstream printed(outside::shell("(" + s.command + ") 2>&1").out);
        std::string line;
        for (std::size_t i = 0; i < s.lines.size(); ++i) {
            CAPTURE(s.lines[i]);
            if (s.lines[i] == "...") {  // any number of lines
                REQUIRE(i + 1 < s.lines.size());
                while (!matches(line, s.lines[i + 1]) && std::getline(printed, line)) {
                }
                CHECK(matches(line, s.lines[++i]));
                continue;
            }
            REQUIRE(std::getline(printed, line));
            line.erase(line.find_last_not_of(' ') + 1);
            CHECK_MESSAGE(matches(line, s.lines[i]), line);
        }
        CHECK_FALSE(std::getline(printed, line));
    }
}

}  // namespace

TEST_CASE("what docs/maze.md shows is what maze prints") { check_page("docs/maze.md"); }

TEST_CASE("what docs/mazegen.md shows is what mazegen prints") { check_page("docs/mazegen.md"); }

TEST_CASE("what docs/rush_hour.md shows is what rush_hour prints") {
    check_page("docs/rush_hour.md");
}

TEST_CASE("what docs/pacman.md shows is what pacman prints") { check_page("docs/pacman.md"); }

TEST_CASE("what docs/amazons.md shows is what amazons prints") { check_page("docs/amazons.md"); }

TEST_CASE("what docs/agents.md shows is what agents prints") { check_page("docs/agents.md"); }
