// SPDX-License-Identifier: MIT
// Reading a path back, whatever a search keeps of it.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/successors.hpp>
#include <senda/storage/searchable_graph.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace senda::detail {

/// Appends the path that a trail leads back along, from its start to where it stands. Valid
/// expressions: `trail.node()`, `trail.at_start()`, `trail.go_back()`; and `trail.action()` if the
/// search keeps by which action it got there.
template <class Trail, class Node, class Action>
void append_path(Trail trail, std::vector<Node>& path, std::vector<Action>& actions) {
    const auto first = static_cast<std::ptrdiff_t>(path.size());
    const auto first_action = static_cast<std::ptrdiff_t>(actions.size());
    for (path.push_back(trail.node()); !trail.at_start(); path.push_back(trail.node())) {
        if constexpr (!std::same_as<Action, no_action> && requires { trail.action(); }) {
            actions.push_back(trail.action());
        }
        trail.go_back();
    }
    std::reverse(path.begin() + first, path.end());
    std::reverse(actions.begin() + first_action, actions.end());
}

/// Appends what a trail leads back along as it comes, without where it stands: that of a search
/// from the goal leads to the goal.
template <class Trail, class Node, class Action>
void append_path_ahead(Trail trail, std::vector<Node>& path, std::vector<Action>& actions) {
    while (!trail.at_start()) {
        if constexpr (!std::same_as<Action, no_action>) actions.push_back(trail.action());
        trail.go_back();
        path.push_back(trail.node());
    }
}

/// Appends the actions of a path that has more nodes than actions, as the graph names them: those
/// of the cheapest edges from each node to the next.
template <class Types, class G, class Node, class Action>
void append_actions(G& graph, const std::vector<Node>& path, std::vector<Action>& actions) {
    if constexpr (!std::same_as<Action, no_action>) {
        using cost = typename Types::cost;
        while (actions.size() + 1 < path.size()) {
            const Node& from = path[actions.size()];
            const Node& next = path[actions.size() + 1];
            cost least = infinite<cost>;
            Action taken{};
            for_each_successor<Types>(graph, from, [&](const Node& to, cost step, Action a) {
                if (!same_node(graph, to, next) || !(step < least)) return;
                least = step;
                taken = std::move(a);
            });
            actions.push_back(std::move(taken));
        }
    }
}

/// A trail by the parents in the records of a node store.
template <class Store, class Id>
class record_trail {
public:
    record_trail(const Store& store, Id last) noexcept : store_(&store), at_(last) {}

    [[nodiscard]] decltype(auto) node() const { return store_->node(at_); }
    [[nodiscard]] decltype(auto) action() const { return (store_->record(at_).action); }
    [[nodiscard]] bool at_start() const { return store_->record(at_).parent == Store::none; }
    void go_back() { at_ = store_->record(at_).parent; }

private:
    const Store* store_;
    Id at_;
};

}  // namespace senda::detail
