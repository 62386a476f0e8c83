// SPDX-License-Identifier: MIT
// Through all rooms of a maze without loops, along the wall, without memory besides the rooms.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::mazegen::detail {

/// Finds the room farthest from another in a maze without loops, whose rooms may be marked.
class tree_sweep {
public:
    struct farthest {
        std::size_t room;
        std::uint64_t steps;
    };

    explicit tree_sweep(maze& m) noexcept : maze_(&m), offsets_(m.offsets()) {}

    /// Walks from `start` through all rooms that can be reached and back, always by the first
    /// passage after the one it came by. Each room is marked as `taken`, with the direction back to
    /// `start` in bits 4 and 5.
    farthest from(std::size_t start) noexcept {
        std::uint8_t* const data = maze_->data();
        farthest best{start, 0};
        data[start] = static_cast<std::uint8_t>((data[start] & passage_bits) | taken);
        for (unsigned first = 0; first < 4; ++first) {
            if ((data[start] >> first & 1U) == 0) continue;
            std::size_t room = start;
            std::uint64_t depth = 0;
            unsigned d = first;
            do {
                const bool returns = depth != 0 && d == back_from(data[room]);
                room += static_cast<std::size_t>(offsets_[d]);
                const unsigned came_by = d ^ 2U;
                if (returns) {
                    --depth;
                } else {
                    data[room] = static_cast<std::uint8_t>((data[room] & passage_bits) | taken |
                                                           came_by << 4U);
                    if (++depth > best.steps) best = {room, depth};
                }
                d = next_passage[(data[room] & passage_bits) * 4U + came_by];
            } while (depth != 0);
        }
        return best;
    }

    /// Appends the rooms from a room back to the start of the last sweep, so many steps away.
    void append_path(const farthest& end, std::vector<cell>& path) const {
        std::size_t room = end.room;
        for (std::uint64_t step = 0; step < end.steps; ++step) {
            path.push_back(maze_->node(static_cast<maze::index_type>(room)));
            room += static_cast<std::size_t>(offsets_[back_from(maze_->data()[room])]);
        }
        path.push_back(maze_->node(static_cast<maze::index_type>(room)));
    }

private:
    static constexpr unsigned back_from(std::uint8_t byte) noexcept { return byte >> 4U & 3U; }

    /// The first open passage clockwise after one, which may be that one again.
    static constexpr auto next_passage = [] {
        std::array<std::uint8_t, 64> table{};
        for (unsigned open = 1; open < 16; ++open) {
            for (unsigned after = 0; after < 4; ++after) {
                unsigned d = (after + 1) % 4;
                while ((open >> d & 1U) == 0) d = (d + 1) % 4;
                table[open * 4 + after] = static_cast<std::uint8_t>(d);
            }
        }
        return table;
    }();

    maze* maze_;
    std::array<std::ptrdiff_t, 4> offsets_;
};

}  // namespace senda::mazegen::detail
