// SPDX-License-Identifier: MIT
// How likely the player to move wins: by random games, by the position's own evaluation, or both.
#pragma once

#include <senda/detail/games/made_move.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/storage/random.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>

namespace senda::games {

/// What the limits of a search say to an evaluation that takes long.
class simulation_control {
public:
    /// Of no search: goes on for ever.
    constexpr simulation_control() = default;
    /// Of the search that counts with `control`.
    explicit constexpr simulation_control(detail::node_control& control) noexcept
        : control_(&control) {}

    /// Whether to go on: false once the time is used up or the stop token asks to stop. What the
    /// evaluation returns then counts little.
    [[nodiscard]] bool may_go_on() const { return control_ == nullptr || control_->tick(); }

private:
    detail::node_control* control_ = nullptr;
};

/// What Monte-Carlo search asks at the end of its tree: `e(position)`, `e(position, random)`, with
/// a `random_source&`, or `e(position, random, control)`, with a `const simulation_control&` for
/// what may take long, is the probability that the player to move wins, a draw counting half.
template <class E, class P>
concept Evaluation =
    std::copy_constructible<E> && (requires(E& e, const P& p) {
        { e(p) } -> std::convertible_to<double>;
    } || requires(E& e, const P& p, random_source& random) {
        { e(p, random) } -> std::convertible_to<double>;
    } || requires(E& e, const P& p, random_source& random, const simulation_control& control) {
        { e(p, random, control) } -> std::convertible_to<double>;
    });

/// A position whose priors may say how likely each move wins: where `c.priors_are_odds()` is true,
/// `c.prior(m)` is the logarithm of the odds to win with `m`, and Monte-Carlo search takes the best
/// move's for the value of the position. Where it is false, as within a turn of several moves, a
/// simulation goes on to a position where it is true. No other evaluation is asked for.
template <class P>
concept OddsPosition = PriorPosition<P> && requires(const P& c) {
    { c.priors_are_odds() } -> std::convertible_to<bool>;
};

namespace detail {

template <class P, Evaluation<P> E>
[[nodiscard]] double win_probability(E& e, const P& position, random_source& random,
                                     const simulation_control& control) {
    double value = 0.5;
    if constexpr (requires { e(position, random, control); }) {
        value = static_cast<double>(e(position, random, control));
    } else if constexpr (requires { e(position, random); }) {
        value = static_cast<double>(e(position, random));
    } else {
        value = static_cast<double>(e(position));
    }
    return value > 0 ? (value < 1 ? value : 1) : 0;  // not a number counts as 0
}

/// The probability whose odds have this logarithm.
[[nodiscard]] inline double probability_of(double log_odds) {
    return 1 / (1 + std::exp(-log_odds));
}

[[nodiscard]] constexpr double value_of(outcome o) noexcept {
    return o == outcome::win ? 1 : o == outcome::draw ? 0.5 : 0;
}

}  // namespace detail

/// Plays a game to its end with random moves, all equally likely.
struct random_playout {
    /// A game that is not over after this number of moves counts as a draw.
    std::uint64_t longest = 10'000;

    /// How a random game from the position ended: 1 won, 0.5 drawn, 0 lost; 0.5 too if `longest` or
    /// `control` came first.
    template <Position P>
    [[nodiscard]] double operator()(const P& start, random_source& random,
                                    const simulation_control& control = {}) const {
        P position = start;
        bool is_own_turn = true;
        for (std::uint64_t left = longest;; --left) {
            if (const std::optional<outcome> end = detail::outcome_at(position)) {
                const double value = detail::value_of(*end);
                return is_own_turn ? value : 1 - value;
            }
            if (left == 0 || !control.may_go_on()) return 0.5;
            std::optional<move_of<P>> drawn;
            std::uint64_t seen = 0;
            position.for_each_move([&](const move_of<P>& m) {
                if (random.below(++seen) == 0) drawn = m;
                return true;
            });
            if (!drawn) return 0.5;  // a faulty position
            if (!detail::made_move<P>(position, *drawn).keeps_turn()) is_own_turn = !is_own_turn;
        }
    }
};

/// The position's own evaluation as a probability.
struct logistic_evaluation {
    double scale = 100;  ///< the evaluation of odds of e to 1

    /// The probability that the player to move wins.
    template <EvaluatedPosition P>
    [[nodiscard]] double operator()(const P& position) const {
        return detail::probability_of(static_cast<double>(position.evaluate()) / scale);
    }
};

}  // namespace senda::games
