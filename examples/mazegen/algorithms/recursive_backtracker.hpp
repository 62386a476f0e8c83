// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// From a random room, walks to random neighbours not seen yet, and back where there is none. The
/// direction back is the passage in the room's own byte, so there is no stack.
struct recursive_backtracker {
    static constexpr std::string_view name = "recursive_backtracker";
    static constexpr std::string_view summary =
        "walks on until it is stuck, then back: long winding corridors";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        const step_table steps(c.offsets());
        const std::ptrdiff_t stride = c.stride();
        random_bits<detail::choice_bits> bits(c.random);
        std::uint8_t* const root = c.data() + c.random_room();
        std::uint8_t* room = root;
        *room = detail::taken;
        std::uint64_t done = 1;
        while (c.proceed(done)) {
            unsigned untouched = detail::untouched_neighbours(room, stride);
            while (untouched == 0) {
                if (room == root) return;
                room += steps.back[*room];
                untouched = detail::untouched_neighbours(room, stride);
            }
            const step& next = steps.on[untouched << detail::choice_bits | bits.next()];
            if (next.passage_back == 0) [[unlikely]]
                continue;
            room += next.offset;
            *room = next.passage_back;
            ++done;
            if constexpr (Carver::watches_carving)
                c.carved(static_cast<std::size_t>(room - c.data()),
                         static_cast<direction>(std::countr_zero(next.passage_back)));
        }
    }

    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        senda::buffer<room_number> path(c.budget());
        const auto enter = [&](room_number room) {
            c.take(room);
            return path.push(room);
        };
        if (!enter(c.random_room())) return c.lack_memory();
        for (room_number done = 1; !path.empty() && c.proceed(done);) {
            const room_number room = path.back();
            const room_number next = c.random_untaken_neighbour(room);
            if (next == no_room) {
                path.truncate(path.size() - 1);
                continue;
            }
            c.carve(room, next);
            if (!enter(next)) return c.lack_memory();
            ++done;
        }
    }

private:
    // What the walk waits for is where to go next, so the table of choices has the offset itself.
    struct step {
        std::int32_t offset;
        std::uint8_t passage_back;
    };

    struct step_table {
        std::array<step, detail::choices.size()> on{};
        std::array<std::ptrdiff_t, 9> back{};

        explicit step_table(const std::array<std::ptrdiff_t, 4>& offsets) noexcept {
            for (std::size_t i = 0; i < on.size(); ++i) {
                const std::uint8_t d = detail::choices[i];
                if (d == detail::draw_again) continue;
                on[i] = {static_cast<std::int32_t>(offsets[d]),
                         bit_of(opposite(static_cast<direction>(d)))};
            }
            for (const direction d : directions)
                back[bit_of(d)] = offsets[static_cast<std::size_t>(d)];
        }
    };
};

}  // namespace senda::mazegen
