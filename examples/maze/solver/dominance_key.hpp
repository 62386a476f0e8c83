// SPDX-License-Identifier: MIT
// A number for each label that tells of most others at a glance that it does not dominate them.
#pragma once

#include <senda/maze/rules.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::maze::detail {

/// What a label has, in a number: its life, its life without what it remembers to have been paid,
/// and its slack. It dominates only labels that are in none of these better (proof in
/// docs/inside.md).
class dominance_key {
public:
    dominance_key(life_points life, std::uint32_t slack, int remembered) noexcept
        : fields_(field(life) << 42 |
                  field(life - treasure_life * remembered + (most + 1) / 2) << 21 |
                  field(most - life_points{slack})) {}

    /// False only if the label dominates none that has the other.
    [[nodiscard]] bool may_dominate(dominance_key other) const noexcept {
        // No field borrows from the next one, but from its own guard if it is less.
        return (((fields_ | guards) - other.fields_) & guards) == guards;
    }

private:
    static constexpr life_points most = (1 << 20) - 1;
    static constexpr std::uint64_t guards =
        std::uint64_t{1} << 20 | std::uint64_t{1} << 41 | std::uint64_t{1} << 62;

    // What is out of range says less, and still nothing wrong.
    static std::uint64_t field(life_points value) noexcept {
        return static_cast<std::uint64_t>(std::clamp<life_points>(value, 0, most));
    }

    std::uint64_t fields_;
};

/// Calls `use(index)` for the keys for which `may` is true, from the first to the last, until it
/// says yes; whether it did. One in eight may, at random: a branch for each key would take longer
/// than all else.
template <class May, class Use>
bool any_key(const dominance_key* keys, std::size_t size, const May& may, const Use& use) {
    constexpr std::size_t block = 32;
    for (std::size_t i = 0; i < size; i += block) {
        const std::size_t count = std::min(block, size - i);
        std::uint32_t found = 0;
        if (count == block) {
            for (std::size_t k = 0; k < block; ++k) found |= std::uint32_t{may(keys[i + k])} << k;
        } else {
            for (std::size_t k = 0; k < count; ++k) found |= std::uint32_t{may(keys[i + k])} << k;
        }
        for (; found != 0; found &= found - 1)
            if (use(i + static_cast<std::size_t>(std::countr_zero(found)))) return true;
    }
    return false;
}

}  // namespace senda::maze::detail
