// SPDX-License-Identifier: MIT
// An elimination tree in parts that threads can share.
#pragma once

#include <senda/detail/roads/customizing/chordal_graph.hpp>
#include <senda/detail/roads/dissection/share.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/control.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Subtrees of a moderate size, each a range of ranks, and the few nodes above all of them.
class subtrees {
    static constexpr std::uint32_t none = chordal_graph::none;

public:
    explicit subtrees(const chordal_graph& g) {
        const std::uint32_t count = g.node_count();
        // On roads two thirds of the triangles are then in subtrees.
        const std::uint32_t most = count / 8 + 256;
        std::vector<std::uint32_t> size(count, 1);
        for (std::uint32_t node = 0; node < count; ++node) {
            const std::uint32_t up = g.parent[node];
            if (up != none) size[up] += size[node];
        }
        for (std::uint32_t node = 0; node < count; ++node) {
            if (size[node] > most) {
                above_.push_back(node);
            } else if (g.parent[node] == none || size[g.parent[node]] > most) {
                ranges_.push_back({node + 1 - size[node], node + 1});
            }
        }
    }

    /// Calls `visit(node, thread)` for all nodes, each after all below it; false if the clock or
    /// the stop token ended it.
    template <class Visit>
    [[nodiscard]] bool for_each_upward(thread_team& team, search_control& control,
                                       const Visit& visit) const {
        share(team, ranges_.size(), [&](std::size_t i, unsigned thread) {
            if (control.is_watched() && control.is_overdue()) return;
            for (std::uint32_t n = ranges_[i].begin; n < ranges_[i].end; ++n) visit(n, thread);
        });
        for (const std::uint32_t node : above_) {
            if (!control.may_work()) return false;
            visit(node, 0U);
        }
        return control.may_wait();
    }

    /// The same, each after all above it.
    template <class Visit>
    [[nodiscard]] bool for_each_downward(thread_team& team, search_control& control,
                                         const Visit& visit) const {
        for (std::size_t i = above_.size(); i-- > 0;) {
            if (!control.may_work()) return false;
            visit(above_[i], 0U);
        }
        share(team, ranges_.size(), [&](std::size_t i, unsigned thread) {
            if (control.is_watched() && control.is_overdue()) return;
            for (std::uint32_t n = ranges_[i].end; n-- > ranges_[i].begin;) visit(n, thread);
        });
        return control.may_wait();
    }

private:
    struct range {
        std::uint32_t begin;
        std::uint32_t end;
    };

    std::vector<range> ranges_;
    std::vector<std::uint32_t> above_;
};

}  // namespace senda::detail
