// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// Calls `visit(room)` for each room, row by row.
template <class Visit>
void for_each_room(const maze& m, Visit&& visit) {
    for (int y = 0; y < m.rows(); ++y)
        for (int x = 0; x < m.cols(); ++x)
            if (m.is_room({x, y})) visit(cell{x, y});
}

/// Calls `visit(room, other)` for each passage, once: by the room on its west or north side, row by
/// row, to the east before to the south.
template <class Visit>
void for_each_passage(const maze& m, Visit&& visit) {
    for_each_room(m, [&](cell c) {
        for (const direction d : {direction::east, direction::south})
            if (m.has_passage(c, d)) visit(c, next_to(c, d));
    });
}

/// The rooms of a maze, row by row.
[[nodiscard]] inline std::vector<cell> list_rooms(const maze& m) {
    std::vector<cell> rooms;
    rooms.reserve(static_cast<std::size_t>(m.rooms()));
    for_each_room(m, [&](cell c) { rooms.push_back(c); });
    return rooms;
}

/// The passages of a maze, in the order of `for_each_passage`.
[[nodiscard]] inline std::vector<std::pair<cell, cell>> list_passages(const maze& m) {
    std::vector<std::pair<cell, cell>> passages;
    for_each_passage(m, [&](cell a, cell b) { passages.emplace_back(a, b); });
    return passages;
}

/// The adjacency matrix of a maze, with its rooms in the order of `list_rooms`.
class passage_matrix {
public:
    /// The most rooms that a matrix is made for: it grows with their square.
    static constexpr std::uint64_t most_rooms = std::uint64_t{1} << 14U;

    /// So many rooms without passages.
    explicit passage_matrix(std::size_t rooms) : rooms_(rooms), joined_(rooms * rooms) {}

    /// The number of rooms.
    [[nodiscard]] std::size_t size() const noexcept { return rooms_; }
    /// Whether there is a passage between two rooms.
    [[nodiscard]] bool operator()(std::size_t a, std::size_t b) const {
        return joined_[a * rooms_ + b];
    }
    /// Opens a passage between two rooms.
    void join(std::size_t a, std::size_t b) {
        joined_[a * rooms_ + b] = true;
        joined_[b * rooms_ + a] = true;
    }

private:
    std::size_t rooms_;
    std::vector<bool> joined_;
};

/// The passages of a maze as a matrix. Error: `too_many_rooms`.
[[nodiscard]] inline parsed<passage_matrix> make_passage_matrix(const maze& m) {
    if (m.rooms() > passage_matrix::most_rooms)
        return diagnostic{"too_many_rooms", "a matrix for " + std::to_string(m.rooms()) +
                                                " rooms is too large: expected at most " +
                                                std::to_string(passage_matrix::most_rooms)};
    std::vector<std::size_t> number(m.index_bound());
    std::size_t rooms = 0;
    for_each_room(m, [&](cell c) { number[m.index(c)] = rooms++; });
    passage_matrix made(rooms);
    for_each_passage(m, [&](cell a, cell b) { made.join(number[m.index(a)], number[m.index(b)]); });
    return made;
}

}  // namespace senda::mazegen
