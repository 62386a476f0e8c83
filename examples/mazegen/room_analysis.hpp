// SPDX-License-Identifier: MIT
// What a maze of rooms of any shape is like, and where it is entered and left.
#pragma once

#include <mazegen/entrances.hpp>
#include <mazegen/room_maze.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// How many rooms have how many passages.
template <Rooms R>
[[nodiscard]] std::array<std::uint64_t, most_sides + 1> count_degrees(const room_maze<R>& m) {
    std::array<std::uint64_t, most_sides + 1> counts{};
    for (room_number room = 0; room < m.rooms(); ++room)
        ++counts[static_cast<std::size_t>(m.degree(room))];
    return counts;
}

/// The steps from a room to each, by their numbers; `no_room` where no path leads.
template <Rooms R>
[[nodiscard]] std::vector<std::uint32_t> distances_from(const room_maze<R>& m, room_number start) {
    std::vector<std::uint32_t> steps(m.rooms(), no_room);
    senda::bfs_search search(m, m.node(start));
    search.run();
    for (const auto& reached : search.tree())
        steps[m.index(reached.node)] = static_cast<std::uint32_t>(reached.cost);
    return steps;
}

/// Two rooms and the steps between them.
struct room_pair {
    room_number first = 0;    ///< one of them
    room_number second = 0;   ///< the other
    std::uint32_t steps = 0;  ///< from one to the other
};

/// The two rooms that are farthest apart, in a perfect maze, as generators make them: the room that
/// is farthest from any is an end of the longest path.
template <Rooms R>
[[nodiscard]] room_pair farthest_rooms(const room_maze<R>& m) {
    const auto farthest_from = [&m](room_number start) {
        const std::vector<std::uint32_t> steps = distances_from(m, start);
        const auto most = std::max_element(steps.begin(), steps.end());
        return room_pair{start, static_cast<room_number>(most - steps.begin()), *most};
    };
    return farthest_from(farthest_from(0).second);
}

/// Chooses the rooms where a perfect maze is entered and left, different ones if there are two:
/// `corners` are the first and the last, or in a round maze one at the outside and the centre;
/// `sides` are one at the left and one at the right, or two across from each other.
template <Rooms R>
[[nodiscard]] std::pair<room_number, room_number> place_entrances(const room_maze<R>& m,
                                                                  entrance_rule rule,
                                                                  std::uint64_t seed = 0) {
    random_source random(seed);
    if (rule == entrance_rule::farthest) {
        const room_pair ends = farthest_rooms(m);
        return {ends.first, ends.second};
    }
    if (rule == entrance_rule::random && m.rooms() > 1) {
        const auto first = static_cast<room_number>(random.below(m.rooms()));
        const auto other = static_cast<room_number>(random.below(m.rooms() - 1));
        return {first, other < first ? other : other + 1};
    }
    if (rule == entrance_rule::sides) {
        const auto [first, second] = m.shape().opposite_sides(random);
        if (first != second) return {first, second};
    }
    return m.shape().corners();
}

}  // namespace senda::mazegen
