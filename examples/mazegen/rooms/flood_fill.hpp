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

/// The passages between rooms, which are known by their indices, as a graph to search.
class passage_graph {
public:
    using node_type = maze::index_type;

    explicit passage_graph(const maze& m) noexcept
        : rooms_(m.data()), bound_(m.index_bound()), offsets_(m.offsets()) {}

    template <class Emit>
    void successors(node_type room, Emit&& emit) const {
        for (unsigned d = 0; d < 4; ++d)
            if ((rooms_[room] >> d & 1U) != 0)
                emit(static_cast<node_type>(room + static_cast<std::size_t>(offsets_[d])));
    }
    [[nodiscard]] std::size_t index(node_type room) const noexcept { return room; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return bound_; }

private:
    const std::uint8_t* rooms_;
    std::size_t bound_;
    std::array<std::ptrdiff_t, 4> offsets_;
};

}  // namespace senda::mazegen::detail
