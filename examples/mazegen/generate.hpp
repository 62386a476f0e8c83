// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/rooms/flood_fill.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda::mazegen {

/// An algorithm that generates mazes. Valid expression, for a constant `a` and a `carver` c:
/// `a(c)`. It may have `static constexpr bool takes_masks`, which is true where it is missing, and
/// it has a `name` and a `summary` if it is to be listed.
template <class A>
concept Generator = requires(const std::remove_cvref_t<A>& a, carver<>& c) { a(c); };

/// Options of all generators.
struct generate_options {
    /// Counts the bytes held, those of the maze included, and may limit them.
    memory_budget* budget = nullptr;
};

namespace detail {

template <class A>
inline constexpr bool takes_masks = true;
template <class A>
    requires requires { A::takes_masks; }
inline constexpr bool takes_masks<A> = A::takes_masks;

template <class A>
inline constexpr std::string_view name_of = "this algorithm";
template <class A>
    requires requires { A::name; }
inline constexpr std::string_view name_of<A> = A::name;

/// Why a maze cannot be generated in these rooms, if so: there are none, or they are not connected.
inline diagnostic fault_of_mask(maze& m, bool masks_are_taken, const std::string& name) {
    if (m.rooms() == 0) return {"bad_mask", "the mask leaves out all rooms: expected at least one"};
    if (m.is_full()) return {};
    if (!masks_are_taken)
        return {"mask_not_taken",
                name + " needs a full rectangle of rooms: it cannot leave out any"};
    for_each_room(m, [&m](cell c) {
        for (const direction d : {direction::east, direction::south})
            if (m.is_room(next_to(c, d))) m.open(c, d);
    });
    const std::size_t start = next_untaken(m, 0);
    const cell first = m.node(static_cast<maze::index_type>(start));
    const std::uint64_t reached = fill_passages(m, start);
    for (std::size_t i = 0; i < m.bytes(); ++i)
        if (is_room(m.data()[i])) m.data()[i] = 0;
    if (reached == m.rooms()) return {};
    return {"bad_mask", "the mask leaves rooms that do not hang together: from row " +
                            std::to_string(first.y + 1) + ", column " +
                            std::to_string(first.x + 1) + ", only " + std::to_string(reached) +
                            " of " + std::to_string(m.rooms()) + " can be reached"};
}

/// Gives bytes back to a budget, also if an observer throws.
struct held_bytes {
    memory_budget& budget;
    std::uint64_t bytes;
    ~held_bytes() { budget.give(bytes); }
};

/// Carves a maze of the rooms that `make` gives, if there is memory for them.
template <class A, class Make, class Observer>
parsed<maze> carve(const A& algorithm, std::int64_t rows, std::int64_t cols, Make make,
                   std::uint64_t seed, Observer& observer, const generate_options& o) {
    memory_budget unlimited;
    memory_budget& budget = o.budget != nullptr ? *o.budget : unlimited;
    const std::string name{name_of<A>};
    const auto no_memory = [&](std::uint64_t rooms) {
        return diagnostic{"no_memory", "there is no memory for " + name + " on " +
                                           std::to_string(rooms) + " rooms"};
    };
    const std::uint64_t bytes = maze::bytes_for(rows, cols);
    if (!budget.take(bytes))
        return no_memory(static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols));
    const held_bytes held{budget, bytes};
    parsed<maze> made = make();
    if (!made) return made;
    if (diagnostic fault = fault_of_mask(*made, takes_masks<A>, name); !fault.code.empty())
        return fault;
    carver<Observer> c(*made, seed, budget, observer);
    algorithm(c);
    if (c.lacked_memory()) return no_memory(made->rooms());
    if (c.was_stopped()) return diagnostic{"cancelled", name + " was stopped before the end"};
    mirror_passages(*made);
    return made;
}

}  // namespace detail

/// A perfect maze of rows and columns of rooms: one path leads from each to each.
///
/// `algorithm`  a value such as `wilson{}`, or anything that carves with a `carver`.
/// `rows`       from 1 up; a maze takes a byte a room, and (rows + 2) x (cols + 1) is below 2^32.
/// `cols`       from 1 up.
/// `seed`       the same seed gives the same maze, on every machine.
/// `observer`   hooks that look on; see observer.hpp.
/// `o`          a budget for the memory.
///
/// Errors: `bad_size`, `no_memory`, `cancelled`.
template <Generator A, class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(const A& algorithm, std::int64_t rows, std::int64_t cols,
                                    std::uint64_t seed, Observer&& observer = {},
                                    const generate_options& o = {}) {
    return detail::carve(
        algorithm, rows, cols, [=] { return maze::make(rows, cols); }, seed, observer, o);
}

/// A maze of the rooms that `mask` leaves open. Errors: also `bad_mask` if they are none or do not
/// hang together, and `mask_not_taken` if the algorithm needs a full rectangle.
template <Generator A, class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(const A& algorithm, const grid& mask, std::uint64_t seed,
                                    Observer&& observer = {}, const generate_options& o = {}) {
    return detail::carve(
        algorithm, mask.height(), mask.width(), [&] { return maze::make(mask); }, seed, observer,
        o);
}

/// The same with the algorithm as a type: `generate<wilson>(25, 30, 7)`.
template <Generator A, class Observer = no_observer>
    requires std::default_initializable<A>
[[nodiscard]] parsed<maze> generate(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                                    Observer&& observer = {}, const generate_options& o = {}) {
    return generate(A{}, rows, cols, seed, observer, o);
}
/// The same for the rooms that `mask` leaves open.
template <Generator A, class Observer = no_observer>
    requires std::default_initializable<A>
[[nodiscard]] parsed<maze> generate(const grid& mask, std::uint64_t seed, Observer&& observer = {},
                                    const generate_options& o = {}) {
    return generate(A{}, mask, seed, observer, o);
}

}  // namespace senda::mazegen
