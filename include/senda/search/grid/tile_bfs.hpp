// SPDX-License-Identifier: MIT
// Breadth-first search between two cells of a grid that keeps its cells in tiles of bits: what
// `bfs` does by itself on `grid`.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cell_arrays.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/cell_waves.hpp>
#include <senda/search/grid/tile_field.hpp>
#include <senda/search/grid/tile_query.hpp>
#include <senda/search/grid/tile_waves.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace senda::detail {

/// When a search goes cell by cell and when tile by tile.
struct tile_tuning {
    std::uint64_t narrow = 64;     ///< waves of at most so many cells go cell by cell,
    std::uint64_t sparse = 3;      ///< and so do waves of fewer cells than half of this a tile
    steps patience = 256;          ///< waves that pass before the two ways are compared again
    std::size_t share_from = 128;  ///< live tiles that are worth to be shared among threads
};

/// A breadth-first search that goes cell by cell while the wave is narrow and tile by tile while
/// it is wide, as it costs less.
class tile_bfs {
    static constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

public:
    using result_type = senda::result<cell, steps>;

    tile_bfs(const tiled_cells& cells, const options& o, const tile_tuning& tuning = {})
        : control_(o),
          tuning_(tuning),
          field_(cells, control_.budget()),
          by_cell_(field_, control_.budget()),
          by_tile_(field_, control_.budget(), o.threads, tuning.share_from),
          cap_(cost_cap<steps>(o.limits.cost)),
          limited_(o.limits.expansions != no_limit || o.stop.stop_possible() ||
                   o.limits.time.seconds() < std::numeric_limits<double>::infinity()) {}

    /// Takes the memory; false if there is not enough.
    [[nodiscard]] bool prepare() { return field_.prepare(); }

    /// Searches from an open cell to another.
    void run(cell start, cell goal) {
        goal_ = goal;
        field_.make_ready(field_.place(start) >> 9);
        by_cell_.set_goal(field_.place(goal));
        by_cell_.add(field_.place(start));
        by_cell_.begin(0);
        while (control_.running()) {
            if (in_tiles_) {
                go_by_tile();
            } else {
                go_by_cell();
            }
        }
        if (!limited_) count_expanded();
    }

    [[nodiscard]] result_type result() const {
        result_type r{
            .status = control_.status(),
            .lower_bound = control_.status() == status::exhausted ? infinite<steps> : distance_ + 1,
            .statistics = control_.statistics()};
        if (control_.status() == status::found) {
            r.cost = r.lower_bound = distance_;
            r.path = field_.path_to(goal_, r.cost);
        }
        return r;
    }

private:
    using halt = cell_waves::halt;

    void go_by_cell() {
        const std::uint64_t most = limited_ ? control_.may_expand_many(no_limit) : no_limit;
        if (most == 0) return;
        const std::uint64_t before = by_cell_.expanded();
        const halt why = by_cell_.run({cap_, tuning_.narrow, tiles_from_, most});
        if (limited_) count(by_cell_.expanded() - before);
        distance_ = by_cell_.distance();
        switch (why) {
            case halt::empty: return control_.end(status::exhausted);
            case halt::at_goal: ++distance_; return control_.end(status::found);
            case halt::at_cap: return control_.end(status::cost_limit);
            case halt::full: return control_.end(status::memory_limit);
            case halt::is_wide: return change_to_tiles();
            case halt::used_up: return;
        }
    }

    void go_by_tile() {
        if (distance_ >= cap_) {
            return control_.end(by_tile_.count(distance_) == 0 ? status::exhausted
                                                               : status::cost_limit);
        }
        if (limited_ && !may_step()) return;
        by_tile_.step(distance_);
        if (by_tile_.full()) return control_.end(status::memory_limit);
        ++distance_;
        if (by_tile_.has(field_.place(goal_), distance_)) return control_.end(status::found);
        if (by_tile_.live() == 0) return control_.end(status::exhausted);
        if (distance_ % tuning_.patience == 0 && is_sparse()) change_to_cells();
    }

    /// Asks for the next step where there are limits; if they forbid a part of it, it is made cell
    /// by cell.
    bool may_step() {
        const std::uint64_t cells = by_tile_.count(distance_);
        if (cells != 0 && control_.may_expand_many(cells) == 0) return false;
        if (cells > control_.asked().limits.expansions - control_.expanded()) {
            change_to_cells();
            tiles_from_ = infinite<steps>;
            return false;
        }
        count(cells);
        return true;
    }

    [[nodiscard]] bool is_sparse() const noexcept {
        return 2 * by_tile_.count(distance_) < tuning_.sparse * by_tile_.live();
    }

    void change_to_tiles() {
        tiles_from_ = distance_ + tuning_.patience;
        if (!has_waves_) has_waves_ = by_tile_.prepare();
        if (!has_waves_) {
            tiles_from_ = infinite<steps>;
            return;
        }
        by_cell_.dissolve([this](tile_place p) { by_tile_.add(p, distance_); });
        by_tile_.begin(distance_);
        in_tiles_ = true;
        if (by_tile_.full()) return control_.end(status::memory_limit);
        if (is_sparse()) change_to_cells();
    }

    void change_to_cells() {
        tiles_from_ = distance_ + tuning_.patience;
        by_tile_.dissolve(distance_, [this](tile_place p) { by_cell_.add(p); });
        by_cell_.begin(distance_);
        in_tiles_ = false;
    }

    void count(std::uint64_t cells) noexcept {
        control_.count_expanded(cells);
        control_.count_generated(cells);
    }
    void count_expanded() noexcept {
        if (!has_waves_) return count(by_cell_.expanded());
        count(field_.count_reached() - (in_tiles_ ? by_tile_.count(distance_) : 0));
    }

    search_control control_;
    tile_tuning tuning_;
    tile_field field_;
    cell_waves by_cell_;
    tile_waves by_tile_;
    steps cap_;
    bool limited_;
    bool has_waves_ = false;
    bool in_tiles_ = false;
    steps distance_ = 0;
    steps tiles_from_ = 0;
    cell goal_ = {};
};

/// The answer of `bfs` from a cell to another, or nothing where the generic search must answer: the
/// start is closed, or the tiles do not fit into the memory allowed.
template <TiledGrid G>
[[nodiscard]] std::optional<result<cell, steps>> bfs_in_tiles(const G& g, cell start, cell goal,
                                                              const options& o,
                                                              const tile_tuning& tuning = {}) {
    if (!g.open(start) || start == goal) return std::nullopt;
    if (!g.open(goal)) {
        return result<cell, steps>{.status = status::exhausted, .lower_bound = infinite<steps>};
    }
    tile_bfs search(g.tiles(), o, tuning);
    if (!search.prepare()) return std::nullopt;
    search.run(start, goal);
    return search.result();
}

}  // namespace senda::detail
