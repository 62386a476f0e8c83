// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace senda::mazegen {

/// Knows of the rooms of a row which are joined above. In each row, a coin says whether neighbours
/// that are not are joined, and whether a room is opened to the south; of rooms joined to each
/// other at least one is, if need be one at random. In the last row all are joined.
struct eller {
    static constexpr std::string_view name = "eller";
    static constexpr std::string_view summary =
        "row by row, and knows of one row alone: short ways down, no direction";
    static constexpr bool takes_masks = false;

    template <class Carver>
    void operator()(Carver& c) const {
        random_bits<1> coin(c.random);
        senda::disjoint_sets sets(c.budget());
        senda::buffer<opening> openings(c.budget());
        senda::buffer<std::uint32_t> names(c.budget());
        if (!sets.reset(c.cols()) || !openings.assign_zeros(c.cols()) ||
            !names.assign_zeros(c.cols()))
            return c.lack_memory();
        for (std::size_t row = 0; row < c.rows(); ++row) {
            const bool last = row + 1 == c.rows();
            for (std::size_t col = 0; col + 1 < c.cols(); ++col) {
                if (sets.find(col) == sets.find(col + 1)) continue;
                if (!last && coin.next() == 0) continue;
                sets.unite(col, col + 1);
                c.carve(c.at(row, col), direction::east);
            }
            if (!last) {
                open_down(c, row, coin, sets, openings);
                // Rooms below an opening are joined as those above, others begin a set.
                for (std::uint32_t col = 0; col < c.cols(); ++col) {
                    names[col] = col;
                    if ((c.data()[c.at(row, col)] & bit_of(direction::south)) == 0) continue;
                    std::uint32_t& first = openings[sets.find(col)].first;
                    first = std::min(first, col);
                    names[col] = first;
                }
                for (std::size_t col = 0; col < c.cols(); ++col) sets.hang(col, names[col]);
            }
            if (!c.proceed((row + 1) * c.cols(), c.cols())) return;
        }
    }

private:
    /// How a set goes on in the next row.
    struct opening {
        std::uint32_t rooms = 0;
        std::uint32_t spare = 0;  // opened if the coins open none: any room of the set, by chance
        std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
        bool open = false;
    };

    template <class Carver>
    static void open_down(Carver& c, std::size_t row, random_bits<1>& coin,
                          senda::disjoint_sets& sets, senda::buffer<opening>& openings) {
        std::fill(openings.begin(), openings.end(), opening{});
        for (std::uint32_t col = 0; col < c.cols(); ++col) {
            opening& down = openings[sets.find(col)];
            if (c.random.below(++down.rooms) == 0) down.spare = col;
            if (coin.next() == 0) continue;
            down.open = true;
            c.carve(c.at(row, col), direction::south);
        }
        for (const opening& down : openings)
            if (down.rooms != 0 && !down.open) c.carve(c.at(row, down.spare), direction::south);
    }
};

}  // namespace senda::mazegen
