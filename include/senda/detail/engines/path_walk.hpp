// SPDX-License-Identifier: MIT
// What a depth-first search keeps that remembers nothing but the path it is on.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Counts the nodes of a path by a few bits of their hash: 0 proves that a node is not on it.
template <class G, class Node>
class path_filter {
    static constexpr bool hashable = HashedByGraph<G, Node> || Hashable<Node>;
    static constexpr unsigned bits = hashable ? 12 : 0;

public:
    explicit path_filter(memory_budget& budget) noexcept : counts_(budget) {}

    [[nodiscard]] bool clear() { return counts_.assign_zeros(std::size_t{1} << bits); }
    void enter(const G& g, const Node& n) { ++counts_[slot(g, n)]; }
    void leave(const G& g, const Node& n) { --counts_[slot(g, n)]; }
    [[nodiscard]] bool may_contain(const G& g, const Node& n) const {
        return counts_[slot(g, n)] != 0;
    }

private:
    [[nodiscard]] static std::size_t slot([[maybe_unused]] const G& g,
                                          [[maybe_unused]] const Node& n) {
        if constexpr (hashable) {
            return static_cast<std::size_t>(hash_in(g, n) >> (64 - bits));
        } else {
            return 0;
        }
    }

    buffer<std::uint32_t> counts_;
};

/// A node on the path or beside it, still to be tried.
template <class Node, class Cost, class Action>
struct path_child {
    Node node;
    Cost g;
    SENDA_NO_UNIQUE_ADDRESS Action action;

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(detail::owns_bytes<Node>())
    {
        return senda::owned_bytes(node);
    }
};

/// Where a node of the path and its children stand in the list of all.
struct path_frame {
    std::size_t self;   // where the node itself stands among the children
    std::size_t first;  // its own children start here
    std::size_t next;   // the one to be tried next
};

/// The path, and beside each of its nodes what is still to be tried. The first frame stands for no
/// node: its children are the starts.
template <class G, class Node, class Cost, class Action>
struct path_walk {
    using child = path_child<Node, Cost, Action>;

    buffer<child> children;     ///< of all nodes on the path, one after the other
    buffer<path_frame> frames;  ///< the path
    path_filter<G, Node> filter;

    explicit path_walk(memory_budget& budget) noexcept
        : children(budget), frames(budget), filter(budget) {}

    void clear() noexcept {
        children.clear();
        frames.clear();
    }

    /// How many nodes are on the path.
    [[nodiscard]] std::size_t depth() const noexcept { return frames.size() - 1; }
    /// Whether everything beside the last node of the path was tried.
    [[nodiscard]] bool at_end() const noexcept {
        return frames[frames.size() - 1].next == children.size();
    }
    /// The last node of the path.
    [[nodiscard]] const child& last() const noexcept {
        return children[frames[frames.size() - 1].self];
    }

    // A path that meets itself is never the cheapest, and might go round for ever.
    [[nodiscard]] bool has(const G& g, const Node& node) const {
        if (!filter.may_contain(g, node)) return false;
        for (std::size_t i = frames.size(); i-- > 1;) {
            if (children[frames[i].self].node == node) return true;
        }
        return false;
    }

    /// Goes on to a child; false if there is no room for it.
    [[nodiscard]] bool enter(const G& g, std::size_t self) {
        if (!frames.push(path_frame{self, children.size(), children.size()})) return false;
        filter.enter(g, children[self].node);
        return true;
    }
    /// Goes back from the last node of the path.
    void leave(const G& g) {
        filter.leave(g, children[frames.back().self].node);
        children.truncate(frames.back().first);
        frames.truncate(frames.size() - 1);
    }

    /// Appends the nodes of the path, and the actions between them.
    void append_to(std::vector<Node>& path, std::vector<Action>& actions) const {
        for (std::size_t i = 1; i < frames.size(); ++i) {
            const child& on_path = children[frames[i].self];
            path.push_back(on_path.node);
            if constexpr (!std::same_as<Action, no_action>) {
                if (i > 1) actions.push_back(on_path.action);
            }
        }
    }
};

}  // namespace senda::detail
