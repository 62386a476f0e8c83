// SPDX-License-Identifier: MIT
// The command line of amazons.
#include "command_line.hpp"

#include "../../../examples/amazons/main.cpp"

#undef main

namespace {

void check_engine(const engine_arguments& how) {
    MUST(!how.seconds || *how.seconds >= 0);
    MUST(how.threads >= 1);
}

}  // namespace

int check(const arguments&, program::console&) { return fuzz::understood; }
int valid(const valid_arguments&, program::console&) { return fuzz::understood; }
int moves(const arguments&, program::console&) { return fuzz::understood; }
int perft(const perft_arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    return fuzz::understood;
}
int best(const best_arguments& args, program::console&) {
    check_engine(args.engine);
    return fuzz::understood;
}
int solve(const solve_arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    return fuzz::understood;
}
int match(const match_arguments& args, program::console&) {
    MUST(!args.games || (*args.games >= 1 && *args.games <= most_games));
    MUST(!args.test || args.test->elo_rejected < args.test->elo_accepted);
    MUST(args.opening_plays >= 0 && args.opening_plays <= 40);
    MUST(args.limit_seconds >= 0);
    MUST(!args.patience || *args.patience >= 0);
    return fuzz::understood;
}
int show(const show_arguments&, program::console&) { return fuzz::understood; }
int play(const play_arguments& args, program::console&) {
    check_engine(args.engine);
    return fuzz::understood;
}
int replay(const replay_arguments& args, program::console&) {
    MUST(!args.at || *args.at <= 1000);
    return fuzz::understood;
}
int analyse(const analyse_arguments& args, program::console&) {
    check_engine(args.engine);
    MUST(args.limit_seconds >= 0);
    return fuzz::understood;
}
int engine(const engine_program_arguments& args, program::console&) {
    check_engine(args.engine);
    return fuzz::understood;
}

SENDA_FUZZ_TARGET(command_line)
