// SPDX-License-Identifier: MIT
// What a game for two players must offer to be searched.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace senda::games {

/// How a game ended, for the player whose turn it would be.
enum class outcome : std::int8_t { loss = -1, draw = 0, win = 1 };

/// The same end as the other player sees it.
[[nodiscard]] constexpr outcome opposite(outcome o) noexcept {
    return static_cast<outcome>(-static_cast<int>(o));
}

/// The name of an outcome as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(outcome o) noexcept {
    return o == outcome::win ? "win" : o == outcome::draw ? "draw" : "loss";
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
inline constexpr bool unmakes_moves =
    requires(P& p, const typename P::move_type& m) { p.unmake(m); };
template <class P>
inline constexpr bool tells_its_end = requires(const P& c) {
    { c.terminal() } -> std::convertible_to<std::optional<outcome>>;
};

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
///   `p.make(m)`            plays a legal move: it is then the other player's turn;
///   `p.unmake(m)`          takes back `m`, the last move that was made;
///   `c.terminal()`         a `std::optional<outcome>` for the player to move; nothing while the
///                          game goes on, and then there is a legal move.
/// Every game must end: a position does not come again in the same game.
template <class P>
concept Position = std::copyable<P> && std::regular<typename P::move_type> &&
                   detail::lists_moves<P> &&    // c.for_each_move(f)
                   detail::makes_moves<P> &&    // p.make(m)
                   detail::unmakes_moves<P> &&  // p.unmake(m)
                   detail::tells_its_end<P>;    // c.terminal(), a std::optional<outcome>

namespace detail {

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

}  // namespace detail

/// A position that guesses how it stands: `c.evaluate()` is an int for the player to move, larger
/// is better, and turning the roles of the players round turns its sign round.
template <class P>
concept EvaluatedPosition = Position<P> && requires(const P& c) {
    { c.evaluate() } -> std::convertible_to<int>;
};

/// A position with a transposition table: `c.hash()` is the same for equal positions with the same
/// player to move, and differs for others but for bad luck. Moves are trivially copyable.
template <class P>
concept HashedPosition =
    Position<P> && std::is_trivially_copyable_v<typename P::move_type> && requires(const P& c) {
        { c.hash() } -> std::convertible_to<std::uint64_t>;
    };

/// A position that knows which of its moves look good: `c.prior(m)` is any number, larger is
/// better. Only the order of the moves' priors counts.
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
