// SPDX-License-Identifier: MIT
// From the costs of going up to the costs of all that some targets need, by going down over their
// part of a hierarchy once.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The nodes from which arcs lead down to some targets, with these arcs: what is left of the
/// hierarchy when only paths to the targets matter (D. Delling, A. Goldberg, R. Werneck, Faster
/// batched shortest paths in road networks, 2011).
template <Cost C>
class targets_below {
    struct arc {
        std::uint32_t from;  // the place of the higher node
        C cost;
    };
    static constexpr std::size_t between_looks = 4096;  // nodes, at the clock and the stop token

public:
    explicit targets_below(memory_budget& budget) noexcept
        : nodes_(budget), first_(budget), arcs_(budget) {}

    [[nodiscard]] bool prepare(std::size_t nodes) { return nodes_.prepare(nodes); }
    /// Adds a target, which may be `no_rank`; false if memory is lacking.
    template <class Stored>
    [[nodiscard]] bool add(const hierarchy_view<Stored>& h, std::uint32_t rank) {
        return rank == no_rank || nodes_.add(h.backward, rank);
    }
    /// Copies the arcs once all targets are there; false if memory is lacking, or `control` has
    /// ended it.
    template <class Stored>
    [[nodiscard]] bool finish(const hierarchy_view<Stored>& h, search_control& control) {
        if (!first_.reserve(size() + 1) || !first_.push(0U)) return false;
        for (std::size_t place = 0; place < size(); ++place) {
            if (!control.tick()) return false;
            const std::size_t rank = nodes_[place];
            for (std::uint32_t i = h.backward.first[rank]; i < h.backward.first[rank + 1]; ++i) {
                const auto& up = h.backward.arcs[i];
                if (is_closed(up.cost)) continue;
                const auto from = static_cast<std::uint32_t>(nodes_.place(up.to));
                if (!arcs_.push(arc{from, static_cast<C>(up.cost)})) return false;
            }
            if (!first_.push(static_cast<std::uint32_t>(arcs_.size()))) return false;
        }
        return true;
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.size(); }
    /// The place of a target.
    [[nodiscard]] std::size_t place(std::uint32_t rank) const noexcept {
        return nodes_.place(rank);
    }

    /// Writes the least costs of all its nodes, by place: of paths that go up, as was searched, and
    /// then down. False if somebody stopped it.
    template <std::size_t Lanes>
    [[nodiscard]] bool sweep(const upward_search<C, Lanes>& up, cost_lanes<C, Lanes>* costs,
                             const search_control* polled) const {
        cost_lanes<C, Lanes> unreached;
        unreached.fill(infinite<C>);
        for (std::size_t place = 0; place < size(); ++place) {
            if (polled != nullptr && place % between_looks == 0 && polled->must_stop())
                return false;
            const auto* const begin = up.find(nodes_[place]);
            cost_lanes<C, Lanes> least = begin != nullptr ? *begin : unreached;
            for (std::uint32_t i = first_[place]; i < first_[place + 1]; ++i)
                relax(least, costs[arcs_[i].from], arcs_[i].cost);
            costs[place] = least;
        }
        return true;
    }

private:
    upward_closure nodes_;
    buffer<std::uint32_t> first_;  // arc of each place
    buffer<arc> arcs_;
};

}  // namespace senda::detail
