// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carving_control.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::mazegen {

namespace detail {

/// Opens each passage from its other side too, and clears marks, in loops without branches.
inline void mirror_passages(maze& m) noexcept {
    const std::size_t stride = m.stride();
    const auto set = [](std::uint8_t& byte, unsigned bits) {
        byte = static_cast<std::uint8_t>(byte | bits);
    };
    for (std::size_t row = 1; row <= static_cast<std::size_t>(m.rows()); ++row) {
        std::uint8_t* const here = m.data() + row * stride + 1;
        const std::uint8_t* const above = here - stride;
        const std::uint8_t* const below = here + stride;
        const auto cols = static_cast<std::size_t>(m.cols());
        for (std::size_t x = 0; x < cols; ++x)
            set(here[x], (unsigned{here[x + 1]} >> 2U & 2U) | (unsigned{below[x]} << 2U & 4U));
        for (std::size_t x = cols; x-- > 0;) {
            const unsigned left = here[static_cast<std::ptrdiff_t>(x) - 1];
            const unsigned all = here[x] | (unsigned{above[x]} >> 2U & 1U) | (left << 2U & 8U);
            here[x] = static_cast<std::uint8_t>(is_room(here[x]) ? all & passage_bits : absent);
        }
    }
}

}  // namespace detail

/// What a generator carves a maze with. Rooms are numbered as `maze::index` does, from `first()` to
/// below `bound()`, and the byte of each is the generator's to use: it begins with 0 (`absent`
/// where there is no room), and at the end bits 0 to 3 are the passages. It is enough to open a
/// passage from one of its sides.
template <class Observer = no_observer>
class carver : public carving_control<Observer, cell> {
    using control = carving_control<Observer, cell>;

public:
    using control::random;
    using control::watches_carving;

    /// The rooms of a maze without passages, with memory of that budget.
    carver(maze& rooms, std::uint64_t seed, memory_budget& budget, Observer& observer) noexcept
        : control(rooms.rooms(), seed, budget, observer), maze_(&rooms) {}

    /// The rows of rooms.
    [[nodiscard]] std::size_t rows() const noexcept {
        return static_cast<std::size_t>(maze_->rows());
    }
    /// The columns of rooms.
    [[nodiscard]] std::size_t cols() const noexcept {
        return static_cast<std::size_t>(maze_->cols());
    }
    /// How many rooms there are; at least one.
    [[nodiscard]] std::uint64_t rooms() const noexcept { return maze_->rooms(); }
    /// Whether no room of the rectangle is left out.
    [[nodiscard]] bool is_full() const noexcept { return maze_->is_full(); }

    /// The bytes of the rooms and of the ring around them.
    [[nodiscard]] std::uint8_t* data() noexcept { return maze_->data(); }
    /// From a room to the one below it.
    [[nodiscard]] std::ptrdiff_t stride() const noexcept {
        return static_cast<std::ptrdiff_t>(maze_->stride());
    }
    /// From a room to its neighbours, by direction.
    [[nodiscard]] std::array<std::ptrdiff_t, 4> offsets() const noexcept {
        return maze_->offsets();
    }
    /// A function that gives the number of the room next to another: `neighbour(room, direction)`.
    [[nodiscard]] auto neighbours() const noexcept {
        return [offsets = offsets()](std::size_t room, direction d) {
            return room + static_cast<std::size_t>(offsets[static_cast<std::size_t>(d)]);
        };
    }
    /// Whether there is a room with that number.
    [[nodiscard]] bool is_room(std::size_t room) const noexcept {
        return detail::is_room(std::as_const(*maze_).data()[room]);
    }
    /// The number of the room at a row and column.
    [[nodiscard]] std::size_t at(std::size_t row, std::size_t col) const noexcept {
        return (row + 1) * maze_->stride() + col + 1;
    }
    /// The number of the first room.
    [[nodiscard]] std::size_t first() const noexcept { return at(0, 0); }
    /// More than the number of the last room.
    [[nodiscard]] std::size_t bound() const noexcept { return at(rows() - 1, cols() - 1) + 1; }

    /// A room, all equally likely.
    [[nodiscard]] std::size_t random_room() noexcept {
        std::uint64_t drawn = random.below(rooms());
        if (is_full())
            return at(static_cast<std::size_t>(drawn / cols()),
                      static_cast<std::size_t>(drawn % cols()));
        for (std::size_t room = first();; ++room)
            if (is_room(room) && drawn-- == 0) return room;
    }

    /// Opens the passage from a room in a direction.
    void carve(std::size_t room, direction d) {
        std::uint8_t& byte = data()[room];
        byte = static_cast<std::uint8_t>(byte | bit_of(d));
        carved(room, d);
    }

    /// Says that the passage from a room in a direction is open now.
    void carved([[maybe_unused]] std::size_t room, [[maybe_unused]] direction d) {
        if constexpr (watches_carving) {
            const cell to = maze_->node(static_cast<maze::index_type>(room));
            const cell from = next_to(to, d);
            this->opened(from, to);
        }
    }

private:
    maze* maze_;
};

}  // namespace senda::mazegen
