// SPDX-License-Identifier: MIT
// Rooms in memory: one byte each, with a ring around them, so that each has four neighbours.
#pragma once

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace senda::mazegen::detail {

/// The passages of a room, one bit a direction. Its other bits are a generator's marks, later zero.
inline constexpr std::uint8_t passage_bits = 0x0f;
/// A room that a generator has finished with; set where there is no room, too.
inline constexpr std::uint8_t taken = 0x40;
/// Where there is no room: the ring, and what a mask leaves out.
inline constexpr std::uint8_t absent = 0xc0;

[[nodiscard]] constexpr bool is_room(std::uint8_t byte) noexcept { return byte < 0x80; }

/// The bytes of rooms: they begin as zeros, and large arrays of them lie on huge pages.
class room_bytes {
public:
    room_bytes() : budget_(new memory_budget), bytes_(*budget_) {}
    room_bytes(room_bytes&&) noexcept = default;
    room_bytes& operator=(room_bytes&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }

    /// That many zeros; without data if there is no memory for them.
    [[nodiscard]] static room_bytes zeros(std::size_t size) {
        room_bytes made;
        (void)made.bytes_.assign_zeros(size);
        return made;
    }

    /// Another array with the same bytes; without data if there is no memory for it.
    [[nodiscard]] room_bytes copy() const {
        room_bytes made = zeros(size());
        if (made.size() == size()) std::copy_n(data(), size(), made.data());
        return made;
    }

    /// The first byte.
    [[nodiscard]] std::uint8_t* data() noexcept { return bytes_.data(); }
    /// The first byte.
    [[nodiscard]] const std::uint8_t* data() const noexcept { return bytes_.data(); }
    /// How many there are.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

private:
    std::unique_ptr<memory_budget> budget_;
    buffer<std::uint8_t> bytes_;
};

}  // namespace senda::mazegen::detail
