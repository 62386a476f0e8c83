// SPDX-License-Identifier: MIT
// How the engine looks for a play, what it may take for that, and what it answers.
#pragma once

#include <senda/amazons/evaluation/weights.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/mcts_result.hpp>
#include <senda/games/position.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace senda::amazons {

/// How a play is looked for.
enum class method {
    greedy,      ///< the best play one ply ahead
    mcts,        ///< Monte-Carlo tree search with the evaluation in place of random games
    alpha_beta,  ///< all plays to a depth
};

/// The shape of the tree of Monte-Carlo search that suits the game: a sharp evaluation wants little
/// exploration, and hundreds of plays a position want most of them left out.
[[nodiscard]] inline games::mcts_options default_tree() noexcept {
    games::mcts_options o;
    o.exploration = 0.1;
    o.first_moves = 6;
    o.widening = 1;
    o.widening_exponent = 0.5;
    o.best_reply = 0.3;
    return o;
}

/// What the engine may be asked.
struct engine_options {
    /// Which search chooses the plays.
    amazons::method method = method::mcts;
    /// What each play may cost: `expansions` counts simulations or positions of alpha-beta, and
    /// says nothing to the greedy player; `time` holds for all that `choose` does. Without any,
    /// Monte-Carlo search takes `default_simulations`.
    senda::limits limits = {};
    /// Who may end it from outside.
    stop_token stop = {};
    /// How many plies alpha-beta looks ahead.
    int depth = 2;
    /// How much chance has its way in the greedy player.
    double noise = 0;
    /// Several threads share one tree; two games then differ.
    unsigned threads = 1;
    /// With one thread and no time limit, names the plays.
    std::uint64_t seed = 1;
    /// Exploration, widening and memory of Monte-Carlo search; its limits and seed are not used.
    games::mcts_options tree = default_tree();
    /// The positions that are looked at to find out exactly how the game ends, once few cells are
    /// contested; 0: never.
    std::uint64_t endgame_positions = 2'000;
    /// What the features of a position are worth.
    weights evaluation = default_weights;

    /// What Monte-Carlo search takes where nothing limits it.
    static constexpr std::uint64_t default_simulations = 400;
};

/// What the engine chose.
struct chosen {
    /// Nothing only when the game is over.
    std::optional<play> best = {};
    /// 1000 times the logarithm of the odds to win; `games::win_score` or its opposite if certain.
    int score = 0;
    /// How likely the player to move wins; 0 or 1 if `outcome` says so.
    double win_probability = 0.5;
    /// How the game ends with best play, if that is certain.
    std::optional<games::outcome> outcome = {};
    /// Plies of the line, or those that alpha-beta completed.
    int depth = 0;
    /// Simulations or positions.
    std::uint64_t nodes = 0;
    /// What it expects both to play, its own play first.
    std::vector<play> principal_variation = {};
    /// What ended the search.
    senda::status status = status::running;
    double seconds = 0;
};

}  // namespace senda::amazons
