// SPDX-License-Identifier: MIT
// The best route so far, and where it and the bound are written while the search runs.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// How good a route is, or could be at best: more energy, then fewer moves.
struct worth {
    energy left = 0;
    std::uint64_t moves = 0;

    [[nodiscard]] friend bool operator==(const worth&, const worth&) = default;
    [[nodiscard]] friend bool operator<(const worth& a, const worth& b) noexcept {
        return a.left < b.left || (a.left == b.left && a.moves > b.moves);
    }
};

/// The best route so far.
class best_route {
public:
    explicit best_route(const board& b) : board_(&b) {}

    /// Takes a route if it wins and is better; false if it loses.
    bool offer(std::vector<place> cells) {
        std::optional<pacman::route> r = route_along(*board_, std::move(cells));
        if (!r) return false;
        if (!route_ || value() < worth{r->left, r->moves.size()}) route_ = std::move(r);
        return true;
    }

    [[nodiscard]] const std::optional<pacman::route>& route() const noexcept { return route_; }
    /// What the route is worth, which is there.
    [[nodiscard]] worth value() const { return {route_->left, route_->moves.size()}; }

private:
    const board* board_;
    std::optional<pacman::route> route_;
};

/// Writes the energy of the best route and the bound for whoever watches.
class progress_reporter {
public:
    /// Nobody watches if `progress` is null.
    progress_reporter(search_progress* progress, const best_route& best)
        : progress_(progress), best_(&best) {}

    /// Whether anybody watches.
    [[nodiscard]] bool is_watched() const noexcept { return progress_ != nullptr; }

    /// The most energy of the routes that are not looked at now.
    void set_others(energy most) noexcept { others_ = most; }

    /// Writes the best route's energy, and that those that are looked at have no more than `most`.
    void report(energy most) {
        if (!is_watched()) return;
        most = std::max(most, others_);
        if (best_->route()) {
            progress_->set_best(best_->route()->left);
            most = std::max(most, best_->route()->left);
        }
        bound_ = std::min(bound_, most);
        progress_->set_bound(bound_);
    }

private:
    search_progress* progress_;
    const best_route* best_;
    energy bound_ = std::numeric_limits<energy>::max();
    energy others_ = std::numeric_limits<energy>::min();
};

}  // namespace senda::pacman::detail
