// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/component.hpp>
#include <rush_hour/generator/component_meter.hpp>
#include <rush_hour/generator/hard_boards.hpp>
#include <rush_hour/generator/random_board.hpp>
#include <rush_hour/generator/wanted.hpp>
#include <rush_hour/minimal.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/solve.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace senda::rush_hour::detail {

/// Makes boards as they are wanted, one an attempt, which a stream of random numbers determines.
class board_builder {
public:
    /// Works within these limits, whatever those of what is wanted.
    board_builder(const wanted& w, const senda::limits& l)
        : wanted_(w), control_({.limits = l, .stop = w.stop}), meter_(control_), test_(control_) {}
    board_builder(const board_builder&) = delete;
    board_builder& operator=(const board_builder&) = delete;

    /// A board, or nothing if this attempt led to none or a limit came. Calls `watch(depth)` with
    /// the most slides that a position of a car park needs, for each that was measured.
    template <class Watch>
    [[nodiscard]] std::optional<board> attempt(random_source random, Watch&& watch) {
        const std::uint32_t most = most_known_moves(wanted_.walls);
        std::uint32_t moves =
            wanted_.moves ? *wanted_.moves : static_cast<std::uint32_t>(1 + random.below(most));
        for (int aim = 0; aim < (wanted_.moves ? 1 : aims) && control_.running(); ++aim) {
            if (!grow(moves, random, watch)) return std::nullopt;
            board made = meter_.random_position(moves, random);
            if (wanted_.minimal) made = stripped(made, moves);
            if (!control_.running()) break;
            const double off = distance_from_wanted(made);
            if (off == 0) return made;
            // Scores grow with the moves, by and large.
            const auto by =
                static_cast<std::uint32_t>(1 + random.below(off > 8 || off < -8 ? 6 : 3));
            moves = off < 0 ? std::min(moves + by, most) : moves - std::min(by, moves - 1);
        }
        return std::nullopt;
    }

    [[nodiscard]] senda::search_control& control() noexcept { return control_; }
    [[nodiscard]] const senda::search_control& control() const noexcept { return control_; }

private:
    // Larger components are seldom deeper, and take longer.
    static constexpr std::size_t most_positions = 8000;
    static constexpr std::size_t most_positions_of_hard = 40'000;
    // From so many slides on, growing from a hard board is quicker than annealing.
    static constexpr std::uint32_t hard_moves = 24;
    static constexpr int annealing_changes = 600;
    static constexpr int annealed_at_most = 900;
    static constexpr int aims = 16;
    // The probability, in thousandths, of accepting a car park that needs a slide less, at first
    // and at last. Whole numbers, so that every machine decides alike.
    static constexpr int first_chance = 610;
    static constexpr int last_chance = 140;
    static constexpr int climbing_chance = 350;

    /// Measures a car park in which a position needs so many slides; false if none came up.
    template <class Watch>
    bool grow(std::uint32_t moves, random_source& random, Watch&& watch) {
        if (moves < hard_moves)
            for (int left = annealed_at_most; left > 0 && control_.running();)
                if (anneal(moves, random, left, watch)) return true;
        return control_.running() && grow_from_hard(moves, random, watch);
    }

    /// Simulated annealing (S. Kirkpatrick et al., 1983) by the slides that the hardest position
    /// needs, until one needs enough. Takes what it measured from `left`.
    template <class Watch>
    bool anneal(std::uint32_t moves, random_source& random, int& left, Watch&& watch) {
        const auto vehicles = static_cast<std::size_t>(7 + random.below(6));
        random_board current(random, wanted_.walls, vehicles);
        const std::optional<std::uint32_t> first = measure(current, most_positions, watch);
        --left;
        if (!first) return false;
        std::uint32_t depth = *first;
        for (int i = 0; i < annealing_changes && depth < moves && control_.running(); ++i) {
            random_board changed = current;
            if (!changed.change(random)) continue;
            const std::optional<std::uint32_t> found = measure(changed, most_positions, watch);
            --left;
            const int chance = first_chance - (first_chance - last_chance) * i / annealing_changes;
            if (!found || !accepts(depth, *found, chance, random)) continue;
            current = changed;
            depth = *found;
        }
        return depth >= moves && control_.running();
    }

    static bool accepts(std::uint32_t depth, std::uint32_t next, int chance,
                        random_source& random) {
        for (; next < depth; ++next)
            if (random.below(1000) >= static_cast<std::uint64_t>(chance)) return false;
        return true;
    }

    /// A random walk of changes from one of the hard boards that are known, through car parks in
    /// which a position needs enough slides.
    template <class Watch>
    bool grow_from_hard(std::uint32_t moves, random_source& random, Watch&& watch) {
        const std::optional<board> start = random_hard_board(moves, random);
        if (!start) return false;
        random_board current(*start);
        const std::uint32_t depth = measure(current, most_positions_of_hard, watch).value_or(0);
        if (depth < moves) return climb(current, depth, moves, random, watch);
        bool is_last = true;  // whether it is the car park measured last
        for (int left = static_cast<int>(24 + random.below(40)); left > 0 && control_.running();
             --left) {
            random_board changed = is_last && random.below(2) == 0
                                       ? random_board(meter_.random_position(random))
                                       : current;
            if (!changed.change(random)) continue;
            is_last = measure(changed, most_positions_of_hard, watch).value_or(0) >= moves;
            if (is_last) current = changed;
        }
        return control_.running() &&
               (is_last || measure(current, most_positions_of_hard, watch).value_or(0) >= moves);
    }

    /// Changes a car park that is not hard enough until one is.
    template <class Watch>
    bool climb(random_board current, std::uint32_t depth, std::uint32_t moves,
               random_source& random, Watch&& watch) {
        for (int i = 0; i < annealing_changes && depth < moves && control_.running(); ++i) {
            random_board changed = current;
            if (!changed.change(random)) continue;
            const std::optional<std::uint32_t> found =
                measure(changed, most_positions_of_hard, watch);
            if (!found || !accepts(depth, *found, climbing_chance, random)) continue;
            depth = *found;
            current = depth < moves && random.below(2) == 0
                          ? random_board(meter_.random_position(random))
                          : changed;
        }
        return depth >= moves && control_.running();
    }

    /// A board with as many walls as wanted, in the component of which a position needs so many
    /// slides, and not many more; one of the hardest if none needs so many.
    std::optional<board> random_hard_board(std::uint32_t moves, random_source& random) {
        constexpr std::uint32_t more = 8;
        const std::span<const hard_boards> known = hard_boards_with(wanted_.walls);
        std::vector<std::string_view> codes;
        if (known.empty()) return std::nullopt;
        const std::uint32_t hardest = known.back().moves;
        std::uint32_t least = moves <= hardest ? moves : hardest - std::min(hardest, 2U);
        least = std::max<std::uint32_t>(least, known.front().moves);
        for (const hard_boards& row : known) {
            if (row.moves < least || row.moves > least + more) continue;
            for (std::size_t at = 0; at < row.codes.size();) {
                const std::size_t end = std::min(row.codes.find(' ', at), row.codes.size());
                codes.push_back(row.codes.substr(at, end - at));
                at = end + 1;
            }
        }
        // There may be a gap between the hardest and the others.
        if (codes.empty())
            codes.push_back(known.back().codes.substr(0, known.back().codes.find(' ')));
        const parsed<board> b =
            coder_.decode(codes[static_cast<std::size_t>(random.below(codes.size()))]);
        return b ? std::optional{*b} : std::nullopt;
    }

    template <class Watch>
    std::optional<std::uint32_t> measure(const random_board& candidate, std::size_t most,
                                         Watch&& watch) {
        const std::optional<std::uint32_t> depth = meter_.measure(candidate.to_board(), most);
        watch(depth.value_or(0));
        return depth;
    }

    /// The board without the vehicles that can be left out and it still needs as many slides.
    board stripped(board b, std::uint32_t moves) {
        for (bool smaller = true; smaller && control_.running();) {
            smaller = false;
            const std::uint32_t moved = moved_vehicles(b, solver_.solve(b, question()).solution);
            for (std::size_t i = b.vehicles().size(); i-- > 1 && !smaller;) {
                if ((moved >> i & 1U) != 0) continue;
                const board fewer = without_vehicle(b, i);
                if (!test_.needs(fewer, moves).value_or(false)) continue;
                b = fewer;
                smaller = true;
            }
        }
        return lettered(b.vehicles(), b.walls());
    }

    rush_hour::question question() const { return {.stop = wanted_.stop}; }

    /// 0 if the difficulty is as it is wanted; below if the board is too easy.
    double distance_from_wanted(const board& b) {
        if (!wanted_.rated && !wanted_.score) return 0;
        around_.analyse(b, {}, wanted_.stop);
        const std::optional<difficulty> d = rate(b, around_);
        if (!d) return 1;
        if (wanted_.rated && d->rated != *wanted_.rated) return d->rated < *wanted_.rated ? -1 : 1;
        if (!wanted_.score) return 0;
        if (d->score < wanted_.score->least) return d->score - wanted_.score->least;
        return d->score > wanted_.score->most ? d->score - wanted_.score->most : 0;
    }

    wanted wanted_;
    senda::search_control control_;
    component_meter meter_;
    minimal_test test_;
    solver solver_;
    component around_;
    share_coder coder_;
};

}  // namespace senda::rush_hour::detail
