// SPDX-License-Identifier: MIT
// Depth-first search: some path, with little looking around.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// What a depth-first search keeps about a node.
template <class Cost, class Id, class Action>
struct visited_node {
    Cost g;
    Id parent;
    SENDA_NO_UNIQUE_ADDRESS Action action;
};

}  // namespace detail

/// A depth-first search that can be stepped: nodes in the order of the recursive form, each once. A
/// graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node>
class dfs_search : public detail::restartable_engine<dfs_search<G, Node, Goal, Observer, Id>, G,
                                                     Node, Goal, Observer> {
    using base = detail::restartable_engine<dfs_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using record = detail::visited_node<cost, Id, action>;
    using store =
        detail::node_store<std::remove_cvref_t<G>, Node, record, Id, detail::lookup::membership>;
    // An edge to be tried. Its end is looked up only then: other nodes may reach it first.
    using untried = detail::node_entry<Node, record>;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit dfs_search(G&& g, const Start& start, const Goal& goal = {}, const options& o = {},
                        Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          store_(control_.budget()),
          stack_(control_.budget()),
          pruned_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands. A depth-first search knows no lower bound but 0.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status != status::exhausted) r.lower_bound = cost{0};
        if (r.status == status::found) {
            r.cost = store_.record(found_).g;
            detail::append_path(detail::record_parent_cursor<store, Id>{&store_, found_}, r.path,
                                r.actions);
        }
        return r;
    }

    /// Every node that was visited with the cost of the path to it, its parent and the action, in
    /// the order of visits: `for (const auto& [node, cost, parent, action] : search.tree())`.
    [[nodiscard]] auto tree() const {
        return detail::search_tree(detail::record_walk<store>(store_));
    }

    /// How many nodes were visited.
    [[nodiscard]] std::size_t reached() const noexcept { return store_.size(); }
    /// The `i`-th node that was visited.
    [[nodiscard]] const Node& reached(std::size_t i) const noexcept { return store_.node(i); }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        store_.clear(graph_);
        stack_.clear();
        pruned_.clear();
        found_ = store::none;
    }

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        detail::for_each_start<Node>(graph_, start, [&](auto&& n) {
            defer(std::forward<decltype(n)>(n), record{cost{0}, store::none, action{}});
        });
        std::reverse(stack_.begin(), stack_.end());
    }

    void advance(std::uint64_t) {
        if (stack_.empty()) return finish();
        untried next = stack_.pop();
        if constexpr (detail::has_observer<Observer>) {
            if (next.record.parent != store::none && !store_.contains(graph_, next.node) &&
                !detail::admits<detail::improve_hook>(control_, observer_,
                                                      store_.node(next.record.parent), next.node,
                                                      next.record.g)) {
                return;
            }
        }
        const auto key = store_.key_of(graph_, next.node);
        const cost g = next.record.g;
        const auto [id, fresh] =
            store_.intern(key, std::move(next.node), [&] { return std::move(next.record); });
        if (!control_.fits(id != store::none)) return;
        if (!fresh) return;
        const auto& node = store_.pinned(id);
        if (goal_(graph_, node)) {
            found_ = id;
            return control_.end(status::found);
        }
        if (!control_.may_expand()) return;
        if (detail::admits<detail::expand_hook>(control_, observer_, node, g)) expand(node, g, id);
    }

    // The last edge goes to the bottom, so that the first is tried first.
    void expand(const Node& node, cost g, Id id) {
        const auto first = static_cast<std::ptrdiff_t>(stack_.size());
        detail::for_each_edge<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost, action a) {
                if (!bounds_.admits(there)) [[unlikely]] {
                    prune(std::forward<decltype(to)>(to));
                } else {
                    defer(std::forward<decltype(to)>(to), record{there, id, std::move(a)});
                }
            });
        std::reverse(stack_.begin() + first, stack_.end());
    }

    template <class N>
    void prune(N&& node) {
        if (store_.contains(graph_, node)) return;
        control_.fits(pruned_.push(std::forward<N>(node)));
    }

    // What was left out may have been visited later, by a path within the limit.
    void finish() {
        for (const Node& n : pruned_) {
            if (!store_.contains(graph_, n)) return control_.end(status::cost_limit);
        }
        control_.end(status::exhausted);
    }

    template <class N>
    void defer(N&& node, record&& by) {
        control_.fits(stack_.push(std::forward<N>(node), std::move(by)));
    }

    store store_;
    detail::buffer<untried> stack_;
    detail::buffer<Node> pruned_;  // for the limit on costs
    Id found_ = store::none;
};

template <class G, class Start, class Goal = no_goal, class Observer = no_observer>
dfs_search(G&&, const Start&, const Goal& = {}, const options& = {}, Observer&& = {})
    -> dfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

/// Finds some path from `start` to `goal`, following each path to its end before the next.
///
/// `g`         the graph; costs are added up, not compared.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dfs(G&& g, const Start& start, const Goal& goal, const options& o = {},
                       Observer&& observer = {}) {
    return detail::run_to_end(dfs_search(g, start, detail::goal_from<G, Start>(goal), o, observer));
}

}  // namespace senda
