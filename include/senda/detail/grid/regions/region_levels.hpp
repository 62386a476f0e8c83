// SPDX-License-Identifier: MIT
// The levels of a hierarchy: regions, the lines between them, and the portals on these.
#pragma once

#include <senda/detail/grid/regions/portal_graph.hpp>
#include <senda/detail/grid/regions/portals.hpp>
#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// One level: its regions, and the portals on the lines between them.
template <class Length>
struct region_level {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    std::vector<region_portals<Length>> regions;
    std::vector<std::vector<line_portal>>
        east;  ///< of a region: the portals on the line to its right
    std::vector<std::vector<line_portal>> south;  ///< and on the line below

    region_level(std::uint32_t wide, std::uint32_t high)
        : columns(wide),
          rows(high),
          regions(std::size_t{wide} * high),
          east(regions.size()),
          south(regions.size()) {}

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
        switch (side) {
            case region_side::north: return at.row != 0;
            case region_side::west: return at.column != 0;
            case region_side::east: return at.column + 1 < columns;
            case region_side::south: break;
        }
        return at.row + 1 < rows;
    }
    [[nodiscard]] std::size_t neighbour(std::size_t region, region_side side) const noexcept {
        switch (side) {
            case region_side::north: return region - columns;
            case region_side::west: return region - 1;
            case region_side::east: return region + 1;
            case region_side::south: break;
        }
        return region + columns;
    }
    /// The portals on the line along a side that has a neighbour.
    [[nodiscard]] const std::vector<line_portal>& line(std::size_t region,
                                                       region_side side) const noexcept {
        switch (side) {
            case region_side::north: return south[region - columns];
            case region_side::west: return east[region - 1];
            case region_side::east: return east[region];
            case region_side::south: break;
        }
        return south[region];
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

    /// Adds the quarters of a region of level 2 or more to a graph, for paths between its portals.
    [[nodiscard]] bool add_quarters(unsigned level, region_place at,
                                    portal_graph<length>& graph) const {
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

    friend bool operator==(const region_levels&, const region_levels&) = default;

    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = 0;
        for (const level_type& l : levels_) {
            sum += l.regions.size() * (sizeof(region_portals<length>) + 2 * sizeof(l.east[0]));
            for (const auto& r : l.regions) sum += r.bytes();
            for (const auto& line : l.east) sum += line.capacity() * sizeof(line_portal);
            for (const auto& line : l.south) sum += line.capacity() * sizeof(line_portal);
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
