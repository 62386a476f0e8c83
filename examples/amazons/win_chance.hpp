// SPDX-License-Identifier: MIT
// The chance to win that people are shown: what evaluation and searches say, put on one scale.
#pragma once

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/evaluation.hpp>
#include <senda/games/position.hpp>

#include <algorithm>
#include <cmath>

namespace senda::amazons {

/// How a probability becomes the chance to win: its log-odds times a slope plus an offset, each
/// between two values by how much of the board is empty. With positive slopes it keeps the order of
/// what it maps (J. Platt, Probabilistic outputs for support vector machines, 1999).
struct chance_map {
    double slope = 1;        ///< once the board is full
    double open_slope = 1;   ///< on an empty board
    double offset = 0;       ///< once the board is full
    double open_offset = 0;  ///< on an empty board

    /// The chance of a probability, with a part of the board empty.
    [[nodiscard]] double operator()(double probability, double empty) const noexcept {
        constexpr double most = 1 - 1e-6;
        const double p = std::clamp(probability, 1 - most, most);
        const double odds = (slope + (open_slope - slope) * empty) * std::log(p / (1 - p)) +
                            offset + (open_offset - offset) * empty;
        return 1 / (1 + std::exp(-odds));
    }
};

/// The maps that are used, as `bench/amazons_chances.cpp` fits them to how games ended.
namespace chance_maps {

/// For `win_probability`, and for alpha-beta by it.
inline constexpr chance_map evaluation{2.69, 0.16, 0.01, -0.02};
/// For a greedy search.
inline constexpr chance_map greedy{2.35, 0.25, 0.85, -0.43};
/// For Monte-Carlo tree search.
inline constexpr chance_map mcts{2.70, 0.32, 0.02, -0.10};

}  // namespace chance_maps

/// The part of the cells of a board where nothing stands.
template <int Columns, int Rows>
[[nodiscard]] double empty_part(const basic_board<Columns, Rows>& b) noexcept {
    return static_cast<double>(b.empty_cells().count()) / (b.size().rows * b.size().columns);
}

/// The chance of the player to move at first sight, by the evaluation; 0 if the game is lost.
template <int Columns, int Rows>
[[nodiscard]] double win_chance(const basic_board<Columns, Rows>& b) noexcept {
    if (!b.has_play()) return 0;
    return chance_maps::evaluation(win_probability(b), empty_part(b));
}

/// The chance of the player to move after a search; 0 or 1 if it is certain.
template <int Columns, int Rows>
[[nodiscard]] double win_chance(const basic_board<Columns, Rows>& b, const chosen& found,
                                method how) noexcept {
    if (found.outcome) return *found.outcome == games::outcome::win ? 1 : 0;
    const chance_map& map = how == method::greedy ? chance_maps::greedy
                            : how == method::mcts ? chance_maps::mcts
                                                  : chance_maps::evaluation;
    return map(found.win_probability, empty_part(b));
}

}  // namespace senda::amazons
