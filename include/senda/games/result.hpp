// SPDX-License-Identifier: MIT
// Options, scores and results of alpha-beta and Monte-Carlo tree search.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/games/position.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::games::detail {

/// Counts the nodes of a search; the clock and the stop token are looked at as seldom as the time
/// limit allows. An evaluation may take a nanosecond or a second, so a fixed interval would not do.
class node_control : public senda::detail::movable_control {
    using base = senda::detail::movable_control;
    static constexpr std::uint64_t longest_step = 4096;
    static constexpr double longest_gap = 1e-3;     // seconds between two looks
    static constexpr double share_of_time = 0.002;  // the same as a part of the time limit

public:
    explicit node_control(const senda::limits& l = {}, stop_token stop = {})
        : base({.limits = l, .stop = stop}) {}

    /// Forgets what was counted and starts the clock.
    void restart(const senda::limits& l, stop_token stop) {
        set_options({.limits = l, .stop = stop});
        base::restart();
        worked_ = allowed_ = 0;
        step_ = 1;
        looked_ = 0;
    }

    /// Asked before each node; ends the search and says no when a limit is reached.
    [[nodiscard]] bool may_visit() {
        if (expanded() >= limits().expansions) [[unlikely]]
            end(status::expansion_limit);
        if (!tick()) [[unlikely]]
            return false;
        count_expanded(1);
        return true;
    }

    /// Asked again and again by what makes up a single node, such as a game to its end; ends the
    /// search and says no once the time is used up or the stop token asks for it.
    [[nodiscard]] bool tick() { return worked_++ < allowed_ || look(); }

    /// Whether there is time for something that takes much longer than a node.
    [[nodiscard]] bool has_time(double needed = 0) const {
        return !is_timed() || seconds() + needed < limits().time.seconds();
    }

    /// Ends the search; the first reason stands.
    void end(senda::status why) {
        base::end(why);
        allowed_ = 0;
    }

private:
    bool look() {
        if (!running() || !poll()) {
            allowed_ = 0;
            return false;
        }
        allowed_ = std::numeric_limits<std::uint64_t>::max();
        if (!has_deadline_or_stop()) return true;
        // Steps are longer or shorter by how long the last ones took.
        const double now = seconds();
        const double passed = now - std::exchange(looked_, now);
        const double gap = std::min(longest_gap, limits().time.seconds() * share_of_time);
        if (passed * 2 < gap) step_ = std::min(step_ * 2, longest_step);
        if (passed > gap)
            step_ = std::max(static_cast<std::uint64_t>(static_cast<double>(step_) * gap / passed),
                             std::uint64_t{1});
        allowed_ = worked_ - 1 + step_;
        return true;
    }

    std::uint64_t worked_ = 0;   // nodes, and pieces of work within them
    std::uint64_t allowed_ = 0;  // of these, up to the next look
    std::uint64_t step_ = 1;     // between two looks
    double looked_ = 0;          // after so many seconds
};

}  // namespace senda::games::detail

namespace senda::games {

/// Counts the nodes of a search of one's own and keeps its limits.
using detail::node_control;

/// The score of a win on the spot. One that is `n` plies away scores `n` less: sooner is better.
inline constexpr int win_score = 1'000'000;

/// The farthest that a search looks, in plies.
inline constexpr int longest_line = 10'000;

/// What a position says about itself is cut to this, so that it never looks like a proven end.
inline constexpr int largest_evaluation = win_score - longest_line - 1;

/// Whether a score says how the game ends with best play, and not only how it seems to stand.
[[nodiscard]] constexpr bool is_decided(int score) noexcept {
    return score > largest_evaluation || score < -largest_evaluation;
}

/// The plies to the end of the game that a decided score announces.
[[nodiscard]] constexpr int plies_to_end(int score) noexcept {
    return win_score - (score < 0 ? -score : score);
}

namespace detail {

/// The score of a game that ended `ply` plies after the root.
[[nodiscard]] constexpr int score_of(outcome end, int ply) noexcept {
    if (end == outcome::draw) return 0;
    return end == outcome::win ? win_score - ply : ply - win_score;
}

/// The score of a game of points: the margin, which is no further away for being later.
[[nodiscard]] constexpr int score_of(margin end, int) noexcept {
    return std::clamp(end.points, -largest_evaluation, largest_evaluation);
}

template <EvaluatedPosition P>
[[nodiscard]] int evaluation_of(const P& position) {
    return std::clamp(static_cast<int>(position.evaluate()), -largest_evaluation,
                      largest_evaluation);
}

}  // namespace detail

namespace detail {

/// A search that is asked again and again, with the same options until others are set.
template <class Options>
class repeated_search {
public:
    repeated_search(const repeated_search&) = delete;
    repeated_search& operator=(const repeated_search&) = delete;

    /// The options of the next run.
    [[nodiscard]] const Options& options() const noexcept { return options_; }
    void set_options(const Options& o) { options_ = o; }

protected:
    explicit repeated_search(const Options& o) : options_(o) {}
    ~repeated_search() = default;

    Options options_;
};

}  // namespace detail

/// What a search for the best move found.
template <class Move, class Score, class Statistics>
struct best_move_result {
    /// `found` when it looked as deep as asked or knows how the game ends, `exhausted` when the
    /// game is over already, else what stopped it.
    senda::status status = status::running;
    /// The best move as far as it saw; nothing only when the game is over.
    std::optional<Move> move = {};
    /// How good that move is for the player to move.
    Score score = {};
    /// Whether the score is how the game ends with best play, and not only how it seems to stand.
    bool is_proven = false;
    /// The depth that alpha-beta completed, or the plies of the principal variation.
    int depth = 0;
    /// Positions visited, or simulations.
    std::uint64_t nodes = 0;
    /// What it expects both players to play, the best move first.
    std::vector<Move> principal_variation = {};
    /// What it took.
    Statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return move.has_value(); }
};

/// Options of alpha-beta.
struct alpha_beta_options {
    /// Where to give up: `expansions` counts nodes, `bytes` is for the table and the moves.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// The plies to look ahead, at least 1.
    int depth = longest_line;
    /// The plies of the first round, at least 1. Where little but the end of the game counts, a
    /// large number saves the rounds before; a limit may then come before there is any score.
    int first_depth = 1;
    /// The size of the transposition table, for positions that have a hash; 0: none.
    std::uint64_t table_bytes = std::uint64_t{16} << 20U;
    /// Half the aspiration window around the last score, in the unit of `evaluate`; 0: none.
    int aspiration = 30;
    /// The most noisy moves in a row after the last ply, for positions that have them; 0: none. A
    /// forced end that they find need not be the nearest if one player makes several of them.
    int noisy_plies = 16;
    /// Use what the table knows of a position only if it was looked at exactly as deep. The score
    /// is then that of minimax at the same depth; otherwise it may be better founded than that.
    bool same_depth_only = false;
    /// Try moves first that the position itself likes.
    bool priors = true;
};

/// What alpha-beta did.
struct alpha_beta_statistics {
    std::uint64_t table_hits = 0;     ///< positions found in the table
    std::uint64_t table_cutoffs = 0;  ///< of these, where nothing more was to do
    std::uint64_t cutoffs = 0;        ///< positions where a move was too good
    std::uint64_t first_cutoffs = 0;  ///< of these, where the first was
    std::uint64_t bytes = 0;          ///< the most held at any one time
    double seconds = 0;
};

/// What alpha-beta found: its score is that of minimax.
template <class Move>
using alpha_beta_result = best_move_result<Move, int, alpha_beta_statistics>;

/// As many moves as there are.
inline constexpr std::uint32_t all_moves = std::numeric_limits<std::uint32_t>::max();

/// What happens when the tree of Monte-Carlo search is full.
enum class full_tree : std::uint8_t {
    ends,      ///< it ends the search, with `status::memory_limit`
    recycled,  ///< what was seldom visited is forgotten, and the search goes on
};

/// Options of Monte-Carlo tree search.
struct mcts_options {
    /// Where to give up: `expansions` counts simulations of one run, `bytes` is for the tree.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// The size of the tree at most; it takes memory as it grows.
    std::uint64_t tree_bytes = std::uint64_t{64} << 20U;
    /// What a full tree means. One that is recycled needs another limit, or the search ends only
    /// with a proof; or where there is too little to forget.
    full_tree full = full_tree::ends;
    /// How much a move that was seldom tried is favoured: the constant of UCT, or of PUCT. About
    /// 0.7 for random playouts; a good evaluation wants less.
    double exploration = 0.7;
    /// Above 0, for positions that have priors: selection by PUCT, where a move is favoured by
    /// e^(prior / temperature), its part of the sum over all moves. 0: by UCT, where only the order
    /// of the priors counts.
    double temperature = 0;
    /// How many moves of a position join the tree at first, the best by their prior; twice as many
    /// do once all these were tried.
    std::uint32_t first_moves = all_moves;
    /// The part that the best reply has in the value of a position; the rest is the mean of all
    /// simulations (M. Lanctot and others, Monte Carlo tree search with heuristic evaluations using
    /// implicit minimax backups, 2014). From 0 to 1; for evaluations that are not random.
    double best_reply = 0;
    /// Names the stream of random numbers; with one thread and no time limit it names the result.
    std::uint64_t seed = 1;
};

/// What a run of Monte-Carlo tree search did.
struct mcts_statistics {
    std::uint64_t kept = 0;      ///< visits that the tree had of this position before
    std::uint64_t nodes = 0;     ///< moves in the tree
    std::uint64_t bytes = 0;     ///< that they take
    std::uint64_t recycled = 0;  ///< how often the tree was full and made room
    std::uint32_t deepest = 0;   ///< plies of the longest simulation within the tree
    double seconds = 0;
};

/// What Monte-Carlo tree search found: its score is the probability to win, from 0 to 1.
template <class Move>
using mcts_result = best_move_result<Move, double, mcts_statistics>;

}  // namespace senda::games
