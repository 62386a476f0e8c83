// SPDX-License-Identifier: MIT
// The command line of amazons.
#include "command_line.hpp"

#include "../../../examples/amazons/main.cpp"

#undef main

namespace {

void check_thinking(const thinking& how) {
    MUST(!how.seconds || *how.seconds >= 0);
    MUST(how.threads >= 1);
}

}  // namespace

int check(const arguments&) { return fuzz::understood; }
int valid(const valid_arguments&) { return fuzz::understood; }
int moves(const arguments&) { return fuzz::understood; }
int perft(const perft_arguments& told) {
    fuzz::check_limits(told.limits);
    return fuzz::understood;
}
int best(const best_arguments& told) {
    fuzz::check_limits(told.limits);
    check_thinking(told.how);
    return fuzz::understood;
}
int solve(const solve_arguments& told) {
    fuzz::check_limits(told.limits);
    return fuzz::understood;
}
int match(const match_arguments& told) {
    MUST(told.games >= 1 && told.games <= 1'000'000);
    MUST(told.opening_plays >= 0 && told.opening_plays <= 40);
    MUST(told.limit_seconds >= 0);
    return fuzz::understood;
}
int show(const show_arguments&) { return fuzz::understood; }
int play(const play_arguments& told) {
    check_thinking(told.white.how);
    check_thinking(told.black.how);
    return fuzz::understood;
}

SENDA_FUZZ_TARGET(command_line)
