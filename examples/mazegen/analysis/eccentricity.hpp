// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/maze.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
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
        : maze_(&m), distance_(budget), queue_(budget), lower_(budget), upper_(budget) {}

    /// Takes the memory; false if there is none.
    [[nodiscard]] bool begin() {
        return distance_.assign_zeros(maze_->bytes()) && queue_.assign_zeros(maze_->bytes()) &&
               lower_.assign_zeros(maze_->bytes()) && upper_.assign_zeros(maze_->bytes());
    }

    /// Finds the diameter of the component of `start` and marks its rooms. Calls
    /// `proceed(rooms done)` after each search; false if that said no.
    template <class Proceed>
    [[nodiscard]] bool search_component(std::size_t start, Proceed proceed) {
        steps_ = 0;
        from_ = to_ = start;
        first_ = true;
        bool central = false;
        std::size_t next = start;
        while (next != nobody) {
            search(next);
            const std::size_t open = update(next);
            if (!proceed(done_before_ + count_ - open)) return false;
            next = choose(central);
            central = !central;
        }
        done_before_ += count_;
        return true;
    }

    [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

    /// At most so many steps has the diameter of the component searched last, also if the search
    /// of it was stopped.
    [[nodiscard]] std::uint64_t most_steps() const noexcept {
        std::uint64_t most = steps_;
        for (std::size_t i = 0; i < count_; ++i)
            most = std::max<std::uint64_t>(most, upper_[queue_[i]]);
        return std::min<std::uint64_t>(most, count_ - 1);
    }
    /// The rooms of the component searched last.
    [[nodiscard]] std::uint64_t rooms() const noexcept { return count_; }

    /// Appends the rooms of a path as long as the diameter of the component searched last.
    void append_path(std::vector<cell>& path) {
        search(from_);
        const auto steps_to = [this](cell c) { return distance_[maze_->index(c)]; };
        cell room = maze_->node(static_cast<maze::index_type>(to_));
        path.push_back(room);
        while (steps_to(room) != 1) {
            cell nearer = room;
            maze_->successors(room, [&](cell c) {
                if (nearer == room && steps_to(c) < steps_to(room)) nearer = c;
            });
            room = nearer;
            path.push_back(room);
        }
    }

private:
    static constexpr std::size_t nobody = 0;  // the ring is there, and no room
    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    void search(std::size_t start) noexcept {
        for (std::size_t i = 0; i < count_; ++i) distance_[queue_[i]] = 0;
        count_ = search_breadth_first(*maze_, start, distance_.data(), queue_.data());
    }

    /// Updates the bounds after a search; how many rooms may still have a larger eccentricity.
    std::size_t update(std::size_t start) noexcept {
        const std::size_t last = queue_[count_ - 1];
        const std::uint32_t eccentricity = distance_[last] - 1;
        if (eccentricity > steps_) {
            steps_ = eccentricity;
            from_ = start;
            to_ = last;
        }
        std::size_t open = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t room = queue_[i];
            const std::uint32_t away = distance_[room] - 1;
            if (first_) {
                lower_[room] = 0;
                upper_[room] = unbounded;
                maze_->data()[room] = static_cast<std::uint8_t>(maze_->data()[room] | taken);
            }
            lower_[room] = std::max({lower_[room], away, eccentricity - away});
            // An overflow is no bound.
            if (away <= unbounded - eccentricity)
                upper_[room] = std::min(upper_[room], eccentricity + away);
            open += upper_[room] > steps_ ? 1 : 0;
        }
        upper_[start] = lower_[start] = eccentricity;
        first_ = false;
        return open;
    }

    [[nodiscard]] std::size_t choose(bool central) const noexcept {
        std::size_t chosen = nobody;
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t room = queue_[i];
            if (upper_[room] <= steps_) continue;
            if (chosen == nobody ||
                (central ? lower_[room] < lower_[chosen] : upper_[room] > upper_[chosen]))
                chosen = room;
        }
        return chosen;
    }

    maze* maze_;
    senda::buffer<std::uint32_t> distance_, queue_, lower_, upper_;
    std::size_t count_ = 0;  // rooms of the component, in the order of the last search
    std::uint64_t done_before_ = 0;
    std::uint64_t steps_ = 0;
    std::size_t from_ = 0;
    std::size_t to_ = 0;
    bool first_ = true;
};

}  // namespace senda::mazegen::detail
