// SPDX-License-Identifier: MIT
// A map solved by looking at all states of the game: plain and exact, to test the solvers against.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/rules.hpp>
#include <senda/graph/hash.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace support {

/// The most one-time cells that a state can tell apart.
inline constexpr std::size_t most_one_time_cells_in_states = 64;

namespace pacman_states {

using namespace senda::pacman;
using senda::search_control;
using senda::status;

/// All that matters of a game under way, and how it came about.
struct game_state {
    energy left;
    std::uint64_t gone;  // a bit for each one-time cell
    place at;
    std::uint32_t parent;

    [[nodiscard]] bool is_same(const game_state& other) const noexcept {
        return at == other.at && left == other.left && gone == other.gone;
    }
    [[nodiscard]] std::uint64_t hash() const noexcept {
        return senda::hash_combine(senda::hash_combine(at, static_cast<std::uint64_t>(left)), gone);
    }
};

/// States in the order in which they were found, each once.
class state_list {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit state_list(senda::memory_budget& budget) : states_(budget), slots_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }
    [[nodiscard]] const game_state& operator[](std::size_t i) const noexcept { return states_[i]; }

    /// Appends a state if it is new; false if there is no memory for it.
    [[nodiscard]] bool add(const game_state& s) {
        if (2 * (states_.size() + 1) > slots_.size() && !grow()) return false;
        const std::size_t slot = slot_of(s);
        if (slots_[slot] != 0) return true;
        if (states_.size() >= none - 1 || !states_.push(s)) return false;
        slots_[slot] = static_cast<std::uint32_t>(states_.size());
        return true;
    }

private:
    [[nodiscard]] std::size_t slot_of(const game_state& s) const noexcept {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = static_cast<std::size_t>(s.hash()) & mask;
        while (slots_[slot] != 0 && !states_[slots_[slot] - 1].is_same(s)) slot = (slot + 1) & mask;
        return slot;
    }

    bool grow() {
        // By the states and not by the table, which is gone where memory was refused before.
        const std::size_t size = std::bit_ceil(2 * states_.size() + 2);
        if (!slots_.assign_zeros(std::max<std::size_t>(1024, size))) return false;
        for (std::size_t i = 0; i < states_.size(); ++i)
            slots_[slot_of(states_[i])] = static_cast<std::uint32_t>(i + 1);
        return true;
    }

    senda::buffer<game_state> states_;
    senda::buffer<std::uint32_t> slots_;  // the number of a state, from 1; 0 if empty
};

/// Looks at the states breadth first, so that each is reached by the fewest moves.
class exhaustive_search {
public:
    exhaustive_search(const board& b, goal_kind goal, search_control& control)
        : board_(&b), goal_(goal), control_(&control), states_(control.budget()) {}

    /// Looks at everything that could matter; the control says whether it came to the end.
    void run() {
        if (!states_.add({board_->start_energy(), 0, board_->start(), state_list::none}))
            return control_->end(status::memory_limit);
        std::size_t level_end = 1;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (i == level_end) {
                // All routes with so many moves have been seen.
                if (goal_ == goal_kind::shortest && best_) return;
                ++moves_;
                level_end = states_.size();
            }
            if (!control_->may_expand()) return;
            if (!expand(static_cast<std::uint32_t>(i))) return control_->end(status::memory_limit);
        }
    }

    /// The best route seen.
    [[nodiscard]] std::optional<route> best() const {
        if (!best_) return std::nullopt;
        std::vector<place> cells{board_->goal()};
        for (std::uint32_t i = best_->from; i != state_list::none; i = states_[i].parent)
            cells.push_back(states_[i].at);
        std::reverse(cells.begin(), cells.end());
        return route_along(*board_, std::move(cells));
    }

    /// The moves of the states that are looked at: all routes with fewer were seen.
    [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }
    [[nodiscard]] std::uint64_t states() const noexcept { return states_.size(); }

private:
    bool expand(std::uint32_t i) {
        const game_state from = states_[i];
        bool room = true;
        board_->for_each_neighbour(from.at, [&](place to, direction) {
            const std::optional<std::size_t> number = board_->one_time_number(to);
            const std::uint64_t bit = number ? std::uint64_t{1} << *number : 0;
            const energy left = energy_after((*board_)[to], from.left, (from.gone & bit) != 0);
            const verdict v = verdict_at(*board_, to, left);
            // States come by ascending moves, so the first of equal energy has the fewest.
            if (v == verdict::won && (!best_ || left > best_->left)) best_ = arrival{left, i};
            if (v == verdict::going_on) room = room && states_.add({left, from.gone | bit, to, i});
        });
        return room;
    }

    struct arrival {
        energy left;
        std::uint32_t from;
    };

    const board* board_;
    goal_kind goal_;
    search_control* control_;
    state_list states_;
    std::uint64_t moves_ = 1;
    std::optional<arrival> best_ = {};
};

/// Whether a way leads from the start to the goal for one who never runs out of energy.
[[nodiscard]] inline bool is_connected(const board& b) {
    std::vector<bool> seen(b.bound());
    std::vector<place> open{b.start()};
    seen[b.start()] = true;
    while (!open.empty() && !seen[b.goal()]) {
        const place p = open.back();
        open.pop_back();
        b.for_each_neighbour(p, [&](place n, direction) {
            if (!seen[n]) open.push_back(n);
            seen[n] = true;
        });
    }
    return seen[b.goal()];
}

}  // namespace pacman_states

/// Solves a map by looking at all states that a game can come to: place, energy and one-time cells
/// gone. A map with more than `most_one_time_cells_in_states` ends in `outcome::limit` at once.
[[nodiscard]] inline senda::pacman::answer solve_exhaustively(
    const senda::pacman::board& b, senda::pacman::goal_kind goal,
    const senda::pacman::question& q = {}) {
    using namespace pacman_states;
    search_control control({.limits = q.limits, .stop = q.stop});
    answer a;
    if (first_verdict(b) == verdict::won) {
        a.best = route{{}, {b.start()}, b.start_energy()};
        control.end(status::found);
    } else if (!is_connected(b)) {
        a.obstacle = obstacle::unreachable;
        control.end(status::exhausted);
    } else if (b.one_time_cells().size() > most_one_time_cells_in_states) {
        control.end(status::memory_limit);
    } else {
        exhaustive_search search(b, goal, control);
        search.run();
        a.best = search.best();
        a.lower_bound = search.moves();
        a.statistics.labels = search.states();
        if (control.running() && !a.best) a.obstacle = obstacle::exhausted;
        if (control.running()) control.end(a.best ? status::found : status::exhausted);
    }
    if (control.status() == status::found) {
        a.outcome = outcome::solved;
        a.optimal = true;
        if (goal == goal_kind::richest) a.upper_bound = a.best->left;
        a.lower_bound = goal == goal_kind::shortest ? a.best->moves.size() : a.lower_bound;
    } else if (control.status() == status::exhausted) {
        a.outcome = outcome::no_route;
        a.lower_bound = no_moves;
    }
    const senda::statistics used = control.statistics();
    a.statistics.expanded = used.expanded;
    a.statistics.bytes = used.bytes;
    a.statistics.seconds = used.seconds;
    a.statistics.ended = control.status();
    return a;
}

}  // namespace support
