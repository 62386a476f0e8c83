// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::rush_hour {

/// The boards of a census that need the same number of slides.
struct census_row {
    std::uint64_t boards = 0;     ///< how many there are
    std::uint64_t positions = 0;  ///< all positions of their components
    std::vector<board> examples;  ///< the first that were found, a few

    friend bool operator==(const census_row&, const census_row&) = default;
};

/// What a census has counted.
struct census_counts {
    std::uint64_t shards = 0;          ///< parts of the work that are done
    std::uint64_t pushed = 0;          ///< boards on which no vehicle can go left or up
    std::uint64_t components = 0;      ///< of all boards
    std::uint64_t positions = 0;       ///< in them
    std::uint64_t solvable = 0;        ///< components with a solution
    std::uint64_t boards = 0;          ///< those whose hardest board needs all its vehicles
    std::uint64_t behind = 0;          ///< positions of the components of these
    std::uint64_t squares = 0;         ///< the sum over the shards of `boards` squared
    std::vector<census_row> by_moves;  ///< the counted boards by their slides, from 0 on

    friend bool operator==(const census_counts&, const census_counts&) = default;
};

namespace detail {

/// The row of boards that need so many slides.
inline census_row& row_of(census_counts& counts, std::size_t moves) {
    if (counts.by_moves.size() <= moves) counts.by_moves.resize(moves + 1);
    return counts.by_moves[moves];
}

inline void add(census_counts& sum, const census_counts& more, std::size_t most_examples) {
    sum.shards += more.shards;
    sum.pushed += more.pushed;
    sum.components += more.components;
    sum.positions += more.positions;
    sum.solvable += more.solvable;
    sum.boards += more.boards;
    sum.behind += more.behind;
    sum.squares += more.squares;
    for (std::size_t moves = 0; moves < more.by_moves.size(); ++moves) {
        const census_row& from = more.by_moves[moves];
        if (from.boards == 0) continue;
        census_row& to = row_of(sum, moves);
        to.boards += from.boards;
        to.positions += from.positions;
        for (const board& b : from.examples)
            if (to.examples.size() < most_examples) to.examples.push_back(b);
    }
}

}  // namespace detail

}  // namespace senda::rush_hour
