// SPDX-License-Identifier: MIT
// Eller: row by row, with the memory of one row.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/disjoint_sets.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/random.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
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

    template <class Site>
    void operator()(Site& s) const {
        worker<Site> work(s);
        if (!work.begin()) return s.lack_memory();
        for (std::size_t row = 0; row < s.rows(); ++row) {
            work.join_along(row);
            if (row + 1 < s.rows()) work.go_down(row);
            if (!s.proceed((row + 1) * s.cols(), s.cols())) return;
        }
    }

private:
    template <class Site>
    class worker {
    public:
        explicit worker(Site& s) noexcept
            : site_(s), coin_(s.random), sets_(s.budget()), ways_(s.budget()), names_(s.budget()) {}

        [[nodiscard]] bool begin() {
            return sets_.reset(site_.cols()) && ways_.assign_zeros(site_.cols()) &&
                   names_.assign_zeros(site_.cols());
        }

        void join_along(std::size_t row) {
            const bool all = row + 1 == site_.rows();
            for (std::size_t col = 0; col + 1 < site_.cols(); ++col) {
                const auto here = static_cast<std::uint32_t>(col);
                if (sets_.find(here) == sets_.find(here + 1)) continue;
                if (!all && coin_.next() == 0) continue;
                sets_.unite(here, here + 1);
                site_.carve(site_.at(row, col), direction::east);
            }
        }

        void go_down(std::size_t row) {
            for (std::size_t col = 0; col < site_.cols(); ++col) ways_[col] = {};
            for (std::size_t col = 0; col < site_.cols(); ++col) {
                way_down& way = ways_[set_of(col)];
                // The room that is opened if the coins open none: each of its set with equal
                // chance.
                if (site_.random.below(++way.rooms) == 0)
                    way.spare = static_cast<std::uint32_t>(col);
                if (coin_.next() == 0) continue;
                way.open = true;
                site_.carve(site_.at(row, col), direction::south);
            }
            for (std::size_t set = 0; set < site_.cols(); ++set) {
                if (ways_[set].rooms == 0 || ways_[set].open) continue;
                site_.carve(site_.at(row, ways_[set].spare), direction::south);
            }
            part_below(row);
        }

    private:
        struct way_down {
            std::uint32_t rooms = 0;
            std::uint32_t spare = 0;
            bool open = false;
        };

        [[nodiscard]] std::uint32_t set_of(std::size_t col) noexcept {
            return sets_.find(static_cast<std::uint32_t>(col));
        }

        // The rooms of the next row: those below an opening are joined as those above, the others
        // begin a set of their own.
        void part_below(std::size_t row) {
            constexpr std::uint32_t nobody = 0;
            for (std::size_t col = 0; col < site_.cols(); ++col) ways_[col].spare = nobody;
            const auto is_open = [&](std::size_t col) {
                return (site_.data()[site_.at(row, col)] & bit_of(direction::south)) != 0;
            };
            for (std::size_t col = 0; col < site_.cols(); ++col) {
                const auto here = static_cast<std::uint32_t>(col);
                names_[col] = here;
                if (!is_open(col)) continue;
                std::uint32_t& first = ways_[set_of(col)].spare;  // from 1, the first below a set
                if (first == nobody) first = here + 1;
                names_[col] = first - 1;
            }
            for (std::size_t col = 0; col < site_.cols(); ++col)
                sets_.hang(static_cast<std::uint32_t>(col), names_[col]);
        }

        Site& site_;
        random_bits<1> coin_;
        detail::disjoint_sets sets_;
        senda::detail::buffer<way_down> ways_;
        senda::detail::buffer<std::uint32_t> names_;
    };
};

}  // namespace senda::mazegen
