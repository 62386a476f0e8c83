// SPDX-License-Identifier: MIT
// What to build first, how long it takes at least, and what happens when two parts need each other.
#include <senda/search/topological_order.hpp>

#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main() {
    // From each part to those that need it, and the minutes until they can begin.
    std::map<std::string, std::vector<std::pair<std::string, int>>> needed_by{
        {"language", {{"graph", 2}}}, {"text", {{"graph", 1}, {"draw", 1}}},
        {"graph", {{"search", 5}}},   {"draw", {{"maze", 4}}},
        {"search", {{"maze", 9}}},
    };

    std::cout << "order:";
    for (const auto& part : senda::topological_order(needed_by).nodes) std::cout << ' ' << part;

    const auto critical = senda::longest_path(needed_by);
    std::cout << "\nat least " << critical.cost << " minutes:";
    for (const auto& part : critical.path) std::cout << ' ' << part;

    needed_by["maze"] = {{"text", 1}};
    const auto stuck = senda::topological_order(needed_by);
    std::cout << "\na cycle:";
    for (const auto& part : stuck.cycle) std::cout << ' ' << part;
    std::cout << '\n';
}
