// SPDX-License-Identifier: MIT
// A puzzle of which only the type of its states is known, so that what counts on ranks is compiled
// once for all puzzles with such states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Leads where a puzzle leads, which must outlive it.
template <class Node>
class any_puzzle {
    using take = void (*)(void* sink, const Node& to);

public:
    using node_type = Node;

    template <class G>
    explicit any_puzzle(const G& g)
        : puzzle_(&g), successors_([](const void* puzzle, const Node& n, void* sink, take emit) {
              static_cast<const G*>(puzzle)->successors(
                  n, [&](const Node& to, auto&&...) { emit(sink, to); });
          }) {}

    template <class Emit>
    void successors(const Node& n, Emit&& emit) const {
        successors_(puzzle_, n, &emit, [](void* sink, const Node& to) {
            (*static_cast<std::remove_reference_t<Emit>*>(sink))(to);
        });
    }

protected:
    const void* puzzle_;

private:
    void (*successors_)(const void* puzzle, const Node& n, void* sink, take emit);
};

/// The same of one that numbers its states.
template <class Node>
class any_numbered_puzzle : public any_puzzle<Node> {
public:
    template <class G>
    explicit any_numbered_puzzle(const G& g)
        : any_puzzle<Node>(g),
          bound_(g.index_bound()),
          index_([](const void* puzzle, const Node& n) -> std::size_t {
              return static_cast<const G*>(puzzle)->index(n);
          }),
          node_([](const void* puzzle, std::uint64_t number) -> Node {
              return static_cast<const G*>(puzzle)->node(number);
          }) {}

    [[nodiscard]] std::size_t index(const Node& n) const { return index_(this->puzzle_, n); }
    [[nodiscard]] Node node(std::uint64_t number) const { return node_(this->puzzle_, number); }
    [[nodiscard]] std::size_t index_bound() const { return bound_; }

private:
    std::size_t bound_;
    std::size_t (*index_)(const void* puzzle, const Node& n);
    Node (*node_)(const void* puzzle, std::uint64_t number);
};

/// A puzzle as ranks take it: one that tells its states apart itself as it is.
template <class Node, class G>
decltype(auto) as_any_puzzle(const G& g) {
    if constexpr (requires(const Node& n) { g.key(n); }) {
        return (g);
    } else if constexpr (requires(const Node& n) { g.index(n); }) {
        return any_numbered_puzzle<Node>(g);
    } else {
        return any_puzzle<Node>(g);
    }
}
