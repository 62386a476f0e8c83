// SPDX-License-Identifier: MIT
// The levels of a hierarchy: regions, the lines between them, and the portals on these, which are
// cells where paths cross a line, with how far those of a region are from each other.
#pragma once

#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

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
/// Whether a side is a row, and not a column; and whether it is the first of the two.
[[nodiscard]] constexpr bool is_row(region_side side) noexcept {
    return side == region_side::north || side == region_side::south;
}
[[nodiscard]] constexpr bool is_first(region_side side) noexcept {
    return side == region_side::north || side == region_side::west;
}
[[nodiscard]] constexpr region_side opposite(region_side side) noexcept {
    return static_cast<region_side>(3 - static_cast<unsigned>(side));
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

/// One level: its regions, and the portals on the lines between them.
template <class Length>
struct region_level {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    std::vector<region_portals<Length>> regions;
    /// By region: the portals on the line to its right, and on that below.
    std::array<std::vector<std::vector<line_portal>>, 2> lines;

    region_level(std::uint32_t wide, std::uint32_t high)
        : columns(wide),
          rows(high),
          regions(std::size_t{wide} * high),
          lines{std::vector<std::vector<line_portal>>(regions.size()),
                std::vector<std::vector<line_portal>>(regions.size())} {}

    friend bool operator==(const region_level&, const region_level&) = default;

    [[nodiscard]] std::size_t number(region_place at) const noexcept {
        return region_map::number(at, columns);
    }
    [[nodiscard]] region_place place(std::size_t number) const noexcept {
        return {static_cast<std::uint32_t>(number % columns),
                static_cast<std::uint32_t>(number / columns)};
    }
    /// Whether there is a region behind a side.
    [[nodiscard]] bool has_neighbour(region_place at, region_side side) const noexcept {
        if (is_first(side)) return (is_row(side) ? at.row : at.column) != 0;
        return is_row(side) ? at.row + 1 < rows : at.column + 1 < columns;
    }
    [[nodiscard]] std::size_t neighbour(std::size_t region, region_side side) const noexcept {
        const std::size_t apart = is_row(side) ? columns : 1;
        return is_first(side) ? region - apart : region + apart;
    }
    /// The region with which the line along a side is kept, if there is a neighbour.
    [[nodiscard]] std::size_t keeper(std::size_t region, region_side side) const noexcept {
        return is_first(side) ? neighbour(region, side) : region;
    }
    /// The portals on that line.
    [[nodiscard]] const std::vector<line_portal>& line(std::size_t region,
                                                       region_side side) const noexcept {
        return lines[is_row(side)][keeper(region, side)];
    }
};

/// All levels above the cells of a map.
template <grid_moves Moves>
class region_levels {
public:
    using length = typename region_length<Moves>::type;
    using level_type = region_level<length>;

    region_levels() = default;
    explicit region_levels(const region_map& map) {
        for (unsigned level = 1; level <= map.levels(); ++level)
            levels_.emplace_back(map.columns_at(level), map.rows_at(level));
    }

    [[nodiscard]] level_type& operator[](unsigned level) noexcept { return levels_[level - 1]; }
    [[nodiscard]] const level_type& operator[](unsigned level) const noexcept {
        return levels_[level - 1];
    }
    [[nodiscard]] const region_portals<length>& region(unsigned level,
                                                       region_place at) const noexcept {
        const level_type& l = levels_[level - 1];
        return l.regions[l.number(at)];
    }

    /// Adds the quarters of a region of level 2 or more to a graph, for paths between its portals;
    /// false without memory.
    template <class Graph>
    [[nodiscard]] bool add_quarters(unsigned level, region_place at, Graph& graph) const {
        for (std::uint32_t i = 0; i < quarters(level, at); ++i)
            if (!graph.add(region(level - 1, quarter(level, at, i)), no_sides)) return false;
        return true;
    }
    /// How many quarters a region has: those at the end of the map may lack some.
    [[nodiscard]] std::uint32_t quarters(unsigned level, region_place at) const noexcept {
        return quarters_across(level, at) * (2 * at.row + 1 < levels_[level - 2].rows ? 2 : 1);
    }
    /// The quarter of a region that was added as the `i`-th, and the sides that it shares with it.
    [[nodiscard]] region_place quarter(unsigned level, region_place at,
                                       std::uint32_t i) const noexcept {
        const std::uint32_t across = quarters_across(level, at);
        return {2 * at.column + i % across, 2 * at.row + i / across};
    }
    [[nodiscard]] side_set outer_sides(unsigned level, region_place at,
                                       std::uint32_t i) const noexcept {
        const region_place q = quarter(level, at, i);
        return only(q.column % 2 == 0 ? region_side::west : region_side::east) |
               only(q.row % 2 == 0 ? region_side::north : region_side::south);
    }

    /// How much longer paths between far portals are than without walls, on average.
    [[nodiscard]] double stretch() const noexcept { return stretch_; }
    /// Measures that by the lengths from a few portals of each region of the last level.
    void measure_stretch() {
        double measured = 0;
        double without_walls = 0;
        for (const region_portals<length>& r : levels_.back().regions) {
            for (std::size_t i = 0; i < r.portals.size(); i += 1 + r.portals.size() / 8) {
                const portal& from = r.portals[i];
                for (std::size_t k = from.part; k < from.last; ++k) {
                    measured += static_cast<double>(r.lengths[from.lengths + k - from.part]);
                    without_walls += static_cast<double>(
                        region_length<Moves>::estimate(from.at, r.portals[k].at));
                }
            }
        }
        stretch_ = without_walls > 0 ? measured / without_walls : 1;
    }

    /// Calls `visit(length)` for each two portals of a part, in a fixed order.
    template <class Visit>
    void for_each_length(Visit&& visit) const {
        for (const level_type& l : levels_)
            for (const region_portals<length>& r : l.regions)
                for (std::size_t i = 0; i < r.portals.size(); ++i)
                    for (std::size_t k = i + 1; k < r.portals[i].last; ++k)
                        visit(r.lengths[r.portals[i].lengths + k - r.portals[i].part]);
    }

    friend bool operator==(const region_levels&, const region_levels&) = default;

    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = 0;
        for (const level_type& l : levels_) {
            sum += l.regions.size() * (sizeof(region_portals<length>) + 2 * sizeof(l.lines[0][0]));
            for (const auto& r : l.regions) sum += r.bytes();
            for (const auto& of_axis : l.lines)
                for (const auto& line : of_axis) sum += line.capacity() * sizeof(line_portal);
        }
        return sum;
    }

private:
    [[nodiscard]] std::uint32_t quarters_across(unsigned level, region_place at) const noexcept {
        return 2 * at.column + 1 < levels_[level - 2].columns ? 2 : 1;
    }

    std::vector<level_type> levels_;
    double stretch_ = 1;
};

}  // namespace senda::detail
