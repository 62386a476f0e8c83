// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carving_control.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/room_maze.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen {

/// What a generator carves a maze of rooms of any shape with: it only needs to know what is next to
/// what. Rooms are numbered from 0, and each can be marked as `taken`.
template <Rooms R, class Observer = no_observer>
class room_carver : public carving_control<Observer, typename R::room_type> {
    using control = carving_control<Observer, typename R::room_type>;

public:
    using control::random;
    using control::watches_carving;

    /// The rooms of a maze without passages, with memory of that budget.
    room_carver(room_maze<R>& rooms, std::uint64_t seed, memory_budget& budget,
                Observer& observer) noexcept
        : control(rooms.rooms(), seed, budget, observer), maze_(&rooms) {}

    /// How many rooms there are; at least one.
    [[nodiscard]] room_number rooms() const noexcept { return maze_->rooms(); }
    /// A room, all equally likely.
    [[nodiscard]] room_number random_room() noexcept {
        return static_cast<room_number>(random.below(rooms()));
    }

    /// Whether a room is marked.
    [[nodiscard]] bool is_taken(room_number room) const noexcept { return maze_->is_marked(room); }
    /// Marks a room.
    void take(room_number room) noexcept { maze_->set_mark(room); }

    /// Calls `visit(neighbour, side)` for each neighbour of a room.
    template <class Visit>
    void for_each_neighbour(room_number room, Visit visit) const {
        const unsigned sides = maze_->shape().sides(room);
        for (unsigned side = 0; side < sides; ++side)
            if (const room_number other = maze_->shape().beyond(room, side); other != no_room)
                visit(other, side);
    }
    /// Calls `visit(room, side, neighbour)` for each passage that there could be, once.
    template <class Visit>
    void for_each_wall(Visit visit) const {
        for (room_number room = 0; room < rooms(); ++room)
            for_each_neighbour(room, [&](room_number other, unsigned side) {
                if (room < other) visit(room, side, other);
            });
    }

    /// One of the neighbours that fulfil `is_one`, all equally likely; `no_room` if there is none.
    template <class Test>
    [[nodiscard]] room_number random_neighbour(room_number room, Test is_one) {
        std::array<room_number, most_sides> list{};
        std::size_t count = 0;
        for_each_neighbour(room, [&](room_number other, unsigned) {
            if (is_one(other)) list[count++] = other;
        });
        if (count == 0) return no_room;
        return list[count == 1 ? 0 : static_cast<std::size_t>(random.below(count))];
    }
    /// Any neighbour, all equally likely.
    [[nodiscard]] room_number random_neighbour(room_number room) {
        return random_neighbour(room, [](room_number) { return true; });
    }
    /// A neighbour that is not taken, or `no_room`.
    [[nodiscard]] room_number random_untaken_neighbour(room_number room) {
        return random_neighbour(room, [this](room_number other) { return !is_taken(other); });
    }
    /// A neighbour that is taken, or `no_room`.
    [[nodiscard]] room_number random_taken_neighbour(room_number room) {
        return random_neighbour(room, [this](room_number other) { return is_taken(other); });
    }

    /// The side of a room behind which a neighbour is.
    [[nodiscard]] unsigned side_towards(room_number room, room_number other) const noexcept {
        return maze_->side_towards(room, other);
    }

    /// Opens the passage between two neighbours.
    void carve(room_number from, room_number to) {
        maze_->open(from, maze_->side_towards(from, to));
        if constexpr (watches_carving) this->opened(maze_->node(from), maze_->node(to));
    }

private:
    room_maze<R>* maze_;
};

namespace detail {

/// A passage that there could be, and its random weight. No two weights are the same: they are the
/// numbers of SplitMix64.
struct weighted_passage {
    std::uint64_t weight;
    room_number room;
    room_number other;

    /// Named from the side of the room with the lower number.
    weighted_passage(std::uint64_t seed, room_number from, unsigned side, room_number to) noexcept
        : weight(senda::splitmix64(seed + senda::splitmix64_step *
                                              (std::uint64_t{from} * most_sides + side))),
          room(from),
          other(to) {}

    /// Orders them by weight.
    struct lighter {
        constexpr bool operator()(const weighted_passage& a,
                                  const weighted_passage& b) const noexcept {
            return a.weight < b.weight;
        }
    };
};

}  // namespace detail

}  // namespace senda::mazegen
