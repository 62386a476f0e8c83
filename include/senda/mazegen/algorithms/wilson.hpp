// SPDX-License-Identifier: MIT
// Wilson: random walks without their loops. Every maze is equally likely.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/loop_erased_walk.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// From each room not in the maze yet, walks at random to the maze and joins the way without its
/// loops. All mazes are equally likely (D. Wilson, Generating random spanning trees more quickly
/// than the cover time, 1996), whichever room is the first and in whichever order they are joined.
///
/// The walls of a maze without loops are a tree too, rooted at the outer wall, and if all mazes are
/// equally likely, so are all such trees. So the same walks can grow walls from corner to corner. A
/// walk meets the outer wall in half the time that it takes to the first room, which is what large
/// mazes spend their time with; but no passage is known before the end.
struct wilson {
    /// What the walks are made of.
    enum class material {
        either,    ///< walls in rectangles of at least `large` rooms, passages elsewhere
        passages,  ///< always passages
        walls      ///< walls unless a mask leaves rooms out
    };
    material grown = material::either;  ///< what the walks are made of

    /// The rooms from which walls are faster.
    static constexpr std::uint64_t large = std::uint64_t{1} << 17U;
    static constexpr std::string_view name = "wilson";
    static constexpr std::string_view summary =
        "walks at random and forgets the loops: every maze is equally likely";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        const bool walls =
            grown == material::walls || (grown == material::either && s.rooms() >= large);
        if (walls && s.is_full()) {
            grow_walls(s);
        } else {
            dig_passages(s);
        }
    }

private:
    template <class Site>
    static void dig_passages(Site& s) {
        // The nearer the first room is to all others, the shorter the walks.
        const std::size_t root = s.is_full() ? s.at(s.rows() / 2, s.cols() / 2) : s.random_room();
        s.data()[root] = detail::taken;
        std::uint64_t done = 1;
        detail::loop_erased_walk<detail::at_the_edge::turns> walk(s.offsets(), s.random);
        const auto proceed = [&] { return s.proceed(done, walk.steps_at_once); };
        for (std::size_t room = s.first(); room < s.bound(); ++room) {
            if ((s.data()[room] & detail::taken) != 0) continue;
            const auto join = [&](const std::uint8_t* joined, unsigned d) {
                ++done;
                s.carved(static_cast<std::size_t>(joined - s.data()), static_cast<direction>(d));
            };
            if (!walk.take(s.data() + room, join, proceed)) return;
        }
    }

    // The byte of a room serves the corner at its lower right; the last row and column have no such
    // corners and are taken as parts of the outer wall.
    template <class Site>
    static void grow_walls(Site& s) {
        for (std::size_t row = 0; row < s.rows(); ++row)
            s.data()[s.at(row, s.cols() - 1)] = detail::taken;
        for (std::size_t col = 0; col < s.cols(); ++col)
            s.data()[s.at(s.rows() - 1, col)] = detail::taken;
        std::uint64_t done = s.rows() + s.cols() - 1;
        detail::loop_erased_walk<detail::at_the_edge::ends> walk(s.offsets(), s.random);
        const auto proceed = [&] { return s.proceed(done, walk.steps_at_once); };
        for (std::size_t corner = s.first(); corner < s.bound(); ++corner) {
            if ((s.data()[corner] & detail::taken) != 0) continue;
            const auto join = [&](const std::uint8_t*, unsigned) { ++done; };
            if (!walk.take(s.data() + corner, join, proceed)) return;
        }
        open_between_walls(s);
    }

    // The wall between a room and the one east of it joins the corner to the one above, and that
    // between a room and the one south of it the corner to the one at its left. Backwards, because
    // those two corners must still be there.
    template <class Site>
    static void open_between_walls(Site& s) {
        const std::ptrdiff_t stride = s.stride();
        for (std::size_t row = s.rows(); row-- > 0;) {
            const unsigned south_of_row = row + 1 < s.rows() ? bit_of(direction::south) : 0U;
            std::uint8_t* const here = s.data() + s.at(row, 0);
            const std::uint8_t* const above = here - stride;
            for (std::size_t col = s.cols(); col-- > 0;) {
                const unsigned left = here[static_cast<std::ptrdiff_t>(col) - 1];
                const unsigned wall_east = (unsigned{here[col]} | unsigned{above[col]} >> 2U) << 1U;
                const unsigned wall_south = unsigned{here[col]} >> 1U | left << 1U;
                const unsigned east_of_col = col + 1 < s.cols() ? bit_of(direction::east) : 0U;
                here[col] = static_cast<std::uint8_t>((~wall_east & east_of_col) |
                                                      (~wall_south & south_of_row));
            }
        }
        if constexpr (Site::watches_carving) tell_all(s);
    }

    template <class Site>
    static void tell_all(Site& s) {
        for (std::size_t room = s.first(); room < s.bound(); ++room)
            for (const direction d : {direction::east, direction::south})
                if (detail::is_room(s.data()[room]) && (s.data()[room] & bit_of(d)) != 0)
                    s.carved(room, d);
    }
};

}  // namespace senda::mazegen
