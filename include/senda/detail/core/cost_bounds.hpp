// SPDX-License-Identifier: MIT
// What a search knows about costs: the limit, what it left out for it, and a lower bound.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>

namespace senda::detail {

/// The estimate of a search that has none.
struct no_heuristic {
    template <class Node>
    constexpr int operator()(const Node&) const noexcept {
        return 0;
    }
};

/// How a node stands that a best-first search knows.
enum class node_state : unsigned char {
    open,    ///< in the queue
    closed,  ///< expanded, or known to lead to no goal
    pruned,  ///< beyond the limit on costs
};

/// A node beyond the limit is left out; any left at the end mean `cost_limit`, not `exhausted`.
template <Cost C>
class cost_bounds {
public:
    explicit cost_bounds(const limits& l) noexcept : cost_limit_(l.cost.most<C>()) {}

    /// The most that a path may cost.
    [[nodiscard]] C cost_limit() const noexcept { return cost_limit_; }
    [[nodiscard]] bool admits(C cost) const noexcept { return !(cost > cost_limit_); }

    /// A lower bound of paths through a node. Without a limit it is at most the largest cost: only
    /// an estimate of `infinite` leaves a node out.
    [[nodiscard]] C through(C g, C h) const noexcept {
        const C f = add_costs(g, h);
        return f > cost_limit_ ? beyond(g, h, f) : f;
    }

    /// Leaves a node out, since paths through it cost at least `through`.
    void prune(C through) noexcept {
        ++pruned_;
        lower_pruned_bound(through);
    }
    /// Lowers the bound by paths through a node that is left out already.
    void lower_pruned_bound(C through) noexcept {
        pruned_bound_ = std::min(pruned_bound_, through);
    }
    /// Takes in a node that was left out, by a path within the limit.
    void readmit() noexcept { --pruned_; }
    /// Keeps the state of a node by a lower bound of paths through it; false if it is left out.
    [[nodiscard]] bool update_state(node_state& state, C through) noexcept {
        const bool was_pruned = state == node_state::pruned;
        if (!admits(through)) [[unlikely]] {
            state = node_state::pruned;
            was_pruned ? lower_pruned_bound(through) : prune(through);
            return false;
        }
        if (was_pruned) [[unlikely]] {
            state = node_state::open;
            readmit();
        }
        return true;
    }
    /// The same with the estimate `h`: where that says that no goal follows, the node is closed.
    [[nodiscard]] bool update_state(node_state& state, C through, C h) noexcept {
        if (admits(through) || h != infinite<C>) [[likely]]
            return update_state(state, through);
        if (state == node_state::pruned) readmit();
        state = node_state::closed;
        return false;
    }
    /// The least that paths through what was ever left out cost.
    [[nodiscard]] C pruned_bound() const noexcept { return pruned_bound_; }
    /// How many nodes are left out.
    [[nodiscard]] std::uint64_t pruned() const noexcept { return pruned_; }

    /// No path that is still to be found costs less than `f`.
    void raise_lower_bound(C f) noexcept { lower_ = std::max(lower_, f); }
    [[nodiscard]] C proven_bound() const noexcept { return lower_; }

    /// How a search ends that has nothing more to expand and found no path.
    [[nodiscard]] status ending() const noexcept {
        return pruned_ != 0 ? status::cost_limit : status::exhausted;
    }

    /// A lower bound of all paths: each leads through what is to be expanded or was left out.
    [[nodiscard]] C lower_bound(status s) const noexcept {
        if (s == status::exhausted) return infinite<C>;
        if (s == status::cost_limit) return pruned_bound_;
        return std::min(lower_, pruned_bound_);
    }

private:
    [[nodiscard]] SENDA_COLD C beyond(C g, C h, C f) const noexcept {
        if (g > cost_limit_) return g;
        return cost_limit_ == largest_cost<C> && h != infinite<C> ? cost_limit_ : f;
    }

    C cost_limit_;
    C lower_ = C{0};                // the largest f that was ever the smallest queued
    C pruned_bound_ = infinite<C>;  // the smallest f that was ever left out
    std::uint64_t pruned_ = 0;
};

}  // namespace senda::detail
