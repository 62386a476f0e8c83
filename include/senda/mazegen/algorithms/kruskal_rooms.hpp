// SPDX-License-Identifier: MIT
// Kruskal by rooms: a random room is joined to a neighbour of another part.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/disjoint_sets.hpp>
#include <senda/mazegen/carving/random_direction.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/random.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Draws a random room and joins it to a random one of its neighbours that are in another part, if
/// it has such a neighbour, until there is one part. Not of the law of `kruskal`, which draws
/// walls.
struct kruskal_rooms {
    static constexpr std::string_view name = "kruskal_rooms";
    static constexpr std::string_view summary =
        "joins a random room to a neighbour of another part: shorter dead ends than kruskal";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        const std::array<std::ptrdiff_t, 4> offsets = s.offsets();
        random_bits<detail::choice_bits> bits(s.random);
        detail::disjoint_sets parts(s.budget());
        senda::detail::buffer<std::uint32_t> open(
            s.budget());  // rooms that may have a neighbour of another part
        if (!parts.reset(s.bound()) || !open.reserve(static_cast<std::size_t>(s.rooms())))
            return s.lack_memory();
        for (std::size_t room = s.first(); room < s.bound(); ++room)
            if (detail::is_room(s.data()[room]) && !open.push(static_cast<std::uint32_t>(room)))
                return s.lack_memory();

        for (std::uint64_t done = 1; done < s.rooms() && s.proceed(done);) {
            std::uint32_t& drawn = open[static_cast<std::size_t>(s.random.below(open.size()))];
            const std::size_t room = drawn;
            const std::uint32_t part = parts.find(drawn);
            unsigned strangers = 0;
            for (unsigned d = 0; d < 4; ++d) {
                const std::size_t other = room + static_cast<std::size_t>(offsets[d]);
                if (detail::is_room(s.data()[other]) &&
                    parts.find(static_cast<std::uint32_t>(other)) != part)
                    strangers |= 1U << d;
            }
            if (strangers == 0) {  // and it will never have one again
                drawn = open.pop();
                continue;
            }
            const direction d = detail::choose(strangers, bits);
            const std::size_t other =
                room + static_cast<std::size_t>(offsets[static_cast<std::size_t>(d)]);
            parts.unite(part, static_cast<std::uint32_t>(other));
            s.carve(room, d);
            ++done;
        }
    }
};

}  // namespace senda::mazegen
