// SPDX-License-Identifier: MIT
// The levels of a hierarchy: the portals between regions, chosen and measured level by level.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/regions/dead_portals.hpp>
#include <senda/search/grid/regions/joined_sets.hpp>
#include <senda/search/grid/regions/portal_graph.hpp>
#include <senda/search/grid/regions/portals.hpp>
#include <senda/search/grid/regions/region_length.hpp>
#include <senda/search/grid/regions/region_map.hpp>
#include <senda/search/grid/regions/region_parts.hpp>
#include <senda/search/grid/regions/region_search.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// One level: its regions, and the portals on the lines between them.
template <class Length>
struct region_level {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    std::vector<region_portals<Length>> regions;
    std::vector<std::vector<cell>> east;   ///< of a region: the portals on the line to its right
    std::vector<std::vector<cell>> south;  ///< and on the line below

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
    [[nodiscard]] const std::vector<cell>& line(std::size_t region,
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

/// What one thread needs to make regions.
template <grid_moves Moves>
struct region_workshop {
    using length = typename region_length<Moves>::type;

    region_parts<Moves> parts;
    region_search<Moves> search;
    memory_budget budget;
};

/// All levels above the cells of a map.
template <grid_moves Moves>
class region_levels {
public:
    using length = typename region_length<Moves>::type;
    using level_type = region_level<length>;
    using workshop = region_workshop<Moves>;

    /// How far an open cell on a line of level 1 may be from a portal.
    static constexpr std::uint32_t reach = 4;

    explicit region_levels(const region_map& map) {
        for (unsigned level = 1; level <= map.levels(); ++level)
            levels_.emplace_back(map.columns_at(level), map.rows_at(level));
    }

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
        const std::uint32_t across = quarters_across(level, at);
        const std::uint32_t down = 2 * at.row + 1 < levels_[level - 2].rows ? 2 : 1;
        for (std::uint32_t i = 0; i < across * down; ++i) {
            const side_set outer = only(i % across == 0 ? region_side::west : region_side::east) |
                                   only(i / across == 0 ? region_side::north : region_side::south);
            if (!graph.add(region(level - 1, quarter(level, at, i)), outer)) return false;
        }
        return true;
    }
    /// The quarter of a region that was added as the `i`-th.
    [[nodiscard]] region_place quarter(unsigned level, region_place at,
                                       std::uint32_t i) const noexcept {
        const std::uint32_t across = quarters_across(level, at);
        return {2 * at.column + i % across, 2 * at.row + i / across};
    }

    /// How much longer paths between far portals are than without walls, on average.
    [[nodiscard]] double stretch() const noexcept { return stretch_; }

    /// Makes all regions.
    void make(const region_map& map) {
        for (unsigned level = 1; level <= map.levels(); ++level) {
            std::vector<std::size_t> all(levels_[level - 1].regions.size());
            for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
            (void)remake(map, level, all);
        }
        measure_stretch();
    }

    /// Makes the regions anew that a cell is in, and whatever that changes.
    void repair(const region_map& map, cell changed) {
        std::vector<std::size_t> regions;
        map.for_each_place(changed,
                           [&](region_place at) { regions.push_back(levels_[0].number(at)); });
        for (unsigned level = 1; !regions.empty(); ++level) {
            regions = remake(map, level, regions);
            if (level == map.levels()) return measure_stretch();
            for (std::size_t& region : regions)
                region = levels_[level].number(levels_[level - 1].place(region).parent());
            make_unique(regions);
        }
    }

    friend bool operator==(const region_levels&, const region_levels&) = default;

    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = 0;
        for (const level_type& l : levels_) {
            sum += l.regions.size() * (sizeof(region_portals<length>) + 2 * sizeof(l.east[0]));
            for (const auto& r : l.regions) sum += r.bytes();
            for (const auto& cells : l.east) sum += cells.capacity() * sizeof(cell);
            for (const auto& cells : l.south) sum += cells.capacity() * sizeof(cell);
        }
        return sum;
    }

private:
    /// The cells on a line that may become portals, by their parts of a region.
    struct rim {
        std::array<std::vector<portal_candidate>, 4> sides;
    };

    [[nodiscard]] std::uint32_t quarters_across(unsigned level, region_place at) const noexcept {
        return 2 * at.column + 1 < levels_[level - 2].columns ? 2 : 1;
    }

    static void make_unique(std::vector<std::size_t>& numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }

    /// Makes regions of a level anew, with the lines around them and the regions behind lines that
    /// changed; returns which have changed.
    [[nodiscard]] std::vector<std::size_t> remake(const region_map& map, unsigned level,
                                                  std::vector<std::size_t> regions) {
        level_type& l = levels_[level - 1];
        workshop tools;
        const std::vector<std::size_t> around = with_neighbours(l, regions);
        std::vector<rim> rims(around.size());
        for (std::size_t i = 0; i < around.size(); ++i)
            rims[i] = rim_of(map, level, around[i], tools);

        const auto rim_at = [&](std::size_t region) -> rim& {
            const auto at = std::lower_bound(around.begin(), around.end(), region);
            return rims[static_cast<std::size_t>(at - around.begin())];
        };
        std::vector<std::size_t> affected = regions;
        const auto choose = [&](std::size_t first, region_side side, region_side opposite,
                                std::vector<cell>& line) {
            const std::size_t second = l.neighbour(first, side);
            auto& candidates = rim_at(first).sides[static_cast<std::size_t>(side)];
            const auto& others = rim_at(second).sides[static_cast<std::size_t>(opposite)];
            for (std::size_t i = 0; i < candidates.size(); ++i)
                candidates[i].other_part = others[i].one_part;
            std::vector<cell> chosen = choose_portals(candidates, reach << (level - 1));
            if (chosen == line) return;
            line = std::move(chosen);
            affected.push_back(first);
            affected.push_back(second);
        };
        // The lines around the regions: each is kept by the region to its left or above.
        std::vector<std::size_t> east;
        std::vector<std::size_t> south;
        for (const std::size_t region : regions) {
            const region_place at = l.place(region);
            if (l.has_neighbour(at, region_side::west)) east.push_back(region - 1);
            if (l.has_neighbour(at, region_side::east)) east.push_back(region);
            if (l.has_neighbour(at, region_side::north)) south.push_back(region - l.columns);
            if (l.has_neighbour(at, region_side::south)) south.push_back(region);
        }
        make_unique(east);
        make_unique(south);
        for (const std::size_t region : east)
            choose(region, region_side::east, region_side::west, l.east[region]);
        for (const std::size_t region : south)
            choose(region, region_side::south, region_side::north, l.south[region]);

        make_unique(affected);
        std::vector<std::size_t> changed;
        for (const std::size_t region : affected) {
            region_portals<length> made = measured(map, level, region, tools);
            if (made.is_as_far(l.regions[region])) continue;
            l.regions[region] = std::move(made);
            changed.push_back(region);
        }
        std::vector<std::size_t> seen = with_neighbours(l, changed);
        for (const std::size_t region : seen) order_targets(l, region);
        return changed;
    }

    /// By the lengths from a few portals of each region of the last level.
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

    [[nodiscard]] static std::vector<std::size_t> with_neighbours(
        const level_type& l, const std::vector<std::size_t>& regions) {
        std::vector<std::size_t> all = regions;
        for (const std::size_t region : regions)
            for (const region_side side : region_sides)
                if (l.has_neighbour(l.place(region), side))
                    all.push_back(l.neighbour(region, side));
        make_unique(all);
        return all;
    }

    /// Puts those portals of each part first that lead on.
    static void order_targets(level_type& l, std::size_t region) {
        region_portals<length>& r = l.regions[region];
        std::vector<side_set> leads_only(r.portals.size());
        for (const region_side side : region_sides) {
            if (!l.has_neighbour(l.place(region), side)) continue;
            const auto opposite = static_cast<region_side>(3 - static_cast<unsigned>(side));
            mark_dead_ends(r, side, l.regions[l.neighbour(region, side)], opposite, leads_only);
        }
        r.targets.clear();
        for (std::uint32_t first = 0; first < r.portals.size(); first = r.portals[first].last)
            for (const bool leads_on : {true, false})
                for (std::uint32_t i = first; i < r.portals[first].last; ++i)
                    if ((leads_only[i] == 0) == leads_on) r.targets.push_back({i, leads_only[i]});
    }

    /// The cells along a side: at level 1 all open ones, above the portals of the level below.
    template <class Visit>
    void for_each_candidate(const region_map& map, unsigned level, region_place at,
                            region_side side, Visit&& visit) const {
        const cell_box box = map.box(level, at);
        const bool is_row = side == region_side::north || side == region_side::south;
        cell from = box.first;
        if (side == region_side::east) from.x = box.last.x;
        if (side == region_side::south) from.y = box.last.y;
        if (level == 1) {
            const int count = is_row ? box.last.x - box.first.x : box.last.y - box.first.y;
            for (int i = 0; i <= count; ++i) {
                const cell c = is_row ? cell{from.x + i, from.y} : cell{from.x, from.y + i};
                if (map.open(c)) visit(c, static_cast<std::uint32_t>(i));
            }
            return;
        }
        const level_type& below = levels_[level - 2];
        region_place quarter{2 * at.column, 2 * at.row};
        if (side == region_side::east) ++quarter.column;
        if (side == region_side::south) ++quarter.row;
        cell last{-1, -1};
        for (int i = 0; i < 2; ++i) {
            if (quarter.column >= below.columns || quarter.row >= below.rows) return;
            for (const cell c : below.line(below.number(quarter), side)) {
                if (c == last) continue;  // at the corner of both
                last = c;
                visit(c, static_cast<std::uint32_t>(is_row ? c.x - from.x : c.y - from.y));
            }
            ++(is_row ? quarter.column : quarter.row);
        }
    }

    [[nodiscard]] rim rim_of(const region_map& map, unsigned level, std::size_t region,
                             workshop& tools) const {
        const level_type& l = levels_[level - 1];
        const region_place at = l.place(region);
        rim found;
        const auto fill = [&](const auto& part_of) {
            for (const region_side side : region_sides) {
                if (!l.has_neighbour(at, side)) continue;
                for_each_candidate(map, level, at, side, [&](cell c, std::uint32_t place) {
                    found.sides[static_cast<std::size_t>(side)].push_back(
                        {c, place, part_of(c), 0});
                });
            }
        };
        if (level == 1) {
            tools.parts.find(map.bits_of(at));
            fill([&](cell c) { return tools.parts.part_of(region_map::local(at, c)); });
        } else {
            portal_graph<length> graph(tools.budget);
            (void)add_quarters(level, at, graph);
            joined_sets sets = parts_of(graph);
            fill([&](cell c) { return sets.find(graph.node_at(c)); });
        }
        return found;
    }

    /// Nodes that are connected.
    [[nodiscard]] static joined_sets parts_of(const portal_graph<length>& graph) {
        joined_sets sets(graph.size());
        for (std::uint32_t n = 0; n < graph.size(); ++n)
            graph.for_each_place(n, [&](std::uint32_t region, std::uint32_t portal) {
                sets.join(n, graph.node_of(region, graph.portal_of(region, portal).part));
            });
        return sets;
    }

    /// The portals on the lines around a region, and how far they are from each other.
    [[nodiscard]] region_portals<length> measured(const region_map& map, unsigned level,
                                                  std::size_t region, workshop& tools) const {
        const level_type& l = levels_[level - 1];
        const region_place at = l.place(region);
        std::vector<typename region_portals<length>::entry> by_part;
        const auto fill = [&](const auto& part_of) {
            for (const region_side side : region_sides)
                if (l.has_neighbour(at, side))
                    for (const cell c : l.line(region, side))
                        by_part.push_back({part_of(c), c, side});
            std::sort(by_part.begin(), by_part.end());
        };
        region_portals<length> made;
        if (level == 1) {
            const region_bits& open = map.bits_of(at);
            tools.parts.find(open);
            fill([&](cell c) { return tools.parts.part_of(region_map::local(at, c)); });
            made.assign(by_part);
            for (std::size_t i = 0; i < made.portals.size(); ++i)
                measure_cells(at, open, made, i, tools);
        } else {
            portal_graph<length> graph(tools.budget);
            (void)add_quarters(level, at, graph);
            joined_sets sets = parts_of(graph);
            fill([&](cell c) { return sets.find(graph.node_at(c)); });
            made.assign(by_part);
            for (std::size_t i = 0; i < made.portals.size(); ++i) measure_portals(graph, made, i);
        }
        return made;
    }

    static void measure_cells(region_place at, const region_bits& open,
                              region_portals<length>& made, std::size_t i, workshop& tools) {
        const portal& from = made.portals[i];
        region_bits wanted{};
        for (std::size_t k = i + 1; k < from.last; ++k)
            set_bit(wanted, region_map::local(at, made.portals[k].at));
        tools.search.run(open, region_map::local(at, from.at), wanted);
        fill_row(made, i, [&](std::size_t k) {
            return tools.search.length_to(region_map::local(at, made.portals[k].at));
        });
    }

    static void measure_portals(portal_graph<length>& graph, region_portals<length>& made,
                                std::size_t i) {
        graph.restart();
        (void)graph.reach(graph.node_at(made.portals[i].at), 0, 0, graph.none, graph.none);
        const auto no_estimate = [](cell) { return length{0}; };
        for (std::uint32_t n = graph.next(); n != graph.none; n = graph.next())
            (void)graph.expand(n, no_estimate);
        fill_row(made, i,
                 [&](std::size_t k) { return graph.length(graph.node_at(made.portals[k].at)); });
    }

    /// Fills in how far a portal is from those of its part behind it, both ways.
    template <class LengthTo>
    static void fill_row(region_portals<length>& made, std::size_t i, const LengthTo& length_to) {
        const portal& from = made.portals[i];
        for (std::size_t k = i + 1; k < from.last; ++k) {
            const length found = length_to(k);
            made.lengths[from.lengths + k - from.part] = found;
            made.lengths[made.portals[k].lengths + i - from.part] = found;
        }
    }

    std::vector<level_type> levels_;
    double stretch_ = 1;
};

}  // namespace senda::detail
