// SPDX-License-Identifier: MIT
// A tournament: everyone against everyone, with a table of results and ratings.
#pragma once

#include <senda/games/match.hpp>
#include <senda/games/position.hpp>
#include <senda/games/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace senda::games {

/// Who takes part in a tournament.
template <Position P>
struct entrant {
    std::string name;                                           ///< for the table
    std::function<std::optional<move_of<P>>(const P&)> choose;  ///< a `Player`
    std::function<void()> new_game = [] {};                     ///< called before each game

    /// A move, or nothing to resign.
    [[nodiscard]] std::optional<move_of<P>> operator()(const P& position) const {
        return choose(position);
    }
};

/// The results of a tournament, by the places of the entrants in its list.
class cross_table {
public:
    /// A table of so many players without any game.
    explicit cross_table(std::size_t players) : size_(players), cells_(players * players) {}

    /// How many players there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The games of one player against another.
    [[nodiscard]] const tally& at(std::size_t player, std::size_t other) const {
        return cells_[player * size_ + other];
    }
    /// Counts a game, for both.
    void add(std::size_t player, std::size_t other, outcome o) {
        cells_[player * size_ + other].add(o);
        cells_[other * size_ + player].add(opposite(o));
    }
    /// All games of a player.
    [[nodiscard]] tally total(std::size_t player) const {
        tally sum;
        for (std::size_t other = 0; other < size_; ++other) {
            sum.wins += at(player, other).wins;
            sum.draws += at(player, other).draws;
            sum.losses += at(player, other).losses;
        }
        return sum;
    }
    /// The players, the one with the most points a game first; equals stay in their order.
    [[nodiscard]] std::vector<std::size_t> ranking() const {
        std::vector<std::size_t> order(size_);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const double difference = total(a).share() - total(b).share();
            return difference != 0 ? difference > 0 : a < b;
        });
        return order;
    }
    /// The ratings in Elo under which the results are likeliest, with a mean of 0 (R. Bradley, M.
    /// Terry, Rank analysis of incomplete block designs, 1952; by the iteration of D. Hunter, MM
    /// algorithms for generalized Bradley-Terry models, 2004). Everyone has one more draw against
    /// an average player, so that who won all games has a rating too.
    [[nodiscard]] std::vector<double> ratings() const {
        constexpr int rounds = 1000;
        std::vector<double> strength(size_, 1);
        for (int round = 0; round < rounds; ++round)
            for (std::size_t player = 0; player < size_; ++player)
                strength[player] = likeliest_strength(player, strength);
        double mean = 0;
        for (double& s : strength) mean += s = 400 * std::log10(s);
        for (double& s : strength) s -= mean / static_cast<double>(size_);
        return strength;
    }

private:
    [[nodiscard]] double likeliest_strength(std::size_t player,
                                            const std::vector<double>& strength) const {
        double points = 0.5;
        double weight = 1 / (strength[player] + 1);
        for (std::size_t other = 0; other < size_; ++other) {
            const tally& t = at(player, other);
            points += t.points();
            weight += t.games() / (strength[player] + strength[other]);
        }
        return points / weight;
    }

    std::size_t size_;
    std::vector<tally> cells_;
};

/// How a tournament ended.
struct tournament_result {
    cross_table table;         ///< who did how against whom
    int illegal_moves = 0;     ///< games that were lost by one
    int unfinished_games = 0;  ///< games that are draws because they were too long
    bool was_stopped = false;  ///< whether it ended before all games were played
};

/// Plays a match between every two entrants, all from the same openings, and calls `watch(player,
/// other, game)` after each game, with their places in the list; the game is as the first one sees
/// it.
template <Position P, class Watch>
[[nodiscard]] tournament_result play_tournament(const P& start, std::vector<entrant<P>>& entrants,
                                                const match_options& o, Watch watch) {
    tournament_result r{.table = cross_table(entrants.size())};
    for (std::size_t i = 0; i < entrants.size(); ++i)
        for (std::size_t j = i + 1; j < entrants.size() && !r.was_stopped; ++j) {
            const match_result played =
                play_match(start, entrants[i], entrants[j], o,
                           [&](const match_game<move_of<P>>& g, const match_result&) {
                               r.table.add(i, j, g.outcome);
                               watch(i, j, g);
                           });
            r.illegal_moves += played.illegal_moves;
            r.unfinished_games += played.unfinished_games;
            r.was_stopped = played.was_stopped;
        }
    return r;
}

/// Plays a tournament without an observer.
template <Position P>
[[nodiscard]] tournament_result play_tournament(const P& start, std::vector<entrant<P>>& entrants,
                                                const match_options& o = {}) {
    return play_tournament(start, entrants, o,
                           [](std::size_t, std::size_t, const match_game<move_of<P>>&) {});
}

}  // namespace senda::games
