// SPDX-License-Identifier: MIT
// The command line of maze.
#include "command_line.hpp"

#include "../../../examples/maze/main.cpp"

#undef main

int solve(const solve_arguments& args, program::console&) {
    fuzz::check_limits(args.question.limits);
    MUST(!args.exhaustive || (args.method != engine::unset && args.method != engine::fast));
    return fuzz::understood;
}
int check(const arguments&, program::console&) { return fuzz::understood; }
int verify(const verify_arguments& args, program::console&) {
    MUST(!args.route.empty());
    return fuzz::understood;
}
int show(const show_arguments&, program::console&) { return fuzz::understood; }
int least(const least_arguments& args, program::console&) {
    fuzz::check_limits(args.options.limits);
    return fuzz::understood;
}
int play(const arguments&, program::console&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
