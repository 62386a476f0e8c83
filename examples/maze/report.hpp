// SPDX-License-Identifier: MIT
// What is known about a maze and about a route, in words and in lists.
#pragma once

#include <common/format.hpp>
#include <maze/answer.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/words.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace senda::maze {

/// A route as JSON: `[[x,y],[x,y],...]`. Straight to the text, since routes can be long.
inline void append_json(std::string& out, const board& b, std::span<const place> route) {
    out += '[';
    for (std::size_t i = 0; i < route.size(); ++i) {
        const point p = b.xy(route[i]);
        out += (i == 0 ? "[" : ",[") + std::to_string(p.x) + ',' + std::to_string(p.y) + ']';
    }
    out += ']';
}

using senda::pluralize;
using senda::stopped_by;

/// How many steps a route has and the life at its end.
[[nodiscard]] inline std::string arrival_text(std::uint64_t steps, life_points life,
                                              const words& w = english_words) {
    return substitute(w.arrives, {pluralize(steps, w.step), std::to_string(life)});
}

/// How an answer came out, in one line.
[[nodiscard]] inline std::string headline(const answer& a, const words& w = english_words) {
    switch (a.outcome) {
        case outcome::solved:
            return substitute(w.solved, {arrival_text(a.optimal->steps(), a.optimal->life, w)});
        case outcome::no_route:
            return a.obstacle == obstacle::unreachable ? w.unreachable : w.starved;
        case outcome::limit: break;
    }
    return substitute(w.stopped, {stopped_by(a.ended, w)});
}

/// What a replay says about a route, in one line: that it wins, or which step fails and why.
[[nodiscard]] inline std::string explain(const board& b, std::span<const point> route,
                                         const replayed& walk, const words& w = english_words) {
    const auto about_step = [&](const char* sentence) {
        return substitute(sentence,
                          {std::to_string(walk.failed_at), to_text(route[walk.failed_at])});
    };
    const auto start = [&] { return to_text(b.xy(b.start())); };
    switch (walk.verdict) {
        case verdict::won:
            return substitute(w.wins, {arrival_text(route.size() - 1, walk.life.back(), w)});
        case verdict::empty: return substitute(w.empty_route, {start()});
        case verdict::not_at_start: return substitute(w.wrong_start, {to_text(route[0]), start()});
        case verdict::outside:
            return walk.failed_at == 0 ? substitute(w.begins_outside, {to_text(route[0])})
                                       : about_step(w.outside);
        case verdict::not_a_neighbour:
            return substitute(w.not_beside,
                              {std::to_string(walk.failed_at), to_text(route[walk.failed_at]),
                               to_text(route[walk.failed_at - 1])});
        case verdict::wall: return about_step(w.into_wall);
        case verdict::died: return about_step(w.takes_last_life);
        case verdict::went_on_after_end: return about_step(w.goes_on);
        case verdict::not_finished:
            return substitute(w.stops_early, {to_text(route.back()), to_text(b.xy(b.end()))});
    }
    return w.fails;
}

}  // namespace senda::maze
