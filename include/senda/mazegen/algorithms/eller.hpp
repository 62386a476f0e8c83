// SPDX-License-Identifier: MIT
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/disjoint_sets.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

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
        worker<Carver> work(c);
        if (!work.begin()) return c.lack_memory();
        for (std::size_t row = 0; row < c.rows(); ++row) {
            work.join_along(row);
            if (row + 1 < c.rows()) work.go_down(row);
            if (!c.proceed((row + 1) * c.cols(), c.cols())) return;
        }
    }

private:
    template <class Carver>
    class worker {
    public:
        explicit worker(Carver& c) noexcept
            : carver_(c),
              coin_(c.random),
              sets_(c.budget()),
              openings_(c.budget()),
              names_(c.budget()) {}

        [[nodiscard]] bool begin() {
            return sets_.reset(carver_.cols()) && openings_.assign_zeros(carver_.cols()) &&
                   names_.assign_zeros(carver_.cols());
        }

        void join_along(std::size_t row) {
            const bool all = row + 1 == carver_.rows();
            for (std::size_t col = 0; col + 1 < carver_.cols(); ++col) {
                if (sets_.find(col) == sets_.find(col + 1)) continue;
                if (!all && coin_.next() == 0) continue;
                sets_.unite(col, col + 1);
                carver_.carve(carver_.at(row, col), direction::east);
            }
        }

        void go_down(std::size_t row) {
            std::fill(openings_.begin(), openings_.end(), opening{});
            for (std::uint32_t col = 0; col < carver_.cols(); ++col) {
                opening& down = openings_[sets_.find(col)];
                // The room that is opened if the coins open none: each of its set with equal
                // probability.
                if (carver_.random.below(++down.rooms) == 0) down.spare = col;
                if (coin_.next() == 0) continue;
                down.open = true;
                carver_.carve(carver_.at(row, col), direction::south);
            }
            for (const opening& down : openings_)
                if (down.rooms != 0 && !down.open)
                    carver_.carve(carver_.at(row, down.spare), direction::south);
            part_below(row);
        }

    private:
        /// How a set goes on in the next row.
        struct opening {
            std::uint32_t rooms = 0;
            std::uint32_t spare = 0;
            std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
            bool open = false;
        };

        // The rooms of the next row: those below an opening are joined as those above, the others
        // begin a set of their own.
        void part_below(std::size_t row) {
            for (std::uint32_t col = 0; col < carver_.cols(); ++col) {
                names_[col] = col;
                if ((carver_.data()[carver_.at(row, col)] & bit_of(direction::south)) == 0)
                    continue;
                std::uint32_t& first = openings_[sets_.find(col)].first;
                first = std::min(first, col);
                names_[col] = first;
            }
            for (std::size_t col = 0; col < carver_.cols(); ++col) sets_.hang(col, names_[col]);
        }

        Carver& carver_;
        random_bits<1> coin_;
        detail::disjoint_sets sets_;
        senda::detail::buffer<opening> openings_;
        senda::detail::buffer<std::uint32_t> names_;
    };
};

}  // namespace senda::mazegen
