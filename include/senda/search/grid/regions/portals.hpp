// SPDX-License-Identifier: MIT
// The portals of a region: cells on the lines that it shares, and how far they are from each other.
#pragma once

#include <senda/graph/cell.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// A portal of a region. Only portals of one part, the cells of a region that are connected within
/// it, have distances: they follow each other.
struct portal {
    cell at;
    std::uint32_t first;  ///< of its part
    std::uint32_t last;   ///< the one behind the last of its part
    std::size_t lengths;  ///< where the lengths to those begin

    friend bool operator==(const portal&, const portal&) = default;
};

template <class Length>
struct region_portals {
    std::vector<portal> portals;
    std::vector<Length> lengths;

    friend bool operator==(const region_portals&, const region_portals&) = default;

    /// Takes cells in, the cells of each part one after another, with no lengths yet.
    void assign(const std::vector<std::pair<std::uint32_t, cell>>& by_part) {
        portals.clear();
        portals.reserve(by_part.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < by_part.size();) {
            std::size_t last = i;
            while (last < by_part.size() && by_part[last].first == by_part[i].first) ++last;
            for (const std::size_t first = i; i < last; ++i, count += last - first)
                portals.push_back({by_part[i].second, static_cast<std::uint32_t>(first),
                                   static_cast<std::uint32_t>(last), count});
        }
        lengths.assign(count, Length{});
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return portals.capacity() * sizeof(portal) + lengths.capacity() * sizeof(Length);
    }
};

/// A cell on a line between two regions, and the parts of both that it is in.
struct portal_candidate {
    cell at;
    std::uint32_t place;  ///< along the line
    std::uint32_t one_part;
    std::uint32_t other_part;
};

/// Chooses portals: of the candidates that are in the same parts of both regions, so many that none
/// is farther than `reach` along the line from one that is chosen. One of them would do for whoever
/// asks whether there is a path; the others keep it short.
inline std::vector<cell> choose_portals(std::vector<portal_candidate>& candidates,
                                        std::uint32_t reach) {
    const auto same_parts = [](const portal_candidate& a, const portal_candidate& b) {
        return a.one_part == b.one_part && a.other_part == b.other_part;
    };
    std::sort(candidates.begin(), candidates.end(),
              [](const portal_candidate& a, const portal_candidate& b) {
                  if (a.one_part != b.one_part) return a.one_part < b.one_part;
                  if (a.other_part != b.other_part) return a.other_part < b.other_part;
                  return a.place < b.place;
              });
    std::vector<std::pair<std::uint32_t, cell>> chosen;
    for (std::size_t i = 0; i < candidates.size();) {
        const portal_candidate& uncovered = candidates[i];
        const auto is_near = [&](std::size_t k, const portal_candidate& of) {
            return k < candidates.size() && same_parts(candidates[k], of) &&
                   candidates[k].place - of.place <= reach;
        };
        while (is_near(i + 1, uncovered)) ++i;
        const portal_candidate& taken = candidates[i];
        chosen.push_back({taken.place, taken.at});
        while (is_near(i, taken)) ++i;
    }
    std::sort(chosen.begin(), chosen.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<cell> cells;
    cells.reserve(chosen.size());
    for (const auto& [place, at] : chosen) cells.push_back(at);
    return cells;
}

}  // namespace senda::detail
