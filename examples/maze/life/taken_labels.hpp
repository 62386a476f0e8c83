// SPDX-License-Identifier: MIT
// Labels of runners who remember all that they have taken, and which of them are dominated.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Labels at nodes, each with the set of what it has taken.
class taken_labels {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// `pay` says what each of the things that can be taken gives; nodes are numbered from 0.
    taken_labels(std::size_t nodes, std::vector<life_points> pay, search_control& control)
        : control_(&control),
          pay_(std::move(pay)),
          words_((pay_.size() + 63) / 64),
          made_(words_),
          labels_(control.budget()),
          sets_(control.budget()) {
        at_node_.reserve(nodes);
        for (std::size_t i = 0; i < nodes; ++i) at_node_.emplace_back(control.budget());
    }

    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    [[nodiscard]] const taken_label& operator[](std::uint32_t id) const noexcept {
        return labels_[id];
    }
    [[nodiscard]] bool has_taken(std::uint32_t id, std::size_t what) const noexcept {
        return (set_of(id)[what / 64] >> what % 64 & 1) != 0;
    }

    /// Adds a label that has taken what its parent has and one thing more, `none` for nothing;
    /// `none` if it is dominated, or if there is no memory.
    std::uint32_t add(const taken_label& made, std::size_t taken) {
        if (made.parent == none) {
            std::fill(made_.begin(), made_.end(), 0);
        } else {
            const auto before = set_of(made.parent);
            std::copy(before.begin(), before.end(), made_.begin());
        }
        if (taken != none) made_[taken / 64] |= std::uint64_t{1} << taken % 64;
        if (is_dominated(made)) return none;
        const auto id = static_cast<std::uint32_t>(labels_.size());
        bool fits = id != none && labels_.push(made) && at_node_[made.node].push(id);
        for (const std::uint64_t word : made_) fits = fits && sets_.push(word);
        return control_->fits(fits) ? id : none;
    }

private:
    // One who looks at all labels of a node for each new one takes its time where there are many.
    // To keep a label that is dominated is no fault; those that dominate often stand in front.
    static constexpr std::size_t most_compared = 2000;

    [[nodiscard]] std::span<const std::uint64_t> set_of(std::uint32_t id) const noexcept {
        return {sets_.data() + id * words_, words_};
    }

    /// Whether `a` can do all that `b` does, in no more steps and with no less life: it gets less
    /// only from what it has taken and `b` has not, once each.
    [[nodiscard]] bool dominates(const taken_label& a, std::span<const std::uint64_t> taken_by_a,
                                 const taken_label& b,
                                 std::span<const std::uint64_t> taken_by_b) const noexcept {
        if (a.steps > b.steps || a.life < b.life) return false;
        life_points spare = a.life - b.life;
        for (std::size_t i = 0; i < words_; ++i)
            for (std::uint64_t left = taken_by_a[i] & ~taken_by_b[i]; left != 0; left &= left - 1) {
                spare -= pay_[64 * i + static_cast<std::size_t>(std::countr_zero(left))];
                if (spare < 0) return false;
            }
        return true;
    }

    [[nodiscard]] bool is_dominated(const taken_label& made) {
        buffer<std::uint32_t>& here = at_node_[made.node];
        const std::size_t compared = std::min(here.size(), most_compared);
        for (std::size_t i = 0; i < compared; ++i) {
            taken_label& other = labels_[here[i]];
            if (dominates(other, set_of(here[i]), made, made_)) {
                std::swap(here[i], here[i / 2]);
                return true;
            }
        }
        for (std::size_t i = 0; i < compared; ++i) {
            taken_label& other = labels_[here[i]];
            if (!other.dominated && dominates(made, made_, other, set_of(here[i])))
                other.dominated = true;
        }
        return false;
    }

    search_control* control_;
    std::vector<life_points> pay_;
    std::size_t words_;
    std::vector<std::uint64_t> made_;  // the set of the label that is being added
    buffer<taken_label> labels_;
    buffer<std::uint64_t> sets_;
    std::vector<buffer<std::uint32_t>> at_node_;
};

}  // namespace senda::maze::detail
