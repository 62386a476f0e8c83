// SPDX-License-Identifier: MIT
// Moves that were made: what it takes to take them back, and whose turn it is after them.
#pragma once

#include <senda/games/position.hpp>

#include <type_traits>
#include <utility>

namespace senda::games::detail {

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

}  // namespace senda::games::detail
