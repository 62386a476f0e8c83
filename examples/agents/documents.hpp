// SPDX-License-Identifier: MIT
// What agents prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"
#include "plan_file.hpp"

#include "../common/json.hpp"

#include <senda/agents/plan.hpp>
#include <senda/agents/verify.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <string>

using program::json;
using program::json_object;
using cell_plan = senda::agents::plan<senda::cell>;

/// The name of a method as it is typed.
inline const char* to_string(method m) noexcept {
    return senda::enum_name(m, {"lacam", "pibt", "prioritized", "cbs"});
}

/// How the question for a plan ended.
inline const char* outcome_of(const cell_plan& p) noexcept {
    return p ? "solved" : p.status == senda::status::exhausted ? "no_plan" : "limit";
}

inline json statistics_json(const senda::statistics& s) {
    return {{"expanded", s.expanded},
            {"generated", s.generated},
            {"bytes", s.bytes},
            {"seconds", s.seconds},
            {"threads", s.threads}};
}

/// Adds what there is to say of a plan but its paths.
inline void add_plan(json_object& document, const cell_plan& p, std::size_t agents, method by) {
    const bool is_there = static_cast<bool>(p);
    document.add("status", outcome_of(p))
        .add("agents", agents)
        .add("makespan", program::value_if(is_there, p.makespan))
        .add("sum_of_costs", program::value_if(is_there, p.sum_of_costs))
        .add("lower_bound", p.lower_bound)
        .add("method", to_string(by));
    if (!p.message.empty()) document.add("message", p.message);
    if (!is_there && p.status != senda::status::exhausted)
        document.add("stopped", to_string(p.status));
}

inline std::string plan_document(const cell_plan& p, std::size_t agents, method by,
                                 const program::diagnostics& warnings) {
    std::string paths = "null";
    if (p) append_paths(paths = {}, p.paths);
    json_object document;
    add_plan(document, p, agents, by);
    return document.add_text("paths", paths)
        .add_warnings(warnings)
        .add("statistics", statistics_json(p.statistics))
        .finish_document();
}

inline json cell_json(senda::cell c) { return json::array({c.x, c.y}); }

inline std::string verify_document(const cell_plan& p, std::size_t agents,
                                   const senda::agents::plan_verification<senda::cell>& found,
                                   const program::diagnostics& warnings) {
    json cells = json::array();
    for (const senda::cell c : found.nodes) cells.push_back(cell_json(c));
    json who = json::array({found.agent});
    if (found.other != found.agent) who.push_back(found.other);
    const bool has_place = !found.nodes.empty();
    return json_object{}
        .add("status", found ? "valid" : "fails")
        .add("fault", program::value_if(!found, to_string(found.fault)))
        .add("message", program::value_if(!found, found.message))
        .add("agents", agents)
        .add("who", program::value_if(has_place, who))
        .add("step", program::value_if(has_place, found.step))
        .add("cells", program::value_if(has_place, cells))
        .add("makespan", p.makespan)
        .add("sum_of_costs", p.sum_of_costs)
        .add_warnings(warnings)
        .finish_document();
}
