// SPDX-License-Identifier: MIT
// The searches of a maze: what they find, what they look at on the way, and how long they take.
#pragma once

#include "made.hpp"

#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace playground::mazes {

/// Rooms that joined the frontier or were expanded, in order: twice the room, and one more if it
/// was expanded. A room joins once.
class search_log {
public:
    search_log(const maze& m, cell start)
        : maze_(&m),
          is_seen_(static_cast<std::size_t>(m.rows()) * static_cast<std::size_t>(m.cols())) {
        join(start);
    }

    void join(cell c) {
        const std::uint32_t room = number_of(*maze_, c);
        if (!is_seen_[room]) events_.push_back(room << 1U);
        is_seen_[room] = true;
    }
    void expand(cell c) { events_.push_back(number_of(*maze_, c) << 1U | 1U); }
    [[nodiscard]] const std::vector<std::uint32_t>& events() const noexcept { return events_; }

private:
    const maze* maze_;
    std::vector<bool> is_seen_;
    std::vector<std::uint32_t> events_;
};

/// The observer of all searches, whether anybody looks on or not: each is compiled once.
struct search_observer {
    search_log* into = nullptr;

    void on_expand(cell c) const {
        if (into != nullptr) into->expand(c);
    }
    void on_improve(cell, cell to) const {
        if (into != nullptr) into->join(to);
    }
};

struct search_answer {
    senda::status status = senda::status::running;
    senda::statistics statistics = {};
    std::vector<cell> route = {};
};

constexpr std::string_view methods[] = {"dfs",   "bfs",           "dijkstra", "greedy",
                                        "astar", "bidirectional", "ida_star"};

/// What IDA* may expand before it gives up: where there are many loops it would never end.
constexpr std::uint64_t deepening_limit = 1'000'000;

inline search_answer solve(const made_maze& made, std::string_view method, search_log* into) {
    const maze& m = made.rooms;
    const search_observer observer{into};
    const auto [from, to] = made.at;
    const auto kept = [](auto found) {
        return search_answer{found.status, found.statistics, std::move(found.path)};
    };
    const senda::serial_options o;
    const senda::manhattan estimate{to};
    if (method == "dfs") return kept(senda::dfs(m, from, to, o, observer));
    if (method == "dijkstra") return kept(senda::dijkstra(m, from, to, o, observer));
    if (method == "greedy") return kept(senda::greedy(m, from, to, estimate, o, observer));
    if (method == "astar") return kept(senda::astar(m, from, to, estimate, o, observer));
    if (method == "bidirectional") return kept(senda::bidirectional(m, from, to, o, observer));
    if (method == "ida_star")
        return kept(senda::ida_star(
            m, from, to, estimate, senda::serial_options{.limits = {.expansions = deepening_limit}},
            observer));
    return kept(senda::bfs(m, from, to, o, observer));
}

/// How long a search takes: the mean of the best of three batches, each of as many searches as the
/// clock needs to tell; some clocks tell milliseconds.
inline double seconds_of(const made_maze& made, std::string_view method) {
    constexpr double enough = 0.02;
    constexpr double long_one = 0.2;
    double best = std::numeric_limits<double>::infinity();
    (void)solve(made, method, nullptr);  // to warm up
    for (int batch = 0; batch < 3; ++batch) {
        const double began = senda::now_in_seconds();
        double taken = 0;
        int searches = 0;
        do {
            (void)solve(made, method, nullptr);
            ++searches;
            taken = senda::now_in_seconds() - began;
        } while (taken < enough);
        best = std::min(best, taken / searches);
        if (taken > long_one) break;
    }
    return best;
}

}  // namespace playground::mazes
