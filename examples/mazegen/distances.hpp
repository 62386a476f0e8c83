// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/maze.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

namespace senda::mazegen {

/// The steps from one room to each; four bytes a room.
class distance_map {
public:
    /// The steps to a room; nothing if no path leads there, or it is none of this maze.
    [[nodiscard]] std::optional<std::uint32_t> operator()(const maze& m, cell c) const noexcept {
        if (!m.is_room(c) || after_[m.index(c)] == 0) return std::nullopt;
        return after_[m.index(c)] - 1;
    }

    /// The steps to the room that is farthest.
    [[nodiscard]] std::uint32_t most() const noexcept { return most_; }
    /// The room that is farthest.
    [[nodiscard]] cell farthest() const noexcept { return farthest_; }

private:
    friend parsed<distance_map> distances_from(const maze& m, cell start);

    std::unique_ptr<std::uint32_t[]> after_;  // one more than the steps; 0 is out of reach
    std::uint32_t most_ = 0;
    cell farthest_;
};

/// Measures the distance from `start` to every room. Errors: `no_rooms` if it is none, `no_memory`.
[[nodiscard]] inline parsed<distance_map> distances_from(const maze& m, cell start) {
    if (!m.is_room(start)) return diagnostic{"no_rooms", "there is no room to measure from"};
    const std::size_t size = m.index_bound();
    distance_map made;
    made.after_.reset(new (std::nothrow) std::uint32_t[size]());
    const std::unique_ptr<maze::index_type[]> queue(
        new (std::nothrow) maze::index_type[static_cast<std::size_t>(m.rooms())]);
    if (made.after_ == nullptr || queue == nullptr)
        return diagnostic{"no_memory", "there is no memory for the distances of the rooms"};
    const std::size_t count =
        detail::search_breadth_first(m, m.index(start), made.after_.get(), queue.get());
    made.farthest_ = m.node(queue[count - 1]);
    made.most_ = made.after_[queue[count - 1]] - 1;
    return made;
}

}  // namespace senda::mazegen
