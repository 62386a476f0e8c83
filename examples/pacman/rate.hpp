// SPDX-License-Identifier: MIT
// How hard a map is for a person: how far out of the way its shortest route leads, and at how many
// places of it a wrong move is the end.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/generator/search_allowance.hpp>
#include <pacman/rules.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::pacman {

/// How hard a map is.
enum class level : std::uint8_t { easy, medium, hard };

/// The name of a level.
[[nodiscard]] constexpr const char* to_string(level l) noexcept {
    return senda::enum_name(l, {"easy", "medium", "hard"});
}

/// What makes a map hard, measured along its shortest route.
struct rating {
    std::uint32_t moves = 0;     ///< of the shortest route
    std::uint32_t straight = 0;  ///< the fewest moves if energy did not matter
    /// The places of the route with another move that tempts, for it leads nearer to the goal or to
    /// food, and can be survived, and yet after it no route wins.
    std::uint32_t traps = 0;

    /// The moves out of the way.
    [[nodiscard]] constexpr std::uint32_t detour() const noexcept { return moves - straight; }

    /// From 0 to 100. Half of it is the detour, all of that half if it is as long as the straight
    /// distance; half are the traps, all of that half if every second place is one.
    [[nodiscard]] constexpr std::uint32_t score() const noexcept {
        if (moves == 0) return 0;
        return 50 * std::min(detour(), straight) / straight +
               50 * std::min(2 * traps, moves) / moves;
    }

    /// The level of the score: easy below `medium_from`, hard from `hard_from` on.
    [[nodiscard]] constexpr pacman::level level() const noexcept {
        return score() < medium_from ? level::easy
               : score() < hard_from ? level::medium
                                     : level::hard;
    }

    static constexpr std::uint32_t medium_from = 15;  ///< the least score that is not easy
    static constexpr std::uint32_t hard_from = 35;    ///< the least score that is hard

    friend constexpr bool operator==(const rating&, const rating&) = default;
};

namespace detail {

/// Rates a map within what is left to a search.
class map_rater {
public:
    map_rater(const board& b, search_allowance& searches)
        : board_(&b), searches_(&searches), from_goal_(b.bound()) {
        for_each_reachable(b, b.goal(),
                           [this](place p, std::uint32_t moves) { from_goal_[p] = moves; });
    }

    /// The rating by a shortest route; nothing if a limit came first.
    [[nodiscard]] std::optional<rating> rate(const route& best) {
        rating made{.moves = static_cast<std::uint32_t>(best.moves.size()),
                    .straight = from_goal_[board_->start()]};
        situation now = initial_state(*board_);
        place before = no_place;
        for (const direction d : best.moves) {
            if (is_trap(now, before, d)) ++made.traps;
            before = now.at;
            make_move(*board_, now, d);
        }
        if (!searches_->is_open()) return std::nullopt;
        return made;
    }

private:
    bool is_trap(const situation& now, place before, direction best) {
        // What takes longer to find out than this is counted as no trap.
        constexpr std::uint64_t most_steps = 20'000;
        for (const direction d : directions) {
            const place to = board_->neighbour(now.at, d);
            if (d == best || to == before) continue;
            situation then = now;
            const turn made = make_move(*board_, then, d);
            const bool is_meal = made.takes && (*board_)[to].what == kind::food;
            if (made.verdict != verdict::going_on ||
                (from_goal_[to] > from_goal_[now.at] && !is_meal))
                continue;
            const answer a =
                searches_->solve(rest_of(*board_, then), goal_kind::shortest, most_steps);
            if (a.outcome == outcome::no_route) return true;
        }
        return false;
    }

    const board* board_;
    search_allowance* searches_;
    std::vector<std::uint32_t> from_goal_;  // the moves to the goal if energy did not matter
};

}  // namespace detail

/// How hard a map is; nothing if it has no route, or a limit came first.
///
/// `b`  the map.
/// `q`  where to give up, and who may end the search.
[[nodiscard]] inline std::optional<rating> rate(const board& b, const question& q = {}) {
    detail::search_allowance searches(q);
    const answer best = searches.solve(b, goal_kind::shortest);
    if (!best) return std::nullopt;
    return detail::map_rater(b, searches).rate(*best.best);
}

}  // namespace senda::pacman
