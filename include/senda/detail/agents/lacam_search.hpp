// SPDX-License-Identifier: MIT
// Lazy constraints adding search: depth first over the configurations of all agents (K. Okumura,
// LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding, 2023; Improving LaCAM for
// Scalable Eventually Optimal Multi-Agent Pathfinding, 2023).
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/pibt_step.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Searches configurations. Each asks PIBT for its next one; when that fails or is known, the next
/// place of its first agents is fixed, of one more and more, until all is tried. After the first
/// plan, cheaper ways to known configurations are handed on, and what cannot be cheaper than the
/// best plan is left out: when nothing remains, the plan is the best.
class lacam_search {
    using id = std::uint32_t;
    static constexpr id none = nobody;

    struct configuration {
        std::uint64_t hash;
        std::uint64_t cost;      // from the start: steps of agents that were not yet at rest
        std::uint64_t estimate;  // the distances of all agents, added up, or less
        id parent;
        std::uint32_t tree;  // which constraints to try next; none: only that there are none
        bool is_fresh;       // PIBT was not asked yet without constraints
    };
    struct constraint {
        std::uint32_t parent;
        std::uint32_t depth;
        agent_place at;  // of the agent that is at `depth - 1` in the order
    };
    struct constraint_tree {
        std::vector<constraint> tried;
        std::size_t next = 0;
    };
    struct link {
        id to;
        std::uint32_t next;
    };

public:
    /// With `keep_links` it can hand cheaper ways on, and go on after the first plan.
    lacam_search(const planning_task& task, std::uint64_t seed, bool keep_links)
        : task_(task),
          graph_(task.graph),
          team_(task.team),
          control_(task.control),
          budget_(task.control.budget()),
          agents_(task.starts.size()),
          step_(task.graph, task.team, seed),
          random_(splitmix64(seed)),
          is_exact_(task.team.distances().is_whole()),
          keeps_links_(keep_links) {
        std::vector<std::uint32_t> order(agents_);
        for (std::uint32_t i = 0; i < agents_; ++i) order[i] = i;
        // Who has the longest way goes first.
        std::vector<std::uint32_t> distance(agents_);
        for (std::size_t i = 0; i < agents_; ++i) distance[i] = team_.distance(i, task.starts[i]);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return distance[a] != distance[b] ? distance[a] > distance[b] : a < b;
        });
        first_order_ = order;
        to_.resize(agents_);
        from_.resize(agents_);
        order_.resize(agents_);
    }
    lacam_search(const lacam_search&) = delete;
    lacam_search& operator=(const lacam_search&) = delete;
    ~lacam_search() { budget_.give(held_); }

    /// From now on PIBT prefers guide paths.
    void follow(const guide_paths* guides) noexcept { step_.follow(guides); }

    /// Whether configurations are expansions of the caller's limit.
    void count_expansions(bool counts) noexcept { counts_ = counts; }
    /// Plans that cost as much are of no use. (After one was found, that is so anyway.)
    void stay_below(std::uint64_t cost) noexcept { ceiling_ = std::min(ceiling_, cost); }

    /// Searches until there is a plan, or a better one, for so many configurations; false if there
    /// is none yet, the control has ended, or nothing is left.
    [[nodiscard]] bool find_plan(std::uint64_t most = ~std::uint64_t{0}) {
        if (configurations_.empty() && !begin()) return false;
        while (!open_.empty()) {
            const id at = open_.back();
            if (bound(at) >= ceiling_) {
                open_.pop_back();
                continue;
            }
            if (configurations_[at].estimate == 0) {
                best_ = at;  // of several slots of a goal each is another configuration
                stay_below(configurations_[at].cost);
                return true;
            }
            if (most-- == 0 || (counts_ && !control_.may_expand()) || !control_.poll())
                return false;
            if (!try_next(at)) return false;
        }
        return false;
    }

    /// Whether all was searched.
    [[nodiscard]] bool is_exhausted() const noexcept {
        return !configurations_.empty() && open_.empty();
    }
    [[nodiscard]] bool has_plan() const noexcept { return best_ != none; }
    /// The steps that agents of the best plan are not at rest, added up.
    [[nodiscard]] std::uint64_t cost() const noexcept { return configurations_[best_].cost; }
    /// How many configurations are known.
    [[nodiscard]] std::size_t size() const noexcept { return configurations_.size(); }
    [[nodiscard]] std::uint64_t held_bytes() const noexcept { return held_; }

    /// The paths of the best plan.
    [[nodiscard]] std::vector<std::vector<agent_place>> paths() const {
        std::size_t steps = 0;
        for (id at = best_; configurations_[at].parent != none; at = configurations_[at].parent)
            ++steps;
        std::vector<std::vector<agent_place>> made(agents_);
        for (auto& path : made) path.resize(steps + 1);
        id at = best_;
        for (std::size_t t = steps + 1; t-- > 0; at = configurations_[at].parent) {
            const agent_place* const here = places(at);
            for (std::size_t i = 0; i < agents_; ++i) made[i][t] = here[i];
        }
        return made;
    }

private:
    [[nodiscard]] const agent_place* places(id c) const noexcept { return chunk(c); }
    [[nodiscard]] const std::uint32_t* order(id c) const noexcept { return chunk(c) + agents_; }
    // Places and order of many configurations in a piece, which never moves.
    static constexpr std::size_t per_chunk = 64;
    [[nodiscard]] std::uint32_t* chunk(id c) const noexcept {
        return const_cast<std::uint32_t*>(chunks_[c / per_chunk].data()) +
               c % per_chunk * 2 * agents_;
    }

    [[nodiscard]] std::uint64_t bound(id c) const noexcept {
        return configurations_[c].cost + configurations_[c].estimate;
    }

    [[nodiscard]] bool begin() {
        grow_table(1024);
        std::copy(task_.starts.begin(), task_.starts.end(), to_.begin());
        order_ = first_order_;
        const id start = add(hash_of(to_), none, 0);
        if (start == none) return false;
        open_.push_back(start);
        return true;
    }

    /// Makes the next configuration that follows; false if the control has ended.
    [[nodiscard]] bool try_next(id at) {
        std::copy(places(at), places(at) + agents_, from_.begin());
        std::fill(to_.begin(), to_.end(), nobody);
        order_.assign(order(at), order(at) + agents_);
        if (configurations_[at].is_fresh) {
            configurations_[at].is_fresh = false;
        } else if (!constrain(at)) {
            open_.pop_back();
            return true;
        } else {
            let_another_lead(at);
        }
        const bool is_made = step_(from_, to_, order_);
        step_.hurry(nobody);
        if (!is_made) return true;
        const std::uint64_t hash = hash_of(to_);
        const id known = find(hash);
        if (known != none) {
            if (keeps_links_) hand_on(at, known);
            open_.push_back(known);
            return control_.fits(keep(sizeof(id)));
        }
        order_next(at);
        const id made = add(hash, at, configurations_[at].cost + cost_of_step());
        if (made == none) return false;
        if (keeps_links_) add_link(at, made);
        open_.push_back(made);
        return true;
    }

    /// Agents that keep coming back to the same places may do so since one of them always goes
    /// before the other.
    void let_another_lead(id at) {
        std::size_t away = 0;
        while (away < agents_ && !is_at_goal(order_[away], places(at)[order_[away]])) ++away;
        if (away < 2) return;
        const auto first = order_.begin();
        const auto leads = first + static_cast<std::ptrdiff_t>(random_.below(away));
        std::rotate(first, leads, leads + 1);
        if (random_.below(4) == 0) step_.hurry(*first);
    }

    /// Fixes the places of some agents as the next constraint says; false if all were tried.
    [[nodiscard]] bool constrain(id at) {
        configuration& c = configurations_[at];
        if (c.tree == none) {
            c.tree = static_cast<std::uint32_t>(trees_.size());
            trees_.emplace_back().tried.push_back({0, 0, nobody});
            if (!extend_tree(at, 0)) return false;
            trees_[c.tree].next = 1;
        }
        constraint_tree& tree = trees_[c.tree];
        if (tree.next >= tree.tried.size()) {
            tree.tried = {};
            return false;
        }
        const std::size_t now = tree.next++;
        for (constraint k = tree.tried[now]; k.depth != 0; k = tree.tried[k.parent])
            to_[order(at)[k.depth - 1]] = k.at;
        return extend_tree(at, now);
    }
    /// Adds the constraints on one more agent below another; false if memory ended.
    bool extend_tree(id at, std::size_t parent) {
        constraint_tree& tree = trees_[configurations_[at].tree];
        const std::uint32_t depth = tree.tried[parent].depth;
        if (depth == agents_) return true;
        const agent_place here = places(at)[order(at)[depth]];
        const std::size_t begin = tree.tried.size();
        const auto add = [&](agent_place p) {
            tree.tried.push_back({static_cast<std::uint32_t>(parent), depth + 1, p});
        };
        for (const agent_place p : graph_.successors(here)) add(p);
        if (graph_.may_wait(here)) add(here);
        for (std::size_t k = tree.tried.size(); k > begin + 1; --k)
            std::swap(tree.tried[k - 1].at, tree.tried[begin + draw(random_, k - begin)].at);
        return control_.fits(keep((tree.tried.size() - begin) * sizeof(constraint)));
    }

    /// Who is not at its goal keeps its place in the order, before those that are.
    void order_next(id at) {
        const std::uint32_t* const before = order(at);
        std::size_t end = 0;
        std::size_t resting = 0;
        for (std::size_t k = 0; k < agents_; ++k) {
            const std::uint32_t i = before[k];
            if (!is_at_goal(i, to_[i])) {
                order_[end++] = i;
            } else {
                ++resting;
            }
        }
        if (resting == 0) return;
        for (const std::uint32_t i : first_order_)
            if (is_at_goal(i, to_[i])) order_[end++] = i;
    }
    [[nodiscard]] bool is_at_goal(std::uint32_t i, agent_place p) const noexcept {
        return graph_.end(p) == team_.goal(i);
    }
    [[nodiscard]] std::uint64_t cost_of_step() const noexcept {
        std::uint64_t cost = 0;
        for (std::uint32_t i = 0; i < agents_; ++i)
            cost += is_at_goal(i, from_[i]) && is_at_goal(i, to_[i]) ? 0 : 1;
        return cost;
    }
    [[nodiscard]] std::uint64_t cost_of_step(id a, id b) const noexcept {
        std::uint64_t cost = 0;
        for (std::uint32_t i = 0; i < agents_; ++i)
            cost += is_at_goal(i, places(a)[i]) && is_at_goal(i, places(b)[i]) ? 0 : 1;
        return cost;
    }

    // ----- Cheaper ways to what is known -----

    void add_link(id from, id to) {
        if (links_of_.size() < configurations_.size())
            links_of_.resize(configurations_.size(), none);
        for (std::uint32_t l = links_of_[from]; l != none; l = links_[l].next)
            if (links_[l].to == to) return;
        links_.push_back({to, links_of_[from]});
        links_of_[from] = static_cast<std::uint32_t>(links_.size() - 1);
        (void)control_.fits(keep(sizeof(link)));
    }
    /// A step to a known configuration: it, and what follows it, may have become cheaper.
    void hand_on(id from, id to) {
        add_link(from, to);
        links_of_.resize(configurations_.size(), none);
        waiting_.assign(1, from);
        for (std::size_t k = 0; k < waiting_.size(); ++k) {
            const id a = waiting_[k];
            for (std::uint32_t l = links_of_[a]; l != none; l = links_[l].next) {
                configuration& b = configurations_[links_[l].to];
                const std::uint64_t cost = configurations_[a].cost + cost_of_step(a, links_[l].to);
                if (cost >= b.cost) continue;
                b.cost = cost;
                b.parent = a;
                waiting_.push_back(links_[l].to);
                if (bound(links_[l].to) < ceiling_) open_.push_back(links_[l].to);
            }
        }
    }

    // ----- What is known -----

    [[nodiscard]] std::uint64_t hash_of(const std::vector<agent_place>& all) const noexcept {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < agents_; ++i)
            sum += splitmix64(std::uint64_t{all[i]} << 32U | i);
        return sum;
    }
    [[nodiscard]] id find(std::uint64_t hash) const noexcept {
        const std::size_t mask = table_.size() - 1;
        for (std::size_t k = hash & mask; table_[k] != none; k = (k + 1) & mask) {
            const id c = table_[k];
            if (configurations_[c].hash == hash && std::equal(to_.begin(), to_.end(), places(c)))
                return c;
        }
        return none;
    }
    /// Adds the configuration in `to_` and `order_`; none if there is no memory.
    [[nodiscard]] id add(std::uint64_t hash, id parent, std::uint64_t cost) {
        const auto made = static_cast<id>(configurations_.size());
        std::uint64_t estimate = 0;
        for (std::uint32_t i = 0; i < agents_; ++i)
            estimate += is_exact_ ? team_.distance(i, to_[i]) : is_at_goal(i, to_[i]) ? 0 : 1;
        if (!control_.fits(keep(sizeof(configuration) + 2 * sizeof(id)))) return none;
        if (made % per_chunk == 0) {
            if (!control_.fits(keep(per_chunk * 2 * agents_ * sizeof(std::uint32_t)))) return none;
            chunks_.emplace_back(per_chunk * 2 * agents_);
        }
        configurations_.push_back({hash, cost, estimate, parent, none, true});
        std::copy(to_.begin(), to_.end(), chunk(made));
        std::copy(order_.begin(), order_.end(), chunk(made) + agents_);
        if (configurations_.size() * 2 > table_.size()) {
            grow_table(table_.size() * 2);
        } else {
            insert(made);
        }
        return made;
    }
    void grow_table(std::size_t size) {
        table_.assign(size, none);
        for (id c = 0; c < configurations_.size(); ++c) insert(c);
    }
    void insert(id c) noexcept {
        const std::size_t mask = table_.size() - 1;
        std::size_t k = configurations_[c].hash & mask;
        while (table_[k] != none) k = (k + 1) & mask;
        table_[k] = c;
    }
    [[nodiscard]] bool keep(std::uint64_t bytes) {
        if (!budget_.take(bytes)) return false;
        held_ += bytes;
        return true;
    }

    const planning_task& task_;
    const agent_graph& graph_;
    const agent_team& team_;
    search_control& control_;
    memory_budget& budget_;
    std::size_t agents_;
    pibt_step step_;
    random_source random_;
    bool is_exact_;  // whether all distances are known
    bool keeps_links_;
    bool counts_ = true;
    std::vector<std::uint32_t> first_order_;
    std::vector<agent_place> from_, to_;
    std::vector<std::uint32_t> order_;
    std::vector<configuration> configurations_;
    std::vector<std::vector<std::uint32_t>> chunks_;
    std::vector<constraint_tree> trees_;
    std::vector<id> table_;
    std::vector<id> open_;  // the last is searched next
    std::vector<link> links_;
    std::vector<std::uint32_t> links_of_;
    std::vector<id> waiting_;
    id best_ = none;
    std::uint64_t ceiling_ = ~std::uint64_t{0};
    std::uint64_t held_ = 0;
};

}  // namespace senda::detail
