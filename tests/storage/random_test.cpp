// SPDX-License-Identifier: MIT
#include <senda/storage/random.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

using senda::random_source;

namespace {

/// How far counts are from being equal, in standard deviations of the chi-square statistic.
double deviation(const std::vector<std::uint64_t>& counts) {
    double total = 0;
    for (const std::uint64_t n : counts) total += static_cast<double>(n);
    const double expected = total / static_cast<double>(counts.size());
    double sum = 0;
    for (const std::uint64_t n : counts) {
        const double off = static_cast<double>(n) - expected;
        sum += off * off / expected;
    }
    const double freedom = static_cast<double>(counts.size()) - 1;
    return (sum - freedom) / std::sqrt(2 * freedom);
}

}  // namespace

TEST_CASE("the seed is scattered as SplitMix64 does") {
    // The published sequence for the seed 1234567.
    constexpr std::array<std::uint64_t, 5> known = {6457827717110365317U, 3203168211198807973U,
                                                    9817491932198370423U, 4593380528125082431U,
                                                    16408922859458223821U};
    std::uint64_t state = 1234567;
    for (const std::uint64_t expected : known)
        CHECK(senda::splitmix64(state += senda::splitmix64_step) == expected);
}

TEST_CASE("the numbers are those of xoshiro256++") {
    // Written again from its definition.
    std::array<std::uint64_t, 4> s{};
    std::uint64_t state = 42;
    for (std::uint64_t& part : s) part = senda::splitmix64(state += 0x9e3779b97f4a7c15U);
    const auto rotl = [](std::uint64_t x, int k) { return x << k | x >> (64 - k); };
    random_source random(42);
    bool same = true;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t expected = rotl(s[0] + s[3], 23) + s[0];
        const std::uint64_t t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45);
        same = same && random.next() == expected;
    }
    CHECK(same);
}

TEST_CASE("numbers below a bound are equally likely") {
    for (const std::uint64_t bound : {2U, 3U, 5U, 7U, 100U}) {
        random_source random(bound);
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(bound));
        for (int i = 0; i < 50'000; ++i) ++counts[static_cast<std::size_t>(random.below(bound))];
        CAPTURE(bound);
        CHECK(std::abs(deviation(counts)) < 5);
    }
}

TEST_CASE("numbers below large bounds reach all of them and nothing else") {
    for (const std::uint64_t bound :
         {std::uint64_t{0xffff'fffe}, std::uint64_t{0xffff'ffff}, std::uint64_t{1} << 32,
          (std::uint64_t{1} << 32) + 1, std::uint64_t{3} << 40, ~std::uint64_t{0}}) {
        random_source random(7);
        std::vector<std::uint64_t> counts(3);
        bool below = true;
        for (int i = 0; i < 20'000; ++i) {
            const std::uint64_t drawn = random.below(bound);
            below = below && drawn < bound;
            ++counts[static_cast<std::size_t>(drawn / (bound / 3 + 1))];
        }
        CAPTURE(bound);
        CHECK(below);
        CHECK(std::abs(deviation(counts)) < 5);
    }
    CHECK(random_source(1).below(1) == 0);
}

TEST_CASE("a chance of 0 never comes, one of 1 always") {
    random_source random(3);
    int often = 0;
    for (int i = 0; i < 10'000; ++i) {
        CHECK_FALSE(random.chance(0));
        CHECK(random.chance(1));
        often += random.chance(0.3) ? 1 : 0;
    }
    CHECK(often > 2800);
    CHECK(often < 3200);
}
