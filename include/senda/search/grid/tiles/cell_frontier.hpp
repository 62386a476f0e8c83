// SPDX-License-Identifier: MIT
// Breadth-first search of a grid in tiles that moves cell by cell: for waves of a few cells, as in
// the corridors of a maze.
#pragma once

#include <senda/search/grid/tiles/visited_tiles.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace senda::detail {

/// The rows of all tiles, two at once: the place of a cell tells where its bit is among 32.
class row_pairs {
public:
    explicit row_pairs(tile_row* rows) noexcept : rows_(rows) {}

    [[nodiscard]] static std::uint32_t shift(tile_place p) noexcept {
        return std::endian::native == std::endian::little ? p & 31 : (p & 31) ^ 16;
    }
    [[nodiscard]] static std::uint32_t bit(tile_place p, std::uint32_t value = 1) noexcept {
        return value << shift(p);
    }
    [[nodiscard]] std::uint32_t free(tile_place p) const noexcept { return load(p >> 5); }
    [[nodiscard]] std::uint32_t late(tile_place p) const noexcept { return load((p >> 5) + 8); }
    void set_free(tile_place p, std::uint32_t pair) const noexcept { store(p >> 5, pair); }
    void set_late(tile_place p, std::uint32_t pair) const noexcept { store((p >> 5) + 8, pair); }

private:
    [[nodiscard]] std::uint32_t load(std::size_t pair) const noexcept {
        std::uint32_t loaded;
        std::memcpy(&loaded, rows_ + 2 * pair, sizeof loaded);
        return loaded;
    }
    void store(std::size_t pair, std::uint32_t stored) const noexcept {
        std::memcpy(rows_ + 2 * pair, &stored, sizeof stored);
    }

    tile_row* rows_;
};

/// The cells of the wave and of the next, as a queue. A cell stays free until it is taken from the
/// queue, so it can be in it twice.
class cell_waves {
    // A tile that is ready, and in which no cell is beside the goal.
    static constexpr std::uint8_t is_plain = 128;

    // A place, and above it its distance: so the end of a wave, which is hard to guess for the
    // processor where it has only a few cells, need not be looked for.
    using entry = std::uint64_t;
    static constexpr entry one_farther = entry{1} << 32;

public:
    /// Why a run came to a halt.
    enum class halt { empty, at_goal, at_cap, is_wide, used_up, full, at_edge };

    /// How far a run may go.
    struct bounds {
        steps cap;              ///< waves at this distance are not followed
        std::uint64_t wide;     ///< halts at a wave of more cells,
        steps wide_from;        ///< if it is at this distance or beyond
        std::uint64_t at_most;  ///< halts when so many cells were taken
    };

    cell_waves(tile_field& field, memory_budget& budget) noexcept : field_(field), queue_(budget) {}

    /// Sets the cell that ends the search when a cell beside it is taken from the queue; 0 for
    /// none.
    void set_goal(tile_place goal) noexcept {
        goal_ = goal;
        if (goal == 0) return;
        for (const tile_place p : beside(goal)) {
            std::uint8_t& flags = field_.flags()[p >> 10];
            flags = static_cast<std::uint8_t>(flags & ~is_plain);
        }
    }

    /// Adds a free cell, if there is memory; all that are there before a run are at one distance.
    void add(tile_place p, steps distance) {
        full_ = full_ || !make_room();
        if (!full_) queue_[tail_++] = static_cast<entry>(distance) << 32 | p;
    }

    /// The distance of the cells that come next.
    [[nodiscard]] steps distance() const noexcept { return distance_; }
    /// How many cells were expanded, in all runs.
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }

    /// Takes all cells away and gives each to `take(place)`.
    template <class Take>
    void dissolve(Take&& take) {
        for (; head_ != tail_; ++head_) take(place_of(queue_[head_]));
    }

    /// Follows the field, when that was widened from a window.
    void widen(const tile_window& near) noexcept {
        for (std::size_t i = head_; i != tail_; ++i) {
            const entry e = queue_[i];
            queue_[i] = e - place_of(e) + near.far_place(place_of(e));
        }
    }

    /// Whether no cell is left to be taken, but those that were taken before.
    [[nodiscard]] bool is_done() noexcept {
        const row_pairs rows(field_.rows());
        const auto is_taken = [&](tile_place p) { return (rows.free(p) & row_pairs::bit(p)) == 0; };
        while (head_ != tail_ && is_taken(place_of(queue_[head_]))) ++head_;
        return head_ == tail_ && !full_;
    }

    /// How many cells wait, some of them perhaps twice.
    [[nodiscard]] std::uint64_t waiting() const noexcept { return tail_ - head_; }

    /// Puts a cell beside the goal before the others at its distance, if there is one: where a
    /// limit does not allow all of them, that one is enough.
    void prefer_goal() noexcept {
        const row_pairs rows(field_.rows());
        const auto near = beside(goal_);
        for (std::size_t i = head_; goal_ != 0 && i != tail_; ++i) {
            const tile_place p = place_of(queue_[i]);
            if (distance_of(queue_[i]) != distance_of(queue_[head_])) return;
            const bool is_free = (rows.free(p) & row_pairs::bit(p)) != 0;
            if (is_free && std::find(near.begin(), near.end(), p) != near.end()) {
                return std::swap(queue_[i], queue_[head_]);
            }
        }
    }

    /// Goes on until there is a reason to halt.
    [[nodiscard]] halt run(const bounds& until) {
        for (std::uint64_t left = until.at_most; left != 0;) {
            if (head_ == tail_ && !full_) return halt::empty;
            if (full_ || !make_room()) return halt::full;
            distance_ = distance_of(queue_[head_]);
            if (distance_ >= until.cap) return halt::at_cap;
            const bool is_one_wave = distance_of(queue_[tail_ - 1]) == distance_;
            if (is_one_wave && tail_ - head_ > until.wide && distance_ >= until.wide_from) {
                return halt::is_wide;
            }
            // Some waves at once: they do not widen much meanwhile.
            steps end = is_one_wave ? distance_ + 8 : distance_ + 1;
            if (distance_ < until.wide_from) end = std::min(end, until.wide_from);
            const std::size_t before = head_;
            const halt why = take(left, std::min(end, until.cap));
            left -= head_ - before;
            if (why != halt::used_up) return why;
        }
        return halt::used_up;
    }

private:
    [[nodiscard]] static tile_place place_of(entry e) noexcept {
        return static_cast<tile_place>(e);
    }
    [[nodiscard]] static steps distance_of(entry e) noexcept { return static_cast<steps>(e >> 32); }

    [[nodiscard]] std::array<tile_place, 4> beside(tile_place p) const noexcept {
        const tile_window& at = field_.window();
        return {at.north(p), at.east(p), at.south(p), at.west(p)};
    }

    // Here the search of a maze spends its time: cell after cell, before a distance and as long as
    // there is room. A neighbour is written whether or not it is free, and kept if it is: which of
    // the four is free is hard to guess for the processor. Two rows are read and written at once,
    // so that a place tells the bit without more ado.
    halt take(std::uint64_t at_most, steps end) {
        const tile_window& window = field_.window();
        const row_pairs rows(field_.rows());
        std::uint8_t* const flags = field_.flags();
        const entry* head = queue_.data() + head_;
        entry* tail = queue_.data() + tail_;
        const entry* const begin = head;
        const auto within = static_cast<std::uint64_t>(queue_.capacity() - head_);
        const entry* const last = head + static_cast<std::size_t>(std::min(at_most, within));
        const entry* const full = queue_.data() + queue_.capacity() - room_of_one;
        const entry stop = static_cast<entry>(end) << 32;
        std::uint64_t twice = 0;
        halt why = halt::used_up;
        while (head != tail && tail <= full && head != last) {
            const entry e = *head;
            if (e >= stop) break;
            ++head;
            const tile_place p = place_of(e);
            const std::uint32_t bit = row_pairs::bit(p);
            const std::uint32_t free = rows.free(p);
            if ((free & bit) == 0) [[unlikely]] {
                ++twice;
                continue;
            }
            if ((flags[p >> 10] & is_plain) == 0) [[unlikely]]
                why = look_about(p);
            const auto late = static_cast<std::uint32_t>(e >> 33 & 1);
            rows.set_free(p, free & ~bit);
            rows.set_late(p, rows.late(p) | row_pairs::bit(p, late));
            const entry next = e + one_farther;
            const auto add_if_free = [&](std::uint32_t change) {
                const entry to = next + static_cast<entry>(static_cast<std::int32_t>(change));
                *tail = to;
                tail += rows.free(place_of(to)) >> row_pairs::shift(place_of(to)) & 1;
            };
            add_if_free(window.to_north(p));
            add_if_free(window.to_east(p));
            add_if_free(window.to_south(p));
            add_if_free(window.to_west(p));
            if (why != halt::used_up) [[unlikely]] {
                distance_ = distance_of(e);
                break;
            }
        }
        expanded_ += static_cast<std::uint64_t>(head - begin) - twice;
        head_ = static_cast<std::size_t>(head - queue_.data());
        tail_ = static_cast<std::size_t>(tail - queue_.data());
        return why;
    }

    [[gnu::noinline]] halt look_about(tile_place p) noexcept {
        if ((field_.flags()[p >> 10] & tile_field::is_ready) == 0) field_.make_ready(p >> 10);
        const auto near = beside(goal_);
        if (std::find(near.begin(), near.end(), p) != near.end()) return halt::at_goal;
        const bool is_watched =
            std::any_of(near.begin(), near.end(), [p](tile_place q) { return p >> 10 == q >> 10; });
        if (!is_watched) field_.flags()[p >> 10] |= is_plain;
        return field_.is_at_edge() ? halt::at_edge : halt::used_up;
    }

    // What one cell leads to, and one that is not kept.
    static constexpr std::size_t room_of_one = 5;

    /// Room for half as much again as there is, and for some more.
    [[nodiscard]] bool make_room() {
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

    tile_field& field_;
    buffer<entry> queue_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::uint64_t expanded_ = 0;
    steps distance_ = 0;
    bool full_ = false;
    tile_place goal_ = 0;
};

}  // namespace senda::detail
