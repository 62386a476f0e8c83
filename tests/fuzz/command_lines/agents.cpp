// SPDX-License-Identifier: MIT
// The command line of agents.
#include "command_line.hpp"

#include "../../../examples/agents/main.cpp"

#undef main

int plan_routes(const plan_arguments& args, program::console&) {
    fuzz::check_limits(args.options.limits);
    MUST(args.options.threads >= 1 && args.options.threads <= 1024);
    MUST(args.options.weight >= 1);
    return fuzz::understood;
}
int verify_plan(const verify_arguments&, program::console&) { return fuzz::understood; }
int show_map(const show_arguments&, program::console&) { return fuzz::understood; }
int plan_batch(const batch_arguments& args, program::console&) {
    fuzz::check_limits(args.options.limits);
    for (const std::uint32_t agents : args.agents) MUST(agents >= 1);
    return fuzz::understood;
}
int simulate(const simulate_arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    MUST(args.agents >= 1 && args.steps >= 1 && args.deadline >= 0);
    return fuzz::understood;
}

SENDA_FUZZ_TARGET(command_line)
