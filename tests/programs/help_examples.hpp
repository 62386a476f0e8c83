// SPDX-License-Identifier: MIT
// Runs the examples of a help, which must run as they stand and do what they say.
#pragma once

#include "run_program.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace outside {

/// Runs an example: it ends with 0, or with what a comment at its end says, has something to say,
/// and writes the files that it names in /tmp, which are somewhere else here.
inline void run_example_line(std::string line) {
    CAPTURE(line);
    const temporary_folder folder;
    const std::string there = folder.name + '/';
    std::size_t files = 0;
    for (std::size_t at = 0; (at = line.find(" /tmp/", at)) != line.npos; at += there.size()) {
        line.replace(at + 1, 5, there);
        ++files;
    }
    const std::string comment = "# exit code ";
    const std::size_t at = line.find(comment);
    const int expected = at == line.npos ? 0 : std::atoi(line.c_str() + at + comment.size());
    const result r = shell(line);
    CHECK_MESSAGE(r.code == expected, (r.out + r.err));
    CHECK_FALSE(r.out.empty());
    CHECK_FALSE_MESSAGE(has(r.err, "error"), r.err);
    CHECK_FALSE_MESSAGE(has(r.out, "is not possible"), r.out);
    CHECK(folder.files() == files);
    for (const auto& file : std::filesystem::directory_iterator(folder.name))
        CHECK(file.file_size() > 0);
}

/// Runs the examples at the end of a help. Returns how many there are. Under the sanitizers none is
/// run: they are made for people, not to be quick.
inline std::size_t run_examples(const std::string& help) {
    std::size_t run = 0;
    REQUIRE(has(help, "\nExamples:\n"));
    std::istringstream lines(help.substr(help.find("\nExamples:\n") + 1));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line.starts_with("  ")) {
        ++run;
        if (!support::is_slow) run_example_line(line.substr(2));
    }
    CHECK(run > 0);
    return run;
}

/// The commands that a help lists.
inline std::vector<std::string> commands_of(const std::string& help) {
    std::vector<std::string> names;
    const std::size_t begin = help.find("\nCommands:\n");
    if (begin == help.npos) return names;
    std::istringstream lines(help.substr(begin + 1));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line.starts_with("  "))
        if (line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

}  // namespace outside
