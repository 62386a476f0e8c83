// SPDX-License-Identifier: MIT
// Prize-collecting paths: prizes that are taken once, and a resource that must not run out.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/resources/collect_search.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// What a caller may ask of a search for prizes.
struct collect_options {
    /// How many prizes a path must take at least; penalties do not count.
    std::size_t prizes = 0;
    /// Where to give up. Of `collect_least` the limit on costs does not hold.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
};

/// A path that collects prizes: `found`, `exhausted` if there is none, or what stopped the search.
template <class Node, Cost C, class Action, class Resource>
struct collected_path : result<Node, C, Action> {
    /// What the path begins with.
    Resource initial = {};
    /// What it has at each of its nodes, with the prize there.
    std::vector<Resource> resources = {};
    /// The nodes whose prizes and penalties it takes, in their order.
    std::vector<Node> prizes = {};

    /// What is left at the goal; there must be a path.
    [[nodiscard]] const Resource& left() const noexcept { return resources.back(); }
};

/// All trade-offs between cost and resource: `complete`, `exhausted` if there is no path, or what
/// stopped the search.
template <class Node, Cost C, class Action, class Resource>
struct collected_front : answer {
    /// One path for each trade-off: the cheapest first, and each has more left than those before.
    std::vector<collected_path<Node, C, Action, Resource>> routes = {};
};

namespace detail {

template <class T>
struct value_in {
    using type = T;
};
template <class T>
struct value_in<std::optional<T>> {
    using type = T;
};

template <class M, class Node>
using prize_of =
    typename value_in<std::remove_cvref_t<decltype(std::declval<std::remove_reference_t<M>&>()
                                                       .prize(std::declval<const Node&>()))>>::type;

template <class M, class Node>
inline constexpr bool has_prizes = requires {
    typename prize_of<M, Node>;
    requires std::is_arithmetic_v<prize_of<M, Node>>;
};

}  // namespace detail

/// What a path takes and loses. Valid expressions, for a model `m`, a node `n` and an edge `e` out
/// of it:
///   `m.prize(n)`    what the resource gains when `n` is first on the path: a number, 0 if nothing
///                   is there and below 0 for a penalty, or an optional of one, whose 0 counts as a
///                   prize;
///   `m.loss(n, e)`  (may be left out) what the resource loses along `e`, not below 0.
template <class M, class Node>
concept PrizeModel = detail::has_prizes<M, Node>;  // m.prize(n)

namespace detail {

/// A search for prizes on any graph: numbers what can be reached, runs `collect_search` on it, and
/// reads paths back.
template <collect_aim Aim, class G, class Node, class Goal, class M, class Resource>
class collector {
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using path_type = collected_path<Node, cost, action, Resource>;
    using id = std::uint32_t;
    struct no_record {};

public:
    using amount = std::conditional_t<std::is_floating_point_v<Resource>, double, std::int64_t>;
    using search_type = collect_search<Aim, cost, amount>;

    template <class Start>
    collector(G& g, const Start& start, const Goal& goal, M& model, Resource resource,
              const collect_options& o)
        : graph_(g),
          model_(model),
          resource_(resource),
          control_({.limits = o.limits, .stop = o.stop}, general_engine<G, Node>),
          goal_(g, goal),
          store_(control_.budget()),
          prizes_(control_) {
        if (!explore(start) ||
            !control_.fits(control_.budget().take(search_type::bytes_of_sets(prizes_))))
            return;
        search_.emplace(prizes_, o.prizes);
        search_->run(starts_, static_cast<amount>(resource));
    }

    [[nodiscard]] path_type path() {
        path_type found;
        if (control_.status() == status::found) found = read_back(search_->arrivals()[0]);
        static_cast<answer&>(found) = answer_of(control_);
        if (found.status == status::exhausted) {
            found.lower_bound = infinite<cost>;
        } else if (Aim == collect_aim::cheapest && found) {
            found.lower_bound = found.cost;
        } else if (search_) {
            found.lower_bound = search_->lower_bound();
        }
        return found;
    }

    /// What was searched, once a path was found.
    [[nodiscard]] const prize_graph<cost, amount>& graph() const noexcept { return prizes_; }
    [[nodiscard]] search_type& search() noexcept { return *search_; }
    [[nodiscard]] const auto& starts() const noexcept { return starts_; }

    [[nodiscard]] collected_front<Node, cost, action, Resource> front() {
        collected_front<Node, cost, action, Resource> found;
        if (control_.status() == status::found)
            for (const std::uint32_t last : search_->arrivals())
                found.routes.push_back(read_back(last));
        static_cast<answer&>(found) = answer_of(control_);
        if (!found.routes.empty()) found.status = status::complete;
        return found;
    }

private:
    /// Numbers the nodes that can be reached from the starts, in the order of a breadth-first
    /// search; false if that ended it.
    template <class Start>
    [[nodiscard]] bool explore(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return false;
        if (!for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
                const id at = number_of(Node(std::forward<decltype(n)>(n)));
                starts_.push_back({at, g});
            }))
            control_.end(status::negative_cost);
        amount largest = absolute(static_cast<amount>(resource_));
        for (id n = 0; n < store_.size() && control_.running(); ++n) {
            const auto& node = store_.pinned(n);
            if (!control_.may_expand() || !control_.fits(prizes_.add_node(goal_(graph_, node))))
                break;
            if (const std::optional<amount> worth = prize_of_node(node)) {
                prizes_.add_prize(*worth);
                const bool is_small = absolute(*worth) < most_resource<amount> - largest;
                largest = is_small ? largest + absolute(*worth) : most_resource<amount>;
            }
            id number = 0;
            for_each_successor<types>(graph_, node, [&](auto&& to, cost step, action a) {
                add_arc(node,
                        edge<Node, cost, action>{Node(std::forward<decltype(to)>(to)), step,
                                                 std::move(a)},
                        number++);
            });
            control_.count_generated(number);
        }
        if (control_.running() && !(largest < most_resource<amount>))
            control_.end(status::cost_limit);
        return control_.running() && control_.fits(prizes_.finish());
    }

    void add_arc(const Node& from, const edge<Node, cost, action>& e, id number) {
        amount loss = 0;
        if constexpr (requires { model_.loss(from, e); })
            loss = static_cast<amount>(model_.loss(from, e));
        if (is_negative(e.cost) || !(loss >= 0)) return control_.end(status::negative_cost);
        if (!control_.running() || is_closed(e.cost) || loss >= most_resource<amount>) return;
        const id to = number_of(e.to);
        control_.fits(to != store::none && prizes_.add_arc(to, e.cost, loss, number));
    }

    [[nodiscard]] std::optional<amount> prize_of_node(const Node& n) {
        const auto worth = model_.prize(n);
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(worth)>>) {
            if (worth == 0) return std::nullopt;
            return static_cast<amount>(worth);
        } else {
            if (!worth) return std::nullopt;
            return static_cast<amount>(*worth);
        }
    }

    [[nodiscard]] id number_of(const Node& n) {
        const id at = store_.intern(store::key_of(graph_, n), n, [] { return no_record{}; }).id;
        control_.fits(at != store::none);
        return at;
    }

    [[nodiscard]] static amount absolute(amount value) noexcept {
        if (!(value >= -most_resource<amount> && value <= most_resource<amount>))
            return most_resource<amount>;
        return value < 0 ? -value : value;
    }

    [[nodiscard]] path_type read_back(std::uint32_t last) {
        const auto& labels = search_->labels();
        path_type r;
        const std::vector<std::uint32_t> path = labels.path_to(last);
        amount initial = static_cast<amount>(resource_);
        if constexpr (Aim == collect_aim::least) initial = labels[last].cost;
        r.initial = static_cast<Resource>(initial);
        r.cost = start_cost(labels[path[0]].node);
        for (const std::uint32_t i : path) {
            const auto& here = labels[i];
            if (here.arc != prize_graph<cost, amount>::none) {
                const auto& arc = prizes_.arc_at(here.arc);
                r.cost = add_costs(r.cost, arc.cost);
                append_action(r.path.back(), arc.edge, r.actions);
            }
            r.path.push_back(store_.node(here.node));
            r.resources.push_back(
                static_cast<Resource>(Aim == collect_aim::least ? initial + here.left : here.left));
            if (here.taken) r.prizes.push_back(r.path.back());
        }
        r.status = status::found;
        return r;
    }

    /// The least cost at which paths begin in a node.
    [[nodiscard]] cost start_cost(id node) const {
        cost least = infinite<cost>;
        for (const auto& s : starts_)
            if (s.node == node) least = std::min(least, s.cost);
        return least;
    }

    void append_action(const Node& from, id number, std::vector<action>& actions) {
        if constexpr (!std::same_as<action, no_action>) {
            id at = 0;
            for_each_successor<types>(graph_, from, [&](auto&&, cost, action a) {
                if (at++ == number) actions.push_back(std::move(a));
            });
        }
    }

    using store = node_store<std::remove_cvref_t<G>, Node, no_record>;

    G& graph_;
    M& model_;
    Resource resource_;
    search_control control_;
    goal_test<G, Node, Goal> goal_;
    store store_;
    prize_graph<cost, amount> prizes_;
    std::vector<typename search_type::start> starts_;
    std::optional<search_type> search_;
};

template <collect_aim Aim, class G, class Start, class Goal, class M, class Resource>
[[nodiscard]] auto collect_by(G& g, const Start& start, const Goal& goal, M& model,
                              Resource resource, const collect_options& o) {
    using node = node_of<G, Start>;
    using goal_kind = goal_type<Goal, node>;
    return collector<Aim, G, node, goal_kind, M, Resource>(g, start, as_goal<goal_kind>(goal),
                                                           model, resource, o);
}

}  // namespace detail

/// Finds the cheapest path from `start` to `goal` on which the resource never falls below 0 and
/// that takes as many prizes as `o` wants; of those that cost the same, the one with the most left.
/// A path may come to a node, also to a goal, several times; its prize is taken at the first.
///
/// `g`         the graph: what can be reached from the start must be finite. A negative cost or
///             loss ends the search and is reported.
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `model`     what nodes give once, and what edges take each time: `PrizeModel`.
/// `resource`  what the path starts with; with a floor other than 0, what it has above it.
/// `o`         how many prizes it must take, limits, a stop token.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             PrizeModel<M, node_of<G, Start>> && std::is_arithmetic_v<Resource>
[[nodiscard]] auto collect(G&& g, const Start& start, const Goal& goal, M&& model,
                           Resource resource, const collect_options& o = {}) {
    return detail::collect_by<detail::collect_aim::cheapest>(g, start, goal, model, resource, o)
        .path();
}

/// Finds the path on which the most of the resource is left at the goal, and among those the
/// cheapest; the parameters are those of `collect`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             PrizeModel<M, node_of<G, Start>> && std::is_arithmetic_v<Resource>
[[nodiscard]] auto collect_most(G&& g, const Start& start, const Goal& goal, M&& model,
                                Resource resource, const collect_options& o = {}) {
    return detail::collect_by<detail::collect_aim::most_left>(g, start, goal, model, resource, o)
        .path();
}

/// Finds, for every pair of cost and resource left that no path beats in both, one path; the
/// parameters are those of `collect`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             PrizeModel<M, node_of<G, Start>> && std::is_arithmetic_v<Resource>
[[nodiscard]] auto collect_front(G&& g, const Start& start, const Goal& goal, M&& model,
                                 Resource resource, const collect_options& o = {}) {
    return detail::collect_by<detail::collect_aim::front>(g, start, goal, model, resource, o)
        .front();
}

/// Finds a path that needs as little of the resource to begin with as any, whatever it costs:
/// `initial` says how much. The parameters are those of `collect`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             PrizeModel<M, node_of<G, Start>>
[[nodiscard]] auto collect_least(G&& g, const Start& start, const Goal& goal, M&& model,
                                 const collect_options& o = {}) {
    using resource = detail::prize_of<M, node_of<G, Start>>;
    return detail::collect_by<detail::collect_aim::least>(g, start, goal, model, resource{0}, o)
        .path();
}

}  // namespace senda
