// SPDX-License-Identifier: MIT
// Which food a label remembers, by the distance to it: little at first, more where that was not
// enough.
#pragma once

#include <senda/pacman/shortest/prepared_map.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::pacman::detail {

/// A route of the relaxation, which may eat a food twice, and the energy at its end.
struct relaxed_route {
    std::vector<place> cells = {};
    energy left = 0;
};

/// How far from a food it is remembered that it was eaten: the ng-route relaxation (R. Baldacci, A.
/// Mingozzi, R. Roberti, 2011), refined by decremental state-space relaxation (G. Righini, M.
/// Salani, 2008). What is forgotten can be eaten again, so no route is lost. Bombs are never
/// forgotten: they would explode twice.
class ng_memory {
public:
    /// What is so near is always remembered.
    static constexpr std::uint32_t least_radius = 3;

    explicit ng_memory(const prepared_map& m)
        : map_(&m), radius_(m.map().one_time_cells().size(), least_radius) {
        for (const place p : m.map().bombs())
            radius_[*m.map().one_time_number(p)] = std::numeric_limits<std::uint32_t>::max();
    }

    /// Whether what became of the one-time cell with that number is remembered in a cell.
    [[nodiscard]] bool holds(place at, std::uint32_t number) const noexcept {
        return map_->distance(at, map_->place_of(number)) <= radius_[number];
    }

    /// Grows the radius of each food that a route eats twice, so that it is remembered between the
    /// two visits and this route is not found again.
    void refine(const relaxed_route& r) {
        constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> eaten_at(radius_.size(), never);
        for (std::size_t i = 1; i < r.cells.size(); ++i) {
            const prepared_cell& cell = (*map_)[r.cells[i]];
            if (cell.prize <= 0) continue;
            std::uint32_t& radius = radius_[cell.number];
            for (std::size_t k = eaten_at[cell.number]; k < i; ++k) {
                const std::uint32_t away = map_->distance(r.cells[k], r.cells[i]);
                if (away > radius) radius = away + 1;
            }
            eaten_at[cell.number] = i;
        }
    }

private:
    const prepared_map* map_;
    std::vector<std::uint32_t> radius_;  // by the numbers of one-time cells
};

}  // namespace senda::pacman::detail
