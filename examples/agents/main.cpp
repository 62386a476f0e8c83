// SPDX-License-Identifier: MIT
// agents: plans paths of many agents that do not collide, checks such plans, and simulates agents
// that get ever new tasks.
#include "commands.hpp"

#include "../common/command_line.hpp"

#include <cstdint>
#include <limits>

namespace {

constexpr std::uint64_t most_agents = 10'000'000;

void add_map(CLI::App& command, map_arguments& args) {
    command
        .add_option("MAP", args.map, "A map of the Moving AI benchmarks; - is the standard input")
        ->type_name(program::file_type)
        ->required();
}

CLI::Option* add_scenario(CLI::App& command, std::string& into) {
    return command
        .add_option("SCEN", into, "A scenario: each line is the start and goal of an agent")
        ->type_name(program::file_type);
}

void add_output(CLI::App& command, map_arguments& args) {
    program::add_json(command, args.json);
    program::add_strict(command, args.strict);
    program::add_color(command, args.color);
}

CLI::Option* add_agents(CLI::App& command, std::uint32_t& into) {
    return program::add_number(command, "--agents", 1, most_agents, into,
                               "The first so many lines of SCEN; all if not said");
}

/// The options of planners, and the limits of each plan.
void add_planning(CLI::App& command, planning_arguments& args) {
    using senda::agents::effort;
    program::add_choice<method>(command, "--method", args.by,
                                {{"lacam", method::lacam},
                                 {"pibt", method::pibt},
                                 {"prioritized", method::prioritized},
                                 {"cbs", method::cbs}},
                                "lacam finds a plan soon and betters it; pibt is one quick try;\n"
                                "prioritized plans one agent after the other; cbs is optimal");
    CLI::Option* const weight = command
                                    .add_option("--weight", args.options.weight,
                                                "cbs: the plan may cost so many times the least")
                                    ->check(CLI::Range(1.0, 1e6))
                                    ->option_text("W");
    program::refuse_without_effect(
        weight, [&args] { return args.by != method::cbs; }, "with another method than cbs");
    CLI::Option* const first = command.add_flag_callback(
        "--first", [&args] { args.options.effort = effort::first_plan; },
        "lacam, prioritized: end with the first plan");
    program::refuse_without_effect(
        first, [&args] { return args.by == method::pibt || args.by == method::cbs; },
        "with pibt and cbs");
    program::add_count(command, "--seed", args.options.seed,
                       "The same seed makes the same plan, unless time ends it", "S");
    program::add_limits(command, args.options.limits);
    command.get_option("--limit-time")
        ->description(
            "End with the best plan so far after this time: 500ms, 2s, 1m;\n"
            "10s if not said");
}

void add_plan(CLI::App& command, plan_arguments& args) {
    add_map(command, args);
    add_scenario(command, args.scenario)->required();
    add_agents(command, args.agents);
    add_planning(command, args);
    program::refuse_without_effect(
        program::add_threads(command, args.options.threads, "How many threads better a plan"),
        [&args] {
            return args.by != method::lacam ||
                   args.options.effort == senda::agents::effort::first_plan;
        },
        "where no plan is bettered");
    add_output(command, args);
    program::add_progress(command);
    program::add_pictures(command, args.pictures, "Write a page on which the agents move");
    program::add_output_option(command, "--out", args.out, "Write the plan as JSON")
        ->group(program::output_group);
    program::add_examples(
        command,
        {"agents plan examples/crossings/bay.map examples/crossings/bay.scen --first",
         "agents plan examples/crossings/warehouse.map examples/crossings/warehouse.scen "
         "--agents 20 --limit-time 1s --html /tmp/warehouse.html",
         "agents plan examples/crossings/roundabout.map examples/crossings/roundabout.scen "
         "--method cbs --json"},
        "An agent stays at its goal once it is there for good. Ctrl-C ends with the best plan so\n"
        "far.");
}

void add_verify(CLI::App& command, verify_arguments& args) {
    add_map(command, args);
    add_scenario(command, args.scenario)->required();
    command
        .add_option("PLAN", args.plan, "A plan, as plan --json prints it; - is the standard input")
        ->type_name(program::file_type)
        ->required();
    add_output(command, args);
    program::add_examples(command,
                          {"agents verify examples/crossings/bay.map examples/crossings/bay.scen "
                           "examples/crossings/bay.json",
                           "agents verify examples/crossings/bay.map examples/crossings/bay.scen "
                           "examples/crossings/collision.json  # exit code 1"},
                          "The agents are the first of SCEN, as many as the plan has paths.");
}

void add_show(CLI::App& command, show_arguments& args) {
    add_map(command, args);
    CLI::Option* const scenario = add_scenario(command, args.scenario);
    program::refuse_without_effect(
        add_agents(command, args.agents), [scenario] { return scenario->count() == 0; },
        "without SCEN");
    add_output(command, args);
    program::add_pictures(command, args.pictures, {});
    program::add_examples(command,
                          {"agents show examples/crossings/warehouse.map",
                           "agents show examples/crossings/warehouse.map "
                           "examples/crossings/warehouse.scen --agents 20 --svg /tmp/map.svg"});
}

void add_batch(CLI::App& command, batch_arguments& args) {
    command.add_option("FOLDER", args.folder, "A folder with maps and scenarios that name them")
        ->required();
    command
        .add_option("--agents", args.agents,
                    "The first so many lines of each scenario; 50,100,200 if not said")
        ->delimiter(',')
        ->check(CLI::Range(std::uint64_t{1}, most_agents))
        ->option_text("N,...");
    program::add_number(command, "--jobs", 1, 1024, args.jobs,
                        "How many plans at a time; all cores if not said");
    add_planning(command, args);
    command.add_flag("--json", args.json, "Print a JSON document a plan, each in a line");
    program::add_color(command, args.color);
    program::add_progress(command);
    program::add_examples(
        command,
        {"agents batch examples/crossings --agents 2,8,100 --first",
         "agents batch examples/crossings --agents 8 --method cbs --limit-time 1s --json"},
        "Where a scenario has fewer agents it is left out. The limits are those of each plan.");
}

void add_simulate(CLI::App& command, simulate_arguments& args) {
    add_map(command, args);
    program::add_number(command, "--agents", 1, most_agents, args.agents,
                        "How many agents, anywhere in the largest part of the map")
        ->required();
    program::add_number(command, "--steps", 1, std::numeric_limits<std::uint32_t>::max(),
                        args.steps, "How many steps", "T")
        ->required();
    program::add_file_option(command, "--tasks", args.tasks,
                             "A scenario whose goals are the tasks, in turn, over and over;\n"
                             "random cells if not said");
    program::add_time(command, "--deadline", args.deadline,
                      "Try several ways for each step, for this time at most");
    program::add_count(command, "--seed", args.seed,
                       "The same seed gives the same starts and tasks", "S");
    add_output(command, args);
    program::add_progress(command);
    program::add_time_limit(command, args.limits);
    args.limits.bytes = program::default_memory_limit();
    program::add_memory_limit(command, args.limits.bytes);
    program::add_examples(
        command,
        {"agents simulate examples/crossings/warehouse.map --agents 60 --steps 500",
         "agents simulate examples/crossings/warehouse.map --agents 60 --steps 500 --tasks "
         "examples/crossings/warehouse.scen --json"},
        "An agent that arrives gets its next task. Throughput is the tasks done in a step.");
}

}  // namespace

int main(int argc, char** argv) {
    program::command_set commands(
        "agents", "Plans paths of many agents on a map, on which no two collide.",
        {"agents plan examples/crossings/warehouse.map examples/crossings/warehouse.scen --first",
         "agents show examples/crossings/roundabout.map"});
    commands.add("plan", "Plan the paths of the agents of a scenario", add_plan, plan_routes);
    commands.add("verify", "Replay a plan, and say where two agents collide", add_verify,
                 verify_plan);
    commands.add("batch", "Plan all scenarios of a folder", add_batch, plan_batch);
    commands.add("simulate", "Let agents do one task after the other", add_simulate, simulate);
    commands.add("show", "Draw a map, and agents on it", add_show, show_map);
    return commands.run(argc, argv);
}
