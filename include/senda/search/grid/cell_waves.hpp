// SPDX-License-Identifier: MIT
// Breadth-first search of a grid in tiles that moves cell by cell: for waves of a few cells, as in
// the corridors of a maze.
#pragma once

#include <senda/search/grid/tile_field.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// The wave, which is all cells at one distance, as a queue of cells in a ring. A cell stays free
/// until it is taken from the queue, so it can be in it twice.
class cell_waves {
    static constexpr std::uint8_t is_watched = 128;  // a tile with a cell beside the goal

public:
    /// Why a run came to a halt.
    enum class halt { empty, at_goal, at_cap, is_wide, used_up, full };

    /// How far a run may go.
    struct bounds {
        steps cap;              ///< waves at this distance are not followed
        std::uint64_t wide;     ///< halts before a wave of more cells,
        steps wide_from;        ///< if it is at this distance or beyond
        std::uint64_t at_most;  ///< halts when so many cells were taken
    };

    cell_waves(tile_field& field, memory_budget& budget) noexcept : field_(field), ring_(budget) {}

    /// Sets the cell that ends the search when a cell beside it is taken from the queue.
    void set_goal(tile_place goal) noexcept {
        goal_ = goal;
        for (const tile_place p : beside(goal)) field_.flags()[p >> 9] |= is_watched;
    }

    /// Adds a free cell, if there is memory; all that are there before a run are at one distance.
    void add(tile_place p) {
        full_ = full_ || !make_room(tail_ - head_ + 1);
        if (!full_) ring_[static_cast<std::size_t>(tail_++) & mask_] = p;
    }
    /// Called when the cells of the first wave were added.
    void begin(steps distance) noexcept {
        distance_ = distance - 1;
        level_end_ = head_;
    }

    /// The cells waiting.
    [[nodiscard]] std::uint64_t size() const noexcept { return tail_ - head_; }
    /// Their distance, or one less for those behind the rest of the wave.
    [[nodiscard]] steps distance() const noexcept { return distance_; }
    /// How many cells were expanded, in all runs.
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }

    /// Takes all cells away and gives each to `take(place)`.
    template <class Take>
    void dissolve(Take&& take) {
        for (; head_ != tail_; ++head_) take(ring_[static_cast<std::size_t>(head_) & mask_]);
    }

    /// Goes on until there is a reason to halt.
    [[nodiscard]] halt run(const bounds& until) {
        const std::uint64_t begin = head_;
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - head_;
        const std::uint64_t last = head_ + std::min(until.at_most, most);
        twice_ = 0;
        halt why = halt::used_up;
        do {
            if (head_ == level_end_ && !begin_level(until, why)) break;
            const bool any_width = distance_ < until.wide_from;
            const std::uint64_t room = ring_.capacity() / 5;
            if (take(last, any_width ? room : std::min(room, until.wide),
                     any_width ? std::min(until.cap, until.wide_from) : until.cap)) {
                why = halt::at_goal;
                break;
            }
        } while (head_ != last);
        expanded_ += head_ - begin - twice_;
        return why;
    }

private:
    [[nodiscard]] std::array<tile_place, 4> beside(tile_place p) const noexcept {
        return {field_.north(p), field_.east(p), field_.south(p), field_.west(p)};
    }

    bool begin_level(const bounds& until, halt& why) {
        ++distance_;
        level_end_ = tail_;
        const std::uint64_t cells = tail_ - head_;
        if (cells == 0 && !full_) {
            why = halt::empty;
        } else if (distance_ >= until.cap) {
            why = halt::at_cap;
        } else if (full_ || !make_room(cells)) {
            why = halt::full;
        } else if (cells > until.wide && distance_ >= until.wide_from) {
            why = halt::is_wide;
        } else {
            return true;
        }
        return false;
    }

    // Here the search of a maze spends its time: wave after wave, as long as they are of a few
    // cells and before the end. A neighbour is written whether or not it is free, and kept if it
    // is: which of the four is free is hard to guess for the processor.
    bool take(std::uint64_t last, std::uint64_t few, steps end) {
        tile_place* const ring = ring_.data();
        tile_row* const rows = field_.rows();
        const std::uint8_t* const flags = field_.flags();
        const std::size_t mask = mask_;
        std::uint64_t head = head_;
        std::uint64_t tail = tail_;
        std::uint64_t level_end = level_end_;
        steps distance = distance_;
        unsigned late = (distance & 2) != 0 ? 0xFFFF : 0;
        bool at_goal = false;
        for (; head != last && !at_goal;) {
            if (head == level_end) {
                if (tail - head - 1 >= few || distance + 1 >= end) break;
                ++distance;
                level_end = tail;
                late = (distance & 2) != 0 ? 0xFFFF : 0;
            }
            const tile_place p = ring[static_cast<std::size_t>(head++) & mask];
            const unsigned bit = 1u << (p & 15);
            tile_row* const row = rows + (p >> 4);
            if ((row[0] & bit) == 0) [[unlikely]] {
                ++twice_;
                continue;
            }
            if ((flags[p >> 9] & (tile_field::is_ready | is_watched)) != tile_field::is_ready)
                [[unlikely]]
                at_goal = look_about(p);
            row[0] = static_cast<tile_row>(row[0] & ~bit);
            row[tile_side] = static_cast<tile_row>(row[tile_side] | (bit & late));
            const auto add_if_free = [&](tile_place to) {
                ring[static_cast<std::size_t>(tail) & mask] = to;
                tail += rows[to >> 4] >> (to & 15) & 1;
            };
            add_if_free(field_.north(p));
            add_if_free(field_.east(p));
            add_if_free(field_.south(p));
            add_if_free(field_.west(p));
        }
        head_ = head;
        tail_ = tail;
        level_end_ = level_end;
        distance_ = distance;
        return at_goal;
    }

    [[gnu::noinline]] bool look_about(tile_place p) noexcept {
        const std::uint8_t flags = field_.flags()[p >> 9];
        if ((flags & tile_field::is_ready) == 0) field_.make_ready(p >> 9);
        if ((flags & is_watched) == 0) return false;
        const auto near = beside(goal_);
        return std::find(near.begin(), near.end(), p) != near.end();
    }

    /// Room for a wave of so many cells, what it leads to, and one that is not kept.
    [[nodiscard]] bool make_room(std::uint64_t cells) {
        if (cells * 5 < ring_.capacity()) return true;
        buffer<tile_place> wider(ring_.budget());
        const auto room =
            static_cast<std::size_t>(std::bit_ceil(std::max(cells * 10, std::uint64_t{1024})));
        if (!wider.reserve(room)) return false;
        for (std::uint64_t i = head_; i != tail_; ++i) {
            wider[static_cast<std::size_t>(i) & (room - 1)] =
                ring_[static_cast<std::size_t>(i) & mask_];
        }
        ring_ = std::move(wider);
        mask_ = room - 1;
        return true;
    }

    tile_field& field_;
    buffer<tile_place> ring_;
    std::size_t mask_ = 0;
    std::uint64_t head_ = 0;
    std::uint64_t tail_ = 0;
    std::uint64_t level_end_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint64_t twice_ = 0;  // taken in this run, but reached before
    steps distance_ = 0;
    bool full_ = false;
    tile_place goal_ = 0;
};

}  // namespace senda::detail
