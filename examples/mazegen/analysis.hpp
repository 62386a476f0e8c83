// SPDX-License-Identifier: MIT
// What a maze is like: rooms, passages, dead ends, and the two rooms that are farthest apart.
#pragma once

#include <mazegen/analysis/eccentricity.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// The longest of all shortest paths between two rooms.
struct diameter_path {
    std::uint64_t steps = 0;  ///< how long it is
    std::vector<cell> path;   ///< from one of the two rooms to the other; empty without rooms
};

/// What is known about the diameter of a maze: all, or bounds.
struct diameter_bounds {
    diameter_path longest;   ///< a shortest path; the diameter is as long, or longer
    std::uint64_t most = 0;  ///< the steps that the diameter has at most

    /// Whether the diameter is known.
    [[nodiscard]] bool is_exact() const noexcept { return longest.steps == most; }
};

/// How connected a maze is.
struct connection {
    std::uint64_t passages = 0;    ///< open ones between two rooms
    std::uint64_t components = 0;  ///< parts that no passage joins
    std::uint64_t cycles = 0;      ///< independent ones: the passages that could be closed
};

namespace detail {

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

/// Counts passages and components of a maze whose rooms may be marked.
inline connection connection_of(maze& m) noexcept {
    connection found;
    std::uint64_t ends = 0;
    for (std::size_t i = 0; i < m.bytes(); ++i)
        ends += static_cast<unsigned>(std::popcount(unsigned{m.data()[i]} & passage_bits));
    found.passages = ends / 2;
    for_each_component(m, [&](std::size_t room) {
        fill_passages(m, room);
        ++found.components;
    });
    found.cycles = found.passages + found.components - m.rooms();
    for (std::uint8_t* room = m.data(); room != m.data() + m.bytes(); ++room)
        if (is_room(*room)) *room = static_cast<std::uint8_t>(*room & passage_bits);
    return found;
}

}  // namespace detail

/// Counts passages, components and independent cycles. Error: `no_memory`.
[[nodiscard]] inline parsed<connection> connection_of(const maze& m) {
    maze marked = m.copy();
    if (marked.rooms() != m.rooms())
        return diagnostic{"no_memory", "there is no memory for a copy of the maze"};
    return detail::connection_of(marked);
}

/// The longest of all shortest paths in a maze, or bounds on it if an observer stops the search; of
/// several components, the longest of all.
///
/// A maze without loops takes two walks through its rooms, from any to the farthest and from there,
/// and a byte a room; with loops, searches from few rooms (see `detail::eccentricity_bounds`) and
/// 21 bytes. `observer` has `on_progress(done, total)`, in rooms, called after each of these
/// searches. Error: `no_memory`.
template <class Observer = no_observer>
[[nodiscard]] parsed<diameter_bounds> bound_diameter(const maze& m, Observer&& observer = {}) {
    const diagnostic no_memory{"no_memory", "there is no memory for the search of the longest way"};
    maze marked = m.copy();
    if (marked.rooms() != m.rooms()) return no_memory;
    diameter_bounds known;
    const auto found = [&](std::uint64_t steps, std::uint64_t most, auto append_path) {
        known.most = std::max(known.most, most);
        if (!known.longest.path.empty() && steps <= known.longest.steps) return;
        known.longest.steps = steps;
        known.longest.path.clear();
        append_path(known.longest.path);
    };
    if (detail::connection_of(marked).cycles == 0) {
        detail::tree_sweep sweep(marked);
        detail::for_each_component(marked, [&](std::size_t room) {
            const std::size_t end = sweep.from(room).room;
            const detail::tree_sweep::farthest last = sweep.from(end);
            found(last.steps, last.steps,
                  [&](std::vector<cell>& path) { sweep.append_path(last, path); });
        });
        return known;
    }
    memory_budget budget;
    detail::eccentricity_bounds bounds(marked, budget);
    if (!bounds.begin()) return no_memory;
    const auto proceed = [&](std::uint64_t done) {
        if constexpr (detail::WatchesProgress<std::remove_reference_t<Observer>>) {
            return detail::goes_on([&] { return observer.on_progress(done, m.rooms()); });
        } else {
            return true;
        }
    };
    std::uint64_t left = m.rooms();
    for (std::size_t room = detail::next_untaken(marked, 0); room < marked.bytes();
         room = detail::next_untaken(marked, room)) {
        const bool is_whole = bounds.search_component(static_cast<maze::index_type>(room), proceed);
        if (!bounds.has_memory()) return no_memory;
        found(bounds.steps(), bounds.most_steps(),
              [&](std::vector<cell>& path) { bounds.append_path(path); });
        left -= bounds.rooms();
        if (is_whole) continue;
        if (left != 0) known.most = std::max(known.most, left - 1);
        break;
    }
    return known;
}

/// The longest of all shortest paths in a maze, as `bound_diameter` finds it. Errors: `no_memory`,
/// and `cancelled` if the observer stopped it.
template <class Observer = no_observer>
[[nodiscard]] parsed<diameter_path> diameter(const maze& m, Observer&& observer = {}) {
    parsed<diameter_bounds> known = bound_diameter(m, observer);
    if (!known) return known.error();
    if (!known->is_exact())
        return diagnostic{"cancelled", "the search of the longest way was stopped"};
    return std::move(known->longest);
}

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
