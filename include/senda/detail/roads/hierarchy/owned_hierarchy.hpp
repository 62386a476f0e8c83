// SPDX-License-Identifier: MIT
// The arrays of a hierarchy that was made here.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Arrays on a budget, filled from what a maker left with each node.
template <Cost C>
class owned_hierarchy {
    static constexpr std::uint32_t unnumbered = std::numeric_limits<std::uint32_t>::max();

    struct direction {
        explicit direction(memory_budget& budget) noexcept
            : first(budget), arcs(budget), middle(budget) {}

        buffer<std::uint32_t> first;
        buffer<hierarchy_arc<C>> arcs;
        buffer<std::uint32_t> middle;
    };

public:
    /// Arrays of at most `most_bytes`.
    explicit owned_hierarchy(std::uint64_t most_bytes) noexcept : budget_(most_bytes) {}
    owned_hierarchy(const owned_hierarchy&) = delete;
    owned_hierarchy& operator=(const owned_hierarchy&) = delete;

    /// The most bytes ever held.
    [[nodiscard]] std::uint64_t peak() const noexcept { return budget_.peak(); }

    /// Takes over what was made; false if there is no memory.
    template <class Maker>
    [[nodiscard]] bool take(const Maker& made) {
        return number(made) && take(made.graph().out, forward_) && take(made.graph().in, backward_);
    }

    [[nodiscard]] hierarchy_view<C> view() const noexcept {
        return {static_cast<std::uint32_t>(node_at_.size()), rank_of_.data(), node_at_.data(),
                view(forward_), view(backward_)};
    }

private:
    [[nodiscard]] static upward_arcs<C> view(const direction& d) noexcept {
        return {d.first.data(), d.arcs.data(), d.middle.data()};
    }

    /// Numbers nodes so that each comes before those above it, and near them: one after the other,
    /// each after all that can be reached upward from it, gets the highest number that is left.
    template <class Maker>
    [[nodiscard]] bool number(const Maker& made) {
        struct visit {
            std::uint32_t node;
            std::uint32_t next;  // of its arcs
        };
        const auto& order = made.order();
        const auto& out = made.graph().out;
        const auto& in = made.graph().in;
        buffer<visit> ahead(budget_);
        if (!rank_of_.reserve(order.size()) || !node_at_.reserve(order.size())) return false;
        rank_of_.set_size(order.size());
        node_at_.set_size(order.size());
        std::fill(rank_of_.begin(), rank_of_.end(), unnumbered);
        auto left = static_cast<std::uint32_t>(order.size());
        for (const std::uint32_t root : order) {
            if (rank_of_[root] == unnumbered && !ahead.push(visit{root, 0})) return false;
            while (!ahead.empty()) {
                auto& [node, next] = ahead.back();
                const std::uint32_t i = next++;
                if (i == out.count(node) + in.count(node)) {
                    node_at_[--left] = node;
                    rank_of_[node] = left;
                    ahead.truncate(ahead.size() - 1);
                    continue;
                }
                const std::uint32_t above = i < out.count(node)
                                                ? out.begin(node)[i].to
                                                : in.begin(node)[i - out.count(node)].to;
                if (rank_of_[above] == unnumbered && !ahead.push(visit{above, 0})) return false;
            }
        }
        return true;
    }

    template <class Arcs>
    [[nodiscard]] bool take(const Arcs& from, direction& to) {
        std::size_t count = 0;
        for (const std::uint32_t node : node_at_) count += from.count(node);
        // Zeros first, so that what lies between the members of an arc is the same in every file.
        if (count >= std::numeric_limits<std::uint32_t>::max() ||
            !to.first.reserve(node_at_.size() + 1) || !to.arcs.assign_zeros(count) ||
            !to.middle.reserve(count))
            return false;
        (void)to.first.push(0U);
        for (const std::uint32_t node : node_at_) {
            for (const auto* a = from.begin(node); a != from.end(node); ++a) {
                hierarchy_arc<C>& arc = to.arcs[to.middle.size()];
                arc.to = rank_of_[a->to];
                arc.cost = a->length.cost;
                const bool is_edge = a->middle == upward_arcs<C>::no_middle;
                (void)to.middle.push(is_edge ? a->middle : rank_of_[a->middle]);
            }
            (void)to.first.push(static_cast<std::uint32_t>(to.middle.size()));
        }
        return true;
    }

    memory_budget budget_;
    buffer<std::uint32_t> rank_of_{budget_};
    buffer<std::uint32_t> node_at_{budget_};
    direction forward_{budget_};
    direction backward_{budget_};
};

}  // namespace senda::detail
