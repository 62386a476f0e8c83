// SPDX-License-Identifier: MIT
// Every example of every help, found in the help itself, runs and does what it says.
#include "help_examples.hpp"
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace examples_test {

/// What a program says to some words, which is no error.
std::string said(const std::string& program, const std::vector<std::string>& words) {
    const outside::result r =
        outside::run_example(program, words, {}, outside::plain_environment());
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    return r.out;
}

/// Runs the examples of a program and of its commands.
void run_all(const std::string& program) {
    CAPTURE(program);
    const std::string help = said(program, {"--help"});
    CHECK(outside::has(help, "Usage: " + program + ' '));
    CHECK(said(program, {"-h"}) == help);
    CHECK(said(program, {"--version"}).starts_with(program + " (senda) "));
    outside::run_examples(help);
    for (const std::string& command : outside::commands_of(help)) {
        CAPTURE(command);
        const std::string more = said(program, {command, "--help"});
        CHECK(outside::has(more, "Usage: " + program + ' ' + command));
        CHECK(more != help);
        outside::run_examples(more);
    }
}

TEST_CASE("the examples of maze run") { run_all("maze"); }
TEST_CASE("the examples of mazegen run") { run_all("mazegen"); }
TEST_CASE("the examples of pacman run") { run_all("pacman"); }
TEST_CASE("the examples of rush_hour run") { run_all("rush_hour"); }
TEST_CASE("the examples of amazons run") { run_all("amazons"); }
TEST_CASE("the examples of agents run") { run_all("agents"); }
TEST_CASE("the examples of survey run") { run_all("survey"); }

TEST_CASE("the commands of a help are found") {
    CHECK(outside::commands_of(said("maze", {"--help"})).size() >= 6);
    CHECK(outside::commands_of(said("mazegen", {"--help"})).empty());
}

}  // namespace examples_test
