// SPDX-License-Identifier: MIT
// The longest of all shortest ways in a maze with loops, by breadth-first searches from few rooms.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::mazegen::detail {

/// The eccentricity of a room is the way to the room farthest from it, and the largest of all is
/// the diameter. A search from v gives that of v, and by the triangle inequality bounds that of
/// each room w: at least max(d(v, w), ecc(v) - d(v, w)) and at most ecc(v) + d(v, w). A room whose
/// upper bound is not above the longest way known needs no search. The next search is, in turn,
/// from the room with the largest upper bound (it may be an end of a longer way) and with the
/// smallest lower bound (it is central and lowers the bounds of all others): F. Takes, W. Kosters,
/// Determining the diameter of small world networks, 2011.
class eccentricity_bounds {
public:
    /// For a maze whose rooms may be marked as `taken`.
    eccentricity_bounds(maze& m, memory_budget& budget) noexcept
        : maze_(&m), distance_(budget), queue_(budget), lower_(budget), upper_(budget) {
        const auto stride = static_cast<std::ptrdiff_t>(m.stride());
        offsets_ = {-stride, 1, stride, -1};
    }

    /// Takes the memory; false if there is none.
    [[nodiscard]] bool begin() {
        return distance_.assign_zeros(maze_->bytes()) && queue_.assign_zeros(maze_->bytes()) &&
               lower_.assign_zeros(maze_->bytes()) && upper_.assign_zeros(maze_->bytes());
    }

    /// Finds the longest way in the component of `start` and marks its rooms. Asks
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

    /// Appends the rooms of the longest way of the component searched last.
    void append_path(std::vector<cell>& path) {
        search(from_);
        std::size_t room = to_;
        path.push_back(cell_of(room));
        while (room != from_) {
            for (unsigned way = 0; way < 4; ++way) {
                const std::size_t other = room + static_cast<std::size_t>(offsets_[way]);
                if ((maze_->data()[room] >> way & 1U) == 0 || distance_[other] >= distance_[room])
                    continue;
                room = other;
                break;
            }
            path.push_back(cell_of(room));
        }
    }

private:
    static constexpr std::size_t nobody = 0;  // the ring is there, and no room
    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] cell cell_of(std::size_t room) const noexcept {
        return maze_->node(static_cast<maze::index_type>(room));
    }

    // Distances count from 1, and 0 is a room not seen yet.
    void search(std::size_t start) noexcept {
        for (std::size_t i = 0; i < count_; ++i) distance_[queue_[i]] = 0;
        const std::uint8_t* const data = maze_->data();
        queue_[0] = static_cast<std::uint32_t>(start);
        distance_[start] = 1;
        count_ = 1;
        for (std::size_t at = 0; at < count_; ++at) {
            const std::size_t room = queue_[at];
            for (unsigned way = 0; way < 4; ++way) {
                const std::size_t other = room + static_cast<std::size_t>(offsets_[way]);
                if ((data[room] >> way & 1U) == 0 || distance_[other] != 0) continue;
                distance_[other] = distance_[room] + 1;
                queue_[count_++] = static_cast<std::uint32_t>(other);
            }
        }
    }

    /// Takes in a search; how many rooms may still be ends of a longer way.
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
            upper_[room] = std::min(upper_[room], sum_of(eccentricity, away));
            open += upper_[room] > steps_ ? 1 : 0;
        }
        upper_[start] = lower_[start] = eccentricity;
        first_ = false;
        return open;
    }

    /// No way is as long as the largest number, so that the bound holds where it stops there.
    static constexpr std::uint32_t sum_of(std::uint32_t a, std::uint32_t b) noexcept {
        return a <= unbounded - b ? a + b : unbounded;
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
    std::array<std::ptrdiff_t, 4> offsets_{};
    senda::detail::buffer<std::uint32_t> distance_, queue_, lower_, upper_;
    std::size_t count_ = 0;  // rooms of the component, in the order of the last search
    std::uint64_t done_before_ = 0;
    std::uint64_t steps_ = 0;
    std::size_t from_ = 0;
    std::size_t to_ = 0;
    bool first_ = true;
};

}  // namespace senda::mazegen::detail
