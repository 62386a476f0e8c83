// SPDX-License-Identifier: MIT
#pragma once

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace senda::mazegen::detail {

/// Union and find with path halving; the smallest number of a set stands for it.
class disjoint_sets {
public:
    explicit disjoint_sets(memory_budget& budget) noexcept : leader_(budget) {}

    /// Makes `count` sets of one number each; false if there is no memory.
    [[nodiscard]] bool reset(std::size_t count) {
        if (!leader_.reserve(count)) return false;
        leader_.set_size(count);
        std::iota(leader_.begin(), leader_.end(), 0U);
        return true;
    }

    /// The number that stands for the set of `n`.
    [[nodiscard]] std::uint32_t find(std::size_t number) noexcept {
        auto n = static_cast<std::uint32_t>(number);
        while (leader_[n] != n) n = leader_[n] = leader_[leader_[n]];
        return n;
    }

    /// Unites the sets of two numbers; false if they are one already.
    bool unite(std::size_t a, std::size_t b) noexcept {
        const std::uint32_t of_a = find(a);
        const std::uint32_t of_b = find(b);
        leader_[std::max(of_a, of_b)] = std::min(of_a, of_b);
        return of_a != of_b;
    }

    /// Puts a set under another; both are given by what stands for them.
    void hang(std::size_t set, std::uint32_t under) noexcept { leader_[set] = under; }

private:
    senda::detail::buffer<std::uint32_t> leader_;
};

}  // namespace senda::mazegen::detail
