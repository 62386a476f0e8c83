// SPDX-License-Identifier: MIT
// The paths of one agent in space and time under constraints: a shortest one that collides little
// with given paths, and which places all of the shortest have in common.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/conflict_table.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/search/control.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What a conflict makes agents do.
enum class demand : std::uint8_t {
    none,
    not_at,       ///< the agent is not on the body `to` at that time
    at,           ///< it is, and no other agent may be in its way
    no_move,      ///< it does not move between these ends, to arrive at that time
    move,         ///< it does, and no other may be in its way
    arrive_late,  ///< it arrives at its goal for good after that time
    arrive_early  ///< it arrives by then, and from then on no other is on the body `to`
};

/// A demand on an agent.
struct constraint {
    demand kind = demand::none;
    std::uint32_t agent = nobody;
    std::uint32_t time = 0;
    agent_place from = nobody;
    agent_place to = nobody;
};

/// All constraints of one agent, so that each move is looked up fast.
class agent_constraints {
    struct rule {
        demand kind;
        agent_place from;
        agent_place to;
        std::uint32_t next;
    };

public:
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    agent_constraints(const agent_graph& g, const agent_team& team)
        : graph_(g), team_(team), closed_from_(g.size(), never) {}

    /// Starts again without constraints for an agent, by its number in the team.
    void reset(std::size_t agent) {
        agent_ = agent;
        rules_.clear();
        first_.clear();
        for (const agent_place body : closed_) closed_from_[body] = never;
        closed_.clear();
        last_ = least_ = 0;
        most_ = never;
    }

    /// Adds a constraint of the agent.
    void add_own(const constraint& c) {
        switch (c.kind) {
            case demand::none: break;
            case demand::arrive_late: least_ = std::max(least_, c.time + 1); break;
            case demand::arrive_early: most_ = std::min(most_, c.time); break;
            default: add_rule(c.time, {c.kind, c.from, c.to, never});
        }
    }
    /// Adds what a constraint of another agent means for this.
    void add_other(const constraint& c) {
        const std::uint32_t before = graph_.may_follow || c.time == 0 ? c.time : c.time - 1;
        if (c.kind == demand::at) {
            for (std::uint32_t t = before; t <= c.time + (c.time - before); ++t)
                add_rule(t, {demand::not_at, nobody, c.to, never});
        } else if (c.kind == demand::move) {
            add_rule(c.time, {demand::no_move, c.to, c.from, never});
            if (graph_.slots_of(c.from) == 1)
                add_rule(c.time - 1, {demand::not_at, nobody, c.from, never});
            if (graph_.slots_of(c.to) == 1) add_rule(c.time, {demand::not_at, nobody, c.to, never});
        } else if (c.kind == demand::arrive_early) {
            if (closed_from_[c.to] == never) closed_.push_back(c.to);
            closed_from_[c.to] = std::min(closed_from_[c.to], before);
            last_ = std::max(last_, before);
        }
    }

    [[nodiscard]] std::uint32_t distance(agent_place p) const { return team_.distance(agent_, p); }
    /// From here on nothing changes.
    [[nodiscard]] std::uint32_t last() const noexcept { return std::max(last_, least_); }
    /// The agent arrives no sooner, and no later.
    [[nodiscard]] std::uint32_t least() const noexcept { return least_; }
    [[nodiscard]] std::uint32_t most() const noexcept { return most_; }

    /// Whether the agent may move from `p` to `q`, to arrive at `time`.
    [[nodiscard]] bool allow(agent_place p, agent_place q, std::uint32_t time) const {
        const agent_place body = graph_.body(q);
        if (closed_from_[body] <= time) return false;
        if (time >= first_.size()) return true;
        for (std::uint32_t r = first_[time]; r != never; r = rules_[r].next)
            if (!allows(rules_[r], p, q, body)) return false;
        return true;
    }
    /// The first time from which the agent may stay at a place of its goal for good; `never`.
    [[nodiscard]] std::uint32_t rest_from(agent_place p) const noexcept {
        const agent_place body = graph_.body(p);
        if (closed_from_[body] != never) return never;
        std::uint32_t from = least_;
        for (std::uint32_t t = 0; t < first_.size(); ++t) {
            for (std::uint32_t r = first_[t]; r != never; r = rules_[r].next) {
                const rule& it = rules_[r];
                const bool leaves = it.kind == demand::at       ? it.to != body
                                    : it.kind == demand::not_at ? it.to == body
                                    : it.kind == demand::move   ? it.to != graph_.end(p)
                                                                : false;
                if (leaves) from = std::max(from, t + 1);
                if (it.kind == demand::move) from = std::max(from, t);
            }
        }
        return from;
    }

private:
    void add_rule(std::uint32_t time, const rule& r) {
        while (first_.size() <= time) first_.push_back(never);
        rules_.push_back(r);
        rules_.back().next = first_[time];
        first_[time] = static_cast<std::uint32_t>(rules_.size() - 1);
        last_ = std::max(last_, time + 1);
    }
    [[nodiscard]] bool allows(const rule& r, agent_place p, agent_place q,
                              agent_place body) const noexcept {
        switch (r.kind) {
            case demand::not_at: return r.to != body;
            case demand::at: return r.to == body;
            case demand::no_move: return r.from != graph_.end(p) || r.to != graph_.end(q);
            case demand::move: return r.from == graph_.end(p) && r.to == graph_.end(q);
            default: return true;
        }
    }

    const agent_graph& graph_;
    const agent_team& team_;
    std::size_t agent_ = 0;
    std::vector<rule> rules_;
    std::vector<std::uint32_t> first_;        // of each time: its last rule
    std::vector<std::uint32_t> closed_from_;  // of each body: since when others rest there
    std::vector<agent_place> closed_;
    std::uint32_t last_ = 0;
    std::uint32_t least_ = 0;
    std::uint32_t most_ = never;
};

/// A* in space and time: of the shortest paths it finds one that collides least with those of
/// others, as far as it is known.
class space_time_search {
    struct node {
        agent_place at;
        std::uint32_t time;
        std::uint32_t parent;
        std::uint32_t cost;  // f
        std::uint32_t conflicts;
        bool is_open;
        bool is_final;
    };
    struct slot {
        std::uint64_t key;
        std::uint32_t node;
        std::uint32_t epoch;
    };

public:
    space_time_search(const agent_graph& g, search_control& control)
        : graph_(g), control_(control) {}
    space_time_search(const space_time_search&) = delete;
    space_time_search& operator=(const space_time_search&) = delete;
    ~space_time_search() { control_.budget().give(held_); }

    /// Finds a path, of which it is known that none is shorter than `least`; false if there is none
    /// or the control has ended.
    [[nodiscard]] bool find(const agent_constraints& rules, const conflict_table& others,
                            agent_place start, std::uint32_t least, place_path& into) {
        rules_ = &rules;
        others_ = &others;
        clear();
        horizon_ = std::max(rules.last(), others.makespan()) + 1;
        floor_ = std::max(least, rules.least());
        least_ = base_ = std::max(floor_, rules.distance(start));
        if (!rules.allow(start, start, 0)) return false;
        reach(start, start, 0, nobody, 0);
        while (true) {
            const std::uint32_t best = pop();
            if (best == nobody) return false;
            if (nodes_[best].is_final) {
                write_path(best, into);
                return true;
            }
            if (!control_.tick() || !control_.running()) return false;
            nodes_[best].is_open = false;
            expand(best);
        }
    }

private:
    void clear() {
        nodes_.clear();
        for (auto* const buckets : {&now_, &later_})
            for (std::vector<std::uint32_t>& b : *buckets) b.clear();
        fewest_ = 0;
        used_ = 0;
        if (slots_.empty()) slots_.resize(std::size_t{1} << 12U);
        if (++epoch_ == 0) {
            slots_.assign(slots_.size(), {});
            epoch_ = 1;
        }
    }

    void expand(std::uint32_t parent) {
        const agent_place p = nodes_[parent].at;
        const std::uint32_t time = nodes_[parent].time + 1;
        const std::uint32_t conflicts = nodes_[parent].conflicts;
        for (const agent_place q : graph_.successors(p)) {
            if (rules_->allow(p, q, time))
                reach(p, q, time, parent, conflicts + others_->count_move(p, q, time));
        }
        if (graph_.may_wait(p) && rules_->allow(p, p, time))
            reach(p, p, time, parent, conflicts + others_->count_move(p, p, time));
    }

    void reach(agent_place p, agent_place q, std::uint32_t time, std::uint32_t parent,
               std::uint32_t conflicts) {
        const std::uint32_t rest = rules_->distance(q);
        if (rest == unreachable) return;
        if (rest == 0 && (p != q || parent == nobody) && time <= rules_->most() &&
            time >= rules_->rest_from(q)) {
            add({q, time, parent, std::max(time, floor_), conflicts + others_->count_rest(q, time),
                 true, true});
        }
        // Who does not end at the goal leaves and comes back.
        const std::uint32_t cost = std::max(time + (rest == 0 ? 2 : rest), floor_);
        if (cost > rules_->most()) return;
        if (used_ * 2 >= slots_.size()) grow();
        const std::uint64_t key = std::uint64_t{std::min(time, horizon_)} << 32U | q;
        slot& s = find_slot(key);
        if (s.epoch == epoch_) {
            node& known = nodes_[s.node];
            if (known.time <= time) {
                // Beyond the horizon the sooner is as good, but for collisions on the way.
                if (known.time < time || known.conflicts <= conflicts) return;
                known.is_open = true;
                known.parent = parent;
                known.conflicts = conflicts;
                if (cost == least_) push(s.node);
                return;
            }
            known.is_open = false;
        } else {
            ++used_;
        }
        s = {key, static_cast<std::uint32_t>(nodes_.size()), epoch_};
        add({q, time, parent, cost, conflicts, true, false});
    }

    void add(const node& n) {
        if (nodes_.size() == nodes_.capacity()) {
            const std::uint64_t bytes = (nodes_.capacity() + 64) * (sizeof(node) + sizeof(slot));
            if (control_.fits(control_.budget().take(bytes))) held_ += bytes;
            nodes_.reserve(nodes_.capacity() * 2 + 64);
        }
        nodes_.push_back(n);
        const auto number = static_cast<std::uint32_t>(nodes_.size() - 1);
        if (n.cost == least_) return push(number);
        const std::size_t more = n.cost - base_;
        if (more >= later_.size()) later_.resize(more + 64);
        later_[more].push_back(number);
    }
    void push(std::uint32_t n) {
        const std::size_t conflicts = bucket_of(nodes_[n]);
        if (conflicts >= now_.size()) now_.resize(conflicts + 64);
        now_[conflicts].push_back(n);
        fewest_ = std::min(fewest_, conflicts);
    }
    /// Of the open nodes with the least f the newest that collides least; nobody if there is none.
    [[nodiscard]] std::uint32_t pop() {
        while (true) {
            for (; fewest_ < now_.size(); ++fewest_) {
                while (!now_[fewest_].empty()) {
                    const std::uint32_t n = now_[fewest_].back();
                    now_[fewest_].pop_back();
                    if (nodes_[n].is_open && bucket_of(nodes_[n]) == fewest_) return n;
                }
            }
            do {
                if (++least_ - base_ >= later_.size()) return nobody;
            } while (later_[least_ - base_].empty());
            for (const std::uint32_t n : later_[least_ - base_])
                if (nodes_[n].is_open) push(n);
            later_[least_ - base_].clear();
        }
    }
    [[nodiscard]] static std::size_t bucket_of(const node& n) noexcept {
        return std::min(n.conflicts, 1U << 16U);
    }

    [[nodiscard]] slot& find_slot(std::uint64_t key) noexcept {
        // Eight places in a row at one time are neighbours in memory.
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t block = (key >> 3U) * 0x9e37'79b9'7f4a'7c15U >> 24U;
        std::size_t k = static_cast<std::size_t>(block << 3U | (key & 7U)) & mask;
        while (slots_[k].epoch == epoch_ && slots_[k].key != key) k = (k + 1) & mask;
        return slots_[k];
    }
    void grow() {
        std::vector<slot> old(slots_.size() * 2);
        std::swap(old, slots_);
        for (const slot& s : old)
            if (s.epoch == epoch_) find_slot(s.key) = s;
    }

    void write_path(std::uint32_t last, place_path& into) const {
        into.clear();
        for (std::uint32_t n = last; n != nobody; n = nodes_[n].parent)
            into.push_back(nodes_[n].at);
        std::reverse(into.begin(), into.end());
    }

    const agent_graph& graph_;
    search_control& control_;
    const agent_constraints* rules_ = nullptr;
    const conflict_table* others_ = nullptr;
    std::uint32_t horizon_ = 0;
    std::uint32_t floor_ = 0;
    std::uint32_t base_ = 0;   // the least f at the start
    std::uint32_t least_ = 0;  // the least f of open nodes
    std::vector<node> nodes_;
    std::vector<std::vector<std::uint32_t>> now_;  // with the least f, by conflicts
    std::size_t fewest_ = 0;
    std::vector<std::vector<std::uint32_t>> later_;  // by f
    std::vector<slot> slots_;                        // by place and time
    std::size_t used_ = 0;
    std::uint32_t epoch_ = 0;
    std::uint64_t held_ = 0;
};

/// The decision diagram of an agent: all its shortest paths, level by level (G. Sharon et al., The
/// Increasing Cost Tree Search for Optimal Multi-Agent Pathfinding, 2011).
class decision_diagram {
public:
    explicit decision_diagram(const agent_graph& g) : graph_(g), seen_(g.size(), 0) {}

    /// Writes the place where every path of that length is at each time, or `nobody`.
    void find_singles(const agent_constraints& rules, agent_place start, std::uint32_t length,
                      std::vector<agent_place>& into) {
        into.assign(length + 1, nobody);
        levels_.assign(1, start);
        begin_.assign(1, 0);
        for (std::uint32_t t = 1; t <= length; ++t) {
            const std::size_t from = begin_.back();
            const std::size_t to = levels_.size();
            begin_.push_back(to);
            ++stamp_;
            for (std::size_t k = from; k < to; ++k) {
                for_each_move(rules, levels_[k], t, length, [&](agent_place q) {
                    if (std::exchange(seen_[q], stamp_) != stamp_) levels_.push_back(q);
                });
            }
        }
        begin_.push_back(levels_.size());
        keep_what_arrives(rules, length, into);
    }

private:
    template <class Visitor>
    void for_each_move(const agent_constraints& rules, agent_place p, std::uint32_t t,
                       std::uint32_t length, Visitor&& visitor) {
        const auto visit = [&](agent_place q) {
            const std::uint32_t rest = rules.distance(q);
            if (rest > length - t || (t < length && rest == 0 && length - t < 2)) return;
            if (t == length && (p == q || rules.rest_from(q) > t)) return;
            if (rules.allow(p, q, t)) visitor(q);
        };
        for (const agent_place q : graph_.successors(p)) visit(q);
        if (graph_.may_wait(p)) visit(p);
    }

    void keep_what_arrives(const agent_constraints& rules, std::uint32_t length,
                           std::vector<agent_place>& into) {
        ++stamp_;
        for (std::size_t k = begin_[length]; k < begin_[length + 1]; ++k)
            seen_[levels_[k]] = stamp_;
        for (std::uint32_t t = length;; --t) {
            std::uint32_t width = 0;
            const std::uint32_t above = stamp_++;
            for (std::size_t k = begin_[t]; k < begin_[t + 1]; ++k) {
                const agent_place p = levels_[k];
                bool arrives = false;
                if (t == length) {
                    arrives = true;
                } else {
                    for_each_move(rules, p, t + 1, length,
                                  [&](agent_place q) { arrives = arrives || is_in(q, above); });
                }
                marks_.push_back(arrives);
                if (!arrives) continue;
                ++width;
                into[t] = p;
            }
            for (std::size_t k = begin_[t]; k < begin_[t + 1]; ++k)
                if (marks_[k - begin_[t]]) seen_[levels_[k]] = stamp_;
            marks_.clear();
            if (width != 1) into[t] = nobody;
            if (t == 0) break;
        }
    }
    [[nodiscard]] bool is_in(agent_place q, std::uint32_t stamp) const noexcept {
        return seen_[q] == stamp;
    }

    const agent_graph& graph_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
    std::vector<agent_place> levels_;
    std::vector<std::size_t> begin_;
    std::vector<bool> marks_;
};

}  // namespace senda::detail
