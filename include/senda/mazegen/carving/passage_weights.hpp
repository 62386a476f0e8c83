// SPDX-License-Identifier: MIT
// A random weight for each possible passage, computed when it is needed.
#pragma once

#include <senda/mazegen/direction.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// Weights for the passages from each room to the east and to the south: the numbers of SplitMix64,
/// of which no two are the same. They need no memory, and a weight determines its passage.
class passage_weights {
public:
    struct passage {
        std::size_t room;
        direction towards;
    };

    explicit constexpr passage_weights(std::uint64_t seed) noexcept : seed_(seed) {}

    [[nodiscard]] constexpr std::uint64_t east(std::size_t room) const noexcept {
        return senda::detail::scatter(seed_ + senda::detail::golden * (2 * std::uint64_t{room}));
    }
    [[nodiscard]] constexpr std::uint64_t south(std::size_t room) const noexcept {
        return senda::detail::scatter(seed_ +
                                      senda::detail::golden * (2 * std::uint64_t{room} + 1));
    }

    /// The passage that has that weight.
    [[nodiscard]] constexpr passage passage_of(std::uint64_t weight) const noexcept {
        const std::uint64_t number = (gathered(weight) - seed_) * inverse(senda::detail::golden);
        return {static_cast<std::size_t>(number / 2),
                number % 2 == 0 ? direction::east : direction::south};
    }

private:
    /// The number x with a * x = 1, for an odd a: each of Newton's steps doubles the right bits.
    static constexpr std::uint64_t inverse(std::uint64_t a) noexcept {
        std::uint64_t x = a;
        for (int step = 0; step < 5; ++step) x *= 2 - a * x;
        return x;
    }

    /// Takes `scatter` back.
    static constexpr std::uint64_t gathered(std::uint64_t z) noexcept {
        z ^= z >> 31U ^ z >> 62U;
        z *= inverse(0x94d0'49bb'1331'11ebU);
        z ^= z >> 27U ^ z >> 54U;
        z *= inverse(0xbf58'476d'1ce4'e5b9U);
        return z ^ z >> 30U ^ z >> 60U;
    }

    std::uint64_t seed_;
};

}  // namespace senda::mazegen::detail
