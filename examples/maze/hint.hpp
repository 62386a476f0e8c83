// SPDX-License-Identifier: MIT
// How a game that is under way can still be won.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/exhaustive.hpp>
#include <maze/game.hpp>
#include <maze/solve.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace senda::maze {

/// What is known of the rest of a game.
struct hint {
    /// Whether the game can still be won.
    maze::outcome outcome = outcome::limit;
    /// A route with the fewest steps from where the runner is to the end; if it can be won.
    std::optional<route> rest = {};
};

namespace detail {

/// What is ahead of a runner as a maze of its own, but that it costs nothing to come back to where
/// the runner is now. So it can be easier than the game, and never harder.
[[nodiscard]] inline std::optional<board> easier_rest(const game& g) {
    const board& b = g.board();
    std::string cells;
    cells.reserve(std::size_t{b.rows()} * b.cols());
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        const place first = b.at(row, 0);
        for (place p = first; p != first + b.cols(); ++p) {
            const char cell = b[p];
            const bool gone = cell == 'T' && g.is_taken(b.treasure_number(p));
            cells += p == g.position() ? 'S' : cell == 'S' || gone ? '0' : cell;
        }
    }
    return board::make(b.rows(), b.cols(), g.life(), cells);
}

/// The life at the end of a route that wins from here; nothing if it does not.
[[nodiscard]] inline std::optional<life_points> life_after_route(game g,
                                                                 const std::vector<place>& cells) {
    for (std::size_t i = 1; i < cells.size(); ++i)
        if (fault_of_step(g, cells[i])) return std::nullopt;
    return g.has_won() ? std::optional{g.life()} : std::nullopt;
}

/// The rest of a route, found among all states from here.
[[nodiscard]] inline hint hint_among_states(const game& g, const limits& most, stop_token stop) {
    const board& b = g.board();
    if (b.treasures().size() > most_treasures_in_states) return {};
    state from{g.position(), g.life(), 0};
    for (std::size_t i = 0; i < b.treasures().size(); ++i)
        if (g.is_taken(i)) from.taken |= std::uint64_t{1} << i;
    const std::vector<std::uint32_t> to_end = steps_to_end(b);
    const place end = b.end();
    const auto found = astar(
        state_graph{b}, from, [end](const state& s) { return s.at == end; },
        [&](const state& s) { return static_cast<steps>(to_end[s.at]); },
        {.limits = most, .stop = stop});
    if (found.status == status::exhausted) return {outcome::no_route};
    if (!found) return {};
    return {outcome::solved, route_of(found.path)};
}

}  // namespace detail

/// How a game can still be won in the fewest steps, or that it cannot.
///
/// `g`     the game; one that is over has no rest.
/// `most`  where to give up.
/// `stop`  who may end the search from outside.
[[nodiscard]] inline hint find_hint(const game& g, const limits& most = {}, stop_token stop = {}) {
    if (g.is_over()) return {outcome::no_route};
    const std::optional<board> rest = detail::easier_rest(g);
    if (!rest) return detail::hint_among_states(g, most, stop);
    const answer easier = solve(*rest, {.limits = most, .stop = stop});
    if (easier.outcome == outcome::no_route) return {outcome::no_route};
    if (easier.optimal) {
        // Both boards have the same places. What wins in the game too has the fewest steps there.
        const auto life = detail::life_after_route(g, easier.optimal->cells);
        if (life) return {outcome::solved, route{easier.optimal->cells, *life}};
    }
    limits left = most;
    left.time = std::max(0.0, most.time.seconds() - easier.statistics.seconds);
    return detail::hint_among_states(g, left, stop);
}

}  // namespace senda::maze
