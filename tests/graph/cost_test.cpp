// SPDX-License-Identifier: MIT
#include <senda/graph/edge.hpp>

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using senda::add_costs;
using senda::Cost;
using senda::infinite;
using senda::is_negative;
using senda::largest_cost;
using senda::path_cost;
using support::split_mix64;

static_assert(std::same_as<senda::steps, std::int32_t>);

static_assert(Cost<char> && Cost<signed char> && Cost<unsigned char> && Cost<short>);
static_assert(Cost<int> && Cost<unsigned> && Cost<long> && Cost<unsigned long long>);
static_assert(Cost<float> && Cost<double> && Cost<long double>);
static_assert(!Cost<bool> && !Cost<const bool> && !Cost<void> && !Cost<int*>);
static_assert(!Cost<std::byte> && !Cost<std::string> && !Cost<int&>);

static_assert(std::same_as<path_cost<std::uint8_t>, int>);
static_assert(std::same_as<path_cost<std::int8_t>, int> && std::same_as<path_cost<char>, int>);
static_assert(std::same_as<path_cost<std::uint16_t>, int>);
static_assert(std::same_as<path_cost<int>, int>);
static_assert(std::same_as<path_cost<std::uint32_t>, std::uint32_t>);
static_assert(std::same_as<path_cost<std::int64_t>, std::int64_t>);
static_assert(std::same_as<path_cost<std::uint64_t>, std::uint64_t>);
static_assert(std::same_as<path_cost<float>, float> && std::same_as<path_cost<double>, double>);
static_assert(std::same_as<path_cost<long double>, long double>);

static_assert(infinite<int> == std::numeric_limits<int>::max());
static_assert(infinite<std::uint8_t> == 255 && largest_cost<std::uint8_t> == 254);
static_assert(largest_cost<int> == infinite<int> - 1);
static_assert(largest_cost<std::uint64_t> == infinite<std::uint64_t> - 1);
static_assert(infinite<double> == std::numeric_limits<double>::infinity());
static_assert(largest_cost<double> == std::numeric_limits<double>::max());
static_assert(largest_cost<float> < infinite<float>);

/// A cost is nothing, little, about half of all, or near the end.
template <class C>
C random_cost(split_mix64& random) {
    constexpr C most = std::numeric_limits<C>::max();
    const auto little = static_cast<C>(random.below(3));
    switch (random.below(5)) {
        case 0: return little;
        case 1: return static_cast<C>(most - little);
        case 2: return static_cast<C>(most / 2 + little - 1);
        default: return static_cast<C>(random.next() & static_cast<std::uint64_t>(most));
    }
}

template <class C>
void check_sums() {
    split_mix64 random{sizeof(C)};
    bool right = true;
    for (int i = 0; i < 5000; ++i) {
        const C a = random_cost<C>(random);
        const C b = random_cost<C>(random);
        // What does not fit 64 bits wraps, and is then less than its parts.
        const auto wide_a = static_cast<std::uint64_t>(a);
        const std::uint64_t wide = wide_a + static_cast<std::uint64_t>(b);
        const bool fits = wide >= wide_a && wide <= static_cast<std::uint64_t>(infinite<C>);
        right = right && add_costs(a, b) == (fits ? static_cast<C>(wide) : infinite<C>) &&
                add_costs(b, a) == add_costs(a, b);
    }
    CHECK(right);
    CHECK(add_costs(infinite<C>, infinite<C>) == infinite<C>);
    CHECK(add_costs(infinite<C>, C{0}) == infinite<C>);
    CHECK(add_costs(C{0}, infinite<C>) == infinite<C>);
    CHECK(add_costs(largest_cost<C>, C{0}) == largest_cost<C>);
    CHECK(add_costs(largest_cost<C>, C{1}) == infinite<C>);
    CHECK(add_costs(largest_cost<C>, largest_cost<C>) == infinite<C>);
    CHECK(add_costs(C{0}, C{0}) == C{0});
}

}  // namespace

TEST_CASE("sums of whole-number costs end at infinity and never wrap") {
    check_sums<char>();
    check_sums<signed char>();
    check_sums<unsigned char>();
    check_sums<short>();
    check_sums<unsigned short>();
    check_sums<int>();
    check_sums<unsigned>();
    check_sums<long>();
    check_sums<unsigned long>();
    check_sums<long long>();
    check_sums<unsigned long long>();
}

TEST_CASE("every sum of two bytes is right") {
    bool right = true;
    for (int a = 0; a < 256; ++a) {
        for (int b = 0; b < 256; ++b) {
            right = right && add_costs(static_cast<std::uint8_t>(a),
                                       static_cast<std::uint8_t>(b)) == std::min(a + b, 255);
            if (a < 128 && b < 128)
                right = right && add_costs(static_cast<std::int8_t>(a),
                                           static_cast<std::int8_t>(b)) == std::min(a + b, 127);
        }
    }
    CHECK(right);
}

TEST_CASE("sums of other costs end at infinity") {
    const auto check = []<class C>(C) {
        CHECK(add_costs(C{0.25}, C{0.5}) == C{0.75});
        CHECK(add_costs(largest_cost<C>, largest_cost<C>) == infinite<C>);
        CHECK(add_costs(largest_cost<C>, C{1}) == largest_cost<C>);
        CHECK(add_costs(infinite<C>, C{1}) == infinite<C>);
        CHECK(add_costs(infinite<C>, infinite<C>) == infinite<C>);
    };
    check(float{});
    check(double{});
    check(0.0L);
}

TEST_CASE("what is below zero or no number is negative") {
    CHECK(is_negative(-1));
    CHECK(is_negative(std::numeric_limits<std::int64_t>::min()));
    CHECK(is_negative(static_cast<signed char>(-128)));
    CHECK_FALSE(is_negative(0));
    CHECK_FALSE(is_negative(infinite<int>));
    CHECK_FALSE(is_negative(0u));
    CHECK_FALSE(is_negative(infinite<std::uint64_t>));
    CHECK_FALSE(is_negative(static_cast<unsigned char>(200)));
    const auto check = []<class C>(C) {
        CHECK(is_negative(C{-0.5}));
        CHECK(is_negative(-std::numeric_limits<C>::denorm_min()));
        CHECK(is_negative(-infinite<C>));
        CHECK(is_negative(std::numeric_limits<C>::quiet_NaN()));
        CHECK_FALSE(is_negative(C{0}));
        CHECK_FALSE(is_negative(-C{0}));
        CHECK_FALSE(is_negative(std::numeric_limits<C>::denorm_min()));
        CHECK_FALSE(is_negative(infinite<C>));
    };
    check(float{});
    check(double{});
    check(0.0L);
}

TEST_CASE("sums and signs are known at compile time") {
    static_assert(add_costs(2, 3) == 5);
    static_assert(add_costs(largest_cost<std::int64_t>, std::int64_t{5}) == infinite<std::int64_t>);
    static_assert(is_negative(-1) && !is_negative(1u));
}
