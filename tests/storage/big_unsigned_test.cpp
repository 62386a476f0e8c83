// SPDX-License-Identifier: MIT
#include <senda/storage/big_unsigned.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace big_unsigned_test {

using senda::big_unsigned;
using support::split_mix64;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// The reference: arithmetic on decimal strings, as on paper.
std::string without_leading_zeros(std::string digits) {
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string::npos ? "0" : digits.substr(first);
}

int digit_from_right(const std::string& digits, std::size_t place) {
    return place < digits.size() ? digits[digits.size() - 1 - place] - '0' : 0;
}

std::string paper_sum(const std::string& a, const std::string& b) {
    std::string sum;
    int carry = 0;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; ++i) {
        carry += digit_from_right(a, i) + digit_from_right(b, i);
        sum += static_cast<char>('0' + carry % 10);
        carry /= 10;
    }
    return without_leading_zeros({sum.rbegin(), sum.rend()});
}

std::string paper_product(const std::string& a, const std::string& b) {
    std::string product = "0";
    for (const char digit : a) {
        product += '0';
        for (char times = '0'; times < digit; ++times) product = paper_sum(product, b);
    }
    return without_leading_zeros(product);
}

std::strong_ordering paper_order(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() <=> b.size() : a <=> b;
}

big_unsigned from_digits(const std::string& digits) {
    big_unsigned n;
    for (const char digit : digits) {
        n *= 10;
        n += static_cast<std::uint64_t>(digit - '0');
    }
    return n;
}

/// Numbers of 1 to `limbs` limbs, many of them near a power of 2^64, where carries run through.
big_unsigned random_big_unsigned(split_mix64& random, int limbs) {
    big_unsigned n;
    const int count = random.between(1, limbs);
    for (int i = 0; i < count; ++i) {
        n *= std::uint64_t{1} << 32;
        n *= std::uint64_t{1} << 32;
        const int kind = random.below(4);
        n += kind == 0 ? 0 : kind == 1 ? most : kind == 2 ? random.next() : std::uint64_t{1};
    }
    return n;
}

TEST_CASE("a big_unsigned is zero until it is given a value") {
    CHECK(big_unsigned{} == 0);
    CHECK(big_unsigned{}.to_string() == "0");
    CHECK(big_unsigned{most}.to_string() == "18446744073709551615");
}

TEST_CASE("a sum runs over the end of 64 bits") {
    big_unsigned n = most;
    n += 1;
    CHECK(n.to_string() == "18446744073709551616");
    n += n;
    CHECK(n.to_string() == "36893488147419103232");
}

TEST_CASE("a carry runs through all limbs") {
    big_unsigned power = 1;
    big_unsigned n = 0;  // one less
    for (int i = 0; i < 640; ++i) {
        power += power;
        n = n + n + 1;
    }
    big_unsigned m = n;
    m += 1;
    CHECK(m == power);
    CHECK(n < power);
    CHECK(n + n + 2 == power + power);
}

TEST_CASE("an operand may be the number itself") {
    split_mix64 random{3};
    for (int i = 0; i < 300; ++i) {
        const big_unsigned n = random_big_unsigned(random, 4);
        big_unsigned doubled = n;
        doubled += doubled;
        CHECK(doubled == n * 2);
        big_unsigned square = n;
        square *= square;
        CHECK(square == n * n);
    }
}

TEST_CASE("arithmetic agrees with arithmetic on paper") {
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(1500); ++i) {
        const big_unsigned a = random_big_unsigned(random, 5);
        const big_unsigned b = random_big_unsigned(random, random.percent(50) ? 1 : 5);
        const std::string paper_a = a.to_string();
        const std::string paper_b = b.to_string();
        CAPTURE(paper_a);
        CAPTURE(paper_b);
        CHECK(from_digits(paper_a) == a);
        CHECK((a + b).to_string() == paper_sum(paper_a, paper_b));
        CHECK((a * b).to_string() == paper_product(paper_a, paper_b));
        CHECK((a <=> b) == paper_order(paper_a, paper_b));
        CHECK((a == b) == (paper_a == paper_b));

        const std::uint64_t factor = random.percent(50) ? random.next() : random.next() >> 60;
        CHECK((a * factor).to_string() == paper_product(std::to_string(factor), paper_a));
        CHECK(factor * a == a * factor);
    }
}

TEST_CASE("the number of routes across an empty square is exact") {
    // Routes of a 100 x 100 grid that only go right and down: 200 over 100.
    std::vector<big_unsigned> row(101, big_unsigned{1});
    for (int y = 0; y < 100; ++y)
        for (std::size_t x = 1; x < row.size(); ++x) row[x] += row[x - 1];
    CHECK(row.back().to_string() == "90548514656103281165404177077484163874504589675413336841320");
}

TEST_CASE("a product with zero is zero") {
    big_unsigned n = from_digits("340282366920938463463374607431768211456");
    CHECK(n * big_unsigned{} == 0);
    CHECK(big_unsigned{} * n == 0);
    n *= 0;
    CHECK(n == big_unsigned{});
}

TEST_CASE("the conversion to double rounds to the nearest") {
    CHECK(static_cast<double>(big_unsigned{}) == 0.0);
    CHECK(static_cast<double>(big_unsigned{1} + most) == 0x1p64);
    split_mix64 random{5};
    for (int i = 0; i < 2000; ++i) {
        big_unsigned n = random_big_unsigned(random, 18);
        if (random.percent(50)) n = n * n + random.next();
        const std::string digits = n.to_string();
        CAPTURE(digits);
        CHECK(static_cast<double>(n) == std::strtod(digits.c_str(), nullptr));
    }
}

TEST_CASE("a tie between two doubles is broken by the lowest bit") {
    big_unsigned tie = 0x20'0000'0000'0001U;  // 2^53 + 1, halfway between two doubles
    for (int i = 0; i < 200; ++i) tie += tie;
    CHECK(static_cast<double>(tie) == 0x1p253);
    CHECK(static_cast<double>(tie + 1) ==
          std::ldexp(static_cast<double>(0x20'0000'0000'0002U), 200));
}

TEST_CASE("what is beyond the largest double becomes infinity") {
    big_unsigned n = 1;
    for (int i = 0; i < 1023; ++i) n += n;
    CHECK(static_cast<double>(n) == 0x1p1023);
    n += n;
    CHECK(std::isinf(static_cast<double>(n)));
    CHECK(std::isinf(static_cast<double>(n * n)));
}

}  // namespace big_unsigned_test
