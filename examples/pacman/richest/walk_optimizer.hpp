// SPDX-License-Identifier: MIT
// Prefixes of routes, and the best walk on from one: whether it survives or not, and the best that
// does.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/richest/branch_and_cut.hpp>
#include <pacman/richest/eulerian_walk.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/progress_reporter.hpp>
#include <pacman/richest/tour/local_search.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <pacman/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// A route up to a food or a bomb.
struct route_prefix {
    situation now;
    std::vector<place> cells;        ///< from the start to where it is now
    worth bound;                     ///< no route that begins so is worth more
    std::vector<place> locked = {};  ///< cells that no route that begins so can enter
};

/// The frontier of prefixes, the best bound first, and those that were seen, for dominance.
class prefix_queue {
public:
    explicit prefix_queue(const board& b) : board_(&b) {}

    [[nodiscard]] bool empty() const noexcept { return open_.empty(); }
    [[nodiscard]] std::size_t made() const noexcept { return made_; }
    /// What they take; all that were expanded count, dominated or not.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The most that any on the frontier could be worth.
    [[nodiscard]] worth bound() const { return open_.front().bound; }

    /// Adds a prefix unless one that was seen before dominates it.
    void add(route_prefix p) {
        std::vector<seen>& here = seen_[p.now.at];
        const seen s{p.now, p.cells.size() - 1};
        for (const seen& other : here)
            if (dominates(other, s)) return;
        std::erase_if(here, [&](const seen& other) { return dominates(s, other); });
        here.push_back(s);
        bytes_ += bytes_of(p) + 2 * sizeof(seen) + owned_bytes(s.now.gone);
        open_.push_back(std::move(p));
        std::push_heap(open_.begin(), open_.end(), less);
        ++made_;
    }

    route_prefix pop() {
        std::pop_heap(open_.begin(), open_.end(), less);
        route_prefix p = std::move(open_.back());
        open_.pop_back();
        bytes_ -= bytes_of(p);
        return p;
    }

    /// Whether one that dominates it was added later.
    [[nodiscard]] bool is_dominated(const route_prefix& p) {
        const seen s{p.now, p.cells.size() - 1};
        for (const seen& other : seen_[p.now.at])
            if (other.now == s.now && other.moves == s.moves) return false;
        return true;
    }

private:
    struct seen {
        situation now;
        std::uint64_t moves;
    };

    // In a list that grows, and may be half empty.
    static std::uint64_t bytes_of(const route_prefix& p) {
        return 2 * sizeof(route_prefix) + owned_bytes(p.cells) + owned_bytes(p.now.gone) +
               owned_bytes(p.locked);
    }

    static bool less(const route_prefix& a, const route_prefix& b) {
        return a.bound < b.bound || (a.bound == b.bound && a.cells.size() > b.cells.size());
    }

    // Whatever follows `b` can follow `a`: its lead covers the food that only `b` can still eat and
    // the bombs that only `a` has still to pass.
    [[nodiscard]] bool dominates(const seen& a, const seen& b) const {
        energy lead = a.now.left - b.now.left;
        const std::vector<place>& cells = board_->one_time_cells();
        for (std::size_t i = 0; i < cells.size() && lead >= 0; ++i) {
            const tile t = (*board_)[cells[i]];
            const bool hurts = t.what == kind::food ? a.now.gone[i] && !b.now.gone[i]
                                                    : b.now.gone[i] && !a.now.gone[i];
            if (hurts) lead -= t.value;
        }
        return lead > 0 || (lead == 0 && a.moves <= b.moves);
    }

    const board* board_;
    std::vector<route_prefix> open_;  // a heap
    std::map<place, std::vector<seen>> seen_;
    std::size_t made_ = 0;
    std::uint64_t bytes_ = 0;
};

/// Looks for the best walk on from a route prefix, first by local search, then by branch and cut.
class walk_optimizer {
public:
    /// Goes on from `cells`, at the last of which the map of `g` begins. All must outlive it.
    walk_optimizer(const food_graph& g, const std::vector<place>& cells, best_route& best,
                   search_control& control, progress_reporter& reporter)
        : graph_(&g),
          cells_(&cells),
          best_(&best),
          control_(&control),
          reporter_(&reporter),
          order_(g),
          local_(g) {}

    /// Takes memory and looks for a good route; false if there is no memory.
    bool prepare() {
        const std::uint64_t n = graph_->size();
        const std::uint64_t bytes =
            n * n * (sizeof(price) + sizeof(graph_id)) + 2000 * (n + graph_->edges().size());
        if (!control_->fits(control_->budget().take(bytes))) return false;
        bytes_ = bytes;
        if (set_free(std::vector<bool>(graph_->size()))) {
            local_.begin({food_graph::start, food_graph::goal});
            improve(std::size_t{30} * graph_->size());
        }
        return true;
    }
    ~walk_optimizer() { control_->budget().give(bytes_); }
    walk_optimizer(const walk_optimizer&) = delete;
    walk_optimizer& operator=(const walk_optimizer&) = delete;

    /// Proves the best or, if it does not survive, how good it would be.
    void prove() {
        walk_lp program(*graph_);
        branch_and_cut tree(program, 1, *control_);
        tree.run(known(), *this);
        visited_ = tree.visited();
        bound_.left = energy_from(tree.bound());
        if (!control_->running() || !best_->route() || best_->value().left < bound_.left) return;
        bound_.moves = cells_->size() - 1;
        objective_ = walk_lp::objective::moves;
        failed_ = lp::infinity;
        program.minimise_moves(graph_->map().start_energy() - bound_.left);
        tree.restart(2);
        polish();
        tree.run(known(), *this);
        visited_ = tree.visited();
        bound_.moves += static_cast<std::uint64_t>(std::max(0.0, std::ceil(tree.bound() - 1e-3)));
    }

    /// No route that begins so is worth more.
    [[nodiscard]] worth bound() const noexcept { return bound_; }
    [[nodiscard]] std::uint64_t visited() const noexcept { return visited_; }

    /// For the tree: a solution, which may be no walk that survives.
    void offer(const std::vector<std::uint8_t>& times, double cost) {
        const std::optional<std::vector<graph_id>> walk = order_.find(times);
        if (!walk || !offer_walk(*walk)) {
            failed_ = std::min(failed_, cost);
        } else if (*walk == walk_) {
            polish();
        }
    }

    /// For the tree: a fractional solution that may suggest a good walk.
    void look_at(const walk_lp& p) {
        // Which bombs cost nothing, as they are passed again, is a guess: each time another.
        constexpr double guesses[] = {1.4, 0.9, 0.5};
        const std::size_t turn = looks_++ % 4;
        if (turn == 3) return polish(true);
        const double often = guesses[turn];
        std::vector<bool> free(graph_->size());
        std::vector<double> visited(graph_->size());
        std::vector<double> walked(p.edges());
        for (graph_id e = 0; e < p.edges(); ++e) walked[e] = p.walked(e);
        for (graph_id v = 0; v < graph_->size(); ++v) {
            visited[v] = p.visited(v);
            if (!graph_->is_bomb(v)) continue;
            double passed = 0;
            for (const graph_id e : (*graph_)[v].edges) passed += walked[e] / 2;
            free[v] = passed > often;
        }
        if (!set_free(std::move(free))) return;
        local_.begin(walked, visited);
        improve(std::size_t{2} * graph_->size());
    }

    /// For the tree: whether anybody wants to know its bound.
    [[nodiscard]] bool watches_bound() const noexcept {
        return reporter_->is_watched() && objective_ == walk_lp::objective::loss;
    }
    /// For the tree: no solution costs less.
    void on_bound(double cost) {
        bound_so_far_ = std::min(bound_so_far_, energy_from(cost));
        reporter_->report(bound_so_far_);
    }

    /// For the tree: the least cost that is known, by a route or by a solution that failed.
    [[nodiscard]] double known() const {
        if (!best_->route()) return failed_;
        const worth w = best_->value();
        const double cost =
            objective_ == walk_lp::objective::loss
                ? static_cast<double>(graph_->map().start_energy() - w.left)
                : static_cast<double>(w.moves) - static_cast<double>(cells_->size() - 1);
        return std::min(failed_, cost);
    }

private:
    static constexpr std::size_t most_turns = 4;

    // Improves the tour; then the bombs that it passes again cost nothing, and so on.
    void improve(std::size_t tries) {
        for (std::size_t turns = 0;; ++turns) {
            for (std::size_t i = 0; i < tries && control_->may_expand(); ++i) local_.again();
            const std::vector<graph_id> walk = local_.walk();
            offer_walk(walk);
            std::vector<bool> free = passed_again(walk);
            if (turns == most_turns || free == free_ || !control_->running()) return;
            const std::vector<graph_id> order = local_.tour();
            set_free(std::move(free));
            local_.begin(order);
            tries = std::min(tries, std::size_t{2} * graph_->size());
        }
    }

    // The bombs that a walk passes more than once: only the first time costs their force.
    [[nodiscard]] std::vector<bool> passed_again(const std::vector<graph_id>& walk) const {
        std::vector<bool> again(graph_->size());
        std::vector<bool> seen(graph_->size());
        graph_id at = food_graph::start;
        for (const graph_id e : walk) {
            at = graph_->edges()[e].other(at);
            if (seen[at] && graph_->is_bomb(at)) again[at] = true;
            seen[at] = true;
        }
        return again;
    }

    // Says which bombs cost the local search nothing; false if it cannot reach the goal.
    bool set_free(std::vector<bool> free) {
        if (free != free_) {
            free_ = std::move(free);
            connected_ = local_.set_free(free_);
        }
        return connected_;
    }

    // Looks for something better near the best walk; with a `kick`, some of its bombs cost nothing.
    void polish(bool kick = false) {
        std::vector<bool> seen(graph_->size());
        std::vector<graph_id> order{food_graph::start};
        graph_id at = food_graph::start;
        for (const graph_id e : walk_) {
            at = graph_->edges()[e].other(at);
            if (graph_->is_food(at) && !seen[at]) order.push_back(at);
            seen[at] = true;
        }
        if (walk_.empty()) return;
        order.push_back(food_graph::goal);
        std::vector<bool> free = passed_again(walk_);
        for (graph_id v = 2; v < graph_->size() && kick; ++v)
            if (seen[v] && graph_->is_bomb(v) && random_.below(4) == 0) free[v] = true;
        set_free(std::move(free));
        local_.begin(order);
        improve((kick ? std::size_t{2} : std::size_t{10}) * graph_->size());
    }

    // Offers a walk, and keeps it if there is none better; false if it does not survive.
    bool offer_walk(const std::vector<graph_id>& walk) {
        const bool first = !best_->route();
        const worth before = first ? worth{} : best_->value();
        std::vector<place> cells = *cells_;
        graph_->append_walk(walk, cells);
        if (!best_->offer(std::move(cells))) return false;
        if (first || before < best_->value()) {
            walk_ = walk;
            reporter_->report(bound_so_far_);
        }
        return true;
    }

    [[nodiscard]] energy energy_from(double cost) const {
        if (!(cost < 1e15)) return std::numeric_limits<energy>::min();
        if (!(cost > -1e15)) return std::numeric_limits<energy>::max();
        return graph_->map().start_energy() - static_cast<energy>(std::ceil(cost - 1e-3));
    }

    const food_graph* graph_;
    const std::vector<place>* cells_;
    best_route* best_;
    search_control* control_;
    progress_reporter* reporter_;
    energy bound_so_far_ = std::numeric_limits<energy>::max();
    eulerian_walk order_;
    local_search local_;
    walk_lp::objective objective_ = walk_lp::objective::loss;
    double failed_ = lp::infinity;
    std::vector<graph_id> walk_;  // the best that was found here
    std::vector<bool> free_;      // the bombs that cost the local search nothing
    bool connected_ = false;
    std::size_t looks_ = 0;
    random_source random_{1};
    worth bound_ = {std::numeric_limits<energy>::max(), 0};
    std::uint64_t visited_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace senda::pacman::detail
