// SPDX-License-Identifier: MIT
// The path of one agent among others whose plans stand, over safe intervals (M. Phillips,
// M. Likhachev, SIPP: Safe Interval Path Planning for Dynamic Environments, 2011).
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/timetable.hpp>
#include <senda/detail/language/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// A*, in which a place is a node once for each interval of time in which nobody else is there. Of
/// two paths into an interval the earlier can do all that the later can. From a node only the first
/// interval of each next place is met at once, the one after it when that is expanded.
class safe_interval_search {
    struct node {
        agent_place at;
        std::uint32_t arrival;
        std::uint32_t end;  // the step before which the interval ends, or `timetable::for_ever`
        std::uint32_t parent;
        std::uint32_t edge;  // from there
    };

public:
    explicit safe_interval_search(const agent_graph& g) : graph_(g) {}

    /// Finds a path that arrives at the agent's goal for good, in at most `most` steps, as early as
    /// can be; false if there is none, or the allowance has ended. `allowance.more()` says how many
    /// nodes may be expanded before it is asked again, and `allowance.spend(nodes)` is told of
    /// them.
    template <class Allowance>
    [[nodiscard]] bool operator()(const timetable& others, const agent_team& team,
                                  std::uint32_t agent, agent_place start, std::uint32_t most,
                                  std::vector<agent_place>& path, Allowance& allowance) {
        path.clear();
        begin(others, most);
        const std::uint32_t alone = team.distance(agent, start);
        const timetable::free_time at_start = others.next_free(graph_.body(start), 0);
        if (alone > most_ || at_start.begin != 0) return false;
        add(start, 0, at_start.end, nobody, nobody, alone);
        std::uint64_t allowed = 0;
        std::uint64_t spent = 0;
        bool is_found = false;
        for (std::size_t f = alone; f < open_.size() && !is_found; ++f) {
            while (!open_[f].empty() && !is_found) {
                const std::uint32_t id = open_[f].back();
                open_[f].pop_back();
                const node n = nodes_[id];
                if (n.edge != nobody && n.end != timetable::for_ever)
                    meet(others, team, agent, n.parent, n.edge, n.end);
                if (is_known(n.at, n.arrival)) continue;
                if (n.end == timetable::for_ever && graph_.end(n.at) == team.goal(agent)) {
                    write(id, path);
                    is_found = true;
                    break;
                }
                if (spent == allowed) {
                    allowance.spend(std::exchange(spent, 0));
                    allowed = allowance.more();
                    if (allowed == 0) return false;
                }
                ++spent;
                enter(n);
                for (std::uint32_t e = graph_.first[n.at]; e != graph_.first[n.at + 1]; ++e)
                    meet(others, team, agent, id, e, n.arrival + 1);
            }
        }
        allowance.spend(spent);
        return is_found;
    }

private:
    using word = std::uint64_t;
    static constexpr std::uint32_t word_bits = 64;

    /// The last step in which an agent that leaves a node can be at the next one.
    [[nodiscard]] std::uint32_t last_arrival(const node& n) const noexcept {
        if (!graph_.may_wait(n.at))
            return graph_.may_follow || n.end > n.arrival + 1 ? n.arrival + 1 : 0;
        if (n.end > most_) return most_;
        return graph_.may_follow ? n.end : n.end - 1;  // that nobody follows
    }

    /// Adds the first interval behind an edge that can be entered in step `t` or later.
    void meet(const timetable& others, const agent_team& team, std::uint32_t agent,
              std::uint32_t from, std::uint32_t edge, std::uint32_t t) {
        const node n = nodes_[from];
        const agent_place q = graph_.to[edge];
        const std::uint32_t rest = team.distance(agent, q);
        if (rest > most_) return;
        const std::uint32_t latest = std::min(last_arrival(n), most_ - rest);
        const agent_place body = graph_.body(q);
        while (t <= latest) {
            const timetable::free_time free = others.next_free(body, t);
            std::uint32_t arrival = free.begin;
            if (arrival > latest) return;
            // Without following, a place is entered once it was empty for a step.
            if (!graph_.may_follow && others.is_busy(body, arrival - 1)) ++arrival;
            if (arrival <= latest && arrival < free.end && !is_known(q, arrival) &&
                !others.passes(n.at, edge, arrival)) {
                add(q, arrival, free.end, from, edge, arrival + rest);
                return;
            }
            t = free.end;
        }
    }

    void add(agent_place at, std::uint32_t arrival, std::uint32_t end, std::uint32_t parent,
             std::uint32_t edge, std::uint32_t f) {
        if (f >= open_.size()) open_.resize(f + std::size_t{1});
        open_[f].push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({at, arrival, end, parent, edge});
    }

    /// Whether the interval of a step was entered before then, so that one could wait for it.
    [[nodiscard]] bool is_known(agent_place at, std::uint32_t t) const noexcept {
        if (round_of_[at] != round_) return false;
        return (entered_[words_ * at + t / word_bits] >> t % word_bits & 1U) != 0;
    }
    /// Marks the steps of an interval from the arrival on.
    void enter(const node& n) noexcept {
        word* const bits = entered_.data() + words_ * n.at;
        if (round_of_[n.at] != round_) {
            round_of_[n.at] = round_;
            std::fill(bits, bits + words_, word{0});
        }
        const std::uint32_t end =
            graph_.may_wait(n.at) ? n.end > most_ ? most_ + 1 : n.end : n.arrival + 1;
        for (std::uint32_t t = n.arrival; t < end;) {
            const std::uint32_t in_word = t % word_bits;
            const std::uint32_t count = std::min(word_bits - in_word, end - t);
            const word mask = (count == word_bits ? ~word{0} : (word{1} << count) - 1) << in_word;
            bits[t / word_bits] |= mask;
            t += count;
        }
    }

    void write(std::uint32_t id, std::vector<agent_place>& path) const {
        path.resize(nodes_[id].arrival + std::size_t{1});
        path.back() = nodes_[id].at;
        for (std::uint32_t n = id; nodes_[n].parent != nobody; n = nodes_[n].parent) {
            const node& from = nodes_[nodes_[n].parent];
            std::fill(path.data() + from.arrival, path.data() + nodes_[n].arrival, from.at);
        }
    }

    void begin(const timetable& others, std::uint32_t most) {
        // Later all stays as it is.
        const std::uint64_t useful = std::uint64_t{others.horizon()} + graph_.size();
        most_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, useful));
        const std::size_t words = most_ / word_bits + std::size_t{1};
        if (words > words_) {
            words_ = words;
            entered_.assign(words_ * graph_.size(), 0);
            round_of_.assign(graph_.size(), 0);
            round_ = 0;
        }
        if (++round_ == 0) {
            std::fill(round_of_.begin(), round_of_.end(), 0);
            round_ = 1;
        }
        nodes_.clear();
        for (auto& bucket : open_) bucket.clear();
    }

    const agent_graph& graph_;
    std::uint32_t most_ = 0;
    std::size_t words_ = 0;
    std::vector<word> entered_;            // of each place: the steps from which more is no news
    std::vector<std::uint32_t> round_of_;  // the round in which these were last cleared
    std::uint32_t round_ = 0;
    std::vector<node> nodes_;
    std::vector<std::vector<std::uint32_t>> open_;  // by arrival and distance
};

}  // namespace senda::detail
