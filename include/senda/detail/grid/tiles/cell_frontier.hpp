// SPDX-License-Identifier: MIT
// Breadth-first search in tiles, cell by cell: for frontiers of a few cells, as in mazes.
#pragma once

#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace senda::detail {

/// The frontier as a queue. A cell stays unvisited until it is taken, so it can be in it twice.
class cell_frontier {
    // A tile that is ready, and in which no cell is a neighbour of the goal.
    static constexpr std::uint8_t is_plain = 128;

    // A place, and above it its distance: the ends of levels, hard to predict, need not be found.
    using entry = std::uint64_t;
    static constexpr entry one_farther = entry{1} << 32;

public:
    /// Why a run stopped.
    enum class stop_reason { empty, at_goal, at_cap, is_wide, used_up, full, at_edge };

    struct bounds {
        steps cap;              ///< cells at this distance are not taken
        std::uint64_t wide;     ///< stops at a frontier of more cells,
        steps wide_from;        ///< if it is at this distance or beyond
        std::uint64_t at_most;  ///< how many cells are taken before it stops
    };

    cell_frontier(visited_tiles& visited, memory_budget& budget) noexcept
        : visited_(visited), queue_(budget) {}

    /// Sets the goal, which ends the search when a neighbour of it is taken; 0 for none.
    SENDA_NOINLINE void set_goal(tile_place goal) noexcept {
        goal_ = goal;
        if (goal == 0) return;
        for (const tile_place p : visited_.window().neighbours(goal)) {
            std::uint8_t& flags = visited_.flags()[p >> 10];
            flags = static_cast<std::uint8_t>(flags & ~is_plain);
        }
    }

    /// Adds an unvisited cell, if there is memory; before a run all are at one distance.
    SENDA_NOINLINE void add(tile_place p, steps distance) {
        full_ = full_ || !make_room();
        if (!full_) queue_[tail_++] = static_cast<entry>(distance) << 32 | p;
    }

    /// The distance of the cells that came next when it was last asked.
    [[nodiscard]] steps distance() const noexcept { return distance_; }
    /// The distance of the cells that come next: none was taken that is farther.
    [[nodiscard]] steps next_distance() const noexcept {
        return head_ == tail_ ? distance_ : distance_of(queue_[head_]);
    }
    /// How many cells were expanded, in all runs.
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }

    /// Takes all cells away and gives each to `take(place)`.
    template <class Take>
    void dissolve(Take&& take) {
        for (; head_ != tail_; ++head_) take(place_of(queue_[head_]));
    }

    /// Follows the visited tiles, when their window was widened.
    SENDA_COLD void widen(const tile_window& nearby) noexcept {
        for (std::size_t i = head_; i != tail_; ++i) {
            const entry e = queue_[i];
            queue_[i] = e - place_of(e) + nearby.grid_place(place_of(e));
        }
    }

    [[nodiscard]] bool is_done() noexcept {
        while (head_ != tail_ && !visited_.is_unvisited(place_of(queue_[head_]))) ++head_;
        return head_ == tail_ && !full_;
    }

    /// How many cells wait, some of them perhaps twice.
    [[nodiscard]] std::uint64_t waiting() const noexcept { return tail_ - head_; }

    /// Puts a neighbour of the goal first: where a limit does not allow all cells, it is enough.
    SENDA_COLD void prefer_goal() noexcept {
        for (std::size_t i = head_; goal_ != 0 && i != tail_; ++i) {
            const tile_place p = place_of(queue_[i]);
            if (distance_of(queue_[i]) != distance_of(queue_[head_])) return;
            if (visited_.is_unvisited(p) && is_beside_goal(p)) {
                return std::swap(queue_[i], queue_[head_]);
            }
        }
    }

    /// Goes on until there is a reason to stop.
    [[nodiscard]] SENDA_NOINLINE stop_reason run(const bounds& until) {
        for (std::uint64_t left = until.at_most; left != 0;) {
            if (head_ == tail_ && !full_) return stop_reason::empty;
            if (full_ || !make_room()) return stop_reason::full;
            distance_ = distance_of(queue_[head_]);
            if (distance_ >= until.cap) return stop_reason::at_cap;
            const bool is_one_level = distance_of(queue_[tail_ - 1]) == distance_;
            if (is_one_level && tail_ - head_ > until.wide && distance_ >= until.wide_from) {
                return stop_reason::is_wide;
            }
            // Some levels at once: they do not widen much meanwhile.
            steps end = is_one_level ? distance_ + 8 : distance_ + 1;
            if (distance_ < until.wide_from) end = std::min(end, until.wide_from);
            const std::size_t before = head_;
            const stop_reason why = take(left, std::min(end, until.cap));
            left -= head_ - before;
            if (why != stop_reason::used_up) return why;
        }
        return stop_reason::used_up;
    }

private:
    [[nodiscard]] static tile_place place_of(entry e) noexcept {
        return static_cast<tile_place>(e);
    }
    [[nodiscard]] static steps distance_of(entry e) noexcept { return static_cast<steps>(e >> 32); }

    [[nodiscard]] bool is_beside_goal(tile_place p) const noexcept {
        const std::array<tile_place, 4> ends = visited_.window().neighbours(goal_);
        return std::find(ends.begin(), ends.end(), p) != ends.end();
    }

    // The hot loop. A neighbour is written in any case, and kept if unvisited, which is hard to
    // predict. Two rows are read at once: the lowest five bits of a place number its bit.
    stop_reason take(std::uint64_t at_most, steps end) {
        const tile_window& window = visited_.window();
        tile_row* const rows = visited_.rows();
        std::uint8_t* const flags = visited_.flags();
        const entry* head = queue_.data() + head_;
        entry* tail = queue_.data() + tail_;
        const entry* const begin = head;
        const auto within = static_cast<std::uint64_t>(queue_.capacity() - head_);
        const entry* const last = head + static_cast<std::size_t>(std::min(at_most, within));
        const entry* const full = queue_.data() + queue_.capacity() - room_of_one;
        const entry stop = static_cast<entry>(end) << 32;
        std::uint64_t twice = 0;
        stop_reason why = stop_reason::used_up;
        while (head != tail && tail <= full && head != last) {
            const entry e = *head;
            if (e >= stop) break;
            ++head;
            const tile_place p = place_of(e);
            tile_row* const unvisited = two_rows(rows, p);
            const std::uint32_t bit = 1u << bit_of(p);
            const std::uint32_t pair = load(unvisited);
            if ((pair & bit) == 0) [[unlikely]] {
                ++twice;
                continue;
            }
            if ((flags[p >> 10] & is_plain) == 0) [[unlikely]]
                why = enter_tile(p);
            const auto distance_bit = static_cast<std::uint32_t>(e >> 33 & 1);
            store(unvisited, pair & ~bit);
            store(unvisited + tile_side, load(unvisited + tile_side) | distance_bit << bit_of(p));
            const entry next = e + one_farther;
            const auto add_if_unvisited = [&](std::uint32_t offset) {
                const entry to = next + static_cast<entry>(static_cast<std::int32_t>(offset));
                *tail = to;
                tail += load(two_rows(rows, place_of(to))) >> bit_of(place_of(to)) & 1;
            };
            add_if_unvisited(window.offset(p, 0));
            add_if_unvisited(window.offset(p, 1));
            add_if_unvisited(window.offset(p, 2));
            add_if_unvisited(window.offset(p, 3));
            if (why != stop_reason::used_up) [[unlikely]] {
                distance_ = distance_of(e);
                break;
            }
        }
        expanded_ += static_cast<std::uint64_t>(head - begin) - twice;
        head_ = static_cast<std::size_t>(head - queue_.data());
        tail_ = static_cast<std::size_t>(tail - queue_.data());
        return why;
    }

    [[nodiscard]] static tile_row* two_rows(tile_row* rows, tile_place p) noexcept {
        return rows + 2 * std::size_t{p >> 5};
    }
    [[nodiscard]] static std::uint32_t bit_of(tile_place p) noexcept {
        return std::endian::native == std::endian::little ? p & 31 : (p & 31) ^ 16;
    }
    [[nodiscard]] static std::uint32_t load(const tile_row* rows) noexcept {
        std::uint32_t loaded;
        std::memcpy(&loaded, rows, sizeof loaded);
        return loaded;
    }
    static void store(tile_row* rows, std::uint32_t stored) noexcept {
        std::memcpy(rows, &stored, sizeof stored);
    }

    SENDA_NOINLINE stop_reason enter_tile(tile_place p) noexcept {
        const std::uint32_t tile = p >> 10;
        if ((visited_.flags()[tile] & visited_tiles::is_ready) == 0) visited_.make_ready(tile);
        if (is_beside_goal(p)) return stop_reason::at_goal;
        const std::array<tile_place, 4> ends = visited_.window().neighbours(goal_);
        const bool is_watched =
            std::any_of(ends.begin(), ends.end(), [=](tile_place q) { return q >> 10 == tile; });
        if (!is_watched) visited_.flags()[tile] |= is_plain;
        return visited_.is_at_edge() ? stop_reason::at_edge : stop_reason::used_up;
    }

    // What one cell leads to, and one that is not kept.
    static constexpr std::size_t room_of_one = 5;

    /// Room for half as much again as there is, and for some more.
    [[nodiscard]] SENDA_NOINLINE bool make_room() {
        const std::size_t count = tail_ - head_;
        const std::size_t wanted = count + count / 2 + 64;
        if (tail_ + wanted <= queue_.capacity()) return true;
        if (head_ >= count && count + wanted <= queue_.capacity()) {
            std::memmove(queue_.data(), queue_.data() + head_, count * sizeof(entry));
            head_ = 0;
            tail_ = count;
            return true;
        }
        return queue_.reserve(std::max(2 * tail_, std::size_t{1024}));
    }

    visited_tiles& visited_;
    buffer<entry> queue_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::uint64_t expanded_ = 0;
    steps distance_ = 0;
    bool full_ = false;
    tile_place goal_ = 0;
};

}  // namespace senda::detail
