// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

namespace detail {

/// What a walk does where there is no place.
enum class at_the_edge { turns, ends };

/// Walks at random from places that are not `taken` until it meets one that is. A place keeps the
/// direction in which it was left last; the path along these has no loops.
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

}  // namespace detail

/// From each room not in the maze yet, walks at random to the maze and joins the path without its
/// loops. All mazes are equally likely (D. Wilson, Generating random spanning trees more quickly
/// than the cover time, 1996), whichever room is the first and in whichever order they are joined.
///
/// The walls of a maze without loops are a uniform spanning tree too, rooted at the outer wall, so
/// the same walks can grow walls from corner to corner. That takes half the time in large mazes,
/// but no passage is known before the end.
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

    template <class Carver>
    void operator()(Carver& c) const {
        const bool walls =
            grown == material::walls || (grown == material::either && c.rooms() >= large);
        if (walls && c.is_full()) {
            grow_walls(c);
        } else {
            carve_passages(c);
        }
    }

    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        senda::buffer<room_number> left_towards(c.budget());  // by the last walk
        if (!left_towards.assign_zeros(c.rooms())) return c.lack_memory();
        c.take(c.random_room());
        room_number done = 1;
        for (room_number start = 0; start < c.rooms(); ++start) {
            for (room_number at = start; !c.is_taken(at); at = left_towards[at]) {
                if (!c.proceed(done)) return;
                left_towards[at] = c.random_neighbour(at);
            }
            for (room_number at = start; !c.is_taken(at); at = left_towards[at], ++done) {
                c.take(at);
                c.carve(at, left_towards[at]);
            }
        }
    }

private:
    /// Walks from each place that is not taken to one that is, with `done` taken before, and calls
    /// `join(place, direction)` for each that it takes; false if it was stopped.
    template <detail::at_the_edge Edge, class Carver, class Join>
    static bool walk_from_all(Carver& c, std::uint64_t done, Join join) {
        detail::loop_erased_walk<Edge> walk(c.offsets(), c.random);
        const auto proceed = [&] { return c.proceed(done, walk.steps_at_once); };
        const auto take = [&](const std::uint8_t* place, unsigned d) {
            ++done;
            join(static_cast<std::size_t>(place - c.data()), static_cast<direction>(d));
        };
        for (std::size_t place = c.first(); place < c.bound(); ++place)
            if ((c.data()[place] & detail::taken) == 0 &&
                !walk.take(c.data() + place, take, proceed))
                return false;
        return true;
    }

    template <class Carver>
    static void carve_passages(Carver& c) {
        // The nearer the first room is to all others, the shorter the walks.
        const std::size_t root = c.is_full() ? c.at(c.rows() / 2, c.cols() / 2) : c.random_room();
        c.data()[root] = detail::taken;
        walk_from_all<detail::at_the_edge::turns>(
            c, 1, [&](std::size_t room, direction d) { c.carved(room, d); });
    }

    // The byte of a room serves the corner at its lower right; those at the edge are outer wall.
    template <class Carver>
    static void grow_walls(Carver& c) {
        for (std::size_t row = 0; row < c.rows(); ++row)
            c.data()[c.at(row, c.cols() - 1)] = detail::taken;
        for (std::size_t col = 0; col < c.cols(); ++col)
            c.data()[c.at(c.rows() - 1, col)] = detail::taken;
        if (walk_from_all<detail::at_the_edge::ends>(c, c.rows() + c.cols() - 1,
                                                     [](std::size_t, direction) {}))
            open_between_walls(c);
    }

    // The wall east of a room joins its corner to the one above, and the wall south of it to the
    // one at the left. Backwards, because those two corners must still be there.
    template <class Carver>
    static void open_between_walls(Carver& c) {
        for (std::size_t row = c.rows(); row-- > 0;) {
            const unsigned south_of_row = row + 1 < c.rows() ? bit_of(direction::south) : 0U;
            std::uint8_t* const here = c.data() + c.at(row, 0);
            const std::uint8_t* const above = here - c.stride();
            for (std::size_t col = c.cols(); col-- > 0;) {
                const unsigned left = here[static_cast<std::ptrdiff_t>(col) - 1];
                const unsigned wall_east = (unsigned{here[col]} | unsigned{above[col]} >> 2U) << 1U;
                const unsigned wall_south = unsigned{here[col]} >> 1U | left << 1U;
                const unsigned east_of_col = col + 1 < c.cols() ? bit_of(direction::east) : 0U;
                here[col] = static_cast<std::uint8_t>((~wall_east & east_of_col) |
                                                      (~wall_south & south_of_row));
            }
        }
        if constexpr (Carver::watches_carving) {
            for (std::size_t room = c.first(); room < c.bound(); ++room)
                for (const direction d : {direction::east, direction::south})
                    if (c.is_room(room) && (c.data()[room] & bit_of(d)) != 0) c.carved(room, d);
        }
    }
};

}  // namespace senda::mazegen
