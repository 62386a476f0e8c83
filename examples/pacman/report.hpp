// SPDX-License-Identifier: MIT
// Maps, answers and replays in words.
#pragma once

#include <common/format.hpp>
#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/moves.hpp>
#include <pacman/rules.hpp>
#include <pacman/words.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>

namespace senda::pacman {

/// A cell as people name it: `(3,1)`.
[[nodiscard]] inline std::string to_text(point p) {
    return '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ')';
}

/// The name of a direction.
[[nodiscard]] constexpr const char* name_of(direction d, const words& w = english_words) noexcept {
    const auto number = static_cast<std::size_t>(d);
    return number < std::size(w.directions) ? w.directions[number] : "unknown";
}

/// What is on a map: `4 x 3 cells, energy 10, 3 foods, 1 bomb`.
[[nodiscard]] inline std::string about(const board& b, const words& w = english_words) {
    return substitute(w.map, {std::to_string(b.width()), std::to_string(b.height()),
                              std::to_string(b.start_energy()), pluralize(b.foods().size(), w.food),
                              pluralize(b.bombs().size(), w.bomb)});
}

/// A route in numbers: `7 moves, 12 energy left`.
[[nodiscard]] inline std::string about(const route& r, const words& w = english_words) {
    return substitute(w.route, {pluralize(r.moves.size(), w.move), std::to_string(r.left)});
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

/// What stopped a search; empty if nothing did.
[[nodiscard]] constexpr const char* stopped_by(senda::status s, const words& w) noexcept {
    switch (s) {
        case status::cancelled: return w.interruption;
        case status::time_limit: return w.time_limit;
        case status::memory_limit: return w.memory_limit;
        case status::expansion_limit: return w.expansion_limit;
        default: return "";
    }
}

/// How an answer came out, in one line.
[[nodiscard]] inline std::string headline(const answer& a, const words& w = english_words) {
    switch (a.outcome) {
        case outcome::solved: return substitute(w.solved, {about(*a.best, w)});
        case outcome::no_route:
            return a.obstacle == obstacle::unreachable ? w.unreachable : w.exhausted;
        case outcome::limit: break;
    }
    const char* const stopped = stopped_by(a.statistics.ended, w);
    if (!a.best) return substitute(w.none_so_far, {stopped});
    if (a.energy_proven)
        return substitute(w.most_proven,
                          {stopped, about(*a.best, w), std::to_string(a.fewest_moves)});
    return substitute(w.best_so_far, {stopped, about(*a.best, w)});
}

/// What a replay says about a route, in one line: that it wins, or which move fails and why.
[[nodiscard]] inline std::string explain(const board& b, std::span<const direction> moves,
                                         const replayed& walk, const words& w = english_words) {
    const std::string here = to_text(b.xy(walk.places.back()));
    const std::string left = std::to_string(walk.energies.back());
    const std::string with_left = substitute(w.left, {left});
    const bool has_failed = walk.failed_at < moves.size();
    const std::string letter(has_failed ? 1 : 0,
                             has_failed ? letter_of(moves[walk.failed_at]) : ' ');
    const std::string move = substitute(w.at_move, {std::to_string(walk.failed_at + 1), letter});
    switch (walk.verdict) {
        case verdict::won:
            return substitute(w.wins,
                              {substitute(w.route, {pluralize(moves.size(), w.move), left})});
        case verdict::going_on:
            return substitute(w.stops, {here, with_left, to_text(b.xy(b.goal()))});
        case verdict::lost_energy: return substitute(w.takes_all, {move, here, with_left});
        case verdict::lost_bomb: return substitute(w.meets_bomb, {move, here});
        case verdict::blocked: return substitute(w.runs_into_wall, {move, here});
        case verdict::over: return substitute(w.goes_on, {move});
        case verdict::refused: break;
    }
    return substitute(w.is_refused, {move, here});
}

/// What the last of so many moves did, in a sentence.
[[nodiscard]] inline std::string caption_of(const board& b, const replayed& walk, std::size_t i,
                                            const words& w = english_words) {
    const tile t = b[walk.places[i]];
    const verdict came = verdict_at(b, walk.places[i], walk.energies[i]);
    if (came == verdict::won) return w.goal_won;
    if (came == verdict::lost_bomb) return w.bomb_lost;
    const char* const effect = t.what == kind::wall                    ? w.over_wall
                               : t.what == kind::food && walk.takes[i] ? w.ate
                               : t.what == kind::bomb && walk.takes[i] ? w.exploded
                                                                       : "";
    std::string says = substitute(effect, {std::to_string(t.value)});
    if (came == verdict::lost_energy)
        says += (says.empty() ? "" : " ") + std::string{w.energy_lost};
    return says;
}

}  // namespace senda::pacman
