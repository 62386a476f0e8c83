// SPDX-License-Identifier: MIT
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/storage/random.hpp>
#include <utility>
#include <vector>

using namespace senda::mazegen;
using senda::random_source;
using senda::mazegen::random_bits;

TEST_CASE("the table chooses each direction of a set equally often, and no other") {
    for (unsigned set = 0; set < 16; ++set) {
        std::array<int, 5> chosen{};
        for (unsigned drawn = 0; drawn < 64; ++drawn)
            ++chosen[detail::choices[set << detail::choice_bits | drawn]];
        const int count = std::popcount(set);
        CAPTURE(set);
        CHECK(chosen[detail::draw_again] == (count == 0 ? 64 : 64 % count));
        for (const direction d : directions) {
            const bool member = (set & bit_of(d)) != 0;
            CHECK(chosen[static_cast<std::size_t>(d)] == (member ? 64 / count : 0));
        }
    }
}

TEST_CASE("a choice is always of the set") {
    random_source random(1);
    random_bits<detail::choice_bits> bits(random);
    for (unsigned set = 1; set < 16; ++set)
        for (int i = 0; i < 500; ++i) CHECK((set & bit_of(detail::choose(set, bits))) != 0);
}

TEST_CASE("neighbours are looked at in all four directions") {
    // A room in the middle of three rows of three.
    std::array<std::uint8_t, 9> rooms{};
    rooms.fill(1);
    CHECK(detail::untouched_neighbours(rooms.data() + 4, 3) == 0);
    for (const auto& [place, d] : {std::pair{1, direction::north}, std::pair{5, direction::east},
                                   std::pair{7, direction::south}, std::pair{3, direction::west}}) {
        std::array<std::uint8_t, 9> one = rooms;
        one[static_cast<std::size_t>(place)] = 0;
        CHECK(detail::untouched_neighbours(one.data() + 4, 3) == bit_of(d));
    }
}

TEST_CASE("bits handed out a few at a time are equally likely") {
    random_source random(11);
    const auto check = [](auto bits, std::size_t values) {
        std::vector<int> counts(values);
        for (int i = 0; i < 64'000; ++i) ++counts[bits.next()];
        CAPTURE(values);
        const double expected = 64'000.0 / static_cast<double>(values);
        for (const int n : counts) CHECK(std::abs(n - expected) < 5 * std::sqrt(expected));
    };
    check(random_bits<1>(random), 2);
    check(random_bits<2>(random), 4);
    check(random_bits<6>(random), 64);
    check(random_bits<8>(random), 256);
}
