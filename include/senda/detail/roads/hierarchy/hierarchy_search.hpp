// SPDX-License-Identifier: MIT
// A shortest path in a hierarchy: Dijkstra's algorithm from both ends, upward.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_path.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search_base.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// A binary heap of nodes by cost. The first leaves a hole that sinks to the bottom, without asking
/// on the way whether the last fits in: that would be guesswork for the processor.
template <Cost C>
class upward_heap {
public:
    struct item {
        C cost;
        std::uint32_t node;
    };

    explicit upward_heap(memory_budget& budget) noexcept : items_(budget) {}

    /// Takes memory for a queue without items; false if there is none.
    [[nodiscard]] bool prepare() {
        return items_.empty() ? items_.push(end) && items_.push(end) : true;
    }

    /// The least cost, `infinite` if there are no items.
    [[nodiscard]] C least() const noexcept { return items_[1].cost; }

    /// Adds an item of a cost below `infinite`; false if there is no room for it.
    [[nodiscard]] bool push(const item& added) {
        std::size_t hole = items_.size() - 1;
        if (!items_.push(end)) return false;
        item* const all = items_.data();
        for (; hole > 1 && added.cost < all[hole / 2].cost; hole /= 2) all[hole] = all[hole / 2];
        all[hole] = added;
        return true;
    }

    item pop() noexcept {
        item* const all = items_.data();
        const item first = all[1];
        const std::size_t count = items_.size() - 3;  // that are left
        const item last = all[count + 1];
        all[count + 1] = end;
        items_.truncate(count + 2);
        if (count == 0) return first;
        std::size_t hole = 1;
        while (2 * hole <= count) {
            const std::size_t child = 2 * hole + (all[2 * hole + 1].cost < all[2 * hole].cost);
            all[hole] = all[child];
            hole = child;
        }
        for (; hole > 1 && last.cost < all[hole / 2].cost; hole /= 2) all[hole] = all[hole / 2];
        all[hole] = last;
        return first;
    }

    void clear() noexcept {
        if (items_.empty()) return;
        items_.truncate(2);
        items_[1] = end;
    }

private:
    static constexpr item end{infinite<C>, 0};

    buffer<item> items_;  // from the second on, and an end behind them
};

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
        : base(graph, engine_kind::contraction, o),
          from_start_(control_.budget(), graph.forward, graph.backward),
          from_goal_(control_.budget(), graph.backward, graph.forward),
          costs_(control_.budget()),
          better_(control_.budget()) {
        begin(start, goal);
    }

private:
    using item = typename upward_heap<C>::item;

    /// What is known of a node from both ends, `infinite` if nothing is.
    struct costs {
        C from_start;
        C from_goal;
    };
    /// The search from one end.
    struct side {
        side(memory_budget& budget, const upward_arcs<C>& ways_up, const upward_arcs<C>& ways_down)
            : up(ways_up), down(ways_down), steps(budget), reached(budget), open(budget) {}

        upward_arcs<C> up;              // along which it goes
        upward_arcs<C> down;            // along which it would come down again
        buffer<parent_arc> steps;       // of each node
        buffer<std::uint32_t> reached;  // nodes, some several times
        upward_heap<C> open;
    };

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
        if (!from_start_.open.prepare() || !from_goal_.open.prepare() ||
            !from_start_.steps.reserve(nodes) || !from_goal_.steps.reserve(nodes) ||
            !costs_.reserve(nodes))
            return false;
        from_start_.steps.set_size(nodes);
        from_goal_.steps.set_size(nodes);
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
            const bool is_forward_done = from_start_.open.least() >= best_;
            const bool is_backward_done = from_goal_.open.least() >= best_;
            if (is_forward_done && is_backward_done)
                return control_.end(best_ != infinite<C> ? status::found
                                    : has_path()         ? bounds_.ending()
                                                         : status::exhausted);
            if ((is_forward && !is_forward_done) || is_backward_done) {
                visit<&costs::from_start, &costs::from_goal>(from_start_);
            } else {
                visit<&costs::from_goal, &costs::from_start>(from_goal_);
            }
        }
    }

    template <C costs::* Own, C costs::* Other>
    void visit(side& from) {
        const item first = from.open.pop();
        const costs& known = costs_[first.node];
        if (first.cost != known.*Own) return;  // it was queued twice
        if (!control_.may_expand()) {
            const C least = std::min(from_start_.open.least(), from_goal_.open.least());
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

    /// Whether there may be a path, whatever it costs: false if nothing was left out, or if no node
    /// is above both ends.
    [[nodiscard]] bool has_path() const {
        if (bounds_.pruned() == 0) return false;
        const std::vector<bool> ahead = all_above(from_start_.up, start_);
        const std::vector<bool> behind = all_above(from_goal_.up, goal_);
        for (std::size_t i = 0; i < ahead.size(); ++i)
            if (ahead[i] && behind[i]) return true;
        return false;
    }
    [[nodiscard]] std::vector<bool> all_above(const upward_arcs<C>& up, std::uint32_t rank) const {
        std::vector<bool> is_above(graph_.node_count);
        is_above[rank] = true;
        for (; rank < graph_.node_count; ++rank) {
            if (!is_above[rank]) continue;
            for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i)
                is_above[up.arcs[i].to] = true;
        }
        return is_above;
    }

    /// Keeps a path that is shorter than those before, unless it is beyond the limit on costs.
    void take_path(C cost, std::uint32_t over) {
        if (!bounds_.admits(cost)) return bounds_.prune(cost);
        if (!(cost < best_)) return;
        best_ = bound_ = cost;
        meeting_node_ = over;
    }

    [[nodiscard]] const parent_arc* steps_ahead() const noexcept {
        return from_start_.steps.data();
    }
    [[nodiscard]] const parent_arc* steps_behind() const noexcept {
        return from_goal_.steps.data();
    }

    side from_start_;
    side from_goal_;
    buffer<costs> costs_;
    buffer<std::uint32_t> better_;  // arcs to what was reached at less cost
    C bound_ = {};                  // costs above it are of no use
};

}  // namespace senda::detail
