// SPDX-License-Identifier: MIT
// Runs the examples of a help, which must run as they stand.
#pragma once

#include "run_program.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <sstream>
#include <string>

namespace outside {

/// Runs the examples at the end of a help and checks that they do well. Returns how many there are.
/// Under the sanitizers none is run: they are made for people, not to be quick.
inline std::size_t run_examples(const std::string& help) {
    std::size_t run = 0;
    REQUIRE(has(help, "Examples:\n"));
    std::istringstream lines(help.substr(help.find("Examples:\n")));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line.starts_with("  ")) {
        ++run;
        if (support::is_slow) continue;
        CAPTURE(line);
        const result r = shell(line);
        CHECK(r.code <= 1);
        CHECK_FALSE(r.out.empty());
        CHECK_FALSE(has(r.err, "error"));
    }
    return run;
}

}  // namespace outside
