// SPDX-License-Identifier: MIT
// Whole numbers of 128 bits, also where the compiler has none.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace support {

/// Wide enough that no sum of test costs can overflow it.
#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 wide;
#else
class wide {
public:
    constexpr wide() = default;
    template <std::signed_integral T>
    constexpr wide(T value) : high_(value < 0 ? -1 : 0), low_(static_cast<std::uint64_t>(value)) {}
    template <std::unsigned_integral T>
    constexpr wide(T value) : low_(value) {}
    template <std::floating_point T>
    constexpr explicit wide(T value) {
        const double size = static_cast<double>(value < 0 ? -value : value);
        const auto high = static_cast<std::int64_t>(size / 0x1p64);
        const wide whole{high,
                         static_cast<std::uint64_t>(size - static_cast<double>(high) * 0x1p64)};
        *this = value < 0 ? wide{} - whole : whole;
    }

    template <std::integral T>
    constexpr explicit operator T() const {
        return static_cast<T>(low_);
    }
    template <std::floating_point T>
    constexpr explicit operator T() const {
        if (high_ < 0) return -static_cast<T>(wide{} - *this);  // small ones are exact
        return static_cast<T>(static_cast<double>(high_) * 0x1p64 + static_cast<double>(low_));
    }

    friend constexpr wide operator+(const wide& a, const wide& b) {
        const std::uint64_t low = a.low_ + b.low_;
        return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
    }
    friend constexpr wide operator-(const wide& a, const wide& b) {
        return {a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_};
    }
    constexpr wide& operator+=(const wide& b) { return *this = *this + b; }
    /// By 64 places or more.
    friend constexpr wide operator<<(const wide& a, int places) {
        return {static_cast<std::int64_t>(a.low_ << (places - 64)), 0};
    }
    friend constexpr auto operator<=>(const wide&, const wide&) = default;

private:
    constexpr wide(std::int64_t high, std::uint64_t low) : high_(high), low_(low) {}

    std::int64_t high_ = 0;
    std::uint64_t low_ = 0;
};
#endif

}  // namespace support
