// SPDX-License-Identifier: MIT
// The closed list of a breadth-first search: the numbers of the positions that it met, and later
// where they stand in its list of nodes.
#pragma once

#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace senda::rush_hour::detail {

/// A set of numbers below 2^32 - 1: open addressing with linear probing, four bytes a slot.
class closed_list {
public:
    /// The slots of a set, by value: a loop that inserts can keep it in registers.
    struct slots {
        std::uint32_t* data;
        std::size_t mask;
        unsigned shift;

        /// Adds a number; whether it was new. There must be an empty slot.
        [[gnu::always_inline]] bool insert(std::uint32_t number) const noexcept {
            const std::uint32_t kept = number + 1;  // 0 is an empty slot
            std::size_t i = home(number, shift);
            while (data[i] != kept && data[i] != 0) [[unlikely]]
                i = (i + 1) & mask;
            const bool fresh = data[i] == 0;
            data[i] = kept;
            return fresh;
        }
    };

    explicit closed_list(memory_budget& budget) noexcept : slots_(budget) {}

    /// Makes the set empty and small again; false if there is no room even for that.
    [[nodiscard]] bool reset() { return clear(smallest); }

    /// Makes the set empty and larger; false, and nothing changes, if there is no room.
    [[nodiscard]] bool grow() {
        if (clear(bits_ + 2) || clear(bits_ + 1)) return true;
        most_ = slots_.size() - slots_.size() / 16;
        return false;
    }

    /// How many numbers may be in it: half of the slots, or nearly all if it could not grow.
    [[nodiscard]] std::size_t room() const noexcept { return most_; }
    [[nodiscard]] slots view() noexcept { return {slots_.data(), slots_.size() - 1, 32 - bits_}; }
    void release() noexcept { slots_.release(); }

    /// Turns the set of the `count` numbers `number(i)` into a table in which `find` gives the
    /// index of each.
    template <class Number>
    void make_index(std::size_t count, Number&& number) {
        clear(bits_);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t at = home(number(i), 32 - bits_);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }
    /// The index of a number; 2^32 - 1 if it has none.
    template <class Number>
    [[nodiscard]] std::uint32_t find(std::uint32_t wanted, Number&& number) const {
        std::size_t at = home(wanted, 32 - bits_);
        while (slots_[at] != 0 && number(slots_[at] - 1) != wanted)
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at] - 1;
    }

private:
    static constexpr unsigned smallest = 13;

    [[nodiscard]] static std::size_t home(std::uint32_t number, unsigned shift) noexcept {
        return number * 0x9e3779b1U >> shift;
    }

    bool clear(unsigned bits) {
        if (bits > 31) return false;
        const std::size_t count = std::size_t{1} << bits;
        if (count <= slots_.capacity()) {
            slots_.set_size(count);
            std::memset(slots_.data(), 0, count * sizeof(std::uint32_t));
        } else {
            senda::detail::buffer<std::uint32_t> larger(slots_.budget());
            if (!larger.assign_zeros(count)) return false;
            slots_ = std::move(larger);
        }
        bits_ = bits;
        most_ = count / 2;
        return true;
    }

    senda::detail::buffer<std::uint32_t> slots_;
    unsigned bits_ = smallest;
    std::size_t most_ = 0;
};

}  // namespace senda::rush_hour::detail
