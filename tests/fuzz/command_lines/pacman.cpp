// SPDX-License-Identifier: MIT
// The command line of pacman.
#include "command_line.hpp"

#include "../../../examples/pacman/main.cpp"

#undef main

int solve(const solve_arguments& told) {
    fuzz::check_limits(told.asked.limits);
    return fuzz::understood;
}
int check(const check_arguments&) { return fuzz::understood; }
int replay(const replay_arguments& told) {
    MUST(!told.moves.empty());
    return fuzz::understood;
}
int convert(const convert_arguments&) { return fuzz::understood; }
int play(const play_arguments&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
