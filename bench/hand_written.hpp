// SPDX-License-Identifier: MIT
#pragma once

#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

// Loops that know the map, with the memory layout of the library: what abstraction is measured
// against. No templates, no options, no limits.
namespace bench::hand_written {

/// An array in memory as the library has it, so that a comparison is about the loop and not about
/// pages: zeroed pages come from the system as they are first touched, and a large array grows
/// without being copied.
template <class Value>
class raw_array {
public:
    raw_array() = default;
    explicit raw_array(std::size_t zeros) {
        if (!values_.assign_zeros(zeros)) std::abort();
    }

    void resize(std::size_t count) {
        if (!values_.reserve(count)) std::abort();
        values_.set_size(count);
    }
    Value& operator[](std::size_t place) { return values_[place]; }
    const Value& operator[](std::size_t place) const { return values_[place]; }

private:
    senda::memory_budget unlimited_;
    senda::buffer<Value> values_{unlimited_};
};

/// The cells from the first discovered to the one at `position`. The children of a cell stand
/// together in the order of their parents, so a parent is the last cell whose children begin at or
/// before its child.
inline std::vector<std::uint32_t> path_to(const raw_array<std::uint32_t>& order,
                                          const raw_array<std::uint32_t>& children,
                                          std::size_t expanded, std::size_t position) {
    std::vector<std::uint32_t> path;
    for (std::size_t parent = expanded; position != 0; position = parent) {
        path.push_back(order[position]);
        while (children[--parent] > position) continue;
    }
    path.push_back(order[0]);
    std::reverse(path.begin(), path.end());
    return path;
}

/// Breadth-first search: a bit a cell says whether it was seen, the list of discovered cells is the
/// queue, and where the children of each begin is all that a path needs. A cell is written whether
/// or not it is new, and kept if it is: whether it is, is hard to guess for the processor.
inline map_answer bfs(const grid_map& map, std::uint32_t start, std::uint32_t goal) {
    const std::uint8_t* open = map.open.data();
    const std::uint32_t side = map.side;
    const std::size_t words = map.cells() / 64 + 1;
    raw_array<unsigned long long> seen(words);
    raw_array<std::uint32_t> order;
    raw_array<std::uint32_t> children;
    std::size_t room = 1024;
    std::size_t children_room = 1024;
    order.resize(room);
    children.resize(children_room);
    order[0] = start;
    seen[start / 64] |= 1ull << start % 64;
    std::size_t size = 1;
    for (std::size_t head = 0; head < size; ++head) {
        if (size + 4 > room) order.resize(room *= 2);
        if (head == children_room) children.resize(children_room *= 2);
        children[head] = static_cast<std::uint32_t>(size);
        const std::uint32_t cell = order[head];
        for (const std::uint32_t next : {cell - side, cell + 1, cell + side, cell - 1}) {
            if (!open[next]) continue;
            unsigned long long& word = seen[next / 64];
            const bool is_new = (word >> next % 64 & 1) == 0;
            word |= 1ull << next % 64;
            order[size] = next;
            size += is_new;
            if (next == goal) {
                return {path_to(order, children, head + 1, size - 1), size,
                        words * 8 + (room + children_room) * sizeof(std::uint32_t)};
            }
        }
    }
    return {{}, size, 0};
}

/// A* with the Manhattan distance, which changes f by 0 or 2 a step: two stacks are the queue.
inline map_answer astar(const grid_map& map, std::uint32_t start, std::uint32_t goal) {
    const std::uint8_t* open = map.open.data();
    const std::uint32_t side = map.side;
    const manhattan_on_map estimate{map, goal};
    raw_array<std::uint32_t> distance(map.cells());  // plus one; 0 is unseen
    raw_array<std::uint32_t> parent;
    parent.resize(map.cells());
    struct queued {
        std::uint32_t cell;
        std::uint32_t distance;
    };
    std::vector<queued> near{{start, 1}};
    std::vector<queued> far;
    distance[start] = 1;
    std::uint64_t visited = 0;
    for (; !near.empty(); near.swap(far)) {
        while (!near.empty()) {
            const queued at = near.back();
            near.pop_back();
            if (at.distance > distance[at.cell]) continue;
            ++visited;
            if (at.cell == goal) {
                std::vector<std::uint32_t> path{goal};
                while (path.back() != start) path.push_back(parent[path.back()]);
                std::reverse(path.begin(), path.end());
                return {std::move(path), visited, map.cells() * 2 * sizeof(std::uint32_t)};
            }
            const std::int32_t here = estimate(at.cell);
            for (const std::uint32_t next :
                 {at.cell - side, at.cell + 1, at.cell + side, at.cell - 1}) {
                if (!open[next]) continue;
                if (distance[next] != 0 && distance[next] <= at.distance + 1) continue;
                distance[next] = at.distance + 1;
                parent[next] = at.cell;
                (estimate(next) < here ? near : far).push_back({next, at.distance + 1});
            }
        }
    }
    return {{}, visited, 0};
}

/// Dijkstra's algorithm over any queue with push(key, cell), pop() -> {key, cell} and empty();
/// entries that were improved stay queued and are skipped. The cost of the cheapest path, or 0.
template <class Queue>
std::uint32_t dijkstra(const grid_map& map, const std::uint8_t* entering, std::uint32_t start,
                       std::uint32_t goal, Queue&& queue, std::uint64_t& visited) {
    const std::uint8_t* open = map.open.data();
    const std::uint32_t side = map.side;
    raw_array<std::uint32_t> distance(map.cells());  // plus one; 0 is unseen
    distance[start] = 1;
    queue.push(1, start);
    while (!queue.empty()) {
        const auto [reached, cell] = queue.pop();
        const auto so_far = static_cast<std::uint32_t>(reached);
        if (so_far > distance[cell]) continue;
        ++visited;
        if (cell == goal) return so_far - 1;
        for (const std::uint32_t next : {cell - side, cell + 1, cell + side, cell - 1}) {
            if (!open[next]) continue;
            const std::uint32_t there = so_far + entering[next];
            if (distance[next] != 0 && distance[next] <= there) continue;
            distance[next] = there;
            queue.push(there, next);
        }
    }
    return 0;
}

}  // namespace bench::hand_written
