// SPDX-License-Identifier: MIT
// The levels of a hierarchy as a few arrays, for files, and back, whatever is in them.
#pragma once

#include <senda/detail/grid/regions/portals.hpp>
#include <senda/detail/grid/regions/region_builder.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::detail {

/// A portal of a region, without what follows from the others.
struct stored_portal {
    std::int32_t x;
    std::int32_t y;
    std::uint32_t part;   ///< the first portal of its part
    std::uint32_t above;  ///< as in `region_portals`
    std::uint32_t about;  ///< the side in two bits, a bit if it is dead, and the sides it touches
};

/// All regions of all levels, one after the other.
template <grid_moves Moves>
struct stored_levels {
    using length = typename region_length<Moves>::type;

    std::vector<std::uint32_t> counts;  ///< how many portals each region has
    std::vector<stored_portal> portals;
    std::vector<length> lengths;

    stored_levels(const region_map& map, const region_levels<Moves>& from) {
        for (unsigned level = 1; level <= map.levels(); ++level)
            for (const region_portals<length>& r : from[level].regions) add(r);
    }

private:
    void add(const region_portals<length>& r) {
        counts.push_back(static_cast<std::uint32_t>(r.portals.size()));
        for (std::size_t i = 0; i < r.portals.size(); ++i) {
            const portal& p = r.portals[i];
            const unsigned about = static_cast<unsigned>(p.side) | (p.is_dead ? 4U : 0U) |
                                   static_cast<unsigned>(p.touched) << 3U;
            portals.push_back({p.at.x, p.at.y, p.part, r.above.empty() ? r.none : r.above[i],
                               std::uint32_t{about}});
        }
        lengths.insert(lengths.end(), r.lengths.begin(), r.lengths.end());
    }
};

/// Makes levels of stored arrays. It looks at all that queries rely on: where portals are, that
/// those of a part are connected, and that numbers are those of something.
template <grid_moves Moves>
class level_restorer {
    using metric = region_length<Moves>;
    using length = typename metric::type;
    using region = region_portals<length>;
    using level_type = region_level<length>;

public:
    level_restorer(const region_map& map, std::span<const std::uint32_t> counts,
                   std::span<const stored_portal> portals, std::span<const length> lengths)
        : map_(map), counts_(counts), portals_(portals), lengths_(lengths) {}

    /// Fills levels of that map, which are empty; false if the arrays do not fit it.
    [[nodiscard]] bool restore(region_levels<Moves>& to) {
        for (unsigned level = 1; level <= map_.levels(); ++level)
            for (std::size_t i = 0; i < to[level].regions.size(); ++i)
                if (!take_region(level, to[level], i)) return false;
        if (!counts_.empty() || !portals_.empty() || !lengths_.empty()) return false;
        for (unsigned level = 1; level <= map_.levels(); ++level)
            for (std::size_t i = 0; i < to[level].regions.size(); ++i)
                if (!has_lines(to[level], i) || !has_links(level, to, i)) return false;
        to.measure_stretch();
        return true;
    }

private:
    /// Takes so many from the front of an array.
    template <class T>
    static std::span<const T> take(std::span<const T>& from, std::size_t count) noexcept {
        const std::span<const T> front = from.first(count);
        from = from.subspan(count);
        return front;
    }

    [[nodiscard]] bool take_region(unsigned level, level_type& l, std::size_t number) {
        if (counts_.empty() || counts_.front() > portals_.size()) return false;
        const auto stored = take(portals_, take(counts_, 1).front());
        const region_place place = l.place(number);
        std::vector<typename region::entry> by_part;
        std::uint64_t pairs = 0;
        std::uint64_t in_part = 0;
        if (level == 1) parts_.find(map_.bits_of(place));
        for (std::uint32_t i = 0; i < stored.size(); ++i) {
            const stored_portal& p = stored[i];
            const typename region::entry e{p.part,
                                           {{p.x, p.y}, (p.about & 4U) != 0},
                                           static_cast<region_side>(p.about & 3U),
                                           static_cast<side_set>(p.about >> 3U)};
            if (p.about >= 128 || !l.has_neighbour(place, e.side) ||
                !is_on_side(map_.box(level, place), e.side, e.of.at) || !map_.open(e.of.at))
                return false;
            in_part = p.part == i ? 0 : in_part;
            if (p.part != i) {
                if (i == 0 || p.part != by_part.back().part || !(by_part.back() < e)) return false;
                if (level == 1 && part_of(place, by_part.back().of.at) != part_of(place, e.of.at))
                    return false;
            }
            pairs += 2 * in_part++ + 1;  // so that it is the sum of squares
            by_part.push_back(e);
        }
        if (pairs > lengths_.size()) return false;
        region& made = l.regions[number];
        made.assign(by_part);
        const auto lengths = take(lengths_, made.lengths.size());
        std::copy(lengths.begin(), lengths.end(), made.lengths.begin());
        if (level < map_.levels())
            for (const stored_portal& p : stored) made.above.push_back(p.above);
        l.east[number] = line(made, region_side::east);
        l.south[number] = line(made, region_side::south);
        return has_lengths(made, map_.box(level, place));
    }

    [[nodiscard]] std::uint32_t part_of(region_place place, cell c) noexcept {
        return parts_.part_of(region_map::local(place, c));
    }
    [[nodiscard]] static bool is_on_side(const cell_box& box, region_side side, cell c) noexcept {
        if (!box.contains(c)) return false;
        switch (side) {
            case region_side::north: return c.y == box.first.y;
            case region_side::west: return c.x == box.first.x;
            case region_side::east: return c.x == box.last.x;
            case region_side::south: break;
        }
        return c.y == box.last.y;
    }

    /// Whether lengths are the same both ways, not shorter than without walls, and not longer than
    /// a path through all cells.
    [[nodiscard]] static bool has_lengths(const region& r, const cell_box& box) noexcept {
        const double longest = 1.5 * static_cast<double>(metric::straight) *
                               (1.0 + box.last.x - box.first.x) * (1.0 + box.last.y - box.first.y);
        for (std::size_t i = 0; i < r.portals.size(); ++i) {
            const portal& from = r.portals[i];
            for (std::size_t k = from.part; k < from.last; ++k) {
                const portal& to = r.portals[k];
                const length there = r.lengths[from.lengths + k - from.part];
                const length back = r.lengths[to.lengths + i - to.part];
                if (there != back || (i == k && there != 0) ||
                    there < metric::estimate(from.at, to.at) ||
                    static_cast<double>(there) > longest)
                    return false;
            }
        }
        return true;
    }

    /// The portals of a region on a side, along it.
    [[nodiscard]] static std::vector<line_portal> line(const region& r, region_side side) {
        std::vector<line_portal> found;
        for (const portal& p : r.portals)
            if (p.side == side) found.push_back({p.at, p.is_dead});
        std::sort(found.begin(), found.end(), [](const line_portal& a, const line_portal& b) {
            return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y < b.at.y;
        });
        return found;
    }
    /// Whether the neighbours of a region have the same portals on the lines between, each once.
    [[nodiscard]] static bool has_lines(const level_type& l, std::size_t number) {
        const region_place place = l.place(number);
        for (const region_side side : {region_side::north, region_side::west})
            if (l.has_neighbour(place, side) &&
                line(l.regions[number], side) != l.line(number, side))
                return false;
        for (const auto* along : {&l.east[number], &l.south[number]})
            for (std::size_t i = 1; i < along->size(); ++i)
                if ((*along)[i - 1].at == (*along)[i].at) return false;
        return true;
    }
    /// Whether parts of the region one level up are there.
    [[nodiscard]] static bool has_links(unsigned level, const region_levels<Moves>& levels,
                                        std::size_t number) noexcept {
        const level_type& l = levels[level];
        const std::vector<std::uint32_t>& above = l.regions[number].above;
        if (above.empty()) return true;
        const region& parent = levels.region(level + 1, l.place(number).parent());
        return std::all_of(above.begin(), above.end(), [&](std::uint32_t first) {
            return first == region::none ||
                   (first < parent.portals.size() && parent.portals[first].part == first);
        });
    }

    const region_map& map_;
    std::span<const std::uint32_t> counts_;
    std::span<const stored_portal> portals_;
    std::span<const length> lengths_;
    region_parts<Moves> parts_;
};

}  // namespace senda::detail
