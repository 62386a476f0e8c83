// SPDX-License-Identifier: MIT
// A few searches for every day: one for each way of storing nodes and queues.
#include "lattices.hpp"
#include "memory_case.hpp"

#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

namespace soak {

std::vector<memory_case> searches_in_brief() {
    return {
        {"bfs, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(senda::bfs(space{}, middle, far_point, within(bytes)), far_point_steps);
         }},
        {"dijkstra, whole numbers",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const weighted_space<int> g;
             return tell(senda::dijkstra(g, middle, far_point, within(bytes)),
                         g.far_point_cost(g.base));
         }},
        {"astar, states with memory of their own",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const counter_space<listed> g;
             const auto h = [](const listed& s) { return (100 - s.value[0]) / 2; };
             return tell(senda::astar(g, listed{}, g.goal(), h, within(bytes)), g.far);
         }},
    };
}

}  // namespace soak
