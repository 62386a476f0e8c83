// SPDX-License-Identifier: MIT
// One end's queue of a search that expands pairs, one node from each end.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>

namespace senda::detail {

/// The nodes of one end: those whose f is within the bound are ready, least cost first; the others
/// wait, least f first. Each entry moves once (Chen, Holte, Zilles and Sturtevant, 2017).
template <Cost C, class Id>
class pair_queue {
public:
    explicit pair_queue(memory_budget& budget) : ready_(budget), waiting_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return ready_.empty() && waiting_.empty(); }

    /// Adds a node; false if there is no room for it.
    [[nodiscard]] bool push(C f, C g, Id id) { return waiting_.push(f, g, id); }

    /// Makes all ready whose f is at most `bound`; false if there is no room.
    [[nodiscard]] bool make_ready(C bound) {
        while (!waiting_.empty() && !(waiting_.min_f() > bound)) {
            const auto first = waiting_.pop();
            if (!ready_.push(first.g, first.g, first.id)) return false;
        }
        return true;
    }
    /// The least cost of what is ready, `infinite` if nothing is.
    [[nodiscard]] C least_ready() { return ready_.empty() ? infinite<C> : ready_.min_f(); }
    [[nodiscard]] bool has_ready() const noexcept { return !ready_.empty(); }
    /// The least f of what waits, `infinite` if nothing does.
    [[nodiscard]] C least_waiting() { return waiting_.empty() ? infinite<C> : waiting_.min_f(); }

    /// Takes the first of what is ready out, else of what waits; it must not be empty.
    open_node<C, Id> pop() {
        if (!ready_.empty()) return ready_.pop();
        return waiting_.pop();
    }

    void clear() noexcept {
        ready_.clear();
        waiting_.clear();
    }

private:
    open_list<C, Id, ties::fifo> ready_;             // by cost
    open_list<C, Id, ties::deepest_first> waiting_;  // by f
};

}  // namespace senda::detail
