// SPDX-License-Identifier: MIT
// The standard maps as LEMON's graphs, built once and kept.
#pragma once

#include "../harness.hpp"
#include "lemon_grid.hpp"

#include <map>
#include <utility>

namespace bench::peers {

inline const lemon_grid& lemon_of(const grid_map& map) {
    static std::map<const grid_map*, lemon_grid> graphs;
    return graphs.try_emplace(&map, map.side, map.open.data(), nullptr).first->second;
}

inline const lemon_grid& weighted_lemon_of(const grid_map& map) {
    static std::map<const grid_map*, lemon_grid> graphs;
    return graphs.try_emplace(&map, map.side, map.open.data(), costs_of(map).data()).first->second;
}

inline const lemon_filtered_grid& lemon_filtered_of(const grid_map& map) {
    static std::map<const grid_map*, lemon_filtered_grid> graphs;
    return graphs.try_emplace(&map, map.side, map.open.data()).first->second;
}

inline map_answer as_map_answer(lemon_answer answer) {
    return {std::move(answer.path), answer.visited, 0};
}

}  // namespace bench::peers
