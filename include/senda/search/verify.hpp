// SPDX-License-Identifier: MIT
// Replays a result on its graph, and says what is wrong with it.
#pragma once

#include <senda/detail/core/replay.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/result.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// What can be wrong with a result.
enum class fault {
    none,         ///< nothing
    status,       ///< the status says one thing and the rest another
    node,         ///< it names something that is no node of the graph
    start,        ///< a path does not begin at a start
    goal,         ///< a path does not end at a goal
    edge,         ///< a step is no edge of the graph
    action,       ///< an action is missing, or no edge of that step has it
    cost,         ///< the edges add up to another cost
    lower_bound,  ///< the lower bound is above the cost
    resources,    ///< there is not one resource for each node of the path
    order,        ///< routes are not cheapest first
    repeated,     ///< a route comes twice, or a node in a route that has each once
};

/// What `verify` found. True in a condition when all is right.
struct verification {
    /// What is wrong first.
    senda::fault fault = fault::none;
    /// In which route of several, from 1; 0 where that does not matter.
    std::size_t route = 0;
    /// At which step of the path, or which node of it, from 1; 0 where that does not matter.
    std::size_t step = 0;
    /// All of it in words: "step 3 of 7: the graph has no edge from (2, 1) to (4, 1)".
    std::string message = {};

    [[nodiscard]] explicit operator bool() const noexcept { return fault == fault::none; }
};

namespace detail {

/// Where paths may begin and end if nobody says.
struct any_ends {
    static constexpr bool have_terminal_costs = false;
};

template <class G, class Start, class Goal, class Node>
struct given_ends {
    static constexpr bool have_terminal_costs = HasTerminalCosts<Node, Start, Goal>;
    const Start& start;
    mutable goal_test<G, Node, goal_type<Goal, Node>> goal;
};

/// A path is the same as another if its nodes are.
template <class G, class Node>
[[nodiscard]] bool same_path(const G& g, const std::vector<Node>& a, const std::vector<Node>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const Node& m, const Node& n) { return same_node(g, m, n); });
}

/// Holds what a result says against its graph; the first fault stands.
template <class G, class Node, class Ends>
class verifier {
    using types = graph_types<G, Node>;
    using cost = typename types::cost;
    static constexpr bool knows_ends = !std::same_as<Ends, any_ends>;

public:
    verifier(G& g, const Ends& ends) : graph_(g), ends_(ends) {}

    [[nodiscard]] verification answer() && { return std::move(answer_); }

    /// A path with its cost and, where it has any, its actions and resources.
    template <class Path>
    void check_path(const Path& p) {
        if (p.path.empty()) return say(fault::status, "there is no path");
        replay(p.path, p.actions, p.cost);
        if constexpr (requires { p.resources; }) {
            if (is_right() && p.resources.size() != p.path.size()) {
                say(fault::resources, "there are " + text_of(p.path.size()) + " nodes and " +
                                          text_of(p.resources.size()) + " resources");
            }
        }
    }

    /// A result: a status, and a path with its cost.
    template <class Result>
    void check_result(const Result& r) {
        check_status(r, r.path.empty());
        if (!r.path.empty() && is_right()) check_path(r);
        if (is_right()) check_bound(r, r.path.size());
    }

    /// The cheapest routes, or a Pareto front.
    template <class Routes>
    void check_routes(const Routes& r) {
        using route = typename decltype(r.routes)::value_type;
        constexpr bool is_front = requires(const route& one) { one.resources; };
        const bool is_empty = r.routes.empty();
        if constexpr (is_front) {
            if (is_empty ? r.status == status::complete : r.status == status::exhausted)
                return say_status(r.status, is_empty ? "there is no route" : "there are routes");
        } else {
            const bool has_all = r.status == status::exhausted || r.status == status::complete;
            if (has_all && r.lower_bound != infinite<cost>)
                return say_status(r.status, "the lower bound is " + text_of(r.lower_bound));
        }
        for (std::size_t i = 0; is_right() && i < r.routes.size(); ++i) {
            answer_.route = i + 1;
            const route& one = r.routes[i];
            check_path(one);
            if constexpr (!is_front) check_each_once(one.path);
            if (is_right() && i > 0 && one.cost < r.routes[i - 1].cost) {
                say(fault::order, "it costs " + text_of(one.cost) + ", and the one before " +
                                      text_of(r.routes[i - 1].cost));
            }
        }
        if (is_right()) check_routes_differ<is_front>(r.routes);
    }

    /// Every cheapest route, of which the first few are replayed.
    template <class Routes>
    void check_shortest(const Routes& r, std::size_t sample) {
        check_status(r, r.nodes().empty());
        std::vector<Node> before;
        if (r && is_right()) {
            for (const std::vector<Node>& path : r.routes()) {
                if (answer_.route == sample) break;
                ++answer_.route;
                replay(path, std::vector<no_action>{}, r.cost);
                if (is_right() && same_path(graph_, path, before)) {
                    say(fault::repeated, "it is the same as the one before");
                }
                if (!is_right()) return;
                before = path;
            }
        }
        answer_.route = 0;
        if (is_right()) check_bound(r, r.nodes().size());
    }

private:
    [[nodiscard]] bool is_right() const noexcept { return static_cast<bool>(answer_); }

    void say(fault what, const std::string& text, std::size_t steps = 0) {
        if (!is_right()) return;
        answer_.fault = what;
        std::string where;
        if (answer_.route != 0) where = "route " + text_of(answer_.route);
        if (steps != 0) {
            where += where.empty() ? "" : ", ";
            where += "step " + text_of(answer_.step) + " of " + text_of(steps);
        }
        answer_.message = where.empty() ? text : where + ": " + text;
    }
    void say_status(status s, const std::string& text) {
        say(fault::status, std::string("the status is ") + to_string(s) + ", but " + text);
    }

    /// A node in words, else by its place in the path.
    [[nodiscard]] static std::string name(const std::vector<Node>& path, std::size_t i) {
        const std::string words = words_of(path[i]);
        return words.empty() ? "node " + text_of(i + 1) + " of the path" : words;
    }

    template <class Result>
    void check_status(const Result& r, bool is_empty) {
        if (static_cast<bool>(r) == is_empty)
            return say_status(r.status, is_empty ? "there is no path" : "there is a path");
        if (!r && r.cost != infinite<decltype(r.cost)>)
            return say_status(r.status, "the cost is " + text_of(r.cost));
        if (r.status == status::exhausted && r.lower_bound != infinite<decltype(r.cost)>)
            return say_status(r.status, "the lower bound is " + text_of(r.lower_bound));
    }

    template <class Result>
    void check_bound(const Result& r, std::size_t nodes) {
        if (r.lower_bound <= r.cost || same_sum(r.lower_bound, r.cost, nodes)) return;
        say(fault::lower_bound,
            "the lower bound " + text_of(r.lower_bound) + " is above the cost " + text_of(r.cost));
    }

    template <class Action, class C>
    void replay(const std::vector<Node>& path, const std::vector<Action>& actions, C said) {
        static_assert(std::same_as<C, cost> || std::same_as<C, steps>,
                      "verify: the result is of a graph with another type of costs");
        constexpr bool has_actions = !std::same_as<Action, no_action>;
        const std::size_t edges = path.size() - 1;
        possible_costs<cost> sums;
        check_start(path, sums);
        if (is_right() && has_actions && actions.size() != edges) {
            say(fault::action, "there are " + text_of(edges) + " edges and " +
                                   text_of(actions.size()) + " actions");
        }
        std::vector<cost> choices;
        for (std::size_t i = 1; is_right() && i <= edges; ++i) {
            bool is_edge = false;
            choices.clear();
            for_each_successor<types>(
                graph_, path[i - 1], [&](const Node& to, cost step, const auto& action) {
                    if (!same_node(graph_, to, path[i])) return;
                    is_edge = true;
                    if constexpr (has_actions && std::equality_comparable<Action>)
                        if (!(action == actions[i - 1])) return;
                    choices.push_back(step);
                });
            answer_.step = i;
            const auto ends = [&] { return " from " + name(path, i - 1) + " to " + name(path, i); };
            if (!is_edge) return say(fault::edge, "the graph has no edge" + ends(), edges);
            if (choices.empty())
                return say(fault::action, "no edge" + ends() + " has the action that is said",
                           edges);
            sums.add(choices);
        }
        if (!is_right()) return;
        answer_.step = 0;
        check_goal(path, sums);
        if (is_right()) check_cost(sums, said, edges);
    }

    void check_start(const std::vector<Node>& path, [[maybe_unused]] possible_costs<cost>& sums) {
        const std::string at = "the path begins at " + name(path, 0) + ", which is ";
        if (!is_in(graph_, path[0])) return say(fault::node, at + "no node of the graph");
        if constexpr (knows_ends) {
            std::vector<cost> prices;
            (void)for_each_start_cost<types>(graph_, ends_.start, [&](const Node& n, cost price) {
                if (same_node(graph_, n, path[0])) prices.push_back(price);
            });
            if (prices.empty()) return say(fault::start, at + "no start");
            sums.add(prices);
        }
    }

    void check_goal(const std::vector<Node>& path, [[maybe_unused]] possible_costs<cost>& sums) {
        if constexpr (knows_ends) {
            if (ends_.goal(graph_, path.back())) {
                if constexpr (requires { ends_.goal.terminal_cost(graph_, path.back()); })
                    sums.add({ends_.goal.terminal_cost(graph_, path.back())});
            } else {
                say(fault::goal,
                    "the path ends at " + name(path, path.size() - 1) + ", which is no goal");
            }
        }
    }

    // Breadth-first search counts edges, whatever they cost, in `steps`.
    template <class C>
    void check_cost(const possible_costs<cost>& sums, C said, std::size_t edges) {
        if constexpr (std::same_as<C, steps> && !Ends::have_terminal_costs) {
            if (static_cast<std::size_t>(said) == edges) return;
        }
        if constexpr (std::same_as<C, cost>) {
            if (sums.contain(said)) return;
            say(fault::cost, "the edges of the path add up to " + text_of(sums.least()) +
                                 (sums.is_certain() ? "" : " or more") +
                                 ", the cost is said to be " + text_of(said));
        } else {
            say(fault::cost, "the path has " + text_of(edges) + " edges, the cost is said to be " +
                                 text_of(said));
        }
    }

    void check_each_once(const std::vector<Node>& path) {
        if (!is_right()) return;
        const auto key = [&](std::size_t i) { return key_in(graph_, path[i]); };
        const auto is_same = [&](std::size_t i, std::size_t j) {
            return same_node(graph_, path[i], path[j]);
        };
        const std::size_t i = first_repeated(path.size(), key, is_same).first;
        if (i == path.size()) return;
        answer_.step = i + 1;
        say(fault::repeated, name(path, i) + " is there twice");
    }

    /// No two routes are the same, nor do two of a front end with the same: one dominates the
    /// other.
    template <bool IsFront, class Routes>
    void check_routes_differ(const Routes& routes) {
        const auto is_same = [&](std::size_t i, std::size_t j) {
            if constexpr (!IsFront) {
                return same_path(graph_, routes[i].path, routes[j].path);
            } else if constexpr (requires { routes[i].resource() == routes[j].resource(); }) {
                return static_cast<bool>(routes[i].resource() == routes[j].resource());
            } else {
                return false;
            }
        };
        const auto key = [&](std::size_t i) {
            std::uint64_t k = 0;
            if constexpr (!IsFront) {
                for (const Node& n : routes[i].path) k = mix(k ^ key_in(graph_, n));
            }
            return k;
        };
        const auto [i, first] = first_repeated(routes.size(), key, is_same);
        answer_.route = i == routes.size() ? 0 : i + 1;
        if (i == routes.size()) return;
        say(IsFront ? fault::order : fault::repeated,
            IsFront ? "it ends with the resource of route " + text_of(first + 1) +
                          ", which dominates it"
                    : "it is the same as route " + text_of(first + 1));
    }

    G& graph_;
    const Ends& ends_;
    verification answer_;
};

/// The type of the nodes in a result.
template <class Result>
[[nodiscard]] auto node_in(const Result& r) {
    if constexpr (requires { r.path; }) {
        return std::type_identity<typename decltype(r.path)::value_type>{};
    } else if constexpr (requires { r.routes.size(); }) {
        using route = typename decltype(r.routes)::value_type;
        return std::type_identity<typename decltype(route::path)::value_type>{};
    } else {
        return std::type_identity<typename std::remove_cvref_t<decltype(r.nodes())>::value_type>{};
    }
}
template <class Result>
using node_in_t = typename decltype(node_in(std::declval<const Result&>()))::type;

template <class Node, class G, class Ends, class Result>
[[nodiscard]] verification verify_between(G& g, const Ends& ends, const Result& r) {
    constexpr std::size_t sample = 100;
    verifier<G, Node, Ends> v(g, ends);
    if constexpr (requires { r.status, r.path; }) {
        v.check_result(r);
    } else if constexpr (requires { r.path; }) {
        v.check_path(r);
    } else if constexpr (requires { r.routes.size(); }) {
        v.check_routes(r);
    } else {
        v.check_shortest(r, sample);
    }
    return std::move(v).answer();
}

}  // namespace detail

/// Replays a result on its graph: a `result`, also of a grid or with resources, the routes of
/// `k_shortest`, `all_shortest` (the first hundred) and `pareto_front`, or one of these. That a
/// path is the cheapest, or that there is none, it does not search for again.
///
/// `g`  the graph; one whose actions can be undone needs no `successors`.
/// `r`  the result. One in `steps` may count the edges of the path, as `bfs` does, or add up costs.
///
/// Whole costs must add up exactly, fractions up to rounding. What an observer pruned counts as
/// there.
template <class G, class Result>
[[nodiscard]] verification verify(G&& g, const Result& r) {
    return detail::verify_between<detail::node_in_t<Result>>(g, detail::any_ends{}, r);
}

/// Whether a result is right, and each path leads from `start` to `goal`. Where these have costs of
/// their own the cost of the path includes them, so that they must be given.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several, also at different costs.
/// `goal`   a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `r`      the result.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class Result>
    requires WeightedGoalOf<Goal, detail::node_in_t<Result>>
[[nodiscard]] verification verify(G&& g, const Start& start, const Goal& goal, const Result& r) {
    using node = detail::node_in_t<Result>;
    using kept_goal = detail::goal_type<Goal, node>;
    using graph = std::remove_reference_t<G>;
    const detail::given_ends<graph, Start, Goal, node> ends{start,
                                                            {g, detail::as_goal<kept_goal>(goal)}};
    return detail::verify_between<node>(g, ends, r);
}

}  // namespace senda
