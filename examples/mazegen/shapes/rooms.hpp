// SPDX-License-Identifier: MIT
// What a set of rooms must tell so that a maze can be grown in it.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace senda::mazegen {

/// The number of a room.
using room_number = std::uint32_t;

/// Stands where there is no room.
inline constexpr room_number no_room = std::numeric_limits<room_number>::max();

/// The most sides that a room may have.
inline constexpr unsigned most_sides = 7;

/// Rooms, each with a few sides behind which another one may be. Valid expressions, for a constant
/// `r`, a number `n` below `r.size()` and a side `s` below `r.sides(n)`:
/// - `r.size()`: how many rooms there are, less than `no_room`;
/// - `r.sides(n)`: how many sides the room has, at most `most_sides`;
/// - `r.beyond(n, s)`: the number of the room behind a side, or `no_room`. Behind two sides of a
///   room there is never the same one, and from there a side leads back;
/// - `r.room(n)`, of type `R::room_type`, and `r.index(room)`: what searches call the room.
///
/// With `static constexpr bool hangs_together = true` it is not looked at whether they do.
template <class R>
concept Rooms = requires(const R& r, room_number n, unsigned s, const typename R::room_type& room) {
    { r.size() } -> std::convertible_to<room_number>;
    { r.sides(n) } -> std::convertible_to<unsigned>;
    { r.beyond(n, s) } -> std::convertible_to<room_number>;
    { r.room(n) } -> std::same_as<typename R::room_type>;
    { r.index(room) } -> std::convertible_to<room_number>;
};

}  // namespace senda::mazegen
