// SPDX-License-Identifier: MIT
// A position with its evaluation, as the searches of senda::games ask for it.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/evaluation.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/position.hpp>

#include <cstdint>
#include <optional>

namespace senda::amazons {

/// A position that knows what it is worth, and which plays look good: those after which it is worth
/// most.
template <class Board>
class weighed_board {
public:
    using move_type = play;

    /// Refers to the weights, which must outlive it.
    explicit weighed_board(const Board& b, const weights& w = default_weights) noexcept
        : board_(b), weights_(&w) {}
    weighed_board(const Board&, const weights&&) = delete;

    /// The position itself.
    [[nodiscard]] const Board& board() const noexcept { return board_; }

    template <class Visit>
    void for_each_move(Visit&& visit) const {
        board_.for_each_play(visit);
    }
    [[nodiscard]] std::uint64_t count_moves() const noexcept { return board_.count_moves(); }
    void make(const play& p) noexcept { board_.make(p); }
    void unmake(const play& p) noexcept { board_.unmake(p); }
    [[nodiscard]] std::optional<games::outcome> terminal() const noexcept {
        return board_.terminal();
    }
    [[nodiscard]] std::uint64_t hash() const noexcept { return board_.hash(); }
    [[nodiscard]] int evaluate() const noexcept { return amazons::evaluate(board_, *weights_); }
    /// The probability that the player to move wins.
    [[nodiscard]] double win_probability() const noexcept {
        return amazons::win_probability(board_, *weights_);
    }
    /// The logarithm of the odds to win with a play, by the position after it.
    [[nodiscard]] double prior(const play& p) const noexcept {
        Board after = board_;
        after.make(p);
        if (!after.has_play()) return sure_win;
        return -static_cast<double>(log_odds(features_of(after), *weights_));
    }

private:
    static constexpr double sure_win = 1e6;

    Board board_;
    const weights* weights_;
};

static_assert(games::EvaluatedPosition<weighed_board<board>> &&
              games::PriorPosition<weighed_board<board>>);

/// What Monte-Carlo search asks at the end of its tree.
struct weighed_evaluation {
    /// The probability that the player to move wins.
    template <class Board>
    [[nodiscard]] double operator()(const weighed_board<Board>& b) const noexcept {
        return b.win_probability();
    }
};

}  // namespace senda::amazons
