// SPDX-License-Identifier: MIT
// Which treasures a runner remembers where, as bits.
#pragma once

#include <maze/solver/distances/distance_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::maze::detail {

/// The sets of the ng-route relaxation: which treasures that were taken are remembered at which
/// others. Small sets lose no route; they only let in some that are none.
///
/// What is remembered somewhere is a set of bits. Treasures of one set have different bits
/// (a coloring, kept while the sets grow), so that few words are enough for many treasures.
class ng_sets {
public:
    /// No treasure.
    static constexpr key_node none = std::numeric_limits<key_node>::max();

    explicit ng_sets(key_node treasures) : bit_(treasures, 0), at_(treasures), in_(treasures) {}

    /// Whether a treasure is remembered at another, or at itself.
    [[nodiscard]] bool contains(key_node at, key_node treasure) const noexcept {
        return member(at, bit_[treasure]) == treasure;
    }

    /// The treasure that a bit stands for at another; `none` if it has no meaning there.
    [[nodiscard]] key_node member(key_node at, std::uint32_t bit) const noexcept {
        if (bit == bit_[at]) return at;
        return bit < at_[at].size() ? at_[at][bit] : none;
    }

    /// The bit of a treasure, wherever it is remembered.
    [[nodiscard]] std::uint32_t bit(key_node treasure) const noexcept { return bit_[treasure]; }

    /// How many 64-bit words hold the bits of any set.
    [[nodiscard]] std::size_t words() const noexcept { return (bits_ + 63) / 64; }

    /// Remembers a treasure at another from now on.
    void add(key_node at, key_node treasure) {
        if (contains(at, treasure)) return;
        if (member(at, bit_[treasure]) != none) recolor(treasure, at);
        place(at, treasure);
        in_[treasure].push_back(at);
    }

private:
    void place(key_node at, key_node treasure) {
        const std::uint32_t bit = bit_[treasure];
        if (bit >= at_[at].size()) at_[at].resize(bit + 1, none);
        at_[at][bit] = treasure;
    }

    /// Gives a treasure the first bit that no other has in its sets and in the one of `also`.
    void recolor(key_node treasure, key_node also) {
        std::vector<bool> used(bits_ + 1);
        const auto use = [&](key_node at) {
            if (at != treasure) used[bit_[at]] = true;
            for (std::size_t bit = 0; bit < at_[at].size(); ++bit)
                if (at_[at][bit] != none) used[bit] = true;
        };
        for (const key_node at : in_[treasure]) {
            at_[at][bit_[treasure]] = none;
            use(at);
        }
        use(treasure);
        use(also);
        const auto free = std::find(used.begin(), used.end(), false);
        bit_[treasure] = static_cast<std::uint32_t>(free - used.begin());
        bits_ = std::max(bits_, bit_[treasure] + 1);
        for (const key_node at : in_[treasure]) place(at, treasure);
    }

    std::vector<std::uint32_t> bit_;
    std::uint32_t bits_ = 1;
    std::vector<std::vector<key_node>> at_;  // the others, by bit
    std::vector<std::vector<key_node>> in_;  // the sets of others that a treasure is in
};

}  // namespace senda::maze::detail
