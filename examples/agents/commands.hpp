// SPDX-License-Identifier: MIT
// The commands of agents and their arguments. All return the exit code.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"
#include "../common/interrupt.hpp"

#include <senda/agents/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/// The planners by their names on the command line.
enum class method { lacam, pibt, prioritized, cbs };

/// What every command takes.
struct map_arguments : program::output_arguments {
    std::string map;
    bool strict = false;
};

/// How to plan.
struct planning_arguments {
    method by = method::lacam;
    senda::agents::plan_options options{.limits = {.time = 10},
                                        .stop = program::interruption::flag(),
                                        .effort = senda::agents::effort::until_limit};
};

struct plan_arguments : map_arguments, planning_arguments {
    std::string scenario;
    std::uint32_t agents = 0;  // all of the scenario
    program::picture_files pictures;
    std::string out;
};

struct verify_arguments : map_arguments {
    std::string scenario;
    std::string plan;
};

struct show_arguments : map_arguments {
    std::string scenario;
    std::uint32_t agents = 0;
    program::picture_files pictures;
};

struct batch_arguments : program::output_arguments, planning_arguments {
    std::string folder;
    std::vector<std::uint32_t> agents{50, 100, 200};
    std::size_t jobs = 0;  // all cores
};

struct simulate_arguments : map_arguments {
    std::uint32_t agents = 0;
    std::uint32_t steps = 0;
    std::string tasks;
    double deadline = std::numeric_limits<double>::infinity();
    std::uint64_t seed = 1;
    senda::limits limits;
};

int plan_routes(const plan_arguments& args, program::console& out);
int verify_plan(const verify_arguments& args, program::console& out);
int show_map(const show_arguments& args, program::console& out);
int plan_batch(const batch_arguments& args, program::console& out);
int simulate(const simulate_arguments& args, program::console& out);
