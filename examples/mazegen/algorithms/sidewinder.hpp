// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/direction.hpp>

#include <cstddef>
#include <string_view>

namespace senda::mazegen {

/// Goes through each row from the west, where a coin says whether a run of rooms ends; then one of
/// its rooms, at random, is opened to the north. The first row is one run.
struct sidewinder {
    static constexpr std::string_view name = "sidewinder";
    static constexpr std::string_view summary =
        "runs to the east, each with one way to the north: the first row is a corridor";
    static constexpr bool takes_masks = false;

    template <class Carver>
    void operator()(Carver& c) const {
        random_bits<1> coin(c.random);
        for (std::size_t row = 0; row < c.rows(); ++row) {
            std::size_t run = 0;
            for (std::size_t col = 0; col < c.cols(); ++col) {
                const bool last = col + 1 == c.cols();
                if (!last && (row == 0 || coin.next() == 0)) {
                    c.carve(c.at(row, col), direction::east);
                } else if (row != 0) {
                    const auto chosen = static_cast<std::size_t>(c.random.below(col - run + 1));
                    c.carve(c.at(row, run + chosen), direction::north);
                    run = col + 1;
                }
            }
            if (!c.proceed((row + 1) * c.cols(), c.cols())) return;
        }
    }
};

}  // namespace senda::mazegen
