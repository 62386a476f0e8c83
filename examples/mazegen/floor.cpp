// SPDX-License-Identifier: MIT
// The MAZE text: what lies on the floor, the life that wins, and how hard it is.
#include "made.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <maze/answer.hpp>
#include <maze/format.hpp>
#include <maze/least_life.hpp>
#include <maze/solve.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze_text.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace maze = senda::maze;
namespace mazegen = senda::mazegen;
using senda::diagnostic;

namespace {

diagnostic stopped_before(const std::string& what) {
    if (program::interruption::requested()) return {"cancelled", "interrupted before " + what};
    return {"limit", "stopped by a limit before " + what};
}

/// Finds the least life that wins, unless it is known.
bool find_least(const arguments& args, made_maze& made, const deadline& until) {
    if (made.text.least) return true;
    program::progress shown("least life");
    const std::optional<maze::life_points> least =
        maze::least_life(*made.text.board, {.limits = until.rest_of(args.limits),
                                            .stop = program::interruption::flag(),
                                            .progress = &shown.known()});
    if (least) made.text.least = *least;
    return least.has_value();
}

/// The same board with another life.
maze::board with_life(const maze::board& b, maze::life_points life) {
    std::string cells;
    for (std::uint32_t row = 0; row < b.rows(); ++row)
        cells.append(b.cells() + b.at(row, 0), b.cols());
    return *maze::board::make(b.rows(), b.cols(), life, cells);
}

}  // namespace

mazegen::strewing floor_of(const arguments& args, const made_maze& made) {
    mazegen::strewing floor;
    floor.seed = seed_of(args, chance::floor);
    floor.life = made.text.life;
    if (args.floor.winnable) {
        // What makes it worth playing where nothing is said.
        constexpr std::uint64_t most = 40;
        std::uint64_t cells = made.rooms.rooms();
        mazegen::for_each_passage(made.rooms, [&](senda::cell, senda::cell) { ++cells; });
        floor.digits = 0.25;
        floor.treasures = cells < 3 ? 0 : std::min((cells - 2) / 25 + 1, most);
    }
    if (args.floor.digits) floor.digits = *args.floor.digits;
    if (args.floor.treasures) floor.treasures = *args.floor.treasures;
    return floor;
}

diagnostic choose_life(const arguments& args, made_maze& made, const deadline& until) {
    maze_text& text = made.text;
    if (args.floor.life) text.life = *args.floor.life;
    const bool is_looked_at = args.floor.winnable || args.floor.rate;
    if (!text.board && is_looked_at) {
        const auto strewn = mazegen::to_maze_text(made.rooms, made.at, floor_of(args, made));
        if (!strewn) return strewn.error();
        if (auto parsed = maze::parse(*strewn)) text.board = *std::move(parsed);
        if (!text.board) return {"no_memory", "there is no memory for the MAZE text"};
    }
    if (args.floor.winnable) {
        if (!maze::connectivity_of(*text.board).connected)
            return {"no_route", "walls part S from E: no life wins"};
        if (!find_least(args, made, until)) return stopped_before("the least life was known");
        const std::int64_t most = mazegen::most_life - *text.least;
        const auto slack = static_cast<std::int64_t>(args.floor.slack);
        if (slack > most)
            return {"bad_life", "a slack of " + std::to_string(slack) +
                                    " is too much: expected at most " + std::to_string(most)};
        text.life = *text.least + slack;
    }
    if (text.board && text.board->life() != text.life)
        text.board = with_life(*text.board, text.life);
    return {};
}

void rate(const arguments& args, made_maze& made, const deadline& until) {
    if (!args.floor.rate && !args.floor.winnable) return;
    if (!find_least(args, made, until)) {
        if (maze::connectivity_of(*made.text.board).connected)
            made.missing.push_back(stopped_before("the least life was known"));
        else
            made.text.is_deadly = true;
        return;
    }
    made.text.is_deadly = made.text.life < *made.text.least;
    if (made.text.is_deadly) return;
    program::progress shown("rating");
    const maze::answer found = maze::solve(*made.text.board, {.limits = until.rest_of(args.limits),
                                                              .stop = program::interruption::flag(),
                                                              .progress = &shown.known()});
    if (found.optimal && found.outcome == maze::outcome::solved)
        made.text.rating =
            maze::difficulty_of(*made.text.board, found.optimal->cells, *made.text.least);
    else
        made.missing.push_back(stopped_before("the maze was rated"));
}
