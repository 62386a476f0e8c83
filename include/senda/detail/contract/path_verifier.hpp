// SPDX-License-Identifier: MIT
// Walks a path edge by edge, and says what is wrong with it.
#pragma once

#include <senda/detail/contract/replay.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/status.hpp>

#include <concepts>
#include <cstddef>
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
    order,        ///< routes or nodes are not nearest or cheapest first
    repeated,     ///< a route comes twice, or a node in what has each once
    missing,      ///< a node that can be reached is not listed
    unreached,    ///< a node is listed that no edge leads to
};

/// What `verify` found. True in a condition when all is right.
struct verification {
    /// What is wrong first.
    senda::fault fault = fault::none;
    /// In which route of several, from 1; 0 where that does not matter.
    std::size_t route = 0;
    /// At which step of the path, or which node of a list, from 1; 0 where that does not matter.
    std::size_t step = 0;
    /// All of it in words: "step 3 of 7: the graph has no edge from (2, 1) to (4, 1)".
    std::string message = {};

    [[nodiscard]] explicit operator bool() const noexcept { return fault == fault::none; }
};

namespace detail {

/// Where paths may begin and end if nobody says.
struct any_ends {
    static constexpr bool have_prices = false;
};

template <class G, class Start, class Goal, class Node>
struct given_ends {
    static constexpr bool have_prices = PricedEnds<Node, Start, Goal>;
    const Start& start;
    mutable goal_test<G, Node, goal_type<Goal, Node>> goal;
};

/// Holds paths against their graph; the first fault stands.
template <class G, class Node, class Ends>
class path_verifier {
protected:
    using types = graph_types<G, Node>;
    using cost = typename types::cost;
    static constexpr bool knows_ends = !std::same_as<Ends, any_ends>;

public:
    path_verifier(G& g, const Ends& ends) : graph_(g), ends_(ends) {}

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

protected:
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

    /// A node in words, else by its place in the path or list.
    [[nodiscard]] static std::string name(const std::vector<Node>& nodes, std::size_t i,
                                          const char* of) {
        const std::string words = words_of(nodes[i]);
        return words.empty() ? "node " + text_of(i + 1) + of : words;
    }

    template <class Result>
    void check_status(const Result& r, bool is_empty) {
        ends_nearby_ = r.status == status::nearest;
        const bool has_path = r || ends_nearby_;
        if (has_path == is_empty)
            return say_status(r.status, is_empty ? "there is no path" : "there is a path");
        if (!has_path && r.cost != infinite<decltype(r.cost)>)
            return say_status(r.status, "the cost is " + text_of(r.cost));
        const bool has_no_route = r.status == status::exhausted || ends_nearby_;
        if (has_no_route && r.lower_bound != infinite<decltype(r.cost)>)
            return say_status(r.status, "the lower bound is " + text_of(r.lower_bound));
    }

    template <class Result>
    void check_bound(const Result& r, std::size_t nodes) {
        if (ends_nearby_ || r.lower_bound <= r.cost || same_sum(r.lower_bound, r.cost, nodes))
            return;
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
            const auto ends = [&] {
                return " from " + name(path, i - 1, " of the path") + " to " +
                       name(path, i, " of the path");
            };
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
        const std::string at =
            "the path begins at " + name(path, 0, " of the path") + ", which is ";
        if (!is_in(graph_, path[0])) return say(fault::node, at + "no node of the graph");
        if constexpr (knows_ends) {
            std::vector<cost> prices;
            (void)for_each_priced_start<types>(graph_, ends_.start, [&](const Node& n, cost price) {
                if (same_node(graph_, n, path[0])) prices.push_back(price);
            });
            if (prices.empty()) return say(fault::start, at + "no start");
            sums.add(prices);
        }
    }

    void check_goal(const std::vector<Node>& path, [[maybe_unused]] possible_costs<cost>& sums) {
        if constexpr (knows_ends) {
            const bool is_at_goal = ends_.goal(graph_, path.back());
            if (ends_nearby_) {
                if (is_at_goal) say_status(status::nearest, "the path ends at a goal");
            } else if (is_at_goal) {
                if constexpr (requires { ends_.goal.price(graph_, path.back()); })
                    sums.add({ends_.goal.price(graph_, path.back())});
            } else {
                say(fault::goal, "the path ends at " + name(path, path.size() - 1, " of the path") +
                                     ", which is no goal");
            }
        }
    }

    // Breadth-first search counts edges, whatever they cost, in `steps`.
    template <class C>
    void check_cost(const possible_costs<cost>& sums, C said, std::size_t edges) {
        if constexpr (std::same_as<C, steps> && !Ends::have_prices) {
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

    G& graph_;
    const Ends& ends_;
    verification answer_;
    bool ends_nearby_ = false;  // the path leads to what is nearest to a goal
};

}  // namespace detail

}  // namespace senda
