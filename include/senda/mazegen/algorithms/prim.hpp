// SPDX-License-Identifier: MIT
// Prim: the lightest passage out of the maze, where each has a random weight.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/passage_weights.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Gives each passage a random weight and opens, from a random room on, always the lightest that
/// leads out of the maze (R. Prim, Shortest connection networks, 1957). The maze is the one that
/// `kruskal` makes of the same seed, for there is only one of least weight.
struct prim {
    static constexpr std::string_view name = "prim";
    static constexpr std::string_view summary =
        "opens the lightest passage out of the maze: the same mazes as kruskal, in another order";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        const detail::passage_weights weights(s.random.next());
        const auto stride = static_cast<std::size_t>(s.stride());
        std::uint8_t* const data = s.data();
        senda::detail::four_ary_heap<std::uint64_t, lighter> leading_out(s.budget());
        const auto enter = [&](std::size_t room) {
            data[room] = static_cast<std::uint8_t>(data[room] | detail::taken);
            const auto offer = [&](std::size_t other, std::uint64_t weight) {
                return (data[other] & detail::taken) != 0 || leading_out.push(weight);
            };
            return offer(room - stride, weights.south(room - stride)) &&
                   offer(room + 1, weights.east(room)) &&
                   offer(room + stride, weights.south(room)) &&
                   offer(room - 1, weights.east(room - 1));
        };

        if (!enter(s.random_room())) return s.lack_memory();
        for (std::uint64_t done = 1; done < s.rooms() && s.proceed(done);) {
            const auto [room, towards] = weights.passage_of(leading_out.pop());
            const std::size_t other = room + (towards == direction::east ? 1 : stride);
            const bool joined = (data[room] & detail::taken) != 0;
            if (joined && (data[other] & detail::taken) != 0) continue;
            if (joined) {
                s.carve(other, opposite(towards));
            } else {
                s.carve(room, towards);
            }
            if (!enter(joined ? other : room)) return s.lack_memory();
            ++done;
        }
    }

private:
    struct lighter {
        constexpr bool operator()(std::uint64_t a, std::uint64_t b) const noexcept { return a < b; }
    };
};

}  // namespace senda::mazegen
