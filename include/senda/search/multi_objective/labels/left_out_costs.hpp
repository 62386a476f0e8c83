// SPDX-License-Identifier: MIT
// Paths that a search left out since they cost more than their type holds.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace senda::detail {

/// What such paths cost at least; `infinite` stands for whatever the type does not hold.
template <Cost C, std::size_t N>
class left_out_costs {
public:
    using costs = std::array<C, N>;

    explicit left_out_costs(memory_budget& budget) noexcept : least_(budget) {}

    void clear() noexcept { least_.clear(); }

    /// Notes a path, unless another says as much; false if there is no room.
    [[nodiscard]] bool add(const costs& f) {
        const auto says_it = [&](const costs& noted) { return is_as_good(noted, f); };
        return std::any_of(least_.begin(), least_.end(), says_it) || least_.push(f);
    }
    /// The same of a path that costs too much in every sense.
    [[nodiscard]] bool add_worst() {
        costs f;
        f.fill(infinite<C>);
        return add(f);
    }

    /// Whether each has another that is as good among those that were found, which have `g`.
    template <class Found>
    [[nodiscard]] bool are_covered_by(const Found& all) const noexcept {
        return std::all_of(least_.begin(), least_.end(), [&](const costs& f) {
            return std::any_of(all.begin(), all.end(),
                               [&](const auto& found) { return is_as_good(found.g, f); });
        });
    }

private:
    [[nodiscard]] static bool is_as_good(const costs& a, const costs& b) noexcept {
        for (std::size_t i = 0; i != N; ++i)
            if (a[i] > b[i]) return false;
        return true;
    }

    buffer<costs> least_;
};

}  // namespace senda::detail
