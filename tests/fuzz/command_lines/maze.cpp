// SPDX-License-Identifier: MIT
// The command line of maze.
#include "command_line.hpp"

#include "../../../examples/maze/main.cpp"

#undef main

int solve(const solve_arguments& told) {
    fuzz::check_limits(told.asked.limits);
    MUST(!told.exhaustive || (told.method != engine::unset && told.method != engine::fast));
    return fuzz::understood;
}
int check(const arguments&) { return fuzz::understood; }
int verify(const verify_arguments& told) {
    MUST(!told.route.empty());
    return fuzz::understood;
}
int show(const show_arguments&) { return fuzz::understood; }
int least(const least_arguments& told) {
    fuzz::check_limits(told.options.limits);
    return fuzz::understood;
}
int play(const arguments&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
