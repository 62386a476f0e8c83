// SPDX-License-Identifier: MIT
// Nodes are names, edges have a cost and a name of their own: Dijkstra gives back all of it.
#include <senda/search/dijkstra.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
    using road = senda::edge<std::string, int, std::string>;  // to, kilometres, number

    std::map<std::string, std::vector<road>> from{
        {"Lima", {{"Trujillo", 560, "PE-1N"}}},
        {"Trujillo", {{"Piura", 420, "PE-1N"}}},
        {"Piura", {{"Machala", 350, "PE-1N"}, {"Loja", 340, "PE-1NL"}}},
        {"Machala", {{"Quito", 605, "E25"}}},
        {"Loja", {{"Cuenca", 205, "E35"}}},
        {"Cuenca", {{"Quito", 470, "E35"}}},
        {"Quito", {}},
    };
    auto roads = [&](const std::string& city) -> const auto& { return from.at(city); };

    const auto trip = senda::dijkstra(roads, "Lima", "Quito");

    std::cout << trip.path.front();
    for (std::size_t i = 0; i < trip.actions.size(); ++i)
        std::cout << " --" << trip.actions[i] << "--> " << trip.path[i + 1];
    std::cout << "\n" << trip.cost << " km in all.\n";
}
