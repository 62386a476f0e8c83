// SPDX-License-Identifier: MIT
// Whole numbers of arbitrary precision: the number of routes outgrows 64 bits quickly.
#pragma once

#include <senda/storage/memory.hpp>

#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace senda {

/// A whole number from 0 up, exact at any size. Values below 2^64 take no memory of their own.
class big_unsigned {
public:
    big_unsigned() = default;
    /// The number `value`.
    explicit(false) big_unsigned(std::uint64_t value) noexcept : low_(value) {}

    /// The bytes that it holds outside itself.
    [[nodiscard]] std::uint64_t owned_bytes() const { return senda::owned_bytes(high_); }

    /// Adds a number.
    big_unsigned& operator+=(const big_unsigned& other) {
        if (high_.empty() && other.high_.empty()) {
            const std::uint64_t added = other.low_;
            low_ += added;
            if (low_ < added) high_.push_back(1);
        } else {
            add_long(other);
        }
        return *this;
    }

    /// Multiplies by a number.
    big_unsigned& operator*=(const big_unsigned& other) { return *this = *this * other; }

    /// The exact sum.
    [[nodiscard]] friend big_unsigned operator+(big_unsigned a, const big_unsigned& b) {
        a += b;
        return a;
    }
    /// The exact product.
    [[nodiscard]] friend big_unsigned operator*(const big_unsigned& a, const big_unsigned& b) {
        big_unsigned product;
        product.high_.resize(a.limbs() + b.limbs() - 1);
        for (std::size_t i = 0; i < a.limbs(); ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < b.limbs(); ++j) {
                std::uint64_t& limb = product.limb(i + j);
                const wide sum = plus(plus(multiply(a.limb(i), b.limb(j)), limb), carry);
                limb = sum.low;
                carry = sum.high;
            }
            product.limb(i + b.limbs()) = carry;
        }
        product.trim();
        return product;
    }

    /// Whether two numbers are equal.
    [[nodiscard]] friend bool operator==(const big_unsigned& a, const big_unsigned& b) noexcept {
        return (a <=> b) == 0;
    }
    /// Which of two numbers is larger.
    [[nodiscard]] friend std::strong_ordering operator<=>(const big_unsigned& a,
                                                          const big_unsigned& b) noexcept {
        if (a.limbs() != b.limbs()) return a.limbs() <=> b.limbs();
        for (std::size_t i = a.limbs(); i-- > 0;)
            if (a.limb(i) != b.limb(i)) return a.limb(i) <=> b.limb(i);
        return std::strong_ordering::equal;
    }

    /// The decimal digits, without separators.
    [[nodiscard]] std::string to_string() const {
        constexpr std::uint32_t chunk = 1'000'000'000;
        std::string digits;  // from the last to the first
        big_unsigned rest = *this;
        while (!rest.high_.empty()) {
            std::uint32_t nine = rest.divide(chunk);
            for (int i = 0; i < 9; ++i, nine /= 10) digits += static_cast<char>('0' + nine % 10);
        }
        do {
            digits += static_cast<char>('0' + rest.low_ % 10);
            rest.low_ /= 10;
        } while (rest.low_ > 0);
        for (std::size_t i = 0, j = digits.size(); i + 1 < j; ++i)
            std::swap(digits[i], digits[--j]);
        return digits;
    }

    /// The nearest double; infinity if it is beyond the largest.
    [[nodiscard]] explicit operator double() const noexcept {
        if (high_.empty()) return static_cast<double>(low_);
        // The top 64 bits decide the rounding, but for a tie that any lower bit breaks.
        const std::size_t top = limbs() - 1;
        const int zeros = std::countl_zero(limb(top));
        std::uint64_t head = limb(top);
        std::uint64_t tail = limb(top - 1);
        if (zeros > 0) {
            head = head << zeros | tail >> (64 - zeros);
            tail <<= zeros;
        }
        for (std::size_t i = 0; i + 1 < top; ++i) tail |= limb(i);
        if (tail != 0) head |= 1;
        auto value = static_cast<double>(head);
        constexpr double two_to_64 = 18446744073709551616.0;
        for (std::size_t i = 1; i < top; ++i) value *= two_to_64;
        return value * (two_to_64 / static_cast<double>(std::uint64_t{1} << zeros));
    }

private:
    struct wide {
        std::uint64_t low, high;
    };

    /// The 128 bits of a product, from the four products of its halves.
    static constexpr wide multiply(std::uint64_t a, std::uint64_t b) noexcept {
        constexpr std::uint64_t half = 0xFFFF'FFFF;
        const std::uint64_t low = (a & half) * (b & half);
        const std::uint64_t left = (a >> 32) * (b & half) + (low >> 32);
        const std::uint64_t right = (a & half) * (b >> 32) + (left & half);
        return {right << 32 | (low & half), (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32)};
    }

    static constexpr wide plus(wide a, std::uint64_t b) noexcept {
        const std::uint64_t low = a.low + b;
        return {low, a.high + (low < b ? 1U : 0U)};
    }

    // Limb 0 is `low_`, the others follow in `high_`, whose last is never 0.
    [[nodiscard]] std::size_t limbs() const noexcept { return 1 + high_.size(); }
    [[nodiscard]] std::uint64_t limb(std::size_t i) const noexcept {
        return i == 0 ? low_ : high_[i - 1];
    }
    [[nodiscard]] std::uint64_t& limb(std::size_t i) noexcept {
        return i == 0 ? low_ : high_[i - 1];
    }

    void add_long(const big_unsigned& other) {
        if (high_.size() < other.high_.size()) high_.resize(other.high_.size());
        const std::size_t shared = other.high_.size();
        const std::uint64_t added_low = other.low_;
        low_ += added_low;
        bool carry = low_ < added_low;
        std::uint64_t* const mine = high_.data();
        const std::uint64_t* const theirs = other.high_.data();
        for (std::size_t i = 0; i < shared; ++i) {
            const std::uint64_t added = theirs[i];
            const std::uint64_t sum = mine[i] + added;
            mine[i] = sum + (carry ? 1U : 0U);
            carry = sum < added || mine[i] < sum;
        }
        for (std::size_t i = shared; carry && i < high_.size(); ++i) carry = ++mine[i] == 0;
        if (carry) high_.push_back(1);
    }

    std::uint32_t divide(std::uint32_t divisor) noexcept {
        assert(divisor != 0);
        std::uint64_t remainder = 0;
        for (std::size_t i = limbs(); i-- > 0;) {
            const std::uint64_t whole = limb(i);
            const std::uint64_t upper = remainder << 32 | whole >> 32;
            const std::uint64_t lower = upper % divisor << 32 | (whole & 0xFFFF'FFFF);
            limb(i) = upper / divisor << 32 | lower / divisor;
            remainder = lower % divisor;
        }
        trim();
        return static_cast<std::uint32_t>(remainder);
    }

    void trim() noexcept {
        while (!high_.empty() && high_.back() == 0) high_.pop_back();
    }

    std::uint64_t low_ = 0;
    std::vector<std::uint64_t> high_;
};

}  // namespace senda
