// SPDX-License-Identifier: MIT
// Every state of a small maze, level by level: what faster searches are held against.
#pragma once

#include <maze/exhaustive.hpp>

#include <cstdint>
#include <deque>
#include <set>
#include <tuple>
#include <utility>

namespace support {

/// Calls `visit(state, steps)` for each state that a runner can come to, with the fewest steps
/// first.
template <class Visit>
void for_each_state(const senda::maze::board& b, Visit visit) {
    using namespace senda::maze;
    const state_graph states(b);
    std::set<std::tuple<place, life_points, std::uint64_t>> seen;
    std::deque<std::pair<state, std::uint64_t>> queue{{states.start(), 0}};
    while (!queue.empty()) {
        const auto [s, steps] = queue.front();
        queue.pop_front();
        if (!seen.emplace(s.at, s.life, s.taken).second) continue;
        visit(s, steps);
        states.successors(
            s, [&, depth = steps](const state& next) { queue.emplace_back(next, depth + 1); });
    }
}

}  // namespace support
