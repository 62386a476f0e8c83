// SPDX-License-Identifier: MIT
// What may be asked about a Pac-Man map, and what the answer says.
#pragma once

#include <pacman/board.hpp>
#include <pacman/rules.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman {

/// Which route is looked for.
enum class goal_kind {
    shortest,  ///< the fewest moves, and among those routes the most energy
    richest    ///< the most energy on entering the goal, and among those routes the fewest moves
};

using senda::outcome;
using senda::to_string;

/// Why no route wins.
enum class obstacle {
    none,
    unreachable,  ///< infinite walls and lethal bombs part the start from the goal
    exhausted     ///< on every way to the goal the energy runs out
};

/// The name of a goal as it is spelled on the command line.
[[nodiscard]] constexpr const char* to_string(goal_kind g) noexcept {
    return g == goal_kind::shortest ? "shortest" : "energy";
}

/// The name of an obstacle as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(obstacle o) noexcept {
    return senda::enum_name(o, {"none", "unreachable", "exhausted"});
}

/// What is asked about a map beyond which goal.
struct question {
    /// Where to give up.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
    /// Where the moves, or the energy, of the best route so far and what is possible are written.
    search_progress* progress = nullptr;
};

/// A path from the start to the goal that wins.
struct route {
    /// One a turn, from the start to the goal.
    std::vector<direction> moves = {};
    /// The cells from start to goal, both included.
    std::vector<place> cells = {};
    /// The energy on entering the goal.
    energy left = 0;

    friend bool operator==(const route&, const route&) = default;
};

/// What an answer took.
struct statistics {
    std::uint64_t expanded = 0;  ///< states or labels whose moves were tried
    std::uint64_t labels = 0;    ///< states or labels made
    std::uint64_t bytes = 0;     ///< the most bytes held by the search at any one time
    double seconds = 0;
    /// Why the search ended: `found`, `exhausted`, or what stopped it.
    senda::status ended = status::running;
};

/// The lower bound on the moves where no route exists.
inline constexpr std::uint64_t no_moves = std::numeric_limits<std::uint64_t>::max();

/// What is known about a map. True in a condition when it was solved.
struct answer {
    /// Whether there is a route.
    pacman::outcome outcome = outcome::limit;
    /// Why there is no route, if that is proven.
    pacman::obstacle obstacle = obstacle::none;
    /// The best route found, which wins.
    std::optional<route> best = {};
    /// Whether it is proven that no route is better than `best`.
    bool optimal = false;
    /// Whether it is proven that no route has more energy than `best`, though one with as much may
    /// have fewer moves. Only the search for the richest route looks at that.
    bool energy_proven = false;
    /// If that is proven: no route with so much energy has fewer moves.
    std::uint64_t fewest_moves = 0;
    /// No route that wins has fewer moves; `no_moves` if there is none.
    std::uint64_t lower_bound = 0;
    /// No route that wins enters the goal with more energy, if such a bound is known.
    std::optional<energy> upper_bound = {};
    /// What it took.
    pacman::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return outcome == outcome::solved; }
};

/// The move that leads from a cell to the one beside it.
[[nodiscard]] inline direction move_between(const board& b, place from, place to) noexcept {
    for (const direction d : directions)
        if (b.neighbour(from, d) == to) return d;
    assert(false && "the cells do not touch");
    return direction::up;
}

/// The route along cells from start to goal if it wins by the rules; nothing if it loses.
[[nodiscard]] inline std::optional<route> route_along(const board& b, std::vector<place> cells) {
    route made;
    for (std::size_t i = 1; i < cells.size(); ++i)
        made.moves.push_back(move_between(b, cells[i - 1], cells[i]));
    const replayed walk = replay(b, made.moves);
    if (!walk) return std::nullopt;
    made.cells = std::move(cells);
    made.left = walk.energies.back();
    return made;
}

}  // namespace senda::pacman
