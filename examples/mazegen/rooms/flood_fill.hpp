// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/maze.hpp>
#include <mazegen/rooms/room_bytes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// Marks all rooms that can be reached from `start` by passages as `taken`, and counts them.
/// Depth-first; the direction back is in bits 4 and 5 of a room, so there is no stack.
inline std::uint64_t fill_passages(maze& m, std::size_t start) noexcept {
    const std::array<std::ptrdiff_t, 4> offsets = m.offsets();
    std::uint8_t* const root = m.data() + start;
    std::uint8_t* room = root;
    std::uint64_t count = 1;
    *room = static_cast<std::uint8_t>(*room | taken);
    while (true) {
        unsigned d = 0;
        while (d < 4 && ((*room >> d & 1U) == 0 || (room[offsets[d]] & taken) != 0)) ++d;
        if (d < 4) {
            room += offsets[d];
            *room = static_cast<std::uint8_t>(*room | taken | (d ^ 2U) << 4U);
            ++count;
        } else if (room != root) {
            room += offsets[*room >> 4U & 3U];
        } else {
            return count;
        }
    }
}

/// The first room at or after an index that is not `taken`; `bound` if there is none.
inline std::size_t next_untaken(const maze& m, std::size_t from) noexcept {
    while (from < m.index_bound() && (m.data()[from] & taken) != 0) ++from;
    return from;
}

/// Calls `visit(room)`, which marks a component as `taken`, for a room of each component.
template <class Visit>
void for_each_component(const maze& m, Visit visit) {
    for (std::size_t room = next_untaken(m, 0); room < m.bytes(); room = next_untaken(m, room))
        visit(room);
}

/// Breadth-first search from a room: writes one more than its distance for each room that it
/// reaches, where there was 0, and lists them in that order. Returns how many there are.
inline std::size_t search_breadth_first(const maze& m, std::size_t start, std::uint32_t* distance,
                                        std::uint32_t* queue) noexcept {
    const std::array<std::ptrdiff_t, 4> offsets = m.offsets();
    const std::uint8_t* const data = m.data();
    queue[0] = static_cast<std::uint32_t>(start);
    distance[start] = 1;
    std::size_t count = 1;
    for (std::size_t at = 0; at < count; ++at) {
        const std::size_t room = queue[at];
        const std::uint32_t next = distance[room] + 1;
        for (unsigned d = 0; d < 4; ++d) {
            const std::size_t other = room + static_cast<std::size_t>(offsets[d]);
            if ((data[room] >> d & 1U) == 0 || distance[other] != 0) continue;
            distance[other] = next;
            queue[count++] = static_cast<std::uint32_t>(other);
        }
    }
    return count;
}

}  // namespace senda::mazegen::detail
