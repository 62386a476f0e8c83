// SPDX-License-Identifier: MIT
// The engine: looks for a good play within limits, and keeps what it learnt for the next one.
#pragma once

#include <amazons/board.hpp>
#include <amazons/endgame/endgame_solver.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/evaluation/divided_board.hpp>
#include <amazons/play.hpp>
#include <senda/games/alpha_beta.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/parallel.hpp>
#include <senda/games/result.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::amazons {

/// Looks on at a search and does nothing.
struct ignore_thoughts {
    /// Called now and then, with what is known so far.
    void operator()(const chosen&) const noexcept {}
};

/// A player that keeps its tree from one play to the next.
template <class Board>
class basic_engine {
    using position = evaluated_board<Board>;
    using half_play = detail::half_play;
    using tree_search = games::mcts_search<detail::divided_board<Board>, board_evaluation>;
    using tree_result = typename tree_search::result_type;

public:
    /// A player with an empty tree.
    explicit basic_engine(const engine_options& o = {}) : options_(o) {}
    /// The engine at a level from 1 to 5.
    explicit basic_engine(int level) : basic_engine(options_of(level)) {}
    basic_engine(const basic_engine&) = delete;
    basic_engine& operator=(const basic_engine&) = delete;

    /// The options of the engine.
    [[nodiscard]] const engine_options& options() const noexcept { return options_; }
    /// What holds from the next play on.
    void set_options(const engine_options& o) {
        options_ = o;
        forget();
    }
    /// Sets only what the next plays may cost, and keeps what was learnt.
    void set_limits(const limits& l, stop_token stop = {}) {
        options_.limits = l;
        options_.stop = stop;
    }
    /// Forgets what was learnt: another game begins.
    void forget() {
        tree_.reset();
        next_.reset();
        endgame_.emplace();
    }

    /// Chooses a legal play of the player to move; there is one unless the game is over. A tree
    /// search calls `watch(chosen so far)` whenever it has twice as many simulations as before,
    /// which changes nothing of what it finds.
    template <class Watch = ignore_thoughts>
    [[nodiscard]] chosen choose(const Board& b, Watch watch = {}) {
        started_ = senda::now_in_seconds();
        chosen c = search(b, watch);
        c.seconds = passed();
        return c;
    }

private:
    // Left for what is done between two looks at the clock, and after the last.
    static constexpr double time_in_reserve = 0.002;
    static constexpr double share_in_reserve = 0.02;
    static constexpr double shortest_search = 0.002;  // less is not worth a tree
    // With more contested cells than this the exact search would seldom come to an end.
    static constexpr int most_contested = 40;
    static constexpr std::uint64_t parts_of_endgame = 8;  // one of them: of the time and the nodes
    static constexpr std::uint64_t endgame_bytes = std::uint64_t{8} << 20U;
    static constexpr std::uint64_t first_look = 128;  // simulations before `watch` is called

    [[nodiscard]] double passed() const noexcept { return senda::now_in_seconds() - started_; }
    [[nodiscard]] double time_left() const noexcept {
        const double all = options_.limits.time.seconds();
        if (!is_timed()) return all;
        const double reserve =
            std::max(all * share_in_reserve, std::min(time_in_reserve, all * 0.25));
        return std::max(all - reserve - passed(), 0.0);
    }
    [[nodiscard]] bool is_timed() const noexcept {
        return options_.limits.time.seconds() < std::numeric_limits<double>::infinity();
    }
    // What is left after the exact search looked at so many positions.
    [[nodiscard]] limits limits_left(std::uint64_t spent) const noexcept {
        limits l = options_.limits;
        l.time = time_left();
        if (l.expansions != limits{}.expansions) l.expansions -= std::min(l.expansions, spent);
        return l;
    }

    template <class Watch>
    [[nodiscard]] chosen search(const Board& b, Watch& watch) {
        if (!b.has_play()) {
            chosen lost = decided(games::outcome::loss);
            lost.status = status::exhausted;
            return lost;
        }
        if (options_.method == method::greedy || time_left() < shortest_search) return greedy(b);
        std::uint64_t spent = 0;
        const std::optional<chosen> known = solve_end(b, spent);
        if (known && known->best) return *known;
        const auto with_what_is_known = [&](chosen c) {
            c.nodes += spent;
            if (known) {
                c.score = known->score;
                c.win_probability = known->win_probability;
                c.outcome = known->outcome;
            }
            return c;
        };
        if (options_.method == method::alpha_beta)
            return with_what_is_known(search_alpha_beta(b, spent));
        if constexpr (std::is_same_v<Watch, ignore_thoughts>) {
            return with_what_is_known(search_tree(b, watch, spent));
        } else {
            auto tell = [&](const chosen& c) {
                const chosen so_far = with_what_is_known(c);
                watch(so_far);
            };
            return with_what_is_known(search_tree(b, tell, spent));
        }
    }

    // The best play by the position after it, the first one of equals. However little time there
    // is, it looks at all of them, which takes about a millisecond: the first play is no choice.
    [[nodiscard]] chosen greedy(const Board& b) const {
        const position here(b, options_.evaluation);
        random_source random(options_.seed ^ b.hash());
        std::optional<play> best;
        std::uint64_t seen = 0;
        double highest = 0;
        double log_odds = 0;
        b.for_each_play([&](const play& p) {
            const double odds = here.prior(p);
            double rank = odds;
            if (options_.noise > 0) {
                // Gumbel's distribution: the largest of such sums is drawn as a softmax would.
                const double unit = (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53;
                rank -= options_.noise * std::log(-std::log(unit));
            }
            if (++seen == 1 || rank > highest) {
                highest = rank;
                best = p;
                log_odds = odds;
            }
            return true;
        });
        Board after = b;
        after.make(*best);
        return with_play(after.has_play() ? estimated(1 / (1 + std::exp(-log_odds)))
                                          : decided(games::outcome::win),
                         *best, seen, status::found);
    }

    // The exact end, if few cells are contested. The play of a lost game is left to the search,
    // which sets problems; but once all is counted out there are none to set.
    [[nodiscard]] std::optional<chosen> solve_end(const Board& b, std::uint64_t& spent) {
        if (options_.endgame_positions == 0) return std::nullopt;
        const std::uint64_t positions = options_.endgame_positions;
        limits within{.expansions = options_.limits.expansions / parts_of_endgame,
                      .time = time_left() / static_cast<double>(parts_of_endgame)};
        if (!is_timed()) within.expansions = std::min(within.expansions, positions);
        const endgame_result found = endgame_->run(b, {.limits = within,
                                                       .stop = options_.stop,
                                                       .most_contested = most_contested,
                                                       .table_bytes = endgame_bytes,
                                                       .filling_positions = positions});
        spent = found.nodes;
        if (!found.best || !found.outcome) return std::nullopt;
        if (*found.outcome == games::outcome::loss && !found.separate)
            return decided(*found.outcome);
        return with_play(decided(*found.outcome), *found.best, found.nodes, status::found);
    }

    template <class Watch>
    [[nodiscard]] chosen search_tree(const Board& b, Watch& watch, std::uint64_t spent) {
        follow(b);
        games::mcts_options o = options_.tree;
        o.limits = limits_left(spent);
        o.limits.expansions = std::min(o.limits.expansions, options_.tree.limits.expansions);
        o.stop = options_.stop;
        o.seed = options_.seed;
        if (!is_timed() && o.limits.expansions == limits{}.expansions)
            o.limits.expansions = engine_options::default_simulations;
        const tree_result found = grow(o, watch);
        if (found.principal_variation.size() < 2) return greedy(b);
        chosen c = chosen_by_tree(found);
        next_ = c.best;
        after_next_ = b;
        after_next_.make(*next_);
        return c;
    }

    // Up to the limits, in parts for who looks on: counted in simulations, so that the tree is the
    // same.
    template <class Watch>
    [[nodiscard]] tree_result grow(games::mcts_options o, Watch& watch) {
        const auto run = [&] {
            tree_->set_options(o);
            return options_.threads > 1 ? run_parallel(*tree_, options_.threads) : tree_->run();
        };
        if constexpr (std::is_same_v<Watch, ignore_thoughts>) {
            return run();
        } else {
            const std::uint64_t all = o.limits.expansions;
            for (std::uint64_t done = 0;;) {
                o.limits.expansions = std::min(all - done, std::max(done, first_look));
                o.limits.time = time_left();
                tree_result found = run();
                found.nodes = done += found.nodes;
                if (found.status != status::expansion_limit || done >= all) return found;
                if (found.principal_variation.size() < 2) continue;
                chosen so_far = chosen_by_tree(found);
                so_far.seconds = passed();
                watch(std::as_const(so_far));
            }
        }
    }

    [[nodiscard]] static chosen chosen_by_tree(const tree_result& found) {
        chosen c = with_result(found, found.score, found.is_proven);
        for (std::size_t i = 0; i + 1 < found.principal_variation.size(); i += 2) {
            const half_play& gone = found.principal_variation[i];
            const half_play& shot = found.principal_variation[i + 1];
            c.principal_variation.push_back({gone.from, gone.to, shot.to});
        }
        c.best = c.principal_variation.front();
        c.depth = static_cast<int>(c.principal_variation.size());
        return c;
    }

    // Takes the tree to the position by the play that it chose last and one of the opponent.
    void follow(const Board& b) {
        if (tree_ && next_) {
            const std::optional<play> reply = play_between(after_next_, b);
            const bool is_known = reply && advance(*next_) && advance(*reply);
            next_.reset();
            if (is_known) return;
        }
        const detail::divided_board<Board> root(b, options_.evaluation);
        if (tree_) {
            tree_->restart(root);
        } else {
            games::mcts_options o = options_.tree;
            o.seed = options_.seed;
            tree_.emplace(root, o);
        }
    }

    bool advance(const play& p) {
        return tree_->advance({p.from, p.to}) && tree_->advance({p.to, p.arrow});
    }

    /// The play that leads from one position to another.
    [[nodiscard]] static std::optional<play> play_between(const Board& before, const Board& after) {
        const cell_set old_own = before.amazons(before.to_move());
        const cell_set new_own = after.amazons(before.to_move());
        const cell_set left = old_own & ~new_own;
        const cell_set entered = new_own & ~old_own;
        const cell_set shot = after.arrows() & ~before.arrows();
        if (left.empty() || entered.empty() || shot.empty()) return std::nullopt;
        const play p{left.first(), entered.first(), shot.first()};
        if (!before.is_legal(p)) return std::nullopt;
        Board made = before;
        made.make(p);
        return made == after ? std::optional{p} : std::nullopt;
    }

    [[nodiscard]] chosen search_alpha_beta(const Board& b, std::uint64_t spent) const {
        // Without priors: an evaluation of every play costs more than it saves.
        const auto found =
            games::alpha_beta(position(b, options_.evaluation), {.limits = limits_left(spent),
                                                                 .stop = options_.stop,
                                                                 .depth = options_.depth,
                                                                 .aspiration = 300,
                                                                 .priors = false});
        if (!found.move || found.depth == 0) return greedy(b);
        chosen c = with_result(found, 1 / (1 + std::exp(-found.score / 1000.0)),
                               games::is_decided(found.score));
        c.best = found.move;
        c.depth = found.depth;
        c.principal_variation = found.principal_variation;
        return c;
    }

    [[nodiscard]] static chosen with_result(const auto& found, double probability,
                                            bool is_certain) {
        const games::outcome end = probability > 0.5 ? games::outcome::win : games::outcome::loss;
        chosen c = is_certain ? decided(end) : estimated(probability);
        c.nodes = found.nodes;
        c.status = found.status;
        return c;
    }

    [[nodiscard]] static chosen with_play(chosen c, const play& best, std::uint64_t nodes,
                                          senda::status why) {
        c.best = best;
        c.principal_variation.push_back(best);
        c.depth = 1;
        c.nodes = nodes;
        c.status = why;
        return c;
    }

    [[nodiscard]] static chosen estimated(double probability) {
        constexpr double least = 1e-9;
        const double p = std::clamp(probability, least, 1 - least);
        return {.score = static_cast<int>(std::lround(1000 * std::log(p / (1 - p)))),
                .win_probability = probability};
    }

    [[nodiscard]] static chosen decided(games::outcome end) {
        const bool is_win = end == games::outcome::win;
        return {.score = is_win ? games::win_score : -games::win_score,
                .win_probability = is_win ? 1.0 : 0.0,
                .outcome = end};
    }

    engine_options options_;
    std::optional<endgame_solver> endgame_{std::in_place};  // always there
    std::optional<tree_search> tree_;
    std::optional<play> next_;  // what it chose last, from the position of the tree
    Board after_next_;          // the position after that
    double started_ = 0;
};

/// The engine for the usual board.
using engine = basic_engine<board>;

}  // namespace senda::amazons
