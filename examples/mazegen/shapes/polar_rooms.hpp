// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/shapes/rooms.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <string_view>  // declares std::hash at the least cost
#include <utility>
#include <vector>

namespace senda::mazegen {

/// A room of a round maze: its ring, from the centre, and its place there, clockwise from the top;
/// both from 0.
struct polar_room {
    int ring = 0;   ///< 0 is the centre
    int place = 0;  ///< clockwise from the top

    friend constexpr bool operator==(const polar_room&, const polar_room&) = default;
};

/// Rooms in rings around one in the centre. The first ring has six, and each further one as many as
/// the one inside it, or twice as many where rooms would be more than one and a half times as wide
/// as they are deep.
///
/// The sides of a room are: to the place before, to the next, inward, then outward; those of the
/// centre all lead outward.
class polar_rooms {
public:
    /// A room is known by its ring and its place there.
    using room_type = polar_room;
    /// All rooms can be reached from each.
    static constexpr bool hangs_together = true;

    /// So many rings, the centre included. Error: `bad_size` for too few or too many rooms.
    static parsed<polar_rooms> make(std::int64_t rings) {
        // No room is less than 3/4 as wide as it is deep: ring r has at most 8.4 r of them.
        constexpr std::int64_t most = 25'000;
        if (rings >= 1 && rings <= most) return polar_rooms(static_cast<int>(rings));
        return diagnostic{"bad_size", "a round maze of " + std::to_string(rings) +
                                          " rings: expected 1 to " + std::to_string(most)};
    }

    /// How many rings there are, the centre included.
    [[nodiscard]] int rings() const noexcept { return static_cast<int>(begin_.size()) - 1; }
    /// How many rooms a ring has.
    [[nodiscard]] int rooms_of(int ring) const noexcept {
        const auto at = static_cast<std::size_t>(ring);
        return static_cast<int>(begin_[at + 1] - begin_[at]);
    }
    /// How many rooms there are.
    [[nodiscard]] room_number size() const noexcept { return begin_.back(); }

    /// How many sides a room has.
    [[nodiscard]] unsigned sides(room_number number) const noexcept {
        const int ring = room(number).ring;
        return (ring == 0 ? 0U : 3U) + outward(ring);
    }
    /// The room behind a side, or `no_room`.
    [[nodiscard]] room_number beyond(room_number number, unsigned side) const noexcept {
        const polar_room here = room(number);
        const int count = rooms_of(here.ring);
        if (here.ring > 0) {
            if (side == 0) return index({here.ring, (here.place + count - 1) % count});
            if (side == 1) return index({here.ring, (here.place + 1) % count});
            if (side == 2)
                return index({here.ring - 1, here.place / (count / rooms_of(here.ring - 1))});
            side -= 3;
        }
        if (here.ring + 1 == rings()) return no_room;
        const auto parts = static_cast<int>(outward(here.ring));
        return index({here.ring + 1, here.place * parts + static_cast<int>(side)});
    }

    /// Whether there is such a room.
    [[nodiscard]] bool contains(polar_room r) const noexcept {
        return r.ring >= 0 && r.ring < rings() && r.place >= 0 && r.place < rooms_of(r.ring);
    }
    /// The number of a room, ring by ring.
    [[nodiscard]] room_number index(polar_room r) const noexcept {
        return begin_[static_cast<std::size_t>(r.ring)] + static_cast<room_number>(r.place);
    }
    /// The room of that number.
    [[nodiscard]] polar_room room(room_number number) const noexcept {
        const band* of = bands_.data() + bands_.size() - 1;
        while (number < of->first) --of;
        const room_number inside = number - of->first;
        return {of->ring + static_cast<int>(inside / of->count),
                static_cast<int>(inside % of->count)};
    }

    /// The first room of the outermost ring, and the centre.
    [[nodiscard]] std::pair<room_number, room_number> corners() const noexcept {
        return {index({rings() - 1, 0}), 0};
    }
    /// A random room of the outermost ring, and the one across.
    [[nodiscard]] std::pair<room_number, room_number> opposite_sides(
        random_source& random) const noexcept {
        const int ring = rings() - 1;
        const int count = rooms_of(ring);
        const auto first = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
        return {index({ring, first}), index({ring, (first + count / 2) % count})};
    }

private:
    /// Rings of equal counts, one inside the other: there are few of these, as counts double.
    struct band {
        room_number first;  // room
        int ring;           // the innermost
        room_number count;  // of rooms in each ring
    };

    explicit polar_rooms(int rings) : begin_{0, 1}, bands_{{0, 0, 1}} {
        begin_.reserve(static_cast<std::size_t>(rings) + 1);
        for (int ring = 1; ring < rings; ++ring) {
            const room_number count = bands_.back().count;
            const double width = 2 * std::numbers::pi * ring / count;  // of a room as deep as 1
            if (ring == 1)
                bands_.push_back({begin_.back(), ring, 6});
            else if (width > 1.5)
                bands_.push_back({begin_.back(), ring, 2 * count});
            begin_.push_back(begin_.back() + bands_.back().count);
        }
    }

    /// How many sides of a room of that ring lead outward: to no room in the last.
    [[nodiscard]] unsigned outward(int ring) const noexcept {
        if (ring + 1 == rings()) return 1;
        return static_cast<unsigned>(rooms_of(ring + 1) / rooms_of(ring));
    }

    std::vector<room_number> begin_;  // the first room of each ring, and the count of all
    std::vector<band> bands_;
};

static_assert(Rooms<polar_rooms>);

}  // namespace senda::mazegen

/// Spreads rooms over all bits, as for `senda::cell`.
template <>
struct std::hash<senda::mazegen::polar_room> {
    [[nodiscard]] constexpr std::size_t operator()(senda::mazegen::polar_room r) const noexcept {
        return std::hash<senda::cell>{}({r.place, r.ring});
    }
};
