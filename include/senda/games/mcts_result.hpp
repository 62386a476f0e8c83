// SPDX-License-Identifier: MIT
// What Monte-Carlo tree search may be asked, and what it answers.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::games {

/// As many moves as there are.
inline constexpr std::uint32_t all_moves = std::numeric_limits<std::uint32_t>::max();

/// What a caller may ask of Monte-Carlo tree search.
struct mcts_options {
    /// Where to give up: `expansions` counts simulations of one run, `bytes` is for the tree.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
    /// The size of the tree at most; it takes memory as it grows, and a full one ends the search.
    std::uint64_t tree_bytes = std::uint64_t{64} << 20U;
    /// How much a move that was seldom tried is favoured: the constant of UCT. About 0.7 for random
    /// playouts; a good evaluation wants less.
    double exploration = 0.7;
    /// Progressive widening: after n visits of a position, its `first_moves + widening *
    /// n^widening_exponent` best moves by their prior are looked at.
    std::uint32_t first_moves = all_moves;
    /// The factor in the formula of `first_moves`.
    double widening = 1;
    /// The exponent in the formula of `first_moves`.
    double widening_exponent = 0.5;
    /// The part that the best reply has in the value of a position; the rest is the mean of all
    /// simulations (M. Lanctot and others, Monte Carlo tree search with heuristic evaluations using
    /// implicit minimax backups, 2014). From 0 to 1; for evaluations that are not random.
    double best_reply = 0;
    /// The visits after which the moves of a position join the tree.
    std::uint32_t expand_after = 1;
    /// Names the stream of random numbers; with one thread and no time limit it names the result.
    std::uint64_t seed = 1;
};

/// What a run of Monte-Carlo tree search did.
struct mcts_statistics {
    std::uint64_t simulations = 0;  ///< in this run
    std::uint64_t kept = 0;         ///< visits that the tree had of this position before
    std::uint64_t nodes = 0;        ///< moves in the tree
    std::uint64_t bytes = 0;        ///< that they take
    std::uint32_t deepest = 0;      ///< plies of the longest simulation within the tree
    double seconds = 0;
};

/// What Monte-Carlo tree search found.
template <class Move>
struct mcts_result {
    /// `found` when it proved how the game ends, `exhausted` when it is over already, else what
    /// stopped it.
    senda::status status = status::running;
    /// The best move as far as it saw; nothing only when the game is over.
    std::optional<Move> move = {};
    /// How likely the player to move wins with that move, from 0 to 1.
    double score = 0.5;
    /// Plies of the principal variation.
    int depth = 0;
    /// Simulations in this run.
    std::uint64_t nodes = 0;
    /// What it expects both players to play, the best move first.
    std::vector<Move> principal_variation = {};
    /// What it took.
    mcts_statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return move.has_value(); }
};

}  // namespace senda::games
