// SPDX-License-Identifier: MIT
// Which rooms can be reached from a room, without memory besides the rooms themselves.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// What a flood reached.
struct flooded {
    cell start;
    std::uint64_t rooms = 0;
};

/// Marks all rooms that can be reached from `start` by passages as `taken`, and counts them. Goes
/// in depth; the way back is in bits 4 and 5 of a room, so there is no stack.
inline std::uint64_t flood_passages(maze& m, std::size_t start) noexcept {
    const auto stride = static_cast<std::ptrdiff_t>(m.stride());
    const std::array<std::ptrdiff_t, 4> offsets = {-stride, 1, stride, -1};
    std::uint8_t* const root = m.data() + start;
    std::uint8_t* room = root;
    std::uint64_t count = 1;
    *room = static_cast<std::uint8_t>(*room | taken);
    while (true) {
        unsigned way = 0;
        while (way < 4 && ((*room >> way & 1U) == 0 || (room[offsets[way]] & taken) != 0)) ++way;
        if (way < 4) {
            room += offsets[way];
            *room = static_cast<std::uint8_t>(*room | taken | (way ^ 2U) << 4U);
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

/// Counts the rooms that can be reached from the first room by going from neighbour to neighbour,
/// of which there is at least one. The rooms must have no passages, and have none afterwards.
inline flooded flood_neighbours(maze& m) noexcept {
    const auto stride = static_cast<std::ptrdiff_t>(m.stride());
    const std::array<std::ptrdiff_t, 4> offsets = {-stride, 1, stride, -1};
    std::uint8_t* const data = m.data();
    const std::size_t first = m.index({0, 0});
    const std::size_t last = m.index({m.cols() - 1, m.rows() - 1});
    for (std::size_t room = first; room <= last; ++room) {
        if (!is_room(data[room])) continue;
        for (const direction d : directions)
            if (is_room(
                    data[room + static_cast<std::size_t>(offsets[static_cast<std::size_t>(d)])]))
                data[room] = static_cast<std::uint8_t>(data[room] | bit_of(d));
    }
    const std::size_t start = next_untaken(m, first);
    const flooded seen{m.node(static_cast<maze::index_type>(start)), flood_passages(m, start)};
    for (std::size_t room = first; room <= last; ++room)
        if (is_room(data[room])) data[room] = 0;
    return seen;
}

}  // namespace senda::mazegen::detail
