// SPDX-License-Identifier: MIT
// Hierarchical path-finding: near-shortest paths over large maps that change.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/grid/regions/region_builder.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/regions/region_query.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda {

/// A path over a large map without its cells: the portals that it leads through. True in a
/// condition when there is one. It is out of date once the map changes.
template <Cost C>
struct hpa_route : answer {
    /// The length of the path through the waypoints; its cells may turn out shorter.
    C cost = infinite<C>;
    /// No path is shorter than this; `infinite<C>` when there is none.
    C lower_bound = C{0};
    /// The start, portals, and the goal; empty without a path.
    std::vector<cell> waypoints = {};
    /// How waypoints are joined.
    std::vector<detail::region_piece> pieces = {};
};

/// An unweighted grid cut into regions for many near-shortest queries, in which cells can be opened
/// and closed: `hpa_grid map{g}; map.path(a, b); map.close(c)` (HPA*: A. Botea et al., Near
/// optimal hierarchical path-finding, 2004). Several threads may ask at the same
/// time while nobody changes it.
template <class Grid>
class hpa_grid;

/// A 4- or 8-connected grid, of which it keeps a copy.
template <grid_moves Moves>
class hpa_grid<basic_grid<Moves>> : public prepared {
    friend struct detail::file_of<hpa_grid>;
    using lengths = detail::region_length<Moves>;

public:
    /// The cost of a path: steps, or a length where moves are diagonal.
    using cost_type = typename lengths::cost_type;
    /// A path without its cells.
    using route_type = hpa_route<cost_type>;

    /// Cuts a grid into regions and measures how far their portals are from each other.
    ///
    /// `g`  the grid, of which it keeps a copy.
    /// `o`  limits, but for that of cost; a stop token; progress, in regions. An expansion is that
    ///      of a region.
    explicit hpa_grid(const basic_grid<Moves>& g, const options& o = {}) {
        const bool had_memory = detail::has_memory_for([&] {
            detail::search_control control(o);
            if (control.fits(detail::has_memory_for([&] { return make(g, control); })))
                control.end(status::complete);
            status_ = control.status();
            statistics_ = control.statistics();
            return true;
        });
        if (!had_memory) status_ = status::memory_limit;
        if (*this) return;
        map_ = {};
        levels_ = {};
    }

    hpa_grid(const hpa_grid&) = default;
    hpa_grid& operator=(const hpa_grid&) = default;
    /// Takes another's map; that has no cells then.
    hpa_grid(hpa_grid&& other) noexcept
        : prepared(std::move(other)),
          map_(std::exchange(other.map_, {})),
          levels_(std::exchange(other.levels_, {})) {}
    hpa_grid& operator=(hpa_grid&& other) noexcept {
        prepared::operator=(std::move(other));
        detail::region_map map = std::exchange(other.map_, {});
        detail::region_levels<Moves> levels = std::exchange(other.levels_, {});
        map_ = std::move(map);
        levels_ = std::move(levels);
        return *this;
    }
    ~hpa_grid() = default;

    /// The number of columns.
    [[nodiscard]] int width() const noexcept { return map_.width(); }
    /// The number of rows.
    [[nodiscard]] int height() const noexcept { return map_.height(); }
    /// Whether `c` is an open cell of this map.
    [[nodiscard]] bool open(cell c) const noexcept { return map_.open(c); }
    /// Whether `c` is a cell of this map, open or closed.
    [[nodiscard]] bool contains(cell c) const noexcept { return map_.contains(c); }

    /// Opens a cell of this map and repairs the regions that it is in. If there is no memory for
    /// that, the status is `memory_limit`, and there are no cells.
    void set(cell c) { change(c, true); }
    /// Closes a cell of this map and repairs the regions that it is in, as `set` does.
    void close(cell c) { change(c, false); }

    /// A near-shortest path without its cells, or that there is none.
    ///
    /// `start`  where the path begins.
    /// `goal`   where it ends.
    /// `o`      limits, a stop token. An expansion is that of a portal.
    [[nodiscard]] route_type route(cell start, cell goal, const options& o = {}) const {
        detail::search_control control(o, engine_kind::regions);
        return route_by(start, goal, control);
    }

    /// The first cells of a route, at least `count` if it is that long, from the start on; a few
    /// microseconds for those a game needs next.
    [[nodiscard]] std::vector<cell> cells(
        const route_type& r, std::size_t count = std::numeric_limits<std::size_t>::max()) const {
        detail::search_control control({});
        return cells_by(r, count, control);
    }

    /// A near-shortest path with all its cells: `route` and `cells` in one.
    [[nodiscard]] result<cell, cost_type> path(cell start, cell goal, const options& o = {}) const {
        detail::search_control control(o, engine_kind::regions);
        const route_type found = route_by(start, goal, control);
        result<cell, cost_type> answer{{.engine = found.engine}};
        answer.lower_bound = found.lower_bound;
        if (found) {
            control.resume();
            answer.path = cells_by(found, std::numeric_limits<std::size_t>::max(), control);
            control.end(status::found);
        }
        answer.status = control.status();
        answer.statistics = control.statistics();
        if (answer) {
            answer.cost = lengths::cost(length_of(answer.path));
        } else {
            answer.path.clear();
        }
        return answer;
    }

    /// The length of that path alone; `infinite` if there is none, or the map is not ready.
    ///
    /// `start`  where the path begins.
    /// `goal`   where it ends.
    [[nodiscard]] cost_type distance(cell start, cell goal) const { return path(start, goal).cost; }

    /// How many levels of regions there are; those of level 1 have 64 x 64 cells, and each level
    /// doubles the side. Neighbours share a line of cells.
    [[nodiscard]] unsigned levels() const noexcept { return map_.levels(); }
    /// The portals between the regions of a level, which counts from 1.
    [[nodiscard]] std::vector<cell> portals(unsigned level) const {
        assert(level >= 1 && level <= levels());
        std::vector<cell> all;
        if (!*this) return all;
        for (const auto& lines : levels_[level].lines)
            for (const auto& line : lines)
                for (const detail::line_portal& p : line) all.push_back(p.at);
        return all;
    }
    /// The bytes that the map and its regions hold.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return map_.bytes() + levels_.bytes(); }

    /// Whether two maps have the same cells and the same regions.
    [[nodiscard]] friend bool operator==(const hpa_grid& a, const hpa_grid& b) {
        return a.status_ == b.status_ && a.map_ == b.map_ && a.levels_ == b.levels_;
    }

private:
    /// One that was stored.
    hpa_grid(detail::region_map map, detail::region_levels<Moves> levels)
        : prepared(status::complete), map_(std::move(map)), levels_(std::move(levels)) {}

    /// Whether there was memory for it; a limit may have ended it, too.
    [[nodiscard]] bool make(const basic_grid<Moves>& g, detail::search_control& control);

    void change(cell c, bool is_open);

    [[nodiscard]] route_type route_by(cell start, cell goal, detail::search_control& control) const;

    [[nodiscard]] std::vector<cell> cells_by(const route_type& r, std::size_t count,
                                             detail::search_control& control) const;

    [[nodiscard]] static typename lengths::type length_of(const std::vector<cell>& path) noexcept {
        typename lengths::type sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i)
            sum += lengths::estimate(path[i - 1], path[i]);
        return sum;
    }

    detail::region_map map_;
    detail::region_levels<Moves> levels_;
};

template <grid_moves Moves>
hpa_grid(const basic_grid<Moves>&, const options& = {}) -> hpa_grid<basic_grid<Moves>>;

// Outside of the class, so that the library senda::compiled can have them.
template <grid_moves Moves>
bool hpa_grid<basic_grid<Moves>>::make(const basic_grid<Moves>& g,
                                       detail::search_control& control) {
    if (!control.budget().take(detail::region_map::bytes_needed(g.width(), g.height())))
        return false;
    map_ = detail::region_map(g.width(), g.height());
    for (int y = 0; y < g.height() && control.poll(); ++y) map_.put_row(g, y);
    if (!control.running()) return true;
    levels_ = detail::region_levels<Moves>(map_);
    if (!control.budget().take(levels_.bytes())) return false;
    detail::region_builder<Moves> maker(map_, levels_);
    return maker.make(control) || !control.running();
}

template <grid_moves Moves>
void hpa_grid<basic_grid<Moves>>::change(cell c, bool is_open) {
    if (!*this) return;
    assert(contains(c));
    if (!contains(c) || open(c) == is_open) return;
    map_.put(c, is_open);
    if (detail::has_memory_for(
            [&] { return detail::region_builder<Moves>(map_, levels_).repair(c); }))
        return;
    status_ = status::memory_limit;
    map_ = {};
    levels_ = {};
}

template <grid_moves Moves>
auto hpa_grid<basic_grid<Moves>>::route_by(cell start, cell goal,
                                           detail::search_control& control) const -> route_type {
    if (!*this) {
        control.end(status_);
        return {detail::answer_of(control)};
    }
    detail::region_query<Moves> query(map_, levels_, start, goal, control);
    query.run();
    route_type found{detail::answer_of(control)};
    found.lower_bound = lengths::cost(lengths::estimate(start, goal));
    if (found) {
        found.cost = lengths::cost(query.found_length());
        found.pieces = query.pieces();
        found.waypoints.reserve(found.pieces.size() + 1);
        found.waypoints.push_back(start);
        for (const detail::region_piece& piece : found.pieces) found.waypoints.push_back(piece.to);
    } else if (found.status == status::exhausted) {
        found.lower_bound = infinite<cost_type>;
    }
    return found;
}

template <grid_moves Moves>
std::vector<cell> hpa_grid<basic_grid<Moves>>::cells_by(const route_type& r, std::size_t count,
                                                        detail::search_control& control) const {
    std::vector<cell> found;
    if (!r) return found;
    found.push_back(r.waypoints.front());
    detail::region_path<Moves> path(map_, levels_, control);
    for (const detail::region_piece& piece : r.pieces) {
        if (found.size() >= count || !control.running()) break;
        control.fits(path.append(piece, found));
    }
    path.shorten(found);
    return found;
}

#if SENDA_COMPILED
extern template class hpa_grid<basic_grid<grid_moves::straight>>;
extern template class hpa_grid<basic_grid<grid_moves::octile>>;
#endif

}  // namespace senda
