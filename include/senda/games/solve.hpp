// SPDX-License-Identifier: MIT
// How a game ends when both players play best: the proof of a win, a loss or a draw.
#pragma once

#include <senda/detail/games/transposition_table.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::games {

/// Options of the solver.
struct solve_options {
    /// Where to give up: `expansions` counts positions, `bytes` is for the table and the moves.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// The size of the table of positions, for those that have a hash.
    std::uint64_t table_bytes = std::uint64_t{64} << 20U;
    /// Longer games than this, in plies, are given up as `cost_limit`.
    int plies = 4096;
    /// How many threads may work on a proof of `solve_parallel`, no more than there are processors.
    unsigned threads = 1;
    /// Positions that one thread looks at before others are started: most proofs end before.
    std::uint64_t alone = 20'000;
    /// Where `solve_parallel` writes how many moves are refuted, and of how many.
    search_progress* progress = nullptr;
};

/// What the solver found.
template <class Move>
struct solve_result {
    /// `found` when the outcome is certain, else what stopped it.
    senda::status status = status::running;
    /// How the game ends for the player to move; nothing if it is not known.
    std::optional<games::outcome> outcome = {};
    /// A move that brings that about, any one if lost; nothing when the game is over or not solved.
    std::optional<Move> move = {};
    /// Positions whose moves were looked at.
    std::uint64_t nodes = 0;
    std::uint64_t bytes = 0;  ///< the most held at any one time
    double seconds = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return outcome.has_value(); }
};

namespace detail {

/// Proof and disproof number: how many positions must at least be won, or lost, to show it.
struct proof_numbers {
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    /// This can never be shown, because the opposite was.
    static constexpr std::uint32_t infinite = 0xffff'ffffU;

    [[nodiscard]] constexpr bool is_win() const noexcept { return proof == 0; }
    [[nodiscard]] constexpr bool is_loss() const noexcept { return disproof == 0; }
    [[nodiscard]] constexpr bool is_solved() const noexcept { return is_win() || is_loss(); }

    static constexpr proof_numbers win() noexcept { return {0, infinite}; }
    static constexpr proof_numbers loss() noexcept { return {infinite, 0}; }

    /// The numbers as the other player sees them, if `is_other`.
    [[nodiscard]] constexpr proof_numbers seen_by(bool is_other) const noexcept {
        return is_other ? proof_numbers{disproof, proof} : *this;
    }
};

/// What is proved, by one solver or by several that make the same proof.
struct proof_table {
    explicit proof_table(memory_budget& budget) noexcept : proved(budget) {}

    transposition_table<proof_numbers> proved;
    // Ever: the table does not say what it met.
    bool met_draw = false;
    bool is_shared = false;  // changed only while one solver works
    // What is refuted of the moves is told so: the progress takes long to compile.
    void (*tell)(search_progress&, std::uint64_t refuted, std::uint64_t moves) = nullptr;
};

}  // namespace detail

/// A position that says at a guess by how many moves the player to move is ahead: with
/// `c.moves_ahead()`, and `c.count_moves()`, the solver tries first what looks won.
template <class P>
concept GuessingPosition = CountingPosition<P> && requires(const P& c) {
    { c.moves_ahead() } -> std::convertible_to<int>;
};

/// A solver that keeps what it proved from one position to the next.
template <Position P>
class solver : public detail::repeated_search<solve_options> {
    using move = move_of<P>;
    using numbers = detail::proof_numbers;
    static constexpr bool hashed = HashedPosition<P>;

    struct child {
        numbers known;      // for the opponent
        std::uint64_t key;  // in the table; 0 if it is not there
        move last_move;
        bool keeps_turn;
    };

    // What the numbers of all children say of their parent.
    struct summary {
        numbers of_parent;
        std::size_t best = 0;      // the child with the least disproof number
        std::uint32_t second = 0;  // the next one's disproof number
        std::uint32_t open = 0;    // children not known to win
    };

public:
    using result_type = solve_result<move>;

    /// A solver that has proved nothing yet.
    explicit solver(const solve_options& o = {}) : repeated_search(o) {}
    /// A solver that works with others on what is proved, which must outlive it.
    solver(const solve_options& o, detail::proof_table& common)
        : repeated_search(o), table_(&common) {}

    /// Finds out how the game ends from a position.
    [[nodiscard]] result_type run(const P& position) {
        control_.restart(options_.limits, options_.stop);
        position_ = position;
        children_.clear();
        if constexpr (hashed) {
            // Half of a small budget is left for the lists of moves.
            if (table_ == &own_)
                own_.proved.begin_search(std::min(options_.table_bytes, options_.limits.bytes / 2));
        }
        result_type r;
        if (const std::optional<games::outcome> end = detail::outcome_at(position)) {
            r.outcome = *end;
        } else {
            r.outcome = decide();
            if (r.outcome) r.move = winning_ ? winning_ : first_move(position);
        }
        control_.end(status::found);
        r.status = control_.status();
        r.nodes = control_.expanded();
        r.bytes = control_.budget().peak();
        r.seconds = control_.seconds();
        position_.reset();
        return r;
    }

private:
    // First whether the player to move can win; if not, and a draw was met, whether it can draw.
    std::optional<games::outcome> decide() {
        const numbers win = prove_root(1);
        if (!control_.running()) return std::nullopt;
        if (win.is_win()) return games::outcome::win;
        // With other points, what is in the table may be a draw.
        if (!RunningScorePosition<P> && !senda::detail::load(table_->met_draw))
            return games::outcome::loss;
        const numbers draw = prove_root(0);
        if (!control_.running()) return std::nullopt;
        return draw.is_win() ? games::outcome::draw : games::outcome::loss;
    }

    // Whether the player to move gets at least `points`; a win counts 1 and a loss -1.
    numbers prove_root(int points) {
        winning_.reset();
        if (!control_.may_visit()) return {};
        return prove({numbers::infinite, numbers::infinite}, 0, points);
    }

    // Depth-first proof-number search (A. Nagai, Df-pn algorithm for searching AND/OR trees and its
    // applications, 2002). Each list of children keeps their numbers, so that a table that forgets
    // costs time and never the end of the search. The caller counted the node.
    numbers prove(numbers threshold, int ply, int points) {
        const std::size_t bottom = children_.size();
        const std::uint64_t visited_before = control_.expanded();
        if (ply >= options_.plies) control_.end(status::cost_limit);
        if (!control_.running() || !collect(points)) return {};
        summary now = summarize(bottom);
        while (now.of_parent.proof < threshold.proof &&
               now.of_parent.disproof < threshold.disproof) {
            const numbers limit = child_threshold(now, threshold);
            if (!control_.may_visit()) break;
            claim(children_[now.best], limit, ply);
            const move m = children_[now.best].last_move;
            detail::made_move<P> last(*position_, m);
            const bool again = last.keeps_turn();
            const numbers found =
                prove(limit.seen_by(again), ply + 1, again ? points : 1 - points).seen_by(again);
            last.unmake(*position_, m);
            if (!control_.running()) break;
            children_[now.best].known = found;
            look_up_others(bottom, now.best, ply);
            now = summarize(bottom);
            if (ply == 0 && options_.progress != nullptr && table_->tell != nullptr) {
                const std::size_t all = children_.size() - bottom;
                table_->tell(*options_.progress, all - now.open, all);
            }
        }
        if (ply == 0 && control_.running() && now.of_parent.is_win())
            winning_ = children_[now.best].last_move;
        children_.truncate(bottom);
        if (!control_.running()) return {};
        if constexpr (hashed) {
            // What is solved is worth more than any number of steps on the way.
            const auto bits = std::bit_width(control_.expanded() - visited_before);
            const auto work =
                static_cast<std::uint16_t>(now.of_parent.is_solved() ? 64 + bits : bits);
            table_->proved.store(key(points), now.of_parent, work);
        }
        return now.of_parent;
    }

    // The best child may become worse than the next one by a quarter before it is left: going to
    // and fro costs more (J. Pawlewicz, L. Lew, Improving depth-first PN-search, 2007).
    [[nodiscard]] static numbers child_threshold(const summary& now, numbers threshold) noexcept {
        const std::uint32_t proof = threshold.disproof == numbers::infinite
                                        ? numbers::infinite
                                        : threshold.disproof - (now.open - 1);
        const std::uint32_t worse = now.second > numbers::infinite / 2
                                        ? numbers::infinite
                                        : now.second + now.second / 4 + 1;
        return {proof, std::min(threshold.proof, worse)};
    }

    // The moves of the position with what is known of them, on top of those of the plies before.
    [[nodiscard]] bool collect(int points) {
        const std::size_t bottom = children_.size();
        bool fits = true;
        std::as_const(*position_).for_each_move([&](const move& m) {
            fits = fits && children_.push(child{{}, 0, m, false});
            return fits;
        });
        if (!fits) {
            control_.end(status::memory_limit);
            return false;
        }
        for (std::size_t i = bottom; i < children_.size(); ++i) {
            auto& c = children_[i];
            detail::made_move<P> last(*position_, c.last_move);
            const bool again = last.keeps_turn();
            const int points_then = again ? points : 1 - points;
            c.known = initial_numbers(points_then, c.key).seen_by(again);
            c.keeps_turn = again;
            last.unmake(*position_, c.last_move);
            if (c.known.is_loss()) break;  // that is enough
        }
        return true;
    }

    // What is known of the position without looking into it, and its key in the table.
    [[nodiscard]] numbers initial_numbers(int points, [[maybe_unused]] std::uint64_t& key_then) {
        if (const detail::end_of<P> end = position_->terminal()) {
            const int reached = detail::points_of(*end);
            if (reached == 0) senda::detail::store(table_->met_draw, true);
            return reached >= points ? numbers::win() : numbers::loss();
        }
        if constexpr (hashed) {
            key_then = key(points);
            if (const auto known = table_->proved.find(key_then)) return known->value;
        }
        if constexpr (GuessingPosition<P>) {
            constexpr int most = 1 << 10;
            const auto moves = static_cast<std::uint32_t>(
                std::clamp<std::uint64_t>(position_->count_moves(), 1, 1U << 16U));
            const int lead = std::clamp(static_cast<int>(position_->moves_ahead()), -most, most);
            // The player ahead has less to show, and more to be shown otherwise.
            return lead > 0 ? numbers{1, moves * static_cast<std::uint32_t>(1 + 2 * lead)}
                            : numbers{static_cast<std::uint32_t>(1 - 2 * lead), moves};
        } else if constexpr (CountingPosition<P>) {
            const std::uint64_t moves = position_->count_moves();
            return {1, static_cast<std::uint32_t>(std::clamp<std::uint64_t>(moves, 1, 1U << 20U))};
        }
        return {};
    }

    // The disproof number is the hardest child and the number of children (T. Ueda and others, Weak
    // proof-number search, 2008): a sum would count transpositions twice, and run away.
    [[nodiscard]] summary summarize(std::size_t bottom) const {
        summary s{.of_parent = {numbers::infinite, 0}, .best = bottom, .second = numbers::infinite};
        std::uint32_t hardest = 0;
        for (std::size_t i = bottom; i < children_.size(); ++i) {
            const numbers known = children_[i].known;
            if (known.is_win()) continue;
            ++s.open;
            hardest = std::max(hardest, known.proof);
            if (known.disproof < s.of_parent.proof) {
                s.second = std::exchange(s.of_parent.proof, known.disproof);
                s.best = i;
            } else {
                s.second = std::min(s.second, known.disproof);
            }
        }
        if (s.of_parent.is_win()) {
            s.of_parent = numbers::win();
        } else if (s.open > 0) {
            // A sum that stays below what is infinite.
            s.of_parent.disproof = hardest < numbers::infinite - s.open ? hardest + (s.open - 1)
                                                                        : numbers::infinite - 1;
        }
        return s;
    }

    // Says to others that somebody works on a child, by numbers as they are when it is left: they
    // take the next best (T. Kaneko, Parallel depth first proof number search, 2010).
    void claim(const child& c, numbers limit, int ply) {
        if (!table_->is_shared || ply >= shared_plies || c.key == 0) return;
        numbers claimed = c.known;
        claimed.disproof = std::max(claimed.disproof, std::min(limit.disproof, most_claimed));
        table_->proved.store(c.key, claimed.seen_by(c.keeps_turn), 0);
    }
    // What others found out about the children of a position meanwhile.
    void look_up_others(std::size_t bottom, std::size_t own, int ply) {
        if (!table_->is_shared || ply >= shared_plies) return;
        for (std::size_t i = bottom; i < children_.size(); ++i) {
            child& c = children_[i];
            if (i == own || c.key == 0 || c.known.is_solved()) continue;
            if (const auto known = table_->proved.find(c.key))
                c.known = known->value.seen_by(c.keeps_turn);
        }
    }
    // Deeper, a child takes no longer than looking up what others did.
    static constexpr int shared_plies = 6;
    // More than any position that is still searched has, and less than infinite.
    static constexpr std::uint32_t most_claimed = 1U << 24U;

    // What is proved of the rest of the game holds whatever points were won before it.
    [[nodiscard]] std::uint64_t key(int points) const {
        if constexpr (RunningScorePosition<P>)
            points -= static_cast<int>(position_->running_score());
        return position_->hash() ^ static_cast<std::uint64_t>(1 - points) * 0x6c62'272e'07bb'0142U;
    }

    detail::node_control control_;
    detail::proof_table own_{control_.budget()};
    detail::proof_table* table_ = &own_;
    senda::detail::buffer<child> children_{control_.budget()};  // of all positions on the path
    std::optional<P> position_;
    std::optional<move> winning_;
};

/// Finds out who wins a game from a position when both players play best, with a move that brings
/// it about; or which limit stopped it. For games that are near their end, or small.
///
/// `position`  a hash gives it a table, without which it is slow; `count_moves` leads it.
/// `o`         limits, a stop token, the size of the table.
template <Position P>
[[nodiscard]] solve_result<move_of<P>> solve(const P& position, const solve_options& o = {}) {
    return solver<P>(o).run(position);
}

}  // namespace senda::games
