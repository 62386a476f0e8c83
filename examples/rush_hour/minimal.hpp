// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/solve.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace senda::rush_hour {

namespace detail {

/// A board without one of its vehicles, which is not the red car.
[[nodiscard]] inline board without_vehicle(const board& b, std::size_t index) {
    std::array<vehicle, most_vehicles> left{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < b.vehicles().size(); ++i)
        if (i != index) left[count++] = b.vehicles()[i];
    return *board::make({left.data(), count}, b.walls());
}

/// Tests whether boards need all their vehicles and walls, one after the other in the same memory.
class minimal_test {
public:
    /// Counts and allocates by the control, which must outlive it.
    explicit minimal_test(senda::search_control& control) : control_(&control) {}

    /// Whether each vehicle and each wall, but for those in `outside`, saves a slide if it is left
    /// out; nothing if a limit came, which then ends the control. A board without it never needs
    /// more. `moves` are those of a shortest solution, and `moved` the vehicles (a bit each, in the
    /// order of `vehicles()`) that go in one: without one of them its slides are saved.
    [[nodiscard]] std::optional<bool> test(const board& b, std::uint32_t moves, std::uint32_t moved,
                                           cell_set outside = 0) {
        for (std::size_t i = 1; i < b.vehicles().size(); ++i) {
            if ((moved >> i & 1U) != 0) continue;
            const std::optional<bool> same = needs(without_vehicle(b, i), moves);
            if (!same || *same) return same ? std::optional{false} : std::nullopt;
        }
        for (cell_set left = b.walls() & ~outside; left != 0; left &= left - 1) {
            const auto fewer = board::make(b.vehicles(), b.walls() & ~(left & (~left + 1)));
            const std::optional<bool> same = needs(*fewer, moves);
            if (!same || *same) return same ? std::optional{false} : std::nullopt;
        }
        return true;
    }

    /// Whether a board that can be solved by so many slides cannot be by fewer; nothing if a limit
    /// came.
    [[nodiscard]] std::optional<bool> needs(const board& b, std::uint32_t moves) {
        const car_park park(b);
        const goal_test one_before{park.lines()[exit_row].table->slides.data(), park.exits()};
        if (moves == 0) return true;
        if (b.solved()) return false;
        if (moves == 1) return true;
        if (one_before(park.start())) return false;
        search_.restart(park, metric::slide);
        search_.add(park.start());
        const senda::status ended = search_.run(*control_, one_before, moves - 2);
        if (ended == status::found) return false;
        if (ended == status::cost_limit || ended == status::exhausted) return true;
        control_->end(ended);
        return std::nullopt;
    }

private:
    senda::search_control* control_;
    breadth_first_search search_;
};

/// The vehicles that move, a bit each in the order of `vehicles()`.
[[nodiscard]] inline std::uint32_t moved_vehicles(const board& b,
                                                  std::span<const move> moves) noexcept {
    std::uint32_t moved = 0;
    for (const move m : moves) moved |= 1U << *b.index_of(m.vehicle);
    return moved;
}

}  // namespace detail

/// Whether a board can be solved, and each vehicle but the red car and each wall costs a slide at
/// least: without it, a shortest solution has fewer. Nothing if a limit or the stop token came
/// first.
[[nodiscard]] inline std::optional<bool> is_minimal(const board& b, const limits& l = {},
                                                    stop_token stop = {}) {
    const answer a = solve(b, {.limits = l, .stop = stop});
    if (a.outcome == outcome::limit) return std::nullopt;
    if (!a) return false;
    senda::search_control control({.limits = l, .stop = stop});
    return detail::minimal_test(control).test(b, *a.cost, detail::moved_vehicles(b, a.solution));
}

}  // namespace senda::rush_hour
