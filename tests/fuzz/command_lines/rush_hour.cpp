// SPDX-License-Identifier: MIT
// The command line of rush_hour.
#include "command_line.hpp"

#include "../../../examples/rush_hour/main.cpp"

#undef main

int solve(const solve_arguments& args, program::console&) {
    fuzz::check_limits(args.question.limits);
    MUST(args.threads <= 1024);
    return fuzz::understood;
}
int rate(const rate_arguments& args, program::console&) {
    fuzz::check_limits(args.question.limits);
    return fuzz::understood;
}
int generate(const generate_arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    MUST(args.walls <= 36 && args.count >= 1);
    return fuzz::understood;
}
int take_census(const census_arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    MUST(args.walls <= 36 && args.threads <= 1024);
    return fuzz::understood;
}
int share(const board_arguments&, program::console&) { return fuzz::understood; }
int show(const show_arguments&, program::console&) { return fuzz::understood; }
int verify(const verify_arguments& args, program::console&) {
    MUST(!args.moves.empty());
    return fuzz::understood;
}
int play(const board_arguments&, program::console&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
