// SPDX-License-Identifier: MIT
// Every position that can be reached from a board, with its distance to the nearest solved one.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/engine/breadth_first_search.hpp>
#include <senda/rush_hour/engine/count_ways.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/rush_hour/moves.hpp>
#include <senda/rush_hour/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/memory.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

namespace senda::rush_hour {

/// A position as far from a solved one as any, and how far that is.
struct deepest_position {
    std::uint32_t moves = 0;  ///< how far it is
    rush_hour::board board;   ///< the position
};

/// The positions that can be reached from a board, solved ones and what follows them included, with
/// their distances to the nearest solved one in slides and in steps. It can be used again for
/// another board, in the same memory.
class component {
public:
    component() = default;
    /// The component of a board, as `analyse` finds it.
    explicit component(const board& b, const limits& l = {}, stop_token stop = {}) {
        analyse(b, l, stop);
    }
    component(const component&) = delete;
    component& operator=(const component&) = delete;

    /// Finds all positions and their distances in slides; whether no limit came first. Without all
    /// of them, nothing else is known. The distances in steps are found when they are first asked
    /// for; that takes as long again and is not limited.
    bool analyse(const board& b, const limits& l = {}, stop_token stop = {}) {
        park_.emplace(b);
        senda::detail::search_control control({.limits = l, .stop = stop});
        budget_.set_limit(l.bytes);
        if (budget_.used() > l.bytes) release();
        steps_known_ = false;
        control.end(spread(control));
        const senda::statistics used = control.statistics();
        statistics_.expanded = used.expanded;
        statistics_.states = first_.size();
        statistics_.bytes = budget_.used();
        statistics_.seconds = used.seconds;
        statistics_.ended = control.status();
        return complete();
    }

    /// Whether all positions were found.
    [[nodiscard]] bool complete() const noexcept { return statistics_.ended == status::exhausted; }
    /// What it took, and what stopped it if it is not complete.
    [[nodiscard]] const rush_hour::statistics& statistics() const noexcept { return statistics_; }

    /// How many positions there are.
    [[nodiscard]] std::uint64_t states() const noexcept { return statistics_.states; }
    /// How many of them are solved.
    [[nodiscard]] std::uint64_t goals() const noexcept { return goals_; }
    /// Whether any is solved: moves can be taken back, so that then all can be.
    [[nodiscard]] bool solvable() const noexcept { return goals_ != 0; }
    /// Whether a board is one of the positions.
    [[nodiscard]] bool contains(const board& b) const {
        return complete() && find(everything(), b) != detail::flood::none;
    }

    /// The fewest slides or steps from a board to a solved one; nothing if it is not one of the
    /// positions, or none is solved.
    [[nodiscard]] std::optional<std::uint32_t> distance(const board& b,
                                                        metric count = metric::slide) const {
        const detail::flood* all = measured(count);
        if (all == nullptr) return std::nullopt;
        const std::uint32_t i = find(*all, b);
        if (i == detail::flood::none) return std::nullopt;
        return all->depth_of(i);
    }

    /// A position that is farthest from solved; the board itself if none is solved.
    [[nodiscard]] deepest_position deepest(metric count = metric::slide) const {
        const std::size_t last = levels(count);
        if (last == 0) return {0, park_->board()};
        return {static_cast<std::uint32_t>(last - 1), board_at(last - 1, 0, count)};
    }

    /// How many distances there are: from 0 to that of the deepest; 0 if no position is solved.
    [[nodiscard]] std::size_t levels(metric count = metric::slide) const {
        const detail::flood* all = measured(count);
        return all == nullptr ? 0 : all->level_ends().size();
    }
    /// How many positions have that distance.
    [[nodiscard]] std::size_t level_size(std::size_t distance, metric count = metric::slide) const {
        const detail::flood* all = measured(count);
        if (all == nullptr || distance >= all->level_ends().size()) return 0;
        return all->level_ends()[distance] - all->level_begin(distance);
    }
    /// One of the positions with that distance, by a number below their number.
    [[nodiscard]] board board_at(std::size_t distance, std::size_t i,
                                 metric count = metric::slide) const {
        assert(i < level_size(distance, count));
        const detail::flood& all = *measured(count);
        return park_->board_of(all[all.level_begin(distance) + i].place);
    }

    /// Calls `visit(position, distance)` for every position, those nearest to a solved one first;
    /// `no_moves` if none is solved. `park().board_of(position)` is its board.
    template <class Visit>
    void for_each_position(Visit&& visit, metric count = metric::slide) const {
        const detail::flood* all = measured(count);
        std::uint32_t distance = 0;
        for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) {
            if (i == all->level_ends()[distance]) ++distance;
            visit(all->place(i), distance);
        }
        if (!complete() || solvable()) return;
        for (std::size_t i = 0; i < first_.size(); ++i) visit(first_.place(i), no_moves);
    }

    /// How many different lists of slides, or of steps, solve a board with as few as possible.
    [[nodiscard]] big_unsigned optimal_count(const board& b, metric count = metric::slide) const {
        const detail::flood* all = measured(count);
        if (all == nullptr) return 0;
        const std::uint32_t i = find(*all, b);
        return i == detail::flood::none ? big_unsigned{0} : detail::count_ways(*all, i);
    }

    /// The first slide that is part of a shortest solution, in the order of `for_each_move`;
    /// nothing if the board is solved, cannot be, or is not one of the positions.
    [[nodiscard]] std::optional<move> best_move(const board& b,
                                                metric count = metric::slide) const {
        const std::optional<position> p = park_ ? park_->position_of(b) : std::nullopt;
        const detail::flood* all = measured(count);
        if (!p || all == nullptr) return std::nullopt;
        const std::optional<leading> best = best_from(*all, *p, count);
        if (!best) return std::nullopt;
        return best->by;
    }

    /// The shortest solution that takes `best_move` everywhere; empty if there is none to take.
    [[nodiscard]] std::vector<move> canonical_solution(const board& b,
                                                       metric count = metric::slide) const {
        std::vector<move> moves;
        std::optional<position> p = park_ ? park_->position_of(b) : std::nullopt;
        const detail::flood* all = measured(count);
        while (p && all != nullptr) {
            const std::optional<leading> best = best_from(*all, *p, count);
            if (!best) break;
            append_slide(moves, best->by);
            p = best->to;
        }
        return moves;
    }

    /// Boards from positions, and positions from boards; of the board that was analysed last.
    [[nodiscard]] const car_park& park() const noexcept { return *park_; }

private:
    struct leading {
        move by;
        position to;
    };

    // Moves can be taken back, so that a flood from all solved positions finds the distances to
    // them. Which they are, a flood from the board finds out first.
    senda::status spread(senda::detail::search_control& control) {
        goals_ = 0;
        const position start = park_->start();
        if (!first_.restart(*park_, metric::slide) || !first_.add(start, park_->number_of(start)) ||
            !slides_.restart(*park_, metric::slide))
            return status::memory_limit;
        if (const senda::status ended = first_.run(control); ended != status::exhausted)
            return ended;
        for (std::size_t i = 0; i < first_.size(); ++i)
            if (park_->is_solved(first_[i].place) &&
                !slides_.add(first_[i].place, first_[i].number))
                return status::memory_limit;
        goals_ = slides_.size();
        const senda::status ended = slides_.run(control);
        if (ended == status::exhausted) (solvable() ? slides_ : first_).make_index();
        return ended;
    }

    void release() noexcept {
        first_.release();
        slides_.release();
    }

    [[nodiscard]] const detail::flood& everything() const noexcept {
        return solvable() ? slides_ : first_;
    }

    /// The flood from the solved positions; null if there is none.
    [[nodiscard]] const detail::flood* measured(metric count) const {
        if (!complete() || !solvable()) return nullptr;
        if (count == metric::slide) return &slides_;
        if (!steps_known_) steps_known_ = measure_steps();
        return steps_known_ ? &first_ : nullptr;
    }

    // The flood from the board is not needed any more.
    bool measure_steps() const {
        budget_.set_limit(std::numeric_limits<std::uint64_t>::max());
        if (!first_.restart(*park_, metric::step)) return false;
        for (std::size_t i = 0; i < goals_; ++i)
            if (!first_.add(slides_[i].place, slides_[i].number)) return false;
        senda::detail::search_control control({});
        if (first_.run(control) != status::exhausted) return false;
        first_.make_index();
        return true;
    }

    [[nodiscard]] std::uint32_t find(const detail::flood& all, const board& b) const {
        const std::optional<position> p = park_->position_of(b);
        return p ? all.find(park_->number_of(*p)) : detail::flood::none;
    }

    /// The first slide from a position that leads nearer by what it costs.
    [[nodiscard]] std::optional<leading> best_from(const detail::flood& all, const position& p,
                                                   metric count) const {
        const std::uint32_t here = all.find(park_->number_of(p));
        if (here == detail::flood::none) return std::nullopt;
        const std::uint32_t left = all.depth_of(here);
        std::optional<leading> best;
        park_->for_each_slide(p, [&](move m, const position& to) {
            if (best) return;
            const auto cost =
                count == metric::slide ? 1U : static_cast<std::uint32_t>(std::abs(int{m.by}));
            if (all.depth_of(all.find(park_->number_of(to))) + cost == left) best = {m, to};
        });
        return best;
    }

    std::optional<car_park> park_;
    rush_hour::statistics statistics_;
    std::uint64_t goals_ = 0;
    mutable memory_budget budget_;
    mutable detail::flood first_{budget_};  // from the board; later from the solved ones, in steps
    detail::flood slides_{budget_};         // from the solved positions
    mutable bool steps_known_ = false;
};

/// Finds all positions that can be reached from a board, and their distances.
[[nodiscard]] inline component analyse(const board& b, const limits& l = {}, stop_token stop = {}) {
    return component(b, l, stop);
}

}  // namespace senda::rush_hour
