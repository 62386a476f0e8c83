// SPDX-License-Identifier: MIT
#include <senda/graph/permutations.hpp>
#include <senda/storage/random.hpp>

#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <utility>
#include <vector>

namespace permutations_tests {

using senda::even_permutations;
using senda::parity;
using senda::permutations;

template <std::size_t N>
std::array<std::uint8_t, N> in_order() {
    std::array<std::uint8_t, N> row{};
    std::iota(row.begin(), row.end(), std::uint8_t{0});
    return row;
}

/// By comparing all pairs.
template <class Row>
bool is_odd(const Row& row) {
    bool odd = false;
    for (std::size_t i = 0; i < row.size(); ++i)
        for (std::size_t j = i + 1; j < row.size(); ++j) odd ^= row[j] < row[i];
    return odd;
}

/// Every permutation has the number of its place in lexicographic order.
template <std::size_t N>
void check_all() {
    CAPTURE(N);
    auto row = in_order<N>();
    std::uint64_t number = 0;
    std::uint64_t of_parity[2] = {0, 0};
    bool all_right = true;
    do {
        all_right = all_right && permutations<N>::rank(row) == number &&
                    permutations<N>::unrank(number) == row;
        if constexpr (N >= 2) {
            const bool odd = is_odd(row);
            const parity p = odd ? parity::odd : parity::even;
            all_right = all_right && even_permutations<N>::rank(row) == of_parity[odd] &&
                        even_permutations<N>::unrank(of_parity[odd]++, p) == row &&
                        even_permutations<N>::parity_of(row) == p;
        }
        ++number;
    } while (std::next_permutation(row.begin(), row.end()));
    CHECK(all_right);
    CHECK(number == permutations<N>::count);
    if constexpr (N >= 2) CHECK(of_parity[0] == even_permutations<N>::count);
}

/// Rows of some of the values, in the order in which counting with digits makes them.
template <std::size_t N, std::size_t K>
void check_rows() {
    CAPTURE(N);
    CAPTURE(K);
    std::array<std::uint8_t, K> row{};
    std::uint64_t number = 0;
    bool all_right = true;
    const auto fill = [&](auto& self, std::size_t place) -> void {
        if (place == K) {
            all_right = all_right && permutations<N, K>::rank(row) == number &&
                        permutations<N, K>::unrank(number) == row;
            ++number;
            return;
        }
        for (unsigned next = 0; next < N; ++next) {
            const auto value = static_cast<std::uint8_t>(next);
            const auto end = row.begin() + static_cast<std::ptrdiff_t>(place);
            if (std::find(row.begin(), end, value) != end) continue;
            row[place] = value;
            self(self, place + 1);
        }
    };
    fill(fill, 0);
    CHECK(all_right);
    CHECK(number == permutations<N, K>::count);
}

template <std::size_t N>
void check_random(senda::random_source& random) {
    CAPTURE(N);
    bool all_right = true;
    for (int round = 0; round < support::rounds(400); ++round) {
        auto row = in_order<N>();
        for (std::size_t i = N; i > 1; --i) std::swap(row[i - 1], row[random.below(i)]);
        const std::uint64_t number = permutations<N>::rank(row);
        all_right =
            all_right && number < permutations<N>::count && permutations<N>::unrank(number) == row;
        auto next = row;
        if (std::next_permutation(next.begin(), next.end()))
            all_right = all_right && permutations<N>::rank(next) == number + 1;
        const parity p = is_odd(row) ? parity::odd : parity::even;
        all_right = all_right && even_permutations<N>::parity_of(row) == p &&
                    even_permutations<N>::rank(row) == number / 2 &&
                    even_permutations<N>::unrank(number / 2, p) == row;
    }
    CHECK(all_right);
    CHECK(permutations<N>::rank(in_order<N>()) == 0);
    const std::uint64_t last = permutations<N>::count - 1;
    CHECK(permutations<N>::rank(permutations<N>::unrank(last)) == last);
}

TEST_CASE("permutations: all of up to 8 values are numbered in lexicographic order") {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (check_all<I + 1>(), ...);
    }(std::make_index_sequence<support::is_slow ? 7 : 8>());
}

TEST_CASE("permutations: rows of some of the values are numbered in lexicographic order") {
    check_rows<1, 0>();
    check_rows<1, 1>();
    check_rows<5, 0>();
    check_rows<5, 1>();
    check_rows<6, 3>();
    check_rows<7, 6>();
    check_rows<12, 3>();
    check_rows<16, 2>();
    check_rows<17, 2>();
    check_rows<20, 2>();
    check_rows<25, 3>();
    check_rows<31, 2>();
    check_rows<32, 2>();
}

TEST_CASE("permutations: rows of 13 of 32 values lead back") {
    using rows = permutations<32, 13>;
    senda::random_source random(25);
    bool all_right = true;
    for (int round = 0; round < 400; ++round) {
        const std::uint64_t number = random.below(rows::count);
        all_right = all_right && rows::rank(rows::unrank(number)) == number;
    }
    CHECK(all_right);
    CHECK(rows::rank(rows::unrank(rows::count - 1)) == rows::count - 1);
    CHECK(rows::unrank(rows::count - 1)[0] == 31);
}

TEST_CASE("permutations: of up to 20 values each has a number of its own that leads back") {
    senda::random_source random(24);
    check_random<9>(random);
    check_random<12>(random);
    check_random<13>(random);
    check_random<15>(random);
    check_random<16>(random);
    check_random<17>(random);
    check_random<19>(random);
    check_random<20>(random);
}

TEST_CASE("permutations: numbers are known when compiling, and rows may be any that have places") {
    static_assert(permutations<12>::count == 479'001'600);
    static_assert(even_permutations<12>::count == 239'500'800);
    static_assert(permutations<20>::count == 2'432'902'008'176'640'000);
    static_assert(permutations<16, 5>::count == 524'160);
    static_assert(permutations<3>::rank(std::array{2, 1, 0}) == 5);
    static_assert(permutations<3>::unrank(3) == std::array<std::uint8_t, 3>{1, 2, 0});
    static_assert(even_permutations<3>::unrank(1) == std::array<std::uint8_t, 3>{1, 2, 0});
    static_assert(even_permutations<3>::unrank(1, parity::odd) ==
                  std::array<std::uint8_t, 3>{1, 0, 2});
    CHECK(permutations<4, 2>::rank(std::vector<int>{3, 2}) == 11);
}

}  // namespace permutations_tests
