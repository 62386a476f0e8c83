// SPDX-License-Identifier: MIT
// Alpha-beta: the score of minimax, deeper and deeper, without looking where it cannot change.
#pragma once

#include <senda/detail/games/move_ordering.hpp>
#include <senda/detail/games/transposition_table.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::games {

namespace detail {

enum class bound : std::uint8_t { exact, lower, upper };

/// What the table keeps of a position beside its best move; a decided score counts plies from that
/// position.
struct alpha_beta_entry {
    std::int32_t score;
    std::int16_t depth;
    detail::bound bound;
    bool complete;  // everything was seen to the end of the game
};

}  // namespace detail

/// An alpha-beta search that keeps its table from one position to the next.
template <EvaluatedPosition P>
class alpha_beta_search : public detail::repeated_search<alpha_beta_options> {
    using move = move_of<P>;
    static constexpr bool hashed = HashedPosition<P>;
    using table_entry = detail::alpha_beta_entry;
    using table =
        detail::transposition_table<table_entry, std::conditional_t<hashed, move, detail::no_move>>;
    static constexpr int infinite = win_score + 1;

    struct choice {
        int score = -infinite;
        std::optional<move> best = {};
    };

public:
    using result_type = alpha_beta_result<move>;

    /// A search with an empty table.
    explicit alpha_beta_search(const alpha_beta_options& o = {}) : repeated_search(o) {}

    /// Forgets all positions: the evaluation or the game has changed.
    void clear() {
        table_.clear();
        order_ = {};
    }

    /// Finds the best move of a position.
    [[nodiscard]] result_type run(const P& position) {
        control_.restart(options_.limits, options_.stop);
        position_ = position;
        root_player_.emplace(detail::player_at(position));
        found_ = {};
        moves_.clear();
        order_.begin_search();
        if constexpr (hashed) {
            // Half of a small budget is left for the lists of moves.
            table_.begin_search(std::min(options_.table_bytes, options_.limits.bytes / 2));
        }
        if (const detail::end_of<P> end = position.terminal()) {
            found_.score = detail::score_of(*end, 0);
            found_.is_proven = true;
            control_.end(status::exhausted);
        } else {
            found_.move = first_move(position);
            deepen();
        }
        found_.status = control_.status();
        found_.nodes = control_.expanded();
        found_.statistics.bytes = control_.budget().peak();
        found_.statistics.seconds = control_.seconds();
        position_.reset();
        return found_;
    }

private:
    // Iterative deepening: a round orders the moves of the next, and there is always an answer.
    void deepen() {
        const int last = std::clamp(options_.depth, 1, longest_line / 2);
        for (int depth = std::clamp(options_.first_depth, 1, last); depth <= last; ++depth) {
            const std::uint64_t horizons = horizons_;
            search_window(depth);
            if (!control_.running()) return;
            found_.depth = depth;
            found_.is_proven = horizons_ == horizons || is_decided(found_.score);
            if (found_.is_proven) break;
        }
        control_.end(status::found);
    }

    // Aspiration window around the score of the round before: a narrow window cuts more off.
    void search_window(int depth) {
        const bool is_narrow = options_.aspiration > 0 && found_.depth > 0;
        int width = is_narrow ? std::min(options_.aspiration, infinite) : 2 * infinite;
        int alpha = std::max(-infinite, found_.score - width);
        int beta = std::min(infinite, found_.score + width);
        for (;;) {
            const int score = visit(depth, 0, alpha, beta);
            if (!control_.running() || (score > alpha && score < beta)) return;
            width = std::min(width, infinite / 4) * 4;
            if (score <= alpha) {
                alpha = std::max(-infinite, score - width);
            } else {
                beta = std::min(infinite, score + width);
            }
        }
    }

    // The score if it lies within (alpha, beta), else a bound on it. Does not count once stopped.
    int visit(int depth, int ply, int alpha, int beta) {
        const auto at = static_cast<std::size_t>(ply);
        if (at >= variations_.size()) variations_.resize(at + 1);
        variations_[at].clear();
        if (!control_.may_visit()) return 0;
        if (const detail::end_of<P> end = position_->terminal()) return detail::score_of(*end, ply);
        if (depth <= 0) return quiesce(depth, ply, alpha, beta);

        std::optional<move> first;
        if (const auto known = probe_table(depth, ply, alpha, beta, first)) return *known;
        if (ply == 0) first = found_.move;
        const std::uint64_t horizons = horizons_;
        const std::size_t bottom = moves_.size();
        if (!collect(ply, first)) return 0;
        if (moves_.size() == bottom) return evaluate_horizon();  // a faulty position
        const choice made = try_moves(bottom, depth, ply, alpha, beta);
        moves_.truncate(bottom);
        if (!control_.running()) return 0;
        const detail::bound b = made.score >= beta    ? detail::bound::lower
                                : made.score <= alpha ? detail::bound::upper
                                                      : detail::bound::exact;
        // A forced end stands, whatever evaluations had a part in finding it.
        if ((made.score > largest_evaluation && b != detail::bound::upper) ||
            (made.score < -largest_evaluation && b != detail::bound::lower))
            horizons_ = horizons;
        store_in_table(depth, ply, made, b, horizons_ == horizons);
        return made.score;
    }

    // Visits what follows a move, for the player that made it. One that moves again sees an equal
    // score.
    int visit_after(bool keeps_turn, int depth, int ply, int alpha, int beta) {
        return keeps_turn ? visit(depth, ply, alpha, beta) : -visit(depth, ply, -beta, -alpha);
    }

    // Principal variation search (T. Marsland, M. Campbell, Parallel search of strongly ordered
    // game trees, 1982): a null window asks whether another move is better than the best so far.
    choice try_moves(std::size_t bottom, int depth, int ply, int alpha, int beta) {
        choice made;
        while (moves_.size() > bottom) {
            const move m = take_first(bottom);
            const bool is_first = !made.best;
            detail::made_move<P> last(*position_, m);
            const bool again = last.keeps_turn();
            int score = visit_after(again, depth - 1, ply + 1, alpha, is_first ? beta : alpha + 1);
            if (!is_first && score > alpha && score < beta)
                score = visit_after(again, depth - 1, ply + 1, alpha, beta);
            last.unmake(*position_, m);
            if (!control_.running()) break;
            if (is_first || score > made.score) made = {score, m};
            if (score <= alpha) continue;
            alpha = score;
            extend_variation(ply, m);
            if (ply == 0) {
                found_.move = m;
                found_.score = score;
                found_.principal_variation = variations_[0];
            }
            if (score < beta) continue;
            ++found_.statistics.cutoffs;
            if (is_first) ++found_.statistics.first_cutoffs;
            order_.add(m, ply, player_at(ply), depth);
            break;
        }
        return made;
    }

    // Quiescence search after the last ply: the evaluation, or more if a noisy move gets more.
    int quiesce(int depth, int ply, int alpha, int beta) {
        int best = evaluate_horizon();
        if constexpr (NoisyPosition<P>) {
            if (best >= beta || options_.noisy_plies + depth <= 0) return best;
            const std::size_t bottom = moves_.size();
            if (!collect<true>(ply, std::nullopt)) return 0;
            while (moves_.size() > bottom && best < beta) {
                const move m = take_first(bottom);
                detail::made_move<P> last(*position_, m);
                const int score =
                    visit_after(last.keeps_turn(), depth - 1, ply + 1, std::max(alpha, best), beta);
                last.unmake(*position_, m);
                if (!control_.running()) break;
                if (score > std::max(alpha, best)) extend_variation(ply, m);
                best = std::max(best, score);
            }
            moves_.truncate(bottom);
        }
        return best;
    }

    [[nodiscard]] int evaluate_horizon() {
        ++horizons_;
        return detail::evaluation_of(*position_);
    }

    // The legal or the noisy moves, on top of those of the plies before, as a heap.
    template <bool Noisy = false>
    [[nodiscard]] bool collect(int ply, const std::optional<move>& first) {
        const std::size_t bottom = moves_.size();
        const std::size_t player = player_at(ply);
        bool fits = true;
        const auto add = [&](const move& m) {
            const double prior = first == m        ? std::numeric_limits<double>::infinity()
                                 : options_.priors ? detail::prior_of(*position_, m)
                                                   : 0;
            fits = fits && moves_.push(m, prior, order_.rank(m, ply, player),
                                       static_cast<std::uint32_t>(moves_.size() - bottom));
            return fits;
        };
        if constexpr (Noisy) {
            position_->for_each_noisy_move(add);
        } else {
            position_->for_each_move(add);
        }
        if (!fits) control_.end(status::memory_limit);
        std::make_heap(moves_.begin() + bottom, moves_.end());
        return fits;
    }

    // 0 for the player to move at the root, 1 for the other.
    [[nodiscard]] std::size_t player_at(int ply) const {
        if constexpr (TurnPosition<P>) {
            return position_->player_to_move() == *root_player_ ? 0 : 1;
        } else {
            return static_cast<std::size_t>(ply & 1);
        }
    }

    [[nodiscard]] move take_first(std::size_t bottom) {
        std::pop_heap(moves_.begin() + bottom, moves_.end());
        return moves_.pop().move;
    }

    // The score if the table settles it, else the move to try first. An open window is searched.
    std::optional<int> probe_table(int depth, int ply, int alpha, int beta,
                                   std::optional<move>& first) {
        if constexpr (hashed) {
            const auto found = table_.find(position_->hash());
            if (!found) return std::nullopt;
            ++found_.statistics.table_hits;
            first = found->move;
            const table_entry& known = found->value;
            if (beta - alpha > 1 || !is_deep_enough(known, depth)) return std::nullopt;
            const int score = from_table(known.score, ply);
            if ((known.bound == detail::bound::lower && score < beta) ||
                (known.bound == detail::bound::upper && score > alpha))
                return std::nullopt;
            ++found_.statistics.table_cutoffs;
            if (!known.complete) ++horizons_;
            return score;
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_deep_enough(const table_entry& known, int depth) const noexcept {
        if (known.depth == depth) return true;
        return known.depth > depth ? !options_.same_depth_only : known.complete;
    }

    void store_in_table(int depth, int ply, const choice& made, detail::bound b, bool complete) {
        if constexpr (hashed) {
            table_.store(position_->hash(),
                         {to_table(made.score, ply), static_cast<std::int16_t>(depth), b, complete},
                         static_cast<std::uint16_t>(depth), *made.best);
        }
    }

    // The table counts the plies to a decided end from the position, and points from now on.
    [[nodiscard]] int to_table(int score, int ply) const {
        if constexpr (RunningScorePosition<P>)
            return score - static_cast<int>(position_->running_score());
        return is_decided(score) ? (score > 0 ? score + ply : score - ply) : score;
    }
    [[nodiscard]] int from_table(int score, int ply) const {
        if constexpr (RunningScorePosition<P>)
            return score + static_cast<int>(position_->running_score());
        return is_decided(score) ? (score > 0 ? score - ply : score + ply) : score;
    }

    void extend_variation(int ply, const move& m) {
        const auto at = static_cast<std::size_t>(ply);
        variations_[at] = variations_[at + 1];
        variations_[at].insert(variations_[at].begin(), m);
    }

    detail::node_control control_;
    table table_{control_.budget()};
    detail::killers_and_history<move> order_;
    senda::detail::buffer<detail::ranked_move<move>> moves_{control_.budget()};  // of all plies
    std::vector<std::vector<move>> variations_;  // the principal one from each ply on
    std::uint64_t horizons_ = 0;                 // how often a score rested on an evaluation
    std::optional<P> position_;
    std::optional<decltype(detail::player_at(std::declval<const P&>()))> root_player_;
    result_type found_;
};

/// Finds the best move of a position by alpha-beta with iterative deepening: the move, its score
/// (that of minimax), the line that both players are expected to play, and why it ended.
///
/// `position`  with an evaluation; a hash gives it a transposition table, and priors and noisy
///             moves are used if it has them.
/// `o`         depth, limits, a stop token, features; without any it looks to the end of the game.
template <EvaluatedPosition P>
[[nodiscard]] alpha_beta_result<move_of<P>> alpha_beta(const P& position,
                                                       const alpha_beta_options& o = {}) {
    return alpha_beta_search<P>(o).run(position);
}

}  // namespace senda::games
