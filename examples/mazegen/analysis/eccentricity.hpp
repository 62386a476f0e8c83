// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/maze.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::mazegen::detail {

/// The diameter of a maze with loops, which is the largest eccentricity. A search from v bounds
/// that of each room w: at least max(d(v, w), ecc(v) - d(v, w)) and at most ecc(v) + d(v, w). The
/// next search is, in turn, from the room with the largest upper bound and with the smallest lower
/// bound (F. Takes, W. Kosters, Determining the diameter of small world networks, 2011).
class eccentricity_bounds {
public:
    /// For a maze whose rooms may be marked as `taken`.
    eccentricity_bounds(maze& m, memory_budget& budget) noexcept
        : maze_(&m), search_(passage_graph(m), nobody), lower_(budget), upper_(budget) {}

    /// Takes the memory; false if there is none.
    [[nodiscard]] bool begin() {
        return has_memory() && lower_.assign_zeros(maze_->bytes()) &&
               upper_.assign_zeros(maze_->bytes());
    }

    /// Whether the last search had room for all that it found.
    [[nodiscard]] bool has_memory() const noexcept {
        return search_.status() != status::memory_limit;
    }

    /// Finds the diameter of the component of `start` and marks its rooms. Calls
    /// `proceed(rooms done)` after each search; false if that said no, or there was no memory.
    template <class Proceed>
    [[nodiscard]] bool search_component(maze::index_type start, Proceed proceed) {
        steps_ = 0;
        from_ = to_ = start;
        first_ = true;
        bool central = false;
        maze::index_type next = start;
        while (next != nobody) {
            search(next);
            if (!has_memory()) return false;
            const std::size_t open = update(next);
            if (!proceed(done_before_ + rooms() - open)) return false;
            next = choose(central);
            central = !central;
        }
        done_before_ += rooms();
        return true;
    }

    [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

    /// At most so many steps has the diameter of the component searched last, also if the search
    /// of it was stopped.
    [[nodiscard]] std::uint64_t most_steps() const noexcept {
        std::uint64_t most = steps_;
        for (std::size_t i = 0; i < search_.reached(); ++i)
            most = std::max<std::uint64_t>(most, upper_[search_.reached(i)]);
        return std::min<std::uint64_t>(most, rooms() - 1);
    }
    /// The rooms of the component searched last.
    [[nodiscard]] std::uint64_t rooms() const noexcept { return search_.reached(); }

    /// Appends the rooms of a path as long as the diameter of the component searched last.
    void append_path(std::vector<cell>& path) {
        search(from_);
        const std::vector<room> rooms = search_.path_to(to_);
        for (auto at = rooms.rbegin(); at != rooms.rend(); ++at) path.push_back(maze_->node(*at));
    }

private:
    using room = passage_graph::node_type;
    static constexpr room nobody = 0;  // the ring is there, and no room
    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    void search(room start) {
        search_.restart(start);
        search_.run();
    }

    /// Updates the bounds after a search; how many rooms may still have a larger eccentricity.
    std::size_t update(room start) {
        const std::size_t last = search_.reached() - 1;
        const auto eccentricity = static_cast<std::uint32_t>(search_.depth(last));
        if (eccentricity > steps_) {
            steps_ = eccentricity;
            from_ = start;
            to_ = search_.reached(last);
        }
        std::size_t open = 0;
        for (const auto& [at, steps, parent, action] : search_.tree()) {
            const auto away = static_cast<std::uint32_t>(steps);
            if (first_) {
                lower_[at] = 0;
                upper_[at] = unbounded;
                maze_->data()[at] = static_cast<std::uint8_t>(maze_->data()[at] | taken);
            }
            lower_[at] = std::max({lower_[at], away, eccentricity - away});
            // An overflow is no bound.
            if (away <= unbounded - eccentricity)
                upper_[at] = std::min(upper_[at], eccentricity + away);
            open += upper_[at] > steps_ ? 1 : 0;
        }
        upper_[start] = lower_[start] = eccentricity;
        first_ = false;
        return open;
    }

    [[nodiscard]] room choose(bool central) const noexcept {
        room chosen = nobody;
        for (std::size_t i = 0; i < search_.reached(); ++i) {
            const room at = search_.reached(i);
            if (upper_[at] <= steps_) continue;
            if (chosen == nobody ||
                (central ? lower_[at] < lower_[chosen] : upper_[at] > upper_[chosen]))
                chosen = at;
        }
        return chosen;
    }

    maze* maze_;
    senda::bfs_search<passage_graph, room> search_;  // of the component, nearest rooms first
    senda::buffer<std::uint32_t> lower_, upper_;
    std::uint64_t done_before_ = 0;
    std::uint64_t steps_ = 0;
    room from_ = nobody;
    room to_ = nobody;
    bool first_ = true;
};

}  // namespace senda::mazegen::detail
