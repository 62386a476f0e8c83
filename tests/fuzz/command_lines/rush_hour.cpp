// SPDX-License-Identifier: MIT
// The command line of rush_hour.
#include "command_line.hpp"

#include "../../../examples/rush_hour/main.cpp"

#undef main

int solve(const solve_arguments& told) {
    fuzz::check_limits(told.asked.limits);
    MUST(told.threads <= 1024);
    return fuzz::understood;
}
int rate(const rate_arguments& told) {
    fuzz::check_limits(told.asked.limits);
    return fuzz::understood;
}
int generate(const generate_arguments& told) {
    fuzz::check_limits(told.limits);
    MUST(told.walls <= 36 && told.count >= 1);
    return fuzz::understood;
}
int share(const board_arguments&) { return fuzz::understood; }
int show(const show_arguments&) { return fuzz::understood; }
int verify(const verify_arguments& told) {
    MUST(!told.moves.empty());
    return fuzz::understood;
}
int play(const board_arguments&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
