// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine: a seed names what is made from it for ever.
#pragma once

#include <array>
#include <cstdint>

namespace senda {

/// The step of SplitMix64 from one number to the next (G. Steele, D. Lea, C. Flood, Fast splittable
/// pseudorandom number generators, 2014).
inline constexpr std::uint64_t splitmix64_step = 0x9e37'79b9'7f4a'7c15U;

/// What SplitMix64 makes of a number: each bit changes about half of the 64, and no two numbers
/// become the same.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t z) noexcept {
    z = (z ^ z >> 30U) * 0xbf58'476d'1ce4'e5b9U;
    z = (z ^ z >> 27U) * 0x94d0'49bb'1331'11ebU;
    return z ^ z >> 31U;
}

/// A stream of random numbers that its seed determines: xoshiro256++ (D. Blackman, S. Vigna,
/// Scrambled linear pseudorandom number generators, 2021), seeded by SplitMix64.
class random_source {
public:
    /// The stream of that seed.
    explicit constexpr random_source(std::uint64_t seed) noexcept {
        for (std::uint64_t& part : state_) part = splitmix64(seed += splitmix64_step);
    }

    /// 64 random bits.
    constexpr std::uint64_t next() noexcept {
        auto& [a, b, c, d] = state_;
        const std::uint64_t drawn = rotated(a + d, 23) + a;
        const std::uint64_t shifted = b << 17U;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = rotated(d, 45);
        return drawn;
    }

    /// A whole number below `bound`, which is not 0; all are equally likely.
    constexpr std::uint64_t below(std::uint64_t bound) noexcept {
        return bound <= 0xffff'ffffU ? below_small(bound) : below_large(bound);
    }

    /// True with the given probability, exact to 2^-53.
    constexpr bool chance(double probability) noexcept {
        return static_cast<double>(next() >> 11U) < probability * 0x1p53;
    }

private:
    // D. Lemire, Fast random integer generation in an interval, 2019: the lower half of the product
    // says whether the draw belongs to the few that would favour some numbers.
    constexpr std::uint64_t below_small(std::uint64_t bound) noexcept {
        std::uint64_t product = (next() >> 32U) * bound;
        if ((product & 0xffff'ffffU) < bound) {
            const std::uint64_t surplus = (std::uint64_t{1} << 32U) % bound;
            while ((product & 0xffff'ffffU) < surplus) product = (next() >> 32U) * bound;
        }
        return product >> 32U;
    }

    constexpr std::uint64_t below_large(std::uint64_t bound) noexcept {
        std::uint64_t mask = bound - 1;
        for (unsigned shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
        std::uint64_t drawn = next() & mask;
        while (drawn >= bound) drawn = next() & mask;
        return drawn;
    }

    static constexpr std::uint64_t rotated(std::uint64_t x, unsigned by) noexcept {
        return x << by | x >> (64U - by);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace senda
