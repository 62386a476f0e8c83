// SPDX-License-Identifier: MIT
// Maps, answers and replays in words.
#pragma once

#include <senda/pacman/answer.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/moves.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/search/status.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/enum_name.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace senda::pacman {

/// A cell as people name it: `(3,1)`.
[[nodiscard]] inline std::string to_text(point p) {
    return '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ')';
}

/// The name of a direction.
[[nodiscard]] constexpr const char* name_of(direction d) noexcept {
    return senda::detail::enum_name(d, {"up", "down", "left", "right"});
}

/// What is on a map: `4 x 3 cells, energy 10, 3 foods, 1 bomb`.
[[nodiscard]] inline std::string about(const board& b) {
    return std::to_string(b.width()) + " x " + std::to_string(b.height()) + " cells, energy " +
           std::to_string(b.start_energy()) + ", " + counted(b.foods().size(), "food") + ", " +
           counted(b.bombs().size(), "bomb");
}

/// A route in numbers: `7 moves, 12 energy left`.
[[nodiscard]] inline std::string about(const route& r) {
    return counted(r.moves.size(), "move") + ", " + std::to_string(r.left) + " energy left";
}

/// What a walk meets: foods eaten, bombs exploded, walls climbed, the last each time again.
struct meetings {
    std::size_t foods = 0;  ///< eaten
    std::size_t bombs = 0;  ///< exploded
    std::size_t walls = 0;  ///< climbed
};

/// Counts what a walk meets on its map.
[[nodiscard]] inline meetings meetings_of(const board& b, const replayed& walk) {
    meetings met;
    for (std::size_t i = 0; i < walk.places.size(); ++i) {
        const kind what = b[walk.places[i]].what;
        if (walk.takes[i]) ++(what == kind::food ? met.foods : met.bombs);
        if (i > 0 && what == kind::wall) ++met.walls;
    }
    return met;
}

/// How an answer came out, in one line.
[[nodiscard]] inline std::string headline(const answer& a) {
    switch (a.outcome) {
        case outcome::solved: return "solved: " + about(*a.best);
        case outcome::no_route:
            return a.obstacle == obstacle::unreachable
                       ? "no route: walls and lethal bombs part the start from the goal"
                       : "no route: on every way to the goal the energy runs out";
        case outcome::limit: break;
    }
    const std::string stopped = "stopped by " + std::string{stopped_by(a.statistics.ended)};
    return a.best ? stopped + ", best so far: " + about(*a.best)
                  : stopped + " before a route was found";
}

/// What a replay says about a route, in one line: that it wins, or which move fails and why.
[[nodiscard]] inline std::string explain(const board& b, std::span<const direction> moves,
                                         const replayed& walk) {
    const auto move = [&] {
        return "move " + std::to_string(walk.failed_at + 1) + ", " +
               std::string(1, letter_of(moves[walk.failed_at]));
    };
    const auto here = [&] { return to_text(b.xy(walk.places.back())); };
    const auto left = [&] { return std::to_string(walk.energies.back()) + " energy left"; };
    switch (walk.verdict) {
        case verdict::won:
            return "the route wins: " + counted(moves.size(), "move") + ", " + left();
        case verdict::going_on:
            return "the route stops at " + here() + " with " + left() + ", before the goal at " +
                   to_text(b.xy(b.goal()));
        case verdict::lost_energy:
            return move() + " to " + here() + ", takes the last energy: " + left();
        case verdict::lost_bomb: return move() + " to " + here() + ", meets a lethal bomb";
        case verdict::blocked:
            return move() + " from " + here() + ", runs into an infinite wall or off the map";
        case verdict::over: return move() + ", goes on after the goal";
        case verdict::refused: return move() + " from " + here() + ", is refused by safe mode";
    }
    return "the route fails";
}

/// What the last of so many moves did, in a sentence.
[[nodiscard]] inline std::string caption_of(const board& b, const replayed& walk, std::size_t i) {
    const tile t = b[walk.places[i]];
    const std::string value = std::to_string(t.value);
    const verdict came = verdict_at(b, walk.places[i], walk.energies[i]);
    if (came == verdict::won) return "The goal: won.";
    if (came == verdict::lost_bomb) return "A lethal bomb: lost.";
    std::string says = t.what == kind::wall                    ? "Over a wall: " + value + " lost."
                       : t.what == kind::food && walk.takes[i] ? "Food: " + value + " won."
                       : t.what == kind::bomb && walk.takes[i] ? "A bomb: " + value + " lost."
                                                               : "";
    if (came == verdict::lost_energy)
        says += (says.empty() ? "" : " ") + std::string{"No energy is left: lost."};
    return says;
}

}  // namespace senda::pacman
