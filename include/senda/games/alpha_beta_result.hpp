// SPDX-License-Identifier: MIT
// What alpha-beta may be asked, and what it answers.
#pragma once

#include <senda/games/score.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace senda::games {

/// What a caller may ask of alpha-beta.
struct alpha_beta_options {
    /// Where to give up: `expansions` counts nodes, `bytes` is for the table and the lists of
    /// moves.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
    /// The plies to look ahead, at least 1.
    int depth = longest_line;
    /// The size of the transposition table, for positions that have a hash; 0: none.
    std::uint64_t table_bytes = std::uint64_t{16} << 20U;
    /// Half the width of the window around the last score, in the unit of `evaluate`; 0: all
    /// scores.
    int aspiration = 30;
    /// The most noisy moves in a row after the last ply, for positions that tell them; 0: none.
    int noisy_plies = 16;
    /// Use what the table knows of a position only if it was looked at exactly as deep. The score
    /// is then that of minimax at the same depth; otherwise it may be better founded than that.
    bool same_depth_only = false;
    /// Try the best move of the depth before first.
    bool hash_move = true;
    /// Try moves first that refuted another at the same ply.
    bool killers = true;
    /// Try moves first that often refuted others.
    bool history = true;
    /// Try moves first that the position itself likes.
    bool priors = true;
};

/// What alpha-beta did.
struct alpha_beta_statistics {
    std::uint64_t nodes = 0;          ///< positions visited
    std::uint64_t noisy_nodes = 0;    ///< of these, after the last ply
    std::uint64_t moves = 0;          ///< moves generated
    std::uint64_t table_hits = 0;     ///< positions found in the table
    std::uint64_t table_cutoffs = 0;  ///< of these, where nothing more was to do
    std::uint64_t cutoffs = 0;        ///< positions where a move was too good
    std::uint64_t first_cutoffs = 0;  ///< of these, where the first was
    std::uint64_t widenings = 0;      ///< scores outside the aspiration window
    std::uint64_t bytes = 0;          ///< the most held at any one time
    double seconds = 0;
};

/// What alpha-beta found.
template <class Move>
struct alpha_beta_result {
    /// `found` when it looked as deep as asked or to the end of the game, `exhausted` when the game
    /// is over already, else what stopped it.
    senda::status status = status::running;
    /// The best move as far as it saw; nothing only when the game is over.
    std::optional<Move> move = {};
    /// The score of the best move for the player to move.
    int score = 0;
    /// The depth that was completed.
    int depth = 0;
    /// Positions visited.
    std::uint64_t nodes = 0;
    /// What it expects both players to play, the best move first.
    std::vector<Move> principal_variation = {};
    /// What it took.
    alpha_beta_statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return move.has_value(); }
};

}  // namespace senda::games
