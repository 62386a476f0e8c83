// SPDX-License-Identifier: MIT
// What a slide does to the order of the tiles, for all orders at once.
#pragma once

#include <senda/graph/permutations.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// The orders of K tiles in a row, numbered by the places of the tiles, and how these numbers
/// change when the tile in one place moves to another, `Most` places off at most, and those between
/// close up.
template <std::size_t K, std::size_t Most>
class order_turns {
    using orders = permutations<K>;

public:
    static constexpr std::size_t count = orders::count;
    using number = std::conditional_t<(count <= 65536), std::uint16_t, std::uint32_t>;
    /// The bytes that it takes.
    [[nodiscard]] static constexpr std::uint64_t bytes() noexcept {
        return array_bytes(turn_count() * count * sizeof(number));
    }

    explicit order_turns(memory_budget& budget) noexcept : numbers_(budget) {}

    [[nodiscard]] bool prepare() {
        if (!numbers_.reserve(turn_count() * count)) return false;
        numbers_.set_size(turn_count() * count);
        number* next = numbers_.data();
        for (std::size_t from = 0; from < K; ++from) {
            for (std::size_t to = 0; to < K; ++to) {
                if (!is_turn(from, to)) continue;
                turns_[from * K + to] = next;
                for (std::size_t order = 0; order < count; ++order)
                    *next++ = turned(order, from, to);
            }
        }
        return true;
    }

    void release() noexcept { numbers_.release(); }

    /// The name of a turn; 0 if the order stays.
    [[nodiscard]] static constexpr std::uint32_t name(std::size_t from, std::size_t to) noexcept {
        return from == to ? 0 : static_cast<std::uint32_t>(from * K + to);
    }
    /// The numbers to which a turn leads.
    [[nodiscard]] const number* operator[](std::uint32_t turn) const noexcept {
        return turns_[turn];
    }

private:
    [[nodiscard]] static constexpr std::size_t turn_count() noexcept {
        std::size_t turns = 0;
        for (std::size_t apart = 1; apart <= Most && apart < K; ++apart) turns += 2 * (K - apart);
        return turns;
    }
    [[nodiscard]] static constexpr bool is_turn(std::size_t from, std::size_t to) noexcept {
        return from != to && from <= to + Most && to <= from + Most;
    }
    [[nodiscard]] static number turned(std::size_t order, std::size_t from, std::size_t to) {
        auto places = orders::unrank(order);
        for (std::uint8_t& place : places) {
            if (place == from) {
                place = static_cast<std::uint8_t>(to);
            } else if (from < place && place <= to) {
                --place;
            } else if (to <= place && place < from) {
                ++place;
            }
        }
        return static_cast<number>(orders::rank(places));
    }

    buffer<number> numbers_;
    std::array<const number*, K * K> turns_{};
};

}  // namespace senda::detail
