// SPDX-License-Identifier: MIT
// Fast, short or flat? Every trade between minutes, kilometres and metres of climb that no other
// route beats in all three.
#include <senda/resources/pareto_costs.hpp>

#include <array>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using costs = std::array<int, 3>;  // minutes, kilometres, metres of climb
using road = std::pair<std::string, costs>;

int main() {
    const std::map<std::string, std::vector<road>> roads{
        {"Valley", {{"Motorway", {10, 15, 0}}, {"Pass", {25, 12, 800}}, {"River", {20, 16, 50}}}},
        {"Motorway", {{"Town", {15, 30, 100}}}},
        {"Pass", {{"Town", {20, 10, 0}}}},
        {"River", {{"Town", {35, 20, 20}}, {"Motorway", {5, 6, 0}}}},
        {"Town", {}},
    };

    const auto front = senda::pareto_front(roads, "Valley", "Town");

    for (const auto& route : front.routes) {
        const auto [minutes, kilometres, climb] = route.costs;
        std::cout << minutes << " min, " << kilometres << " km, " << climb << " m up:";
        for (const auto& place : route.path) std::cout << ' ' << place;
        std::cout << '\n';
    }
}
