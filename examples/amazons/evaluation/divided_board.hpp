// SPDX-License-Identifier: MIT
// A board on which a play is two moves of one player: an amazon goes, then it shoots.
#pragma once

#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/play.hpp>
#include <senda/games/position.hpp>

#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <optional>

namespace senda::amazons::detail {

/// An amazon or its arrow goes from one cell to another.
struct half_play {
    cell from;
    cell to;

    friend constexpr auto operator<=>(const half_play&, const half_play&) = default;
};

/// For searches that cannot look at thousands of plays: there are less than a hundred moves of an
/// amazon, and then some twenty shots. A move's prior leaves its arrow out; that of a shot is the
/// logarithm of the odds to win after it.
template <class Board>
class divided_board {
public:
    using move_type = half_play;

    /// Refers to the weights, which must outlive it.
    divided_board(const Board& b, const weights& w) noexcept
        : amazons_{b.amazons(player::white), b.amazons(player::black)},
          empty_(b.empty_cells()),
          to_move_(b.to_move()),
          weights_(&w) {}

    [[nodiscard]] constexpr player player_to_move() const noexcept { return to_move_; }
    [[nodiscard]] constexpr cell_set amazons(player p) const noexcept { return amazons_[index(p)]; }
    [[nodiscard]] constexpr cell_set empty_cells() const noexcept { return empty_; }

    template <class Visit>
    constexpr void for_each_move(Visit&& visit) const {
        if (is_shot_due_) return (void)for_each_to(moved_, visit);
        for (cell_set left = amazons(to_move_); !left.empty(); left.erase(left.first()))
            if (!for_each_to(left.first(), visit)) return;
    }

    constexpr void make(const half_play& h) noexcept {
        if (is_shot_due_) {
            empty_.erase(h.to);
            to_move_ = opponent(to_move_);
        } else {
            go(h);
            moved_ = h.to;
        }
        is_shot_due_ = !is_shot_due_;
    }
    constexpr void unmake(const half_play& h) noexcept {
        if (is_shot_due_) {
            go(h);
        } else {
            empty_.insert(h.to);
            to_move_ = opponent(to_move_);
            moved_ = h.from;
        }
        is_shot_due_ = !is_shot_due_;
    }

    [[nodiscard]] constexpr std::optional<games::outcome> terminal() const noexcept {
        if (is_shot_due_ || !(with_neighbours(amazons(to_move_)) & empty_).empty())
            return std::nullopt;
        return games::outcome::loss;
    }

    [[nodiscard]] double prior(const half_play& h) const noexcept { return priors()(h); }

    /// The priors of all moves: an amazon whose view does not change reaches the same cells.
    [[nodiscard]] auto priors() const noexcept {
        std::array<cell_set, 128> views;
        for_each_cell(amazons_[0] | amazons_[1],
                      [&](cell amazon) { views[amazon.number] = queen_view(amazon, empty_); });
        return [this, views](const half_play& h) {
            constexpr double sure_win = 1e6;
            divided_board after = *this;
            after.make(h);
            if (after.terminal()) return sure_win;
            const cell_set changed = empty_ ^ after.empty_;
            return after.log_odds_of(to_move_, [&](cell amazon) {
                const bool is_same = amazon != h.to && (views[amazon.number] & changed).empty();
                return is_same ? views[amazon.number] & after.empty_
                               : queen_reach(amazon, after.empty_);
            });
        };
    }
    [[nodiscard]] constexpr bool priors_are_odds() const noexcept { return is_shot_due_; }

    /// The probability that the player to move wins.
    [[nodiscard]] double win_probability() const noexcept {
        const auto reach = [this](cell amazon) { return queen_reach(amazon, empty_); };
        return 1 / (1 + std::exp(-log_odds_of(to_move_, reach)));
    }

private:
    static constexpr std::size_t index(player p) noexcept { return p == player::white ? 0 : 1; }

    template <class Visit>
    constexpr bool for_each_to(cell from, Visit& visit) const {
        for (cell_set tos = queen_reach(from, empty_); !tos.empty(); tos.erase(tos.first()))
            if (!visit(half_play{from, tos.first()})) return false;
        return true;
    }

    constexpr void go(const half_play& h) noexcept {
        const cell_set moved = cell_set{h.from} ^ cell_set { h.to };
        amazons_[index(to_move_)] ^= moved;
        empty_ ^= moved;
    }

    // Who has moved has played, but for the arrow: it is as good as the opponent's turn.
    template <class Reach>
    [[nodiscard]] double log_odds_of(player p, Reach reach) const noexcept {
        const player next = is_shot_due_ ? opponent(to_move_) : to_move_;
        const auto of_next =
            static_cast<double>(log_odds(detail::features_of(*this, next, reach), *weights_));
        return p == next ? of_next : -of_next;
    }

    std::array<cell_set, 2> amazons_;
    cell_set empty_;
    player to_move_;
    bool is_shot_due_ = false;
    cell moved_ = {};  // the amazon whose shot is due
    const weights* weights_;
};

static_assert(games::TurnPosition<divided_board<board>> &&
              games::PriorPosition<divided_board<board>>);

}  // namespace senda::amazons::detail
