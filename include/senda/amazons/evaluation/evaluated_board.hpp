// SPDX-License-Identifier: MIT
// A board with its evaluation, as the searches of senda::games ask for it.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/evaluation.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/position.hpp>

namespace senda::amazons {

/// A board that evaluates itself, with priors that tell which plays look good: those after which it
/// is worth most.
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
    [[nodiscard]] double operator()(const evaluated_board<Board>& b) const noexcept {
        return b.win_probability();
    }
};

}  // namespace senda::amazons
