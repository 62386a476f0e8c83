// SPDX-License-Identifier: MIT
// A maze as a graph of states for any search, and as a resource model for `constrained`.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::maze {

/// The cells of a maze as a graph: where a runner can step, life left aside. Nothing leads on from
/// the end. The board must outlive it.
class cell_graph {
public:
    using node_type = place;

    /// The cells of that board.
    explicit cell_graph(const board& b) noexcept : board_(&b) {}

    /// Calls `emit(place)` for each cell beside `from` that is no wall, in the fixed order.
    template <class Emit>
    void successors(place from, Emit&& emit) const {
        if (from != board_->end()) board_->for_each_neighbour(from, emit);
    }

    [[nodiscard]] std::size_t index(place p) const noexcept { return p; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return board_->bound(); }

private:
    const board* board_;
};

/// What a runner carries from cell to cell.
struct inventory {
    life_points life = 0;     ///< what is left
    std::uint64_t taken = 0;  ///< a bit for each treasure that is gone

    friend constexpr bool operator==(const inventory&, const inventory&) = default;
};

/// The rules of life as a resource model: `constrained(cell_graph(b), b.start(), b.end(),
/// life_rules(b), inventory{b.life()})` finds the fewest steps. The board must outlive it and has
/// at most 64 treasures.
class life_rules {
public:
    /// The rules on that board, of at most 64 treasures.
    explicit life_rules(const board& b) noexcept : board_(&b) {
        assert(b.treasures().size() <= 64);
    }

    /// What is left after a step; nothing if it kills.
    template <class C, class Action>
    [[nodiscard]] std::optional<inventory> extend(const inventory& carried, place,
                                                  const edge<place, C, Action>& step) const {
        return enter(carried, step.to);
    }

    /// What is left after entering a cell; nothing if it kills.
    [[nodiscard]] std::optional<inventory> enter(const inventory& carried, place to) const {
        const char cell = (*board_)[to];
        const std::uint64_t bit = cell == 'T' ? std::uint64_t{1} << board_->treasure_number(to) : 0;
        const life_points life = life_after(cell, carried.life, (carried.taken & bit) != 0);
        if (dies(cell, life)) return std::nullopt;
        return inventory{life, carried.taken | bit};
    }

    /// Whether `a` can follow `b` wherever it goes, and never with less life: on the same path `a`
    /// loses the same by digits, and gains 5 less at most once for each treasure that `a` has taken
    /// and `b` has not.
    [[nodiscard]] bool dominates(const inventory& a, const inventory& b) const noexcept {
        const auto missed = static_cast<life_points>(std::popcount(a.taken & ~b.taken));
        return a.life - treasure_life * missed >= b.life;
    }

private:
    const board* board_;
};

/// All that matters of a runner on a route.
struct state {
    place at = no_place;      ///< where the runner is
    life_points life = 0;     ///< what is left of the life
    std::uint64_t taken = 0;  ///< a bit for each treasure that is gone

    friend constexpr bool operator==(const state&, const state&) = default;
};

/// The most treasures that a state can tell apart.
inline constexpr std::size_t most_treasures_in_states = 64;

/// The states of a maze as a graph: an edge is a move that does not kill, in the fixed order, and
/// nothing leads on from the end. The board must outlive it and has at most
/// `most_treasures_in_states` treasures.
class state_graph {
public:
    using node_type = state;

    /// The states of that board.
    explicit state_graph(const board& b) noexcept : board_(&b) {
        assert(b.treasures().size() <= most_treasures_in_states);
    }

    /// Where the runner begins.
    [[nodiscard]] state start() const noexcept { return {board_->start(), board_->life(), 0}; }

    /// Calls `emit(state)` for each move that the runner survives.
    template <class Emit>
    void successors(const state& from, Emit&& emit) const {
        if (from.at == board_->end()) return;
        board_->for_each_neighbour(from.at, [&](place to) {
            const auto left = life_rules(*board_).enter({from.life, from.taken}, to);
            if (left) emit(state{to, left->life, left->taken});
        });
    }

    [[nodiscard]] std::uint64_t hash(const state& s) const noexcept {
        const auto life = static_cast<std::uint64_t>(s.life);
        return senda::detail::combine(senda::detail::combine(s.at, life), s.taken);
    }

private:
    const board* board_;
};

}  // namespace senda::maze
