// SPDX-License-Identifier: MIT
// agents verify: replays a plan by the rules, and says where two agents collide.
#include "commands.hpp"
#include "documents.hpp"
#include "instance_file.hpp"
#include "plan_file.hpp"

#include "../common/quantity.hpp"

#include <common/format.hpp>
#include <senda/agents/verify.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace {

/// The plan that was written; sums that are not there are those of its paths.
cell_plan plan_of(written_plan written) {
    cell_plan p = senda::agents::plan_of(std::move(written.paths));
    p.makespan = written.makespan.value_or(p.makespan);
    p.sum_of_costs = written.sum_of_costs.value_or(p.sum_of_costs);
    p.lower_bound = written.lower_bound.value_or(0);
    return p;
}

}  // namespace

int verify_plan(const verify_arguments& args, program::console& out) {
    if (args.plan == "-" && (args.map == "-" || args.scenario == "-")) {
        out.error("only one of MAP, SCEN and PLAN can be the standard input");
        return program::wrong_usage;
    }
    auto read = program::parse_board_file<written_plan>(
        program::read_input(args.plan, program::long_input), program::shown_name(args.plan),
        args.json, out, [](std::string_view text) { return parse_plan(text); });
    if (!read.board) return read.code;
    const cell_plan p = plan_of(*std::move(read.board));
    const instance_file file = read_instance(args, args.scenario, p.paths.size(), out);
    if (!file) return file.code;
    const auto found = senda::agents::verify(*file.map, file.agents.starts, file.agents.goals, p);
    if (args.json)
        out.print(verify_document(p, p.paths.size(), found, file.warnings));
    else if (found)
        out.print(
            out.with(program::accent::good, "valid: " + senda::pluralize(p.paths.size(), "agent") +
                                                " without a collision") +
            '\n' + program::named_line("steps", program::count_text(p.sum_of_costs)) +
            program::named_line("last", "in step " + program::count_text(p.makespan)));
    else
        out.print(out.with(program::accent::bad, found.message) + '\n');
    return found ? program::answered : program::no_solution;
}
