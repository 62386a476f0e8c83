// SPDX-License-Identifier: MIT
// Labels that wait to be extended, in the order of their costs.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// In the place of something that is not kept.
template <int>
struct nothing_kept {};

/// A label that waits: lower bounds of the paths through it, and how it was reached.
template <Cost C, std::size_t N, bool HasActions>
struct waiting_label {
    /// Whole costs of the path so far are told from `f` by the estimate; others would be rounded.
    static constexpr bool keeps_g = std::floating_point<C>;

    std::array<C, N> f;  // costs so far and estimates, one by one
    std::uint32_t node;
    std::uint32_t parent;  // the label before it
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<keeps_g, std::array<C, N>, nothing_kept<0>> g;
    /// Which of its parent's edges leads here.
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<HasActions, std::uint32_t, nothing_kept<1>> edge;

    /// What the path costs so far, by the estimates of its node.
    [[nodiscard]] std::array<C, N> so_far([[maybe_unused]] const std::array<C, N>& h) const {
        if constexpr (keeps_g) {
            return g;
        } else {
            std::array<C, N> spent;
            for (std::size_t i = 0; i != N; ++i) spent[i] = static_cast<C>(f[i] - h[i]);
            return spent;
        }
    }
};

/// By the first cost; of equal ones by the second, and so on.
struct lexicographic {
    template <class Label>
    constexpr bool operator()(const Label& a, const Label& b) const noexcept {
        for (std::size_t i = 0; i + 1 < a.f.size(); ++i)
            if (a.f[i] != b.f[i]) return a.f[i] < b.f[i];
        return a.f.back() < b.f.back();
    }
};

template <class Label>
using label_queue = four_ary_heap<Label, lexicographic>;

}  // namespace senda::detail
