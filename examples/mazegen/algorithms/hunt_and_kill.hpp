// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

namespace detail {

/// A set of numbers, with words above that say which words below are not zero: `lowest` is fast.
class hierarchical_bitset {
public:
    explicit hierarchical_bitset(memory_budget& budget) noexcept : words_(budget) {}

    /// An empty set of numbers below `bound`; false if there is no memory.
    [[nodiscard]] bool reset(std::size_t bound) {
        std::size_t words = 0;
        levels_ = 0;
        do {
            bound = (bound + 63) / 64;
            begin_[levels_++] = words;
            words += bound;
        } while (bound > 1);
        return words_.assign_zeros(words);
    }

    void set(std::size_t n) noexcept {
        for (std::size_t level = 0; level < levels_; ++level, n /= 64) {
            std::uint64_t& word = words_[begin_[level] + n / 64];
            const bool was_empty = word == 0;
            word |= std::uint64_t{1} << n % 64;
            if (!was_empty) return;
        }
    }

    void clear(std::size_t n) noexcept {
        for (std::size_t level = 0; level < levels_; ++level, n /= 64) {
            std::uint64_t& word = words_[begin_[level] + n / 64];
            word &= ~(std::uint64_t{1} << n % 64);
            if (word != 0) return;
        }
    }

    [[nodiscard]] bool empty() const noexcept { return words_[begin_[levels_ - 1]] == 0; }

    /// The lowest number of a set that is not empty.
    [[nodiscard]] std::size_t lowest() const noexcept {
        std::size_t n = 0;
        for (std::size_t level = levels_; level-- > 0;)
            n = n * 64 + static_cast<std::size_t>(std::countr_zero(words_[begin_[level] + n]));
        return n;
    }

private:
    senda::buffer<std::uint64_t> words_;
    std::array<std::size_t, 11> begin_{};
    std::size_t levels_ = 0;
};

}  // namespace detail

/// From a random room, walks to random neighbours not seen yet. Where there is none, hunts row by
/// row for the first room next to the maze, joins it to the maze at random and walks on from there.
struct hunt_and_kill {
    static constexpr std::string_view name = "hunt_and_kill";
    static constexpr std::string_view summary =
        "walks on until it is stuck, then begins elsewhere: long corridors, few dead ends";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        std::uint8_t* const data = c.data();
        const std::ptrdiff_t stride = c.stride();
        const auto neighbour = c.neighbours();
        random_bits<detail::choice_bits> bits(c.random);
        detail::hierarchical_bitset next_to_maze(c.budget());  // rooms not seen yet, for the hunt
        if (!next_to_maze.reset(c.bound())) return c.lack_memory();

        const auto enter = [&](std::size_t room, std::uint8_t passage) {
            data[room] = static_cast<std::uint8_t>(detail::taken | passage);
            next_to_maze.clear(room);
            for (const direction d : directions)
                if (data[neighbour(room, d)] == 0) next_to_maze.set(neighbour(room, d));
        };
        std::size_t room = c.random_room();
        enter(room, 0);
        for (std::uint64_t done = 1; c.proceed(done); ++done) {
            const unsigned untouched = detail::untouched_neighbours(data + room, stride);
            direction back{};
            if (untouched != 0) {
                const direction on = detail::choose(untouched, bits);
                room = neighbour(room, on);
                back = opposite(on);
            } else {
                if (next_to_maze.empty()) return;
                room = next_to_maze.lowest();
                back = detail::choose(detail::taken_neighbours(data + room, stride), bits);
            }
            enter(room, bit_of(back));
            c.carved(room, back);
        }
    }
    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        detail::hierarchical_bitset next_to_maze(c.budget());  // rooms not seen yet, for the hunt
        if (!next_to_maze.reset(c.rooms())) return c.lack_memory();
        const auto enter = [&](room_number room) {
            c.take(room);
            next_to_maze.clear(room);
            c.for_each_neighbour(room, [&](room_number other, unsigned) {
                if (!c.is_taken(other)) next_to_maze.set(other);
            });
        };
        room_number room = c.random_room();
        enter(room);
        for (room_number done = 1; c.proceed(done); ++done) {
            room_number next = c.random_untaken_neighbour(room);
            if (next == no_room) {
                if (next_to_maze.empty()) return;
                next = static_cast<room_number>(next_to_maze.lowest());
                room = c.random_taken_neighbour(next);
            }
            c.carve(room, next);
            enter(next);
            room = next;
        }
    }
};

}  // namespace senda::mazegen
