// SPDX-License-Identifier: MIT
// Random numbers of a few bits, of which a draw has many.
#pragma once

#include <senda/storage/random.hpp>

#include <cstdint>

namespace senda::mazegen {

/// Hands out the bits of a source a few at a time: a walk needs two a step, a coin one.
template <unsigned Bits>
class random_bits {
    static_assert(Bits >= 1 && Bits <= 32);
    static constexpr unsigned held = 63 / Bits * Bits;

public:
    /// Draws on `source`, which must outlive it.
    explicit constexpr random_bits(random_source& source) noexcept : source_(&source) {}

    /// A number below 2^Bits.
    constexpr unsigned next() noexcept {
        // A one above the bits that are left marks their end, so that they need not be counted.
        if (bits_ == 1) [[unlikely]]
            bits_ = source_->next() >> (64U - held) | std::uint64_t{1} << held;
        const auto drawn = static_cast<unsigned>(bits_ & ((std::uint64_t{1} << Bits) - 1));
        bits_ >>= Bits;
        return drawn;
    }

private:
    random_source* source_;
    std::uint64_t bits_ = 1;
};

}  // namespace senda::mazegen
