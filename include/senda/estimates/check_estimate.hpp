// SPDX-License-Identifier: MIT
// Looks for what is wrong with an estimate, on random walks.
#pragma once

#include <senda/detail/core/replay.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/random.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// What can be wrong with an estimate.
enum class estimate_fault {
    none,            ///< nothing that was found
    goal,            ///< it is not 0 at a goal
    not_admissible,  ///< it is above the cost of a path to a goal
    inconsistent,    ///< along an edge it falls by more than the edge costs
    after,           ///< brought up to date by an action it is not what it is made anew
};

/// The name of a fault as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(estimate_fault f) noexcept {
    return detail::enum_name(f, {"none", "goal", "not_admissible", "inconsistent", "after"});
}

/// What `check_estimate` found. True in a condition when nothing was.
template <class Node>
struct estimate_check {
    /// What is wrong first.
    estimate_fault fault = estimate_fault::none;
    /// The node where it is wrong, or both ends of the edge.
    std::vector<Node> nodes = {};
    /// All of it in words: "h falls by 3 along the edge from 4 to 7, which costs 1".
    std::string message = {};
    /// How many edges were looked at.
    std::uint64_t edges = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return fault == estimate_fault::none; }
};

/// Which walks are taken: the same seed takes the same.
struct walk_options {
    std::uint64_t walks = 200;   ///< how many, half of them backwards from a goal
    std::uint64_t length = 100;  ///< how many edges each has at most
    std::uint64_t seed = 1;      ///< of the random numbers
};

namespace detail {

/// Takes walks in a graph, asks an estimate of their nodes and edges, and notes the first fault.
template <class G, class Node, class H>
class estimate_walks {
    using types = graph_types<const G, Node>;
    using cost = typename types::cost;

    struct step {
        Node to;
        cost price;
    };

public:
    estimate_walks(const G& g, H& h, const walk_options& o)
        : graph_(g), h_(h), options_(o), random_(o.seed) {}

    /// Walks from starts and, backwards, from goals.
    [[nodiscard]] estimate_check<Node> run(const std::vector<Node>& starts,
                                           const std::vector<Node>& goals) {
        for (const Node& goal : goals) check_goal(goal);
        for (std::uint64_t i = 0; i < options_.walks && answer_; ++i) {
            const bool is_back = i % 2 == 0;
            const std::vector<Node>& from = is_back ? goals : starts;
            if (!from.empty()) walk(from[random_.below(from.size())], is_back);
        }
        return std::move(answer_);
    }

private:
    void walk(const Node& from, bool is_back) {
        std::vector<Node> path{from};
        cost length{0};
        for (std::uint64_t i = 0; i <= options_.length; ++i) {
            if (is_back) check_node(path.back(), length);
            check_edges(path.back());
            const auto next =
                take_one(is_back ? steps_back(path.back()) : steps_on(path.back()), path);
            if (!next || !answer_) return;
            length = add_costs(length, next->price);
            path.push_back(next->to);
        }
    }

    [[nodiscard]] std::vector<step> steps_on(const Node& here) {
        std::vector<step> all;
        for_each_successor<types>(graph_, here, [&](const Node& to, cost price, const auto&) {
            all.push_back({to, price});
        });
        return all;
    }
    /// Steps against an edge: by predecessors, or along an edge that leads back.
    [[nodiscard]] std::vector<step> steps_back(const Node& here) {
        std::vector<step> all;
        if constexpr (has_predecessors<const G, Node>) {
            for_each_predecessor<types>(graph_, here, [&](const Node& n, cost price, const auto&) {
                all.push_back({n, price});
            });
        } else {
            for_each_successor<types>(graph_, here, [&](const Node& n, cost, const auto&) {
                for_each_successor<types>(graph_, n, [&](const Node& to, cost price, const auto&) {
                    if (same_node(graph_, to, here)) all.push_back({n, price});
                });
            });
        }
        return all;
    }
    /// Any of the steps, rather one that does not lead straight back to the node before.
    [[nodiscard]] std::optional<step> take_one(const std::vector<step>& all,
                                               const std::vector<Node>& path) {
        if (all.empty()) return std::nullopt;
        const step& first = all[random_.below(all.size())];
        const step& second = all[random_.below(all.size())];
        const bool turns = path.size() > 1 && same_node(graph_, first.to, path[path.size() - 2]);
        return turns ? second : first;
    }

    void check_goal(const Node& n) {
        const cost h = estimate(n);
        if (h != cost{0})
            say(estimate_fault::goal, {n},
                "h is " + text_of(h) + " at " + at(n) + ", which is a goal");
    }
    void check_node(const Node& n, cost enough) {
        const cost h = estimate(n);
        if (is_above(h, enough))
            say(estimate_fault::not_admissible, {n},
                "h is " + text_of(h) + " at " + at(n) + ", from where a path to a goal costs " +
                    text_of(enough));
    }
    void check_edges(const Node& n) {
        for_each_successor<types>(graph_, n, [&](const Node& to, cost price, const auto& action) {
            if (answer_) check_edge(n, to, price);
            if constexpr (ActionGraph<const G, Node> && IncrementalHeuristic<H, Node> &&
                          std::convertible_to<decltype(action), int>) {
                check_action(n, to, static_cast<int>(action));
            }
        });
    }
    void check_edge(const Node& from, const Node& to, cost price) {
        ++answer_.edges;
        const cost before = estimate(from);
        const cost after = estimate(to);
        if (!is_above(before, add_costs(price, after))) return;
        const std::string begin = words_of(from);
        say(estimate_fault::inconsistent, {from, to},
            "h falls from " + text_of(before) + " to " + text_of(after) + " along " +
                (begin.empty() ? "the edge" : "the edge from " + begin + " to " + words_of(to)) +
                ", which costs " + text_of(price));
    }
    void check_action(const Node& from, const Node& to, int action) {
        const auto made = h_(to);
        const auto kept = static_cast<decltype(h_(to))>(h_.after(to, action, h_.parts(from)));
        if (made != kept)
            say(estimate_fault::after, {from, to},
                "after the action " + text_of(action) + " h is " + text_of(kept) + ", but " +
                    text_of(made) + " if it is made anew");
    }

    void say(estimate_fault fault, std::vector<Node> nodes, std::string message) {
        if (!answer_) return;
        answer_.fault = fault;
        answer_.nodes = std::move(nodes);
        answer_.message = std::move(message);
    }
    [[nodiscard]] static std::string at(const Node& n) {
        const std::string words = words_of(n);
        return words.empty() ? "the node" : words;
    }
    [[nodiscard]] cost estimate(const Node& n) { return as_estimate<cost>(h_(n)); }
    [[nodiscard]] static bool is_above(cost a, cost b) noexcept {
        return a > b && !same_sum(a, b, 1000);
    }

    const G& graph_;
    H& h_;
    walk_options options_;
    random_source random_;
    estimate_check<Node> answer_;
};

template <class Node, class Several>
[[nodiscard]] std::vector<Node> nodes_in(const Several& several) {
    std::vector<Node> nodes;
    if constexpr (is_any_of<Several>) {
        for (const auto& n : several) nodes.push_back(Node(n));
    } else {
        nodes.push_back(Node(several));
    }
    return nodes;
}

}  // namespace detail

/// Takes random walks and holds an estimate against them: it is 0 at goals, never above the length
/// of a walk back to a goal, and along no edge falls by more than that costs; one that actions
/// bring up to date is then what it is made anew. That nothing was found is no proof.
///
/// `g`      the graph. A walk goes backwards by `predecessors`, or where edges lead both ways.
/// `start`  where walks begin: a node, or `any_of` several.
/// `goal`   what is estimated: a node, or `any_of` several.
/// `h`      the estimate, of any kind.
/// `o`      how many walks, how long, and their seed.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H>
    requires Heuristic<H, node_of<const G, Start>, cost_of<const G, Start>>
[[nodiscard]] estimate_check<node_of<const G, Start>> check_estimate(const G& g, const Start& start,
                                                                     const Goal& goal, H&& h,
                                                                     const walk_options& o = {}) {
    using node = node_of<const G, Start>;
    return detail::estimate_walks<G, node, std::remove_reference_t<H>>(g, h, o).run(
        detail::nodes_in<node>(start), detail::nodes_in<node>(goal));
}

}  // namespace senda
