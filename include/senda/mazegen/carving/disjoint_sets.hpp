// SPDX-License-Identifier: MIT
// Sets that grow together, and what stands for each.
#pragma once

#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// Numbers in sets that can be united; the smallest number of a set stands for it.
class disjoint_sets {
public:
    explicit disjoint_sets(memory_budget& budget) noexcept : leader_(budget) {}

    /// Makes `count` sets of one number each; false if there is no memory.
    [[nodiscard]] bool reset(std::size_t count) {
        if (!leader_.reserve(count)) return false;
        leader_.set_size(count);
        for (std::size_t i = 0; i < count; ++i) leader_[i] = static_cast<std::uint32_t>(i);
        return true;
    }

    /// The number that stands for the set of `n`.
    [[nodiscard]] std::uint32_t find(std::uint32_t n) noexcept {
        while (leader_[n] != n) n = leader_[n] = leader_[leader_[n]];
        return n;
    }

    /// Unites two sets; false if they are one already.
    bool unite(std::uint32_t a, std::uint32_t b) noexcept {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        leader_[a < b ? b : a] = a < b ? a : b;
        return true;
    }

    /// Puts a set under another; both are named by what stands for them.
    void hang(std::uint32_t set, std::uint32_t under) noexcept { leader_[set] = under; }

private:
    senda::detail::buffer<std::uint32_t> leader_;
};

}  // namespace senda::mazegen::detail
