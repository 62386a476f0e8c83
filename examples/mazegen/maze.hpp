// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace senda::mazegen {

/// Rooms in rows and columns, some of which may be left out, and passages between neighbours. It is
/// a graph: a room leads through its passages, each a step, in the order N, E, S, W. A room is a
/// `cell`: `x` is its column from the left, `y` its row from the top.
///
/// A maze takes one byte a room. It can be moved, and copied by `copy`.
class maze {
public:
    using node_type = cell;
    using index_type = std::uint32_t;

    /// A maze without rooms.
    maze() = default;
    maze(maze&& other) noexcept { *this = std::move(other); }
    maze& operator=(maze&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(rows_, other.rows_);
        std::swap(cols_, other.cols_);
        std::swap(rooms_, other.rooms_);
        return *this;
    }
    ~maze() = default;

    /// Rooms without passages. Errors: `bad_size` for too few or too many rooms, `no_memory`.
    static parsed<maze> make(std::int64_t rows, std::int64_t cols) {
        if (!is_possible(rows, cols)) return bad_size(rows, cols);
        maze made(detail::room_bytes::zeros(static_cast<std::size_t>(array_size(rows, cols))),
                  static_cast<int>(rows), static_cast<int>(cols),
                  static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols));
        if (made.data() == nullptr)
            return diagnostic{"no_memory", "there is no memory for a maze of " +
                                               size_text(rows, cols) + ", a byte each"};
        made.draw_ring();
        return made;
    }

    /// The bytes that so many rooms take; 0 for a size that is not possible.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::int64_t rows,
                                                           std::int64_t cols) noexcept {
        return is_possible(rows, cols) ? array_size(rows, cols) : 0;
    }

    /// Rooms without passages where a cell of `mask` is open.
    static parsed<maze> make(const grid& mask) {
        parsed<maze> made = make(mask.height(), mask.width());
        if (!made) return made;
        for (int y = 0; y < mask.height(); ++y)
            for (int x = 0; x < mask.width(); ++x)
                if (!mask.open({x, y})) made->leave_out({x, y});
        return made;
    }

    /// Another maze with the same rooms and passages; one without rooms if memory is short.
    [[nodiscard]] maze copy() const {
        maze made(bytes_.copy(), rows_, cols_, rooms_);
        return made.data() == nullptr ? maze{} : std::move(made);
    }

    /// The rows of rooms.
    [[nodiscard]] int rows() const noexcept { return rows_; }
    /// The columns of rooms.
    [[nodiscard]] int cols() const noexcept { return cols_; }
    /// How many rooms there are.
    [[nodiscard]] std::uint64_t rooms() const noexcept { return rooms_; }
    /// Whether no room of the rectangle is left out.
    [[nodiscard]] bool is_full() const noexcept {
        return rooms_ == static_cast<std::uint64_t>(rows_) * static_cast<std::uint64_t>(cols_);
    }
    /// The bytes that the rooms take.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size(); }

    /// Whether `c` lies in the rectangle of rooms.
    [[nodiscard]] bool contains(cell c) const noexcept {
        return c.x >= 0 && c.x < cols_ && c.y >= 0 && c.y < rows_;
    }
    /// Whether there is a room at `c`.
    [[nodiscard]] bool is_room(cell c) const noexcept {
        return contains(c) && detail::is_room(bytes_.data()[index(c)]);
    }
    /// The directions of the passages of a room, a bit each; 0 where there is no room.
    [[nodiscard]] unsigned passages(cell c) const noexcept {
        return contains(c) ? bytes_.data()[index(c)] & detail::passage_bits : 0U;
    }
    /// How many passages a room has.
    [[nodiscard]] int degree(cell c) const noexcept { return std::popcount(passages(c)); }
    /// Whether a passage leads from `c` in a direction.
    [[nodiscard]] bool has_passage(cell c, direction d) const noexcept {
        return (passages(c) & bit_of(d)) != 0;
    }

    /// Opens the passage between two rooms that are neighbours.
    void open(cell c, direction d) noexcept {
        assert(is_room(c) && is_room(next_to(c, d)));
        byte(c) |= bit_of(d);
        byte(next_to(c, d)) |= bit_of(opposite(d));
    }
    /// Closes the passage between two rooms that are neighbours.
    void close(cell c, direction d) noexcept {
        assert(is_room(c) && is_room(next_to(c, d)));
        byte(c) &= static_cast<std::uint8_t>(~bit_of(d));
        byte(next_to(c, d)) &= static_cast<std::uint8_t>(~bit_of(opposite(d)));
    }
    /// Takes a room out, with its passages.
    void leave_out(cell c) noexcept {
        if (!is_room(c)) return;
        for (const direction d : directions)
            if (has_passage(c, d)) close(c, d);
        byte(c) = detail::absent;
        --rooms_;
    }

    /// Whether there is a wall above a place; the row may be `rows()`, for the walls below the
    /// last. Where neither side is a room there is none.
    [[nodiscard]] bool above(int row, int col) const noexcept {
        const std::uint8_t* const here = bytes_.data() + index({col, row});
        return is_wall(here[0], here[-static_cast<std::ptrdiff_t>(stride())], direction::north);
    }
    /// Whether there is a wall left of a place; the column may be `cols()`.
    [[nodiscard]] bool left_of(int row, int col) const noexcept {
        const std::uint8_t* const here = bytes_.data() + index({col, row});
        return is_wall(here[0], here[-1], direction::west);
    }

    /// The number of a place, below `index_bound()`.
    [[nodiscard]] index_type index(cell c) const noexcept {
        return (static_cast<index_type>(c.y) + 1) * stride() + static_cast<index_type>(c.x) + 1;
    }
    /// More than every index. A few numbers below it belong to the ring and to no room.
    [[nodiscard]] index_type index_bound() const noexcept {
        return static_cast<index_type>(bytes_.size());
    }
    /// The place with that index.
    [[nodiscard]] cell node(index_type index_of_room) const noexcept {
        return {static_cast<int>(index_of_room % stride()) - 1,
                static_cast<int>(index_of_room / stride()) - 1};
    }

    /// Calls `emit(room)` for each room that a passage leads to.
    template <class Emit>
    void successors(cell n, Emit&& emit) const {
        const unsigned open = bytes_.data()[index(n)];
        if ((open & 1U) != 0) emit(cell{n.x, n.y - 1});
        if ((open & 2U) != 0) emit(cell{n.x + 1, n.y});
        if ((open & 4U) != 0) emit(cell{n.x, n.y + 1});
        if ((open & 8U) != 0) emit(cell{n.x - 1, n.y});
    }
    /// The same: a passage can be walked both ways.
    template <class Emit>
    void predecessors(cell n, Emit&& emit) const {
        successors(n, emit);
    }

    /// Whether two mazes have the same rooms and passages.
    [[nodiscard]] friend bool operator==(const maze& a, const maze& b) noexcept {
        return a.rows_ == b.rows_ && a.cols_ == b.cols_ &&
               std::equal(a.bytes_.data(), a.bytes_.data() + a.bytes_.size(), b.bytes_.data());
    }

    /// A number that tells mazes apart, the same on every machine.
    [[nodiscard]] std::uint64_t hash() const noexcept {
        std::uint64_t sum = senda::splitmix64(static_cast<std::uint64_t>(rows_)) ^
                            static_cast<std::uint64_t>(cols_);
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            word = word << 8U | bytes_.data()[i];
            if (i % 8 != 7 && i + 1 != bytes_.size()) continue;
            sum = senda::splitmix64(sum + senda::splitmix64_step) ^ word;
            word = 0;
        }
        return senda::splitmix64(sum + senda::splitmix64_step);
    }

    /// The padded array of rooms: `index` numbers it, a row is `stride()` further on. For those who
    /// carve by themselves; bit 0 to 3 of a byte are the passages N, E, S, W.
    [[nodiscard]] std::uint8_t* data() noexcept { return bytes_.data(); }
    /// The same to look at.
    [[nodiscard]] const std::uint8_t* data() const noexcept { return bytes_.data(); }
    /// How much the index grows from a room to the one below it.
    [[nodiscard]] index_type stride() const noexcept { return static_cast<index_type>(cols_) + 1; }
    /// How much the index grows from a room to its neighbours, by direction.
    [[nodiscard]] std::array<std::ptrdiff_t, 4> offsets() const noexcept {
        const auto row = static_cast<std::ptrdiff_t>(stride());
        return {-row, 1, row, -1};
    }

private:
    maze(detail::room_bytes bytes, int rows, int cols, std::uint64_t rooms) noexcept
        : bytes_(std::move(bytes)), rows_(rows), cols_(cols), rooms_(rooms) {}

    // A row of ring above and one below, and one column that closes each row on both sides.
    static constexpr std::uint64_t most_bytes = std::numeric_limits<index_type>::max();
    static constexpr std::int64_t longest = std::numeric_limits<int>::max() - 1;

    static constexpr bool is_possible(std::int64_t rows, std::int64_t cols) noexcept {
        return rows >= 1 && cols >= 1 && rows <= longest && cols <= longest &&
               array_size(rows, cols) <= most_bytes;
    }
    static constexpr std::uint64_t array_size(std::int64_t rows, std::int64_t cols) noexcept {
        return (static_cast<std::uint64_t>(cols) + 1) * (static_cast<std::uint64_t>(rows) + 2) + 1;
    }

    static diagnostic bad_size(std::int64_t rows, std::int64_t cols) {
        const std::string expected =
            rows < 1 || cols < 1 ? ": expected at least 1 row and 1 column"
                                 : " is too large: expected (rows + 2) x (columns + 1) below " +
                                       std::to_string(most_bytes);
        return {"bad_size", "a maze of " + size_text(rows, cols) + expected};
    }
    static std::string size_text(std::int64_t rows, std::int64_t cols) {
        return std::to_string(rows) + " x " + std::to_string(cols) + " rooms";
    }

    static constexpr bool is_wall(std::uint8_t here, std::uint8_t there, direction d) noexcept {
        return (detail::is_room(here) || detail::is_room(there)) && (here & bit_of(d)) == 0;
    }

    [[nodiscard]] std::uint8_t& byte(cell c) noexcept { return bytes_.data()[index(c)]; }

    void draw_ring() noexcept {
        std::uint8_t* const data = bytes_.data();
        std::memset(data, detail::absent, stride() + 1);
        for (std::size_t at = stride(); at + stride() < bytes_.size(); at += stride())
            data[at] = detail::absent;
        std::memset(data + bytes_.size() - stride() - 1, detail::absent, stride() + 1);
    }

    detail::room_bytes bytes_;
    int rows_ = 0;
    int cols_ = 0;
    std::uint64_t rooms_ = 0;
};

static_assert(IndexedGraph<maze, cell> && ReversibleGraph<maze, cell>);

}  // namespace senda::mazegen
