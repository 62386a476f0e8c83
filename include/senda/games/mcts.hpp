// SPDX-License-Identifier: MIT
// Monte-Carlo tree search: a tree that grows where the play is good, judged by simulations.
#pragma once

#include <senda/games/engines/atomic_access.hpp>
#include <senda/games/engines/mcts_ranking.hpp>
#include <senda/games/engines/mcts_tree.hpp>
#include <senda/games/engines/node_control.hpp>
#include <senda/games/engines/playout.hpp>
#include <senda/games/mcts_result.hpp>
#include <senda/games/position.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::games {

/// A Monte-Carlo tree search (L. Kocsis, C. Szepesvari, Bandit based Monte-Carlo planning, 2006)
/// that keeps its tree from move to move. Positions whose end is certain are not simulated again
/// (M. Winands and others, Monte-Carlo tree search solver, 2008).
template <Position P, Evaluation<P> Evaluate = random_playout>
    requires std::is_trivially_copyable_v<move_of<P>>
class mcts_search {
    using move = move_of<P>;
    using tree = detail::mcts_tree<move>;
    using node = typename tree::node;
    using proof = detail::proof;

    struct worker {
        P position;
        Evaluate evaluate;
        random_source random;
        detail::node_control control;
        std::vector<std::uint32_t> path = {};  // the nodes of the simulation, the root first
        detail::move_ranking<P> ranking = {};
        std::uint32_t deepest = 0;
    };

public:
    using result_type = mcts_result<move>;

    /// A search from `position` on, with an empty tree.
    explicit mcts_search(const P& position, const mcts_options& o = {}, Evaluate evaluate = {})
        : options_(o), position_(position), evaluate_(std::move(evaluate)), random_(o.seed) {}
    mcts_search(const mcts_search&) = delete;
    mcts_search& operator=(const mcts_search&) = delete;

    /// What the next run will be asked. A larger tree and another seed hold from the next
    /// `restart`.
    [[nodiscard]] const mcts_options& options() const noexcept { return options_; }
    void set_options(const mcts_options& o) { options_ = o; }

    /// The position whose best move is looked for.
    [[nodiscard]] const P& position() const noexcept { return position_; }

    /// Looks for the best move of the position until a limit is reached or the end is certain. What
    /// earlier runs found out is kept.
    [[nodiscard]] result_type run() {
        return run_on(1, [](unsigned, auto job) { job(0U); });
    }

    /// The same with several workers on one tree: `launch(n, job)` calls `job(i)` for each i below
    /// n, on as many threads as it likes, and returns when all have.
    template <class Launch>
    [[nodiscard]] result_type run_on(unsigned workers, Launch launch) {
        const std::uint32_t kept = prepare();
        std::vector<worker> crew = hire(detail::values_can_be_shared ? std::max(workers, 1U) : 1);
        if (tree_.has_room() && !position_.terminal()) {
            alone_ = crew.size() == 1;
            launch(static_cast<unsigned>(crew.size()), [&](unsigned i) { work(crew[i]); });
        }
        return conclude(crew, kept);
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
        position_.make(m);
        if (child == 0) {
            tree_.clear();
        } else {
            tree_.keep(child);
        }
        return child != 0 && tree_[tree::root].visits > 0;
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
            (void)tree_.resize(bytes);  // without room there is a move, but no search
        }
        is_full_ = 0;
        return tree_.has_room() ? tree_[tree::root].visits : 0;
    }

    [[nodiscard]] bool is_new() const { return !tree_.has_room() || tree_[tree::root].visits == 0; }

    // The simulations are shared out beforehand, so that their number is exact.
    std::vector<worker> hire(unsigned count) {
        std::vector<worker> crew;
        crew.reserve(count);
        for (unsigned i = 0; i < count; ++i) {
            limits share = options_.limits;
            share.expansions = share.expansions / count + (i < share.expansions % count ? 1 : 0);
            crew.push_back({position_, evaluate_, random_source(random_.next()),
                            detail::node_control(share, options_.stop)});
        }
        return crew;
    }

    void work(worker& w) {
        while (detail::get(tree_[tree::root].proven) == proof::none && w.control.may_visit()) {
            simulate(w);
            if (detail::get(is_full_) != 0) w.control.end(status::memory_limit);
        }
        w.control.end(status::found);
    }

    // Down the tree by UCT, one evaluation, and back up.
    void simulate(worker& w) {
        w.path.assign(1, tree::root);
        double value = 0;
        for (;;) {
            const std::uint32_t at = w.path.back();
            const std::uint32_t visits = detail::add(tree_[at].visits, 1U, alone_);
            if (visits == 0) note_end(w, at);
            if (const proof known = detail::get(tree_[at].proven); known != proof::none) {
                value = detail::value_of(known);
                break;
            }
            const std::uint32_t next =
                visits >= std::max(options_.expand_after, 1U) ? choose(w, at, visits) : 0;
            if (next == 0) {
                value = 1 - detail::ask(w.evaluate, std::as_const(w.position), w.random);
                if (visits == 0) detail::set(tree_[at].backed, static_cast<float>(value));
                break;
            }
            w.position.make(tree_[next].move);
            w.path.push_back(next);
        }
        w.deepest = std::max(w.deepest, static_cast<std::uint32_t>(w.path.size() - 1));
        back_up(w, value);
    }

    void note_end(worker& w, std::uint32_t at) {
        const std::optional<outcome> end = w.position.terminal();
        if (!end) return;
        const proof mover = *end == outcome::win    ? proof::loss
                            : *end == outcome::draw ? proof::draw
                                                    : proof::win;
        detail::set(tree_[at].backed, static_cast<float>(detail::value_of(mover)));
        detail::set(tree_[at].proven, mover);
    }

    // The move to simulate next; 0 if there is none in the tree, for lack of room or because
    // another thread is at it.
    std::uint32_t choose(worker& w, std::uint32_t at, std::uint32_t visits) {
        for (;;) {
            const auto [made, total] = tree_.count_moves(at);
            const std::uint32_t wanted = moves_after(visits);
            if (made == 0) {
                if (!add_moves(w, at, wanted)) return 0;
                continue;
            }
            // Where it cannot be widened now, those that are there will do.
            if (made < wanted && made < total) (void)add_moves(w, at, wanted);
            const std::uint32_t best = best_of(at, wanted, visits);
            if (best != 0 || made == total) return best;
            if (!add_moves(w, at, made + 1)) return 0;  // all that were looked at lose
        }
    }

    [[nodiscard]] std::uint32_t moves_after(std::uint32_t visits) const {
        if (options_.first_moves == all_moves) return all_moves;
        const double more = options_.widening * std::pow(visits, options_.widening_exponent);
        const double sum = options_.first_moves + std::max(more, 0.0);
        return sum < 4e9 ? std::max(static_cast<std::uint32_t>(sum), 1U) : all_moves;
    }

    // The child with the highest upper bound, of the first so many and of none that is lost.
    [[nodiscard]] std::uint32_t best_of(std::uint32_t at, std::uint32_t wanted,
                                        std::uint32_t visits) const {
        const double wide =
            options_.exploration * options_.exploration * std::log(static_cast<double>(visits) + 1);
        std::uint32_t best = 0;
        double highest = -1;
        std::uint32_t seen = 0;
        tree_.for_each_child(at, [&](std::uint32_t i) {
            if (seen++ >= wanted && best != 0) return false;
            const node& n = tree_[i];
            if (detail::get(n.proven) == proof::loss) return true;
            const std::uint32_t tried = detail::get(n.visits);
            if (tried == 0) {
                best = i;
                return false;
            }
            const double bound = value_of(n) + std::sqrt(wide / tried);
            if (bound > highest) {
                highest = bound;
                best = i;
            }
            return true;
        });
        return best;
    }

    // Makes nodes for the best moves that have none, up to `wanted` in all or twice as many as
    // there are; false if that cannot be done now.
    bool add_moves(worker& w, std::uint32_t at, std::uint32_t wanted) {
        node& parent = tree_[at];
        if (!detail::swap_if(parent.busy, std::uint8_t{0}, std::uint8_t{1})) return false;
        const bool done = add_ranked_moves(w, at, wanted);
        detail::set(parent.busy, std::uint8_t{0});
        return done;
    }

    bool add_ranked_moves(worker& w, std::uint32_t at, std::uint32_t wanted) {
        const std::uint32_t made = tree_.count_moves(at).made;
        if (made >= wanted) return true;  // another thread was faster
        // A simulation may rank the moves of every position on its way down.
        if (!w.control.has_time()) return false;
        w.ranking.rank(std::as_const(w.position), options_.seed);
        const std::uint32_t total = w.ranking.size();
        if (made >= total) return false;
        const std::uint32_t count =
            std::min(total - made, std::max({wanted - made, made, smallest_block}));
        const std::uint32_t fresh = tree_.allocate(count);
        if (fresh == 0) {
            detail::set(is_full_, std::uint8_t{1});
            return false;
        }
        w.ranking.sort_part(made, made + count);
        for (std::uint32_t i = 0; i < count; ++i) {
            node& n = tree_[fresh + 1 + i];
            n = node{};
            n.move = w.ranking[made + i];
        }
        tree_.append(at, fresh, made + count, total);
        return true;
    }

    void back_up(worker& w, double value) {
        bool is_certain = true;
        for (std::size_t i = w.path.size(); i-- > 0; value = 1 - value) {
            node& n = tree_[w.path[i]];
            detail::add(n.sum, static_cast<std::uint64_t>(value * node::value_unit + 0.5), alone_);
            if (i + 1 < w.path.size()) {
                if (options_.best_reply > 0) detail::set(n.backed, tree_.backed_value(w.path[i]));
                is_certain = is_certain && tree_.prove(w.path[i], w.path[i + 1]);
            } else {
                is_certain = detail::get(n.proven) != proof::none;
            }
            if (i > 0) w.position.unmake(n.move);
        }
    }

    [[nodiscard]] double value_of(const node& n) const noexcept {
        const proof known = detail::get(n.proven);
        if (known != proof::none) return detail::value_of(known);
        const double mean = static_cast<double>(detail::get(n.sum)) /
                            (node::value_unit * std::max(detail::get(n.visits), 1U));
        return mean + options_.best_reply * (static_cast<double>(detail::get(n.backed)) - mean);
    }

    result_type conclude(const std::vector<worker>& crew, std::uint32_t kept) {
        result_type r;
        r.statistics.kept = kept;
        for (const worker& w : crew) {
            r.nodes += w.control.visited();
            r.statistics.deepest = std::max(r.statistics.deepest, w.deepest);
            r.statistics.seconds = std::max(r.statistics.seconds, w.control.seconds());
        }
        r.statistics.simulations = r.nodes;
        if (const std::optional<outcome> end = position_.terminal()) {
            r.status = status::exhausted;
            r.score = detail::chances(*end);
            return r;
        }
        position_.for_each_move([&](const move& m) {
            if (!r.move) r.move = m;
            return false;
        });
        if (!tree_.has_room()) {
            r.status = status::memory_limit;
            return r;
        }
        r.statistics.nodes = tree_.size();
        r.statistics.bytes = tree_.bytes();
        r.status = tree_[tree::root].proven != proof::none ? status::found
                   : is_full_ != 0                         ? status::memory_limit
                                                           : crew[0].control.status();
        follow_best(r);
        return r;
    }

    void follow_best(result_type& r) const {
        for (std::uint32_t at = tree_.best_child(tree::root); at != 0; at = tree_.best_child(at)) {
            if (r.principal_variation.empty()) {
                r.move = tree_[at].move;
                r.score = value_of(tree_[at]);
            }
            r.principal_variation.push_back(tree_[at].move);
        }
        r.depth = static_cast<int>(r.principal_variation.size());
    }

    static constexpr std::uint32_t smallest_block = 4;

    mcts_options options_;
    P position_;
    Evaluate evaluate_;
    random_source random_;
    memory_budget budget_;
    tree tree_{budget_};
    std::uint64_t tree_bytes_ = 0;
    std::uint8_t is_full_ = 0;
    bool alone_ = true;
};

/// Finds a good move of a position by Monte-Carlo tree search: the move, the probability to win
/// with it, the line that both players are expected to play, and why it ended.
///
/// `position`  its moves are trivially copyable; priors are used if it has them.
/// `o`         limits (without any it goes on until the tree is full), a stop token, the shape of
///             the tree.
/// `evaluate`  the probability to win at the end of the tree; by default a random playout.
template <Position P, Evaluation<P> Evaluate = random_playout>
    requires std::is_trivially_copyable_v<move_of<P>>
[[nodiscard]] mcts_result<move_of<P>> mcts(const P& position, const mcts_options& o = {},
                                           Evaluate evaluate = {}) {
    return mcts_search<P, Evaluate>(position, o, std::move(evaluate)).run();
}

}  // namespace senda::games
