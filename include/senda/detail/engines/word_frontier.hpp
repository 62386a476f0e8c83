// SPDX-License-Identifier: MIT
// What A* on small hashed nodes knows: costs, the queue, the tree and what the limit left out.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/engines/bucketed_cost_table.hpp>
#include <senda/detail/engines/two_key_queue.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// All of a search, or a shard of it. Nodes are taken and looked up some at a time: they wait for
/// memory together.
template <class Node, std::signed_integral C>
struct word_frontier {
    using word = node_word<Node>;
    using table = bucketed_cost_table<Node, C>;
    using key = typename table::key;

    static constexpr std::size_t batch = 32;    // nodes that are taken at once,
    static constexpr std::size_t at_once = 64;  // and that are looked up

    /// How a node that was expanded was reached; one that waits; and one that was just met.
    struct expansion {
        word node;
        std::uint32_t by;  // which expansion reached it
    };
    struct reached {
        word node;
        word from;
        std::uint32_t by;
    };
    struct waiting {
        key k;
        reached w;
        C g;
    };
    struct pruned_word {
        word node;
        C through;  // paths through it cost so much, at least
    };

    explicit word_frontier(memory_budget& budget) noexcept
        : known(budget), open(budget), tree(budget), pruned(budget) {}

    /// Takes up to `wanted` nodes of the smallest f out; how many.
    template <class G>
    [[nodiscard]] std::size_t take(const G& g, C f, std::size_t wanted,
                                   std::array<waiting, batch>& taken) {
        std::size_t count = 0;
        while (count < wanted && !open.empty() && open.min_f() == f) {
            const auto first = open.pop();
            taken[count++] = expect(g, first.item, static_cast<C>(f - first.h));
        }
        return count;
    }

    /// Fetches what is needed to look a node up.
    template <class G>
    [[nodiscard]] SENDA_ALWAYS_INLINE waiting expect(const G& g, const reached& w, C cost) const {
        const key k = table::key_of(g, node_of_word<Node>(w.node));
        known.fetch(k);
        return {k, w, cost};
    }

    /// Looks nodes up and queues those with a better path, sorted out without unpredictable
    /// branches; false if there is no room.
    template <class G, class H>
    [[nodiscard]] bool receive(const G& g, H& h, const cost_bounds<C>& bounds,
                               std::array<waiting, at_once>& met, std::size_t count) {
        const bool fits = known.make_room(g, count);
        const C most = bounds.cost_limit();
        bool has_room = true;
        std::size_t better = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const waiting next = met[i];
            if (!fits && !known.make_room(g, 1)) [[unlikely]] {
                has_room = false;
                break;
            }
            if (next.g > most) [[unlikely]] {
                has_room = prune(next.w.node, next.g) && has_room;
                continue;
            }
            met[better] = next;
            better += known.improve(next.k, node_of_word<Node>(next.w.node), next.g) ? 1 : 0;
        }
        for (std::size_t i = 0; i < better; ++i)
            if (!enqueue(h, bounds, met[i])) has_room = false;
        return has_room;
    }

    /// Notes what the limit on costs left out for good: what was expanded later, by a path within
    /// the limit, was not.
    template <class G, class H>
    SENDA_COLD void note_pruned(const G& g, H& h, cost_bounds<C>& bounds) {
        for (const auto& [w, through] : pruned) {
            const Node node = node_of_word<Node>(w);
            if (known.was_expanded(table::key_of(g, node), node)) continue;
            if (as_estimate<C>(h(node)) != infinite<C>) bounds.prune(through);
        }
    }

    table known;
    two_key_queue<C, reached> open;
    buffer<expansion> tree;  // in the order of expansion
    buffer<pruned_word> pruned;

private:
    template <class H>
    [[nodiscard]] bool enqueue(H& heuristic, const cost_bounds<C>& bounds, const waiting& next) {
        const auto h = as_estimate<C>(heuristic(node_of_word<Node>(next.w.node)));
        const C f = bounds.through(next.g, h);
        // Not h, which may have been cut short: g is what is left of f.
        if (bounds.admits(f)) [[likely]]
            return open.push(f, static_cast<C>(f - next.g), next.w);
        return h == infinite<C> || prune(next.w.node, f);  // else no goal follows
    }

    [[nodiscard]] SENDA_NOINLINE bool prune(const word& node, C through) {
        return pruned.push(node, through);
    }
};

}  // namespace senda::detail
