// SPDX-License-Identifier: MIT
// A maze that was made or read, and all that is known about it.
#pragma once

#include "arguments.hpp"

#include <maze/difficulty.hpp>
#include <mazegen/analysis.hpp>
#include <mazegen/animation.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/maze_text.hpp>
#include <mazegen/priced_maze.hpp>
#include <mazegen/search_trace.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A path from the entrance to the exit.
struct solution {
    solver method = solver::none;
    std::vector<senda::cell> route;
    std::uint64_t expanded = 0;
    std::optional<std::uint64_t> cost;                  ///< where steps have costs
    std::optional<senda::mazegen::search_trace> trace;  ///< if it is to be shown

    [[nodiscard]] std::uint64_t length() const { return route.empty() ? 0 : route.size() - 1; }
};

/// What was counted and measured.
struct measurements {
    senda::mazegen::room_counts rooms;
    senda::mazegen::connection connection;
    senda::mazegen::dead_end_lengths dead_ends;
    std::optional<senda::mazegen::diameter_bounds> diameter;  ///< nothing if memory was short
};

/// The text of a MAZE file, and what is known about winning it.
struct maze_text {
    std::optional<senda::maze::board> board;        ///< if anything about it was to be found out
    std::int64_t life = 10;                         ///< at the start
    std::optional<std::int64_t> least;              ///< with which it can be won
    std::optional<senda::maze::difficulty> rating;  ///< if it was to be rated and can be won
    bool is_deadly = false;                         ///< whether that life does not do
};

struct made_maze {
    senda::mazegen::maze rooms;
    std::uint64_t braided = 0;  ///< dead ends that are gone
    std::uint64_t opened = 0;   ///< walls opened at random
    senda::mazegen::entrances at;
    bool is_of_cells = false;  ///< whether its rooms are the cells of a file that has no rooms
    maze_text text;
    std::optional<measurements> measured;
    std::vector<solution> solutions;
    std::optional<senda::mazegen::distance_map> distances;
    std::optional<senda::mazegen::animation> animation;
    std::string title;
    /// The path that is drawn, the last that was found; null without one.
    [[nodiscard]] const solution* drawn() const {
        return solutions.empty() ? nullptr : &solutions.back();
    }

    /// What could not be found out or written, each with the reason.
    std::vector<senda::diagnostic> missing;
};

/// The time that is left.
class deadline {
public:
    explicit deadline(const senda::limits& limits)
        : at_(senda::now_in_seconds() + limits.time.seconds()) {}

    [[nodiscard]] double left() const { return std::max(at_ - senda::now_in_seconds(), 0.0); }
    [[nodiscard]] bool is_over() const { return left() <= 0; }

    /// The limits of a search that begins now.
    [[nodiscard]] senda::limits rest_of(senda::limits limits) const {
        limits.time = left();
        return limits;
    }

private:
    double at_;
};

/// Makes a maze as the command line says, of the rooms that a mask leaves open. Errors: those of
/// the library; `cancelled` if a signal came, `time_limit` and the like if a limit did.
senda::parsed<made_maze> make(const arguments& args, const std::optional<senda::grid>& mask,
                              const deadline& until);

/// The maze of a MAZE file: its rooms, or its cells if it is not made of rooms.
senda::parsed<made_maze> make(const arguments& args, const senda::maze::board& b,
                              const deadline& until);

/// The steps of a maze and what they cost; it refers to the maze.
senda::mazegen::priced_maze costs_of(const arguments& args, const made_maze& made);

/// The searches that were asked for.
std::vector<solver> searches_of(const arguments& args);
std::string name_of(solver s);

/// Finds the paths that were asked for.
void solve(const arguments& args, made_maze& made, const deadline& until);

/// Finds the path and the distances that were asked for, and ends the animation.
void explore(const arguments& args, made_maze& made, const deadline& until);

/// Counts and measures; the diameter, which can take long, last.
void measure(const arguments& args, made_maze& made, const deadline& until);

/// Chooses the life of the MAZE text. Errors: those of `write_maze_text`, and `limit`.
senda::diagnostic choose_life(const arguments& args, made_maze& made, const deadline& until);

/// What lies on the floor of the MAZE text.
senda::mazegen::strewing floor_of(const arguments& args, const made_maze& made);

/// Says how hard the MAZE text is.
void rate(const arguments& args, made_maze& made, const deadline& until);
