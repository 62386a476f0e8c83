// SPDX-License-Identifier: MIT
// The tree of a search: every node that it reached, with the cost of the path to it and the parent.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/goal.hpp>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A node that a search reached. What it refers to stays until the search goes on.
template <class Node, Cost C, class Action>
struct tree_node {
    const Node& node;      ///< the node
    C cost;                ///< of the path to it
    const Node* parent;    ///< the node before it on that path; null at a start
    const Action& action;  ///< that leads there from the parent
};

namespace detail {

/// Goes along a walk, which has `at_end()`, `go_on()` and `here()`: an input iterator.
template <class Walk>
class walk_iterator {
public:
    struct sentinel {};  // not that of <iterator>, which takes long to compile
    using value_type = std::remove_cvref_t<decltype(std::declval<const Walk&>().here())>;
    using difference_type = std::ptrdiff_t;

    walk_iterator() = default;
    explicit walk_iterator(const Walk& walk) : walk_(walk) {}
    [[nodiscard]] decltype(auto) operator*() const { return walk_.here(); }
    walk_iterator& operator++() {
        walk_.go_on();
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const walk_iterator& i, sentinel) { return i.walk_.at_end(); }

private:
    Walk walk_;
};

/// A range over the nodes that a search reached.
template <class Walk>
class search_tree {
public:
    explicit search_tree(const Walk& first) : first_(first) {}

    [[nodiscard]] walk_iterator<Walk> begin() const { return walk_iterator(first_); }
    [[nodiscard]] typename walk_iterator<Walk>::sentinel end() const noexcept { return {}; }

private:
    Walk first_;
};

/// Walks the records of a node store in the order in which nodes were met, but for those beyond the
/// limit on costs.
template <class Store>
class record_walk {
public:
    record_walk() = default;
    explicit record_walk(const Store& store) : store_(&store) { skip_left_out(); }

    [[nodiscard]] bool at_end() const { return at_ == store_->size(); }
    void go_on() {
        ++at_;
        skip_left_out();
    }
    [[nodiscard]] auto here() const {
        const auto& node = store_->node(number());
        const auto& by = store_->record(number());
        using made = tree_node<std::remove_cvref_t<decltype(node)>, decltype(by.g),
                               std::remove_cv_t<decltype(by.action)>>;
        return made{node, by.g, by.parent == Store::none ? nullptr : &store_->node(by.parent),
                    by.action};
    }

private:
    void skip_left_out() {
        if constexpr (requires { store_->record(at_).state; }) {
            while (!at_end() && store_->record(number()).state == node_state::pruned) ++at_;
        }
    }
    [[nodiscard]] std::size_t number() const {
        if constexpr (requires { store_->met(at_); }) {
            return store_->met(at_);
        } else {
            return at_;
        }
    }

    const Store* store_ = nullptr;
    std::size_t at_ = 0;
};

/// A search that answers for each node that it reached. A `Derived` that has them not in a `store_`
/// of records with cost and parent hides what is protected here, `tree` and `reached`.
template <class Derived, class G, class Node, class Goal, class... More>
class tree_engine : public restartable_engine<Derived, G, Node, Goal, More...> {
    using base = restartable_engine<Derived, G, Node, Goal, More...>;

protected:
    using typename base::cost, typename base::action;

public:
    /// The cost of the best path found to a node, if it was reached: the number of its steps where
    /// these are counted. No better one exists once the search has expanded that node, or ended
    /// without a limit or a cycle.
    [[nodiscard]] std::optional<cost> cost_to(const Node& node) {
        const auto id = this->self().find_reached(node);
        if (!id) return std::nullopt;
        return this->self().cost_at(*id);
    }

    /// The nodes of that path; empty if the node was not reached.
    [[nodiscard]] std::vector<Node> path_to(const Node& node) {
        std::vector<Node> path;
        std::vector<action> actions;
        if (const auto id = this->self().find_reached(node))
            append_path(this->self().cursor_at(*id), path, actions);
        return path;
    }

    /// The answer for another goal: with the best path found to a node and its actions, `found` if
    /// it was reached; else as the search stands, `running` if it ended at its own goal.
    [[nodiscard]] auto result_to(const Node& node) {
        auto r = this->pathless_result();
        if (r.status == status::found) r.status = status::running;
        if (const auto id = this->self().find_reached(node)) {
            r.status = status::found;
            tell_path(*id, r);
            r.lower_bound = std::min(r.cost, this->bounds_.proven_bound());
        }
        return r;
    }

    /// Goes on until all targets, a range of nodes, are settled: the least cost to each, in their
    /// order; `infinite` where the search ended before, for which `status` says why.
    template <class Targets = std::initializer_list<Node>>
        requires RangeOf<Targets, Node> && requires(Derived& d, const Node& n) { d.settle(n); }
    [[nodiscard]] std::vector<cost> costs_to(const Targets& targets) {
        std::vector<cost> costs;
        for (const auto& target : targets)
            costs.push_back(this->self().settle(Node(target)).value_or(infinite<cost>));
        return costs;
    }

    /// Every node that was reached with the cost of the best path found to it, its parent and the
    /// action: `for (const auto& [node, cost, parent, action] : search.tree())`.
    [[nodiscard]] auto tree() const {
        const auto& nodes = this->self().store_;
        return search_tree(record_walk<std::remove_cvref_t<decltype(nodes)>>(nodes));
    }

    /// How many nodes were reached, within the limit on costs.
    [[nodiscard]] std::size_t reached() const noexcept {
        return this->self().store_.size() - static_cast<std::size_t>(this->bounds_.pruned());
    }

protected:
    using base::base;
    tree_engine(tree_engine&&) = default;
    tree_engine& operator=(tree_engine&&) = default;
    ~tree_engine() = default;

    /// The number of a node that was reached.
    [[nodiscard]] auto find_reached(const Node& node) {
        auto& nodes = this->self().store_;
        std::optional id = nodes.find(this->graph_, node);
        if (*id == nodes.none || nodes.record(*id).state == node_state::pruned) id.reset();
        return id;
    }
    [[nodiscard]] cost cost_at(std::size_t id) const { return this->self().store_.record(id).g; }
    /// Stands at the end of the path to a node.
    template <class Id>
    [[nodiscard]] auto cursor_at(Id id) const {
        const auto& nodes = this->self().store_;
        return record_parent_cursor<std::remove_cvref_t<decltype(nodes)>, Id>{&nodes, id};
    }
    /// Tells the best path found to a node, and what it costs.
    template <class Id>
    void tell_path(Id to, typename base::result_type& r) const {
        r.cost = this->self().cost_at(to);
        append_path(this->self().cursor_at(to), r.path, r.actions);
    }
};

}  // namespace detail

}  // namespace senda
