// SPDX-License-Identifier: MIT
// Routes and what is known of them, in words.
#pragma once

#include "../common/console.hpp"
#include "../common/quantity.hpp"

#include <common/format.hpp>
#include <maze/answer.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/report.hpp>
#include <maze/words.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

/// The cells of a route. In a terminal a long one is cut in the middle.
inline std::string route_text(const senda::maze::board& b,
                              std::span<const senda::maze::place> cells,
                              const senda::maze::words& w) {
    constexpr std::size_t most = 60;
    if (!program::console::output_is_terminal() || cells.size() <= most) return to_text(b, cells);
    constexpr std::size_t half = most / 3;
    return senda::substitute(
        w.more_cells, {to_text(b, cells.first(half)), std::to_string(cells.size() - 2 * half),
                       to_text(b, cells.last(half))});
}

/// How many steps a route has and what is left of the life at its end.
inline std::string arrival_text(const senda::maze::route& r, const senda::maze::words& w) {
    return senda::maze::arrival_text(r.steps(), r.life, w);
}

/// The lines about a route: life, treasures and cells.
inline std::string about_route(const senda::maze::board& b, const senda::maze::route& r,
                               const senda::maze::words& w) {
    using program::named_line;
    using senda::substitute;
    const senda::maze::replayed walk = senda::maze::replay(b, r.cells);
    const senda::maze::life_points lowest = *std::min_element(walk.life.begin(), walk.life.end());
    std::string text = named_line(
        w.life_line, substitute(w.lives_of_route, {std::to_string(b.life()), std::to_string(r.life),
                                                   std::to_string(lowest)}));
    if (!b.treasures().empty())
        text += named_line(w.treasures_line,
                           substitute(w.taken_of, {std::to_string(walk.taken_at.size()),
                                                   std::to_string(b.treasures().size())}));
    return text + named_line(w.route_line, route_text(b, r.cells, w));
}

/// The line about what a search took.
inline std::string about_search(const senda::maze::statistics& s, const senda::maze::words& w) {
    return program::named_line(
        w.search_line,
        senda::substitute(w.search,
                          {program::count_text(s.expanded), program::count_text(s.labels),
                           program::bytes_text(s.bytes), program::seconds_text(s.seconds)}));
}
