// SPDX-License-Identifier: MIT
// A maze of rooms of any shape.
#pragma once

#include <mazegen/rooms/room_bytes.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/text/diagnostic.hpp>

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace senda::mazegen {

/// Rooms of any shape and passages between neighbours; `maze` is the one for rows and columns. It
/// is a graph: a room leads through its passages, each a step, in the order of its sides. It takes
/// one byte a room, and can be moved.
template <Rooms R>
class room_maze {
public:
    using node_type = typename R::room_type;
    using index_type = room_number;

    /// Rooms without passages. Error: `no_memory`.
    static parsed<room_maze> make(R shape) {
        detail::room_bytes bytes = detail::room_bytes::zeros(shape.size());
        if (bytes.data() == nullptr && shape.size() != 0)
            return diagnostic{"no_memory", "there is no memory for a maze of " +
                                               std::to_string(shape.size()) +
                                               " rooms, a byte each"};
        return room_maze(std::move(shape), std::move(bytes));
    }

    /// The rooms themselves.
    [[nodiscard]] const R& shape() const noexcept { return shape_; }
    /// How many rooms there are.
    [[nodiscard]] room_number rooms() const noexcept { return shape_.size(); }

    /// Whether there is a passage through a side of a room.
    [[nodiscard]] bool has_passage(room_number room, unsigned side) const noexcept {
        return (passages(room) >> side & 1U) != 0;
    }
    /// The sides of a room that have a passage, a bit each.
    [[nodiscard]] unsigned passages(room_number room) const noexcept {
        return bytes_.data()[room] & ~unsigned{mark};
    }
    /// How many passages a room has.
    [[nodiscard]] int degree(room_number room) const noexcept {
        return std::popcount(passages(room));
    }
    /// The side of a room behind which another is, which must be there.
    [[nodiscard]] unsigned side_towards(room_number room, room_number other) const noexcept {
        unsigned side = 0;
        while (shape_.beyond(room, side) != other) ++side;
        assert(side < shape_.sides(room));
        return side;
    }

    /// Opens the passage through a side, behind which there must be a room.
    void open(room_number room, unsigned side) noexcept {
        const room_number other = shape_.beyond(room, side);
        assert(other != no_room);
        set(room, 1U << side);
        set(other, 1U << side_towards(other, room));
    }

    /// The number of a room.
    [[nodiscard]] index_type index(const node_type& room) const noexcept {
        return shape_.index(room);
    }
    /// More than every number.
    [[nodiscard]] index_type index_bound() const noexcept { return shape_.size(); }
    /// The room of that number.
    [[nodiscard]] node_type node(index_type number) const noexcept { return shape_.room(number); }

    /// Calls `emit(room)` for each room that a passage leads to.
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        const room_number room = index(n);
        for (unsigned open = passages(room); open != 0; open &= open - 1)
            emit(node(shape_.beyond(room, static_cast<unsigned>(std::countr_zero(open)))));
    }
    /// The same: a passage can be walked both ways.
    template <class Emit>
    void predecessors(const node_type& n, Emit&& emit) const {
        successors(n, emit);
    }

    /// Whether a generator has marked a room.
    [[nodiscard]] bool is_marked(room_number room) const noexcept {
        return (bytes_.data()[room] & mark) != 0;
    }
    /// Marks a room, for a generator.
    void set_mark(room_number room) noexcept { set(room, mark); }
    /// Takes all marks away.
    void clear_marks() noexcept {
        for (room_number room = 0; room < rooms(); ++room)
            bytes_.data()[room] = static_cast<std::uint8_t>(passages(room));
    }

private:
    static constexpr std::uint8_t mark = 1U << most_sides;

    room_maze(R shape, detail::room_bytes bytes) noexcept
        : shape_(std::move(shape)), bytes_(std::move(bytes)) {}

    void set(room_number room, unsigned bits) noexcept {
        bytes_.data()[room] = static_cast<std::uint8_t>(bytes_.data()[room] | bits);
    }

    R shape_;
    detail::room_bytes bytes_;
};

}  // namespace senda::mazegen
