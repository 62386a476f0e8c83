// SPDX-License-Identifier: MIT
// The colours of a picture, numbered.
#pragma once

#include <senda/draw/color.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::draw::detail {

/// The colours of a picture and their indices, as long as they are few: an open-addressing table.
class color_table {
public:
    static constexpr std::size_t most = 256;

    /// The index of a colour, which is added if it is new; `most` if there are too many.
    [[nodiscard]] std::size_t index_of(color c) {
        const std::size_t slot = slot_of(c);
        if (slots_[slot] == 0) {
            if (colors.size() == most) return most;
            colors.push_back(c);
            slots_[slot] = static_cast<std::uint16_t>(colors.size());
        }
        return slots_[slot] - 1U;
    }

    /// Whether a colour is among them.
    [[nodiscard]] bool holds(color c) const noexcept { return slots_[slot_of(c)] > 0; }

    std::vector<color> colors;

private:
    [[nodiscard]] std::size_t slot_of(color c) const noexcept {
        std::size_t slot = (std::bit_cast<std::uint32_t>(c) * 0x9E37'79B1U >> 16U) % slots_.size();
        while (slots_[slot] > 0 && colors[slots_[slot] - 1U] != c)
            slot = (slot + 1) % slots_.size();
        return slot;
    }

    std::array<std::uint16_t, 4 * most> slots_{};  // an index and 1, or 0
};

/// Whether a pixel differs from the one before it, compared as one number.
[[nodiscard]] inline bool changes(std::span<const color> pixels, std::size_t at) noexcept {
    return at == 0 ||
           std::bit_cast<std::uint32_t>(pixels[at]) != std::bit_cast<std::uint32_t>(pixels[at - 1]);
}

/// Adds the colours of pixels to a table; false if there are too many.
[[nodiscard]] inline bool add_colors(color_table& table, std::span<const color> pixels) {
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (changes(pixels, i) && table.index_of(pixels[i]) == color_table::most) return false;
    return true;
}

}  // namespace senda::draw::detail
