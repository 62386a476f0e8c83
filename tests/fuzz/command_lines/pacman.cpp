// SPDX-License-Identifier: MIT
// The command line of pacman.
#include "command_line.hpp"

#include "../../../examples/pacman/main.cpp"

#undef main

int solve(const solve_arguments& args, program::console&) {
    fuzz::check_limits(args.question.limits);
    return fuzz::understood;
}
int check(const check_arguments&, program::console&) { return fuzz::understood; }
int replay(const replay_arguments& args, program::console&) {
    MUST(!args.moves.empty());
    return fuzz::understood;
}
int show(const show_arguments&, program::console&) { return fuzz::understood; }
int generate(const generate_arguments& args, program::console&) {
    MUST(args.count >= 1);
    return fuzz::understood;
}
int convert(const convert_arguments&, program::console&) { return fuzz::understood; }
int play(const play_arguments&, program::console&) { return fuzz::understood; }

SENDA_FUZZ_TARGET(command_line)
