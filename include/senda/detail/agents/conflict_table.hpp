// SPDX-License-Identifier: MIT
// Where the agents of a plan are at each time, and where they collide, kept up to date while paths
// come and go.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/language/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// The places of an agent from time 0 on; it stays at the last, which it did not only wait for.
using place_path = std::vector<agent_place>;

/// How two agents collide.
enum class collision : std::uint8_t {
    body,   ///< both are on the body `to`
    swap,   ///< the first moves from the end `from` to the end `to`, the second back
    follow  ///< the first enters the body `to`, which the second leaves, and may not
};

/// Two agents that collide in the step that ends at `time`.
struct conflict {
    collision kind;
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t time;
    agent_place from;
    agent_place to;
};

/// The paths of some agents, by time and place.
class conflict_table {
    struct entry {
        std::uint32_t time;
        agent_place body;
        std::uint32_t agent = nobody;
    };
    struct visit {
        std::uint32_t time;
        std::uint32_t agent;
    };
    static constexpr std::uint32_t for_good = nobody;  // the time of agents that have arrived

public:
    explicit conflict_table(const agent_graph& g) : graph_(g), goal_of_(g.size(), nobody) {}

    /// Forgets all paths; `goals` are those of the agents to come.
    void reset(const std::vector<agent_place>& goals) {
        for (const agent_place p : goal_bodies_) goal_of_[p] = nobody;
        goal_bodies_.clear();
        for (std::vector<visit>& v : visits_) v.clear();
        for (const agent_place goal : goals) {
            for (std::uint32_t k = 0; k < graph_.slots_of(goal); ++k) {
                std::uint32_t& at = goal_of_[graph_.body(goal + k)];
                if (at != nobody) continue;
                at = static_cast<std::uint32_t>(goal_bodies_.size());
                goal_bodies_.push_back(graph_.body(goal + k));
            }
        }
        if (visits_.size() < goal_bodies_.size()) visits_.resize(goal_bodies_.size());
        paths_.assign(goals.size(), nullptr);
        entries_.assign(entries_.size(), {});
        size_ = 0;
        conflicts_.clear();
    }

    /// Lets an agent go along a path, which must outlive that, and notes its conflicts.
    void insert(std::uint32_t agent, const place_path& path) {
        find_conflicts(agent, path);
        paths_[agent] = &path;
        reserve(size_ + path.size() + 1);
        for (std::uint32_t t = 0; t < path.size(); ++t) {
            const agent_place body = graph_.body(path[t]);
            put({t, body, agent});
            if (goal_of_[body] != nobody) visits_[goal_of_[body]].push_back({t, agent});
        }
        put({for_good, graph_.body(path.back()), agent});
    }
    void remove(std::uint32_t agent) {
        const place_path& path = *std::exchange(paths_[agent], nullptr);
        for (std::uint32_t t = 0; t < path.size(); ++t) {
            const agent_place body = graph_.body(path[t]);
            take({t, body, agent});
            if (goal_of_[body] == nobody) continue;
            std::vector<visit>& v = visits_[goal_of_[body]];
            std::size_t k = 0;
            while (v[k].agent != agent) ++k;
            v[k] = v.back();
            v.pop_back();
        }
        take({for_good, graph_.body(path.back()), agent});
        std::size_t kept = 0;
        for (const conflict& c : conflicts_)
            if (c.first != agent && c.second != agent) conflicts_[kept++] = c;
        conflicts_.erase(conflicts_.begin() + static_cast<std::ptrdiff_t>(kept), conflicts_.end());
    }

    /// All conflicts between two of the paths, in no order.
    [[nodiscard]] const std::vector<conflict>& conflicts() const noexcept { return conflicts_; }
    [[nodiscard]] const place_path* path(std::uint32_t agent) const noexcept {
        return paths_[agent];
    }
    /// The time when the last agent arrives.
    [[nodiscard]] std::uint32_t makespan() const noexcept {
        std::size_t longest = 1;
        for (const place_path* p : paths_)
            if (p != nullptr) longest = std::max(longest, p->size());
        return static_cast<std::uint32_t>(longest - 1);
    }

    /// How often an agent without a path collides when it moves so, to arrive at `time`.
    [[nodiscard]] std::uint32_t count_move(agent_place p, agent_place q,
                                           std::uint32_t time) const noexcept {
        std::uint32_t count = 0;
        for_each_collision(p, q, time, [&](collision, std::uint32_t, bool) { ++count; });
        return count;
    }
    /// How often it collides with those who come after it has arrived at `p` for good.
    [[nodiscard]] std::uint32_t count_rest(agent_place p, std::uint32_t time) const noexcept {
        std::uint32_t count = 0;
        for (const visit& v : visits_[goal_of_[graph_.body(p)]]) count += v.time > time ? 1 : 0;
        return count;
    }

    /// Calls `visitor(agent)` for those on a body at a time.
    template <class Visitor>
    void for_each_on(agent_place body, std::uint32_t time, Visitor&& visitor) const {
        for_each_entry(time, body, visitor);
        for_each_entry(for_good, body, [&](std::uint32_t agent) {
            if (paths_[agent]->size() <= time) visitor(agent);
        });
    }
    /// Calls `visitor(agent)` for those on the body of a goal at a time or later, maybe repeatedly.
    template <class Visitor>
    void for_each_on_from(agent_place body, std::uint32_t time, Visitor&& visitor) const {
        for (const visit& v : visits_[goal_of_[body]])
            if (v.time >= time) visitor(v.agent);
        for_each_entry(for_good, body, visitor);
    }

private:
    /// Calls `visitor(kind, other, is_first)` for each collision of a move with agents of the
    /// table.
    template <class Visitor>
    void for_each_collision(agent_place p, agent_place q, std::uint32_t time,
                            Visitor&& visitor) const {
        const agent_place body = graph_.body(q);
        for_each_on(body, time,
                    [&](std::uint32_t other) { visitor(collision::body, other, true); });
        const agent_place here = graph_.end(p);
        const agent_place there = graph_.end(q);
        if (here != there) {
            for (std::uint32_t k = 0; k < graph_.slots_of(there); ++k) {
                for_each_entry(time - 1, there + k, [&](std::uint32_t other) {
                    const place_path& path = *paths_[other];
                    if (time < path.size() && graph_.end(path[time]) == here)
                        visitor(collision::swap, other, true);
                });
            }
        }
        if (graph_.may_follow || graph_.body(p) == body) return;
        // Who stays where the other comes collides as a body.
        for_each_entry(time - 1, body, [&](std::uint32_t other) {
            const place_path& path = *paths_[other];
            if (time < path.size() && graph_.body(path[time]) != body)
                visitor(collision::follow, other, true);
        });
        for_each_entry(time, graph_.body(p), [&](std::uint32_t other) {
            if (graph_.body((*paths_[other])[time - 1]) != graph_.body(p))
                visitor(collision::follow, other, false);
        });
    }

    void find_conflicts(std::uint32_t agent, const place_path& path) {
        for (std::uint32_t t = 1; t < path.size(); ++t) {
            const agent_place p = path[t - 1];
            const agent_place q = path[t];
            for_each_collision(p, q, t, [&](collision kind, std::uint32_t other, bool is_first) {
                const std::uint32_t first = is_first ? agent : other;
                const std::uint32_t second = is_first ? other : agent;
                if (kind == collision::swap) {
                    conflicts_.push_back({kind, first, second, t, graph_.end(p), graph_.end(q)});
                } else {
                    const agent_place body = graph_.body(is_first ? q : p);
                    conflicts_.push_back({kind, first, second, t, nobody, body});
                }
            });
        }
        const auto arrival = static_cast<std::uint32_t>(path.size() - 1);
        const agent_place body = graph_.body(path.back());
        for (const visit& v : visits_[goal_of_[body]])
            if (v.time > arrival)
                conflicts_.push_back({collision::body, agent, v.agent, v.time, nobody, body});
    }

    [[nodiscard]] std::size_t home(std::uint32_t time, agent_place body) const noexcept {
        // Eight bodies in a row at one time are neighbours in memory.
        const std::uint64_t key = std::uint64_t{time} << 32U | body;
        const std::uint64_t block = (key >> 3U) * 0x9e37'79b9'7f4a'7c15U >> 24U;
        return static_cast<std::size_t>(block << 3U | (key & 7U)) & mask_;
    }
    template <class Visitor>
    void for_each_entry(std::uint32_t time, agent_place body, Visitor&& visitor) const {
        if (entries_.empty()) return;
        for (std::size_t k = home(time, body); entries_[k].agent != nobody; k = (k + 1) & mask_)
            if (entries_[k].time == time && entries_[k].body == body) visitor(entries_[k].agent);
    }
    void put(const entry& e) {
        std::size_t k = home(e.time, e.body);
        while (entries_[k].agent != nobody) k = (k + 1) & mask_;
        entries_[k] = e;
        ++size_;
    }
    /// Takes an entry out and closes the gap (D. Knuth, The Art of Computer Programming 3, 6.4 R).
    void take(const entry& e) {
        std::size_t gap = home(e.time, e.body);
        while (entries_[gap].agent != e.agent || entries_[gap].time != e.time ||
               entries_[gap].body != e.body)
            gap = (gap + 1) & mask_;
        for (std::size_t k = (gap + 1) & mask_; entries_[k].agent != nobody; k = (k + 1) & mask_) {
            const std::size_t from_home = (k - home(entries_[k].time, entries_[k].body)) & mask_;
            if (from_home < ((k - gap) & mask_)) continue;
            entries_[gap] = entries_[k];
            gap = k;
        }
        entries_[gap] = {};
        --size_;
    }
    void reserve(std::size_t wanted) {
        if (wanted * 4 <= entries_.size()) return;
        std::size_t slots = entries_.empty() ? 1024 : entries_.size();
        while (wanted * 4 > slots) slots *= 2;
        std::vector<entry> old(slots);
        std::swap(old, entries_);
        mask_ = slots - 1;
        size_ = 0;
        for (const entry& e : old)
            if (e.agent != nobody) put(e);
    }

    const agent_graph& graph_;
    std::vector<const place_path*> paths_;
    std::vector<entry> entries_;  // open addressing, with a path's entry for each step
    std::size_t mask_ = 0;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> goal_of_;  // of each body: its place in the next two, or `nobody`
    std::vector<agent_place> goal_bodies_;
    std::vector<std::vector<visit>> visits_;  // who is there when
    std::vector<conflict> conflicts_;
};

}  // namespace senda::detail
