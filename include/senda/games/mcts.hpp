// SPDX-License-Identifier: MIT
// Monte-Carlo tree search: a tree that grows where the play is good, judged by simulations.
#pragma once

#include <senda/detail/games/move_ordering.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::games::detail {

using senda::detail::compare_exchange;
using senda::detail::fetch_add;
using senda::detail::load;
using senda::detail::store;

/// What is known for certain of a move, for the player who makes it.
enum class proof : std::uint8_t { none, loss, draw, win };

/// What the end of a game is for the player to move.
[[nodiscard]] constexpr proof proof_of(outcome end) noexcept {
    return end == outcome::win ? proof::win : end == outcome::draw ? proof::draw : proof::loss;
}

[[nodiscard]] constexpr proof opposite(proof p) noexcept {
    return p == proof::win ? proof::loss : p == proof::loss ? proof::win : p;
}

/// The value for a player for whom the end is known.
[[nodiscard]] constexpr double value_of(proof p) noexcept {
    return p == proof::win ? 1 : p == proof::loss ? 0 : 0.5;
}

/// A move that was tried, or will be. All values are for the player who makes it.
template <class Move>
struct mcts_node {
    std::uint64_t sum;     // of the values of all simulations, in units of 1 / value_unit
    std::uint32_t visits;  // counted on the way down: until the value comes it is a virtual loss,
                           // and other threads go elsewhere
    std::uint32_t moves;   // the first block of moves that follow; 0: not made yet
    float first;           // the value of the first simulation; 0: none has come back
    float minimax;         // the value by minimax over what was evaluated
    float policy;          // its part of the softmax over the priors of its position's moves
    proof proven;
    std::uint8_t is_expanding;  // by a thread
    Move move;

    static constexpr double value_unit = 1U << 30U;
};

/// The moves of a position as blocks of nodes, linked, the most promising first. A block comes
/// after the one that holds its position, so one pass in order meets parents before children.
template <class Move>
    requires std::is_trivially_copyable_v<Move>
class mcts_tree {
public:
    using node = mcts_node<Move>;

    struct block {
        std::uint32_t next;       // the next block of the same position; 0: none
        std::uint32_t count;      // nodes in this block
        std::uint32_t total;      // first block only: legal moves of the position
        std::uint32_t made;       // first block only: nodes in all its blocks
        std::uint32_t new_place;  // while the tree is compacted; 0: nowhere
    };

    static constexpr std::uint32_t root = 1;

    explicit mcts_tree(memory_budget& budget) noexcept : slots_(budget) {}

    /// Makes an empty tree within `bytes`; false if there is no memory for it.
    [[nodiscard]] bool resize(std::uint64_t bytes) {
        const std::uint64_t fit = std::min<std::uint64_t>(
            bytes / sizeof(slot), std::numeric_limits<std::uint32_t>::max() - 1);
        if (fit < 2 || !slots_.assign_zeros(static_cast<std::size_t>(fit))) return false;
        clear();
        return true;
    }

    /// Leaves the root only, without a visit.
    void clear() {
        if (slots_.empty()) return;
        slots_[0].b = block{0, 1, 1, 1, 0};
        slots_[root].n = node{};
        used_ = 2;
    }

    [[nodiscard]] bool has_room() const noexcept { return !slots_.empty(); }
    [[nodiscard]] node& operator[](std::uint32_t i) noexcept { return slots_[i].n; }
    [[nodiscard]] const node& operator[](std::uint32_t i) const noexcept { return slots_[i].n; }
    [[nodiscard]] std::uint64_t size() const noexcept { return load(used_); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return size() * sizeof(slot); }

    /// A block with room for `count` nodes, which follow it; 0 if the tree is full.
    [[nodiscard]] std::uint32_t allocate(std::uint32_t count) {
        for (;;) {
            const std::uint32_t at = load(used_);
            if (count >= slots_.size() - at) return 0;
            if (!compare_exchange(used_, at, at + count + 1)) continue;
            slots_[at].b = block{0, count, 0, 0, 0};
            return at;
        }
    }

    struct move_counts {
        std::uint32_t made = 0;   // that have a node
        std::uint32_t total = 0;  // that are legal; 0 until the first has a node
    };
    [[nodiscard]] move_counts count_moves(std::uint32_t at) const {
        const std::uint32_t first = load(slots_[at].n.moves);
        if (first == 0) return {};
        return {load(slots_[first].b.made), slots_[first].b.total};
    }

    /// Hangs a block that is complete onto a position, which then has `made` of `total` moves.
    void append(std::uint32_t at, std::uint32_t fresh, std::uint32_t made, std::uint32_t total) {
        const std::uint32_t first = load(slots_[at].n.moves);
        if (first == 0) {
            slots_[fresh].b.total = total;
            slots_[fresh].b.made = made;
            store(slots_[at].n.moves, fresh);
            return;
        }
        std::uint32_t last = first;
        while (const std::uint32_t next = load(slots_[last].b.next)) last = next;
        store(slots_[last].b.next, fresh);
        store(slots_[first].b.made, made);
    }

    /// Calls `f(index)` for the moves after a node, until it says no.
    template <class F>
    void for_each_child(std::uint32_t parent, F f) const {
        for (std::uint32_t at = load(slots_[parent].n.moves); at != 0; at = load(slots_[at].b.next))
            for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i)
                if (!f(at + i)) return;
    }

    /// The value of a node by the best move that was tried after it; the same player's, if it keeps
    /// the turn.
    [[nodiscard]] float minimax_value(std::uint32_t at, bool keeps_turn) const {
        float best = 0;
        for_each_child(at, [&](std::uint32_t i) {
            const node& n = slots_[i].n;
            if (load(n.visits) > 0) best = std::max(best, load(n.minimax));
            return true;
        });
        return keeps_turn ? best : 1 - best;
    }

    /// Notes whether the end after a node is certain now that it is after one of its children.
    bool prove(std::uint32_t at, std::uint32_t child, bool keeps_turn) {
        proof best = load(slots_[child].n.proven);
        if (best != proof::win) {
            const move_counts moves = count_moves(at);
            if (moves.made < moves.total) return false;
            best = proof::loss;
            for_each_child(at, [&](std::uint32_t i) {
                const proof known = load(slots_[i].n.proven);
                best = known == proof::none ? proof::none : std::max(best, known);
                return best != proof::none;
            });
            if (best == proof::none) return false;
        }
        store(slots_[at].n.proven, keeps_turn ? best : opposite(best));
        return true;
    }

    /// The move to play: the best one if proven, else the most visited that is not lost; 0: none.
    [[nodiscard]] std::uint32_t best_child(std::uint32_t at) const {
        const bool is_certain = slots_[at].n.proven != proof::none;
        const auto is_better = [&](const node& a, const node& b) {
            const proof p = a.proven;
            const proof q = b.proven;
            if (p != q && (is_certain || p == proof::win || q == proof::win)) return p > q;
            if ((p == proof::loss) != (q == proof::loss)) return q == proof::loss;
            return a.visits > b.visits;
        };
        std::uint32_t best = 0;
        for_each_child(at, [&](std::uint32_t i) {
            const node& n = slots_[i].n;
            if (n.visits > 0 && (best == 0 || is_better(n, slots_[best].n))) best = i;
            return true;
        });
        return best;
    }

    /// Turns a node round: all values are for the other player then.
    void turn_round(std::uint32_t at) {
        node& n = slots_[at].n;
        n.sum = static_cast<std::uint64_t>(node::value_unit) * n.visits - n.sum;
        n.first = 1 - n.first;
        n.minimax = 1 - n.minimax;
        n.proven = opposite(n.proven);
    }

    /// Makes a node the root, 0 an empty one; takes a tenth of a second for a million nodes or two.
    void make_root(std::uint32_t new_root) {
        if (new_root == 0) return clear();
        slots_[root].n = slots_[new_root].n;
        assign_places();
        compact();
    }

    /// Forgets what follows the nodes that were visited least, until half of the tree is free; the
    /// best move keeps what follows it. Says whether that made room worth the time.
    [[nodiscard]] bool forget_least_visited() {
        // How many slots follow nodes, by the number of binary digits of their visits.
        std::array<std::uint64_t, 33> slots_of = {};
        for_each_parent([&](node& n) {
            std::uint64_t& sum = slots_of[static_cast<std::size_t>(std::bit_width(n.visits))];
            for (std::uint32_t at = n.moves; at != 0; at = slots_[at].b.next) sum += size_at(at);
        });
        std::uint64_t kept = used_;
        std::size_t digits = 0;
        while (digits < slots_of.size() && kept > slots_.size() / 2) kept -= slots_of[digits++];
        const std::uint32_t best = best_child(root);
        if (best == 0) return false;
        // A node has no more visits than the one before it, so that what follows goes as a whole.
        const std::uint64_t least =
            std::min<std::uint64_t>(std::uint64_t{1} << digits >> 1U, slots_[best].n.visits);
        for_each_parent([&](node& n) {
            if (n.visits < least) n.moves = 0;
        });
        assign_places();
        compact();
        return used_ <= slots_.size() / 4 * 3;
    }

private:
    union slot {
        node n;
        block b;
    };

    [[nodiscard]] std::uint32_t size_at(std::uint32_t at) const { return slots_[at].b.count + 1; }

    // Calls `f` with the nodes that moves follow, the first ones of the array first.
    template <class F>
    void for_each_parent(F f) {
        if (slots_[root].n.moves != 0) f(slots_[root].n);
        for (std::uint32_t at = 2; at < used_; at += size_at(at))
            for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i)
                if (slots_[at + i].n.moves != 0) f(slots_[at + i].n);
    }

    // Calls `f` with each link from a block to another.
    template <class F>
    void for_each_link(std::uint32_t at, F f) {
        f(slots_[at].b.next);
        for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i) f(slots_[at + i].n.moves);
    }

    // Marks what follows the root, first by 1, then by its new place.
    void assign_places() {
        const auto mark = [&](std::uint32_t at) {
            if (at != 0) slots_[at].b.new_place = 1;
        };
        mark(slots_[root].n.moves);
        std::uint32_t place = 2;
        for (std::uint32_t at = 2; at < used_; at += size_at(at)) {
            if (slots_[at].b.new_place == 0) continue;
            for_each_link(at, mark);
            slots_[at].b.new_place = place;
            place += size_at(at);
        }
    }

    // What a block points at comes after it, and has not moved yet when it does.
    void compact() {
        const auto redirect = [&](std::uint32_t& at) { at = slots_[at].b.new_place; };
        redirect(slots_[root].n.moves);
        std::uint32_t end = 2;
        for (std::uint32_t at = 2; at < used_;) {
            const std::uint32_t size = size_at(at);
            if (const std::uint32_t place = slots_[at].b.new_place; place != 0) {
                for_each_link(at, redirect);
                slots_[at].b.new_place = 0;
                std::memmove(static_cast<void*>(slots_.data() + place), slots_.data() + at,
                             size * sizeof(slot));
                end = place + size;
            }
            at += size;
        }
        used_ = end;
    }

    senda::detail::buffer<slot> slots_;
    std::uint32_t used_ = 0;
};

}  // namespace senda::games::detail

namespace senda::games {

/// What the limits of a search say to an evaluation that takes long.
class simulation_control {
public:
    /// Of no search: goes on for ever.
    constexpr simulation_control() = default;
    /// Of the search that counts with `control`.
    explicit constexpr simulation_control(detail::node_control& control) noexcept
        : control_(&control) {}

    /// Whether to go on: false once the time is used up or the stop token asks to stop. What the
    /// evaluation returns then counts little.
    [[nodiscard]] bool may_go_on() const { return control_ == nullptr || control_->tick(); }

private:
    detail::node_control* control_ = nullptr;
};

/// What Monte-Carlo search asks at the end of its tree: `e(position)`, `e(position, random)`, with
/// a `random_source&`, or `e(position, random, control)`, with a `const simulation_control&` for
/// what may take long, is the probability that the player to move wins, a draw counting half.
template <class E, class P>
concept Evaluation =
    std::copy_constructible<E> && (requires(E& e, const P& p) {
        { e(p) } -> std::convertible_to<double>;
    } || requires(E& e, const P& p, random_source& random) {
        { e(p, random) } -> std::convertible_to<double>;
    } || requires(E& e, const P& p, random_source& random, const simulation_control& control) {
        { e(p, random, control) } -> std::convertible_to<double>;
    });

/// A position whose priors may say how likely each move wins: where `c.priors_are_odds()` is true,
/// `c.prior(m)` is the logarithm of the odds to win with `m`, and Monte-Carlo search takes the best
/// move's for the value of the position. Where it is false, as within a turn of several moves, a
/// simulation goes on to a position where it is true. No other evaluation is asked for.
template <class P>
concept OddsPosition = PriorPosition<P> && requires(const P& c) {
    { c.priors_are_odds() } -> std::convertible_to<bool>;
};

namespace detail {

template <class P, Evaluation<P> E>
[[nodiscard]] double win_probability(E& e, const P& position, random_source& random,
                                     const simulation_control& control) {
    double value = 0.5;
    if constexpr (requires { e(position, random, control); }) {
        value = static_cast<double>(e(position, random, control));
    } else if constexpr (requires { e(position, random); }) {
        value = static_cast<double>(e(position, random));
    } else {
        value = static_cast<double>(e(position));
    }
    return value > 0 ? (value < 1 ? value : 1) : 0;  // not a number counts as 0
}

/// The probability whose odds have this logarithm.
[[nodiscard]] inline double probability_of(double log_odds) {
    return 1 / (1 + std::exp(-log_odds));
}

[[nodiscard]] constexpr double value_of(outcome o) noexcept {
    return o == outcome::win ? 1 : o == outcome::draw ? 0.5 : 0;
}

}  // namespace detail

/// Plays a game to its end with random moves, all equally likely.
struct random_playout {
    /// A game that is not over after this number of moves counts as a draw.
    std::uint64_t longest = 10'000;

    /// How a random game from the position ended: 1 won, 0.5 drawn, 0 lost; 0.5 too if `longest` or
    /// `control` came first.
    template <Position P>
    [[nodiscard]] double operator()(const P& start, random_source& random,
                                    const simulation_control& control = {}) const {
        P position = start;
        bool is_own_turn = true;
        for (std::uint64_t left = longest;; --left) {
            if (const std::optional<outcome> end = detail::outcome_at(position)) {
                const double value = detail::value_of(*end);
                return is_own_turn ? value : 1 - value;
            }
            if (left == 0 || !control.may_go_on()) return 0.5;
            const std::optional<move_of<P>> drawn = detail::draw_move(position, random);
            if (!drawn) return 0.5;  // a faulty position
            if (!detail::made_move<P>(position, *drawn).keeps_turn()) is_own_turn = !is_own_turn;
        }
    }
};

/// The position's own evaluation as a probability.
struct logistic_evaluation {
    double scale = 100;  ///< the evaluation of odds of e to 1

    /// The probability that the player to move wins.
    template <EvaluatedPosition P>
    [[nodiscard]] double operator()(const P& position) const {
        return detail::probability_of(static_cast<double>(position.evaluate()) / scale);
    }
};

/// A Monte-Carlo tree search (L. Kocsis, C. Szepesvari, Bandit based Monte-Carlo planning, 2006)
/// that keeps its tree from move to move. Positions whose end is certain are not simulated again
/// (M. Winands and others, Monte-Carlo tree search solver, 2008). With priors and a temperature,
/// moves are selected by PUCT (D. Silver and others, Mastering the game of Go without human
/// knowledge, 2017). With other options a larger tree and another seed hold from the next
/// `restart`.
template <Position P, Evaluation<P> Evaluate = random_playout>
    requires std::is_trivially_copyable_v<move_of<P>>
class mcts_search : public detail::repeated_search<mcts_options> {
    using move = move_of<P>;
    using tree = detail::mcts_tree<move>;
    using node = typename tree::node;
    using proof = detail::proof;

    struct worker {
        P position;
        Evaluate evaluate;
        random_source random;
        detail::node_control control;
        std::vector<std::uint32_t> path = {};         // the nodes of the simulation, the root first
        std::vector<detail::made_move<P>> made = {};  // the moves between them
        detail::move_ranking<P> ranking = {};
        std::uint32_t deepest = 0;

        /// Whether who made the last move moves again; at the root it was the other player's turn.
        [[nodiscard]] bool keeps_turn() const noexcept {
            return !made.empty() && made.back().keeps_turn();
        }
    };

public:
    using result_type = mcts_result<move>;

    /// A search from `position` on, with an empty tree.
    explicit mcts_search(const P& position, const mcts_options& o = {}, Evaluate evaluate = {})
        : repeated_search(o),
          position_(position),
          evaluate_(std::move(evaluate)),
          random_(o.seed) {}

    /// The position whose best move is looked for.
    [[nodiscard]] const P& position() const noexcept { return position_; }

    /// Looks for the best move until a limit is reached or the end is certain; keeps its tree.
    [[nodiscard]] result_type run() {
        return run_on(1, [](unsigned, auto job) { job(0U); });
    }

    /// Searches with several workers on one tree: `launch(n, job)` calls `job(i)` for each i below
    /// n, on as many threads as it likes, and returns when all have. `wait` is called again and
    /// again by a thread that waits until another has expanded a position.
    template <class Launch>
    [[nodiscard]] result_type run_on(unsigned count, Launch launch,
                                     void (*wait)() noexcept = senda::detail::pause) {
        wait_ = wait;
        const std::uint32_t kept = prepare();
        std::vector<worker> workers = make_workers(std::max(count, 1U));
        if (tree_.has_room() && !detail::outcome_at(position_)) {
            alone_ = workers.size() == 1;
            do launch(static_cast<unsigned>(workers.size()), [&](unsigned i) { work(workers[i]); });
            while (is_full_ != 0 && make_room(workers));
        }
        return conclude(workers, kept);
    }

    /// Plays a move and keeps what the tree knows of the position after it; says whether that is
    /// anything. Takes time that grows with the tree, which no limit counts.
    bool advance(const move& m) {
        std::uint32_t child = 0;
        if (tree_.has_room()) {
            tree_.for_each_child(tree::root, [&](std::uint32_t i) {
                if (tree_[i].move == m) child = i;
                return child == 0;
            });
        }
        const bool keeps_turn = detail::made_move<P>(position_, m).keeps_turn();
        tree_.make_root(child);
        // What is known of the root is for the opponent of the player to move.
        if (keeps_turn && child != 0) tree_.turn_round(tree::root);
        return !is_new();
    }

    /// Starts again with another position, and forgets the tree.
    void restart(const P& position) {
        position_ = position;
        random_ = random_source(options_.seed);
        tree_.clear();
    }

    /// Calls `f(move, visits, value)` for each move of the position that was tried; the value is
    /// the probability that the player to move wins with it.
    template <class F>
    void for_each_tried_move(F f) const {
        if (!tree_.has_room()) return;
        tree_.for_each_child(tree::root, [&](std::uint32_t i) {
            if (tree_[i].visits > 0) f(tree_[i].move, tree_[i].visits, value_of(tree_[i]));
            return true;
        });
    }

private:
    [[nodiscard]] std::uint32_t prepare() {
        const std::uint64_t bytes = std::min(options_.tree_bytes, options_.limits.bytes);
        if (bytes < tree_bytes_ || (bytes != tree_bytes_ && is_new())) {
            tree_bytes_ = bytes;
            budget_.set_limit(bytes);
            // Half of it is better than none; without room there is a move, but no search.
            for (std::uint64_t fit = bytes; !tree_.resize(fit) && fit > 0;) fit /= 2;
        }
        is_full_ = 0;
        recycled_ = 0;
        return tree_.has_room() ? tree_[tree::root].visits : 0;
    }

    [[nodiscard]] bool is_new() const { return !tree_.has_room() || tree_[tree::root].visits == 0; }

    // The simulations are shared out beforehand, so that their number is exact.
    std::vector<worker> make_workers(unsigned count) {
        std::vector<worker> workers;
        workers.reserve(count);
        for (unsigned i = 0; i < count; ++i) {
            limits share = options_.limits;
            share.expansions = share.expansions / count + (i < share.expansions % count ? 1 : 0);
            workers.push_back({position_, evaluate_, random_source(random_.next()),
                               detail::node_control(share, options_.stop)});
        }
        return workers;
    }

    void work(worker& w) {
        while (detail::load(tree_[tree::root].proven) == proof::none && w.control.may_visit()) {
            simulate(w);
            if (detail::load(is_full_) != 0) return;
        }
        w.control.end(status::found);
    }

    // Forgets what was seldom visited, if that is wanted and there is time for it.
    bool make_room(std::vector<worker>& workers) {
        constexpr double seconds_a_node = 1e-7;
        const double needed = seconds_a_node * static_cast<double>(tree_.size());
        if (options_.full != full_tree::recycled) return false;
        for (worker& w : workers)
            if (!w.control.has_time(needed)) w.control.end(status::time_limit);
        if (!is_any_running(workers) || !tree_.forget_least_visited()) return false;
        is_full_ = 0;
        ++recycled_;
        return true;
    }

    [[nodiscard]] static bool is_any_running(const std::vector<worker>& workers) {
        return std::any_of(workers.begin(), workers.end(),
                           [](const worker& w) { return w.control.running(); });
    }

    // Selection down the tree, one evaluation, and backpropagation.
    void simulate(worker& w) {
        w.path.assign(1, tree::root);
        double value = 0;
        for (;;) {
            const std::uint32_t at = w.path.back();
            const std::uint32_t visits = detail::fetch_add(tree_[at].visits, 1U, alone_);
            if (visits == 0) prove_if_over(w, at);
            if (const proof known = detail::load(tree_[at].proven); known != proof::none) {
                value = detail::value_of(known);
                break;
            }
            const std::optional<double> by_odds = evaluate_by_odds(w, at);
            const std::uint32_t next =
                !by_odds && (OddsPosition<P> || visits > 0) ? select(w, at, visits) : 0;
            if (next == 0) {
                value = value_for_mover(
                    w, by_odds ? *by_odds
                               : detail::win_probability(w.evaluate, std::as_const(w.position),
                                                         w.random, simulation_control(w.control)));
                if (visits == 0) detail::store(tree_[at].minimax, static_cast<float>(value));
                break;
            }
            w.made.emplace_back(w.position, tree_[next].move);
            w.path.push_back(next);
        }
        w.deepest = std::max(w.deepest, static_cast<std::uint32_t>(w.path.size() - 1));
        backpropagate(w, value);
    }

    void prove_if_over(worker& w, std::uint32_t at) {
        const std::optional<outcome> end = detail::outcome_at(w.position);
        if (!end) return;
        const proof known = detail::proof_of(*end);
        const proof of_mover = w.keeps_turn() ? known : detail::opposite(known);
        detail::store(tree_[at].minimax, static_cast<float>(detail::value_of(of_mover)));
        detail::store(tree_[at].proven, of_mover);
    }

    // Expands a position that is not; its value for the player to move, if its priors say it.
    std::optional<double> evaluate_by_odds([[maybe_unused]] worker& w,
                                           [[maybe_unused]] std::uint32_t at) {
        if constexpr (OddsPosition<P>) {
            if (tree_.count_moves(at).made == 0 &&
                expand(w, at, std::max(options_.first_moves, 1U)) == expansion::made &&
                w.position.priors_are_odds())
                return detail::probability_of(w.ranking.prior(0));
        }
        return std::nullopt;
    }

    // The child to simulate; 0 if there is none. More moves join the tree as soon as all that are
    // there were tried. The best of those that were not comes first, and no later one can have a
    // higher bound.
    std::uint32_t select(worker& w, std::uint32_t at, std::uint32_t visits) {
        for (;;) {
            const auto [made, total] = tree_.count_moves(at);
            const choice found = highest_bound(w, at, visits);
            if ((made > 0 && made == total) || found.is_new) return found.child;
            const std::uint32_t wanted = made == 0 ? std::max(options_.first_moves, 1U) : 2 * made;
            if (expand(w, at, wanted) == expansion::none) return found.child;
        }
    }

    struct choice {
        std::uint32_t child = 0;
        bool is_new = false;  // there is a child that was not tried
    };

    // The child with the highest upper confidence bound, that of UCT or of PUCT, that is not lost.
    [[nodiscard]] choice highest_bound(const worker& w, std::uint32_t at,
                                       std::uint32_t visits) const {
        const bool is_puct = PriorPosition<P> && options_.temperature > 0;
        const double c = options_.exploration;
        const double n = static_cast<double>(visits) + 1;
        const double wide = is_puct ? c * std::sqrt(n) : c * c * std::log(n);
        choice best;
        double highest = -1;
        float first_policy = 0;
        tree_.for_each_child(at, [&](std::uint32_t i) {
            const node& child = tree_[i];
            const std::uint32_t tried = detail::load(child.visits);
            if (first_policy == 0) first_policy = child.policy;
            if (detail::load(child.proven) == proof::loss) return true;
            best.is_new = tried == 0;
            const double value = !best.is_new ? value_of(child)
                                 : is_puct ? first_play_urgency(w, at, child.policy / first_policy)
                                           : std::numeric_limits<double>::infinity();
            const double bound =
                value + (is_puct ? wide * static_cast<double>(child.policy) / (1.0 + tried)
                                 : std::sqrt(wide / std::max(tried, 1U)));
            if (bound > highest) {
                highest = bound;
                best.child = i;
            }
            return !best.is_new;
        });
        return best;
    }

    // What the position was worth at first, less what the prior of the move is below the best one.
    [[nodiscard]] double first_play_urgency(const worker& w, std::uint32_t at, float share) const {
        constexpr double most = 1e300;  // infinity times 0 is not a number
        const double own = value_for_mover(w, static_cast<double>(detail::load(tree_[at].first)));
        const double odds = std::pow(static_cast<double>(share), -options_.temperature);
        return own / (own + (1 - own) * std::min(odds, most));
    }

    enum class expansion { none, waited, made };

    // Expansion: nodes for the best moves that have none, made now or by another thread.
    expansion expand(worker& w, std::uint32_t at, std::uint32_t wanted) {
        std::uint8_t& is_expanding = tree_[at].is_expanding;
        const std::uint32_t before = tree_.count_moves(at).made;
        if (!detail::compare_exchange(is_expanding, std::uint8_t{0}, std::uint8_t{1})) {
            while (detail::load(is_expanding) != 0) wait_();
            return tree_.count_moves(at).made > before ? expansion::waited : expansion::none;
        }
        const expansion done = add_nodes(w, at, wanted);
        detail::store(is_expanding, std::uint8_t{0});
        return done;
    }

    expansion add_nodes(worker& w, std::uint32_t at, std::uint32_t wanted) {
        const std::uint32_t made = tree_.count_moves(at).made;
        if (made >= wanted) return expansion::waited;  // another thread was faster
        // A simulation may rank the moves of every position on its way down.
        if (!w.control.has_time()) return expansion::none;
        w.ranking.rank(std::as_const(w.position), options_.seed);
        const std::uint32_t total = w.ranking.size();
        if (made >= total) return expansion::none;
        const std::uint32_t count =
            std::min(total - made, std::max({wanted - made, made, smallest_block}));
        const std::uint32_t fresh = tree_.allocate(count);
        if (fresh == 0) {
            detail::store(is_full_, std::uint8_t{1});
            return expansion::none;
        }
        w.ranking.sort_part(made, made + count);
        const detail::softmax policy(w.ranking, options_.temperature);
        for (std::uint32_t i = 0; i < count; ++i) {
            node& n = tree_[fresh + 1 + i];
            n = node{};
            n.move = w.ranking[made + i];
            n.policy = static_cast<float>(policy(w.ranking.prior(made + i)));
        }
        tree_.append(at, fresh, made + count, total);
        return expansion::made;
    }

    // A value for the player to move as seen by the player of the last move.
    [[nodiscard]] static double value_for_mover(const worker& w, double value) noexcept {
        return w.keeps_turn() ? value : 1 - value;
    }

    void backpropagate(worker& w, double value) {
        bool is_certain = true;
        for (std::size_t i = w.path.size(); i-- > 0; value = value_for_mover(w, value)) {
            node& n = tree_[w.path[i]];
            if (detail::load(n.first) == 0) detail::store(n.first, static_cast<float>(value));
            detail::fetch_add(n.sum, static_cast<std::uint64_t>(value * node::value_unit + 0.5),
                              alone_);
            if (i + 1 < w.path.size()) {
                if (options_.best_reply > 0)
                    detail::store(n.minimax, tree_.minimax_value(w.path[i], w.keeps_turn()));
                is_certain = is_certain && tree_.prove(w.path[i], w.path[i + 1], w.keeps_turn());
            } else {
                is_certain = detail::load(n.proven) != proof::none;
            }
            if (i == 0) break;
            w.made.back().unmake(w.position, n.move);
            w.made.pop_back();
        }
    }

    [[nodiscard]] double value_of(const node& n) const noexcept {
        const proof known = detail::load(n.proven);
        if (known != proof::none) return detail::value_of(known);
        const double mean = static_cast<double>(detail::load(n.sum)) /
                            (node::value_unit * std::max(detail::load(n.visits), 1U));
        return mean + options_.best_reply * (static_cast<double>(detail::load(n.minimax)) - mean);
    }

    result_type conclude(const std::vector<worker>& workers, std::uint32_t kept) {
        result_type r{.score = 0.5};
        r.statistics.kept = kept;
        for (const worker& w : workers) {
            r.nodes += w.control.expanded();
            r.statistics.deepest = std::max(r.statistics.deepest, w.deepest);
            r.statistics.seconds = std::max(r.statistics.seconds, w.control.seconds());
        }
        if (const std::optional<outcome> end = detail::outcome_at(position_)) {
            r.status = status::exhausted;
            r.is_proven = true;
            r.score = detail::value_of(*end);
            return r;
        }
        r.move = first_move(position_);
        if (!tree_.has_room()) {
            r.status = status::memory_limit;
            return r;
        }
        r.statistics.nodes = tree_.size();
        r.statistics.bytes = tree_.bytes();
        r.statistics.recycled = recycled_;
        r.is_proven = tree_[tree::root].proven != proof::none;
        r.status = r.is_proven               ? status::found
                   : is_any_running(workers) ? status::memory_limit
                                             : workers[0].control.status();
        for (std::uint32_t at = tree_.best_child(tree::root); at != 0; at = tree_.best_child(at)) {
            if (r.principal_variation.empty()) {
                r.move = tree_[at].move;
                r.score = value_of(tree_[at]);
            }
            r.principal_variation.push_back(tree_[at].move);
        }
        r.depth = static_cast<int>(r.principal_variation.size());
        return r;
    }

    static constexpr std::uint32_t smallest_block = 4;

    P position_;
    Evaluate evaluate_;
    random_source random_;
    memory_budget budget_;
    tree tree_{budget_};
    std::uint64_t tree_bytes_ = 0;
    void (*wait_)() noexcept = senda::detail::pause;
    std::uint64_t recycled_ = 0;
    std::uint8_t is_full_ = 0;
    bool alone_ = true;
};

/// Finds a good move of a position by Monte-Carlo tree search: the move, the probability to win
/// with it, the line that both players are expected to play, and why it ended.
///
/// `position`  its moves are trivially copyable; priors are used if it has them.
/// `o`         limits (without any, a full tree ends it), a stop token, the shape of the tree.
/// `evaluate`  the probability to win at the end of the tree; by default a random playout.
template <Position P, Evaluation<P> Evaluate = random_playout>
    requires std::is_trivially_copyable_v<move_of<P>>
[[nodiscard]] mcts_result<move_of<P>> mcts(const P& position, const mcts_options& o = {},
                                           Evaluate evaluate = {}) {
    return mcts_search<P, Evaluate>(position, o, std::move(evaluate)).run();
}

}  // namespace senda::games
