// SPDX-License-Identifier: MIT
// Maps with scenarios as the program `agents` reads them: up to an empty line the map, the number
// of agents in its first byte before it. What is accepted has starts and goals of its own.
#include "../target.hpp"

#include <agents/instance.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace fuzz {

inline void agents_scenario(std::string_view input) {
    const auto count = static_cast<std::size_t>(decoder(input).below(20));
    const std::size_t begin = std::min<std::size_t>(1, input.size());
    const std::size_t end = std::min(input.find("\n\n", begin), input.size());
    const std::string_view map = input.substr(begin, end - begin);
    const std::string_view scenario = input.substr(std::min(end + 2, input.size()));
    const auto g = parse_grid(map);
    check_answer(g, map);
    const auto strict_map = parse_grid(map, senda::reading::strict);
    check_strict(strict_map, g);
    if (!g) return;
    MUST(static_cast<std::size_t>(g->width()) * static_cast<std::size_t>(g->height()) <=
         map.size());
    const auto agents = parse_agents(scenario, *g, count);
    check_answer(agents, scenario);
    const auto strict = parse_agents(scenario, *g, count, senda::reading::strict);
    MUST(strict.has_value() == (agents && agents.warnings.empty()));
    if (!agents) return;
    MUST(agents->starts.size() <= count && agents->goals.size() == agents->starts.size());
    for (const auto* cells : {&agents->starts, &agents->goals}) {
        std::vector<std::size_t> taken;
        for (const senda::cell c : *cells) {
            MUST(g->open(c));
            taken.push_back(g->index(c));
        }
        std::sort(taken.begin(), taken.end());
        MUST(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
    }
    if (const auto all = parse_agents(scenario, *g, scenario.size()); all)
        MUST(std::equal(agents->goals.begin(), agents->goals.end(), all->goals.begin()));
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(agents_scenario)
