// SPDX-License-Identifier: MIT
// Loop-erased random walks over an array of places with a byte each.
#pragma once

#include <senda/mazegen/rooms/room_bytes.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// What a walk does where there is no place.
enum class at_the_edge { turns, ends };

/// Walks at random from places that are not `taken` until it meets one that is. The direction in
/// which a place was left last stays in its byte, so that the path that these directions lead along
/// has no loops.
template <at_the_edge Edge>
class loop_erased_walk {
public:
    loop_erased_walk(const std::array<std::ptrdiff_t, 4>& offsets, random_source& random) noexcept
        : offsets_(offsets), bits_(random) {}

    /// Takes all places on the path from one that is not taken: each becomes `taken` with the bit
    /// of the direction of the next one, and `visit(place, direction)` is called. Calls `proceed()`
    /// every few steps; false if that said no, and then nothing is taken.
    template <class Visit, class Proceed>
    [[nodiscard]] bool take(std::uint8_t* place, Visit& visit, Proceed& proceed) {
        if (!wander(place, proceed)) return false;
        while ((*place & taken) == 0) {
            const unsigned d = *place;
            *place = static_cast<std::uint8_t>(taken | 1U << d);
            visit(place, d);
            place += offsets_[d];
        }
        return true;
    }

    /// The steps between two calls of `proceed`.
    static constexpr unsigned steps_at_once = 4;

private:
    // Where the walk goes depends on the random bits alone, and its end is predicted well: so the
    // processor works on many steps at once. Four steps share a test for bits that are left.
    template <class Proceed>
    [[nodiscard]] bool wander(std::uint8_t* place, Proceed& proceed) {
        while (proceed()) {
            unsigned bits = bits_.next();
            for (unsigned step = 0; step < steps_at_once; ++step, bits >>= 2U) {
                const unsigned d = bits & 3U;
                *place = static_cast<std::uint8_t>(d);
                place += offsets_[d];
                if ((*place & taken) == 0) [[likely]]
                    continue;
                if (Edge == at_the_edge::ends || *place != absent) return true;
                place -= offsets_[d];
                break;
            }
        }
        return false;
    }

    std::array<std::ptrdiff_t, 4> offsets_;
    random_bits<2 * steps_at_once> bits_;
};

}  // namespace senda::mazegen::detail
