// SPDX-License-Identifier: MIT
// Conflict-based search: a best-first search over sets of constraints, each with a path for every
// agent, that ends with the first whose paths do not collide.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/conflict_table.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/space_time_search.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What the searches of a planner share.
struct single_agent_tools {
    single_agent_tools(const agent_graph& g, const agent_team& team, search_control& control)
        : rules(g, team), search(g, control), diagram(g) {}

    agent_constraints rules;
    space_time_search search;
    decision_diagram diagram;
};

/// Conflict-based search (G. Sharon, R. Stern, A. Felner, N. Sturtevant, Conflict-Based Search,
/// 2015). Each node has constraints and shortest paths under them.
class conflict_tree {
    struct path_record {
        place_path path;
        std::uint64_t family;              // the same for other paths under the same constraints
        std::vector<agent_place> singles;  // see `find_singles`; empty until it is asked for
        std::vector<std::pair<std::uint64_t, std::uint32_t>> weights;  // with other families

        [[nodiscard]] std::uint32_t cost() const noexcept {
            return static_cast<std::uint32_t>(path.size() - 1);
        }
    };
    struct replanned {
        std::uint32_t agent;
        path_record* record;
    };
    struct tree_node {
        tree_node* parent = nullptr;
        constraint added = {};
        std::vector<replanned> changed = {};
        std::uint64_t cost = 0;
        std::uint64_t estimate = 0;  // how much more its conflicts cost at least
        std::size_t conflicts = 0;
        bool is_informed = false;

        [[nodiscard]] std::uint64_t least() const noexcept { return cost + estimate; }
    };
    struct pair_of_agents {
        std::uint32_t first;
        std::uint32_t second;
        std::uint32_t weight;  // what their conflicts cost at least
        friend auto operator<=>(const pair_of_agents&, const pair_of_agents&) = default;
    };
    struct open_node {
        std::uint64_t least;
        std::size_t conflicts;
        std::size_t number;
        tree_node* node;
        friend bool operator<(const open_node& a, const open_node& b) noexcept {
            if (a.least != b.least) return a.least > b.least;
            if (a.conflicts != b.conflicts) return a.conflicts > b.conflicts;
            return a.number < b.number;  // the newest first
        }
    };

public:
    conflict_tree(const agent_graph& g, const agent_team& team, search_control& control,
                  single_agent_tools& tools, double weight)
        : graph_(g),
          team_(team),
          control_(control),
          tools_(tools),
          table_(g),
          weight_(rounded_down(weight)) {}
    conflict_tree(const conflict_tree&) = delete;
    conflict_tree& operator=(const conflict_tree&) = delete;
    ~conflict_tree() {
        clear();
        delete pair_;
    }

    /// Takes agents of the team, under constraints from elsewhere.
    void set_agents(std::vector<std::size_t> agents, std::vector<agent_place> starts,
                    std::vector<constraint> given = {}) {
        clear();
        agents_ = std::move(agents);
        starts_ = std::move(starts);
        given_ = std::move(given);
        std::vector<agent_place> goals;
        goals.reserve(agents_.size());
        for (const std::size_t a : agents_) goals.push_back(team_.goal(a));
        table_.reset(goals);
        now_.assign(agents_.size(), nullptr);
    }

    /// A plan from elsewhere, which ends the search when it is proven to be good enough.
    void set_incumbent(std::vector<place_path> paths, std::uint64_t cost) {
        best_ = std::move(paths);
        best_cost_ = cost;
    }

    enum class outcome { found, none, stopped };

    /// Searches until a plan is within the bound, or so many nodes have been expanded.
    [[nodiscard]] outcome run(
        std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max()) {
        if (nodes_.empty() && !plan_root()) return ended();
        while (expanded_ < most_nodes) {
            const std::uint64_t least = open_.empty() ? best_cost_ : open_.front().least;
            raise_bound(std::min(least, best_cost_));
            if (is_good(best_cost_)) return outcome::found;
            if (open_.empty()) return outcome::none;
            std::pop_heap(open_.begin(), open_.end());
            tree_node& n = *open_.back().node;
            open_.pop_back();
            if (!n.is_informed) {
                if (!estimate(n)) {
                    if (!control_.running()) return outcome::stopped;
                    continue;  // there is no plan below it
                }
                if (n.least() > least) {
                    enlist(n);
                    continue;
                }
            }
            if (is_counted_ && !control_.may_expand()) return outcome::stopped;
            ++expanded_;
            expand(n);
            if (!control_.running()) return outcome::stopped;
        }
        return outcome::stopped;
    }

    /// No plan costs less.
    [[nodiscard]] std::uint64_t lower_bound() const noexcept { return lower_bound_; }
    [[nodiscard]] const std::vector<place_path>& paths() const noexcept { return best_; }
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }
    /// Whether expansions are those of the caller's limit.
    void count_expansions(bool counted) noexcept { is_counted_ = counted; }

private:
    /// A weight whose products with costs are exact.
    [[nodiscard]] static double rounded_down(double weight) noexcept {
        constexpr double most = 1e6;
        constexpr double parts = 1U << 20U;
        if (!(weight > 1)) return 1;
        return static_cast<double>(static_cast<std::uint64_t>(std::min(weight, most) * parts)) /
               parts;
    }
    [[nodiscard]] bool is_good(std::uint64_t cost) const noexcept {
        return cost != no_plan &&
               static_cast<double>(cost) <= weight_ * static_cast<double>(lower_bound_);
    }
    void raise_bound(std::uint64_t bound) noexcept {
        if (bound <= lower_bound_ || bound == no_plan) return;
        lower_bound_ = bound;
        if (search_progress* const p = control_.options().progress; p != nullptr && !is_pair_)
            p->set_bound(static_cast<std::int64_t>(bound));
    }
    [[nodiscard]] outcome ended() const noexcept {
        return control_.running() ? outcome::none : outcome::stopped;
    }

    /// Puts a node where it waits; one without conflicts is a plan.
    void enlist(tree_node& n) {
        if (n.conflicts == 0) return keep(n);
        open_.push_back({n.least(), n.conflicts, ++listed_, &n});
        std::push_heap(open_.begin(), open_.end());
    }
    void keep(const tree_node& n) {
        if (n.cost >= best_cost_) return;
        move_to(n);
        best_.clear();
        for (const path_record* r : now_) best_.push_back(r->path);
        best_cost_ = n.cost;
        if (search_progress* const p = control_.options().progress; p != nullptr && !is_pair_)
            p->set_best(static_cast<std::int64_t>(n.cost));
    }

    /// Lets agents go along the paths of a node.
    void move_to(const tree_node& n) {
        wanted_.assign(now_.size(), nullptr);
        std::size_t missing = wanted_.size();
        for (const tree_node* m = &n; m != nullptr && missing != 0; m = m->parent) {
            for (const replanned& r : m->changed) {
                if (wanted_[r.agent] != nullptr) continue;
                wanted_[r.agent] = r.record;
                --missing;
            }
        }
        for (std::uint32_t a = 0; a < now_.size(); ++a)
            if (now_[a] != nullptr && now_[a] != wanted_[a]) take_path(a);
        for (std::uint32_t a = 0; a < now_.size(); ++a)
            if (now_[a] == nullptr && wanted_[a] != nullptr) set_path(a, *wanted_[a]);
    }
    void set_path(std::uint32_t agent, path_record& r) {
        now_[agent] = &r;
        cost_ += r.cost();
        table_.insert(agent, r.path);
    }
    void take_path(std::uint32_t agent) {
        const path_record& r = *std::exchange(now_[agent], nullptr);
        cost_ -= r.cost();
        table_.remove(agent);
    }

    void read_constraints(std::uint32_t agent, const tree_node* n) {
        tools_.rules.reset(agents_[agent]);
        const auto read = [&](const constraint& c) {
            c.agent == agent ? tools_.rules.add_own(c) : tools_.rules.add_other(c);
        };
        for (const constraint& c : given_) read(c);
        for (; n != nullptr; n = n->parent) read(n->added);
    }
    /// Finds a path for an agent that has none now; null if there is none, or no time or memory.
    [[nodiscard]] path_record* find_path(std::uint32_t agent, const tree_node* n,
                                         std::uint32_t least) {
        read_constraints(agent, n);
        place_path path;
        if (!tools_.search.find(tools_.rules, table_, starts_[agent], least, path)) return nullptr;
        if (!hold(sizeof(path_record) + path.capacity() * sizeof(agent_place))) return nullptr;
        auto* const made = new path_record{std::move(path), ++families_, {}, {}};
        records_.push_back(made);
        return made;
    }
    [[nodiscard]] bool hold(std::uint64_t bytes) {
        if (!control_.fits(control_.budget().take(bytes))) return false;
        held_ += bytes;
        return true;
    }

    [[nodiscard]] bool plan_root() {
        if (!hold(sizeof(tree_node))) return false;
        auto* const root = new tree_node;
        nodes_.push_back(root);
        for (std::uint32_t a = 0; a < agents_.size(); ++a) {
            path_record* const r = find_path(a, nullptr, team_.distance(agents_[a], starts_[a]));
            if (r == nullptr) return false;
            set_path(a, *r);
            root->changed.push_back({a, r});
        }
        count(*root);
        enlist(*root);
        return control_.running();
    }
    void count(tree_node& n) const noexcept {
        n.cost = cost_;
        n.conflicts = table_.conflicts().size();
    }

    /// A conflict with what its constraints would do.
    struct ranked_conflict {
        conflict at;
        std::uint32_t cardinal;  // how many of its agents pay for avoiding it
        bool is_target;          // the first agent has arrived for good
        friend bool operator<(const ranked_conflict& a, const ranked_conflict& b) noexcept {
            if (a.cardinal != b.cardinal) return a.cardinal > b.cardinal;
            if (a.is_target != b.is_target) return a.is_target;
            if (a.at.time != b.at.time) return a.at.time < b.at.time;
            if (a.at.first != b.at.first) return a.at.first < b.at.first;
            if (a.at.second != b.at.second) return a.at.second < b.at.second;
            return a.at.to < b.at.to;
        }
    };

    [[nodiscard]] const std::vector<agent_place>& singles(std::uint32_t agent, const tree_node* n) {
        path_record& r = *now_[agent];
        if (r.singles.empty()) {
            read_constraints(agent, n);
            tools_.diagram.find_singles(tools_.rules, starts_[agent], r.cost(), r.singles);
        }
        return r.singles;
    }
    /// Whether all shortest paths of an agent are on a body at a time.
    [[nodiscard]] bool must_be_on(std::uint32_t agent, agent_place body, std::uint32_t time,
                                  const tree_node* n) {
        const std::vector<agent_place>& s = singles(agent, n);
        const agent_place p = s[std::min<std::size_t>(time, s.size() - 1)];
        return p != nobody && graph_.body(p) == body;
    }
    [[nodiscard]] bool must_move(std::uint32_t agent, agent_place from, agent_place to,
                                 std::uint32_t time, const tree_node* n) {
        const std::vector<agent_place>& s = singles(agent, n);
        return time < s.size() && s[time] != nobody && s[time - 1] != nobody &&
               graph_.end(s[time - 1]) == from && graph_.end(s[time]) == to;
    }
    /// Prioritises conflicts (E. Boyarski et al., ICBS: Improved Conflict-Based Search, 2015).
    [[nodiscard]] ranked_conflict rank(const conflict& c, const tree_node* n) {
        ranked_conflict made{c, 0, false};
        bool first = false;
        bool second = false;
        if (c.kind == collision::swap) {
            first = must_move(c.first, c.from, c.to, c.time, n);
            second = must_move(c.second, c.to, c.from, c.time, n);
        } else {
            if (c.kind == collision::body) {
                if (has_arrived(c.second, c.time)) std::swap(made.at.first, made.at.second);
                made.is_target = has_arrived(made.at.first, c.time);
            }
            const std::uint32_t second_time = c.kind == collision::follow ? c.time - 1 : c.time;
            first = (made.is_target && now_[made.at.first]->cost() <= c.time) ||
                    must_be_on(made.at.first, c.to, c.time, n);
            second = must_be_on(made.at.second, c.to, second_time, n);
        }
        made.cardinal = (first ? 1U : 0U) + (second ? 1U : 0U);
        return made;
    }
    [[nodiscard]] bool has_arrived(std::uint32_t agent, std::uint32_t time) const noexcept {
        return time >= now_[agent]->cost() && graph_.slots_of(team_.goal(agents_[agent])) == 1;
    }

    /// The constraints of two children that exclude a conflict: every plan obeys one of them.
    [[nodiscard]] std::pair<constraint, constraint> split(const ranked_conflict& r) const noexcept {
        const conflict& c = r.at;
        if (r.is_target) {
            // J. Li et al., Pairwise Symmetry Reasoning for Multi-Agent Path Finding Search, 2021.
            return {{demand::arrive_late, c.first, c.time, nobody, c.to},
                    {demand::arrive_early, c.first, c.time, nobody, c.to}};
        }
        // J. Li et al., Disjoint Splitting for Multi-Agent Path Finding with CBS, 2019.
        if (c.kind == collision::swap) {
            return {{demand::no_move, c.first, c.time, c.from, c.to},
                    {demand::move, c.first, c.time, c.from, c.to}};
        }
        return {{demand::not_at, c.first, c.time, nobody, c.to},
                {demand::at, c.first, c.time, nobody, c.to}};
    }

    /// Makes the two children of a node, or takes over the paths of one if they collide less within
    /// the same bound (E. Boyarski et al., Don't Split, Try To Work It Out, 2015).
    void expand(tree_node& n) {
        while (true) {
            move_to(n);
            const ranked_conflict chosen = choose(n);
            const auto [one, other] = split(chosen);
            tree_node* children[2] = {nullptr, nullptr};
            bool is_bypassed = false;
            for (int k = 0; k < 2 && !is_bypassed; ++k) {
                children[k] = make_child(n, k == 0 ? one : other);
                if (!control_.running()) return;
                if (children[k] != nullptr && children[k]->conflicts < n.conflicts &&
                    children[k]->cost <= n.cost) {
                    take_over(n, *children[k]);
                    is_bypassed = true;
                }
            }
            if (is_bypassed && n.conflicts != 0) continue;
            if (is_bypassed) return enlist(n);
            for (tree_node* child : children)
                if (child != nullptr) enlist(*child);
            return;
        }
    }
    [[nodiscard]] ranked_conflict choose(const tree_node& n) {
        const std::vector<conflict>& all = table_.conflicts();
        ranked_conflict best = rank(all.front(), &n);
        for (std::size_t k = 1; k < all.size(); ++k) best = std::min(best, rank(all[k], &n));
        return best;
    }

    [[nodiscard]] tree_node* make_child(tree_node& parent, const constraint& added) {
        move_to(parent);
        if (!hold(sizeof(tree_node))) return nullptr;
        auto* const child = new tree_node;
        nodes_.push_back(child);
        child->parent = &parent;
        child->added = added;
        find_disturbed(added);
        for (const std::uint32_t a : disturbed_) {
            const std::uint32_t least = now_[a]->cost();
            take_path(a);
            path_record* const r = find_path(a, child, least);
            if (r == nullptr) return nullptr;
            child->changed.push_back({a, r});
            set_path(a, *r);
        }
        count(*child);
        child->estimate = parent.least() > child->cost ? parent.least() - child->cost : 0;
        return child;
    }
    /// The agents whose paths a constraint forbids.
    void find_disturbed(const constraint& c) {
        disturbed_.clear();
        const auto disturb = [&](std::uint32_t agent) {
            if (agent != c.agent) disturbed_.push_back(agent);
        };
        const std::uint32_t margin = graph_.may_follow ? 0 : 1;
        switch (c.kind) {
            case demand::at:
                for (std::uint32_t t = c.time - std::min(c.time, margin); t <= c.time + margin; ++t)
                    table_.for_each_on(c.to, t, disturb);
                break;
            case demand::move:
                for (std::uint32_t a = 0; a < now_.size(); ++a) {
                    const place_path& path = now_[a]->path;
                    const agent_place p = path[std::min<std::size_t>(c.time - 1, path.size() - 1)];
                    const agent_place q = path[std::min<std::size_t>(c.time, path.size() - 1)];
                    if ((graph_.end(p) == c.to && graph_.end(q) == c.from) ||
                        (graph_.slots_of(c.from) == 1 && graph_.end(p) == c.from) ||
                        (graph_.slots_of(c.to) == 1 && graph_.end(q) == c.to))
                        disturb(a);
                }
                break;
            case demand::arrive_early:
                table_.for_each_on_from(c.to, c.time - margin, disturb);
                break;
            default: disturbed_.push_back(c.agent);
        }
        std::sort(disturbed_.begin(), disturbed_.end());
        disturbed_.erase(std::unique(disturbed_.begin(), disturbed_.end()), disturbed_.end());
    }
    void take_over(tree_node& n, tree_node& child) {
        move_to(n);
        for (const replanned& r : child.changed) {
            const path_record& old = *now_[r.agent];
            r.record->family = old.family;
            r.record->singles = old.singles;
            r.record->weights = old.weights;
            std::size_t k = 0;
            while (k < n.changed.size() && n.changed[k].agent != r.agent) ++k;
            if (k == n.changed.size()) n.changed.push_back(r);
            n.changed[k] = r;
        }
        n.cost = child.cost;
        n.conflicts = child.conflicts;
    }
    /// Estimates how much conflicts cost by those between pairs of agents alone (J. Li, A. Felner,
    /// E. Boyarski, H. Ma, S. Koenig, Improved Heuristics for Multi-Agent Path Finding with
    /// Conflict-Based Search, 2019); false if there is no plan below the node.
    [[nodiscard]] bool estimate(tree_node& n) {
        n.is_informed = true;
        if (is_pair_) return true;
        move_to(n);
        pairs_.clear();
        for (const conflict& c : table_.conflicts())
            pairs_.push_back({std::min(c.first, c.second), std::max(c.first, c.second), 0});
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
        for (pair_of_agents& p : pairs_) {
            p.weight = weight_of(p.first, p.second, n);
            if (!control_.running() || p.weight == infinite) return false;
        }
        // What pairs cost adds up as long as no agent is in two of them: the dearest come first.
        std::sort(pairs_.begin(), pairs_.end(), [](const auto& p, const auto& q) {
            return p.weight != q.weight ? p.weight > q.weight : p < q;
        });
        counted_.assign(now_.size(), 0);
        std::uint64_t sum = 0;
        for (const pair_of_agents& p : pairs_) {
            if (counted_[p.first] != 0 || counted_[p.second] != 0) continue;
            counted_[p.first] = counted_[p.second] = 1;
            sum += p.weight;
        }
        n.estimate = std::max(n.estimate, sum);
        return true;
    }
    [[nodiscard]] std::uint32_t weight_of(std::uint32_t a, std::uint32_t b, const tree_node& n) {
        path_record& r = *now_[a];
        const path_record& s = *now_[b];
        for (const auto& [family, w] : r.weights)
            if (family == s.family) return w;
        if (pair_ == nullptr) {
            pair_ = new conflict_tree(graph_, team_, control_, tools_, 1);
            pair_->is_pair_ = true;
            pair_->is_counted_ = false;
        }
        std::vector<constraint> given;
        const auto read = [&](constraint c) {
            const bool matters =
                c.kind == demand::at || c.kind == demand::move || c.kind == demand::arrive_early;
            c.agent = c.agent == a ? 0 : c.agent == b ? 1 : nobody;
            if (c.agent != nobody || matters) given.push_back(c);
        };
        for (const constraint& c : given_) read(c);
        for (const tree_node* m = &n; m != nullptr; m = m->parent) read(m->added);
        pair_->set_agents({agents_[a], agents_[b]}, {starts_[a], starts_[b]}, std::move(given));
        const outcome how = pair_->run(most_pair_nodes);
        const std::uint64_t alone = std::uint64_t{r.cost()} + s.cost();
        const std::uint64_t both = std::max(alone, pair_->lower_bound());
        const std::uint32_t w =
            how == outcome::none ? infinite : static_cast<std::uint32_t>(both - alone);
        if (control_.running()) r.weights.emplace_back(s.family, w);
        return w;
    }

    void clear() {
        for (const tree_node* n : nodes_) delete n;
        for (const path_record* r : records_) delete r;
        nodes_.clear();
        records_.clear();
        control_.budget().give(std::exchange(held_, 0));
        open_.clear();
        best_.clear();
        best_cost_ = no_plan;
        cost_ = lower_bound_ = expanded_ = 0;
    }

    static constexpr std::uint64_t most_pair_nodes = 64;
    static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t no_plan = std::numeric_limits<std::uint64_t>::max();

    const agent_graph& graph_;
    const agent_team& team_;
    search_control& control_;
    single_agent_tools& tools_;
    conflict_table table_;  // the paths of the node that was visited last
    double weight_;
    bool is_pair_ = false;
    bool is_counted_ = true;
    conflict_tree* pair_ = nullptr;    // for two agents alone
    std::vector<std::size_t> agents_;  // in the team
    std::vector<agent_place> starts_;
    std::vector<constraint> given_;
    std::vector<path_record*> now_;  // of each agent in the table
    std::vector<path_record*> wanted_;
    std::uint64_t cost_ = 0;  // of the paths in the table
    std::vector<std::uint32_t> disturbed_;
    std::vector<pair_of_agents> pairs_;
    std::vector<unsigned char> counted_;
    std::vector<tree_node*> nodes_;
    std::vector<path_record*> records_;
    std::vector<open_node> open_;  // a heap
    std::size_t listed_ = 0;
    std::uint64_t families_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint64_t held_ = 0;
    std::uint64_t lower_bound_ = 0;
    std::vector<place_path> best_;
    std::uint64_t best_cost_ = no_plan;
};

}  // namespace senda::detail
