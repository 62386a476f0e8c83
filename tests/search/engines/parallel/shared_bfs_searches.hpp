// SPDX-License-Identifier: MIT
// Breadth-first search on threads, called by itself and tuned, and graphs to try it on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <senda/graph/hash.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/reachable.hpp>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace support {

/// The answer of `bfs` where threads share a search from the first node on, unless tuned otherwise.
template <class G, class Start, class Goal>
auto bfs_shared(const G& g, const Start& start, const Goal& goal, const senda::options& o,
                const senda::detail::parallel_tuning& how = {0, 0, 0, 1, 3}) {
    senda::no_observer nobody;
    senda::bfs_search search(g, start, senda::detail::goal_from<const G&, Start>(goal), o, nobody);
    return senda::detail::run_shared<senda::detail::shared_bfs<decltype(search)>>(
        search, o.threads, how, [](const auto& last) { return last.result(); });
}

/// The same of `reachable`.
template <class G, class Start>
auto reachable_shared(const G& g, const Start& start, const senda::options& o,
                      const senda::detail::parallel_tuning& how) {
    using node = senda::node_of<G, Start>;
    senda::no_observer nobody;
    senda::bfs_search<const G&, node, senda::no_goal, senda::no_observer&> search(
        g, start, senda::no_goal{}, o, nobody);
    using shared = senda::detail::shared_bfs<decltype(search)>;
    return senda::detail::run_shared<shared>(search, o.threads, how, [&](const auto& last) {
        return senda::detail::list_reached<node>(last, o.limits);
    });
}

/// Whether a list has every node that can be reached once, nearest first.
template <class G, class Node>
bool is_nearest_first(const G& g, const senda::any_of<Node>& starts,
                      const std::vector<Node>& nodes) {
    std::map<Node, int> depth;
    std::vector<Node> queue;
    const auto reach = [&](const Node& n, int at) {
        if (depth.emplace(n, at).second) queue.push_back(n);
    };
    for (const Node& n : starts) reach(n, 0);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const Node from = queue[i];
        g.successors(from, [&](const Node& to, auto...) { reach(to, depth[from] + 1); });
    }
    const auto nearer = [&](const Node& a, const Node& b) { return depth.at(a) < depth.at(b); };
    return std::set<Node>(nodes.begin(), nodes.end()).size() == nodes.size() &&
           nodes.size() == queue.size() && std::is_sorted(nodes.begin(), nodes.end(), nearer);
}

/// A node as large as one pleases.
template <std::size_t Words>
struct wide_node {
    std::uint64_t words[Words];
    bool operator==(const wide_node&) const = default;
};

/// A random graph that is computed: the same for the same seed, with nodes of any type.
template <class Node>
struct scattered_graph {
    using node_type = Node;
    using action_type = int;

    std::uint64_t seed = 1;
    std::uint64_t size = 1000;
    std::uint64_t degree = 3;  ///< the most
    std::uint64_t reach = 0;   ///< edges lead at most so far; 0 for anywhere

    static Node node(std::uint64_t number) {
        if constexpr (std::is_same_v<Node, std::string>) {
            return "number " + std::to_string(number) + " of a few thousand";
        } else if constexpr (std::is_integral_v<Node>) {
            return static_cast<Node>(number);
        } else {
            Node n{};
            for (auto& word : n.words) word = number;
            return n;
        }
    }
    static std::uint64_t number(const Node& n) {
        if constexpr (std::is_same_v<Node, std::string>) {
            return std::stoull(n.substr(7));
        } else if constexpr (std::is_integral_v<Node>) {
            return static_cast<std::uint64_t>(n);
        } else {
            return n.words[0];
        }
    }

    template <class Emit>
    void successors(const Node& from, Emit&& emit) const {
        const std::uint64_t n = number(from);
        const std::uint64_t all = senda::hash_value(n * 31 + seed);
        const std::uint64_t edges = all % (degree + 1);
        for (std::uint64_t i = 0; i < edges; ++i) {
            const std::uint64_t far = senda::hash_value(all + i + 1);
            const std::uint64_t to = reach == 0 ? far % size : (n + far % (reach + 1)) % size;
            emit(node(to), static_cast<int>(i));
            if (i % 2 == 1) emit(node(to), -1);  // a second edge, and one to itself
            if (i % 3 == 2) emit(from, -2);
        }
    }
};

/// The same with numbers that are far apart, so that also a small graph has many parts.
template <class Node>
struct numbered_graph : scattered_graph<Node> {
    [[nodiscard]] std::size_t index(const Node& n) const { return this->number(n) * 100 + 7; }
    [[nodiscard]] std::size_t index_bound() const { return this->size * 100; }
};

/// Whether a path begins and ends where it shall, each step by the edge of its action.
template <class G, class Result, class IsStart, class IsGoal>
bool replays(const G& g, const Result& r, const IsStart& is_start, const IsGoal& is_goal) {
    if (r.path.empty() || r.path.size() != static_cast<std::size_t>(r.cost) + 1 ||
        r.actions.size() + 1 != r.path.size() || !is_start(r.path.front()) ||
        !is_goal(r.path.back())) {
        return false;
    }
    for (std::size_t i = 0; i + 1 < r.path.size(); ++i) {
        bool is_edge = false;
        g.successors(r.path[i], [&](const auto& to, int action) {
            is_edge = is_edge || (to == r.path[i + 1] && action == r.actions[i]);
        });
        if (!is_edge) return false;
    }
    return true;
}

/// Threads share early, in rounds of a few nodes.
inline senda::detail::parallel_tuning small_rounds(std::uint64_t round) {
    const auto n = static_cast<std::size_t>(round);
    return {1 + round % 7, n % 5, 0, 1 + n % 4, 4 + n % 9};
}

/// What is wrong with the answers of threads to a question, beside that of one; empty if nothing.
template <class G, class Start, class Goal, class IsStart, class IsGoal>
std::string fault_of_threads(const G& g, const Start& start, const Goal& goal,
                             const IsStart& is_start, const IsGoal& is_goal, std::uint64_t round) {
    const auto alone = senda::bfs(g, start, goal);
    const senda::detail::parallel_tuning how = small_rounds(round);
    decltype(alone.path) first;
    bool is_first = true;
    for (const unsigned threads : {2u, 3u, 5u, 16u, 2u}) {
        const auto found = bfs_shared(g, start, goal, {.threads = threads}, how);
        if (found.status != alone.status) return "another status";
        if (found.cost != alone.cost || found.lower_bound != alone.lower_bound)
            return "another cost";
        if (found.status == senda::status::found && !replays(g, found, is_start, is_goal))
            return "the path does not replay";
        if (!is_first && found.path != first) return "another path";
        if (found.status == senda::status::exhausted &&
            (found.statistics.expanded != alone.statistics.expanded ||
             found.statistics.generated != alone.statistics.generated)) {
            return "other counts";
        }
        first = found.path;
        is_first = false;
    }
    return {};
}

/// The same on a random graph, with one or several starts, and a goal of each kind.
template <class Node, template <class> class Graph = scattered_graph>
std::string fault_on_random_graph(std::uint64_t round) {
    const std::uint64_t random = senda::hash_value(round);
    const Graph<Node> g{scattered_graph<Node>{
        .seed = random,
        .size = 1 + random % 300,
        .degree = 1 + random / 7 % 5,
        .reach = random / 64 % 2 == 0 ? 0 : 1 + random / 128 % 9,
    }};
    const auto at = [&](std::uint64_t i) { return g.node(senda::hash_value(random + i) % g.size); };
    const std::vector<Node> starts{at(1), at(2), at(1), at(3)};
    const std::vector<Node> goals{at(4), at(5)};
    const auto one_of = [](const std::vector<Node>& nodes) {
        return [&nodes](const Node& n) {
            return std::find(nodes.begin(), nodes.end(), n) != nodes.end();
        };
    };
    const auto is_first = [&](const Node& n) { return n == starts[0]; };
    const auto is_goal = [&](const Node& n) { return n == goals[0]; };
    const auto is_far = [&](const Node& n) { return g.number(n) % 97 == 96; };
    const bool is_from_all = round % 2 == 1;
    if (is_from_all) {
        return fault_of_threads(g, senda::any_of<Node>(starts), is_far, one_of(starts), is_far,
                                round);
    }
    if constexpr (std::is_same_v<Node, std::uint64_t>) {  // once is enough to compile
        if (round % 8 == 2)
            return fault_of_threads(g, starts[0], senda::any_of<Node>(goals), is_first,
                                    one_of(goals), round);
        if (round % 8 == 4)
            return fault_of_threads(
                g, starts[0], [](const Node&) { return false; }, is_first, is_goal, round);
    }
    return fault_of_threads(g, starts[0], goals[0], is_first, is_goal, round);
}

}  // namespace support
