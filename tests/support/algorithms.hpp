// SPDX-License-Identifier: MIT
// The one-line calls and the engines under one signature, for the laws that all of them keep.
#pragma once

#include "heuristics.hpp"

#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <string>
#include <utility>

namespace support {

/// `call` and `engine` of an algorithm: `call_with` and `engine_with` without an estimate.
template <class Algorithm>
struct unled {
    template <class... Arguments>
    static auto call(Arguments&&... arguments) {
        return Algorithm::call_with(blind{}, std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    static auto engine(Arguments&&... arguments) {
        return Algorithm::engine_with(blind{}, std::forward<Arguments>(arguments)...);
    }
};

struct bfs_algorithm : unled<bfs_algorithm> {
    static inline const std::string name = "bfs";
    static constexpr bool optimal = true;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bfs(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bfs_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct dfs_algorithm : unled<dfs_algorithm> {
    static inline const std::string name = "dfs";
    static constexpr bool optimal = false;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dfs(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dfs_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct dijkstra_algorithm : unled<dijkstra_algorithm> {
    static inline const std::string name = "dijkstra";
    static constexpr bool optimal = true;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dijkstra(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dijkstra_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct astar_algorithm : unled<astar_algorithm> {
    static inline const std::string name = "astar";
    static constexpr bool optimal = true;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::astar(g, start, goal, std::forward<H>(h), std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::astar_search{g, start, goal, std::forward<H>(h), std::forward<Rest>(rest)...};
    }
};

struct greedy_algorithm : unled<greedy_algorithm> {
    static inline const std::string name = "greedy";
    static constexpr bool optimal = false;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::greedy(g, start, goal, std::forward<H>(h), std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::greedy_search{g, start, goal, std::forward<H>(h),
                                    std::forward<Rest>(rest)...};
    }
};

struct ida_star_algorithm : unled<ida_star_algorithm> {
    static inline const std::string name = "ida_star";
    static constexpr bool optimal = true;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::ida_star(g, start, goal, std::forward<H>(h), std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::ida_star_search{g, start, goal, std::forward<H>(h),
                                      std::forward<Rest>(rest)...};
    }
};

struct bidirectional_algorithm : unled<bidirectional_algorithm> {
    static inline const std::string name = "bidirectional";
    static constexpr bool optimal = true;

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bidirectional(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bidirectional_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

/// Calls `body(algorithm)` for each; the last needs a graph that can be reversed.
template <class Body>
void for_each_algorithm(Body body) {
    body(bfs_algorithm{});
    body(dfs_algorithm{});
    body(dijkstra_algorithm{});
    body(astar_algorithm{});
    body(greedy_algorithm{});
    body(ida_star_algorithm{});
    body(bidirectional_algorithm{});
}

}  // namespace support
