// SPDX-License-Identifier: MIT
// Rooms in memory: one byte each, with a ring around them, so that each has four neighbours.
#pragma once

#include <senda/storage/memory.hpp>
#include <senda/storage/pages.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace senda::mazegen::detail {

/// The passages of a room, one bit a direction. Its other bits are a generator's marks, later zero.
inline constexpr std::uint8_t passage_bits = 0x0f;
/// A room that a generator has finished with; set where there is no room, too.
inline constexpr std::uint8_t taken = 0x40;
/// Where there is no room: the ring, and what a mask leaves out.
inline constexpr std::uint8_t absent = 0xc0;

[[nodiscard]] constexpr bool is_room(std::uint8_t byte) noexcept { return byte < 0x80; }

/// An array of bytes that is a value; large ones lie on huge pages.
class room_bytes {
public:
    room_bytes() = default;
    room_bytes(room_bytes&& other) noexcept { *this = std::move(other); }
    room_bytes& operator=(room_bytes&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~room_bytes() {
        if (senda::detail::is_paged(size_)) {
            senda::detail::unmap_pages(data_, size_);
        } else {
            std::free(data_);
        }
    }

    /// So many zeros; without data if there is no memory for them.
    [[nodiscard]] static room_bytes zeros(std::size_t size) noexcept {
        room_bytes made;
        made.data_ = static_cast<std::uint8_t*>(
            senda::detail::is_paged(size) ? senda::detail::map_pages(size) : std::calloc(size, 1));
        if (made.data_ != nullptr) made.size_ = size;
        return made;
    }

    /// Another array with the same bytes; without data if there is no memory for it.
    [[nodiscard]] room_bytes copy() const noexcept {
        if (size_ == 0) return {};
        room_bytes made = zeros(size_);
        if (made.data_ != nullptr) std::memcpy(made.data_, data_, size_);
        return made;
    }

    [[nodiscard]] std::uint8_t* data() noexcept { return data_; }
    [[nodiscard]] const std::uint8_t* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace senda::mazegen::detail
