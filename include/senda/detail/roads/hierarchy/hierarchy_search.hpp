// SPDX-License-Identifier: MIT
// A shortest path in a hierarchy: Dijkstra's algorithm from both ends, upward.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search_base.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// A search that can be restarted in its memory. An expansion is that of a node from one end.
template <Cost C>
class hierarchy_search : public upward_search_base<hierarchy_search<C>, C> {
    using base = upward_search_base<hierarchy_search, C>;
    friend base;
    friend typename base::engine_type;
    using base::control_, base::graph_, base::bounds_, base::best_, base::start_, base::goal_;
    using base::meeting_node_, base::none;

public:
    hierarchy_search(const hierarchy_view<C>& graph, std::uint32_t start, std::uint32_t goal,
                     const options& o)
        : base(graph, engine_kind::contraction, o) {
        begin(start, goal);
    }

private:
    struct item {
        C cost;
        std::uint32_t node;
    };
    struct nearer {
        constexpr bool operator()(const item& a, const item& b) const noexcept {
            return a.cost < b.cost;
        }
    };

    /// What is known of a node from both ends, `infinite` if nothing is.
    struct costs {
        C from_start;
        C from_goal;
    };
    /// The search from one end.
    struct side {
        side(const upward_arcs<C>& ways_up, const upward_arcs<C>& ways_down,
             buffer<parent_arc>& taken)
            : up(ways_up),
              down(ways_down),
              steps(taken),
              reached(taken.budget()),
              open(taken.budget()) {}

        upward_arcs<C> up;              // along which it goes
        upward_arcs<C> down;            // along which it would come down again
        buffer<parent_arc>& steps;      // of each node
        buffer<std::uint32_t> reached;  // nodes, some several times
        four_ary_heap<item, nearer> open;
    };
    [[nodiscard]] static C least_of(const side& from) noexcept {
        return from.open.empty() ? infinite<C> : from.open.top().cost;
    }

    void begin(std::uint32_t start, std::uint32_t goal) {
        if (!this->set_ends(start, goal)) return;
        bound_ = bounds_.cost_limit();
        if (!control_.fits(has_memory())) return;
        costs_[start_].from_start = C{0};
        costs_[goal_].from_goal = C{0};
        reach(from_start_, {C{0}, start_}, {});
        reach(from_goal_, {C{0}, goal_}, {});
    }
    [[nodiscard]] bool has_memory() {
        const std::size_t nodes = graph_.node_count;
        if (costs_.size() == nodes) return true;
        if (!this->has_steps() || !costs_.reserve(nodes)) return false;
        costs_.set_size(nodes);
        std::fill(costs_.begin(), costs_.end(), costs{infinite<C>, infinite<C>});
        return true;
    }

    void forget() noexcept {
        for (side* const from : {&from_start_, &from_goal_}) {
            for (const std::uint32_t n : from->reached) costs_[n] = {infinite<C>, infinite<C>};
            from->reached.clear();
            from->open.clear();
        }
    }

    void advance(std::uint64_t most) {
        bool is_forward = true;
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() != end; is_forward = !is_forward) {
            const bool is_forward_done = least_of(from_start_) >= best_;
            const bool is_backward_done = least_of(from_goal_) >= best_;
            if (is_forward_done && is_backward_done) return finish();
            if ((is_forward && !is_forward_done) || is_backward_done) {
                visit<&costs::from_start, &costs::from_goal>(from_start_);
            } else {
                visit<&costs::from_goal, &costs::from_start>(from_goal_);
            }
        }
    }

    void finish() {
        if (best_ != infinite<C>) return control_.end(status::found);
        // What was pruned may lead nowhere.
        const bool has_path = bounds_.pruned() != 0 && is_connected(graph_, start_, goal_);
        control_.end(has_path ? bounds_.ending() : status::exhausted);
    }

    template <C costs::* Own, C costs::* Other>
    void visit(side& from) {
        const item first = from.open.pop();
        const costs& known = costs_[first.node];
        if (first.cost != known.*Own) return;  // it was queued twice
        if (!control_.may_expand()) {
            const C least = std::min(least_of(from_start_), least_of(from_goal_));
            return bounds_.raise_lower_bound(std::min({first.cost, least, best_}));
        }
        if (known.*Other != infinite<C>) take_path(add_costs(first.cost, known.*Other), first.node);
        if (!is_stalled<Own>(from.down, first)) expand<Own>(from, first);
    }

    /// A sum that the type of costs may not hold, but that can be compared with costs.
    [[nodiscard]] static constexpr auto sum(C a, C b) noexcept {
        if constexpr (std::integral<C> && sizeof(C) <= 4) {
            return std::int64_t{a} + std::int64_t{b};
        } else {
            return add_costs(a, b);
        }
    }

    // The loops below look at all arcs and keep what they find without branches: what these would
    // depend on is as good as random.

    /// Whether a way over a higher node is shorter: then no shortest path goes on from here.
    template <C costs::* Own>
    [[nodiscard]] bool is_stalled(const upward_arcs<C>& down, const item& at) const noexcept {
        bool is_longer = false;
        const std::uint32_t last = down.first[at.node + 1];
        for (std::uint32_t i = down.first[at.node]; i < last; ++i) {
            const hierarchy_arc<C>& a = down.arcs[i];
            is_longer |= sum(costs_[a.to].*Own, a.cost) < at.cost;
        }
        return is_longer;
    }

    template <C costs::* Own>
    void expand(side& from, const item& at) {
        const std::uint32_t first = from.up.first[at.node];
        const std::uint32_t last = from.up.first[at.node + 1];
        control_.count_generated(last - first);
        if (!control_.fits(better_.reserve(last - first))) return;
        std::uint32_t* const better = better_.data();
        std::size_t count = 0;
        auto most = sum(C{0}, C{0});
        for (std::uint32_t i = first; i < last; ++i) {
            const hierarchy_arc<C>& a = from.up.arcs[i];
            const auto there = sum(at.cost, a.cost);
            C& known = costs_[a.to].*Own;
            const bool is_better = (there < known) & (there <= bound_);
            known = is_better ? static_cast<C>(there) : known;
            better[count] = i;
            count += is_better;
            most = std::max(most, there);
        }
        if (most > bounds_.cost_limit()) [[unlikely]]
            prune(from.up, at);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t to = from.up.arcs[better[i]].to;
            reach(from, {costs_[to].*Own, to}, {at.node, better[i]});
        }
    }
    void prune(const upward_arcs<C>& up, const item& at) {
        for (std::uint32_t i = up.first[at.node]; i < up.first[at.node + 1]; ++i) {
            const C there = add_costs(at.cost, up.arcs[i].cost);
            if (!bounds_.admits(there)) bounds_.prune(there);
        }
    }

    void reach(side& from, const item& at, const parent_arc& by) {
        from.steps[at.node] = by;
        (void)control_.fits(from.reached.push(at.node) && from.open.push(at));
    }

    /// Keeps a path that is shorter than those before, unless it is beyond the limit on costs.
    void take_path(C cost, std::uint32_t over) {
        if (!bounds_.admits(cost)) return bounds_.prune(cost);
        if (!(cost < best_)) return;
        best_ = bound_ = cost;
        meeting_node_ = over;
    }

    side from_start_{graph_.forward, graph_.backward, base::steps_ahead_};
    side from_goal_{graph_.backward, graph_.forward, base::steps_behind_};
    buffer<costs> costs_{control_.budget()};
    buffer<std::uint32_t> better_{control_.budget()};  // arcs to what was reached at less cost
    C bound_ = {};                                     // costs above it are of no use
};

}  // namespace senda::detail
