// SPDX-License-Identifier: MIT
// Rooms in memory: one byte each, with a ring around them, so that each has four neighbours.
#pragma once

#include <senda/storage/zeroed_bytes.hpp>

#include <cstdint>

namespace senda::mazegen::detail {

/// The passages of a room, one bit a direction. Its other bits are a generator's marks, later zero.
inline constexpr std::uint8_t passage_bits = 0x0f;
/// A room that a generator has finished with; set where there is no room, too.
inline constexpr std::uint8_t taken = 0x40;
/// Where there is no room: the ring, and what a mask leaves out.
inline constexpr std::uint8_t absent = 0xc0;

[[nodiscard]] constexpr bool is_room(std::uint8_t byte) noexcept { return byte < 0x80; }

using room_bytes = senda::zeroed_bytes;

}  // namespace senda::mazegen::detail
