// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::mazegen::detail {

/// Random weights for the passages from each room to the east and to the south: the numbers of
/// SplitMix64, of which no two are the same, need no memory, and a weight determines its passage.
class passage_weights {
public:
    struct passage {
        std::size_t room;
        direction towards;
    };

    explicit constexpr passage_weights(std::uint64_t seed) noexcept : seed_(seed) {}

    [[nodiscard]] constexpr std::uint64_t east(std::size_t room) const noexcept {
        return senda::splitmix64(seed_ + senda::splitmix64_step * (2 * std::uint64_t{room}));
    }
    [[nodiscard]] constexpr std::uint64_t south(std::size_t room) const noexcept {
        return senda::splitmix64(seed_ + senda::splitmix64_step * (2 * std::uint64_t{room} + 1));
    }

    /// The passage that has that weight.
    [[nodiscard]] constexpr passage passage_of(std::uint64_t weight) const noexcept {
        const std::uint64_t number = (gathered(weight) - seed_) * inverse(senda::splitmix64_step);
        return {static_cast<std::size_t>(number / 2),
                number % 2 == 0 ? direction::east : direction::south};
    }

private:
    /// The number x with a * x = 1, for an odd a: each of Newton's steps doubles the right bits.
    static constexpr std::uint64_t inverse(std::uint64_t a) noexcept {
        std::uint64_t x = a;
        for (int step = 0; step < 5; ++step) x *= 2 - a * x;
        return x;
    }

    /// Takes `splitmix64` back.
    static constexpr std::uint64_t gathered(std::uint64_t z) noexcept {
        z ^= z >> 31U ^ z >> 62U;
        z *= inverse(0x94d0'49bb'1331'11ebU);
        z ^= z >> 27U ^ z >> 54U;
        z *= inverse(0xbf58'476d'1ce4'e5b9U);
        return z ^ z >> 30U ^ z >> 60U;
    }

    std::uint64_t seed_;
};

/// Opens the passages of the minimum spanning tree: all parts open their lightest at once, until
/// there is one part (O. Boruvka, On a certain minimal problem, 1926). The light half of all
/// passages joins nearly all rooms (percolation: H. Kesten, 1980), so they are listed first, and
/// few of the heavy ones are left. About 15 bytes a room.
template <class Carver>
class minimum_spanning_tree {
public:
    minimum_spanning_tree(Carver& c, const passage_weights& weights) noexcept
        : carver_(c),
          weights_(weights),
          part_(c.budget()),
          parts_(c.budget()),
          lightest_(c.budget()),
          list_(c.budget()) {}

    void open() {
        if (carver_.rooms() == 1) return;
        const bool complete = join_pairs() && list_passages(light) && join_listed() &&
                              list_passages(heaviest) && join_listed();
        if (!complete && !stopped_) carver_.lack_memory();
    }

private:
    static constexpr std::uint64_t heaviest = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t light = heaviest / 20 * 11;

    struct candidate {
        std::uint64_t weight;
        std::uint32_t a, b;
    };

    [[nodiscard]] std::uint8_t* data() noexcept { return carver_.data(); }

    /// Calls `visit(room)` for each room, and `go_on(done)` after each row.
    template <class Visit>
    [[nodiscard]] bool for_each_room(std::uint64_t done, Visit visit) {
        for (std::size_t row = 0; row < carver_.rows(); ++row) {
            const std::size_t end = carver_.at(row, carver_.cols());
            for (std::size_t room = carver_.at(row, 0); room < end; ++room)
                if (is_room(data()[room])) visit(room);
            if (!go_on(done)) return false;
        }
        return true;
    }

    // Each is false if there is no memory, or it was stopped.
    [[nodiscard]] bool join_pairs() {
        const std::size_t with_ring = carver_.bound() + static_cast<std::size_t>(carver_.stride());
        if (!part_.assign_zeros(with_ring)) return false;
        if (!choose_for_rooms() || !number_parts()) return false;
        const std::size_t parts = count_ + std::size_t{1};
        if (!parts_.reset(parts) || !lightest_.reserve(parts)) return false;
        lightest_.set_size(parts);
        std::fill(lightest_.begin(), lightest_.end(), heaviest);
        return true;
    }

    /// Opens from each room its lightest passage.
    [[nodiscard]] bool choose_for_rooms() {
        senda::buffer<std::uint64_t> south_of(carver_.budget());  // of the row above
        if (!south_of.assign_zeros(carver_.cols())) return false;
        std::fill(south_of.begin(), south_of.end(), heaviest);
        for (std::size_t row = 0; row < carver_.rows(); ++row) {
            std::uint8_t* const here = data() + carver_.at(row, 0);
            const std::uint8_t* const below = here + carver_.stride();
            std::uint64_t west = heaviest;
            for (std::size_t col = 0; col < carver_.cols(); ++col) {
                const std::size_t room = carver_.at(row, col);
                const bool is_one = is_room(here[col]);
                const std::uint64_t north = south_of[col];
                const std::uint64_t east =
                    is_one && is_room(here[col + 1]) ? weights_.east(room) : heaviest;
                const std::uint64_t south =
                    is_one && is_room(below[col]) ? weights_.south(room) : heaviest;
                if (is_one) here[col] = lightest_of(north, east, south, west);
                south_of[col] = south;
                west = east;
            }
            if (!go_on(0)) return false;
        }
        return true;
    }

    static constexpr std::uint8_t lightest_of(std::uint64_t north, std::uint64_t east,
                                              std::uint64_t south, std::uint64_t west) noexcept {
        const bool by_east = east < north;
        const bool by_west = west < south;
        const std::uint64_t first = by_east ? east : north;
        const std::uint64_t second = by_west ? west : south;
        const std::uint8_t of_first = bit_of(by_east ? direction::east : direction::north);
        const std::uint8_t of_second = bit_of(by_west ? direction::west : direction::south);
        return first < second ? of_first : of_second;
    }

    /// Numbers the parts from 1. In each, one passage was chosen from both its sides: it is the
    /// lightest of the part, and all other choices lead there.
    [[nodiscard]] bool number_parts() {
        std::array<std::ptrdiff_t, 9> offset{};
        std::array<std::uint8_t, 9> back{};
        for (const direction d : directions) {
            offset[bit_of(d)] = carver_.offsets()[static_cast<std::size_t>(d)];
            back[bit_of(d)] = bit_of(opposite(d));
        }
        const auto next = [&](std::size_t room) {
            return room + static_cast<std::size_t>(offset[data()[room]]);
        };
        const auto number_first = [&](std::size_t room) {
            const std::size_t other = next(room);
            const bool first = other > room && data()[other] == back[data()[room]];
            count_ += first ? 1U : 0U;
            part_[room] = first ? count_ : 0;
        };
        const auto number_others = [&](std::size_t room) {
            std::size_t known = room;
            while (part_[known] == 0) known = next(known);
            for (std::size_t at = room; part_[at] == 0; at = next(at)) part_[at] = part_[known];
        };
        return for_each_room(carver_.rooms() / 3, number_first) &&
               for_each_room(carver_.rooms() / 2, number_others);
    }

    /// Lists the passages of at most that weight that lead from one part to another.
    [[nodiscard]] bool list_passages(std::uint64_t limit) {
        const auto stride = static_cast<std::size_t>(carver_.stride());
        list_.clear();
        if (limit == light && !list_.reserve(static_cast<std::size_t>(carver_.rooms() / 100 * 42)))
            return false;
        for (std::size_t row = 0; row < carver_.rows(); ++row) {
            const std::size_t needed = list_.size() + 2 * carver_.cols();
            if (needed > list_.capacity() && !list_.reserve(needed + needed / 16)) return false;
            candidate* end = list_.end();
            const auto offer = [&](std::uint32_t here, std::size_t other, std::uint64_t weight) {
                const std::uint32_t there = parts_.find(part_[other]);
                *end = {weight, here, there};
                end += here != there && weight <= limit && is_room(data()[other]) ? 1 : 0;
            };
            for (std::size_t room = carver_.at(row, 0); room < carver_.at(row, carver_.cols());
                 ++room) {
                if (!is_room(data()[room])) continue;
                const std::uint32_t here = parts_.find(part_[room]);
                offer(here, room + 1, weights_.east(room));
                offer(here, room + stride, weights_.south(room));
            }
            list_.set_size(static_cast<std::size_t>(end - list_.data()));
            if (!go_on(limit == light ? carver_.rooms() / 10 * 7 : carver_.rooms())) return false;
        }
        return true;
    }

    [[nodiscard]] bool join_listed() {
        while (!list_.empty()) {
            for (const candidate& c : list_) {
                lightest_[c.a] = std::min(lightest_[c.a], c.weight);
                lightest_[c.b] = std::min(lightest_[c.b], c.weight);
            }
            for (const candidate& c : list_) join(c);
            keep_those_between_parts();
            if (!go_on(carver_.rooms())) return false;
        }
        return true;
    }

    // No two weights are the same, so the choices of parts make no cycle but that of two parts that
    // choose the same passage: there, the lower number stays on top.
    void join(const candidate& c) {
        const bool of_a = lightest_[c.a] == c.weight;
        const bool of_b = lightest_[c.b] == c.weight;
        if (!of_a && !of_b) return;
        const bool a_hangs = of_a && (!of_b || c.a > c.b);
        parts_.hang(a_hangs ? c.a : c.b, a_hangs ? c.b : c.a);
        const auto [room, towards] = weights_.passage_of(c.weight);
        carver_.carve(room, towards);
    }

    void keep_those_between_parts() noexcept {
        std::size_t kept = 0;
        for (const candidate& c : list_) {
            const std::uint32_t a = parts_.find(c.a);
            const std::uint32_t b = parts_.find(c.b);
            lightest_[a] = lightest_[b] = heaviest;
            list_[kept] = {c.weight, a, b};
            kept += a != b ? 1 : 0;
        }
        list_.truncate(kept);
    }

    [[nodiscard]] bool go_on(std::uint64_t done) {
        stopped_ = !carver_.proceed(done, carver_.cols());
        return !stopped_;
    }

    Carver& carver_;
    passage_weights weights_;
    senda::buffer<std::uint32_t> part_;  // of each room, as the first round left it
    senda::disjoint_sets parts_;
    senda::buffer<std::uint64_t> lightest_;  // passage out of each part
    senda::buffer<candidate> list_;
    std::uint32_t count_ = 0;
    bool stopped_ = false;
};

}  // namespace senda::mazegen::detail
