// SPDX-License-Identifier: MIT
// Reading a path back, whatever a search keeps of it.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Makes `values` those that `value(cursor)` gives from a start to where a parent cursor stands, of
/// which there are `count`.
template <class ParentCursor, class Value, class Get>
void collect_back(ParentCursor cursor, std::size_t count, std::vector<Value>& values, Get&& get) {
    if constexpr (std::is_trivially_default_constructible_v<Value>) {
        values = std::vector<Value>(count);
        for (std::size_t i = count; i-- > 0; cursor.go_back()) {
            values[i] = get(cursor);
            if (i == 0) break;
        }
    } else {
        values.reserve(count);
        for (; count-- > 0; cursor.go_back()) {
            values.push_back(get(cursor));
            if (count == 0) break;
        }
        std::reverse(values.begin(), values.end());
    }
}

/// Makes `path` the one to where a parent cursor stands: `node()`, `at_start()`, `go_back()`, maybe
/// `action()`.
template <class ParentCursor, class Node, class Action>
void append_path(const ParentCursor& cursor, std::vector<Node>& path,
                 std::vector<Action>& actions) {
    std::size_t length = 1;
    for (ParentCursor at = cursor; !at.at_start(); at.go_back()) ++length;
    collect_back(cursor, length, path, [](const ParentCursor& at) { return at.node(); });
    if constexpr (!std::same_as<Action, no_action> && requires { cursor.action(); }) {
        collect_back(cursor, length - 1, actions,
                     [](const ParentCursor& at) { return at.action(); });
    }
}

/// What the path to where a parent cursor stands takes in an answer, with the `resource()` at each
/// node where the cursor has one.
template <class Action, class ParentCursor>
[[nodiscard]] std::uint64_t bytes_of_path(ParentCursor at) {
    std::uint64_t bytes = 128;
    const auto add = [&](const auto& part) { bytes += sizeof(part) + owned_bytes(part); };
    for (add(at.node());; add(at.node())) {
        if constexpr (requires { at.resource(); }) add(at.resource());
        if (at.at_start()) return bytes;
        if constexpr (owns_bytes<Action>()) {
            add(at.action());
        } else if constexpr (!std::same_as<Action, no_action>) {
            bytes += sizeof(Action);
        }
        at.go_back();
    }
}

/// Appends a path to the members of an empty answer, which take no more than it needs.
template <class ParentCursor, class Route>
void read_path(const ParentCursor& cursor, Route& into) {
    std::size_t length = 1;
    for (ParentCursor at = cursor; !at.at_start(); at.go_back()) ++length;
    into.path.reserve(length);
    using action = typename decltype(into.actions)::value_type;
    if constexpr (!std::same_as<action, no_action>) into.actions.reserve(length - 1);
    append_path(cursor, into.path, into.actions);
    if constexpr (requires { cursor.resource(); }) {
        into.resources.reserve(length);
        for (ParentCursor at = cursor;; at.go_back()) {
            into.resources.push_back(at.resource());
            if (at.at_start()) break;
        }
        std::reverse(into.resources.begin(), into.resources.end());
    }
}

/// Appends what the parent cursor of a search from the goal leads along, without where it stands.
template <class ParentCursor, class Node, class Action>
void append_path_ahead(ParentCursor cursor, std::vector<Node>& path, std::vector<Action>& actions) {
    while (!cursor.at_start()) {
        if constexpr (!std::same_as<Action, no_action>) actions.push_back(cursor.action());
        cursor.go_back();
        path.push_back(cursor.node());
    }
}

/// Appends the actions that a path lacks: those of the cheapest edges from node to node.
template <class Types, class G, class Node, class Action>
void append_actions(G& graph, const std::vector<Node>& path, std::vector<Action>& actions) {
    if constexpr (!std::same_as<Action, no_action>) {
        using cost = typename Types::cost;
        for (std::size_t i = actions.size(); i + 1 < path.size(); ++i) {
            bool is_taken = false;
            cost least{};
            for_each_successor<Types>(graph, path[i], [&](const Node& to, cost step, Action a) {
                if (!same_node(graph, to, path[i + 1]) || (is_taken && !(step < least))) return;
                if (is_taken) actions.pop_back();
                is_taken = true;
                least = step;
                actions.push_back(std::move(a));
            });
        }
    }
}

/// A parent cursor by the parents in the records of a node store.
template <class Store, class Id>
struct record_parent_cursor {
    const Store* store;
    Id at;

    [[nodiscard]] decltype(auto) node() const { return store->node(at); }
    [[nodiscard]] decltype(auto) action() const { return (store->record(at).action); }
    [[nodiscard]] bool at_start() const { return store->record(at).parent == Store::none; }
    void go_back() { at = store->record(at).parent; }
};

/// What a path by the parents in a node store costs, where a record knows its last `step`: added up
/// from the start on, as a search adds, so that fractions are rounded alike.
template <class Store, class Id>
[[nodiscard]] auto cost_by_steps(const Store& store, Id last) {
    using cost = decltype(store.record(last).step);
    std::vector<cost> steps;
    for (Id at = last; at != Store::none; at = store.record(at).parent)
        steps.push_back(store.record(at).step);
    cost sum{0};
    for (; !steps.empty(); steps.pop_back()) sum = add_costs(sum, steps.back());
    return sum;
}

}  // namespace senda::detail
