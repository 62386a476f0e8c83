// SPDX-License-Identifier: MIT
// The three best ways across town, for a choice: routes that meet no place twice, cheapest first.
#include <senda/search/k_shortest.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
    using street = std::pair<std::string, int>;  // where it leads, minutes on foot
    std::map<std::string, std::vector<street>> from{
        {"station", {{"market", 7}, {"bridge", 5}}},
        {"market", {{"museum", 6}, {"bridge", 3}}},
        {"bridge", {{"museum", 10}, {"market", 3}, {"park", 4}}},
        {"park", {{"museum", 8}}},
        {"museum", {}},
    };
    auto streets = [&](const std::string& place) -> const auto& { return from.at(place); };

    const auto best = senda::k_shortest(streets, "station", "museum", 3);

    for (const auto& walk : best.routes) {
        std::cout << walk.cost << " minutes:";
        for (const auto& place : walk.path) std::cout << ' ' << place;
        std::cout << '\n';
    }
}
