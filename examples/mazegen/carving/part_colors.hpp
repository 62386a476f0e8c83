// SPDX-License-Identifier: MIT
#pragma once

#include <common/hue_color.hpp>
#include <senda/draw/color.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::mazegen::detail {

/// The parts of a maze while passages join them, each in a colour. When two are joined, the smaller
/// takes the colour of the larger, so that n rooms are painted n log n times at most.
class part_colors {
public:
    explicit part_colors(std::size_t places) : part_(places, nobody) {}

    /// Joins two rooms and their parts; calls `paint(room, color)` for each that changes.
    template <class Paint>
    void join(std::uint32_t a, std::uint32_t b, Paint paint) {
        for (const std::uint32_t room : {a, b}) {
            if (part_[room] != nobody) continue;
            part_[room] = static_cast<std::uint32_t>(members_.size());
            members_.push_back({room});
        }
        std::uint32_t large = part_[a];
        std::uint32_t small = part_[b];
        if (large == small) return;
        if (members_[large].size() < members_[small].size()) std::swap(large, small);
        const draw::color c = color_of(large);
        if (members_[large].size() == 1) paint(members_[large].front(), c);
        for (const std::uint32_t room : members_[small]) {
            part_[room] = large;
            members_[large].push_back(room);
            paint(room, c);
        }
        members_[small] = {};
    }

private:
    static constexpr std::uint32_t nobody = 0xffffffff;

    /// Hues by the golden section, so that parts made one after another look different.
    [[nodiscard]] static draw::color color_of(std::uint32_t part) {
        constexpr double golden_section = 0.6180339887498949;
        constexpr unsigned hues = 32;
        return draw::hue_color(golden_section * (part % hues), 0.82, 0.11);
    }

    std::vector<std::uint32_t> part_;
    std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace senda::mazegen::detail
