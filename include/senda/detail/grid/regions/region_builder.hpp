// SPDX-License-Identifier: MIT
// Makes the levels of a hierarchy and repairs them: chooses portals and measures how far they are
// from each other, level by level.
#pragma once

#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/regions/region_search.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

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

/// The parts of a region of 64 x 64 cells: runs of open cells in its rows, joined where they touch.
template <grid_moves Moves>
class region_parts {
public:
    void find(const region_bits& open) {
        sets_.clear();
        runs_.clear();
        std::size_t above = 0;  // the first run of the row above that may touch the next
        for (std::size_t y = 0; y < 64; ++y) {
            begins_[y] = runs_.size();
            for (std::uint64_t left = open[y]; left != 0;) {
                // Adding the lowest bit of a run carries through it.
                const std::uint64_t run = left & ~(left + (left & (~left + 1)));
                left ^= run;
                runs_.push_back({run, sets_.add()});
                above = join_above(above, begins_[y]);
            }
            above = begins_[y];
        }
    }

    /// The part of an open cell.
    [[nodiscard]] std::uint32_t part_of(cell c) noexcept {
        std::size_t run = begins_[static_cast<std::size_t>(c.y)];
        while ((runs_[run].cells >> c.x & 1) == 0) ++run;
        return sets_.find(runs_[run].set);
    }

private:
    struct run_of_cells {
        std::uint64_t cells;
        std::uint32_t set;
    };

    /// Joins the last run with those above that touch it, and returns the first that goes on as
    /// far.
    [[nodiscard]] std::size_t join_above(std::size_t above, std::size_t end) noexcept {
        const run_of_cells& run = runs_.back();
        std::uint64_t touched = run.cells;
        if (Moves == grid_moves::octile_cutting) touched |= touched << 1 | touched >> 1;
        for (;; ++above) {
            if (above == end) return above;
            if ((runs_[above].cells & touched) != 0) sets_.unite(runs_[above].set, run.set);
            if (runs_[above].cells >= std::bit_floor(run.cells)) return above;
        }
    }

    growing_sets sets_;
    std::vector<run_of_cells> runs_;
    std::array<std::size_t, 64> begins_{};
};

template <grid_moves Moves>
class region_builder {
    using length = typename region_length<Moves>::type;
    using level_type = region_level<length>;

public:
    /// How far an open cell on a line of level 1 may be from a portal.
    static constexpr std::uint32_t reach = 4;

    region_builder(const region_map& map, region_levels<Moves>& levels)
        : map_(map), levels_(levels) {}

    /// Makes all regions, each of which is an expansion; false if there is no memory, or `control`
    /// ends it.
    [[nodiscard]] bool make(search_control& control) {
        control_ = &control;
        for (unsigned level = 1; level <= map_.levels(); ++level)
            all_regions_ += levels_[level].regions.size();
        for (unsigned level = 1; level <= map_.levels() && goes_on(); ++level) {
            std::vector<std::size_t> all(levels_[level].regions.size());
            for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
            (void)remake(level, all);
        }
        if (goes_on()) levels_.measure_stretch();
        return goes_on();
    }

    /// Makes all regions with lengths that were measured before, in the order of `for_each_length`;
    /// false if they cannot be those of the map. Whatever they are, every query ends.
    [[nodiscard]] bool restore(std::span<const length> measured_before) {
        stored_ = measured_before;
        is_stored_ = true;
        return make(own_) && stored_.empty();
    }

    /// Makes the regions anew that a cell is in, and whatever that changes; false if there is no
    /// memory, which leaves them unfit.
    [[nodiscard]] bool repair(cell changed) {
        std::vector<std::size_t> regions;
        map_.for_each_place(changed,
                            [&](region_place at) { regions.push_back(levels_[1].number(at)); });
        for (unsigned level = 1; !regions.empty() && goes_on(); ++level) {
            regions = remake(level, regions);
            if (level == map_.levels()) {
                levels_.measure_stretch();
                break;
            }
            for (std::size_t& region : regions)
                region = levels_[level + 1].number(levels_[level].place(region).parent());
            make_unique(regions);
        }
        return goes_on();
    }

private:
    [[nodiscard]] bool goes_on() const noexcept { return is_fit_ && control_->running(); }
    /// Looks at the clock, since some regions take long.
    [[nodiscard]] bool may_look() { return goes_on() && control_->poll(); }
    /// Asked before a region is measured.
    [[nodiscard]] bool may_measure() { return may_look() && control_->may_expand(); }
    /// Counts a region, and what it holds.
    void count(const region_portals<length>& made) {
        (void)control_->fits(control_->budget().take(made.bytes()));
        search_progress* const progress = control_->options().progress;
        if (progress != nullptr) progress->advance(control_->expanded(), all_regions_);
    }

    /// The cells on the lines around a region that may become portals, with the parts that they are
    /// in; and the sides that each part touches, also with what is no candidate any more.
    struct rim {
        std::array<std::vector<portal_candidate>, 4> sides;
        std::vector<side_set> touched;
    };

    static void make_unique(std::vector<std::size_t>& numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }

    /// Makes regions of a level anew, with the lines around them and the regions behind lines that
    /// changed; returns which have changed.
    [[nodiscard]] std::vector<std::size_t> remake(unsigned level,
                                                  const std::vector<std::size_t>& regions) {
        level_type& l = levels_[level];
        const std::vector<std::size_t> around = with_neighbours(l, regions);
        std::vector<rim> rims;
        rims.reserve(around.size());
        for (const std::size_t region : around) {
            if (!may_look()) return {};
            rims.push_back(rim_of(level, region));
        }
        const auto rim_at = [&](std::size_t region) -> const rim& {
            const auto at = std::lower_bound(around.begin(), around.end(), region);
            return rims[static_cast<std::size_t>(at - around.begin())];
        };

        if (!goes_on()) return {};
        std::vector<std::size_t> affected = regions;
        const auto choose = [&](std::size_t first, region_side side) {
            const std::size_t second = l.neighbour(first, side);
            std::vector<line_portal> chosen =
                portals_between(level, rim_at(first), side, rim_at(second));
            std::vector<line_portal>& line = l.lines[is_row(side)][first];
            if (chosen == line) return;
            line = std::move(chosen);
            affected.push_back(first);
            affected.push_back(second);
        };
        for (const region_side side : {region_side::east, region_side::south}) {
            std::vector<std::size_t> keepers;
            for (const std::size_t region : regions)
                for (const region_side at : {side, opposite(side)})
                    if (l.has_neighbour(l.place(region), at))
                        keepers.push_back(l.keeper(region, at));
            make_unique(keepers);
            for (const std::size_t region : keepers) choose(region, side);
        }

        make_unique(affected);
        std::vector<std::size_t> changed;
        for (const std::size_t region : affected) {
            if (!may_measure()) break;
            region_portals<length> made = measured(level, region, rim_at(region));
            count(made);
            if (made.is_as_far(l.regions[region])) continue;
            l.regions[region] = std::move(made);
            changed.push_back(region);
        }
        return changed;
    }

    /// Level 1 keeps what leads to dead ends, for queries that begin or end there. Regions above
    /// are not asked that close to the ends.
    [[nodiscard]] static std::vector<line_portal> portals_between(unsigned level, const rim& one,
                                                                  region_side side,
                                                                  const rim& other) {
        std::vector<portal_candidate> candidates = one.sides[static_cast<std::size_t>(side)];
        const auto& others = other.sides[static_cast<std::size_t>(opposite(side))];
        for (std::size_t i = 0; i < candidates.size(); ++i)
            candidates[i].other_part = others[i].one_part;
        mark_dead_ends(candidates, {one.touched, side}, {other.touched, opposite(side)});
        if (level > 1)
            candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                            [](const portal_candidate& c) { return c.is_dead; }),
                             candidates.end());
        return choose_portals(candidates, reach << (level - 1));
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

    /// The cells along a side: at level 1 all open ones, above the portals of the level below.
    template <class Visit>
    void for_each_candidate(unsigned level, region_place at, region_side side,
                            Visit&& visit) const {
        const cell_box box = map_.box(level, at);
        cell from = box.first;
        if (side == region_side::east) from.x = box.last.x;
        if (side == region_side::south) from.y = box.last.y;
        if (level == 1) {
            const int count = is_row(side) ? box.last.x - box.first.x : box.last.y - box.first.y;
            for (int i = 0; i <= count; ++i) {
                const cell c = is_row(side) ? cell{from.x + i, from.y} : cell{from.x, from.y + i};
                if (map_.open(c)) visit(c, static_cast<std::uint32_t>(i));
            }
            return;
        }
        const level_type& below = levels_[level - 1];
        region_place quarter{2 * at.column, 2 * at.row};
        if (side == region_side::east) ++quarter.column;
        if (side == region_side::south) ++quarter.row;
        cell last{-1, -1};
        for (int i = 0; i < 2; ++i) {
            if (quarter.column >= below.columns || quarter.row >= below.rows) return;
            for (const line_portal& p : below.line(below.number(quarter), side)) {
                if (p.is_dead || p.at == last) continue;  // at the corner of both
                last = p.at;
                visit(p.at,
                      static_cast<std::uint32_t>(is_row(side) ? p.at.x - from.x : p.at.y - from.y));
            }
            ++(is_row(side) ? quarter.column : quarter.row);
        }
    }

    [[nodiscard]] rim rim_of(unsigned level, std::size_t region) {
        const level_type& l = levels_[level];
        const region_place at = l.place(region);
        rim found;
        std::vector<std::uint32_t> numbers;  // of the parts, by what stands for them
        const auto number_of = [&](std::uint32_t part) -> std::uint32_t {
            if (part >= numbers.size()) numbers.resize(part + 1, no_part);
            if (numbers[part] == no_part) {
                numbers[part] = static_cast<std::uint32_t>(found.touched.size());
                found.touched.push_back(no_sides);
            }
            return numbers[part];
        };
        const auto fill = [&](const auto& part_of) {
            for (const region_side side : region_sides) {
                if (!l.has_neighbour(at, side)) continue;
                for_each_candidate(level, at, side, [&](cell c, std::uint32_t place) {
                    const std::uint32_t part = number_of(part_of(c));
                    found.touched[part] |= only(side);
                    found.sides[static_cast<std::size_t>(side)].push_back({c, place, part, 0});
                });
            }
        };
        if (level == 1) {
            parts_.find(map_.bits_of(at));
            fill([&](cell c) { return parts_.part_of(region_map::local(at, c)); });
            return found;
        }
        if (!take(graph_.clear() && levels_.add_quarters(level, at, graph_))) return found;
        growing_sets sets = parts_of_graph();
        fill([&](cell c) { return sets.find(graph_.node_at(c)); });
        // What the quarters touch counts, whether it became a portal or not.
        for (std::uint32_t n = 0; n < graph_.size(); ++n) {
            const std::uint32_t part = sets.find(n);
            if (part >= numbers.size() || numbers[part] == no_part) continue;
            graph_.for_each_place(n, [&](std::uint32_t quarter, std::uint32_t number) {
                const unsigned sides = graph_.portal_of(quarter, number).touched &
                                       levels_.outer_sides(level, at, quarter);
                side_set& touched = found.touched[numbers[part]];
                touched = static_cast<side_set>(touched | sides);
            });
        }
        return found;
    }

    /// Takes note if there was no memory, or a file had no such length.
    bool take(bool is_fit) noexcept {
        is_fit_ = is_fit_ && is_fit;
        return is_fit;
    }

    /// Nodes that are connected.
    [[nodiscard]] growing_sets parts_of_graph() const {
        growing_sets sets(graph_.size());
        for (std::uint32_t region = 0; region < graph_.regions(); ++region) {
            std::uint32_t first = graph_.none;
            std::uint32_t part = graph_.none;
            for (std::uint32_t i = 0; i < graph_.portals(region); ++i) {
                const std::uint32_t n = graph_.node_of(region, i);
                if (n == graph_.none) continue;
                if (graph_.portal_of(region, i).part != part) {
                    part = graph_.portal_of(region, i).part;
                    first = n;
                }
                sets.unite(first, n);
            }
        }
        return sets;
    }

    /// The portals on the lines around a region, and how far they are from each other.
    [[nodiscard]] region_portals<length> measured(unsigned level, std::size_t region,
                                                  const rim& around) {
        const level_type& l = levels_[level];
        const region_place at = l.place(region);
        std::vector<portal> portals;
        for (const region_side side : region_sides) {
            if (!l.has_neighbour(at, side)) continue;
            // Both follow the line.
            auto candidate = around.sides[static_cast<std::size_t>(side)].begin();
            for (const line_portal& p : l.line(region, side)) {
                while (candidate->at != p.at) ++candidate;
                const std::uint32_t part = candidate->one_part;
                portals.push_back({p.at, side, p.is_dead, around.touched[part], part, 0, 0});
            }
        }
        region_portals<length> made;
        made.assign(portals);
        if (level > 1) {
            if (!take(graph_.clear() && levels_.add_quarters(level, at, graph_))) return made;
            link_quarters(level, at, made);
        }
        for (std::size_t i = 0; i < made.portals.size(); ++i) {
            if (is_stored_) {
                take_stored(map_.box(level, at), made, i);
            } else if (level == 1) {
                measure_cells(at, made, i);
            } else {
                measure_portals(made, i);
            }
        }
        return made;
    }

    /// Tells the quarters, which the graph consists of, which parts of a region theirs are in.
    void link_quarters(unsigned level, region_place at, const region_portals<length>& made) {
        constexpr std::uint32_t none = region_portals<length>::none;
        growing_sets sets = parts_of_graph();
        std::vector<std::uint32_t> above(graph_.size(), none);  // by what stands for a set of nodes
        for (const portal& p : made.portals) above[sets.find(graph_.node_at(p.at))] = p.part;
        for (std::uint32_t i = 0; i < graph_.regions(); ++i) {
            level_type& below = levels_[level - 1];
            auto& quarter = below.regions[below.number(levels_.quarter(level, at, i))];
            quarter.above.assign(quarter.portals.size(), none);
            for (std::uint32_t k = 0; k < quarter.portals.size(); ++k) {
                const std::uint32_t n = graph_.node_of(i, k);
                if (n != graph_.none) quarter.above[k] = above[sets.find(n)];
            }
        }
    }

    void measure_cells(region_place at, region_portals<length>& made, std::size_t i) {
        const portal& from = made.portals[i];
        region_bits wanted{};
        for (std::size_t k = i + 1; k < from.last; ++k)
            set_bit(wanted, region_map::local(at, made.portals[k].at));
        search_.run(map_.bits_of(at), region_map::local(at, from.at), wanted);
        fill_row(made, i, [&](std::size_t k) {
            return search_.length_to(region_map::local(at, made.portals[k].at));
        });
    }

    void measure_portals(region_portals<length>& made, std::size_t i) {
        graph_.restart();
        (void)take(
            graph_.reach(graph_.node_at(made.portals[i].at), 0, 0, graph_.none, graph_.none));
        const auto no_estimate = [](cell) { return length{0}; };
        for (std::uint32_t n = graph_.next(); n != graph_.none; n = graph_.next())
            (void)take(graph_.expand(n, no_estimate));
        fill_row(made, i,
                 [&](std::size_t k) { return graph_.length(graph_.node_at(made.portals[k].at)); });
    }

    /// Takes what a file says: not shorter than without walls, and not longer than a path through
    /// all cells.
    void take_stored(const cell_box& box, region_portals<length>& made, std::size_t i) {
        const double longest = 1.5 * static_cast<double>(region_length<Moves>::straight) *
                               (1.0 + box.last.x - box.first.x) * (1.0 + box.last.y - box.first.y);
        fill_row(made, i, [&](std::size_t k) {
            const cell from = made.portals[i].at;
            if (!take(!stored_.empty())) return length{0};
            const length next = stored_.front();
            stored_ = stored_.subspan(1);
            (void)take(next >= region_length<Moves>::estimate(from, made.portals[k].at) &&
                       static_cast<double>(next) <= longest);
            return next;
        });
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

    static constexpr std::uint32_t no_part = 0xFFFF'FFFF;

    const region_map& map_;
    region_levels<Moves>& levels_;
    search_control own_{options{}};
    search_control* control_ = &own_;  // or that with which all are made
    portal_graph<length> graph_{own_.budget()};
    region_parts<Moves> parts_;
    region_search<Moves> search_;
    std::size_t all_regions_ = 0;
    bool is_fit_ = true;
    bool is_stored_ = false;
    std::span<const length> stored_;  // lengths that are not measured
};

}  // namespace senda::detail
