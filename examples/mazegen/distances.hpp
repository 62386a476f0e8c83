// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/maze.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/bfs.hpp>
#include <senda/text/diagnostic.hpp>

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
    const diagnostic no_memory{"no_memory", "there is no memory for the distances of the rooms"};
    senda::bfs_search search(detail::passage_graph(m), m.index(start));
    if (search.run() == status::memory_limit) return no_memory;
    distance_map made;
    made.after_.reset(new (std::nothrow) std::uint32_t[m.index_bound()]());
    if (made.after_ == nullptr) return no_memory;
    for (const auto& [room, steps, parent, action] : search.tree()) {
        made.farthest_ = m.node(room);
        made.most_ = static_cast<std::uint32_t>(steps);
        made.after_[room] = made.most_ + 1;
    }
    return made;
}

}  // namespace senda::mazegen
