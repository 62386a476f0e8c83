// SPDX-License-Identifier: MIT
// Lower bounds on the energy that is needed in each cell to reach the goal in the moves left.
#pragma once

#include <pacman/shortest/prepared_map.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::pacman::detail {

/// What a route must have: at most so many moves, at least so much energy in the goal.
struct target {
    std::uint32_t moves = 0;
    energy left = -infinite_energy;
};

/// The last moves of a walk, the latest in the lowest two bits.
using recent_moves = std::uint32_t;

/// How many of the last moves count, at most.
inline constexpr std::uint32_t most_recent = 3;

/// All moves before those that count.
[[nodiscard]] constexpr recent_moves bound_of_recent(std::uint32_t count) noexcept {
    return recent_moves{1} << (2 * count);
}

/// The last moves after one more.
[[nodiscard]] constexpr recent_moves with_move(recent_moves recent, std::size_t d) noexcept {
    return (recent << 2U | static_cast<recent_moves>(d)) & (bound_of_recent(most_recent) - 1);
}

/// For all last moves a bit for each direction: whether that move leads to a cell which they left.
using return_table = std::array<std::uint8_t, bound_of_recent(most_recent)>;
[[nodiscard]] constexpr return_table returns_after(std::uint32_t count) noexcept {
    constexpr std::array<int, 4> right = {0, 0, -1, 1};
    constexpr std::array<int, 4> down = {-1, 1, 0, 0};
    return_table returns{};
    for (recent_moves recent = 0; recent < bound_of_recent(count); ++recent) {
        int x = 0;
        int y = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::size_t moved = recent >> (2 * i) & 3U;
            x -= right[moved];
            y -= down[moved];
            for (std::size_t d = 0; d < 4; ++d)
                if (x == right[d] && y == down[d])
                    returns[recent] = static_cast<std::uint8_t>(returns[recent] | 1U << d);
        }
    }
    return returns;
}

/// The least energy in each cell with which a walk reaches the goal in time, if food could be eaten
/// again, but not by one who comes back to it within a few moves. On a route each food is eaten
/// once, so this is a lower bound.
///
/// A bomb costs its force once. To stay a lower bound, the force is divided by how often the bomb
/// can be entered on a route with so many moves; to come back within a few moves costs nothing.
///
/// The moves left are counted by the slack, half of those beyond the fewest: a move towards the
/// goal keeps it, a move away takes one. (All paths between two cells of a grid have one parity.)
class energy_bounds {
    static constexpr return_table returns_after_one = returns_after(1);
    static constexpr return_table returns_after_most = returns_after(most_recent);
    // Beyond so many numbers only the very last move counts.
    static constexpr std::size_t many = std::size_t{1} << 24U;

public:
    explicit energy_bounds(const prepared_map& m)
        : map_(&m),
          first_(m.control().budget()),
          table_(m.control().budget()),
          order_(m.control().budget()) {}

    /// Computes the bounds; false if a limit came first.
    [[nodiscard]] bool prepare(const target& wanted) {
        wanted_ = wanted;
        order_.clear();
        if (!fits(first_.assign_zeros(map_->map().bound()))) return false;
        std::size_t levels = 0;
        for (place p = 0; p < map_->map().bound(); ++p) {
            if (!is_within_limit(p)) continue;
            first_[p] = levels;
            levels += std::size_t{most_slack(p)} + 1;
            if (!fits(order_.push(p))) return false;
        }
        std::sort(order_.begin(), order_.end(), [&](place a, place b) {
            const std::uint32_t to_a = (*map_)[a].to_goal;
            const std::uint32_t to_b = (*map_)[b].to_goal;
            return to_a != to_b ? to_a < to_b : a < b;
        });
        recent_ = levels <= many / bound_of_recent(most_recent) ? most_recent : 1;
        return fits(table_.assign_zeros(levels * row_size())) && compute();
    }

    /// Whether a route with so many moves can pass a cell.
    [[nodiscard]] bool is_within_limit(place p) const noexcept {
        const prepared_cell& cell = (*map_)[p];
        return cell.is_open() && cell.from_start + cell.to_goal <= wanted_.moves;
    }

    /// The energy needed after those last moves in a cell that is within the limit and not the
    /// goal; `moves` is how many of them there were.
    [[nodiscard]] energy operator()(place p, std::uint32_t slack, recent_moves recent,
                                    std::uint32_t moves) const noexcept {
        const energy* const row = row_of(p, slack);
        if (moves >= recent_) return row[recent & (row_size() - 1)];
        energy least = infinite_energy;  // nothing is known of the moves before the first
        const recent_moves known = bound_of_recent(moves);
        for (recent_moves r = recent & (known - 1); r < row_size(); r += known)
            least = std::min(least, row[r]);
        return least;
    }

    /// What entering a bomb again, now and later, may be charged though it has exploded, for one
    /// who can come back to it with that slack left.
    [[nodiscard]] energy overcharge(place bomb, std::uint32_t slack) const noexcept {
        return charge(bomb) * std::min(most_slack(bomb) / loop(), 1 + slack / loop());
    }

    [[nodiscard]] std::size_t size() const noexcept { return table_.size(); }

private:
    [[nodiscard]] bool fits(bool had_room) const { return map_->control().fits(had_room); }

    /// The numbers for one cell and slack: one for all last moves that count.
    [[nodiscard]] recent_moves row_size() const noexcept { return bound_of_recent(recent_); }
    [[nodiscard]] const energy* row_of(place p, std::uint32_t slack) const noexcept {
        return table_.data() + (first_[p] + slack) * row_size();
    }

    /// The least slack of a walk from a cell and back to it that is not within a few moves.
    [[nodiscard]] std::uint32_t loop() const noexcept { return recent_ / 2 + 2; }

    [[nodiscard]] energy charge(place bomb) const noexcept {
        return -(*map_)[bomb].prize / (1 + most_slack(bomb) / loop());
    }

    [[nodiscard]] std::uint32_t most_slack(place p) const noexcept {
        const prepared_cell& cell = (*map_)[p];
        return (wanted_.moves - cell.from_start - cell.to_goal) / 2;
    }

    bool compute() {
        const std::uint32_t levels = (wanted_.moves - map_->fewest_moves()) / 2 + 1;
        for (std::uint32_t slack = 0; slack < levels; ++slack) {
            for (const place p : order_) {
                if (slack > most_slack(p) || p == map_->map().goal()) continue;
                if (!map_->control().may_expand()) return false;
                settle(p, slack);
            }
        }
        return true;
    }

    /// What a move from a cell needs.
    struct onward_move {
        const energy* there = nullptr;  // by the last moves; null if there is no such move
        energy first = 0;               // what it costs to enter
        energy again = 0;               // and to come back within a few moves
    };

    [[nodiscard]] onward_move move_to(place p, place n, std::uint32_t slack) const noexcept {
        if (!is_within_limit(n)) return {};
        const prepared_cell& cell = (*map_)[n];
        const bool nearer = cell.to_goal < (*map_)[p].to_goal;
        if (!nearer && slack == 0) return {};
        const energy gain = cell.prize < 0 ? -charge(n) : cell.prize;
        onward_move m{row_of(n, nearer ? slack : slack - 1), cell.entry_cost - gain,
                      cell.entry_cost};
        // A start that is a one-time cell itself has not been used up when one comes back.
        if (n == map_->map().start()) m.again = std::min(m.again, m.first);
        return m;
    }

    void settle(place p, std::uint32_t slack) {
        const auto neighbours = map_->neighbours(p);
        energy at_once = infinite_energy;  // if the next move is the last
        std::array<onward_move, 4> moves;
        for (std::size_t d = 0; d < 4; ++d) {
            if (neighbours[d] == map_->map().goal()) {
                at_once = wanted_.left + 1;
            } else {
                moves[d] = move_to(p, neighbours[d], slack);
            }
        }
        const return_table& returns = recent_ == 1 ? returns_after_one : returns_after_most;
        energy* const row = table_.data() + (first_[p] + slack) * row_size();
        for (recent_moves recent = 0; recent < row_size(); ++recent) {
            energy least = at_once;
            for (std::size_t d = 0; d < 4; ++d) {
                if (moves[d].there == nullptr) continue;
                const energy there = moves[d].there[with_move(recent, d) & (row_size() - 1)];
                if (there == infinite_energy) continue;
                const bool again = (returns[recent] >> d & 1U) != 0;
                least = std::min(least, there + (again ? moves[d].again : moves[d].first));
            }
            row[recent] = std::max<energy>(1, least);
        }
    }

    const prepared_map* map_;
    target wanted_;
    senda::buffer<std::size_t> first_;  // the number of a cell's first row
    senda::buffer<energy> table_;
    senda::buffer<place> order_;  // nearest to the goal first
    std::uint32_t recent_ = most_recent;
};

}  // namespace senda::pacman::detail
