// SPDX-License-Identifier: MIT
// agents simulate: agents that get a new task whenever they have done one.
#include "commands.hpp"
#include "documents.hpp"
#include "instance_file.hpp"

#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <common/format.hpp>
#include <senda/agents/lifelong.hpp>
#include <senda/agents/verify.hpp>
#include <senda/search/components.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapf = senda::agents;
using senda::cell;

namespace {

/// The cells of the largest part of a map in which all can be reached from each other.
std::vector<cell> largest_part(const senda::grid& g) {
    std::vector<cell> open;
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x)
            if (g.open({x, y})) open.push_back({x, y});
    const senda::component_map parts = senda::components(g, open);
    std::vector<std::size_t> sizes(parts.count);
    for (const std::uint32_t part : parts.of) ++sizes[part];
    const auto largest =
        static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    std::vector<cell> cells;
    for (std::size_t i = 0; i < open.size(); ++i)
        if (parts.of[i] == largest) cells.push_back(open[i]);
    return cells;
}

/// What a simulation did.
struct simulated {
    std::size_t agents = 0;
    std::uint64_t steps = 0;
    std::uint64_t tasks = 0;  // done
    double seconds = 0;       // in the planner
    double slowest = 0;       // of its steps
    senda::status status = senda::status::running;
    std::string fault;  // a collision

    [[nodiscard]] double per_step() const noexcept {
        return steps == 0 ? 0 : static_cast<double>(tasks) / static_cast<double>(steps);
    }
    [[nodiscard]] double agent_steps() const noexcept {
        return seconds > 0 ? static_cast<double>(agents) * static_cast<double>(steps) / seconds : 0;
    }
};

/// Gives tasks to a fleet and moves it, and replays what it did.
class simulation {
public:
    simulation(const senda::grid& g, std::vector<cell> cells, std::vector<cell> tasks,
               const simulate_arguments& args)
        : grid_(g),
          cells_(std::move(cells)),
          tasks_(std::move(tasks)),
          args_(args),
          random_(args.seed) {}

    [[nodiscard]] simulated run() {
        std::vector<cell> starts = cells_;
        for (std::size_t i = 0; i < args_.agents; ++i)
            std::swap(starts[i], starts[i + random_.below(starts.size() - i)]);
        starts.resize(args_.agents);
        mapf::lifelong fleet(grid_, starts, {.limits = args_.limits, .seed = args_.seed});
        for (std::size_t i = 0; i < fleet.size(); ++i) give_task(fleet, i);
        program::progress shown("simulating");
        made_.agents = args_.agents;
        const double began = senda::now_in_seconds();
        begin_replay(fleet);
        while (made_.steps < args_.steps && made_.fault.empty()) {
            const double before = senda::now_in_seconds();
            if (program::interruption::requested())
                made_.status = senda::status::cancelled;
            else if (before - began > args_.limits.time.seconds())
                made_.status = senda::status::time_limit;
            else
                step(fleet, before);
            if (made_.status != senda::status::running) break;
            shown.advance(made_.steps, args_.steps);
        }
        replay();
        if (made_.status == senda::status::running) made_.status = senda::status::complete;
        return std::move(made_);
    }

private:
    static constexpr std::size_t replayed_at_once = 64;  // steps, so that memory does not grow

    template <class Fleet>
    void give_task(Fleet& fleet, std::size_t agent) {
        const std::vector<cell>& from = tasks_.empty() ? cells_ : tasks_;
        for (std::size_t tries = 0; tries < from.size(); ++tries) {
            const std::size_t which =
                tasks_.empty() ? random_.below(from.size()) : next_task_++ % from.size();
            if (from[which] == fleet.position(agent) || !fleet.set_goal(agent, from[which]))
                continue;
            return;
        }
    }
    template <class Fleet>
    void step(Fleet& fleet, double before) {
        const senda::status how = fleet.step(args_.deadline);
        const double took = senda::now_in_seconds() - before;
        made_.status = how;
        if (how != senda::status::running) return;
        made_.seconds += took;
        made_.slowest = std::max(made_.slowest, took);
        ++made_.steps;
        for (std::size_t i = 0; i < fleet.size(); ++i) {
            paths_[i].push_back(fleet.position(i));
            if (!fleet.has_arrived(i)) continue;
            ++made_.tasks;
            give_task(fleet, i);
        }
        if (paths_.front().size() <= replayed_at_once) return;
        replay();
        begin_replay(fleet);
    }

    template <class Fleet>
    void begin_replay(const Fleet& fleet) {
        paths_.assign(fleet.size(), {});
        for (std::size_t i = 0; i < fleet.size(); ++i) paths_[i] = {fleet.position(i)};
    }
    void replay() {
        std::vector<cell> starts;
        std::vector<cell> goals;
        for (const auto& path : paths_) {
            starts.push_back(path.front());
            goals.push_back(path.back());
        }
        const cell_plan p = mapf::plan_of(std::move(paths_));
        if (const auto found = mapf::verify(grid_, starts, goals, p); !found)
            made_.fault = found.message;
    }

    const senda::grid& grid_;
    std::vector<cell> cells_;
    std::vector<cell> tasks_;
    const simulate_arguments& args_;
    senda::random_source random_;
    std::size_t next_task_ = 0;
    std::vector<std::vector<cell>> paths_;
    simulated made_;
};

std::string text_of(const simulated& s) {
    using program::named_line;
    const bool is_done = s.status == senda::status::complete;
    return (is_done ? std::string{}
                    : "stopped by " + std::string{senda::stopped_by(s.status)} + ": ") +
           senda::pluralize(s.agents, "agent") + " did " + senda::pluralize(s.tasks, "task") +
           " in " + senda::pluralize(s.steps, "step") + '\n' +
           named_line("throughput", program::decimal_text(s.per_step(), 3) + " tasks a step") +
           named_line("speed", program::count_text(static_cast<std::uint64_t>(s.agent_steps())) +
                                   " agent-steps a second") +
           named_line("a step",
                      s.steps == 0
                          ? std::string("-")
                          : program::seconds_text(s.seconds / static_cast<double>(s.steps)) +
                                " on average, " + program::seconds_text(s.slowest) + " at most");
}

std::string document_of(const simulated& s, const program::diagnostics& warnings) {
    const bool is_done = s.status == senda::status::complete;
    json_object document;
    document.add("status", is_done ? "simulated" : "limit")
        .add("agents", s.agents)
        .add("steps", s.steps)
        .add("tasks", s.tasks)
        .add("throughput", s.per_step())
        .add("agent_steps_per_second", s.agent_steps())
        .add("slowest_step_seconds", s.slowest)
        .add_warnings(warnings);
    if (!is_done) document.add("stopped", to_string(s.status));
    return document.finish_document();
}

}  // namespace

int simulate(const simulate_arguments& args, program::console& out) {
    const instance_file file =
        args.tasks.empty() ? read_map(args, out) : read_instance(args, args.tasks, 0, out);
    if (!file) return file.code;
    const std::vector<cell> cells = largest_part(*file.map);
    if (cells.size() < args.agents)
        return program::refuse_option(
            out, args.json,
            {"bad_agents", "--agents: '" + std::to_string(args.agents) +
                               "' is more than the largest part of the map holds: expected "
                               "a whole number from 1 to " +
                               std::to_string(cells.size())});
    const simulated s = simulation(*file.map, cells, file.agents.goals, args).run();
    if (!s.fault.empty()) {
        out.error("the agents collide: " + s.fault);
        return program::no_solution;
    }
    out.print(args.json ? document_of(s, file.warnings) : text_of(s));
    if (s.status == senda::status::complete) return program::answered;
    return s.status == senda::status::cancelled ? program::interrupted : program::limit_reached;
}
