// SPDX-License-Identifier: MIT
// Makes a flow field right again where the map changed; and a field with weights, from nothing.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/grid/flow/flow_cells.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// After a change labels may be too small or too large. First those are withdrawn that no neighbour
/// supports any more, cheapest first, as G. Ramalingam and T. Reps do ("An Incremental Algorithm
/// for a Generalization of the Shortest-Path Problem", 1996); then what is around is connected
/// again to the best neighbour, and Dijkstra's algorithm lowers labels until all are right.
template <class Grid>
class flow_repair {
    using cells = flow_cells<Grid>;
    using id = typename cells::id;
    using label = typename cells::label;
    using metric = typename cells::metric;
    using cost = typename cells::cost;
    using length = typename metric::length;
    using bounds = cost_bounds<cost>;

    struct queued {
        length queued_at;  // by the label with which it was queued
        id c;
    };
    struct cheaper {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.queued_at < b.queued_at;
        }
    };
    // Buckets of a whole length where weights are whole; where steps are diagonal in order inside.
    using heap = four_ary_heap<queued, cheaper>;
    using buckets =
        bucket_queue<std::uint64_t, queued, std::conditional_t<metric::is_octile, cheaper, fifo>>;
    using queue = std::conditional_t<metric::is_whole, buckets, heap>;

public:
    explicit flow_repair(memory_budget& budget) noexcept
        : suspects_(budget), loose_(budget), open_(budget) {}

    void clear() noexcept {
        suspects_.clear();
        loose_.clear();
        open_.clear();
    }

    /// Adds a goal, an open cell; false if there is no memory.
    [[nodiscard]] bool add_goal(cells& field, bounds& limits, id c) {
        return settle(field, limits, c, flow_byte::goal, metric::at_goal);
    }

    /// Notes that a step out of the cell, or into it, may have changed; false without memory.
    [[nodiscard]] bool note(const cells& field, id c) {
        return suspect(field, c) && loose_.push(c);
    }

    /// Takes one cell out of a queue and does what is to be done, or ends the search.
    template <class IsGoal>
    void advance(cells& field, search_control& control, bounds& limits, const IsGoal& is_goal) {
        if (suspects_.empty() && loose_.empty() && open_.empty())
            return control.end(completed(limits.ending()));
        if (!control.may_expand()) return;
        bool has_memory = true;
        if (!suspects_.empty()) {
            has_memory = examine(field, limits, suspects_.pop(), is_goal);
        } else if (!loose_.empty()) {
            has_memory = connect(field, limits, loose_.pop(), is_goal);
        } else {
            has_memory = expand(field, control, limits, take_open());
        }
        control.fits(has_memory);
    }

private:
    template <class Visit>
    static void for_each_step(step_set steps, Visit&& visit) {
        for (; steps != 0; steps &= steps - 1)
            visit(static_cast<step_number>(std::countr_zero(steps)));
    }

    [[nodiscard]] static bool is_shorter(const label& a, const label& b) noexcept {
        return metric::length_of(a) < metric::length_of(b);
    }

    [[nodiscard]] bool put_open(const queued& q) {
        if constexpr (metric::is_whole) {
            return open_.push(metric::whole_steps(q.queued_at), q);
        } else {
            return open_.push(q);
        }
    }
    [[nodiscard]] queued take_open() {
        if constexpr (metric::is_whole) {
            return open_.pop().second;
        } else {
            return open_.pop();
        }
    }

    [[nodiscard]] bool suspect(const cells& field, id c) {
        return !field.is_reached(c) || suspects_.push({field.length(c), c});
    }

    /// Gives a cell a step and a label, unless it is beyond the limit; false without memory.
    [[nodiscard]] bool settle(cells& field, bounds& limits, id c, unsigned byte, const label& l) {
        std::uint8_t& now = field.bytes()[c];
        const cost value = metric::value(l);
        const bool was_pruned = now == flow_byte::beyond;
        if (!limits.admits(value) || value == infinite<cost>) {
            if (was_pruned) {
                limits.lower_pruned_bound(value);
            } else if (now < flow_byte::first_step || now > flow_byte::goal) {
                now = flow_byte::beyond;
                limits.prune(value);
            }
            return true;
        }
        if (was_pruned) limits.readmit();
        now = static_cast<std::uint8_t>(byte);
        field.labels()[c] = l;
        return put_open({metric::length_of(l), c});
    }

    [[nodiscard]] bool is_stale(const cells& field, const queued& q) const noexcept {
        return !field.is_reached(q.c) || field.length(q.c) != q.queued_at;
    }

    /// Whether a step leads from a cell to a reached one without raising the label of the cell.
    [[nodiscard]] bool supports(const cells& field, id c, step_number s) const noexcept {
        const id to = field.after(c, s);
        return field.is_reached(to) &&
               !(metric::length_of(field.label_before(to, s)) > field.length(c));
    }

    // A cheaper neighbour is no suspect any more. One of the same cost, where weights are 0, may
    // depend on this cell: it will not do as another support.
    template <class IsGoal>
    [[nodiscard]] bool examine(cells& field, bounds& limits, const queued& q,
                               const IsGoal& is_goal) {
        if (is_stale(field, q)) return true;
        const id c = q.c;
        const step_set steps = field.steps_of(c);
        if (field.byte(c) == flow_byte::goal) {
            return (field.is_open(c) && is_goal(c)) || withdraw(field, c);
        }
        const auto by = static_cast<step_number>(field.byte(c) - flow_byte::first_step);
        if ((steps >> by & 1) != 0 && supports(field, c, by)) return true;
        for (step_set left = steps; left != 0; left &= left - 1) {
            const auto s = static_cast<step_number>(std::countr_zero(left));
            if (!supports(field, c, s) || !(field.length(field.after(c, s)) < q.queued_at))
                continue;
            return settle(field, limits, c, flow_byte::of(s),
                          field.label_before(field.after(c, s), s));
        }
        return withdraw(field, c);
    }

    /// Takes the label back, and suspects all whose paths lead through the cell.
    [[nodiscard]] bool withdraw(cells& field, id c) {
        field.bytes()[c] = flow_byte::none;
        for (step_number s = 0; s < 8; ++s) {
            const id from = field.after(c, s);
            if (field.leads(from, opposite(s)) && !suspect(field, from)) return false;
        }
        return loose_.push(c);
    }

    /// Gives a cell the best label that its neighbours have to offer, if it is better.
    template <class IsGoal>
    [[nodiscard]] bool connect(cells& field, bounds& limits, id c, const IsGoal& is_goal) {
        if (!field.is_open(c)) {
            if (field.byte(c) == flow_byte::beyond) limits.readmit();
            field.bytes()[c] = flow_byte::none;
            return true;
        }
        if (is_goal(c)) {
            return field.byte(c) == flow_byte::goal || add_goal(field, limits, c);
        }
        label best{};
        unsigned by = flow_byte::none;
        for_each_step(field.steps_of(c), [&](step_number s) {
            if (!field.is_reached(field.after(c, s))) return;
            const label offered = field.label_before(field.after(c, s), s);
            if (by != flow_byte::none && !is_shorter(offered, best)) return;
            best = offered;
            by = flow_byte::of(s);
        });
        if (by == flow_byte::none) return true;
        if (field.is_reached(c) && !is_shorter(best, field.labels()[c])) return true;
        return settle(field, limits, c, by, best);
    }

    [[nodiscard]] bool expand(cells& field, search_control& control, bounds& limits,
                              const queued& q) {
        if (is_stale(field, q)) return true;
        if (is_negative(field.weight(q.c))) {
            control.end(status::negative_cost);
            return true;
        }
        const step_set steps = field.steps_of(q.c);
        bool has_memory = true;
        for_each_step(steps, [&](step_number s) {
            const id from = field.after(q.c, s);
            const label offered = field.label_before(q.c, s);
            if (field.is_reached(from) && !is_shorter(offered, field.labels()[from])) return;
            has_memory =
                has_memory && settle(field, limits, from, flow_byte::of(opposite(s)), offered);
        });
        control.count_generated(static_cast<std::uint64_t>(std::popcount(steps)));
        return has_memory;
    }

    heap suspects_;     // labels that may be too small
    buffer<id> loose_;  // cells to be connected to the best neighbour
    queue open_;        // labels that others may be lowered by
};

}  // namespace senda::detail
