// SPDX-License-Identifier: MIT
// Bit-parallel search of a tiled grid layer by layer, for `bfs`, and for `astar` where it helps.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/grid/tiles/frontiers.hpp>
#include <senda/detail/grid/tiles/grid_query.hpp>
#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

namespace senda::detail {

/// When a search goes cell by cell and when tile by tile.
struct tile_tuning {
    std::uint64_t max_cells_cellwise = 64;  ///< frontiers of at most this size go cell by cell,
    std::uint64_t min_cells_per_two_tiles =
        3;  ///< and so do those with fewer cells in two tiles, on average
    steps steps_between_checks = 256;  ///< steps that pass before the two are compared again
    std::uint32_t initial_columns =
        visited_tiles::columns_at_first;    ///< the window that a search begins with
    std::uint64_t astar_cells_first = 512;  ///< cells that A* expands before layers are tried,
    std::uint64_t layer_cells_per_astar_cell =
        200;  ///< and one for so many that layers may look at: about an eighth of their time;
    steps longer_first = 64;  ///< layers look for paths this much longer than the estimate first
    std::uint64_t work_before_second_side =
        1 << 16;                             ///< work before another search may begin at the goal,
    steps min_layers_apart = 512;            ///< if it is still farther away, in layers;
    std::uint64_t work_per_round = 1 << 15;  ///< work of both sides before they look up;
    std::uint64_t min_tiles_for_two_threads =
        128;  ///< active tiles of both that are worth two threads
};

/// Goes cell by cell while the frontier is narrow and tile by tile while it is wide.
class tile_layers : public grid_query {
public:
    using result_type = senda::result<cell, steps>;

    template <TiledGrid G>
    tile_layers(const G& g, cell start, cell goal, const options& o, const tile_tuning& tuning = {})
        : tile_layers(g, start, goal, o, tuning, unprepared{}) {
        applicable_ = !control_.running() || visited_.prepare(start, tuning_.initial_columns);
    }

    /// Searches to the end.
    void run() {
        if (!applicable_ || !control_.running()) return;
        begin();
        search_layers();
    }

    /// Why another search must answer.
    [[nodiscard]] static std::string_view decline_reason() noexcept {
        return fallback_reason::no_tiles;
    }

    [[nodiscard]] result_type result() const {
        return answer(is_found() ? distance_ : distance_ + 1,
                      [this] { return visited_.path_to(goal_, distance_); });
    }

protected:
    static constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t work_of_step = 8;  // of a step in tiles, besides the tiles

    struct unprepared {};
    template <TiledGrid G>
    tile_layers(const G& g, cell start, cell goal, const options& o, const tile_tuning& tuning,
                unprepared)
        : grid_query(g, start, goal, o, engine_kind::tiles),
          tuning_(tuning),
          visited_(g.tiles(), control_.budget()),
          by_cell_(visited_, control_.budget()),
          by_tile_(visited_, control_.budget()),
          bounds_(o.limits),
          limited_(o.limits.expansions != no_limit || o.stop.stop_possible() ||
                   o.limits.time.seconds() < std::numeric_limits<double>::infinity()) {}

    SENDA_NOINLINE void begin() {
        visited_.make_ready(visited_.place(start_) >> 10);
        by_cell_.add(visited_.place(start_), 0);
        by_cell_.set_goal(goal_place());
    }

    /// Searches layer by layer from the cells that are queued.
    void search_layers() {
        by_cell_.set_goal(goal_place());
        go_on(infinite<steps>, no_limit);
        finish();
    }

    /// Goes on to a distance, or until it has done so much work in all.
    SENDA_NOINLINE void go_on(steps until, std::uint64_t work) {
        until_ = until;
        work_until_ = work;
        while (applicable_ && control_.running() && distance_ < until && worked_ < work) {
            if (visited_.is_at_edge()) {
                widen();
            } else if (in_tiles_) {
                go_by_tile();
            } else {
                go_by_cell();
            }
        }
    }
    /// Forgets all and begins at the start; in tiles, where no path of at most this length can lead
    /// to the goal, it goes on no more.
    SENDA_COLD void restart(steps longest) {
        longest_ = longest;
        has_left_out_ = false;
        if (has_restarted_ && !limited_) count_expanded();
        before_ = control_.expanded();
        if (in_tiles_) by_tile_.dissolve(colour(), [](tile_place) {});
        by_cell_.dissolve([](tile_place) {});
        visited_.restart();
        distance_ = tiles_from_ = 0;
        in_tiles_ = false;
        has_restarted_ = true;
        begin();
    }
    /// Called when all is searched.
    SENDA_NOINLINE void finish() {
        if (!limited_) count_expanded();
        if (is_found()) visited_.make_ready(goal_place() >> 10);
    }

    /// Goes on from a window of the grid to all of it.
    SENDA_COLD void widen() {
        const tile_window nearby = visited_.window();
        applicable_ = visited_.widen() && (!has_bits_ || by_tile_.widen(nearby));
        if (!applicable_) {
            in_tiles_ = false;  // there may be no memory of the frontier to count
            return;
        }
        by_cell_.widen(nearby);
        by_cell_.set_goal(goal_place());
    }

    SENDA_NOINLINE void change_to_tiles() {
        if (!has_bits_) has_bits_ = by_tile_.prepare();
        if (!has_bits_) {
            tiles_from_ = infinite<steps>;
            return;
        }
        by_cell_.dissolve([this](tile_place p) { by_tile_.add(p, distance_); });
        by_tile_.begin(colour());
        in_tiles_ = true;
        if (by_tile_.full()) return control_.end(status::memory_limit);
        // Where it was in vain, it is tried again later and later.
        in_vain_ = is_sparse() ? std::min(in_vain_ + 1, 5) : 0;
        if (in_vain_ != 0 && !held_) change_to_cells();
    }

    [[nodiscard]] bool is_sparse() const noexcept {
        return 2 * by_tile_.count(colour()) < tuning_.min_cells_per_two_tiles * by_tile_.active();
    }

    void count(std::uint64_t cells) noexcept {
        control_.count_expanded(cells);
        control_.count_generated(cells);
    }
    void count_expanded() noexcept {
        if (!has_bits_ && !has_restarted_) return count(by_cell_.expanded());
        const std::uint64_t expanded =
            visited_.count_visited() - (in_tiles_ ? by_tile_.count(colour()) : 0);
        count(expanded - std::min(expanded, control_.expanded() - before_));
    }

    /// The colour of the cells at the distance that was reached.
    [[nodiscard]] int colour() const noexcept { return (start_.x ^ start_.y ^ distance_) & 1; }

    tile_tuning tuning_;
    visited_tiles visited_;
    cell_frontier by_cell_;
    tile_frontier by_tile_;
    cost_bounds<steps> bounds_;
    bool limited_;
    steps distance_ = 0;
    std::uint64_t worked_ = 0;  // cells taken and tiles stepped: they take about as long
    bool in_tiles_ = false;
    bool held_ = false;  // it stays in tiles
    steps longest_ = infinite<steps>;
    bool has_left_out_ = false;  // cells from which only longer paths lead to the goal

private:
    using stop_reason = cell_frontier::stop_reason;

    SENDA_NOINLINE void go_by_cell() {
        if (limited_ && by_cell_.is_done()) return control_.end(status::exhausted);
        const std::uint64_t left_to_do = work_until_ - worked_;
        const std::uint64_t most = limited_ ? control_.request_expansions(left_to_do) : left_to_do;
        if (most == 0) return;
        if (limited_ && by_cell_.waiting() > left()) by_cell_.prefer_goal();
        const std::uint64_t before = by_cell_.expanded();
        const steps beyond = std::min(add_costs(bounds_.cost_limit(), steps{1}), until_);
        const stop_reason why = by_cell_.run({beyond, narrow(), tiles_from_, most});
        worked_ += by_cell_.expanded() - before;
        if (limited_) count(by_cell_.expanded() - before);
        distance_ = by_cell_.distance();
        switch (why) {
            case stop_reason::empty: return control_.end(status::exhausted);
            case stop_reason::at_goal:
                if (distance_ >= bounds_.cost_limit()) return prune();
                ++distance_;
                return control_.end(status::found);
            case stop_reason::at_cap:
                if (distance_ >= until_) return;
                return by_cell_.is_done() ? control_.end(status::exhausted) : prune();
            case stop_reason::full: return control_.end(status::memory_limit);
            case stop_reason::is_wide: return change_to_tiles();
            case stop_reason::at_edge:
            case stop_reason::used_up: return;
        }
    }

    /// Ends where the next cells are beyond the limit on costs.
    void prune() {
        distance_ = bounds_.cost_limit();
        control_.end(status::cost_limit);
    }

    void go_by_tile() {
        if (limited_ && !may_step()) return;
        worked_ += by_tile_.active() + work_of_step;
        by_tile_.step(colour(), distance_);
        if (by_tile_.full()) return control_.end(status::memory_limit);
        ++distance_;
        if (distance_ > bounds_.cost_limit()) {
            return by_tile_.count(colour()) == 0 ? control_.end(status::exhausted) : prune();
        }
        if (by_tile_.has(goal_place())) return control_.end(status::found);
        if (longest_ != infinite<steps> && distance_ % steps_between_cuts == 0 &&
            by_tile_.leave_out_beyond(goal_, longest_ - distance_, colour()))
            has_left_out_ = true;
        if (by_tile_.active() == 0) return change_to_cells();
        if (distance_ % tuning_.steps_between_checks == 0 && !held_ && is_sparse())
            change_to_cells();
    }

    /// Within a window, all of which is at hand, tiles are worth it sooner.
    [[nodiscard]] std::uint64_t narrow() const noexcept {
        return visited_.window().is_whole() ? tuning_.max_cells_cellwise
                                            : tuning_.max_cells_cellwise / 4;
    }

    /// Whether limits allow the next step; a part of one is made cell by cell.
    SENDA_NOINLINE bool may_step() {
        const std::uint64_t cells = by_tile_.count(colour());
        if (cells != 0 && control_.request_expansions(cells) == 0) return false;
        if (cells > left()) {
            change_to_cells();
            tiles_from_ = infinite<steps>;
            return false;
        }
        count(cells);
        return true;
    }

    [[nodiscard]] std::uint64_t left() const noexcept {
        return control_.limits().expansions - control_.expanded();
    }

    SENDA_NOINLINE void change_to_cells() {
        tiles_from_ = add_costs(distance_, tuning_.steps_between_checks << in_vain_);
        by_tile_.dissolve(colour(), [this](tile_place p) { by_cell_.add(p, distance_); });
        in_tiles_ = false;
    }

    /// The place of the goal, or one that is never reached while it is outside of the window.
    [[nodiscard]] SENDA_NOINLINE tile_place goal_place() const noexcept {
        return visited_.window().contains(goal_) ? visited_.place(goal_) : 0;
    }

    static constexpr steps steps_between_cuts = 16;

    bool has_bits_ = false;
    bool has_restarted_ = false;
    std::uint64_t before_ = 0;  // expansions until it began the last time
    steps until_ = infinite<steps>;
    std::uint64_t work_until_ = no_limit;
    int in_vain_ = 0;  // changes to tiles in a row that were taken back at once
    steps tiles_from_ = 0;
};

}  // namespace senda::detail
