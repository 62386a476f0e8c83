// SPDX-License-Identifier: MIT
// How a game ends with best play: filling moves of closed regions are counted, the rest searched.
#pragma once

#include <senda/amazons/cell.hpp>
#include <senda/amazons/endgame/endgame_position.hpp>
#include <senda/amazons/endgame/filling_moves.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/position.hpp>
#include <senda/games/solve.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace senda::amazons {

/// Options of the exact search.
struct endgame_options {
    /// Where to give up: `expansions` counts positions, `bytes` is for their table.
    senda::limits limits = {};
    /// Who may end it from outside.
    stop_token stop = {};
    /// With more contested cells than this it does not try.
    int most_contested = std::numeric_limits<int>::max();
    /// The size of the table of positions.
    std::uint64_t table_bytes = std::uint64_t{64} << 20U;
    /// The positions that are looked at to find out whether a region has so many filling moves.
    std::uint64_t filling_positions = 2'000;
};

/// What the exact search found.
struct endgame_result {
    /// How the game ends for the player to move; nothing if it is not known.
    std::optional<games::outcome> outcome = {};
    /// A play that brings it about. Also given when the outcome is not known but every region has
    /// one player only: one that keeps as many plays as are known to be possible.
    std::optional<play> best = {};
    /// Whether every region has one player only.
    bool separate = false;
    std::uint64_t nodes = 0;  ///< positions that were looked at
    double seconds = 0;
    /// `found` when the outcome is certain, `exhausted` when the game is over, else its limit.
    senda::status status = status::running;

    [[nodiscard]] explicit operator bool() const noexcept { return outcome.has_value(); }
};

/// An exact search that keeps what it found out from one position to the next.
class endgame_solver {
    // The filling moves of both players in the regions of one player each.
    struct region_totals {
        filling_bounds own = {};
        filling_bounds other = {};
        bool is_first_exact = false;  // `own.first` is the first of as many as its region has
        bool separate = true;
    };

public:
    endgame_solver() = default;
    endgame_solver(const endgame_solver&) = delete;
    endgame_solver& operator=(const endgame_solver&) = delete;

    /// Finds out how the game ends from a position.
    template <class Board>
    [[nodiscard]] endgame_result run(const Board& b, const endgame_options& o = {}) {
        const double started = senda::detail::now_in_seconds();
        endgame_result r;
        if (!b.has_play()) {
            r.outcome = games::outcome::loss;
            r.status = status::exhausted;
            return r;
        }
        limits counting = o.limits;
        if (counting.expansions < limits{}.expansions / positions_per_search)
            counting.expansions *= positions_per_search;
        filling_.begin(counting, o.stop);
        const region_totals totals = count(b, o.filling_positions);
        r.separate = totals.separate;
        if (totals.separate) {
            r.best = totals.own.first;
            if (totals.own.lower > totals.other.upper) r.outcome = games::outcome::win;
            if (totals.own.upper <= totals.other.lower) r.outcome = games::outcome::loss;
            r.status = r.outcome ? status::found : status::expansion_limit;
        }
        if (!r.outcome) search(b, o, totals, r);
        r.seconds = senda::detail::now_in_seconds() - started;
        return r;
    }

private:
    // Counting a position of one player takes a small part of the time that searching one takes.
    static constexpr std::uint64_t positions_per_search = 20;
    // What is counted at every step of the search must be quick.
    static constexpr std::uint64_t filling_positions_in_search = 100;

    template <class Board>
    [[nodiscard]] region_totals count(const Board& b, std::uint64_t positions) {
        region_totals totals;
        const cell_set own = b.amazons(b.to_move());
        const cell_set other = b.amazons(opponent(b.to_move()));
        const cell_set empty = b.empty_cells();
        for_each_region(own | other | empty, [&](cell_set region) {
            const bool has_own = !(own & region).empty();
            const bool has_other = !(other & region).empty();
            if ((empty & region).empty() || (!has_own && !has_other)) return;
            if (has_own && has_other) {
                totals.separate = false;
                return;
            }
            const filling_bounds n =
                filling_.run((own | other) & region, empty & region, positions);
            filling_bounds& sum = has_own ? totals.own : totals.other;
            sum.lower += n.lower;
            sum.upper += n.upper;
            if (!has_own || !n.first || totals.is_first_exact) return;
            sum.first = n.first;
            totals.is_first_exact = n.is_exact();
        });
        return totals;
    }

    template <class Board>
    void search(const Board& b, const endgame_options& o, const region_totals& totals,
                endgame_result& r) {
        const endgame_position position(b, filling_,
                                        std::min(o.filling_positions, filling_positions_in_search));
        r.status = status::expansion_limit;
        if (position.empty_cells().count() > o.most_contested) return;
        solver_.set_options({.limits = o.limits, .stop = o.stop, .table_bytes = o.table_bytes});
        const auto found = solver_.run(position);
        r.nodes = found.nodes;
        r.status = found.status;
        if (!found.outcome) return;
        r.outcome = found.outcome;
        if (found.move && *found.move != endgame_position::spare_play) {
            r.best = found.move;
        } else if (totals.own.first) {
            r.best = totals.own.first;
            if (!totals.is_first_exact && found.outcome == games::outcome::win) r.outcome.reset();
        } else {
            r.best = games::detail::first_move(b);
        }
        r.status = r.outcome ? status::found : status::expansion_limit;
    }

    filling_search filling_;
    games::solver<endgame_position> solver_;
};

/// Finds out how the game ends when both play best, and a play for that; or which limit stopped it.
template <class Board>
[[nodiscard]] endgame_result solve_endgame(const Board& b, const endgame_options& o = {}) {
    return endgame_solver().run(b, o);
}

}  // namespace senda::amazons
