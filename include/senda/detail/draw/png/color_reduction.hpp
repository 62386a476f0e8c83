// SPDX-License-Identifier: MIT
// Fewer colours: the most frequent ones, and for each of the others the one nearest to it.
#pragma once

#include <senda/draw/color.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda::draw::detail {

/// Counts the colours of pictures, and then gives each one of a palette.
class color_reduction {
public:
    /// Counts the colours of pixels.
    void count(std::span<const color> pixels) {
        for (std::size_t from = 0; from < pixels.size();) {
            std::size_t to = from + 1;
            while (to < pixels.size() && pixels[to] == pixels[from]) ++to;
            counted& entry = colors_[number_of(pixels[from])];
            entry.is = pixels[from];
            entry.pixels += to - from;
            from = to;
        }
    }

    /// The palette: `transparent` and at most 255 others.
    [[nodiscard]] std::vector<color> palette() {
        std::vector<counted*> sorted;
        for (auto& [number, entry] : colors_)
            if (entry.is != transparent) sorted.push_back(&entry);
        std::sort(sorted.begin(), sorted.end(), [](const counted* a, const counted* b) {
            return std::pair{b->pixels, number_of(a->is)} < std::pair{a->pixels, number_of(b->is)};
        });
        constexpr std::size_t most = 255;
        std::vector<color> chosen = {transparent};
        for (std::size_t i = 0; i < std::min(sorted.size(), most); ++i)
            chosen.push_back(sorted[i]->is);
        for (counted* entry : sorted) entry->shown = nearest(entry->is, chosen);
        return chosen;
    }

    /// The colour of the palette for one that was counted.
    [[nodiscard]] color of(color c) const { return colors_.find(number_of(c))->second.shown; }

private:
    struct counted {
        color is;
        std::uint64_t pixels = 0;
        color shown = transparent;
    };

    [[nodiscard]] static std::uint32_t number_of(color c) noexcept {
        return std::uint32_t{c.red} << 24U | std::uint32_t{c.green} << 16U |
               std::uint32_t{c.blue} << 8U | c.alpha;
    }

    [[nodiscard]] static color nearest(color c, std::span<const color> among) {
        const auto distance = [c](color other) {
            const auto square = [](int a, int b) { return (a - b) * (a - b); };
            return 2 * square(c.red, other.red) + 4 * square(c.green, other.green) +
                   square(c.blue, other.blue) + 8 * square(c.alpha, other.alpha);
        };
        return *std::min_element(among.begin(), among.end(),
                                 [&](color a, color b) { return distance(a) < distance(b); });
    }

    std::unordered_map<std::uint32_t, counted> colors_;
};

}  // namespace senda::draw::detail
