// SPDX-License-Identifier: MIT
// A maze as a graph of states, for any search.
#pragma once

#include <senda/graph/hash.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/resource.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace senda::maze {

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
