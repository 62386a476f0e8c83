// SPDX-License-Identifier: MIT
// Numbers for permutations, and the way back: what puzzles need that are searched by number.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda {

/// Whether a permutation is made by an even or by an odd number of swaps.
enum class parity : unsigned char { even, odd };

namespace detail {

/// The product of the radices from `least` to `most`: 1 if there are none.
[[nodiscard]] constexpr std::uint64_t product_of(std::size_t least, std::size_t most) noexcept {
    std::uint64_t product = 1;
    for (std::size_t i = least; i <= most; ++i) product *= i;
    return product;
}

/// Whether that product fits.
[[nodiscard]] constexpr bool product_fits(std::size_t least, std::size_t most) noexcept {
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = least; i <= most; ++i) left /= i;
    return left != 0;
}

/// Which of N values are unused, in order. Up to 16 of them share a word, four bits each, so that
/// nothing is counted and nothing is looked up in memory.
template <std::size_t N>
class unused_values {
    static constexpr std::uint64_t all = 0xFEDC'BA98'7654'3210;

public:
    /// Uses a value: how many unused ones are below it. Of one object either all are taken by value
    /// or all by place.
    [[nodiscard]] constexpr unsigned use(unsigned value) noexcept {
        // Here the four bits of a value count what is unused below it.
        const auto below = static_cast<unsigned>(word_ >> (4 * value)) & 15;
        word_ -= std::uint64_t{0x1111'1111'1111'1110} << (4 * value);
        return below;
    }
    /// Uses the value that has `below` unused ones below it.
    [[nodiscard]] constexpr unsigned use_at(unsigned below) noexcept {
        const auto value = static_cast<unsigned>(word_ >> (4 * below)) & 15;
        const std::uint64_t kept = (std::uint64_t{1} << (4 * below)) - 1;
        word_ = (word_ & kept) | ((word_ >> 4) & ~kept);
        return value;
    }

private:
    std::uint64_t word_ = all;
};

template <std::size_t N>
    requires(N > 16)
class unused_values<N> {
public:
    [[nodiscard]] constexpr unsigned use(unsigned value) noexcept {
        const std::uint32_t bit = std::uint32_t{1} << value;
        unused_ &= ~bit;
        return static_cast<unsigned>(std::popcount(unused_ & (bit - 1)));
    }
    [[nodiscard]] constexpr unsigned use_at(unsigned below) noexcept {
        std::uint32_t left = unused_;
        for (; below != 0; --below) left &= left - 1;
        const auto value = static_cast<unsigned>(std::countr_zero(left));
        unused_ &= ~(std::uint32_t{1} << value);
        return value;
    }

private:
    std::uint32_t unused_ = std::numeric_limits<std::uint32_t>::max() >> (32 - N);
};

/// Calls `step.operator()<0>()` to `<Count - 1>`, so that what depends on the number is constant.
template <std::size_t Count, class Step>
constexpr void unrolled(Step&& step) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (step.template operator()<I>(), ...);
    }(std::make_index_sequence<Count>());
}

}  // namespace detail

/// The ways to put K of the values 0 to N - 1 into a row, all N if K is left off, numbered from 0
/// in lexicographic order: place i counts for the unused values below its own, times how many ways
/// there are to fill the places behind it. Neither direction takes memory or a loop over pairs.
/// There are at most 32 values, and no more ways than 64 bits can number: 20 of 20, 13 of 32.
template <std::size_t N, std::size_t K = N>
    requires(N >= 1 && N <= 32 && K <= N && detail::product_fits(N - K + 1, N))
class permutations {
public:
    /// A row of values, all of them different.
    using value_type = std::array<std::uint8_t, K>;

    /// How many there are: the numbers are below it.
    static constexpr std::uint64_t count = detail::product_of(N - K + 1, N);

    /// The number of a row: of an array or anything else whose first K elements are `row[i]`.
    template <class Row>
    [[nodiscard]] static constexpr std::uint64_t rank(const Row& row) {
        detail::unused_values<N> unused;
        word number = 0;
        detail::unrolled<K>([&]<std::size_t I>() {
            number += static_cast<word>(unused.use(static_cast<unsigned>(row[I]))) * weight<I>;
        });
        return number;
    }

    /// The row of a number below `count`.
    [[nodiscard]] static constexpr value_type unrank(std::uint64_t number) {
        value_type row{};
        detail::unused_values<N> unused;
        (void)unrank_into(row, unused, number);
        return row;
    }

private:
    template <std::size_t M>
        requires(M >= 2 && M <= 20)
    friend class even_permutations;

    using word = std::conditional_t<(count >> 32 == 0), std::uint32_t, std::uint64_t>;

    /// How many ways there are to fill the places behind place I.
    template <std::size_t I>
    static constexpr auto weight = static_cast<word>(detail::product_of(N - K + 1, N - I - 1));

    /// Fills the first K places; the sum of the digits, which is even if and only if the inversions
    /// are that begin in them. The quotients do not wait for each other.
    template <class Row>
    static constexpr unsigned unrank_into(Row& row, detail::unused_values<N>& unused,
                                          std::uint64_t number) {
        unsigned sum = 0;
        word before = 0;
        detail::unrolled<K>([&]<std::size_t I>() {
            const word quotient = static_cast<word>(number) / weight<I>;
            const auto digit = static_cast<unsigned>(quotient - before * static_cast<word>(N - I));
            before = quotient;
            sum += digit;
            row[I] = static_cast<std::uint8_t>(unused.use_at(digit));
        });
        return sum;
    }
};

/// The permutations of 0 to N - 1 with the same parity, N! / 2 of them, numbered from 0 in
/// lexicographic order: half as many numbers as `permutations` has, as sliding tiles need them.
template <std::size_t N>
    requires(N >= 2 && N <= 20)
class even_permutations {
    using prefix = permutations<N, N - 2>;  // two values are left, in the order of the parity

public:
    /// A permutation.
    using value_type = std::array<std::uint8_t, N>;

    /// How many there are: the numbers are below it.
    static constexpr std::uint64_t count = prefix::count;

    /// The number of a permutation among those with its parity.
    template <class Row>
    [[nodiscard]] static constexpr std::uint64_t rank(const Row& row) {
        return prefix::rank(row);
    }

    /// The permutation of a number below `count` that is even, or odd if that is wanted.
    [[nodiscard]] static constexpr value_type unrank(std::uint64_t number,
                                                     parity wanted = parity::even) {
        value_type row{};
        detail::unused_values<N> unused;
        const unsigned sum = prefix::unrank_into(row, unused, number);
        const unsigned swapped = (sum + static_cast<unsigned>(wanted)) % 2;
        row[N - 2] = static_cast<std::uint8_t>(unused.use_at(swapped));
        row[N - 1] = static_cast<std::uint8_t>(unused.use_at(0));
        return row;
    }

    /// Whether a permutation is even or odd.
    template <class Row>
    [[nodiscard]] static constexpr parity parity_of(const Row& row) {
        detail::unused_values<N> unused;
        unsigned inversions = 0;
        detail::unrolled<N>(
            [&]<std::size_t I>() { inversions += unused.use(static_cast<unsigned>(row[I])); });
        return static_cast<parity>(inversions % 2);
    }
};

}  // namespace senda
