// SPDX-License-Identifier: MIT
// Depth-first search: some path, with little looking around.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/contract/engine.hpp>
#include <senda/search/contract/path.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/node_store.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// What a depth-first search keeps about a node.
template <class Cost, class Id, class Action>
struct visited_node {
    Cost g;
    Id parent;
    [[no_unique_address]] Action action;
};

/// An edge still to be tried: its end is looked up only when its turn comes, since the nodes tried
/// before may reach it first.
template <class Node, class Record>
struct untried_edge {
    Node to;
    Record by;

    template <class N>
    untried_edge(N&& n, Record&& r) : to(std::forward<N>(n)), by(std::move(r)) {}

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(detail::owns_bytes<Node>())
    {
        return senda::owned_bytes(to);
    }
};

}  // namespace detail

/// A depth-first search that can be stepped: nodes are visited in the order of the recursive
/// textbook form, each once. A graph or observer given as an lvalue is referred to; a temporary is
/// taken over.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node>
class dfs_search
    : public detail::restartable_engine<dfs_search<G, Node, Goal, Observer, Id>, Node> {
    using base = detail::restartable_engine<dfs_search, Node>;
    friend base;
    friend typename base::steps_base;

    using types = detail::graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using goal_test = detail::goal_test<G, Node, Goal>;

    using record = detail::visited_node<cost, Id, action>;
    using store =
        detail::node_store<std::remove_cvref_t<G>, Node, record, Id, detail::lookup::novelty>;
    using untried = detail::untried_edge<Node, record>;

public:
    using result_type = senda::result<Node, cost, action>;

    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit dfs_search(G&& g, const Start& start, const Goal& goal = {}, const options& o = {},
                        Observer&& observer = {})
        : base(o),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          goal_(graph_, goal),
          store_(control_.budget()),
          stack_(control_.budget()),
          left_out_(control_.budget()),
          bounds_(o.limits) {
        begin(start);
    }

    /// The answer as it stands. A depth-first search knows no lower bound but 0.
    [[nodiscard]] result_type result() const {
        result_type r{.status = this->status(), .statistics = this->statistics()};
        if (r.status == status::exhausted) r.lower_bound = infinite<cost>;
        if (r.status == status::found) {
            r.cost = store_.record(found_).g;
            detail::append_path(detail::record_trail<store, Id>(store_, found_), r.path, r.actions);
        }
        return r;
    }

    /// How many nodes were visited.
    [[nodiscard]] std::size_t reached() const noexcept { return store_.size(); }
    /// The `i`-th node that was visited.
    [[nodiscard]] const Node& reached(std::size_t i) const noexcept { return store_.node(i); }

private:
    using base::control_;

    void forget() {
        store_.clear(graph_);
        stack_.clear();
        left_out_.clear();
        found_ = store::none;
        bounds_ = detail::cost_bounds<cost>(control_.limits());
    }

    template <class NewGoal>
    void aim_at(const NewGoal& goal) {
        goal_ = goal_test(graph_, detail::as_goal<Goal>(goal));
    }

    template <class Start>
    void begin(const Start& start) {
        if (!store_.prepare(graph_)) return control_.end(status::memory_limit);
        detail::for_each_start<Node>(graph_, start, [&](auto&& n) {
            defer(std::forward<decltype(n)>(n), record{cost{0}, store::none, action{}});
        });
        std::reverse(stack_.begin(), stack_.end());
    }

    void advance(std::uint64_t) {
        if (stack_.empty()) return finish();
        untried next = stack_.pop();
        if constexpr (detail::watched<Observer>) {
            if (next.by.parent != store::none && !store_.contains(graph_, next.to) &&
                !detail::may_improve(control_, observer_, store_.node(next.by.parent), next.to,
                                     next.by.g)) {
                return;
            }
        }
        const auto key = store_.key_of(graph_, next.to);
        const cost g = next.by.g;
        const auto [id, fresh] =
            store_.intern(key, std::move(next.to), [&] { return std::move(next.by); });
        if (id == store::none) return control_.end(status::memory_limit);
        if (!fresh) return;
        const auto& node = store_.pinned(id);
        if (goal_(graph_, node)) {
            found_ = id;
            return control_.end(status::found);
        }
        if (!control_.may_expand()) return;
        switch (detail::notify<detail::expand_hook>(observer_, node, g)) {
            case flow::stop: return control_.end(status::cancelled);
            case flow::prune: return;
            case flow::proceed: expand(node, g, id);
        }
    }

    // The last edge goes to the bottom, so that the first is tried first.
    void expand(const Node& node, cost g, Id id) {
        const auto first = static_cast<std::ptrdiff_t>(stack_.size());
        detail::for_each_way<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost, action a) {
                if (!bounds_.admits(there)) [[unlikely]] {
                    leave_out(std::forward<decltype(to)>(to));
                } else {
                    defer(std::forward<decltype(to)>(to), record{there, id, std::move(a)});
                }
            });
        std::reverse(stack_.begin() + first, stack_.end());
    }

    template <class N>
    void leave_out(N&& node) {
        if (store_.contains(graph_, node)) return;
        if (!left_out_.push(std::forward<N>(node))) control_.end(status::memory_limit);
    }

    // What was left out may have been visited later, by a path within the limit.
    void finish() {
        for (const Node& n : left_out_) {
            if (!store_.contains(graph_, n)) return control_.end(status::cost_limit);
        }
        control_.end(status::exhausted);
    }

    template <class N>
    void defer(N&& node, record&& by) {
        if (!stack_.push(std::forward<N>(node), std::move(by))) control_.end(status::memory_limit);
    }

    G graph_;
    [[no_unique_address]] Observer observer_;
    goal_test goal_;
    store store_;
    detail::buffer<untried> stack_;
    detail::buffer<Node> left_out_;  // for the limit on costs
    detail::cost_bounds<cost> bounds_;
    Id found_ = store::none;
};

template <class G, class Start>
dfs_search(G&&, const Start&) -> dfs_search<G, node_of<G, Start>>;
template <class G, class Start, class Goal>
dfs_search(G&&, const Start&, const Goal&, const options& = {})
    -> dfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>>;
template <class G, class Start, class Goal, class Observer>
dfs_search(G&&, const Start&, const Goal&, const options&, Observer&&)
    -> dfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

/// Finds some path from `start` to `goal`, following each way to its end before the next.
///
/// `g`         the graph; costs are added up, not compared.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dfs(G&& g, const Start& start, const Goal& goal, const options& o = {},
                       Observer&& observer = {}) {
    using node = node_of<G, Start>;
    using kept = detail::goal_type<Goal, node>;
    dfs_search<G&, node, kept, Observer&> search(g, start, detail::as_goal<kept>(goal), o,
                                                 observer);
    search.run();
    return search.result();
}

}  // namespace senda
