// SPDX-License-Identifier: MIT
// Options of the engine, its levels and the names of players; and what the engine answers.
#pragma once

#include <amazons/evaluation.hpp>
#include <amazons/play.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace senda::amazons {

/// How a play is looked for.
enum class method {
    greedy,      ///< the best play one ply ahead
    mcts,        ///< Monte-Carlo tree search with the evaluation in place of random games
    alpha_beta,  ///< all plays to a depth
};

/// Options of the engine.
struct engine_options {
    /// Which search chooses the plays.
    amazons::method method = method::mcts;
    /// What each play may cost: `expansions` counts simulations or positions of alpha-beta and
    /// those of the exact search; `time` holds for all that `choose` does. Neither says anything to
    /// the greedy player, who looks at every play once. Without any, Monte-Carlo search takes
    /// `default_simulations`.
    senda::limits limits = {};
    /// Who may end it from outside.
    stop_token stop = {};
    /// How many plies alpha-beta looks ahead.
    int depth = 2;
    /// How far chance moves the logarithm of the odds of each play of the greedy player: 0 for the
    /// best play. One whose logarithm is `noise` less is chosen about 2.7 times less often.
    double noise = 0;
    /// Several threads share one tree; two games then differ.
    unsigned threads = 1;
    /// With one thread and no time limit, names the plays.
    std::uint64_t seed = 1;
    /// Exploration and memory of Monte-Carlo search. Of its limits, `expansions` is for
    /// simulations alone; the others and its seed are not used.
    games::mcts_options tree = {.tree_bytes = std::uint64_t{128} << 20U,
                                .full = games::full_tree::recycled,
                                .exploration = 0.5,
                                .temperature = 0.5,
                                .first_moves = 8,
                                .best_reply = 0.2};
    /// The positions that an exact search may look at once few cells are contested, where no time
    /// is given, else as many as an eighth of it allows; never more than an eighth of
    /// `limits.expansions`; 0: none.
    std::uint64_t endgame_positions = 2'000;
    /// What the features of a position are worth.
    weights evaluation = default_weights;

    /// What Monte-Carlo search takes where nothing limits it.
    static constexpr std::uint64_t default_simulations = 2'000;
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

inline constexpr int weakest_level = 1;    ///< greedy, and disturbed by chance
inline constexpr int strongest_level = 5;  ///< the longest searches
inline constexpr int default_level = 4;    ///< what a program takes by default

/// The options of a level; beyond the ends, those of the nearest one.
[[nodiscard]] inline engine_options options_of(int level) {
    engine_options o;
    o.endgame_positions = 0;
    switch (std::clamp(level, weakest_level, strongest_level)) {
        case 1:
            o.method = method::greedy;
            o.noise = 0.5;
            break;
        case 2: o.method = method::greedy; break;
        case 3: o.tree.limits.expansions = engine_options::default_simulations / 10; break;
        case 4:
            o.tree.limits.expansions = engine_options::default_simulations;
            o.endgame_positions = 2'000;
            break;
        default:
            o.tree.limits.expansions = 16 * engine_options::default_simulations;
            o.endgame_positions = 20'000;
            break;
    }
    return o;
}

/// The player that a name stands for; nothing if it stands for none:
///   `1` to `5`               a level;
///   `greedy`                 the best play one ply ahead;
///   `alpha_beta:2`           all plays to a depth, 2 if it is left out;
///   `mcts:500`               so many simulations, with the positions of the exact search; as many
///                            as the default level has simulations if it is left out.
[[nodiscard]] inline std::optional<engine_options> parse_player(std::string_view name) {
    const std::size_t colon = name.find(':');
    const std::string_view kind = name.substr(0, colon);
    std::optional<std::uint64_t> effort;
    if (colon != std::string_view::npos) {
        const auto number = parse_integer<std::uint64_t>(name.substr(colon + 1));
        if (!number || number.value == 0) return std::nullopt;
        effort = number.value;
    }
    engine_options o;
    if (kind == "mcts") {
        o.limits.expansions = effort.value_or(engine_options::default_simulations);
        return o;
    }
    if (kind == "alpha_beta") {
        constexpr std::uint64_t deepest = 100;  // no game has more plies
        if (effort.value_or(0) > deepest) return std::nullopt;
        o.method = method::alpha_beta;
        o.depth = static_cast<int>(effort.value_or(2));
        return o;
    }
    if (effort) return std::nullopt;
    if (kind == "greedy") {
        o.method = method::greedy;
        return o;
    }
    const auto level = parse_integer<int>(kind);
    if (!level || level.value < weakest_level || level.value > strongest_level) return std::nullopt;
    return options_of(level.value);
}

}  // namespace senda::amazons
