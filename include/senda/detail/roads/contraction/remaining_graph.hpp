// SPDX-License-Identifier: MIT
// The graph that is left while its nodes are taken out one after the other.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// How long a path is: its cost, and among paths of the same cost how many edges it has. So no
/// cycle is for free, even where edges are.
template <Cost C>
struct way_length {
    C cost = infinite<C>;
    std::uint32_t edges = std::numeric_limits<std::uint32_t>::max();

    friend constexpr bool operator<(const way_length& a, const way_length& b) noexcept {
        return a.cost != b.cost ? a.cost < b.cost : a.edges < b.edges;
    }
    friend constexpr way_length operator+(const way_length& a, const way_length& b) noexcept {
        const std::uint32_t both = a.edges + b.edges;
        return {add_costs(a.cost, b.cost),
                both < a.edges ? std::numeric_limits<std::uint32_t>::max() : both};
    }
};

/// An edge, or two that it stands for with the node between them.
template <Cost C>
struct remaining_arc {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t to;
    std::uint32_t middle;
    way_length<C> length;
};

/// The arcs of one direction, at most one between two nodes. Those of a node lie side by side, with
/// room for more; where that is used up they move to the end.
template <Cost C>
class remaining_arcs {
    using arc = remaining_arc<C>;
    struct row {
        std::size_t first;
        std::uint32_t count;
        std::uint32_t room;
    };

public:
    explicit remaining_arcs(memory_budget& budget) noexcept : rows_(budget), arcs_(budget) {}

    /// Takes memory for nodes without arcs; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        return rows_.assign_zeros(nodes) && arcs_.reserve(2 * arcs);
    }

    [[nodiscard]] const arc* begin(std::uint32_t node) const noexcept {
        return arcs_.data() + rows_[node].first;
    }
    [[nodiscard]] const arc* end(std::uint32_t node) const noexcept {
        return begin(node) + rows_[node].count;
    }
    [[nodiscard]] std::uint32_t count(std::uint32_t node) const noexcept {
        return rows_[node].count;
    }

    /// Adds an arc, or shortens that between the same nodes; false if there is no memory.
    [[nodiscard]] bool improve(std::uint32_t from, const arc& by) {
        arc* const end_of_row = arcs_.data() + rows_[from].first + rows_[from].count;
        arc* const known = std::find_if(end_of_row - rows_[from].count, end_of_row,
                                        [&](const arc& a) { return a.to == by.to; });
        if (known != end_of_row) {
            if (by.length < known->length) *known = by;
            return true;
        }
        return push(from, by);
    }

    /// Takes the arc to a node away, which there is.
    void remove(std::uint32_t from, std::uint32_t to) noexcept {
        arc* at = arcs_.data() + rows_[from].first;
        while (at->to != to) ++at;
        *at = arcs_[rows_[from].first + --rows_[from].count];
    }

private:
    [[nodiscard]] bool push(std::uint32_t from, const arc& added) {
        row& r = rows_[from];
        if (r.count == r.room) {
            const std::uint32_t room = r.room + r.room / 2 + 4;
            const std::size_t first = arcs_.size();
            while (arcs_.capacity() < first + room)
                if (!arcs_.grow()) return false;
            arcs_.set_size(first + room);
            std::copy_n(arcs_.data() + r.first, r.count, arcs_.data() + first);
            r.first = first;
            r.room = room;
        }
        arcs_[r.first + r.count++] = added;
        return true;
    }

    buffer<row> rows_;
    buffer<arc> arcs_;
};

/// The arcs of both directions, and how high above contracted nodes each node stands. The arcs of a
/// contracted node stay with it, but for those the others have to it.
template <Cost C>
struct remaining_graph {
    explicit remaining_graph(memory_budget& budget) noexcept
        : out(budget), in(budget), levels(budget), is_leaving(budget) {}

    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        return out.prepare(nodes, arcs) && in.prepare(nodes, arcs) && levels.assign_zeros(nodes) &&
               is_leaving.assign_zeros(nodes);
    }
    [[nodiscard]] bool improve(std::uint32_t from, std::uint32_t to, way_length<C> length,
                               std::uint32_t middle = remaining_arc<C>::no_middle) {
        return out.improve(from, {to, middle, length}) && in.improve(to, {from, middle, length});
    }

    remaining_arcs<C> out;
    remaining_arcs<C> in;
    buffer<std::uint32_t> levels;
    buffer<unsigned char> is_leaving;  // or has left
};

}  // namespace senda::detail
