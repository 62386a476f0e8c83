// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/direction.hpp>

#include <cstddef>
#include <string_view>

namespace senda::mazegen {

/// Opens from each room a passage to the north or to the west, by a coin where both are there.
struct binary_tree {
    static constexpr std::string_view name = "binary_tree";
    static constexpr std::string_view summary =
        "opens each room to the north or the west: all ways lead to one corner";
    static constexpr bool takes_masks = false;

    template <class Carver>
    void operator()(Carver& c) const {
        random_bits<1> coin(c.random);
        for (std::size_t row = 0; row < c.rows(); ++row) {
            for (std::size_t col = 0; col < c.cols(); ++col) {
                if (row == 0 && col == 0) continue;
                const bool north = col == 0 || (row != 0 && coin.next() == 0);
                c.carve(c.at(row, col), north ? direction::north : direction::west);
            }
            if (!c.proceed((row + 1) * c.cols(), c.cols())) return;
        }
    }
};

}  // namespace senda::mazegen
