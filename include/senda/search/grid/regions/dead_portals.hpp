// SPDX-License-Identifier: MIT
// Portals that a path between far places does not need.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/grid/regions/joined_sets.hpp>
#include <senda/search/grid/regions/portals.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The numbers of a region's portals on one side, along the line.
template <class Length>
[[nodiscard]] std::vector<std::uint32_t> portals_on(const region_portals<Length>& r,
                                                    region_side side) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < r.portals.size(); ++i)
        if (r.portals[i].side == side) found.push_back(i);
    std::sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
        const cell one = r.portals[a].at;
        const cell other = r.portals[b].at;
        return one.x != other.x ? one.x < other.x : one.y < other.y;
    });
    return found;
}

/// Finds the portals on the line between two regions that lead to dead ends and detours, for one of
/// the two. A part is local if all its portals are on that line. Local parts that are joined across
/// the line lead from some other parts to others; if these are joined by portals of their own, or
/// there is but one, then a path that neither begins nor ends in the local parts can do without.
template <class Length>
void mark_dead_ends(const region_portals<Length>& of, region_side side,
                    const region_portals<Length>& behind, region_side opposite,
                    std::vector<side_set>& leads_only) {
    const std::vector<std::uint32_t> here = portals_on(of, side);
    const std::vector<std::uint32_t> there = portals_on(behind, opposite);
    const auto shift = static_cast<std::uint32_t>(of.portals.size());
    const std::size_t parts = of.portals.size() + behind.portals.size();
    // A part is numbered by its first portal, those behind after the others.
    std::vector<std::uint32_t> on_line(parts);
    joined_sets sets(parts);
    const auto part_here = [&](std::size_t i) { return of.portals[here[i]].part; };
    const auto part_there = [&](std::size_t i) { return behind.portals[there[i]].part + shift; };
    for (std::size_t i = 0; i < here.size(); ++i) {
        ++on_line[part_here(i)];
        ++on_line[part_there(i)];
    }
    const auto is_local = [&](std::uint32_t part) {
        return on_line[part] ==
               (part < shift ? of.portals[part] : behind.portals[part - shift]).count();
    };
    for (std::size_t i = 0; i < here.size(); ++i)
        if (is_local(part_here(i)) == is_local(part_there(i)))
            sets.join(part_here(i), part_there(i));

    // Which set of other parts a set of local ones leads to: none yet, one, or several.
    constexpr std::uint32_t no_set = 0xFFFF'FFFF;
    constexpr std::uint32_t several = no_set - 1;
    std::vector<std::uint32_t> leads_to(parts, no_set);
    const auto note = [&](std::uint32_t local, std::uint32_t other) {
        std::uint32_t& known = leads_to[sets.find(local)];
        const std::uint32_t set = sets.find(other);
        known = known == no_set || known == set ? set : several;
    };
    for (std::size_t i = 0; i < here.size(); ++i) {
        const bool is_here = is_local(part_here(i));
        if (is_here == is_local(part_there(i))) continue;
        is_here ? note(part_here(i), part_there(i)) : note(part_there(i), part_here(i));
    }
    for (std::size_t i = 0; i < here.size(); ++i) {
        const std::uint32_t local = is_local(part_here(i)) ? part_here(i) : part_there(i);
        if (is_local(local) && leads_to[sets.find(local)] != several)
            leads_only[here[i]] = only(side);
    }
}

}  // namespace senda::detail
