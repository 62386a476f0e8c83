// SPDX-License-Identifier: MIT
// What is known about a maze and about a route, in words and in lists.
#pragma once

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/status.hpp>
#include <senda/text/counted.hpp>

#include <cstddef>
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

using senda::counted;
using senda::stopped_by;

/// How an answer came out, in one line.
[[nodiscard]] inline std::string headline(const answer& a) {
    switch (a.outcome) {
        case outcome::solved:
            return "solved: " + counted(a.optimal->steps(), "step") + ", " +
                   std::to_string(a.optimal->life) + " life left";
        case outcome::no_route:
            return a.obstacle == obstacle::unreachable ? "no route: walls part S from E"
                                                       : "no route: every way to E is deadly";
        case outcome::limit: break;
    }
    return "stopped by " + std::string{stopped_by(a.ended)} + " before the answer was proven";
}

/// What a replay says about a route, in one line: that it wins, or which step fails and why.
[[nodiscard]] inline std::string explain(const board& b, std::span<const point> route,
                                         const replayed& walk) {
    const auto step = [&] {
        return "step " + std::to_string(walk.failed_at) + ", to " + to_text(route[walk.failed_at]);
    };
    const auto from = [&] { return to_text(route[walk.failed_at - 1]); };
    switch (walk.verdict) {
        case verdict::won:
            return "the route wins: " + counted(route.size() - 1, "step") + ", " +
                   std::to_string(walk.life.back()) + " life left";
        case verdict::empty: return "the route is empty: it begins at " + to_text(b.xy(b.start()));
        case verdict::not_at_start:
            return "the route begins at " + to_text(route[0]) + ", but the start is at " +
                   to_text(b.xy(b.start()));
        case verdict::outside:
            return (walk.failed_at == 0 ? "the route begins at " + to_text(route[0]) + ", which is"
                                        : step() + ", is") +
                   " outside of the maze";
        case verdict::not_a_neighbour: return step() + ", is not beside " + from();
        case verdict::wall: return step() + ", runs into a wall";
        case verdict::died: return step() + ", takes the last life";
        case verdict::went_on_after_end: return step() + ", goes on after the end";
        case verdict::not_finished:
            return "the route stops at " + to_text(route.back()) + ", before the end at " +
                   to_text(b.xy(b.end()));
    }
    return "the route fails";
}

}  // namespace senda::maze
