// SPDX-License-Identifier: MIT
// Moves that were made: what it takes to take them back, and whose turn it is after them.
#pragma once

#include <senda/games/position.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace senda::games::detail {

/// For positions that need nothing but the move.
struct no_undo {};

/// What is kept of a move until it is taken back.
template <class P>
struct undo_of {
    using type = no_undo;
};
template <UndoPosition P>
struct undo_of<P> {
    using type = undo_data<P>;
};

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
    using undo = typename undo_of<P>::type;
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
    made_move(P& position, const move_of<P>& m, const Player& mover)
        : undo_(make(position, m)), keeps_turn_(is_turn_of(mover, position)) {}

    static undo make(P& position, const move_of<P>& m) {
        if constexpr (UndoPosition<P>) {
            return position.make(m);
        } else {
            (void)position.make(m);
            return {};
        }
    }

    template <class Player>
    static turn is_turn_of([[maybe_unused]] const Player& player,
                           [[maybe_unused]] const P& position) {
        if constexpr (TurnPosition<P>) {
            return static_cast<bool>(position.player_to_move() == player);
        } else {
            return {};
        }
    }

    undo undo_;
    turn keeps_turn_;
};

/// The moves from the root of a search to where it stands.
template <Position P>
class made_moves {
    static constexpr bool is_plain = !UndoPosition<P> && !TurnPosition<P>;

public:
    /// Plays a move.
    void make(P& position, const move_of<P>& m) {
        if constexpr (is_plain) {
            (void)position.make(m);
        } else {
            moves_.emplace_back(position, m);
        }
    }

    /// Takes back the last one.
    void unmake(P& position, const move_of<P>& m) {
        if constexpr (is_plain) {
            position.unmake(m);
        } else {
            moves_.back().unmake(position, m);
            moves_.pop_back();
        }
    }

    /// Whether who made the last move moves again; at the root it was the other player's turn.
    [[nodiscard]] bool keeps_turn() const noexcept {
        if constexpr (TurnPosition<P>) {
            return !moves_.empty() && moves_.back().keeps_turn();
        } else {
            return false;
        }
    }

private:
    std::vector<made_move<P>> moves_;
};

}  // namespace senda::games::detail
