// SPDX-License-Identifier: MIT
// Growing a maze with an algorithm, given as a value or as a type.
#pragma once

#include <senda/graph/grid.hpp>
#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/observer.hpp>
#include <senda/mazegen/rooms/flood_fill.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace senda::mazegen {

/// An algorithm that grows mazes. Valid expression, for a constant `a` and a `site` s: `a(s)`. It
/// may say `static constexpr bool takes_masks`, which is true where it does not, and it has a
/// `name` and a `summary` if it is to be listed.
template <class A>
concept Generator = requires(const std::remove_cvref_t<A>& a, site<>& s) { a(s); };

/// What a caller may ask of any generator besides the maze.
struct digging {
    /// Counts the bytes held, those of the maze included, and may limit them.
    memory_budget* budget = nullptr;
};

namespace detail {

template <class A>
constexpr bool takes_masks() {
    if constexpr (requires { A::takes_masks; }) {
        return A::takes_masks;
    } else {
        return true;
    }
}

template <class A>
std::string name_of() {
    if constexpr (requires { A::name; }) {
        return std::string{A::name};
    } else {
        return "this algorithm";
    }
}

/// Why a maze cannot be grown in these rooms, if so: they are none, or do not hang together.
inline diagnostic fault_of_mask(maze& m, bool masks_are_taken, const std::string& name) {
    if (m.rooms() == 0) return {"bad_mask", "the mask leaves out all rooms: expected at least one"};
    if (m.is_full()) return {};
    if (!masks_are_taken)
        return {"mask_not_taken",
                name + " needs a full rectangle of rooms: it cannot leave out any"};
    const flooded seen = flood_neighbours(m);
    if (seen.rooms == m.rooms()) return {};
    return {"bad_mask", "the mask leaves rooms that do not hang together: from row " +
                            std::to_string(seen.start.y + 1) + ", column " +
                            std::to_string(seen.start.x + 1) + ", only " +
                            std::to_string(seen.rooms) + " of " + std::to_string(m.rooms()) +
                            " can be reached"};
}

/// Holds the bytes of a maze on a budget for as long as it is dug.
class held_bytes {
public:
    held_bytes(memory_budget& budget, std::uint64_t bytes) noexcept
        : budget_(&budget), bytes_(budget.take(bytes) ? bytes : 0), fits_(bytes_ == bytes) {}
    held_bytes(const held_bytes&) = delete;
    held_bytes& operator=(const held_bytes&) = delete;
    ~held_bytes() { budget_->give(bytes_); }
    [[nodiscard]] bool fits() const noexcept { return fits_; }

private:
    memory_budget* budget_;
    std::uint64_t bytes_;
    bool fits_;
};

template <class A>
diagnostic no_memory_for(std::uint64_t rooms) {
    return {"no_memory",
            "there is no memory for " + name_of<A>() + " on " + std::to_string(rooms) + " rooms"};
}

/// Whether a budget has room for a maze that is still to be made.
inline bool has_room(const digging& how, std::int64_t rows, std::int64_t cols) noexcept {
    return how.budget == nullptr || maze::bytes_for(rows, cols) <= how.budget->left();
}

template <class A, class Observer>
parsed<maze> dig(const A& algorithm, parsed<maze> rooms, std::uint64_t seed, Observer& observer,
                 const digging& how) {
    if (!rooms) return rooms;
    memory_budget unlimited;
    memory_budget& budget = how.budget != nullptr ? *how.budget : unlimited;
    const std::string name = name_of<A>();
    const held_bytes held(budget, rooms->bytes());
    if (!held.fits()) return no_memory_for<A>(rooms->rooms());
    if (diagnostic fault = fault_of_mask(*rooms, takes_masks<A>(), name); !fault.code.empty())
        return fault;
    site<Observer> s(*rooms, seed, budget, observer);
    algorithm(s);
    if (s.lacked_memory()) return no_memory_for<A>(rooms->rooms());
    if (s.was_stopped()) return diagnostic{"cancelled", name + " was stopped before the end"};
    mirror_passages(*rooms);
    return rooms;
}

}  // namespace detail

/// A maze of rows and columns of rooms, each reached from each on one way alone.
///
/// `algorithm`  a value such as `wilson{}`, or anything that digs in a `site`.
/// `rows`       from 1 up; a maze takes a byte a room, and (rows + 2) x (cols + 1) is below 2^32.
/// `cols`       from 1 up.
/// `seed`       the same seed gives the same maze, on every machine.
/// `observer`   hooks that look on; see observer.hpp.
/// `how`        a budget for the memory.
///
/// Errors: `bad_size`, `no_memory`, `cancelled`.
template <Generator A, class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(const A& algorithm, std::int64_t rows, std::int64_t cols,
                                    std::uint64_t seed, Observer&& observer = {},
                                    const digging& how = {}) {
    if (!detail::has_room(how, rows, cols))
        return detail::no_memory_for<A>(static_cast<std::uint64_t>(rows) *
                                        static_cast<std::uint64_t>(cols));
    return detail::dig(algorithm, maze::make(rows, cols), seed, observer, how);
}

/// A maze of the rooms that `mask` leaves open. Errors: also `bad_mask` if they are none or do not
/// hang together, and `mask_not_taken` if the algorithm needs a full rectangle.
template <Generator A, class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(const A& algorithm, const grid& mask, std::uint64_t seed,
                                    Observer&& observer = {}, const digging& how = {}) {
    if (!detail::has_room(how, mask.height(), mask.width()))
        return detail::no_memory_for<A>(static_cast<std::uint64_t>(mask.height()) *
                                        static_cast<std::uint64_t>(mask.width()));
    return detail::dig(algorithm, maze::make(mask), seed, observer, how);
}

/// The same with the algorithm as a type: `generate<wilson>(25, 30, 7)`.
template <Generator A, class Observer = no_observer>
    requires std::default_initializable<A>
[[nodiscard]] parsed<maze> generate(std::int64_t rows, std::int64_t cols, std::uint64_t seed,
                                    Observer&& observer = {}, const digging& how = {}) {
    return generate(A{}, rows, cols, seed, observer, how);
}
/// The same for the rooms that `mask` leaves open.
template <Generator A, class Observer = no_observer>
    requires std::default_initializable<A>
[[nodiscard]] parsed<maze> generate(const grid& mask, std::uint64_t seed, Observer&& observer = {},
                                    const digging& how = {}) {
    return generate(A{}, mask, seed, observer, how);
}

}  // namespace senda::mazegen
