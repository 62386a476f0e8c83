// SPDX-License-Identifier: MIT
// Which numbers belong together: union and find.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace senda::detail {

/// Union and find with path halving over an array of numbers; the smallest of a set stands for it
/// (R. Tarjan, Efficiency of a good but not linear set union algorithm, 1975).
template <class Leaders>
class united_numbers {
public:
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

protected:
    explicit united_numbers(Leaders&& leaders) noexcept
        : leader_(static_cast<Leaders&&>(leaders)) {}

    Leaders leader_;
};

/// Sets of a known number of numbers, on a budget.
class disjoint_sets : public united_numbers<buffer<std::uint32_t>> {
public:
    explicit disjoint_sets(memory_budget& budget) noexcept
        : united_numbers(buffer<std::uint32_t>(budget)) {}

    /// Makes `count` sets of one number each; false if there is no memory.
    [[nodiscard]] bool reset(std::size_t count) {
        if (!leader_.resize(count)) return false;
        std::iota(leader_.begin(), leader_.end(), 0U);
        return true;
    }
};

/// Sets to which numbers are added one by one.
class growing_sets : public united_numbers<std::vector<std::uint32_t>> {
public:
    /// A number of sets of one element each.
    explicit growing_sets(std::size_t count = 0) : united_numbers({}) {
        leader_.reserve(count);
        while (leader_.size() < count) add();
    }

    /// Adds a set of one; its number.
    std::uint32_t add() {
        leader_.push_back(static_cast<std::uint32_t>(leader_.size()));
        return leader_.back();
    }
    void clear() noexcept { leader_.clear(); }
};

}  // namespace senda::detail

namespace senda {

/// Union and find that keeps to a limit on memory.
using detail::disjoint_sets;

}  // namespace senda
