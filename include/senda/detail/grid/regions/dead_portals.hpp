// SPDX-License-Identifier: MIT
// Portals that a path between far places does not need.
#pragma once

#include <senda/detail/grid/regions/portals.hpp>
#include <senda/storage/disjoint_sets.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The parts on one side of a line: the sides that each touches, and which side the line is.
struct parts_at_line {
    const std::vector<side_set>& touched;
    region_side side;

    [[nodiscard]] bool is_local(std::uint32_t part) const noexcept {
        return touched[part] == only(side);
    }
};

/// Marks the candidates on the line between two regions that lead to dead ends and detours. A part
/// is local if it touches that line alone. Local parts that are joined across the line lead from
/// some other parts to others; if these are joined by candidates of their own, or there is but one,
/// then a path that neither begins nor ends in the local parts can do without.
inline void mark_dead_ends(std::vector<portal_candidate>& candidates, parts_at_line one,
                           parts_at_line other) {
    const auto shift = static_cast<std::uint32_t>(one.touched.size());
    const std::size_t parts = shift + other.touched.size();
    // Those behind the line are numbered after the others.
    const auto behind = [&](const portal_candidate& c) { return c.other_part + shift; };
    const auto is_local = [&](std::uint32_t part) {
        return part < shift ? one.is_local(part) : other.is_local(part - shift);
    };
    growing_sets sets(parts);
    for (const portal_candidate& c : candidates)
        if (is_local(c.one_part) == is_local(behind(c))) sets.unite(c.one_part, behind(c));

    // Which set of other parts a set of local ones leads to: none yet, one, or several.
    constexpr std::uint32_t no_set = 0xFFFF'FFFF;
    constexpr std::uint32_t several = no_set - 1;
    std::vector<std::uint32_t> leads_to(parts, no_set);
    const auto note = [&](std::uint32_t local, std::uint32_t beside) {
        std::uint32_t& known = leads_to[sets.find(local)];
        const std::uint32_t set = sets.find(beside);
        known = known == no_set || known == set ? set : several;
    };
    for (const portal_candidate& c : candidates) {
        const bool is_here = is_local(c.one_part);
        if (is_here == is_local(behind(c))) continue;
        is_here ? note(c.one_part, behind(c)) : note(behind(c), c.one_part);
    }
    for (portal_candidate& c : candidates) {
        const std::uint32_t local = is_local(c.one_part) ? c.one_part : behind(c);
        c.is_dead = is_local(local) && leads_to[sets.find(local)] != several;
    }
}

}  // namespace senda::detail
