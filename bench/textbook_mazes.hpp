// SPDX-License-Identifier: MIT
// Generators of mazes as a textbook writes them: rooms by number, and a vector for what is needed.
#pragma once

#include "inputs.hpp"

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace bench {

/// A square of rooms that is dug by number, row by row.
class textbook_rooms {
public:
    explicit textbook_rooms(std::uint32_t side)
        : maze_(*senda::mazegen::maze::make(side, side)), side_(static_cast<int>(side)) {}

    std::uint32_t count() const { return static_cast<std::uint32_t>(maze_.rooms()); }

    senda::cell cell_of(std::uint32_t room) const {
        const int number = static_cast<int>(room);
        return {number % side_, number / side_};
    }
    std::uint32_t number_of(senda::cell c) const {
        return static_cast<std::uint32_t>(c.y * side_ + c.x);
    }

    /// The neighbours of a room that fulfil `is_one`, and how many they are.
    template <class Test>
    std::pair<std::array<std::uint32_t, 4>, std::uint32_t> neighbours(std::uint32_t room,
                                                                      Test is_one) const {
        std::array<std::uint32_t, 4> found{};
        std::uint32_t count = 0;
        for (const auto d : senda::mazegen::directions) {
            const senda::cell c = next_to(cell_of(room), d);
            if (maze_.contains(c) && is_one(number_of(c))) found[count++] = number_of(c);
        }
        return {found, count};
    }

    void join(std::uint32_t a, std::uint32_t b) {
        for (const auto d : senda::mazegen::directions)
            if (next_to(cell_of(a), d) == cell_of(b)) maze_.open(cell_of(a), d);
    }

    senda::mazegen::maze take() { return std::move(maze_); }

private:
    senda::mazegen::maze maze_;
    int side_;
};

inline senda::mazegen::maze textbook_backtracker(std::uint32_t side, std::uint64_t seed) {
    textbook_rooms rooms(side);
    splitmix64 random(seed);
    std::vector<bool> seen(rooms.count());
    std::vector<std::uint32_t> trail{random.below(rooms.count())};
    seen[trail.back()] = true;
    while (!trail.empty()) {
        const std::uint32_t here = trail.back();
        const auto [next, count] = rooms.neighbours(here, [&](auto n) { return !seen[n]; });
        if (count == 0) {
            trail.pop_back();
            continue;
        }
        const std::uint32_t chosen = next[random.below(count)];
        seen[chosen] = true;
        rooms.join(here, chosen);
        trail.push_back(chosen);
    }
    return rooms.take();
}

inline senda::mazegen::maze textbook_wilson(std::uint32_t side, std::uint64_t seed) {
    textbook_rooms rooms(side);
    splitmix64 random(seed);
    std::vector<bool> joined(rooms.count());
    std::vector<std::uint32_t> left_for(rooms.count());
    joined[random.below(rooms.count())] = true;
    for (std::uint32_t start = 0; start < rooms.count(); ++start) {
        for (std::uint32_t here = start; !joined[here]; here = left_for[here]) {
            const auto [next, count] = rooms.neighbours(here, [](auto) { return true; });
            left_for[here] = next[random.below(count)];
        }
        for (std::uint32_t here = start; !joined[here]; here = left_for[here]) {
            joined[here] = true;
            rooms.join(here, left_for[here]);
        }
    }
    return rooms.take();
}

inline senda::mazegen::maze textbook_kruskal(std::uint32_t side, std::uint64_t seed) {
    textbook_rooms rooms(side);
    splitmix64 random(seed);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> walls;
    for (std::uint32_t room = 0; room < rooms.count(); ++room) {
        if ((room + 1) % side != 0) walls.emplace_back(room, room + 1);
        if (room + side < rooms.count()) walls.emplace_back(room, room + side);
    }
    for (std::size_t i = walls.size(); i > 1; --i)
        std::swap(walls[i - 1], walls[random.below(static_cast<std::uint32_t>(i))]);
    std::vector<std::uint32_t> leader(rooms.count());
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::uint32_t n) {
        while (leader[n] != n) n = leader[n] = leader[leader[n]];
        return n;
    };
    for (const auto& [a, b] : walls) {
        const std::uint32_t one = find(a);
        const std::uint32_t other = find(b);
        if (one == other) continue;
        leader[one] = other;
        rooms.join(a, b);
    }
    return rooms.take();
}

inline senda::mazegen::maze textbook_prim_frontier(std::uint32_t side, std::uint64_t seed) {
    textbook_rooms rooms(side);
    splitmix64 random(seed);
    enum state : std::uint8_t { outside, waiting, inside };
    std::vector<state> states(rooms.count(), outside);
    std::vector<std::uint32_t> frontier;
    const auto enter = [&](std::uint32_t room) {
        states[room] = inside;
        const auto [next, count] =
            rooms.neighbours(room, [&](auto n) { return states[n] == outside; });
        for (std::uint32_t i = 0; i < count; ++i) {
            states[next[i]] = waiting;
            frontier.push_back(next[i]);
        }
    };
    enter(random.below(rooms.count()));
    while (!frontier.empty()) {
        const auto drawn = random.below(static_cast<std::uint32_t>(frontier.size()));
        const std::uint32_t room = std::exchange(frontier[drawn], frontier.back());
        frontier.pop_back();
        const auto [next, count] =
            rooms.neighbours(room, [&](auto n) { return states[n] == inside; });
        rooms.join(room, next[random.below(count)]);
        enter(room);
    }
    return rooms.take();
}

}  // namespace bench
