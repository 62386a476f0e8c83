// SPDX-License-Identifier: MIT
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/engine/breadth_first_search.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/rush_hour/generator/random_board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace senda::rush_hour {

/// What boards are wanted.
struct wanted {
    /// The slides of a shortest solution, from 1 to `most_known_moves`.
    std::uint32_t moves = 20;
    /// Names the boards: the same seed gives the same boards everywhere.
    std::uint64_t seed = 0;
    /// The cells that are walls, at most `most_generated_walls`. One or two help to make hard
    /// boards; with many, there are no hard ones.
    std::uint32_t walls = 0;
    /// Where to give up; they hold for all boards together.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
};

/// The walls that a generated board may have.
inline constexpr std::uint32_t most_generated_walls = 10;

/// The most slides that any known board with so many walls needs.
[[nodiscard]] constexpr std::uint32_t most_known_moves(std::uint32_t walls) noexcept {
    return walls == 0 ? 51 : 60;
}

/// Why boards cannot be made as they are wanted, `bad_moves` or `bad_walls`; nothing if they can.
[[nodiscard]] inline std::optional<diagnostic> fault_of(const wanted& w) {
    if (w.walls > most_generated_walls)
        return diagnostic{"bad_walls", std::to_string(w.walls) + " walls: expected 0 to " +
                                           std::to_string(most_generated_walls)};
    const std::uint32_t most = most_known_moves(w.walls);
    if (w.moves >= 1 && w.moves <= most) return std::nullopt;
    std::string message = std::to_string(w.moves) + " moves: expected 1 to " + std::to_string(most);
    if (w.moves > most)
        message += std::string{", the most that any known board with"} +
                   (w.walls == 0 ? "out" : "") + " walls needs";
    return diagnostic{"bad_moves", std::move(message)};
}

/// How far the search for a board is.
struct generating {
    std::uint64_t tried = 0;    ///< car parks that were measured
    std::uint32_t deepest = 0;  ///< the most slides that one of them since the last board needs
};

/// Makes boards that all need exactly as many slides as wanted, no two the same up to letters:
/// simulated annealing (S. Kirkpatrick et al., 1983) of car parks by the slides that their hardest
/// position needs, until one needs as many as wanted.
class generator {
public:
    /// Makes boards for what `fault_of` has no objection to; for anything else, none.
    explicit generator(const wanted& w)
        : wanted_(w),
          random_(w.seed),
          control_({.limits = w.limits, .stop = w.stop}),
          all_(control_.budget()),
          distances_(control_.budget()) {
        if (fault_of(w)) control_.end(status::exhausted);
    }
    generator(const generator&) = delete;
    generator& operator=(const generator&) = delete;

    /// The next board; nothing if a limit or the stop token came first.
    [[nodiscard]] std::optional<board> next() {
        return next([](const generating&) {});
    }

    /// The same; calls `watch(generating)` after each car park that was measured.
    template <class Watch>
    [[nodiscard]] std::optional<board> next(Watch&& watch) {
        so_far_.deepest = 0;
        while (control_.running()) {
            if (!anneal(watch)) continue;
            const board hard = random_position(wanted_.moves);
            const board found = detail::lettered(hard.vehicles(), hard.walls());
            if (given_.insert(found).second) return found;
        }
        return std::nullopt;
    }

    /// `running` as long as `next` may give a board; then what stopped it, `exhausted` if it was
    /// asked for what cannot be.
    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    /// What it took so far.
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

private:
    // Larger components are seldom deeper, and take longer.
    static constexpr std::size_t most_positions = 8000;
    static constexpr int changes = 3000;
    // The probability, in thousandths, of accepting a car park that needs a slide less, at first
    // and at last. Whole numbers, so that every machine decides alike.
    static constexpr int first_chance = 610;
    static constexpr int last_chance = 140;

    /// Changes a car park until it is deep enough; false if it never was.
    template <class Watch>
    bool anneal(Watch&& watch) {
        const auto vehicles = static_cast<std::size_t>(7 + random_.below(6));
        detail::random_board current(random_, wanted_.walls, vehicles);
        const std::optional<std::uint32_t> first = measure(current, watch);
        if (!first) return false;
        std::uint32_t depth = *first;
        for (int i = 0; i < changes && depth < wanted_.moves && control_.running(); ++i) {
            detail::random_board changed = current;
            if (!changed.change(random_)) continue;
            const std::optional<std::uint32_t> found = measure(changed, watch);
            if (!found || !accepts(depth, *found, i)) continue;
            current = changed;
            depth = *found;
        }
        return depth >= wanted_.moves && control_.running();
    }

    /// The most slides that a reachable position needs; nothing if none is solved or a limit came.
    template <class Watch>
    std::optional<std::uint32_t> measure(const detail::random_board& candidate, Watch&& watch) {
        const std::optional<std::uint32_t> depth = depth_of(candidate.to_board());
        ++so_far_.tried;
        so_far_.deepest = std::max(so_far_.deepest, depth.value_or(0));
        watch(std::as_const(so_far_));
        return depth;
    }

    std::optional<std::uint32_t> depth_of(const board& b) {
        park_.emplace(b);
        if (park_->exits() == 0) return std::nullopt;
        const senda::status ended =
            detail::find_distances(*park_, control_, all_, distances_, most_positions);
        if (ended == status::cost_limit) return std::nullopt;
        if (ended != status::exhausted) control_.end(ended);
        if (ended != status::exhausted || distances_.size() == 0) return std::nullopt;
        return static_cast<std::uint32_t>(distances_.level_ends().size() - 1);
    }

    /// A random position that needs so many slides, whatever the order in which they were found.
    board random_position(std::uint32_t slides) {
        assert(slides < distances_.level_ends().size());
        const std::uint64_t salt = random_.next();
        const auto lot = [&](const detail::search_node& n) {
            return senda::detail::scatter(n.number ^ salt);
        };
        const detail::search_node* chosen =
            std::min_element(distances_.begin() + distances_.level_begin(slides),
                             distances_.begin() + distances_.level_ends()[slides],
                             [&](const auto& a, const auto& b) { return lot(a) < lot(b); });
        return park_->board_of(chosen->place);
    }

    /// Whether the walk goes on from a car park of that depth.
    bool accepts(std::uint32_t depth, std::uint32_t next, int change) {
        const int chance = first_chance - (first_chance - last_chance) * change / changes;
        for (; next < depth; ++next)
            if (random_.below(1000) >= static_cast<std::uint64_t>(chance)) return false;
        return true;
    }

    wanted wanted_;
    random_source random_;
    senda::detail::search_control control_;
    std::optional<car_park> park_;            // measured last
    detail::breadth_first_search all_;        // from its board
    detail::breadth_first_search distances_;  // from the solved positions
    std::unordered_set<board> given_;
    generating so_far_;
};

/// One board as it is wanted; nothing if it cannot be, or if a limit or the stop token came first.
/// For several, or to see how far it is, ask a `generator`.
[[nodiscard]] inline std::optional<board> generate(const wanted& w) { return generator(w).next(); }

}  // namespace senda::rush_hour
