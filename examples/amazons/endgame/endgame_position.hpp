// SPDX-License-Identifier: MIT
// A position near the end of a game, without the regions where one player is alone.
#pragma once

#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <amazons/endgame/compact_set.hpp>
#include <amazons/endgame/filling_moves.hpp>
#include <amazons/play.hpp>
#include <senda/games/position.hpp>
#include <senda/games/solve.hpp>
#include <senda/storage/random.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::amazons {

/// Cells that are contested, and by how many plays the player to move is ahead elsewhere.
template <class Set>
struct contested_cells {
    Set own = {};    ///< the amazons of the player to move
    Set other = {};  ///< those of the other
    Set empty = {};  ///< the cells that are free
    int ahead = 0;   ///< of the player to move, elsewhere
};

/// The contested regions. All others are integers in the sense of E. Berlekamp, J. Conway and
/// R. Guy, Winning ways (1982). Regions add up: equal ones have the same hash wherever they lie,
/// and their hashes are added.
template <class Set>
class endgame_position {
    struct state {
        contested_cells<Set> on;
        std::uint64_t regions = 0;  // the sum of their hashes
        std::optional<games::outcome> end = {};
    };

public:
    using move_type = play;

    /// Stands for any play in a region that is counted.
    static constexpr play spare_play{};

    /// `f` must outlive it. A region that takes more than `positions` to count stays as it is.
    endgame_position(const contested_cells<Set>& cells, filling_search<Set>& f,
                     std::uint64_t positions)
        : now_{.on = cells}, filling_(&f), positions_(positions) {
        reduce();
    }

    /// The same position with another search that counts, for another thread.
    [[nodiscard]] endgame_position counted_by(filling_search<Set>& f) const {
        endgame_position copy = *this;
        copy.filling_ = &f;
        return copy;
    }

    /// The regions that are not counted, and the lead in those that are.
    [[nodiscard]] const contested_cells<Set>& contested() const noexcept { return now_.on; }

    template <class Visit>
    void for_each_move(Visit&& visit) const {
        if (detail::for_each_play(now_.on.own, now_.on.empty, visit) && now_.on.ahead > 0)
            (void)visit(spare_play);
    }
    [[nodiscard]] std::uint64_t count_moves() const noexcept {
        const int plays = detail::count_plays(now_.on.own, now_.on.empty);
        return static_cast<std::uint64_t>(plays) + (now_.on.ahead > 0 ? 1 : 0);
    }

    /// By how many cells the player to move seems ahead: those that she reaches in fewer steps of
    /// a king, less those that the other does.
    [[nodiscard]] int moves_ahead() const noexcept {
        auto [own, other, left, lead] = now_.on;
        for (;;) {
            const Set own_next = with_neighbours(own) & left;
            const Set other_next = with_neighbours(other) & left;
            if ((own_next | other_next).empty()) return lead;
            lead += (own_next & ~other_next).count() - (other_next & ~own_next).count();
            left &= ~(own_next | other_next);
            own |= own_next;
            other |= other_next;
        }
    }

    void make(const play& p) {
        before_.push_back(now_);
        auto& [own, other, empty, ahead] = now_.on;
        if (p == spare_play) {
            --ahead;
        } else {
            detail::toggle_play(p, own, empty);
        }
        std::swap(own, other);
        ahead = -ahead;
        reduce();
    }
    void unmake(const play&) {
        now_ = before_.back();
        before_.pop_back();
    }

    /// How it ends, if the counts alone say so.
    [[nodiscard]] std::optional<games::outcome> terminal() const noexcept { return now_.end; }

    [[nodiscard]] std::uint64_t hash() const noexcept {
        return now_.regions + senda::splitmix64(static_cast<std::uint64_t>(now_.on.ahead + 1024));
    }

private:
    // Takes out the regions where nothing is contested any more, and looks whether counting tells
    // the end: who is ahead after all that the other can make of the rest wins.
    void reduce() {
        const contested_cells<Set> all = now_.on;
        now_ = {.on = {.ahead = all.ahead}};
        auto& [own, other, empty, ahead] = now_.on;
        for_each_region(all.own | all.other | all.empty, [&](Set region) {
            const Set own_here = all.own & region;
            const Set other_here = all.other & region;
            const Set empty_here = all.empty & region;
            if (empty_here.empty() || (own_here | other_here).empty()) return;
            if (own_here.empty() || other_here.empty()) {
                const filling_bounds plays =
                    filling_->run(own_here | other_here, empty_here, positions_);
                if (plays.is_exact()) {
                    now_.on.ahead += other_here.empty() ? plays.lower : -plays.lower;
                    return;
                }
            }
            now_.on.own |= own_here;
            now_.on.other |= other_here;
            now_.on.empty |= empty_here;
            now_.regions += detail::region_key(own_here, other_here, empty_here);
        });
        const bool is_stuck = ahead <= 0 && (with_neighbours(own) & empty).empty();
        if (has_sure_lead(own, other, 1 - ahead)) {
            now_.end = games::outcome::win;
        } else if (is_stuck || has_sure_lead(other, own, ahead)) {
            now_.end = games::outcome::loss;
        }
    }

    // Whether the first player is so many plays ahead in what is contested, whatever the second
    // does. She fills the cells that only she can reach, her guards standing still until they close
    // the door, and leaves all others to the second: whose plays are no more than these cells.
    [[nodiscard]] bool has_sure_lead(Set first, Set second, int wanted) {
        const Set reached = reached_within(second, second | now_.on.empty);
        const Set kept = now_.on.empty & ~reached;
        const Set left = now_.on.empty & reached;
        const int plays = wanted + left.count();
        if (plays <= 0) return true;
        if (kept.count() < plays - gain_of_sortie) return false;
        const Set guards = first & with_neighbours(reached);
        if (can_fill(kept, first, guards, plays)) return true;
        // One amazon may also go out, and shoot back at where she stood: with so many cells around
        // her, the second cannot take them all before.
        constexpr int enough_ways_out = 3;
        for (Set out = guards; !out.empty(); out.erase(out.first())) {
            const Set one{out.first()};
            if ((with_neighbours(one) & left).count() >= enough_ways_out &&
                can_fill(kept, first & ~one, guards & ~one, plays - gain_of_sortie))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool can_fill(Set cells, Set amazons, Set guards, int plays) {
        return plays <= 0 ||
               (cells.count() >= plays &&
                filling_->run_guarded(amazons, guards, cells, positions_).lower >= plays);
    }

    // A play more for the one, and a cell less for the other.
    static constexpr int gain_of_sortie = 2;

    state now_;
    std::vector<state> before_;
    filling_search<Set>* filling_;
    std::uint64_t positions_;
};

static_assert(games::HashedPosition<endgame_position<cell_set>> &&
              games::CountingPosition<endgame_position<cell_set>> &&
              games::GuessingPosition<endgame_position<cell_set>>);

}  // namespace senda::amazons
