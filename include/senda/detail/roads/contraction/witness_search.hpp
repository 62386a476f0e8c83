// SPDX-License-Identifier: MIT
// Which arcs must take the place of a node: small searches for detours.
#pragma once

#include <senda/detail/roads/contraction/remaining_graph.hpp>
#include <senda/graph/cost.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// An arc that takes the place of two.
template <Cost C>
struct shortcut {
    std::uint32_t from;
    std::uint32_t to;
    way_length<C> length;
};

/// Looks for paths that are no longer than those through a node. What is
/// not found in time is a shortcut that is not needed, which does no harm but to speed. One for
/// each thread.
template <Cost C>
class witness_search {
    using arc = remaining_arc<C>;
    using length = way_length<C>;

public:
    explicit witness_search(memory_budget& whole) noexcept
        : budget_(whole, std::size_t{1} << 16U),
          labels_(budget_),
          touched_(budget_),
          heap_(budget_) {}
    witness_search(const witness_search&) = delete;
    witness_search& operator=(const witness_search&) = delete;

    /// Takes memory for a graph; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes) {
        if (!labels_.reserve(nodes)) return false;
        labels_.set_size(nodes);
        std::fill(labels_.begin(), labels_.end(), label{});
        return true;
    }

    /// Calls `take(shortcut)` for each that a node needs when it goes; false if memory was lacking.
    ///
    /// `most`  how many nodes a search may settle.
    template <class Take>
    [[nodiscard]] bool find(const remaining_graph<C>& g, std::uint32_t node, std::uint32_t most,
                            Take&& take) {
        has_memory_ = true;
        const arc* const ways_out = g.out.begin(node);
        const arc* const ways_out_end = g.out.end(node);
        for (const arc* in = g.in.begin(node); in != g.in.end(node); ++in) {
            length farthest{C{0}, 0};
            std::size_t wanted = 0;
            for (const arc* out = ways_out; out != ways_out_end; ++out) {
                if (out->to == in->to) continue;
                const length through = in->length + out->length;
                labels_[out->to].wanted = through;
                farthest = std::max(farthest, through);
                ++wanted;
            }
            if (wanted == 0) continue;
            search(g, in->to, node, farthest, wanted, most);
            for (const arc* out = ways_out; out != ways_out_end; ++out) {
                label& there = labels_[out->to];
                if (there.wanted.edges == 0) continue;
                if (there.wanted < there.so_far) take(shortcut<C>{in->to, out->to, there.wanted});
                there.wanted = {C{0}, 0};
            }
            for (const std::uint32_t n : touched_) labels_[n].so_far = length{};
            touched_.clear();
        }
        return has_memory_;
    }

private:
    struct label {
        length so_far = {};
        length wanted = {C{0}, 0};
    };
    struct item {
        C cost;
        std::uint32_t node;
    };
    struct nearer {
        bool operator()(const item& a, const item& b) const noexcept { return a.cost < b.cost; }
    };

    void search(const remaining_graph<C>& g, std::uint32_t from, std::uint32_t without,
                const length& farthest, std::size_t wanted, std::uint32_t most) {
        heap_.clear();
        labels_[from].so_far = {C{0}, 0};
        has_memory_ = touched_.push(from) && heap_.push({C{0}, from}) && has_memory_;
        while (!heap_.empty() && most-- != 0) {
            const item first = heap_.pop();
            if (first.cost > farthest.cost) return;
            length so_far = labels_[first.node].so_far;
            if (first.cost != so_far.cost) continue;  // it was queued twice
            if (g.is_leaving[first.node] != 0) {
                // It may count on the path over `without` in its turn, unless that is longer: so a
                // path over it must be shorter, which sums that were rounded cannot tell.
                if constexpr (std::floating_point<C>) continue;
                ++so_far.edges;
            }
            for (const arc *a = g.out.begin(first.node), *end = g.out.end(first.node); a != end;
                 ++a) {
                const length there = so_far + a->length;
                label& known = labels_[a->to];
                if (!(there < known.so_far) || farthest < there || a->to == without) continue;
                if (known.so_far.cost == infinite<C>)
                    has_memory_ = touched_.push(a->to) && has_memory_;
                const bool was_longer = known.wanted < known.so_far;
                known.so_far = there;
                if (was_longer && !(known.wanted < there) && --wanted == 0) return;
                has_memory_ = heap_.push({there.cost, a->to}) && has_memory_;
            }
        }
    }

    memory_budget budget_;
    buffer<label> labels_;
    buffer<std::uint32_t> touched_;
    four_ary_heap<item, nearer> heap_;
    bool has_memory_ = true;
};

}  // namespace senda::detail
