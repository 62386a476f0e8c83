// SPDX-License-Identifier: MIT
// Breadth-first search of positions, one car park after the other in the same memory.
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/engine/move_tables.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::rush_hour::detail {

/// When a search ends: if the table of the third row shows one of these arrangements.
struct goal_test {
    const std::uint8_t* table = line_tables[0].slides.data();
    std::uint8_t wanted = 0;

    [[nodiscard]] SENDA_ALWAYS_INLINE bool operator()(const position& p) const noexcept {
        return (table[p.rows >> (exit_row * line_bits) & line_mask] & wanted) != 0;
    }
};

/// The moves that a breadth-first search has to try. Positions are marked with their last move,
/// which the key leaves out.
struct untried_graph {
    using node_type = position;

    template <class Emit>
    void successors(const position& p, Emit&& emit) const {
        moves.for_each(moves.untried_moves(p), p, [&](const placement& to, const placement& from) {
            emit(move_tables::after(p, to, from));
        });
    }
    [[nodiscard]] static std::uint64_t key(const position& p) noexcept {
        return p.rows & position_mask;
    }

    move_tables moves;
};

/// Searches from some positions, and what it reached, in order.
class breadth_first_search {
    using search = decltype(senda::bfs_search(std::declval<const untried_graph&>(), position{},
                                              goal_test{}, options{}));

public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// `sharing` searches have a limit of bytes in common.
    explicit breadth_first_search(unsigned sharing = 1) noexcept : sharing_(sharing) {}
    breadth_first_search(const breadth_first_search&) = delete;
    breadth_first_search& operator=(const breadth_first_search&) = delete;

    /// Begins anew, without any position yet.
    void restart(const car_park& park, metric count) {
        graph_.moves.assign(park, count);
        restart();
    }
    /// Begins anew in the car park of the last search.
    void restart() {
        starts_.clear();
        is_begun_ = false;
    }
    /// Adds a position to begin with.
    void add(const position& p) { starts_.push_back({p.rows & position_mask, p.columns}); }

    /// Searches until a goal is met (`found`), everything is (`exhausted`), nothing new is within
    /// `most_levels` moves or more than `most_positions` were met (`cost_limit`), or another limit
    /// is reached; counts what it expands.
    [[nodiscard]] senda::status run(
        senda::search_control& control, goal_test goal = {},
        std::size_t most_levels = std::numeric_limits<std::size_t>::max(),
        std::size_t most_positions = std::numeric_limits<std::size_t>::max()) {
        begin(control, goal, most_levels);
        senda::status ended = search_->status();
        if (most_positions == std::numeric_limits<std::size_t>::max()) ended = search_->run();
        while (ended == status::running && size() <= most_positions) ended = search_->step(64);
        control.count_expanded(search_->statistics().expanded);
        return size() > most_positions ? status::cost_limit : ended;
    }

    /// How many positions were met; they are numbered in that order.
    [[nodiscard]] std::size_t size() const noexcept { return is_begun_ ? search_->reached() : 0; }
    /// The `i`-th position, marked with the move that led to it.
    [[nodiscard]] const position& operator[](std::size_t i) const noexcept {
        return search_->reached(i);
    }
    /// The `i`-th position without that mark.
    [[nodiscard]] position place(std::size_t i) const noexcept {
        return {(*this)[i].rows & position_mask, (*this)[i].columns};
    }
    /// The positions on the path to the goal, marked.
    [[nodiscard]] std::vector<position> path() const { return search_->result().path; }
    /// No position that the search did not meet yet is a goal nearer than that.
    [[nodiscard]] std::uint32_t lower_bound() const {
        return static_cast<std::uint32_t>(search_->result().lower_bound);
    }
    /// Which position led to the `i`-th; itself if it was added.
    [[nodiscard]] std::size_t parent(std::size_t i) const noexcept { return search_->parent(i); }
    /// The bytes that the search has held at most.
    [[nodiscard]] std::uint64_t bytes() const { return search_ ? search_->statistics().bytes : 0; }

    /// The level of the `i`-th position: how many moves led to it.
    [[nodiscard]] std::uint32_t depth_of(std::size_t i) const {
        return static_cast<std::uint32_t>(search_->depth(i));
    }
    /// How many levels there are.
    [[nodiscard]] std::size_t levels() const { return size() == 0 ? 0 : depth_of(size() - 1) + 1; }
    /// Where a level begins; the end of the last is the begin of the next.
    [[nodiscard]] std::size_t level_begin(std::size_t level) const {
        std::size_t begin = 0;
        for (std::size_t end = size(); begin != end;) {
            const std::size_t middle = begin + (end - begin) / 2;
            if (depth_of(middle) < level)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

    /// Whether a position was met.
    [[nodiscard]] bool has_met(const position& p) const {
        return is_begun_ && search_->contains(p);
    }
    /// The index of a position; `none` if it was not met.
    [[nodiscard]] std::uint32_t find(const position& p) const {
        const std::optional<std::size_t> i = search_->index_of(p);
        return i ? static_cast<std::uint32_t>(*i) : none;
    }
    /// Calls `visit(i)` with the index of each position that one move leads to.
    template <class Visit>
    void for_each_neighbour(std::size_t i, Visit&& visit) const {
        const position p = place(i);
        graph_.moves.for_each(graph_.moves.moves(p), p,
                              [&](const placement& to, const placement& from) {
                                  visit(std::size_t{find(move_tables::after(p, to, from))});
                              });
    }

private:
    // The searches that follow may have other tokens.
    struct outer_stop {
        stop_token now;
        [[nodiscard]] bool stop_requested() const { return now.stop_requested(); }
    };

    /// Restarts the search with what the control leaves of its limits.
    void begin(const senda::search_control& control, goal_test goal, std::size_t most_levels) {
        limits left = control.limits();
        left.expansions -= std::min(left.expansions, control.expanded());
        left.bytes /= sharing_;
        if (left.time.seconds() < std::numeric_limits<double>::infinity())
            left.time = std::max(0.0, left.time.seconds() - control.statistics().seconds);
        left.cost = most_levels == std::numeric_limits<std::size_t>::max()
                        ? std::numeric_limits<double>::infinity()
                        : static_cast<double>(most_levels);
        stop_.now = control.options().stop;
        is_begun_ = true;
        if (!search_ || is_stoppable_ != stop_.now.stop_possible() || bytes() > left.bytes) {
            is_stoppable_ = stop_.now.stop_possible();
            search_.emplace(
                graph_, any_of(starts_), goal,
                options{.limits = left, .stop = is_stoppable_ ? stop_token(stop_) : stop_token()});
        } else {
            search_->set_limits(left);
            if (starts_.size() == 1) {
                search_->restart(starts_[0], goal);
            } else {
                search_->restart(any_of(starts_), goal);
            }
        }
    }

    untried_graph graph_;
    std::vector<position> starts_;
    mutable std::optional<search> search_;  // looks positions up in a table that it makes then
    outer_stop stop_;
    unsigned sharing_;
    bool is_stoppable_ = false;
    bool is_begun_ = false;
};

/// Retrograde analysis: `all` meets what can be reached from the start, and `distances` searches
/// from the solved positions among it; slides can be taken back, so its levels are the distances to
/// them. `exhausted` if all is known; `cost_limit` if there are more than `most` positions.
[[nodiscard]] inline senda::status find_distances(
    const car_park& park, senda::search_control& control, breadth_first_search& all,
    breadth_first_search& distances, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    all.restart(park, metric::slide);
    all.add(park.start());
    distances.restart(park, metric::slide);
    const senda::status ended = all.run(control, {}, std::numeric_limits<std::size_t>::max(), most);
    if (ended != status::exhausted) return ended;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (park.is_solved(all[i])) distances.add(all[i]);
    return distances.run(control);
}

}  // namespace senda::rush_hour::detail
