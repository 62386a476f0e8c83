// SPDX-License-Identifier: MIT
// Mazes of rooms of any shape.
#pragma once

#include <mazegen/algorithms.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/generate.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/room_maze.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace senda::mazegen {

/// An algorithm that generates mazes of rooms of any shape. Valid expression, for a constant `a`
/// and a `room_carver` c: `a(c)`.
template <class A, class R>
concept RoomGenerator = requires(const std::remove_cvref_t<A>& a, room_carver<R>& c) { a(c); };

namespace detail {

/// Whether rooms are known to hang together.
template <class R>
inline constexpr bool hangs_together = false;
template <class R>
    requires requires { R::hangs_together; }
inline constexpr bool hangs_together<R> = R::hangs_together;

/// How many rooms can be reached from the first; 0 if there is no memory to find out.
template <Rooms R>
room_number count_reachable(const R& shape, memory_budget& budget) {
    senda::buffer<room_number> open(budget);
    senda::buffer<std::uint8_t> is_seen(budget);
    if (!is_seen.assign_zeros(shape.size()) || !open.push(0U)) return 0;
    is_seen[0] = 1;
    room_number count = 0;
    while (!open.empty()) {
        const room_number room = open.pop();
        ++count;
        for (unsigned side = 0; side < shape.sides(room); ++side) {
            const room_number other = shape.beyond(room, side);
            if (other == no_room || is_seen[other] != 0) continue;
            is_seen[other] = 1;
            if (!open.push(other)) return 0;
        }
    }
    return count;
}

}  // namespace detail

/// A perfect maze of rooms of any shape: `generate(wilson{}, rooms, 7)`, where `rooms` may be
/// `polar_rooms`. It takes the generators that only need to know which rooms are neighbours;
/// `binary_tree`, `eller` and `sidewinder` need rows and columns.
///
/// `algorithm`  a value such as `wilson{}`, or anything that carves with a `room_carver`.
/// `shape`      the rooms; of your own, too.
/// `seed`       the same seed gives the same maze, on every machine.
/// `observer`   hooks that look on; see observer.hpp.
/// `o`          a budget for the memory.
///
/// Errors: `rectangle_needed`, `bad_rooms` if there are none or they do not hang together,
/// `no_memory`, `cancelled`.
template <class A, Rooms R, class Observer = no_observer>
    requires RoomGenerator<A, R>
[[nodiscard]] parsed<room_maze<R>> generate(const A& algorithm, R shape, std::uint64_t seed,
                                            Observer&& observer = {},
                                            const generate_options& o = {}) {
    const std::string name{detail::name_of<A>};
    if constexpr (!detail::takes_masks<A>) {
        return diagnostic{"rectangle_needed",
                          name + " needs rows and columns of square rooms: it cannot carve others"};
    } else {
        using watching = std::remove_reference_t<Observer>;
        memory_budget unlimited;
        memory_budget& budget = o.budget != nullptr ? *o.budget : unlimited;
        const room_number rooms = shape.size();
        const diagnostic no_memory{"no_memory", "there is no memory for " + name + " on " +
                                                    std::to_string(rooms) + " rooms"};
        if (rooms == 0) return diagnostic{"bad_rooms", "there are no rooms: expected at least one"};
        if (!budget.take(rooms)) return no_memory;
        const detail::held_bytes held{budget, rooms};
        const room_number reached =
            detail::hangs_together<R> ? rooms : detail::count_reachable(shape, budget);
        if (reached == 0) return no_memory;
        if (reached != rooms)
            return diagnostic{"bad_rooms", "the rooms do not hang together: from the first, only " +
                                               std::to_string(reached) + " of " +
                                               std::to_string(rooms) + " can be reached"};
        parsed<room_maze<R>> made = room_maze<R>::make(std::move(shape));
        if (!made) return made;
        room_carver<R, watching> c(*made, seed, budget, observer);
        algorithm(c);
        if (c.lacked_memory()) return no_memory;
        if (c.was_stopped()) return diagnostic{"cancelled", name + " was stopped before the end"};
        made->clear_marks();
        return made;
    }
}

/// The same by the generator of that kind: `generate(algorithm::wilson, shape, 7)`.
template <Rooms R, class Observer = no_observer>
[[nodiscard]] parsed<room_maze<R>> generate(algorithm a, R shape, std::uint64_t seed,
                                            Observer&& observer = {},
                                            const generate_options& o = {}) {
    return visit_algorithm(
        a, [&](const auto& one) { return generate(one, std::move(shape), seed, observer, o); });
}

/// The same by the generator of that name: `generate("wilson", shape, 7)`. Errors: also
/// `unknown_algorithm`.
template <Rooms R, class Observer = no_observer>
[[nodiscard]] parsed<room_maze<R>> generate(std::string_view name, R shape, std::uint64_t seed,
                                            Observer&& observer = {},
                                            const generate_options& o = {}) {
    const parsed<algorithm> known = find_algorithm(name);
    if (!known) return known.error();
    return generate(*known, std::move(shape), seed, observer, o);
}

}  // namespace senda::mazegen
