// SPDX-License-Identifier: MIT
// An exact search: filling moves of closed regions are counted, the rest searched.
#pragma once

#include <amazons/cell.hpp>
#include <amazons/endgame/compact_set.hpp>
#include <amazons/endgame/endgame_position.hpp>
#include <amazons/endgame/filling_moves.hpp>
#include <amazons/play.hpp>
#include <senda/games/position.hpp>
#include <senda/games/solve.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

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
    /// How many threads, no more than there are processors, `solve_endgame` may start once it takes
    /// long.
    unsigned threads = 1;
    /// Where `solve_endgame` writes how many plays are proven, and of how many, once threads share.
    search_progress* progress = nullptr;
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

namespace detail {

/// Counting in closed regions takes a small part of the time that searching a position takes.
[[nodiscard]] inline limits limits_of_counting(limits counting) noexcept {
    constexpr std::uint64_t positions_per_search = 20;
    if (counting.expansions < limits{}.expansions / positions_per_search)
        counting.expansions *= positions_per_search;
    return counting;
}

/// One thread proves what is contested.
template <class Set>
class lone_prover {
public:
    void begin(const endgame_options& o) {
        solver_.set_options({.limits = o.limits, .stop = o.stop, .table_bytes = o.table_bytes});
    }
    [[nodiscard]] auto run(const endgame_position<Set>& position) { return solver_.run(position); }

private:
    games::solver<endgame_position<Set>> solver_;
};

}  // namespace detail

/// An exact search that keeps what it found out from one position to the next. `Prover` says how
/// ends are proven where counting does not tell them.
template <template <class> class Prover>
class basic_endgame_solver {
    // The filling moves of both players in the regions of one player each.
    struct region_totals {
        filling_bounds own = {};
        filling_bounds other = {};
        bool is_first_exact = false;  // `own.first` is the first of as many as its region has
        bool separate = true;
    };

public:
    basic_endgame_solver() = default;
    basic_endgame_solver(const basic_endgame_solver&) = delete;
    basic_endgame_solver& operator=(const basic_endgame_solver&) = delete;

    /// Finds out how the game ends from a position.
    template <class Board>
    [[nodiscard]] endgame_result run(const Board& b, const endgame_options& o = {}) {
        const double started = senda::now_in_seconds();
        endgame_result r;
        if (!b.has_play()) {
            r.outcome = games::outcome::loss;
            r.status = status::exhausted;
            return r;
        }
        wide_.filling.begin(detail::limits_of_counting(o.limits), o.stop);
        const region_totals totals = count(b, o.filling_positions);
        r.separate = totals.separate;
        if (totals.separate) {
            r.best = totals.own.first;
            if (totals.own.lower > totals.other.upper) r.outcome = games::outcome::win;
            if (totals.own.upper <= totals.other.lower) r.outcome = games::outcome::loss;
            r.status = r.outcome ? status::found : status::expansion_limit;
        }
        if (!r.outcome) search(b, o, totals, r);
        r.seconds = senda::now_in_seconds() - started;
        return r;
    }

private:
    // What a search needs on cells of a kind: all of a board, or what fits in one word.
    template <class Set>
    struct workplace {
        filling_search<Set> filling;
        Prover<Set> prover;
    };

    static constexpr play spare = endgame_position<cell_set>::spare_play;

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
                wide_.filling.run((own | other) & region, empty & region, positions);
            filling_bounds& sum = has_own ? totals.own : totals.other;
            sum.lower += n.lower;
            sum.upper += n.upper;
            if (!has_own || !n.first || totals.is_first_exact) return;
            sum.first = n.first;
            totals.is_first_exact = n.is_exact();
        });
        return totals;
    }

    // A search of what is contested, in one word where that fits.
    template <class Board>
    void search(const Board& b, const endgame_options& o, const region_totals& totals,
                endgame_result& r) {
        const player to_move = b.to_move();
        const std::uint64_t counted = std::min(o.filling_positions, filling_positions_in_search);
        const endgame_position<cell_set> position(
            {b.amazons(to_move), b.amazons(opponent(to_move)), b.empty_cells()}, wide_.filling,
            counted);
        const auto& [own, other, empty, ahead] = position.contested();
        r.status = status::expansion_limit;
        if (empty.count() > o.most_contested) return;
        const auto frame = compact_frame::round(own | other | empty);
        if (!frame.fits) {
            search(wide_, position, o, r);
        } else {
            compact_.filling.begin(detail::limits_of_counting(o.limits), o.stop);
            search(compact_,
                   endgame_position<compact_set>(
                       {frame.compact(own), frame.compact(other), frame.compact(empty), ahead},
                       compact_.filling, counted),
                   o, r);
            if (r.best && *r.best != spare)
                r.best = play{frame.expand(r.best->from), frame.expand(r.best->to),
                              frame.expand(r.best->arrow)};
        }
        if (!r.outcome) return;
        if (!r.best || *r.best == spare) {
            r.best = totals.own.first ? totals.own.first : games::first_move(b);
            if (!totals.is_first_exact && r.outcome == games::outcome::win) r.outcome.reset();
        }
        r.status = r.outcome ? status::found : status::expansion_limit;
    }

    template <class Set>
    static void search(workplace<Set>& in, const endgame_position<Set>& position,
                       const endgame_options& o, endgame_result& r) {
        in.prover.begin(o);
        const auto found = in.prover.run(position);
        r.nodes = found.nodes;
        r.status = found.status;
        r.outcome = found.outcome;
        r.best = found.move;
        if (found.outcome != games::outcome::win || found.move) return;
        // Counting told that it is won. So it does after the right play, or a search must.
        for (const bool by_counting : {true, false})
            position.for_each_move([&](const play& p) {
                endgame_position<Set> next = position;
                next.make(p);
                const std::optional<games::outcome> end =
                    by_counting ? next.terminal() : in.prover.run(next).outcome;
                if (!r.best && end == games::outcome::loss) r.best = p;
                return !r.best;
            });
    }

    workplace<cell_set> wide_;
    workplace<compact_set> compact_;
};

/// An exact search on one thread that keeps what it found out from one position to the next.
using endgame_solver = basic_endgame_solver<detail::lone_prover>;

}  // namespace senda::amazons
