// SPDX-License-Identifier: MIT
// agents batch: every scenario of a folder with several numbers of agents, on all cores.
#include "commands.hpp"
#include "documents.hpp"
#include "instance_file.hpp"
#include "planners.hpp"

#include "../common/files.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"
#include "../common/refuse.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

/// A map with the scenarios that name it.
struct benchmark_map {
    std::string file;
    std::optional<senda::grid> grid;
    std::vector<std::pair<std::string, std::string>> scenarios;  // files, and what is in them
};

/// A plan to make: of a map, a scenario and how many of its agents.
struct task {
    const benchmark_map* map = nullptr;
    std::size_t scenario = 0;
    std::uint32_t agents = 0;
};

/// What came of it, for a line of the table.
struct outcome {
    task of;
    bool is_planned = false;  // or there are too few agents, or it was interrupted
    cell_plan plan;
    std::optional<senda::diagnostic> error;
};

/// The maps of a folder and of those in it, by name; reading ends at the first fault, which is
/// said.
int read_folder(const batch_arguments& args, std::map<std::string, benchmark_map>& maps,
                program::console& out) {
    namespace fs = std::filesystem;
    std::vector<std::string> scenarios;
    std::error_code error;
    for (fs::recursive_directory_iterator at(args.folder, error), end; !error && at != end;
         at.increment(error)) {
        if (at->path().extension() == ".map")
            maps[at->path().filename().string()].file = at->path().string();
        if (at->path().extension() == ".scen") scenarios.push_back(at->path().string());
    }
    const std::string folder = program::shown_name(args.folder);
    const auto refuse = [&](const std::string& name, const std::string& text,
                            const senda::diagnostic& d) {
        return program::refuse(out, args.json, program::shown_name(name), text, {d});
    };
    if (error) return refuse(args.folder, {}, program::unreadable(error.value()));
    std::sort(scenarios.begin(), scenarios.end());
    for (const std::string& name : scenarios) {
        program::input read = program::read_input(name, program::short_input);
        if (!read) return refuse(name, {}, program::unreadable(read.error));
        const auto first = senda::parse_scenarios(parsing::first_agents(read.text, 1));
        if (!first) return refuse(name, read.text, first.error());
        if (first->empty()) continue;
        const std::string& path = first->front().map_name;
        const auto map = maps.find(path.substr(path.find_last_of("/\\") + 1));
        if (map == maps.end()) {
            out.note(program::shown_name(name) + " is left out: there is no map " +
                     senda::quoted(path));
            continue;
        }
        map->second.scenarios.emplace_back(name, std::move(read.text));
    }
    for (auto& [name, map] : maps) {
        if (map.scenarios.empty()) continue;
        const program::input read = program::read_input(map.file, limit_of_map);
        if (!read) return refuse(map.file, {}, program::unreadable(read.error));
        auto grid = parse_grid(read.text);
        if (!grid) return refuse(map.file, read.text, grid.error());
        map.grid = *std::move(grid);
    }
    if (std::none_of(maps.begin(), maps.end(), [](const auto& m) { return m.second.grid; }))
        return refuse(args.folder, {},
                      {"no_maps", "there is no map with a scenario in this folder"});
    return program::answered;
}

outcome answer_to(const task& t, const batch_arguments& args) {
    outcome made{t, false, {}, {}};
    if (program::interruption::requested()) return made;
    const auto agents = parse_agents(t.map->scenarios[t.scenario].second, *t.map->grid, t.agents);
    if (!agents) {
        made.error = agents.error();
    } else if (agents->size() == t.agents) {
        made.plan = plan_by(args.by, *t.map->grid, *agents, args.options);
        made.is_planned = made.plan || !program::interruption::requested();
    }
    return made;
}

/// What came of all scenarios of a map with the same number of agents.
struct table_row {
    std::size_t all = 0;
    std::size_t solved = 0;
    double seconds = 0;
    double times_bound = 0;  // the sums of costs over their lower bounds, added up

    void add(const cell_plan& p) {
        ++all;
        if (!p) return;
        ++solved;
        seconds += p.statistics.seconds;
        times_bound += p.lower_bound == 0 ? 1
                                          : static_cast<double>(p.sum_of_costs) /
                                                static_cast<double>(p.lower_bound);
    }
    [[nodiscard]] std::string text(const std::string& map, std::uint32_t agents) const {
        char line[160];
        const auto count = static_cast<double>(solved);
        std::snprintf(line, sizeof line, "%7u  %5zu of %-5zu  %5.1f %%  %10.1f  %9.3f  ", agents,
                      solved, all, 100.0 * count / static_cast<double>(all),
                      solved == 0 ? 0 : seconds * 1000 / count,
                      solved == 0 ? 0 : times_bound / count);
        return line + map + '\n';
    }
};

}  // namespace

int plan_batch(const batch_arguments& args, program::console& out) {
    std::map<std::string, benchmark_map> maps;
    if (const int code = read_folder(args, maps, out)) return code;
    std::vector<task> tasks;
    for (const auto& [name, map] : maps)
        for (const std::uint32_t agents : args.agents)
            for (std::size_t i = 0; i < map.scenarios.size(); ++i)
                tasks.push_back({&map, i, agents});
    if (!args.json) out.print(" agents        solved     rate    mean ms  per bound  map\n");
    std::optional<program::progress> shown;
    if (!program::console::output_is_terminal()) shown.emplace("planning");
    std::size_t next = 0;
    std::size_t done = 0;
    table_row row;
    int code = program::answered;
    const auto take = [&](const outcome& o) {
        const task& t = o.of;
        const std::string& name = t.map->scenarios[t.scenario].first;
        if (shown) shown->advance(++done, tasks.size());
        const std::string map = std::filesystem::path(t.map->file).filename().string();
        if (o.error) {
            code = program::bad_input;
            out.show(*o.error, program::shown_name(name), t.map->scenarios[t.scenario].second);
        }
        if (o.is_planned && !o.plan && o.plan.status != senda::status::exhausted &&
            code == program::answered)
            code = program::limit_reached;
        if (args.json && (o.is_planned || o.error)) {
            json_object document;
            document.add("map", map).add("scenario", name);
            if (o.error)
                document.add("status", "invalid").add("errors", program::errors_json({*o.error}));
            else
                add_plan(document, o.plan, t.agents, args.by);
            out.print(
                document.add("statistics", statistics_json(o.plan.statistics)).finish_document());
        }
        if (o.is_planned) row.add(o.plan);
        if (t.scenario + 1 == t.map->scenarios.size()) {
            if (!args.json && row.all > 0) out.print(row.text(senda::printable(map), t.agents));
            row = {};
        }
        std::fflush(stdout);
    };
    program::ordered_pipeline(
        args.jobs > 0 ? args.jobs : program::all_cores(),
        [&]() -> std::optional<task> {
            if (next == tasks.size() || program::interruption::requested()) return std::nullopt;
            return tasks[next++];
        },
        [&](const task& t, std::size_t) { return answer_to(t, args); }, take)
        .run();
    return program::interruption::requested() ? program::interrupted : code;
}
