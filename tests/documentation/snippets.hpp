// SPDX-License-Identifier: MIT
// What the short snippets of the pages take for granted.
#pragma once

#include <senda/everything.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace snippets {

inline const senda::grid grid{40, 30};
inline const senda::cell start{0, 0};
inline const senda::cell goal{39, 29};
inline const senda::manhattan h{goal};
inline const senda::options options;
inline const senda::no_observer observer;

/// Where a node is a name, and an edge has a cost and a name too.
struct road_map {
    using road = senda::edge<std::string, int, std::string>;

    std::map<std::string, std::vector<road>> from{
        {"Lima", {{"Trujillo", 560, "PE-1N"}}},
        {"Trujillo", {{"Quito", 1375, "E25"}}},
        {"Quito", {}},
    };
    const std::vector<road>& successors(const std::string& city) const { return from.at(city); }
};
inline const road_map roads;

/// A step takes a unit of fuel, and every tenth column fills the tank.
struct fuel_model {
    std::optional<int> extend(int fuel, senda::cell, const senda::edge<senda::cell>& step) const {
        if (fuel == 0) return std::nullopt;
        return step.to.x % 10 == 0 ? 30 : fuel - 1;
    }
};
inline const senda::grid& map = grid;
inline const fuel_model fuel_rules;
inline constexpr int full_tank = 30;
inline constexpr auto at_exit = [](senda::cell c) { return c == goal; };

}  // namespace snippets
