// SPDX-License-Identifier: MIT
// Labels of runners who remember all that they have taken, and which of them are dominated.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/resources/prize_labels.hpp>
#include <senda/search/control.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace senda::maze::detail {

using senda::buffer;
using senda::search_control;

/// A runner at a node, and how it came there.
struct taken_label {
    life_points life;
    std::uint64_t steps;
    std::uint32_t node;
    std::uint32_t parent;
    bool dominated;
};

/// When a runner who remembers all that it has taken is as well off as another.
struct taken_rules {
    using label = taken_label;
    using word = std::uint64_t;
    using set = std::span<const word>;
    static constexpr std::size_t most_compared = 2000;

    [[nodiscard]] dominance_key key(const label& l, set taken) const noexcept {
        return {l.life, l.life - worth(taken), static_cast<std::int64_t>(l.steps)};
    }
    [[nodiscard]] static life_points summary(const label& l, set) noexcept { return l.life; }
    [[nodiscard]] static bool may_dominate(life_points a, life_points b) noexcept { return a >= b; }

    /// Whether `a` can do all that `b` does, in no more steps and with no less life: it gets less
    /// only from what it has taken and `b` has not, once each.
    [[nodiscard]] bool dominates(const label& a, set taken_by_a, const label& b,
                                 set taken_by_b) const noexcept {
        if (a.steps > b.steps || a.life < b.life) return false;
        life_points spare = a.life - b.life;
        for (std::size_t i = 0; i < taken_by_a.size(); ++i)
            for (std::uint64_t left = taken_by_a[i] & ~taken_by_b[i]; left != 0; left &= left - 1) {
                spare -= pay[64 * i + static_cast<std::size_t>(std::countr_zero(left))];
                if (spare < 0) return false;
            }
        return true;
    }

    [[nodiscard]] life_points worth(set taken) const noexcept {
        life_points sum = 0;
        for (std::size_t i = 0; i < taken.size(); ++i)
            for (std::uint64_t left = taken[i]; left != 0; left &= left - 1)
                sum += pay[64 * i + static_cast<std::size_t>(std::countr_zero(left))];
        return sum;
    }

    std::vector<life_points> pay;  // of each of the things that can be taken
};

/// Labels at nodes, each with the set of what it has taken.
class taken_labels : private taken_rules, public prize_labels<taken_rules> {
public:
    using label = taken_label;
    using prize_labels::set;

    /// `gains` says what each of the things that can be taken gives; nodes are numbered from 0.
    taken_labels(std::size_t nodes, std::vector<life_points> gains, search_control& control)
        : taken_rules{std::move(gains)}, prize_labels(*this, nodes, control) {}

    [[nodiscard]] bool has_taken(std::uint32_t id, std::size_t what) const noexcept {
        return (set_of(id)[what / 64] >> what % 64 & 1) != 0;
    }

    /// Adds a label that has taken what its parent has and one thing more, `none` for nothing;
    /// `none` if it is dominated, or if there is no memory.
    std::uint32_t add(const taken_label& made, std::size_t taken) {
        std::vector<std::uint64_t>& all = next_set();
        all.assign((pay.size() + 63) / 64, 0);
        if (made.parent != none) {
            const set before = set_of(made.parent);
            all.assign(before.begin(), before.end());
        }
        if (taken != none) all[taken / 64] |= std::uint64_t{1} << taken % 64;
        return prize_labels::add(made);
    }
};

}  // namespace senda::maze::detail
