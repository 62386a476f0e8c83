// SPDX-License-Identifier: MIT
// Evaluation of a position by features, weighted by how much of the board is still contested: J.
// Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349
// (2005).
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/board/queen_moves.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/evaluation/wavefront.hpp>
#include <senda/amazons/play.hpp>
#include <senda/amazons/territory.hpp>
#include <senda/games/position.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace senda::amazons {

/// What is weighted, for the player to move less the same for the other, but for the last three.
enum class feature : std::size_t {
    queen_territory,  ///< cells that one's queens reach first
    queen_lead,       ///< of these, the cells that they reach two or more moves before
    sole_territory,   ///< cells that one alone reaches
    queen_closeness,  ///< 2 ^ -distance in moves of a queen, over all cells
    king_territory,   ///< cells that one's kings reach first
    king_lead,        ///< by how many steps of a king one is ahead, up to 6, over all cells, by 6
    freedom,          ///< mobility: each amazon counts less the fewer contested cells it can go to
    turn,             ///< 1: being to move
    queen_disputed,   ///< a tenth of the cells that both players' queens reach at the same time
    king_disputed     ///< a tenth of the cells that both players' kings reach at the same time
};

/// How many features there are.
inline constexpr std::size_t feature_count = 10;

/// The features of a position, for the player to move.
struct features {
    std::array<float, feature_count> values{};  ///< one a `feature`, by its number
    /// How much is not decided yet: the sum over the cells that both reach of 2 ^ -|difference of
    /// distances| in moves of a queen. 0 when the players are apart.
    float contest = 0;

    /// The value of a feature.
    [[nodiscard]] float& operator[](feature f) noexcept {
        return values[static_cast<std::size_t>(f)];
    }
    /// The value of a feature.
    [[nodiscard]] float operator[](feature f) const noexcept {
        return values[static_cast<std::size_t>(f)];
    }
};

namespace detail {

/// Counts are small: a float holds them exactly.
[[nodiscard]] constexpr float lead(cell_set white, cell_set black) noexcept {
    return static_cast<float>(white.count() - black.count());
}

[[nodiscard]] constexpr float count_of(cell_set cells) noexcept {
    return static_cast<float>(cells.count());
}

/// Mobility: each amazon counts from 0 to 1 by the cells it can go to, neighbours more than others.
/// Cells that the opponent cannot reach do not count: they are safe anyway.
[[nodiscard]] constexpr float freedom_of(cell_set amazons, cell_set empty,
                                         cell_set reached_by_opponent) noexcept {
    float sum = 0;
    for_each_cell(amazons, [&](cell amazon) {
        const cell_set reach = queen_reach(amazon, empty) & reached_by_opponent;
        const cell_set beside = with_neighbours(cell_set{amazon}) & empty;
        const float open = count_of(reach & beside) + count_of(reach & with_neighbours(beside)) +
                           0.25F * count_of(reach);
        sum += open / (open + 4.0F);
    });
    return sum;
}

/// The cells that both reach, each worth the less the clearer it is who is first.
[[nodiscard]] constexpr float contest_of(const territory& t) noexcept {
    const cell_set both = t.of_both();
    const auto led_by = [&](std::size_t n) {
        return count_of(both & (t.white_leads[n] | t.black_leads[n]));
    };
    return count_of(both) - 0.5F * led_by(0) - 0.25F * led_by(1) - 0.125F * led_by(2);
}

}  // namespace detail

/// The features of a position for a player, as if it were that player's turn.
template <class Board>
[[nodiscard]] features features_of(const Board& b, player to_move) noexcept {
    const cell_set white = b.amazons(player::white);
    const cell_set black = b.amazons(player::black);
    const cell_set empty = b.empty_cells();
    const auto queens = detail::wavefront_territory<3, detail::queen_step>(b);
    const auto kings = detail::wavefront_territory<territory::most_lead, detail::king_step>(b);

    features f;
    f[feature::queen_territory] = detail::lead(queens.of_white(), queens.of_black());
    f[feature::queen_lead] = detail::lead(queens.white_leads[1], queens.black_leads[1]);
    f[feature::sole_territory] =
        detail::lead(queens.reached_by_white, queens.reached_by_black);  // both count in neither
    f[feature::queen_closeness] = queens.closeness;
    f[feature::king_territory] = detail::lead(kings.of_white(), kings.of_black());
    for (std::size_t n = 0; n < territory::most_lead; ++n)
        f[feature::king_lead] += detail::lead(kings.white_leads[n], kings.black_leads[n]);
    f[feature::king_lead] /= static_cast<float>(territory::most_lead);
    f[feature::freedom] = detail::freedom_of(white, empty, queens.reached_by_black) -
                          detail::freedom_of(black, empty, queens.reached_by_white);
    if (to_move == player::black)
        for (float& value : f.values) value = -value;
    f[feature::turn] = 1;
    f[feature::queen_disputed] = 0.1F * detail::count_of(queens.disputed());
    f[feature::king_disputed] = 0.1F * detail::count_of(kings.disputed());
    f.contest = detail::contest_of(queens);
    return f;
}

/// The features of a position, for the player to move.
template <int Columns, int Rows>
[[nodiscard]] features features_of(const basic_board<Columns, Rows>& b) noexcept {
    return features_of(b, b.to_move());
}

/// The phases of a game by `features::contest`, from its end on; weights are interpolated.
inline constexpr std::array<float, 7> phases = {0, 1, 4, 10, 20, 40, 70};

/// What features are worth, in logarithms of odds, in each phase.
struct weights {
    /// By phase, then by feature.
    std::array<std::array<float, feature_count>, phases.size()> of_phase{};
};

/// The weights that the engine uses.
inline constexpr weights default_weights{{{
    // queens, their lead, sole, close, kings, their lead, freedom, turn, disputed by queens, by
    // kings
    {0.585F, 0.585F, 0.585F, 0.111F, 0.585F, 0.585F, 0.000F, -1.503F, 0.000F, 0.000F},
    {1.442F, -0.257F, 0.106F, 0.452F, -0.322F, -0.002F, 0.406F, -0.469F, -0.445F, -0.178F},
    {0.228F, 0.148F, 0.020F, 0.041F, 0.032F, 0.040F, 0.615F, -0.011F, -0.225F, 0.041F},
    {0.162F, 0.081F, -0.009F, -0.007F, 0.095F, 0.040F, 0.606F, 0.332F, -0.010F, -0.162F},
    {0.083F, 0.025F, 0.017F, 0.018F, 0.085F, 0.057F, 1.041F, 0.348F, -0.008F, -0.066F},
    {0.069F, 0.039F, -0.007F, -0.182F, 0.014F, 0.109F, 1.679F, 0.485F, -0.065F, -0.067F},
    {0.053F, 0.080F, 0.012F, -0.268F, 0.005F, -0.022F, 2.790F, 0.674F, -0.108F, -0.001F},
}}};

/// The logarithm of the odds that the player to move wins.
[[nodiscard]] inline float log_odds(const features& f,
                                    const weights& w = default_weights) noexcept {
    std::size_t phase = 0;
    while (phase + 2 < phases.size() && f.contest >= phases[phase + 1]) ++phase;
    const float beyond = (f.contest - phases[phase]) / (phases[phase + 1] - phases[phase]);
    float before = 0;
    float after = 0;
    for (std::size_t i = 0; i < feature_count; ++i) {
        before += w.of_phase[phase][i] * f.values[i];
        after += w.of_phase[phase + 1][i] * f.values[i];
    }
    return before + std::min(beyond, 1.0F) * (after - before);
}

/// How well the player to move stands in a game that goes on: 1000 times the logarithm of the odds.
template <int Columns, int Rows>
[[nodiscard]] int evaluate(const basic_board<Columns, Rows>& b,
                           const weights& w = default_weights) noexcept {
    constexpr float most = 1'000'000;
    const float score = std::clamp(1000.0F * log_odds(features_of(b), w), -most, most);
    return static_cast<int>(std::lround(score));
}

/// The probability that the player to move wins.
template <int Columns, int Rows>
[[nodiscard]] double win_probability(const basic_board<Columns, Rows>& b,
                                     const weights& w = default_weights) noexcept {
    return 1.0 / (1.0 + std::exp(-static_cast<double>(log_odds(features_of(b), w))));
}

/// A board that evaluates itself. The prior of a play is the evaluation after it.
template <class Board>
class evaluated_board : public Board {
public:
    /// Refers to the weights, which must outlive it.
    explicit evaluated_board(const Board& b, const weights& w = default_weights) noexcept
        : Board(b), weights_(&w) {}
    evaluated_board(const Board&, const weights&&) = delete;

    /// The board alone.
    [[nodiscard]] const Board& board() const noexcept { return *this; }

    [[nodiscard]] int evaluate() const noexcept { return amazons::evaluate(board(), *weights_); }
    /// The probability that the player to move wins.
    [[nodiscard]] double win_probability() const noexcept {
        return amazons::win_probability(board(), *weights_);
    }
    /// The logarithm of the odds to win with a play, by the position after it.
    [[nodiscard]] double prior(const play& p) const noexcept {
        Board after = board();
        after.make(p);
        if (!after.has_play()) return sure_win;
        return -static_cast<double>(log_odds(features_of(after), *weights_));
    }

private:
    static constexpr double sure_win = 1e6;

    const weights* weights_;
};

static_assert(games::EvaluatedPosition<evaluated_board<board>> &&
              games::PriorPosition<evaluated_board<board>>);

/// What Monte-Carlo search asks at the end of its tree: the board's own evaluation.
struct board_evaluation {
    /// The probability that the player to move wins.
    template <class Board>
    [[nodiscard]] double operator()(const Board& b) const noexcept {
        return b.win_probability();
    }
};

}  // namespace senda::amazons
