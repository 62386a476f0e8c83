// SPDX-License-Identifier: MIT
// Evaluation of a position by features, weighted by how much of the board is still contested: J.
// Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349
// (2005).
#pragma once

#include <amazons/board.hpp>
#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <amazons/evaluation/leads.hpp>
#include <amazons/evaluation/wavefront.hpp>
#include <amazons/play.hpp>
#include <senda/games/position.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace senda::amazons {

/// What is weighted, for the player to move less the same for the other, but for the last three.
/// Distances in moves of a queen are counted up to 4.
enum class feature : std::size_t {
    queen_territory,  ///< cells that one's queens reach first
    queen_lead,       ///< of these, the cells that they reach two or more moves before
    sole_territory,   ///< cells that one alone reaches
    queen_closeness,  ///< 2 ^ -distance in moves of a queen, up to 3, over the cells that one
                      ///< reaches
    king_territory,   ///< cells that one's kings reach first
    king_lead,        ///< by how many steps of a king one is ahead, up to 7, over all cells, by 7
    narrow_freedom,   ///< `freedom`, with 1 in place of 4
    freedom,          ///< the sum over one's amazons of m / (m + 4), where m is their mobility
    wide_freedom,     ///< `freedom`, with 16 in place of 4
    turn,             ///< 1: being to move
    queen_disputed,   ///< a tenth of the cells that both players' queens reach at the same time
    king_disputed     ///< a tenth of the cells that both players' kings reach at the same time
};

/// How many features there are.
inline constexpr std::size_t feature_count = 12;

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
[[nodiscard]] inline float count_of(cell_set cells) noexcept {
    return static_cast<float>(cells.count());
}
[[nodiscard]] inline float lead(set_pair cells) noexcept {
    return static_cast<float>(cells.white().count() - cells.black().count());
}
[[nodiscard]] inline cell_set either(set_pair cells) noexcept {
    return cells.white() | cells.black();
}

/// The cells of the squares of 3 x 3 and of 5 x 5 around a cell, without it.
struct squares {
    cell_set small, large;
};
inline constexpr std::array<squares, 128> squares_around = [] {
    std::array<squares, 128> all{};
    for (int row = 0; row < most_rows; ++row)
        for (int column = 0; column < most_columns; ++column) {
            const cell centre = cell_at(column, row);
            const cell_set board = all_cells(most_columns, most_rows);
            squares& around = all[centre.number];
            around.small = with_neighbours(cell_set{centre}) & board;
            around.large = with_neighbours(around.small) & board;
            around.small.erase(centre);
            around.large.erase(centre);
        }
    return all;
}();

/// Four times how freely an amazon moves: cells beside it count 2.25, those behind them 1.25 and
/// others 0.25. Cells that the opponent cannot reach do not count: they are safe anyway.
[[nodiscard]] inline std::size_t mobility(cell amazon, cell_set contested_reach) noexcept {
    const squares& around = squares_around[amazon.number];
    return static_cast<std::size_t>(
        4 * ((contested_reach & around.small).count() + (contested_reach & around.large).count()) +
        contested_reach.count());
}

/// m / (m + 1), m / (m + 4) and m / (m + 16) for what `mobility` tells.
inline constexpr auto freedoms = [] {
    constexpr std::size_t most = 4 * (8 + 16) + 4 * most_columns;  // no queen reaches more
    std::array<std::array<float, 3>, most + 1> all{};
    for (std::size_t i = 0; i <= most; ++i) {
        const float m = 0.25F * static_cast<float>(i);
        all[i] = {m / (m + 1), m / (m + 4), m / (m + 16)};
    }
    return all;
}();

/// The features of a position for a player, where `reach(amazon)` gives the cells that an amazon
/// can go to.
template <class Board, class Reach>
[[nodiscard]] features features_of(const Board& b, player to_move, Reach reach) noexcept {
    const set_pair amazons{b.amazons(player::white), b.amazons(player::black)};
    const cell_set empty = b.empty_cells();
    const king_leads kings = king_leads_of(amazons, empty);

    features f;
    const auto add_freedom = [&](cell_set own, cell_set reached_by_opponent, float sign) {
        cell_set in_one;
        for_each_cell(own, [&](cell amazon) {
            const cell_set reached = reach(amazon);
            in_one |= reached;
            const auto& [narrow, usual, wide] =
                freedoms[mobility(amazon, reached & reached_by_opponent)];
            f[feature::narrow_freedom] += sign * narrow;
            f[feature::freedom] += sign * usual;
            f[feature::wide_freedom] += sign * wide;
        });
        return in_one;
    };
    const cell_set white_in_one = add_freedom(amazons.white(), kings.reached.black(), 1);
    const cell_set black_in_one = add_freedom(amazons.black(), kings.reached.white(), -1);
    const queen_leads queens = queen_leads_of({white_in_one, black_in_one}, kings.reached, empty);

    f[feature::queen_territory] = lead(queens.one);
    f[feature::queen_lead] = lead(queens.two);
    f[feature::sole_territory] = lead(queens.alone);
    f[feature::queen_closeness] = 0.25F * lead(queens.in_one) + 0.125F * lead(queens.in_two) +
                                  0.125F * f[feature::sole_territory];
    f[feature::king_territory] = lead(kings.ahead());
    f[feature::king_lead] = (lead(kings.ones) + 2 * lead(kings.twos) + 4 * lead(kings.fours)) / 7;
    if (to_move == player::black)
        for (float& value : f.values) value = -value;
    f[feature::turn] = 1;
    const cell_set both = kings.reached.white() & kings.reached.black();
    const auto led = [&](set_pair by) { return count_of(both & either(by)); };
    const float undecided = count_of(both) - led(queens.one);
    f[feature::queen_disputed] = 0.1F * undecided;
    f[feature::king_disputed] = 0.1F * count_of(both & ~either(kings.ahead()));
    f.contest =
        undecided + 0.5F * led(queens.one) - 0.25F * led(queens.two) - 0.125F * led(queens.three);
    return f;
}

}  // namespace detail

/// The features of a position for a player, as if it were that player's turn.
template <class Board>
[[nodiscard]] features features_of(const Board& b, player to_move) noexcept {
    const cell_set empty = b.empty_cells();
    return detail::features_of(b, to_move, [&](cell c) { return queen_reach(c, empty); });
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
    // queens, their lead, sole, close, kings, their lead, freedom (narrow, usual, wide), turn,
    // disputed by queens, by kings
    {0.402F, 0.402F, 0.402F, 0.038F, 0.402F, 0.402F, 0.000F, 0.000F, 0.000F, -0.635F, 0.000F,
     0.000F},
    {0.297F, 0.352F, -0.142F, 0.047F, 0.047F, 0.175F, -0.261F, 0.093F, 0.120F, 0.099F, -0.097F,
     -0.055F},
    {0.326F, 0.071F, 0.031F, -0.055F, 0.144F, -0.009F, 0.397F, 0.238F, -0.499F, 0.180F, 0.352F,
     -0.061F},
    {0.192F, 0.067F, -0.029F, 0.014F, 0.131F, 0.053F, 0.339F, 0.694F, -1.180F, 0.269F, 0.157F,
     -0.087F},
    {0.104F, 0.025F, -0.013F, -0.042F, 0.092F, 0.090F, -0.174F, 1.790F, -1.040F, 0.353F, 0.004F,
     -0.047F},
    {0.058F, 0.030F, -0.005F, -0.145F, 0.022F, 0.118F, -1.146F, 4.045F, -1.390F, 0.448F, -0.041F,
     -0.063F},
    {0.069F, 0.069F, -0.020F, -0.301F, -0.009F, -0.019F, -0.184F, 3.387F, -0.754F, 0.534F, -0.082F,
     -0.025F},
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
