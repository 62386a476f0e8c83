// SPDX-License-Identifier: MIT
// The one-line calls and the engines under one signature, for the laws that all of them keep.
#pragma once

#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/greedy.hpp>
#include <senda/search/ida_star.hpp>
#include <string>
#include <utility>

namespace support {

/// A heuristic that knows nothing, for any node and cost.
struct blind {
    template <class Node>
    int operator()(const Node&) const {
        return 0;
    }
};

struct bfs_algorithm {
    static inline const std::string name = "bfs";
    static constexpr bool optimal = true;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bfs(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bfs_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct dfs_algorithm {
    static inline const std::string name = "dfs";
    static constexpr bool optimal = false;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dfs(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dfs_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct dijkstra_algorithm {
    static inline const std::string name = "dijkstra";
    static constexpr bool optimal = true;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dijkstra(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::dijkstra_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct astar_algorithm {
    static inline const std::string name = "astar";
    static constexpr bool optimal = true;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::astar(g, start, goal, blind{}, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::astar_search{g, start, goal, blind{}, std::forward<Rest>(rest)...};
    }
};

struct greedy_algorithm {
    static inline const std::string name = "greedy";
    static constexpr bool optimal = false;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::greedy(g, start, goal, blind{}, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::greedy_search{g, start, goal, blind{}, std::forward<Rest>(rest)...};
    }
};

struct ida_star_algorithm {
    static inline const std::string name = "ida_star";
    static constexpr bool optimal = true;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::ida_star(g, start, goal, blind{}, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::ida_star_search{g, start, goal, blind{}, std::forward<Rest>(rest)...};
    }
};

struct bidirectional_algorithm {
    static inline const std::string name = "bidirectional";
    static constexpr bool optimal = true;

    template <class G, class Start, class Goal, class... Rest>
    static auto call(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bidirectional(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class G, class Start, class Goal, class... Rest>
    static auto engine(const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bidirectional_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

/// Calls `body(algorithm)` for each; the last needs a graph that can be reversed.
template <class Body>
void for_each_forward_algorithm(Body body) {
    body(bfs_algorithm{});
    body(dfs_algorithm{});
    body(dijkstra_algorithm{});
    body(astar_algorithm{});
    body(greedy_algorithm{});
    body(ida_star_algorithm{});
}

template <class Body>
void for_each_algorithm(Body body) {
    for_each_forward_algorithm(body);
    body(bidirectional_algorithm{});
}

}  // namespace support
