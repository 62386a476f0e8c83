// SPDX-License-Identifier: MIT
// Looks for what is wrong with an estimate or with the patterns behind it, on random walks.
#pragma once

#include <senda/detail/core/replay.hpp>
#include <senda/detail/estimates/tables/abstract_space.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
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
    number,          ///< a small state has a number past the bound, or is not found by its number
    lost_edge,       ///< an edge has none between the small states that costs no more
    one_way,         ///< that edge does not lead back, and the small graph has no `predecessors`
    counted_twice,   ///< patterns that are added count more for an edge than it costs
};

/// The name of a fault as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(estimate_fault f) noexcept {
    return detail::enum_name(f, {"none", "goal", "not_admissible", "inconsistent", "after",
                                 "number", "lost_edge", "one_way", "counted_twice"});
}

/// What `check_estimate` and `check_patterns` found. True in a condition when nothing was.
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

/// The small side of a pattern, to be checked: a graph on its small states, and its abstraction,
/// which must both outlive it.
template <class G, class A>
struct pattern {
    const G& graph;        ///< on the small states
    const A& abstraction;  ///< what makes nodes small
};
template <class G, class A>
pattern(const G&, const A&) -> pattern<G, A>;

namespace detail {

/// Takes walks in a graph and shows their nodes and edges to a `Judge`, until that finds a fault.
template <class G, class Node, class Judge>
class judged_walks {
    using types = graph_types<const G, Node>;
    using cost = typename types::cost;

    struct step {
        Node to;
        cost price;
    };

public:
    judged_walks(const G& g, Judge& judge, const walk_options& o)
        : graph_(g), judge_(judge), options_(o), random_(o.seed) {}

    /// Walks from starts and, backwards, from goals.
    void run(const std::vector<Node>& starts, const std::vector<Node>& goals) {
        for (const Node& goal : goals) judge_.see_goal(goal);
        for (std::uint64_t i = 0; i < options_.walks && !judge_.is_over(); ++i) {
            const bool is_back = i % 2 == 0;
            const std::vector<Node>& from = is_back ? goals : starts;
            if (!from.empty()) walk(from[random_.below(from.size())], is_back);
        }
    }

private:
    void walk(const Node& from, bool is_back) {
        std::vector<Node> path{from};
        cost length{0};
        for (std::uint64_t i = 0; i <= options_.length; ++i) {
            look_around(path.back(), is_back ? std::optional(length) : std::nullopt);
            const auto next = is_back ? step_back(path) : step_on(path);
            if (!next || judge_.is_over()) return;
            length = add_costs(length, next->price);
            path.push_back(next->to);
        }
    }

    /// Shows a node, what is known to be enough to a goal, and its edges.
    void look_around(const Node& n, const std::optional<cost>& enough) {
        if (enough) judge_.see_node(n, *enough);
        for_each_successor<types>(graph_, n, [&](const Node& to, cost price, const auto& action) {
            if (!judge_.is_over()) judge_.see_edge(n, to, price);
            if constexpr (ActionGraph<const G, Node> &&
                          std::convertible_to<decltype(action), int>) {
                judge_.see_action(n, to, static_cast<int>(action));
            }
        });
    }

    [[nodiscard]] std::optional<step> step_on(const std::vector<Node>& path) {
        std::vector<step> all;
        for_each_successor<types>(
            graph_, path.back(),
            [&](const Node& to, cost price, const auto&) { all.push_back({to, price}); });
        return take_one(all, path);
    }
    /// A step against an edge: by predecessors, or along an edge that leads back.
    [[nodiscard]] std::optional<step> step_back(const std::vector<Node>& path) {
        const Node& here = path.back();
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
        return take_one(all, path);
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

    const G& graph_;
    Judge& judge_;
    walk_options options_;
    random_source random_;
};

/// Notes the first fault.
template <class Node>
class estimate_judge {
public:
    [[nodiscard]] bool is_over() const noexcept { return !answer_; }
    /// An action that led to a node; not everybody looks at it.
    void see_action(const Node&, const Node&, int) noexcept {}
    [[nodiscard]] estimate_check<Node> answer() && { return std::move(answer_); }

protected:
    void count_edge() noexcept { ++answer_.edges; }
    void say(estimate_fault fault, std::vector<Node> nodes, std::string message) {
        if (is_over()) return;
        answer_.fault = fault;
        answer_.nodes = std::move(nodes);
        answer_.message = std::move(message);
    }
    [[nodiscard]] static std::string at(const Node& n) {
        const std::string words = words_of(n);
        return words.empty() ? "the node" : words;
    }
    template <class C>
    [[nodiscard]] static std::string along(const Node& from, const Node& to, C price) {
        const std::string begin = words_of(from);
        const std::string end = words_of(to);
        return (begin.empty() ? "the edge" : "the edge from " + begin + " to " + end) +
               ", which costs " + text_of(price);
    }

private:
    estimate_check<Node> answer_;
};

/// Asks an estimate.
template <class Node, class C, class H>
class value_judge : public estimate_judge<Node> {
public:
    explicit value_judge(H& h) : h_(h) {}

    void see_goal(const Node& n) {
        const C h = estimate(n);
        if (h != C{0})
            this->say(estimate_fault::goal, {n},
                      "h is " + text_of(h) + " at " + this->at(n) + ", which is a goal");
    }
    void see_node(const Node& n, C enough) {
        const C h = estimate(n);
        if (is_above(h, enough))
            this->say(estimate_fault::not_admissible, {n},
                      "h is " + text_of(h) + " at " + this->at(n) +
                          ", from where a path to a goal costs " + text_of(enough));
    }
    void see_edge(const Node& from, const Node& to, C price) {
        this->count_edge();
        const C before = estimate(from);
        const C after = estimate(to);
        if (is_above(before, add_costs(price, after)))
            this->say(estimate_fault::inconsistent, {from, to},
                      "h falls from " + text_of(before) + " to " + text_of(after) + " along " +
                          this->along(from, to, price));
    }

    void see_action(const Node& from, const Node& to, int action) {
        if constexpr (IncrementalHeuristic<H, Node>) {
            const auto made = h_(to);
            const auto kept = static_cast<decltype(h_(to))>(h_.after(to, action, h_.parts(from)));
            if (made != kept)
                this->say(estimate_fault::after, {from, to},
                          "after the action " + text_of(action) + " h is " + text_of(kept) +
                              ", but " + text_of(made) + " if it is made anew");
        }
    }

private:
    [[nodiscard]] C estimate(const Node& n) { return as_estimate<C>(h_(n)); }
    [[nodiscard]] static bool is_above(C a, C b) noexcept { return a > b && !same_sum(a, b, 1000); }

    H& h_;
};

/// Looks for the edges of patterns that are added.
template <class Node, class C, class... Pattern>
class pattern_judge : public estimate_judge<Node> {
public:
    explicit pattern_judge(const Pattern&... patterns) : patterns_(patterns...) {}

    void see_goal(const Node& n) { see_node(n, C{0}); }
    void see_node(const Node& n, C) {
        std::apply([&](const auto&... p) { (see_number(p, n), ...); }, patterns_);
    }
    void see_edge(const Node& from, const Node& to, C price) {
        this->count_edge();
        see_node(to, price);
        C all{0};
        std::apply(
            [&](const auto&... p) { ((all = add_costs(all, price_in(p, from, to, price))), ...); },
            patterns_);
        if (all > price)
            this->say(estimate_fault::counted_twice, {from, to},
                      "together the patterns count " + text_of(all) + " for " +
                          this->along(from, to, price));
    }

private:
    template <class G, class A>
    [[nodiscard]] static auto space_of(const pattern<G, A>& p) {
        return abstract_space<G, A, small_of<A, Node>>(p.graph, p.abstraction);
    }

    template <class P>
    void see_number(const P& p, const Node& n) {
        const auto space = space_of(p);
        const std::size_t number = space.index(p.abstraction(n));
        if (number >= space.index_bound()) {
            this->say(estimate_fault::number, {n},
                      "the small state of " + this->at(n) + " has the number " + text_of(number) +
                          ", which is not below the bound " + text_of(space.index_bound()));
        } else if (const std::size_t found = space.index(space.node(number)); found != number) {
            this->say(estimate_fault::number, {n},
                      "the small state of " + this->at(n) + " has the number " + text_of(number) +
                          ", where there is one with the number " + text_of(found));
        }
    }

    /// The least that an edge costs between the small states, none if it stays in one.
    template <class P>
    [[nodiscard]] C price_in(const P& p, const Node& from, const Node& to, C price) {
        const auto space = space_of(p);
        const auto begin = p.abstraction(from);
        const auto end = p.abstraction(to);
        if (this->is_over() || space.index(begin) == space.index(end)) return C{0};
        C least = infinite<C>;
        bool is_there = false;
        space.for_each_edge_to(end, [&](const auto& n, auto step) {
            if (space.index(n) != space.index(begin)) return;
            is_there = true;
            least = std::min(least, as_estimate<C>(step));
        });
        if (is_there && least <= price) return least;
        using graph = std::remove_cvref_t<decltype(p.graph)>;
        using abstracted = std::remove_cvref_t<decltype(begin)>;
        if (!is_there && !has_predecessors<const graph, abstracted> &&
            leads(p.graph, space, begin, end)) {
            this->say(
                estimate_fault::one_way, {from, to},
                "between the small states no edge leads back, and there are no predecessors, for " +
                    this->along(from, to, price));
        } else {
            this->say(estimate_fault::lost_edge, {from, to},
                      (is_there ? "the edge between the small states costs " + text_of(least) +
                                      ", more than "
                                : std::string("between the small states there is none for ")) +
                          this->along(from, to, price));
        }
        return C{0};
    }

    template <class G, class Space, class Small>
    [[nodiscard]] static bool leads(const G& g, const Space& space, const Small& from,
                                    const Small& to) {
        bool is_there = false;
        for_each_successor<graph_types<const G, Small>>(
            g, from, [&](const Small& n, auto&&, auto&&) {
                is_there = is_there || space.index(n) == space.index(to);
            });
        return is_there;
    }

    std::tuple<Pattern...> patterns_;
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

template <class Node, class G, class Start, class Goal, class Judge>
[[nodiscard]] estimate_check<Node> judge_walks(const G& g, const Start& start, const Goal& goal,
                                               Judge judge, const walk_options& o) {
    judged_walks<G, Node, Judge>(g, judge, o).run(nodes_in<Node>(start), nodes_in<Node>(goal));
    return std::move(judge).answer();
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
    using judge = detail::value_judge<node, cost_of<const G, Start>, std::remove_reference_t<H>>;
    return detail::judge_walks<node>(g, start, goal, judge(h), o);
}

/// Takes random walks and holds patterns against them whose `pattern_database`s are to be added:
/// each edge has one between the small states, and all of these cost no more than it does; a small
/// state is found by its number. Patterns of which the largest estimate is taken are checked one by
/// one. No table is needed.
///
/// `g`         the graph of the whole problem.
/// `start`     where walks begin: a node, or `any_of` several.
/// `goal`      a node, or `any_of` several.
/// `o`         how many walks, how long, and their seed.
/// `patterns`  one or more: `pattern{small_graph, abstraction}`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class... Small,
          class... A>
    requires(sizeof...(A) > 0)
[[nodiscard]] estimate_check<node_of<const G, Start>> check_patterns(
    const G& g, const Start& start, const Goal& goal, const walk_options& o,
    const pattern<Small, A>&... patterns) {
    using node = node_of<const G, Start>;
    using judge = detail::pattern_judge<node, cost_of<const G, Start>, pattern<Small, A>...>;
    return detail::judge_walks<node>(g, start, goal, judge(patterns...), o);
}

}  // namespace senda
