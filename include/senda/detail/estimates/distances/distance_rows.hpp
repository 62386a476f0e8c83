// SPDX-License-Identifier: MIT
// Distances of all nodes from a few, side by side for each node and rounded down to few bits.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A distance divided by a step that all have in common, and rounded down.
using distance_entry = std::uint16_t;
/// One that is known is at most `largest_entry`, so that the difference between `unreached_entry`
/// and any of these is more.
inline constexpr distance_entry unreached_entry = 0xffff;
inline constexpr distance_entry largest_entry = 0x7fff;

/// The largest difference between two rows of entries, in groups of eight, or `at_least`. It is
/// spelled as compilers make vectors of it.
[[nodiscard]] SENDA_ALWAYS_INLINE distance_entry
largest_difference(const distance_entry* a, const distance_entry* b, std::size_t eights,
                   distance_entry at_least) noexcept {
    for (std::size_t i = 0; i < eights * 8; ++i) {
        const auto here = static_cast<distance_entry>((a[i] > b[i] ? a[i] : b[i]) - b[i]);
        at_least = here > at_least ? here : at_least;
    }
    return at_least;
}

/// Rows of distances as somebody keeps them, in memory or in a file. By the triangle inequality
/// it costs at least d(L, t) - d(L, n) from n to t, and d(n, L) - d(t, L): in both kinds of lanes
/// the entry of t less that of n, or nothing if that is negative.
template <Cost C>
struct distance_view {
    using step_type = std::conditional_t<std::floating_point<C>, C, std::uint64_t>;

    std::span<const distance_entry> entries = {};  ///< all rows
    std::size_t stride = 0;  ///< how many entries a row has, those that only fill it up included
    step_type step = 1;      ///< what entries count; distances are known to less than that
    C rounding = 0;          ///< what additions of fractions may have been off by

    [[nodiscard]] const distance_entry* row(std::size_t node) const noexcept {
        return entries.data() + node * stride;
    }

    /// The least that it costs if entries differ by so much. As both were rounded down, distances
    /// differ by more than all steps but one; whole ones thus by one at least.
    [[nodiscard]] SENDA_ALWAYS_INLINE C cost(distance_entry difference) const noexcept {
        if (difference == 0) return C{0};
        if (difference > largest_entry) [[unlikely]]
            return infinite<C>;
        if constexpr (std::floating_point<C>) {
            const C least = static_cast<C>(difference - 1) * step - rounding;
            return least > 0 ? least : C{0};
        } else {
            return static_cast<C>((std::uint64_t{difference} - 1) * step + 1);
        }
    }
};

/// A row for each node, with a lane for each column of distances. The step is a power of two, and
/// doubles when a column does not fit: dividing twice and rounding down each time is the same as
/// once by the product.
template <Cost C>
class distance_rows {
public:
    explicit distance_rows(memory_budget& budget) noexcept : entries_(budget) {}

    /// Rows have lanes in eights, so that compilers compare them by vectors alone.
    [[nodiscard]] static constexpr std::size_t stride_for(std::size_t lanes) noexcept {
        return (lanes + 7) / 8 * 8;
    }
    /// What a table takes.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::size_t nodes,
                                                           std::size_t lanes) noexcept {
        return std::uint64_t{nodes} * stride_for(lanes) * sizeof(distance_entry);
    }

    /// Makes a table of zeros; false if there is no memory for it.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t lanes) {
        stride_ = stride_for(lanes);
        return lanes == 0 || entries_.assign_zeros(nodes * stride_);
    }

    [[nodiscard]] const distance_entry* row(std::size_t node) const noexcept {
        return entries_.data() + node * stride_;
    }
    /// What a difference between entries comes to, about.
    [[nodiscard]] double in_costs(double difference) const noexcept {
        return std::ldexp(difference, halvings());
    }

    /// Puts a column of distances into a lane. What is `infinite` in it is unreached.
    void put(std::size_t lane, const C* column) {
        C largest = 0;
        for (std::size_t n = 0; n < nodes(); ++n)
            if (column[n] != infinite<C>) largest = std::max(largest, column[n]);
        halve_for(largest);
        for (std::size_t n = 0; n < nodes(); ++n)
            entries_[n * stride_ + lane] =
                column[n] == infinite<C> ? unreached_entry : rounded(column[n]);
    }

    /// Turns the distances in every second of `lanes` round: more is less then, and a difference
    /// between two is that of distances to a node.
    void turn_every_second(std::size_t lanes) noexcept {
        for (std::size_t n = 0; n < nodes(); ++n) {
            distance_entry* const row = entries_.data() + n * stride_;
            for (std::size_t lane = 1; lane < lanes; lane += 2)
                row[lane] = static_cast<distance_entry>(unreached_entry - row[lane]);
        }
    }

    [[nodiscard]] distance_view<C> view() const noexcept {
        distance_view<C> v{.entries = {entries_.data(), entries_.size()}, .stride = stride_};
        if constexpr (std::floating_point<C>) {
            v.step = std::ldexp(C{1}, halvings());
            // Each of the additions along a path may have been off by half of this.
            v.rounding = std::numeric_limits<C>::epsilon() * static_cast<C>(nodes()) *
                         (C{largest_entry} + 1) * v.step;
        } else {
            v.step = std::uint64_t{1} << halvings();
        }
        return v;
    }

private:
    static constexpr int unknown = std::numeric_limits<int>::min();

    [[nodiscard]] std::size_t nodes() const noexcept {
        return stride_ == 0 ? 0 : entries_.size() / stride_;
    }
    /// How often distances were halved; less than never where they are fractions.
    [[nodiscard]] int halvings() const noexcept { return halvings_ == unknown ? 0 : halvings_; }

    /// Makes the step large enough for a distance.
    void halve_for(C largest) {
        if constexpr (std::floating_point<C>) {
            constexpr int bits = std::numeric_limits<distance_entry>::digits - 1;
            if (largest > 0) halve_to(std::ilogb(largest) - bits + 1);
        } else {
            int halvings = std::max(halvings_, 0);
            while (static_cast<std::make_unsigned_t<C>>(largest) >> halvings > largest_entry)
                ++halvings;
            halve_to(halvings);
        }
    }
    void halve_to(int halvings) {
        if (halvings <= halvings_) return;
        const int before = std::exchange(halvings_, halvings);
        if (before == unknown) return;  // all entries are 0
        const int shift = std::min(halvings - before, 15);
        for (distance_entry& e : entries_)
            if (e != unreached_entry) e = static_cast<distance_entry>(e >> shift);
    }

    [[nodiscard]] distance_entry rounded(C distance) const noexcept {
        if constexpr (std::floating_point<C>) {
            return static_cast<distance_entry>(std::ldexp(distance, -halvings()));
        } else {
            return static_cast<distance_entry>(static_cast<std::make_unsigned_t<C>>(distance) >>
                                               halvings_);
        }
    }

    buffer<distance_entry> entries_;
    std::size_t stride_ = 0;
    int halvings_ = unknown;
};

}  // namespace senda::detail
