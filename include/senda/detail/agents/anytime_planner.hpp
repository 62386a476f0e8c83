// SPDX-License-Identifier: MIT
// A first plan, and then better ones until a limit ends it or none is better.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/guide_paths.hpp>
#include <senda/detail/agents/lacam_search.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/refinement.hpp>
#include <senda/detail/agents/walking_team.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/storage/random.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace senda::detail {

/// LaCAM finds a plan; again along guide paths, which learn from each plan where agents wait; the
/// best is refined, on several threads if there are any, while LaCAM goes on to prove what it can.
class anytime_planner {
    static constexpr std::uint64_t first_patience = 8;  // times the longest way of an agent
    static constexpr int guided_plans = 16;
    static constexpr double share_of_guides = 0.2;  // of the time, at most
    // Of a refinement between looks at others: what they find fits together while it is new.
    static constexpr std::uint64_t nodes_a_round = 30'000;
    // For others: configurations of a first plan, and nodes of its refinement.
    static constexpr std::uint64_t most_before_others = 100'000;
    static constexpr std::uint64_t most_nodes_before_others = 100'000'000;
    // While it may prove, in turn:
    static constexpr std::uint64_t configurations_a_turn = 1'000;
    static constexpr std::uint64_t nodes_a_turn = 4'000;
    // Up to so many bits of all configurations there is hope to search all.
    static constexpr std::size_t bits_of_small = 64;

public:
    explicit anytime_planner(planning_task& task)
        : task_(task),
          control_(task.control),
          random_(task.options.seed),
          may_prove_(task.options.effort == agents::effort::until_limit &&
                     task.starts.size() *
                             static_cast<std::size_t>(std::bit_width(task.graph.size())) <=
                         bits_of_small),
          enough_(task.single_costs),
          most_seconds_(task.options.limits.time.seconds()) {}

    [[nodiscard]] place_plan run() {
        place_plan made;
        made.lower_bound = task_.single_costs;
        if (!find_first(true, ~std::uint64_t{0}, made.paths)) return made;
        if (task_.options.effort == agents::effort::first_plan) return made;
        cost_ = cost_of(made.paths);
        note_best();
        if (cost_ > task_.single_costs) guide(made.paths);
        improve(made);
        return made;
    }

    /// For a planner that goes on from here: a plan, if one is found soon, that is refined for half
    /// of the limits if `betters`, until it costs no more than `enough`. Ends the control if there
    /// is no plan.
    [[nodiscard]] std::vector<std::vector<agent_place>> find_near(std::uint64_t enough,
                                                                  bool betters) {
        place_plan made;
        if (!find_first(false, most_before_others, made.paths)) return made.paths;
        cost_ = cost_of(made.paths);
        note_best();
        enough_ = enough;
        may_prove_ = false;
        const limits& l = task_.options.limits;
        most_seconds_ = l.time.seconds() / 2;
        most_nodes_ = std::min(most_nodes_before_others, l.expansions / 2);
        if (betters && cost_ > enough_) guide(made.paths);
        if (betters && cost_ > enough_) improve(made);
        return made.paths;
    }
    /// The cost of the plan.
    [[nodiscard]] std::uint64_t best_cost() const noexcept { return cost_; }

private:
    [[nodiscard]] static std::uint64_t cost_of(const std::vector<std::vector<agent_place>>& paths) {
        std::uint64_t sum = 0;
        for (const auto& path : paths) sum += agents::steps_of(path);
        return sum;
    }
    /// The first plan. A search that goes round and round is given up: agents may walk, which helps
    /// in long corridors; then there is one with another seed, each time for longer, so that all is
    /// searched in the end. False if there is none yet.
    [[nodiscard]] bool find_first(bool counts, std::uint64_t most,
                                  std::vector<std::vector<agent_place>>& paths) {
        std::uint64_t longest = 0;
        for (std::size_t i = 0; i < task_.starts.size(); ++i)
            longest = std::max<std::uint64_t>(longest, task_.team.distance(i, task_.starts[i]));
        std::uint64_t patience = first_patience * (longest + 64);
        for (std::uint64_t seed = task_.options.seed;; seed = random_.next()) {
            search_.reset();
            search_ = std::make_unique<lacam_search>(task_, seed, may_prove_);
            search_->count_expansions(counts);
            const std::uint64_t allowed = std::min(patience, most);
            if (search_->find_plan(allowed)) {
                paths = search_->paths();
                return true;
            }
            if (search_->is_exhausted()) control_.end(status::exhausted);
            if (!control_.running() || allowed == most) return false;
            if (counts && (walk_to_goals(task_, seed, paths) || go_on(patience / 4, paths)))
                return true;
            paths.clear();
            most -= allowed;
            patience += patience / 2;
        }
    }
    /// Searches for a plan from where paths lead.
    [[nodiscard]] bool go_on(std::uint64_t most, std::vector<std::vector<agent_place>>& paths) {
        std::vector<agent_place> starts;
        starts.reserve(paths.size());
        for (const auto& path : paths) starts.push_back(path.back());
        const planning_task rest{task_.graph, task_.team, starts, task_.options, control_};
        lacam_search search(rest, random_.next(), false);
        if (!control_.running() || !search.find_plan(most)) return false;
        const auto ends = search.paths();
        for (std::size_t i = 0; i < paths.size(); ++i)
            paths[i].insert(paths[i].end(), ends[i].begin() + 1, ends[i].end());
        return true;
    }
    void note_best() {
        if (task_.options.progress == nullptr) return;
        task_.options.progress->set_best(static_cast<std::int64_t>(cost_));
        task_.options.progress->set_bound(
            static_cast<std::int64_t>(is_proven_ ? cost_ : task_.single_costs));
    }

    /// Plans along guide paths, and keeps the best plan.
    void guide(std::vector<std::vector<agent_place>>& best) {
        const double most = most_seconds_ * share_of_guides;
        const auto is_in_time = [&] {
            return control_.poll() && !(control_.is_timed() && control_.seconds() > most);
        };
        // Some maps want lanes, others want agents spread.
        for (const traffic_costs& costs : {traffic_costs{16, 4, 0}, traffic_costs{16, 8, 1}}) {
            guide_paths guides(task_.graph, task_.team, task_.starts, costs);
            if (!guides.plan(random_, is_in_time)) return;
            for (int k = 0; k < guided_plans / 2; ++k) {
                if (!guides.plan(random_, is_in_time)) return;
                lacam_search search(task_, random_.next(), false);
                search.follow(&guides);
                // What takes much longer than the first plan went round and round.
                const bool is_found = search.find_plan(4 * search_->size() + 64);
                if (!is_in_time()) return;
                if (!is_found) continue;
                auto paths = search.paths();
                guides.learn(paths);
                const std::uint64_t cost = cost_of(paths);
                if (cost >= cost_) continue;
                cost_ = cost;
                best = std::move(paths);
                note_best();
                if (cost_ <= enough_) return;
            }
        }
    }

    void improve(place_plan& made) {
        const std::uint64_t bytes = refinement::bytes(task_.graph, made.paths);
        if (cost_ <= enough_ || !control_.budget().take(bytes)) return;
        thread_team threads;
        if (task_.team.distances().is_whole()) threads.start(task_.options.threads);
        workers_.push_back(
            std::make_unique<refinement>(task_.graph, task_.team, made.paths, random_.next()));
        while (workers_.size() < threads.size() && control_.budget().take(bytes)) {
            workers_.push_back(
                std::make_unique<refinement>(task_.graph, task_.team, made.paths, random_.next()));
        }
        control_.note_threads(static_cast<unsigned>(workers_.size()));
        if (workers_.size() > 1)
            for (auto& plan : workers_) plan->note_changes();
        std::vector<std::uint64_t> done(workers_.size());
        std::uint64_t spent = 0;
        while (!is_proven_ && workers_[0]->cost() > enough_) {
            if (spent >= most_nodes_ || control_.seconds() >= most_seconds_) break;
            const std::uint64_t most = control_.peek_expansion_batch(most_nodes_ - spent);
            if (most == 0) {
                control_.end_by_limit();
                break;
            }
            threads.for_each(workers_.size(), [&](std::size_t k, unsigned) {
                done[k] = work(*workers_[k], (most + k) / workers_.size());
            });
            for (const std::uint64_t d : done) {
                control_.count_expanded(d);
                spent += d;
            }
            if (workers_.size() > 1) merge(threads);
            if (workers_[0]->cost() < cost_) {
                cost_ = workers_[0]->cost();
                note_best();
            }
            if (!prove()) break;
        }
        made.paths = workers_[0]->paths();
        if (is_proven_) made.lower_bound = std::max(made.lower_bound, proven_);
        note_best();
        control_.budget().give(bytes * workers_.size());
        workers_.clear();
    }
    /// Refines for a round, by `most` nodes if these are fewer; how many there were.
    [[nodiscard]] std::uint64_t work(refinement& plan, std::uint64_t most) const {
        struct {
            const search_control& control;
            std::uint64_t left;
            bool is_watched = control.has_deadline_or_stop();

            [[nodiscard]] std::uint64_t more() const {
                if (is_watched && control.must_stop()) return 0;
                return std::min(left, control_allowance::at_once);
            }
            void spend(std::uint64_t nodes) noexcept { left -= std::min(left, nodes); }
        } allowance{control_, most};
        const bool is_halved = most_seconds_ < task_.options.limits.time.seconds();
        const std::uint64_t round = may_prove_ ? nodes_a_turn : nodes_a_round;
        while (allowance.more() != 0 && most - allowance.left < round && plan.cost() > enough_) {
            plan.improve(allowance);
            if (is_halved && control_.seconds() >= most_seconds_) break;
            allowance.spend(1);  // also what only looks takes time
        }
        return most - allowance.left;
    }
    /// All workers go on from the best plan, in which is done what the others have found.
    void merge(thread_team& threads) {
        std::size_t best = 0;
        for (std::size_t k = 1; k < workers_.size(); ++k)
            if (workers_[k]->cost() < workers_[best]->cost()) best = k;
        for (auto& plan : workers_) {
            const std::vector<refinement::change> changes = plan->take_changes();
            if (plan == workers_[best]) continue;
            for (const refinement::change& c : changes) workers_[best]->apply(c);
        }
        threads.for_each(workers_.size(), [&](std::size_t k, unsigned) {
            if (k != best) workers_[k]->adopt(workers_[best]->paths());
        });
    }

    /// Lets LaCAM search on; false if the control has ended.
    [[nodiscard]] bool prove() {
        if (!may_prove_ || search_->held_bytes() > task_.options.limits.bytes / 2)
            return control_.poll();
        if (search_->find_plan(configurations_a_turn)) {
            // Cheaper by the steps in which agents are not at rest, and mostly by the sum of costs.
            const auto paths = search_->paths();
            if (cost_of(paths) < workers_[0]->cost()) {
                for (auto& plan : workers_) plan->adopt(paths);
            }
        }
        if (control_.running() && search_->is_exhausted()) {
            is_proven_ = true;
            proven_ = search_->cost();
        }
        return control_.running();
    }

    planning_task& task_;
    search_control& control_;
    random_source random_;
    bool may_prove_;
    std::unique_ptr<lacam_search> search_;
    std::vector<std::unique_ptr<refinement>> workers_;
    std::uint64_t enough_;  // no need for a plan that costs less
    double most_seconds_;
    std::uint64_t most_nodes_ = ~std::uint64_t{0};
    std::uint64_t cost_ = 0;
    std::uint64_t proven_ = 0;
    bool is_proven_ = false;
};

}  // namespace senda::detail
