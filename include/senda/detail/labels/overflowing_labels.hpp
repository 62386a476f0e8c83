// SPDX-License-Identifier: MIT
// Labels of paths that cost more than their type holds.
#pragma once

#include <senda/detail/labels/label_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Such labels wait here in the order of their costs, of which some are `infinite`, the same for
/// whatever the type does not hold. They come in any order, so that all costs are compared.
template <class Label>
class overflowing_labels {
    using costs = decltype(Label::f);

public:
    explicit overflowing_labels(memory_budget& budget) noexcept
        : open_(budget), all_(budget), last_(budget) {}

    void clear() noexcept {
        open_.clear();
        all_.clear();
        last_.clear();
    }

    [[nodiscard]] bool empty() const noexcept { return open_.empty(); }

    /// Adds a label unless one at the same node is as good; false if there is no room.
    [[nodiscard]] bool add(const Label& made) {
        while (last_.size() <= made.node)
            if (!last_.push(none)) return false;
        for (std::uint32_t i = last_[made.node]; i != none; i = all_[i].before)
            if (is_as_good(all_[i].f, made.f)) return true;
        const std::size_t number = all_.size();
        if (number >= none || !all_.push(added{made.f, last_[made.node]})) return false;
        last_[made.node] = static_cast<std::uint32_t>(number);
        return open_.push(made);
    }

    [[nodiscard]] Label pop() { return open_.pop(); }

    /// Whether a label that was added later at the same node is better.
    [[nodiscard]] bool has_better(const Label& than) const noexcept {
        for (std::uint32_t i = last_[than.node]; i != none; i = all_[i].before)
            if (all_[i].f != than.f && is_as_good(all_[i].f, than.f)) return true;
        return false;
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct added {
        costs f;
        std::uint32_t before;  // at the same node
    };

    [[nodiscard]] static bool is_as_good(const costs& a, const costs& b) noexcept {
        for (std::size_t i = 0; i != a.size(); ++i)
            if (a[i] > b[i]) return false;
        return true;
    }

    // A type of its own: compilers inline the queue of the search, which has one user.
    struct by_costs : lexicographic {};

    four_ary_heap<Label, by_costs> open_;
    buffer<added> all_;
    buffer<std::uint32_t> last_;  // the last that was added at each node
};

}  // namespace senda::detail
