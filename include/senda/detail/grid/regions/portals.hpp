// SPDX-License-Identifier: MIT
// The portals of a region: cells on the lines that it shares, and how far they are from each other.
#pragma once

#include <senda/graph/cell.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The sides of a region, and sets of them.
enum class region_side : unsigned char { north, west, east, south };
inline constexpr std::array region_sides{region_side::north, region_side::west, region_side::east,
                                         region_side::south};
using side_set = std::uint8_t;
inline constexpr side_set no_sides = 0;
inline constexpr side_set all_sides = 15;
[[nodiscard]] constexpr side_set only(region_side side) noexcept {
    return static_cast<side_set>(1U << static_cast<unsigned>(side));
}

/// A portal on the line between two regions.
struct line_portal {
    cell at;
    bool is_dead;  ///< leads only to a dead end or a detour: no path between far places needs it
    friend bool operator==(const line_portal&, const line_portal&) = default;
};

/// A portal of a region. Only portals of one part, the cells of a region that are connected within
/// it, have distances: they follow each other.
struct portal {
    cell at;
    region_side side;       ///< on which it lies
    bool is_dead;           ///< leads only to a dead end behind that side
    side_set touched;       ///< the sides that its part has open cells on
    std::uint32_t part;     ///< the first portal of its part
    std::uint32_t last;     ///< the one behind the last of its part
    std::uint32_t lengths;  ///< where the lengths to those begin

    friend bool operator==(const portal&, const portal&) = default;
};

template <class Length>
struct region_portals {
    /// A portal to be taken in, and which part it is in.
    struct entry {
        std::uint32_t part;
        line_portal of;
        region_side side;
        side_set touched;

        /// By parts, sides, and then along the side.
        friend constexpr bool operator<(const entry& a, const entry& b) noexcept {
            if (a.part != b.part) return a.part < b.part;
            if (a.side != b.side) return a.side < b.side;
            return a.of.at.x != b.of.at.x ? a.of.at.x < b.of.at.x : a.of.at.y < b.of.at.y;
        }
    };

    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::vector<portal> portals;
    std::vector<Length> lengths;
    /// By portal: the first portal of its part of the region one level up, or `none` if that part
    /// has no portals left, being a dead end.
    std::vector<std::uint32_t> above;

    /// Whether the portals and lengths are the same.
    [[nodiscard]] bool is_as_far(const region_portals& other) const noexcept {
        return portals == other.portals && lengths == other.lengths;
    }
    friend bool operator==(const region_portals&, const region_portals&) = default;

    /// Takes portals in, those of each part one after another, with no lengths yet.
    void assign(const std::vector<entry>& by_part) {
        portals.clear();
        portals.reserve(by_part.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < by_part.size();) {
            std::size_t last = i;
            while (last < by_part.size() && by_part[last].part == by_part[i].part) ++last;
            for (const std::size_t first = i; i < last; ++i, count += last - first)
                portals.push_back({by_part[i].of.at, by_part[i].side, by_part[i].of.is_dead,
                                   by_part[i].touched, static_cast<std::uint32_t>(first),
                                   static_cast<std::uint32_t>(last),
                                   static_cast<std::uint32_t>(count)});
        }
        lengths.assign(count, Length{});
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return portals.capacity() * sizeof(portal) + lengths.capacity() * sizeof(Length) +
               above.capacity() * sizeof(std::uint32_t);
    }
};

/// A cell on a line between two regions, and the parts of both that it is in.
struct portal_candidate {
    cell at;
    std::uint32_t place;  ///< along the line
    std::uint32_t one_part;
    std::uint32_t other_part;
    bool is_dead = false;  ///< as of a `line_portal`
};

/// Chooses portals: of the candidates that are in the same parts of both regions, enough that none
/// is farther than `reach` along the line from one that is chosen. One of them would do for whoever
/// asks whether there is a path; the others keep it short.
[[nodiscard]] inline std::vector<line_portal> choose_portals(
    std::vector<portal_candidate>& candidates, std::uint32_t reach) {
    const auto same_parts = [](const portal_candidate& a, const portal_candidate& b) {
        return a.one_part == b.one_part && a.other_part == b.other_part;
    };
    std::sort(candidates.begin(), candidates.end(),
              [](const portal_candidate& a, const portal_candidate& b) {
                  if (a.one_part != b.one_part) return a.one_part < b.one_part;
                  if (a.other_part != b.other_part) return a.other_part < b.other_part;
                  return a.place < b.place;
              });
    std::vector<portal_candidate> chosen;
    for (std::size_t i = 0; i < candidates.size();) {
        const portal_candidate& uncovered = candidates[i];
        const auto is_near = [&](std::size_t k, const portal_candidate& of) {
            return k < candidates.size() && same_parts(candidates[k], of) &&
                   candidates[k].place - of.place <= reach;
        };
        while (is_near(i + 1, uncovered)) ++i;
        const portal_candidate& taken = candidates[i];
        chosen.push_back(taken);
        while (is_near(i, taken)) ++i;
    }
    std::sort(
        chosen.begin(), chosen.end(),
        [](const portal_candidate& a, const portal_candidate& b) { return a.place < b.place; });
    std::vector<line_portal> line;
    line.reserve(chosen.size());
    for (const portal_candidate& c : chosen) line.push_back({c.at, c.is_dead});
    return line;
}

}  // namespace senda::detail
