// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::rush_hour {

namespace detail {

/// The number of shortest paths from the `i`-th position of a search with an index to its level 0,
/// exactly or as a floating-point number.
template <class Number>
[[nodiscard]] Number count_shortest_paths(const breadth_first_search& all, std::size_t i) {
    std::size_t level = all.depth_of(i);
    std::vector<Number> paths(all.level_begin(level + 1) - all.level_begin(level));
    for (paths[i - all.level_begin(level)] = 1; level > 0; --level) {
        const std::size_t here = all.level_begin(level);
        const std::size_t below = all.level_begin(level - 1);
        std::vector<Number> next(here - below);
        for (std::size_t n = 0; n < paths.size(); ++n) {
            if (paths[n] == Number{}) continue;
            all.for_each_neighbour(here + n, [&](std::size_t to) {
                if (to < here) next[to - below] += paths[n];
            });
        }
        paths = std::move(next);
    }
    Number sum{};
    for (const Number& n : paths) sum += n;
    return sum;
}

}  // namespace detail

/// A position as far from a solved one as any, and how far that is.
struct deepest_position {
    std::uint32_t moves = 0;  ///< how far it is
    rush_hour::board board;   ///< the position
};

/// The positions that can be reached from a classic board, with their distances to the nearest
/// solved one in slides and in steps. It can be used again for another board, in the same memory.
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
    /// of them, and for a board that is not classic, nothing else is known. The distances in steps
    /// are found when they are first asked for; that takes as long again and is not limited.
    bool analyse(const board& b, const limits& l = {}, stop_token stop = {}) {
        park_.reset();
        statistics_ = {};
        goals_ = 0;
        if (!b.shape().is_classic()) return false;
        park_.emplace(b);
        senda::search_control control({.limits = l, .stop = stop});
        steps_known_ = false;
        origin_ = park_->number_of(park_->start());
        control.end(detail::find_distances(*park_, control, first_, slides_));
        const senda::statistics used = control.statistics();
        statistics_ = {used.expanded, first_.size(), first_.bytes() + slides_.bytes(), used.seconds,
                       control.status()};
        goals_ = slides_.level_begin(1);
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
        return complete() && find(solvable() ? &slides_ : &first_, b) != none;
    }

    /// The fewest slides or steps from one of the positions to a solved one, if there is any.
    [[nodiscard]] std::optional<std::uint32_t> distance(const board& b,
                                                        metric count = metric::slide) const {
        const detail::breadth_first_search* all = measured(count);
        const std::uint32_t i = find(all, b);
        return i == none ? std::nullopt : std::optional{all->depth_of(i)};
    }

    /// A position that is farthest from solved; the board itself if none is solved.
    [[nodiscard]] deepest_position deepest(metric count = metric::slide) const {
        const std::size_t last = levels(count);
        if (last == 0) return {0, park_->board()};
        return {static_cast<std::uint32_t>(last - 1), board_at(last - 1, 0, count)};
    }

    /// How many distances there are: from 0 to that of the deepest; 0 if no position is solved.
    [[nodiscard]] std::size_t levels(metric count = metric::slide) const {
        const detail::breadth_first_search* all = measured(count);
        return all == nullptr ? 0 : all->levels();
    }
    /// How many positions have that distance.
    [[nodiscard]] std::size_t level_size(std::size_t distance, metric count = metric::slide) const {
        const detail::breadth_first_search* all = measured(count);
        if (all == nullptr || distance >= all->levels()) return 0;
        return all->level_begin(distance + 1) - all->level_begin(distance);
    }
    /// One of the positions with that distance, by a number below their number.
    [[nodiscard]] board board_at(std::size_t distance, std::size_t i,
                                 metric count = metric::slide) const {
        assert(i < level_size(distance, count));
        const detail::breadth_first_search& all = *measured(count);
        return park_->board_of(all[all.level_begin(distance) + i]);
    }

    /// Calls `visit(position, distance)` for every position, those nearest to a solved one first;
    /// `no_moves` if none is solved. `park().board_of(position)` is its board.
    template <class Visit>
    void for_each_position(Visit&& visit, metric count = metric::slide) const {
        const detail::breadth_first_search* all = measured(count);
        std::uint32_t distance = 0;
        for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) {
            distance = all->depth_of(i);
            visit(all->place(i), distance);
        }
        if (!complete() || solvable()) return;
        for (std::size_t i = 0; i < first_.size(); ++i) visit(first_.place(i), no_moves);
    }

    /// How many different lists of slides, or of steps, solve a board with as few as possible.
    [[nodiscard]] big_unsigned optimal_count(const board& b, metric count = metric::slide) const {
        const detail::breadth_first_search* all = measured(count);
        const std::uint32_t i = find(all, b);
        return i == none ? big_unsigned{0} : detail::count_shortest_paths<big_unsigned>(*all, i);
    }
    /// The same for slides, to 15 digits or so: a fraction of the time.
    [[nodiscard]] double approximate_optimal_count(const board& b) const {
        const detail::breadth_first_search* all = measured(metric::slide);
        const std::uint32_t i = find(all, b);
        return i == none ? 0 : detail::count_shortest_paths<double>(*all, i);
    }

    /// The mean distance, in slides, of the positions that at most so many slides from a board
    /// lead to, itself included; nothing if the board is not one of the positions, cannot be
    /// solved, or memory ran out.
    [[nodiscard]] std::optional<double> mean_distance_within(std::uint32_t slides,
                                                             const board& b) const {
        const std::optional<position> from = packed(b);
        if (!distance(b) || !search_from(*from)) return std::nullopt;
        const auto end = std::min<std::size_t>(slides + std::size_t{1}, first_.levels());
        const std::size_t count = first_.level_begin(end);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += slides_.depth_of(slides_.find(first_[i]));
        return static_cast<double>(sum) / static_cast<double>(count);
    }

    /// The first slide that is part of a shortest solution, in the order of `for_each_move`;
    /// nothing if the board is solved, cannot be, or is not one of the positions.
    [[nodiscard]] std::optional<move> best_move(const board& b,
                                                metric count = metric::slide) const {
        const std::optional<successor> best = best_from(packed(b), count);
        return best ? std::optional{best->by} : std::nullopt;
    }

    /// The shortest solution that takes `best_move` everywhere; empty if there is none to take.
    [[nodiscard]] std::vector<move> canonical_solution(const board& b,
                                                       metric count = metric::slide) const {
        std::vector<move> moves;
        std::optional<successor> best = best_from(packed(b), count);
        for (; best; best = best_from(best->to, count)) append_slide(moves, best->by);
        return moves;
    }

    /// Boards from positions, and positions from boards; of the board that was analysed last.
    [[nodiscard]] const car_park& park() const noexcept { return *park_; }

private:
    struct successor {
        move by;
        position to;
    };
    static constexpr std::uint32_t none = detail::breadth_first_search::none;

    [[nodiscard]] std::optional<position> packed(const board& b) const {
        return park_ ? park_->position_of(b) : std::nullopt;
    }

    /// The search from the solved positions; null if there is none.
    [[nodiscard]] const detail::breadth_first_search* measured(metric count) const {
        if (!complete() || !solvable()) return nullptr;
        if (count == metric::slide) return &slides_;
        if (!steps_known_) steps_known_ = measure_steps();
        return steps_known_ ? &first_ : nullptr;
    }

    // In the memory of the search from the board.
    bool measure_steps() const {
        origin_ = none;
        first_.restart(*park_, metric::step);
        for (std::size_t i = 0; i < goals_; ++i) first_.add(slides_[i]);
        senda::search_control control({});
        return first_.run(control) == status::exhausted;
    }

    /// Lets `first_` be the search from a position, in slides; false if there is no room.
    bool search_from(const position& p) const {
        const std::uint32_t number = park_->number_of(p);
        if (!steps_known_ && origin_ == number) return true;
        steps_known_ = false;
        origin_ = none;
        first_.restart(*park_, metric::slide);
        first_.add(p);
        senda::search_control control({});
        if (first_.run(control) != status::exhausted) return false;
        origin_ = number;
        return true;
    }

    /// The index of a board; `none` if it is not there, or there is no search.
    [[nodiscard]] std::uint32_t find(const detail::breadth_first_search* all,
                                     const board& b) const {
        const std::optional<position> p = all != nullptr ? packed(b) : std::nullopt;
        return p ? all->find(*p) : none;
    }

    /// The first slide from a position that leads nearer by what it costs.
    [[nodiscard]] std::optional<successor> best_from(const std::optional<position>& p,
                                                     metric count) const {
        const detail::breadth_first_search* all = measured(count);
        const std::uint32_t here = p && all != nullptr ? all->find(*p) : none;
        if (here == none) return std::nullopt;
        const std::uint32_t left = all->depth_of(here);
        std::optional<successor> best;
        park_->for_each_slide(*p, [&](move m, const position& to) {
            if (best) return;
            const auto cost =
                count == metric::slide ? 1U : static_cast<std::uint32_t>(std::abs(int{m.by}));
            if (all->depth_of(all->find(to)) + cost == left) best = {m, to};
        });
        return best;
    }

    std::optional<car_park> park_;
    rush_hour::statistics statistics_;
    std::uint64_t goals_ = 0;
    // In slides from the position with the number `origin_`, at first the board; or, if they are
    // known, in steps from the solved positions.
    mutable detail::breadth_first_search first_{2};
    mutable std::uint32_t origin_ = none;
    mutable bool steps_known_ = false;
    detail::breadth_first_search slides_{2};  // from the solved positions
};

/// Finds all positions that can be reached from a board, and their distances.
[[nodiscard]] inline component analyse(const board& b, const limits& l = {}, stop_token stop = {}) {
    return component(b, l, stop);
}

}  // namespace senda::rush_hour
