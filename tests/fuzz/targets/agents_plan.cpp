// SPDX-License-Identifier: MIT
// Plans of the program `agents`: what is accepted is written and read again as the same, and can be
// replayed, whatever its paths are.
#include "../target.hpp"

#include <agents/plan_file.hpp>
#include <senda/agents/verify.hpp>
#include <senda/graph/grid.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

inline void agents_plan(std::string_view input) {
    const auto read = parse_plan(input);
    check_answer(read, input);
    if (!read) return;
    std::string text = "{\"paths\":";
    append_paths(text, read->paths);
    const auto again = parse_plan(text + '}');
    MUST(again && again->paths == read->paths);
    senda::agents::plan<senda::cell> p;
    p.status = senda::status::found;
    p.paths = read->paths;
    p.makespan = read->makespan.value_or(0);
    p.sum_of_costs = read->sum_of_costs.value_or(0);
    std::vector<senda::cell> starts;
    std::vector<senda::cell> goals;
    for (const auto& path : p.paths) {
        starts.push_back(path.empty() ? senda::cell{} : path.front());
        goals.push_back(path.empty() ? senda::cell{} : path.back());
    }
    const auto found = senda::agents::verify(senda::grid(11, 4), starts, goals, p);
    MUST(found || !found.message.empty());
    MUST(found.agent <= p.paths.size() && found.other <= p.paths.size());
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(agents_plan)
