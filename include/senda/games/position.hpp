// SPDX-License-Identifier: MIT
// What a game for two players must offer to be searched.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::games {

/// How a game ended, for the player whose turn it would be.
enum class outcome : std::int8_t { loss = -1, draw = 0, win = 1 };

/// This end as the other player sees it.
[[nodiscard]] constexpr outcome opposite(outcome o) noexcept {
    return static_cast<outcome>(-static_cast<int>(o));
}

/// The name of an outcome as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(outcome o) noexcept {
    return o == outcome::win ? "win" : o == outcome::draw ? "draw" : "loss";
}

/// How a game of points ended: what the player whose turn it would be has more than the other.
struct margin {
    /// Below 0 if the other has more.
    int points = 0;

    /// The larger margin is the better one.
    friend constexpr auto operator<=>(const margin&, const margin&) noexcept = default;
};

/// This end as the other player sees it.
[[nodiscard]] constexpr margin opposite(margin m) noexcept { return {-m.points}; }

/// Who won with a margin: more points win, and equal points are a draw.
[[nodiscard]] constexpr outcome outcome_of(margin m) noexcept {
    return m.points > 0 ? outcome::win : m.points < 0 ? outcome::loss : outcome::draw;
}

namespace detail {

template <class Move>
struct move_sink {
    bool operator()(const Move&) const { return true; }
};

// What a position must do, one by one and not as concepts: a message ends with what fails.
template <class P>
inline constexpr bool lists_moves =
    requires(const P& c, move_sink<typename P::move_type> f) { c.for_each_move(f); };
template <class P>
inline constexpr bool makes_moves = requires(P& p, const typename P::move_type& m) { p.make(m); };
template <class P>
using undo_data = std::remove_cvref_t<decltype(std::declval<P&>().make(
    std::declval<const typename P::move_type&>()))>;
template <class P>
inline constexpr bool takes_undo_data =
    requires(P& p, const typename P::move_type& m) { p.unmake(m, std::declval<undo_data<P>>()); };
template <class P>
inline constexpr bool unmakes_moves =
    takes_undo_data<P> || requires(P& p, const typename P::move_type& m) { p.unmake(m); };
template <class P>
inline constexpr bool ends_with_outcome = requires(const P& c) {
    { c.terminal() } -> std::convertible_to<std::optional<outcome>>;
};
template <class P>
inline constexpr bool ends_with_margin = !ends_with_outcome<P> && requires(const P& c) {
    { c.terminal() } -> std::convertible_to<std::optional<margin>>;
};
template <class P>
inline constexpr bool tells_its_end = ends_with_outcome<P> || ends_with_margin<P>;
template <class P>
inline constexpr bool tells_its_player = requires(const P& c) {
    { c.player_to_move() } -> std::equality_comparable;
};
// A player who cannot be asked must not look like a game in which the players alternate.
template <class P>
inline constexpr bool takes_turns = tells_its_player<P> || !requires(P& p) { p.player_to_move(); };

}  // namespace detail

/// A move in the game of a position.
template <class P>
using move_of = typename std::remove_cvref_t<P>::move_type;

/// A position of a game in which two players take turns, know everything, and what one wins the
/// other loses. With `P p`, `const P c` and `const P::move_type m`:
///   `P::move_type`         a regular type;
///   `c.for_each_move(f)`   calls `f(m)` for each legal move, always in the same order; `f` returns
///                          whether to go on, which may be ignored. May do anything, also nothing,
///                          when the game is over;
///   `p.make(m)`            plays a legal move: it is then the other player's turn, but for games
///                          that say whose it is (`TurnPosition`);
///   `p.unmake(m)`          takes back `m`, the last move that was made; or `p.unmake(m, undo)`
///                          with what `p.make(m)` returned (`UndoPosition`);
///   `c.terminal()`         a `std::optional<outcome>` for the player to move, or a
///                          `std::optional<margin>` in a game of points (`ScoredPosition`); nothing
///                          while the game goes on, and then there is a legal move.
/// Every game must end: a position does not come again in the same game.
template <class P>
concept Position = std::copyable<P> && std::regular<typename P::move_type> &&
                   detail::lists_moves<P> &&    // c.for_each_move(f)
                   detail::makes_moves<P> &&    // p.make(m)
                   detail::unmakes_moves<P> &&  // p.unmake(m), or p.unmake(m, p.make(m))
                   detail::takes_turns<P> &&    // c.player_to_move() of a const position
                   detail::tells_its_end<P>;  // c.terminal(), a std::optional<outcome> or <margin>

/// A position of a game of points: `c.terminal()` is a `std::optional<margin>`. Alpha-beta then
/// finds the margin of best play; for the other searches more points win.
template <class P>
concept ScoredPosition = Position<P> && detail::ends_with_margin<P>;

/// A position that says whose turn it is, for games in which a player may move several times in a
/// row: `c.player_to_move()` can be compared, and has two values. Without it the players alternate.
template <class P>
concept TurnPosition = Position<P> && detail::tells_its_player<P>;

/// A position that needs more than the move to take it back: `p.make(m)` returns it, a movable
/// value, and `p.unmake(m, undo)` gets it back.
template <class P>
concept UndoPosition = Position<P> && detail::takes_undo_data<P>;

/// A game of points that tells those already won: `c.running_score()` is an int, what the player to
/// move has more than the other so far. Then `c.hash()` leaves them out, and a table knows a
/// position again that was reached with other points; how the rest of the game goes must not depend
/// on them.
template <class P>
concept RunningScorePosition = ScoredPosition<P> && requires(const P& c) {
    { c.running_score() } -> std::convertible_to<int>;
};

/// The first legal move of a position, if it has one.
template <Position P>
[[nodiscard]] std::optional<move_of<P>> first_move(const P& position) {
    std::optional<move_of<P>> first;
    position.for_each_move([&](const move_of<P>& m) {
        if (!first) first = m;
        return false;
    });
    return first;
}

namespace detail {

/// One of the moves of a position, all equally likely, if it has one.
template <Position P, class Random>
[[nodiscard]] std::optional<move_of<P>> draw_move(const P& position, Random& random) {
    std::optional<move_of<P>> drawn;
    std::uint64_t seen = 0;
    position.for_each_move([&](const move_of<P>& m) {
        if (random.below(++seen) == 0) drawn = m;
        return true;
    });
    return drawn;
}

/// For positions that need nothing but the move.
struct no_undo {};

/// Whose turn it is, in games that say so.
template <Position P>
[[nodiscard]] auto player_at([[maybe_unused]] const P& position) {
    if constexpr (TurnPosition<P>) {
        return position.player_to_move();
    } else {
        return std::false_type{};
    }
}

/// A move that was made on a position. Costs nothing where players alternate and the move is enough
/// to take it back.
template <Position P>
class made_move {
    using undo = std::conditional_t<UndoPosition<P>, undo_data<P>, no_undo>;
    using turn = std::conditional_t<TurnPosition<P>, bool, std::false_type>;

public:
    /// Plays the move.
    made_move(P& position, const move_of<P>& m) : made_move(position, m, player_at(position)) {}

    /// Takes it back.
    void unmake(P& position, const move_of<P>& m) {
        if constexpr (UndoPosition<P>) {
            position.unmake(m, std::move(undo_));
        } else {
            position.unmake(m);
        }
    }

    /// Whether the player who made it moves again.
    [[nodiscard]] constexpr bool keeps_turn() const noexcept { return keeps_turn_; }

private:
    template <class Player>
    made_move(P& position, const move_of<P>& m, [[maybe_unused]] const Player& mover)
        : undo_([&]() -> undo {
              if constexpr (UndoPosition<P>) {
                  return position.make(m);
              } else {
                  (void)position.make(m);
                  return {};
              }
          }()) {
        if constexpr (TurnPosition<P>)
            keeps_turn_ = static_cast<bool>(position.player_to_move() == mover);
    }

    undo undo_;
    turn keeps_turn_{};
};

/// What `terminal` says: an outcome or a margin.
template <Position P>
using end_of = std::optional<std::conditional_t<ends_with_margin<P>, margin, outcome>>;

/// An end in points: what it is, or 1 for a win and -1 for a loss.
[[nodiscard]] constexpr int points_of(outcome o) noexcept { return static_cast<int>(o); }
[[nodiscard]] constexpr int points_of(margin m) noexcept { return m.points; }

/// Whether the game is over, and who won it.
template <Position P>
[[nodiscard]] constexpr std::optional<outcome> outcome_at(const P& position) {
    if constexpr (ScoredPosition<P>) {
        const std::optional<margin> end = position.terminal();
        return end ? std::optional(outcome_of(*end)) : std::nullopt;
    } else {
        return position.terminal();
    }
}

}  // namespace detail

/// A position that guesses how it stands: `c.evaluate()` is an int for the player to move, larger
/// is better, and turning the roles of the players round turns its sign round. In a game of points
/// it is the margin that is expected in the end, in the same unit.
template <class P>
concept EvaluatedPosition = Position<P> && requires(const P& c) {
    { c.evaluate() } -> std::convertible_to<int>;
};

/// A position with a transposition table: `c.hash()` is the same for equal positions with the same
/// player to move, and differs for others but for bad luck; also for those that differ in points
/// only, unless there is `c.running_score()`. Moves are trivially copyable.
template <class P>
concept HashedPosition =
    Position<P> && std::is_trivially_copyable_v<typename P::move_type> && requires(const P& c) {
        { c.hash() } -> std::convertible_to<std::uint64_t>;
    };

/// A position that knows which of its moves look good: `c.prior(m)` is any number, larger is
/// better. Only the order of the moves' priors counts. Where much of the work is the same for all
/// moves, `c.priors()` may do it once and give a function that takes a move in place of `prior`.
template <class P>
concept PriorPosition = Position<P> && requires(const P& c, const typename P::move_type& m) {
    { c.prior(m) } -> std::convertible_to<double>;
};

/// A position that knows which moves upset its evaluation: `c.for_each_noisy_move(f)` is as
/// `for_each_move`, for those that must be played out before `c.evaluate()` may be believed.
template <class P>
concept NoisyPosition =
    EvaluatedPosition<P> &&
    requires(const P& c, detail::move_sink<typename P::move_type> f) { c.for_each_noisy_move(f); };

/// A position that counts its moves quickly: with `c.count_moves()` the solver tries few first.
template <class P>
concept CountingPosition = Position<P> && requires(const P& c) {
    { c.count_moves() } -> std::convertible_to<std::uint64_t>;
};

}  // namespace senda::games
