// SPDX-License-Identifier: MIT
// What a maze is like, in numbers.
#pragma once

#include <senda/mazegen/analysis/diameter.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/observer.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::mazegen {

/// How many rooms there are of each kind, by the number of their passages.
struct room_counts {
    std::uint64_t rooms = 0;                          ///< of all kinds
    std::array<std::uint64_t, 5> with_passages = {};  ///< by the number of passages, 0 to 4

    /// Rooms without a passage.
    [[nodiscard]] std::uint64_t closed() const noexcept { return with_passages[0]; }
    /// Rooms with one passage.
    [[nodiscard]] std::uint64_t dead_ends() const noexcept { return with_passages[1]; }
    /// Rooms with two passages.
    [[nodiscard]] std::uint64_t corridors() const noexcept { return with_passages[2]; }
    /// Rooms with three passages.
    [[nodiscard]] std::uint64_t junctions() const noexcept { return with_passages[3]; }
    /// Rooms with four passages.
    [[nodiscard]] std::uint64_t crossroads() const noexcept { return with_passages[4]; }

    /// Which part of all rooms a number of them is, from 0 to 1.
    [[nodiscard]] double share(std::uint64_t some) const noexcept {
        return rooms == 0 ? 0 : static_cast<double>(some) / static_cast<double>(rooms);
    }
};

/// How long the dead ends are: the steps from the end to the first room with three passages or
/// more, or to the other end of a maze that is one corridor.
struct dead_end_lengths {
    std::uint64_t count = 0;    ///< how many there are
    std::uint64_t total = 0;    ///< the steps of all together
    std::uint64_t longest = 0;  ///< the steps of the longest

    /// The mean length in steps.
    [[nodiscard]] double mean() const noexcept {
        return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count);
    }
};

/// What a maze is like.
struct analysis {
    room_counts rooms;               ///< by the number of their passages
    mazegen::connection connection;  ///< passages, components and independent cycles
    dead_end_lengths dead_ends;      ///< how long they are
    diameter_path longest;           ///< its steps are the diameter
};

/// Counts the rooms of a maze by the number of their passages.
[[nodiscard]] inline room_counts count_rooms(const maze& m) noexcept {
    std::array<std::uint64_t, 16> by_passages{};
    for (std::size_t i = 0; i < m.bytes(); ++i) ++by_passages[m.data()[i] & detail::passage_bits];
    room_counts counted;
    counted.rooms = m.rooms();
    by_passages[0] -= m.bytes() - m.rooms();  // where there are no rooms
    for (unsigned set = 0; set < 16; ++set)
        counted.with_passages[static_cast<std::size_t>(std::popcount(set))] += by_passages[set];
    return counted;
}

/// Measures the dead ends of a maze.
[[nodiscard]] inline dead_end_lengths measure_dead_ends(const maze& m) noexcept {
    const std::array<std::ptrdiff_t, 4> offsets = m.offsets();
    dead_end_lengths found;
    for (std::size_t i = 0; i < m.bytes(); ++i) {
        const std::uint8_t* room = m.data() + i;
        unsigned onward = *room;
        if (!detail::is_room(*room) || !std::has_single_bit(onward)) continue;
        std::uint64_t steps = 0;
        do {
            const auto d = static_cast<unsigned>(std::countr_zero(onward));
            room += offsets[d];
            onward = *room & ~(1U << (d ^ 2U));
            ++steps;
        } while (std::has_single_bit(onward));
        ++found.count;
        found.total += steps;
        found.longest = std::max(found.longest, steps);
    }
    return found;
}

/// Everything there is to count and measure in a maze. `observer` is that of `diameter`, which
/// takes the most of the time. Errors: `no_memory`, `cancelled`.
template <class Observer = no_observer>
[[nodiscard]] parsed<analysis> analyse(const maze& m, Observer&& observer = {}) {
    analysis made;
    made.rooms = count_rooms(m);
    made.dead_ends = measure_dead_ends(m);
    const parsed<connection> joined = connection_of(m);
    if (!joined) return joined.error();
    made.connection = *joined;
    parsed<diameter_path> longest = diameter(m, observer);
    if (!longest) return longest.error();
    made.longest = *std::move(longest);
    return made;
}

}  // namespace senda::mazegen
