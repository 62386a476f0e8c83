// SPDX-License-Identifier: MIT
// One maze solved for the life at the end: what is asked before steps are traded for life.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/game.hpp>
#include <maze/life/front_search.hpp>
#include <maze/life/life_search.hpp>
#include <maze/life/loss_search.hpp>
#include <maze/life/treasure_groups.hpp>
#include <maze/solve.hpp>
#include <maze/solver/route_improvement.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// What is left of limits once some of them was used.
[[nodiscard]] inline options limits_left(options o, const maze::statistics& used) {
    o.limits.expansions -= std::min(used.expanded, o.limits.expansions);
    o.limits.time = std::max(0.0, o.limits.time.seconds() - used.seconds);
    return o;
}

/// Limits with a share of their time.
[[nodiscard]] inline limits with_share(limits l, double share) {
    l.time = l.time.seconds() * share;
    return l;
}

/// Solves a maze in three searches: the fewest steps, the most life, and what lies between.
class trade_solver {
public:
    /// The first search gets a `share` of the time.
    trade_solver(const board& b, const options& o, double share = 1)
        : board_(&b),
          fewest_(solve(b, {.limits = with_share(o.limits, share), .stop = o.stop})),
          control_(limits_left(o, fewest_.statistics)),
          paths_(b, control_),
          groups_(b, control_, paths_) {
        upper_ = b.life() + treasure_life * static_cast<life_points>(b.treasures().size());
        if (fewest_.feasible) consider(*fewest_.feasible);
        if (fewest_.optimal) consider(*fewest_.optimal);
    }

    /// What is known of the fewest steps.
    [[nodiscard]] const answer& fewest() const noexcept { return fewest_; }

    /// Finds the most life at the end; gives up after so many expansions, and all may go on.
    void find_most_life(std::uint64_t expansions) {
        if (!has_more_time() || !is_prepared()) return;
        life_search search(groups_, *board_, paths_, control_);
        const std::uint64_t before = control_.expanded();
        search.run(life_aim::most_at_end, richest_->life,
                   before + std::min(expansions, no_steps - before));
        upper_ = std::min(upper_, search.upper_bound());
        labels_ += search.labels();
        if (!search.has_route()) return;
        std::vector<place> cells = search.route();
        if (control_.fits(!cells.empty())) consider(along(std::move(cells)));
    }

    /// Whether the most life is known.
    [[nodiscard]] bool is_most_known() const noexcept {
        return richest_ && richest_->life == upper_;
    }

    /// Makes the richest route that is known better by local search. The search for the most life
    /// does not look at steps, and where treasures are many, a proof may not come: then this route
    /// is what is known.
    void improve_richest() {
        if (!has_more_time() || !is_prepared()) return;
        route_improver improver(*board_, control_, route_aim::most_life);
        constexpr std::uint64_t most = route_improver::little_work;
        consider(improver.improve(*richest_, std::clamp(4 * control_.expanded(), most / 10, most)));
    }

    /// Finds the routes of which none has both fewer steps and more life, among those that end with
    /// `least` life or more.
    void find_front(life_points least) {
        if (!fewest_ || !control_.running()) return;
        proven_ = fewest_.optimal->steps();
        if (!is_prepared()) return;
        constexpr std::size_t many_treasures = 8;
        if (replay(*board_, richest_->cells).taken_at.size() >= many_treasures) improve_richest();
        front_search search(groups_, *board_, to_end_, control_);
        search.add_known(*fewest_.optimal);
        search.add_known(*richest_);
        search.run(least, upper_, proven_);
        labels_ += search.labels();
        // A route that was not followed further may pass by a treasure that its label knows not of.
        std::vector<route> found = search.front();
        proven_ = search.proven();
        for (route& r : found) {
            route real = along(std::move(r.cells));
            if (front_.empty() || front_.back().life < real.life) front_.push_back(std::move(real));
        }
        if (!front_.empty()) consider(front_.back());
    }

    [[nodiscard]] const std::optional<route>& richest() const noexcept { return richest_; }
    [[nodiscard]] life_points upper_bound() const noexcept { return upper_; }
    [[nodiscard]] std::uint64_t proven() const noexcept { return proven_; }
    [[nodiscard]] std::vector<route>& front() noexcept { return front_; }
    [[nodiscard]] maze::statistics statistics() const {
        const senda::statistics own = control_.statistics();
        maze::statistics all = fewest_.statistics;
        all.expanded += own.expanded;
        all.labels += labels_;
        all.bytes = std::max(all.bytes, own.bytes);
        all.seconds += own.seconds;
        return all;
    }

    /// Why it ended: as the first search did, or by a limit later on.
    [[nodiscard]] status ended() const noexcept {
        return fewest_ && !control_.running() ? control_.status() : fewest_.ended;
    }

private:
    /// Whether to go on: also where a share of the time was not enough for the fewest steps.
    [[nodiscard]] bool has_more_time() const noexcept {
        return richest_ && (fewest_ || fewest_.ended == status::time_limit);
    }

    [[nodiscard]] bool is_prepared() {
        if (!to_end_.empty() || !control_.running()) return control_.running();
        if (!control_.fits(reserve_tables(*board_, control_.budget())) || !paths_.prepare() ||
            !groups_.prepare() || !groups_.measure_detours() || !groups_.measure_walks())
            return false;
        to_end_ = steps_to_end(*board_);
        return true;
    }

    [[nodiscard]] route along(std::vector<place> cells) const {
        const life_points life = replay(*board_, cells).life.back();
        return {std::move(cells), life};
    }

    void consider(route r) {
        if (!richest_ || r.life > richest_->life ||
            (r.life == richest_->life && r.steps() < richest_->steps()))
            richest_ = std::move(r);
    }

    const board* board_;
    answer fewest_;
    search_control control_;
    loss_search paths_;
    treasure_groups groups_;
    std::vector<std::uint32_t> to_end_;
    std::optional<route> richest_;
    std::vector<route> front_;
    life_points upper_ = 0;
    std::uint64_t proven_ = 0;
    std::uint64_t labels_ = 0;
};

}  // namespace senda::maze::detail
