// SPDX-License-Identifier: MIT
// What A* in rounds expands in one of them.
#pragma once

#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/graph/edge.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace senda::detail {

/// The nodes up to an f, and from a cost of their path on, that are expanded in a round. It is made
/// of numbers that are the same for any number of ranks.
///
/// Whole costs may have many nodes of one f, if there were many of the one before. Of these the
/// deepest come first, as the last f need not be finished once a goal is met there. Costs that are
/// not whole have few, and a round takes in a range of f. The ranges grow until a round is worth
/// its while.
template <Cost C>
class round_range {
    static constexpr bool is_whole = std::integral<C>;

public:
    /// What a checkpoint keeps.
    struct saved {
        std::uint64_t width = 0;
        std::uint64_t least_f = 0;
        std::uint64_t before_f = 0;  // that were expanded before the first round of this f
        std::uint64_t expanded = 0;
    };

    [[nodiscard]] C most_f() const noexcept { return most_f_; }
    [[nodiscard]] C least_g() const noexcept { return least_g_; }

    /// The next round: the smallest f that is open, the deepest node of that f, the cost of the
    /// best goal, and how many nodes were expanded in all rounds so far.
    void advance(C least_f, C deepest, C goal, std::uint64_t expanded) {
        const std::uint64_t last = expanded - expanded_;
        expanded_ = expanded;
        if constexpr (is_whole) {
            if (least_f != least_f_) {
                width_ = expanded - before_f_ < 8192 ? largest_cost<C> : C{0};
                before_f_ = expanded;
            } else if (last < 2048) {
                width_ = add_costs(width_, add_costs(width_, C{1}));
            } else if (last > 16384) {
                width_ /= 2;
            }
            least_g_ = deepest > width_ ? static_cast<C>(deepest - width_) : C{0};
            most_f_ = least_f;
        } else {
            if (last < 512) width_ = std::max(width_ * 2, least_f / 1024);
            if (last > 8192) width_ /= 2;
            most_f_ = std::min(least_f + width_, goal);
        }
        least_f_ = least_f;
    }

    [[nodiscard]] saved save() const noexcept {
        return {ordered(width_), ordered(least_f_), before_f_, expanded_};
    }
    void load(const saved& from) noexcept {
        width_ = cost_from<C>(from.width);
        least_f_ = cost_from<C>(from.least_f);
        before_f_ = from.before_f;
        expanded_ = from.expanded;
    }

private:
    C width_{0};
    C least_f_{0};
    C most_f_{0};
    C least_g_{0};
    std::uint64_t before_f_ = 0;
    std::uint64_t expanded_ = 0;
};

}  // namespace senda::detail
