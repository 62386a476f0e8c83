// SPDX-License-Identifier: MIT
// Some of the small nodes of a search by f, which one thread serves at a time.
#pragma once

#include <senda/detail/engines/bucketed_cost_table.hpp>
#include <senda/detail/engines/parallel/by_cost/cost_rounds.hpp>
#include <senda/detail/engines/two_key_queue.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/storage/memory.hpp>

namespace senda::detail {

/// Some of the nodes with their queue; what two threads write is apart.
template <class Node, class C>
struct alignas(64) open_part : round_part<C> {
    using word = node_word<Node>;
    using table = bucketed_cost_table<Node, C>;
    using reached = reached_word<word>;

    /// A node that was met, on its way to its part.
    struct message {
        reached w;
        C g;
    };

    struct left_out_word {
        word node;
        C through;  // paths through it cost so much, at least
    };

    explicit open_part(memory_budget& whole) noexcept
        : budget(whole, 4096),
          known(budget),
          open(budget),
          tree(budget),
          left_out(budget),
          boxes(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G&) {
        return known.prepare();
    }

    memory_budget budget;
    table known;
    two_key_queue<C, reached> open;
    buffer<expanded_word<word>> tree;  // in the order of expansion
    buffer<left_out_word> left_out;    // for the limit on costs
    buffer<buffer<message>> boxes;     // to each part
    expanded_word<word> found{};
};

}  // namespace senda::detail
