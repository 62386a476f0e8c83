// SPDX-License-Identifier: MIT
// What the programs print for shells and for man: all that the help has, in a form that works.
#include "help_examples.hpp"
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace completion_test {

using outside::has;

const std::vector<std::string> programs{"maze",    "mazegen", "pacman", "rush_hour",
                                        "amazons", "agents",  "survey"};

std::string said(const std::string& program, const std::vector<std::string>& words) {
    const outside::result r =
        outside::run_example(program, words, {}, outside::plain_environment());
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    return r.out;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) lines.push_back(line);
    return lines;
}

/// The long options that a help has.
std::vector<std::string> options_of(const std::string& help) {
    std::vector<std::string> names;
    for (const std::string& line : lines_of(help.substr(0, help.find("\nExamples:\n")))) {
        if (!line.starts_with("  -")) continue;
        const std::size_t begin = line.find("--");
        names.push_back(line.substr(begin, line.find_first_of(" ,", begin) - begin));
    }
    return names;
}

/// The commands of a program, and the empty one that is none.
std::vector<std::string> commands_and_none(const std::string& program) {
    std::vector<std::string> commands = outside::commands_of(said(program, {"--help"}));
    commands.emplace_back();
    return commands;
}

/// What bash offers for the last of some words, one a line.
std::string offered(const std::string& program, const std::string& words) {
    return outside::shell("exec bash -c 'eval \"$(" + program +
                          " --completion bash)\"; COMP_WORDS=(" + program + " " + words +
                          "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _senda_" + program +
                          "; printf \"%s\\n\" \"${COMPREPLY[@]}\"'")
        .out;
}

bool has_line(const std::string& text, const std::string& line) {
    const std::vector<std::string> lines = lines_of(text);
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

bool has_program(const std::string& name) {
    const bool is_there = std::filesystem::exists("/usr/bin/" + name);
    if (!is_there) MESSAGE("skipped: there is no " << name << " here");
    return is_there;
}

TEST_CASE("bash completes commands, options and the words that values can be") {
    if (!has_program("bash")) return;
    for (const std::string& program : programs) {
        CAPTURE(program);
        for (const std::string& command : commands_and_none(program)) {
            CAPTURE(command);
            std::vector<std::string> words{"--help"};
            if (!command.empty()) words.insert(words.begin(), command);
            const std::string all = offered(program, command + " --");
            for (const std::string& option : options_of(said(program, words)))
                CHECK_MESSAGE(has_line(all, option), option);
        }
    }
    CHECK(offered("maze", "s") == "solve\nshow\n");
    CHECK(offered("maze", "solve --color \"\"") == "auto\nalways\nnever\n");
    CHECK(offered("maze", "solve --color = al") == "always\n");
    CHECK(offered("maze", "solve --method as") == "astar\nastar-exact\n");
    CHECK(offered("amazons", "valid new sh") == "shot\n");
    CHECK(offered("maze", "solve --svg ma") == "\n");  // files are completed by the shell
    CHECK(offered("mazegen", "--algorithm wil") == "wilson\n");
}

TEST_CASE("bash completes in a terminal") {
    if (!outside::has_terminals() || !has_program("bash")) return;
    outside::in_terminal t({"/usr/bin/bash", "--norc", "--noprofile", "-i"});
    t.type("PS1='> '; eval \"$(" SENDA_PROGRAMS_DIR "/maze --completion bash)\"; echo re''ady\n");
    CHECK(t.shows("ready\r\n"));
    t.type("maze sol\t--exh\texam\tmazes/corr\t");
    CHECK(t.shows("maze solve --exhaustive examples/mazes/corridor.txt"));
    t.type("\025exit\n");  // Ctrl-U
    t.wait();
}

TEST_CASE("zsh and fish have every command and option, and can read their scripts") {
    for (const std::string& program : programs) {
        CAPTURE(program);
        const std::string zsh = said(program, {"--completion", "zsh"});
        const std::string fish = said(program, {"--completion", "fish"});
        CHECK(zsh.starts_with("#compdef " + program + '\n'));
        for (const std::string& command : commands_and_none(program)) {
            CAPTURE(command);
            std::vector<std::string> words{"--help"};
            if (!command.empty()) {
                words.insert(words.begin(), command);
                CHECK(has(zsh, "'" + command + ':'));
                CHECK(has(fish, " -a " + command + " -d "));
            }
            for (const std::string& option : options_of(said(program, words))) {
                CAPTURE(option);
                CHECK((has(zsh, "'" + option + '[') || has(zsh, "'" + option + "=[")));
                CHECK(has(fish, " -l " + option.substr(2) + ' '));
            }
        }
        for (const std::string name : {"zsh", "fish"}) {
            if (!std::filesystem::exists("/usr/bin/" + name)) continue;
            const outside::result read =
                outside::shell(program + " --completion " + name + " | " + name + " -n");
            CHECK_MESSAGE(read.code == 0, read.err);
        }
    }
    CHECK(has(outside::maze({"--completion", "tcsh"}).err, "'tcsh' is none of bash, zsh or fish"));
}

TEST_CASE("the manual page has every command and option, and troff has no objection") {
    const bool has_groff = has_program("groff");
    for (const std::string& program : programs) {
        CAPTURE(program);
        const std::string page = said(program, {"--man"});
        CHECK(page.starts_with(".TH "));
        CHECK(has(page, "\n.SH NAME\n" + program + " \\- "));
        CHECK(has(page, "\n.SH EXIT STATUS\n"));
        std::string plain;
        for (std::size_t i = 0; i < page.size(); ++i)
            if (page[i] != '\\' || page[i + 1] != '-') plain += page[i];
        for (const std::string& command : commands_and_none(program)) {
            CAPTURE(command);
            std::vector<std::string> words{"--help"};
            if (!command.empty()) {
                words.insert(words.begin(), command);
                CHECK(has(page, "\n.SS " + program + ' ' + command));
            }
            for (const std::string& option : options_of(said(program, words)))
                if (option != "--help") CHECK_MESSAGE(has(plain, option), option);
        }
        if (!has_groff) continue;
        const outside::temporary_file file(page, ".1");
        const outside::result shown =
            outside::shell("groff -man -ww -Tutf8 " + file.name() + " | cat");
        CHECK(shown.err.empty());
        CHECK(has(shown.out, "Interrupted."));
    }
}

}  // namespace completion_test
