// SPDX-License-Identifier: MIT
// How far from a food a search remembers that it was eaten: little at first, more when deceived.
#pragma once

#include <senda/pacman/shortest/prepared_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::pacman::detail {

/// A way as a search with little memory has found it, and what it believes to be left at its end.
struct plan {
    std::vector<place> cells = {};
    energy left = 0;
};

/// How far from a food it is remembered that it was eaten. Who goes farther away forgets it, and
/// eats it again when he comes back. So a search with little memory misses no route; it only sees
/// some that are none. Bombs are never forgotten: that would cost.
class relaxed_memory {
public:
    /// What is so near is always remembered.
    static constexpr std::uint32_t least_radius = 3;

    explicit relaxed_memory(const ground& g)
        : ground_(&g), radius_(g.map().one_time_cells().size(), least_radius) {
        for (const place p : g.map().bombs())
            radius_[*g.map().one_time_number(p)] = std::numeric_limits<std::uint32_t>::max();
    }

    /// Whether what became of the one-time cell with that number is remembered in a cell.
    [[nodiscard]] bool holds(place at, std::uint32_t number) const noexcept {
        return ground_->apart(at, ground_->place_of(number)) <= radius_[number];
    }

    /// Remembers each food that was eaten twice on a way as far as the way went between the two
    /// visits and a little farther, so that this way is found no more.
    void refine(const plan& deceived) {
        constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> eaten_at(radius_.size(), never);
        for (std::size_t i = 1; i < deceived.cells.size(); ++i) {
            const ground_cell& cell = (*ground_)[deceived.cells[i]];
            if (cell.gift <= 0) continue;
            std::uint32_t& radius = radius_[cell.number];
            for (std::size_t k = eaten_at[cell.number]; k < i; ++k) {
                const std::uint32_t away = ground_->apart(deceived.cells[k], deceived.cells[i]);
                if (away > radius) radius = away + 1;
            }
            eaten_at[cell.number] = i;
        }
    }

private:
    const ground* ground_;
    std::vector<std::uint32_t> radius_;  // by the numbers of one-time cells
};

}  // namespace senda::pacman::detail
