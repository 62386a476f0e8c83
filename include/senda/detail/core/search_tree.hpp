// SPDX-License-Identifier: MIT
// The tree of a search: every node that it reached, with the cost of the path to it and the parent.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/graph/edge.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

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

}  // namespace detail

}  // namespace senda
