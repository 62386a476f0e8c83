// SPDX-License-Identifier: MIT
// agents plan: paths of all agents, and what is known about them.
#include "commands.hpp"
#include "documents.hpp"
#include "instance_file.hpp"
#include "pictures.hpp"
#include "planners.hpp"

#include "../common/progress.hpp"
#include "../common/quantity.hpp"
#include "../common/write_pictures.hpp"

#include <common/format.hpp>

#include <string>

using program::count_text;
using program::named_line;

namespace {

cell_plan run(const instance_file& file, const plan_arguments& args) {
    program::progress shown("planning");
    senda::agents::plan_options options = args.options;
    options.progress = &shown.known();
    return plan_by(args.by, *file.map, file.agents, options);
}

std::string headline(const cell_plan& p, std::size_t agents) {
    const std::string who = senda::pluralize(agents, "agent");
    if (p) return "solved: " + who + ", the last arrives in step " + count_text(p.makespan);
    if (p.status == senda::status::exhausted)
        return "no plan: " + (p.message.empty() ? "there is none for " + who : p.message);
    if (p.status == senda::status::width_limit)
        return "no plan for " + who + " yet: this method has tried in vain what it can";
    return "no plan for " + who + " yet: stopped by " + std::string{senda::stopped_by(p.status)};
}

/// How far a sum can be from the best: `11,873, at most 1.33 times the least`.
std::string sum_text(const cell_plan& p) {
    const std::string text = count_text(p.sum_of_costs);
    if (p.sum_of_costs <= p.lower_bound) return text + ", the least possible";
    if (p.lower_bound == 0) return text;
    const double times = static_cast<double>(p.sum_of_costs) / static_cast<double>(p.lower_bound);
    return text + ", at most " + program::decimal_text(times, 3) + " times the least (" +
           count_text(p.lower_bound) + " or more)";
}

std::string plan_text(const cell_plan& p, method by) {
    std::string text;
    if (p) text += named_line("steps", sum_text(p));
    const senda::statistics& s = p.statistics;
    return text + named_line("method", to_string(by)) +
           named_line("search", count_text(s.expanded) + " expanded, " +
                                    program::bytes_text(s.bytes) + ", " +
                                    program::seconds_text(s.seconds));
}

int code_of(const cell_plan& p) {
    if (program::interruption::requested()) return program::interrupted;
    if (p) return program::answered;
    return p.status == senda::status::exhausted ? program::no_solution : program::limit_reached;
}

}  // namespace

int plan_routes(const plan_arguments& args, program::console& out) {
    const instance_file file = read_instance(args, args.scenario, args.agents, out);
    if (!file) return file.code;
    if (const int code = code_of_count(file, args.agents, args.json, out)) return code;
    const cell_plan p = run(file, args);
    const std::size_t agents = file.agents.size();
    if (p.status == senda::status::aborted) {
        out.error(p.message);
        return program::no_solution;
    }
    const auto document = [&] { return plan_document(p, agents, args.by, file.warnings); };
    const std::string said = headline(p, agents);
    if (args.json) {
        out.print(document());
    } else {
        const auto how = p                                      ? program::accent::good
                         : p.status == senda::status::exhausted ? program::accent::bad
                                                                : program::accent::doubtful;
        out.print(out.with(how, said) + '\n' + plan_text(p, args.by));
    }
    const bool has_file =
        !p || program::write_file(args.out, out, [&](auto& sink) { sink(document()); });
    const std::string title = program::shown_name(args.scenario) + ": " + said;
    const bool has_pictures = write_pictures(args.pictures, *file.map, file.agents, p, title, out);
    return has_file && has_pictures ? code_of(p) : program::wrong_usage;
}
