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
#include <type_traits>
#include <utility>

namespace senda {

/// In the place of an entry's type: distances as they are.
struct exact_entry {};

namespace detail {

/// Distances of type C as entries of type `stored`. A whole one that is known is at most `most`, so
/// that the difference between `unreached` and any of these is more.
template <Cost C, class Entry>
struct distance_entry {
    static constexpr bool is_exact = std::same_as<Entry, exact_entry>;
    static constexpr bool is_real = is_exact && std::floating_point<C>;

private:
    template <class T>
    struct itself {
        using type = T;
    };

public:
    using stored = typename std::conditional_t<
        !is_exact, itself<Entry>,
        std::conditional_t<is_real, itself<C>, std::make_unsigned<C>>>::type;
    static_assert(is_real || std::unsigned_integral<stored>, "an unsigned type, or `exact_entry`");

    static constexpr stored unreached = infinite<stored>;
    static constexpr stored most = [] {
        if constexpr (is_real) {
            return largest_cost<stored>;
        } else {
            return static_cast<stored>(unreached / 2);
        }
    }();

    /// An entry for which more is less: a difference between two is that of distances turned round.
    [[nodiscard]] static constexpr stored turned(stored entry) noexcept {
        if constexpr (is_real) {
            return -entry;
        } else {
            return static_cast<stored>(unreached - entry);
        }
    }

    /// a - b, or 0 where that is negative. Compared first, it is never infinite minus infinite;
    /// whole numbers are spelled as compilers make vectors of them.
    [[nodiscard]] static constexpr stored difference(stored a, stored b) noexcept {
        if constexpr (is_real) {
            return a > b ? a - b : stored{0};
        } else {
            return static_cast<stored>((a > b ? a : b) - b);
        }
    }

    /// The largest difference between two rows of entries, in groups of eight, or `at_least`.
    [[nodiscard]] SENDA_ALWAYS_INLINE static stored largest_difference(const stored* a,
                                                                       const stored* b,
                                                                       std::size_t eights,
                                                                       stored at_least) noexcept {
        for (std::size_t i = 0; i < eights * 8; ++i) {
            const stored here = difference(a[i], b[i]);
            at_least = here > at_least ? here : at_least;
        }
        return at_least;
    }
};

/// A row for each node, with a lane for each column of distances. Entries are distances divided by
/// a common step, a power of two, and rounded down; the step doubles when a column does not fit.
/// Dividing twice and rounding down each time is the same as once by the product.
template <Cost C, class Entry>
class distance_rows {
    using entry = distance_entry<C, Entry>;

public:
    using stored = typename entry::stored;
    static constexpr std::size_t line = 64;

    explicit distance_rows(memory_budget& budget) noexcept : held_(budget) {}

    /// Rows have lanes in eights, so that compilers compare them by vectors alone.
    [[nodiscard]] static constexpr std::size_t stride_for(std::size_t lanes) noexcept {
        return (lanes + 7) / 8 * 8;
    }
    /// What a table takes; a line more lets rows begin where a line of the cache does.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::size_t nodes,
                                                           std::size_t lanes) noexcept {
        return lanes == 0 ? 0 : std::uint64_t{nodes} * stride_for(lanes) * sizeof(stored) + line;
    }

    /// Makes a table of zeros; false if there is no memory for it.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t lanes) {
        if (lanes == 0) return true;
        const std::size_t stride = stride_for(lanes);
        if (!held_.assign_zeros(nodes * stride + line / sizeof(stored))) return false;
        nodes_ = nodes;
        stride_ = stride;
        const auto begin = reinterpret_cast<std::uintptr_t>(held_.data());
        rows_ = held_.data() + (line - begin % line) % line / sizeof(stored);
        return true;
    }

    [[nodiscard]] std::size_t nodes() const noexcept { return nodes_; }
    [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return held_.size() * sizeof(stored); }
    [[nodiscard]] const stored* row(std::size_t node) const noexcept {
        return rows_ + node * stride_;
    }
    [[nodiscard]] stored* row(std::size_t node) noexcept { return rows_ + node * stride_; }

    /// How often distances were halved; less than never where they are fractions.
    [[nodiscard]] int halvings() const noexcept { return halvings_ == unknown ? 0 : halvings_; }
    void set_halvings(int halvings) noexcept { halvings_ = halvings; }
    /// What a difference between entries comes to, about.
    [[nodiscard]] double in_costs(double difference) const noexcept {
        return entry::is_real ? difference : std::ldexp(difference, halvings());
    }

    /// Puts a column of distances into a lane. What is `infinite` in it is unreached.
    void put(std::size_t lane, const C* column) {
        C largest = 0;
        for (std::size_t n = 0; n < nodes_; ++n)
            if (column[n] != infinite<C>) largest = std::max(largest, column[n]);
        halve_for(largest);
        for (std::size_t n = 0; n < nodes_; ++n)
            row(n)[lane] = column[n] == infinite<C> ? entry::unreached : rounded(column[n]);
    }

private:
    /// Makes the step large enough for a distance.
    void halve_for(C largest) {
        if constexpr (entry::is_real) {
            return;
        } else if constexpr (std::floating_point<C>) {
            constexpr int bits = std::numeric_limits<stored>::digits - 1;
            if (largest > 0) halve_to(std::ilogb(largest) - bits + 1);
        } else {
            int halvings = std::max(halvings_, 0);
            while (static_cast<std::make_unsigned_t<C>>(largest) >> halvings > entry::most)
                ++halvings;
            halve_to(halvings);
        }
    }

    void halve_to(int halvings) {
        if (halvings <= halvings_) return;
        const int more = std::exchange(halvings_, halvings);
        if constexpr (!entry::is_real) {
            if (more == unknown) return;  // all entries are 0
            const unsigned shift = std::min(static_cast<unsigned>(halvings - more), 63U);
            for (std::size_t i = 0; shift != 0 && i < nodes_ * stride_; ++i) {
                if (rows_[i] != entry::unreached)
                    rows_[i] = static_cast<stored>(std::uint64_t{rows_[i]} >> shift);
            }
        }
    }

    [[nodiscard]] stored rounded(C distance) const noexcept {
        if constexpr (entry::is_real) {
            return distance;
        } else if constexpr (std::floating_point<C>) {
            return halvings_ == unknown ? stored{0}
                                        : static_cast<stored>(std::ldexp(distance, -halvings_));
        } else {
            return static_cast<stored>(static_cast<std::make_unsigned_t<C>>(distance) >> halvings_);
        }
    }

    static constexpr int unknown = std::numeric_limits<int>::min();

    buffer<stored> held_;
    stored* rows_ = nullptr;
    std::size_t nodes_ = 0;
    std::size_t stride_ = 0;
    int halvings_ = unknown;
};

}  // namespace detail

}  // namespace senda
