// SPDX-License-Identifier: MIT
// Random maps of a wished difficulty, with the shortest and the richest route proven.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/format.hpp>
#include <pacman/generator/random_map.hpp>
#include <pacman/generator/search_allowance.hpp>
#include <pacman/rate.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace senda::pacman {

/// What maps are wanted.
struct wanted_maps {
    std::uint32_t width = 12;                 ///< columns, from `least_side` to `most_side`
    std::uint32_t height = 10;                ///< rows, from `least_side` to `most_side`
    std::optional<pacman::level> level = {};  ///< how hard; any if not said
    map_densities densities = {};             ///< how much of a map is what
    /// The energy at the start; if not said, one that makes the map as hard as it should be.
    std::optional<energy> start_energy = {};
    /// Names the maps: the same seed gives the same maps everywhere.
    std::uint64_t seed = 0;
    /// Where to give up; they hold for all maps together.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};

    static constexpr std::uint32_t least_side = 4;     ///< a smaller map is no puzzle
    static constexpr std::uint32_t most_percent = 90;  ///< of all that is not empty
};

/// Why maps cannot be made as they are wanted: `bad_size`, `bad_densities` or `bad_energy`; nothing
/// if they can.
[[nodiscard]] inline std::optional<diagnostic> fault_of(const wanted_maps& w) {
    const auto expected = [](auto least, auto most) {
        return ": expected " + std::to_string(least) + " to " + std::to_string(most);
    };
    for (const std::uint32_t side : {w.width, w.height})
        if (side < w.least_side || side > most_side)
            return diagnostic{"bad_size", "a side of " + std::to_string(side) + " cells" +
                                              expected(w.least_side, most_side)};
    const map_densities& d = w.densities;
    const std::uint64_t sum = std::uint64_t{d.walls} + d.doors + d.bombs + d.food;
    if (sum > w.most_percent)
        return diagnostic{"bad_densities", "walls, doors, bombs and food are " +
                                               std::to_string(sum) + " percent of the cells" +
                                               expected(0, w.most_percent)};
    if (w.start_energy && (*w.start_energy < 1 || *w.start_energy > most_energy))
        return diagnostic{"bad_energy", "an energy of " + std::to_string(*w.start_energy) +
                                            expected(1, most_energy)};
    return std::nullopt;
}

/// A map with all that is proven about it.
struct generated_map {
    board map;              ///< the map
    answer shortest;        ///< the fewest moves
    answer richest;         ///< the most energy
    pacman::rating rating;  ///< how hard it is
};

/// Makes maps of the wished difficulty, one after the other: random ones, which are solved and
/// rated, until one fits. The difficulty is steered by the energy: with the least that wins, hardly
/// any other route does.
class map_generator {
public:
    /// Makes maps for what `fault_of` has no objection to; for anything else, none.
    explicit map_generator(const wanted_maps& w)
        : wanted_(w), random_(w.seed), searches_({w.limits, w.stop}), is_possible_(!fault_of(w)) {}
    map_generator(const map_generator&) = delete;
    map_generator& operator=(const map_generator&) = delete;

    /// The next map; nothing if a limit or the stop token came first, or none of `most_drawn`
    /// random maps is as wanted.
    [[nodiscard]] std::optional<generated_map> next() {
        for (std::uint32_t drawn_in_vain = 0; is_possible_ && searches_.may_go_on();) {
            if (drawn_in_vain++ == most_drawn) {
                is_possible_ = false;
                break;
            }
            detail::random_map drawn(wanted_.width, wanted_.height, wanted_.densities, random_);
            ++tried_;
            const std::optional<board> b = drawn.finished(1);
            if (!b) continue;
            for (const energy e : energies_for(*b))
                if (std::optional<generated_map> made = proven(with_energy(*b, e))) return made;
        }
        return std::nullopt;
    }

    /// So many random maps are drawn for one that is as wanted.
    static constexpr std::uint32_t most_drawn = 2000;

    /// How many maps were drawn so far.
    [[nodiscard]] std::uint64_t tried() const noexcept { return tried_; }
    /// `running` as long as `next` may give a map; then what stopped it, `exhausted` if it was
    /// asked for what cannot be, or cannot be found.
    [[nodiscard]] senda::status status() const noexcept {
        return is_possible_ ? searches_.status() : status::exhausted;
    }
    /// What it took so far.
    [[nodiscard]] senda::statistics statistics() const { return searches_.control().statistics(); }

private:
    // A map that is not proven in so many steps is dropped for another.
    static constexpr std::uint64_t most_steps = 50'000;

    static board with_energy(const board& b, energy e) {
        return b.rest(b.start(), e, std::vector<bool>(b.one_time_cells().size()));
    }

    /// The energies with which a map may become as hard as it should be.
    std::vector<energy> energies_for(const board& b) {
        if (wanted_.start_energy) return {*wanted_.start_energy};
        const std::optional<energy> least = least_energy(b);
        if (!least) return {};
        const auto size = energy{b.width()} + energy{b.height()};
        const level aim = wanted_.level ? *wanted_.level : static_cast<level>(random_.below(3));
        std::vector<energy> more = aim == level::easy     ? std::vector<energy>{size, size / 2}
                                   : aim == level::medium ? std::vector<energy>{2, 5, size / 2}
                                                          : std::vector<energy>{1, 0};
        for (energy& e : more) e += *least;
        return more;
    }

    /// The least energy at the start that wins; nothing if there is none, or it is hard to find.
    /// More energy never loses, so that it can be bracketed.
    std::optional<energy> least_energy(const board& b) {
        energy too_little = 0;
        energy enough = 1;
        const auto wins = [&](energy e) {
            return searches_.solve(with_energy(b, e), goal_kind::shortest, most_steps);
        };
        for (;; too_little = std::exchange(enough, enough * 2)) {
            const answer a = wins(enough);
            if (a) break;
            if (a.outcome == outcome::limit || a.obstacle == obstacle::unreachable) return {};
        }
        while (enough - too_little > 1) {
            const energy middle = too_little + (enough - too_little) / 2;
            const answer a = wins(middle);
            if (a.outcome == outcome::limit) return {};
            (a ? enough : too_little) = middle;
        }
        return enough;
    }

    /// The map with its proofs, if it is as hard as it should be.
    std::optional<generated_map> proven(const board& b) {
        answer shortest = searches_.solve(b, goal_kind::shortest, most_steps);
        if (!shortest) return std::nullopt;
        const std::optional<rating> rated = detail::map_rater(b, searches_).rate(*shortest.best);
        if (!rated || (wanted_.level && rated->level() != *wanted_.level)) return std::nullopt;
        answer richest = searches_.solve(b, goal_kind::richest, most_steps);
        if (!richest) return std::nullopt;
        return generated_map{b, std::move(shortest), std::move(richest), *rated};
    }

    wanted_maps wanted_;
    random_source random_;
    detail::search_allowance searches_;
    std::uint64_t tried_ = 0;
    bool is_possible_;
};

}  // namespace senda::pacman
