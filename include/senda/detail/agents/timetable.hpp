// SPDX-License-Identifier: MIT
// Who is where and when in a plan that stands.
#pragma once

#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The plans of some agents, by place and time. An agent stays for ever where its path ends.
class timetable {
    using word = std::uint64_t;
    static constexpr std::uint32_t word_bits = 64;

    struct visit {
        std::uint32_t from;  // the steps in which the agent is there,
        std::uint32_t to;    // `for_ever` if it stays
        std::uint32_t agent;
    };

public:
    /// Later than every step.
    static constexpr std::uint32_t for_ever = nobody;

    /// A timetable without agents. Up to `horizon` steps, where nobody moves any more.
    timetable(const agent_graph& g, std::size_t horizon)
        : graph_(g),
          words_((horizon + word_bits) / word_bits),
          busy_(words_ * g.size()),
          visits_(g.size()) {
        if (!g.ends.empty()) return;
        back_ = g.edges_back();
        moves_.resize(words_ * g.to.size());
    }

    /// The last step that it tells apart from all after it.
    [[nodiscard]] std::uint32_t horizon() const noexcept {
        return static_cast<std::uint32_t>(words_ * word_bits - 1);
    }
    /// The bytes that it takes, but for the visits.
    [[nodiscard]] static std::uint64_t bytes(const agent_graph& g, std::size_t horizon) noexcept {
        return (horizon + word_bits) / word_bits * sizeof(word) * (g.size() + g.to.size()) +
               sizeof(std::vector<visit>) * g.size();
    }

    /// Tells more steps apart.
    void grow(std::size_t to_horizon) {
        const std::size_t words = (to_horizon + word_bits) / word_bits;
        if (words <= words_) return;
        for (auto* rows : {&busy_, &moves_}) {
            const std::size_t count = rows->size() / words_;
            std::vector<word> wider(words * count);
            for (std::size_t r = 0; r < count; ++r) {
                const word* const from = rows->data() + words_ * r;
                std::copy(from, from + words_, wider.data() + words * r);
                // Who is there at the end stays.
                const bool stays = rows == &busy_ && from[words_ - 1] >> (word_bits - 1) != 0;
                std::fill(wider.data() + words * r + words_, wider.data() + words * (r + 1),
                          stays ? ~word{0} : word{0});
            }
            *rows = std::move(wider);
        }
        words_ = words;
    }

    /// Enters the path of an agent, with which nobody collides.
    void add(std::uint32_t agent, const std::vector<agent_place>& path) {
        for_each_stay(path, [&](agent_place body, std::uint32_t from, std::uint32_t to) {
            set(body, from, to, true);
            std::vector<visit>& all = visits_[body];
            all.insert(find(all, from), {from, to, agent});
        });
        note_moves(path, true);
    }
    /// Takes it out again.
    void remove(const std::vector<agent_place>& path) {
        for_each_stay(path, [&](agent_place body, std::uint32_t from, std::uint32_t to) {
            set(body, from, to, false);
            std::vector<visit>& all = visits_[body];
            all.erase(find(all, from));
        });
        note_moves(path, false);
    }

    /// Whether somebody is at a body in a step; after the horizon nothing changes.
    [[nodiscard]] bool is_busy(agent_place body, std::uint32_t t) const noexcept {
        if (t > horizon()) t = horizon();
        return (row(body)[t / word_bits] >> t % word_bits & 1U) != 0;
    }
    /// Steps without a break in which nobody is at a body: from `begin` to before `end`.
    struct free_time {
        std::uint32_t begin;
        std::uint32_t end;  // `for_ever` if there is none
    };
    /// The first free time that is not over in step `t`, from `t` on.
    [[nodiscard]] SENDA_ALWAYS_INLINE free_time next_free(agent_place body,
                                                          std::uint32_t t) const noexcept {
        if (t > horizon()) [[unlikely]]
            return {is_busy(body, t) ? for_ever : t, for_ever};
        const word* const bits = row(body);
        std::size_t k = t / word_bits;
        word free = ~bits[k] & ~word{0} << t % word_bits;
        while (free == 0) {
            if (++k == words_) return {for_ever, for_ever};
            free = ~bits[k];
        }
        const auto in_word = static_cast<std::uint32_t>(std::countr_zero(free));
        const std::uint32_t begin = static_cast<std::uint32_t>(k * word_bits) + in_word;
        word busy = bits[k] & ~word{0} << in_word;
        while (busy == 0) {
            if (++k == words_) return {begin, for_ever};
            busy = bits[k];
        }
        return {begin, static_cast<std::uint32_t>(k * word_bits) +
                           static_cast<std::uint32_t>(std::countr_zero(busy))};
    }
    /// The first step from which a body is always free.
    [[nodiscard]] std::uint32_t free_for_ever(agent_place body) const noexcept {
        const std::vector<visit>& all = visits_[body];
        if (all.empty()) return 0;
        return all.back().to == for_ever ? for_ever : all.back().to + 1;
    }
    /// Who is at a body in a step, or nobody.
    [[nodiscard]] std::uint32_t who(agent_place body, std::uint32_t t) const noexcept {
        const std::vector<visit>& all = visits_[body];
        auto v = std::upper_bound(all.begin(), all.end(), t,
                                  [](std::uint32_t step, const visit& x) { return step < x.from; });
        if (v == all.begin()) return nobody;
        --v;
        return t <= v->to ? v->agent : nobody;
    }
    /// Calls `take(agent)` for each visit of a body.
    template <class Take>
    void for_each_visitor(agent_place body, Take&& take) const {
        for (const visit& v : visits_[body]) take(v.agent);
    }

    /// Whether an agent that goes along an edge, and is at its end in step `t`, passes another.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool passes(agent_place p, std::uint32_t edge,
                                                  std::uint32_t t) const noexcept {
        if (back_.empty()) return passes_slots(p, graph_.to[edge], t);
        const std::uint32_t back = back_[edge];
        if (back == nobody || t > horizon()) return false;
        return (moves_[words_ * back + t / word_bits] >> t % word_bits & 1U) != 0;
    }

    /// Whether a path collides with nobody, also after it has ended.
    [[nodiscard]] bool is_clear(const std::vector<agent_place>& path) const noexcept {
        for (std::uint32_t t = 0; t < path.size(); ++t) {
            const agent_place body = graph_.body(path[t]);
            if (is_busy(body, t)) return false;
            if (t == 0 || path[t] == path[t - 1]) continue;
            if (passes(path[t - 1], graph_.edge(path[t - 1], path[t]), t)) return false;
            const bool is_followed = is_busy(body, t - 1) || is_busy(graph_.body(path[t - 1]), t);
            if (!graph_.may_follow && is_followed) return false;
        }
        const auto end = static_cast<std::uint32_t>(path.size() - 1);
        return next_free(graph_.body(path.back()), end).end == for_ever;
    }

private:
    void note_moves(const std::vector<agent_place>& path, bool is_there) noexcept {
        if (back_.empty()) return;
        for (std::size_t t = 1; t < path.size(); ++t) {
            if (path[t] == path[t - 1]) continue;
            word& w = moves_[words_ * graph_.edge(path[t - 1], path[t]) + t / word_bits];
            const word bit = word{1} << t % word_bits;
            w = is_there ? w | bit : w & ~bit;
        }
    }
    [[nodiscard]] bool passes_slots(agent_place p, agent_place q, std::uint32_t t) const noexcept {
        const agent_place from = graph_.end(p);
        const agent_place into = graph_.end(q);
        if (from == into) return false;
        for (std::uint32_t k = 0; k < graph_.slots_of(into); ++k) {
            const agent_place body = graph_.body(into + k);
            if (!is_busy(body, t - 1)) continue;
            const std::uint32_t other = who(body, t - 1);
            for (std::uint32_t m = 0; m < graph_.slots_of(from); ++m)
                if (other != nobody && who(graph_.body(from + m), t) == other) return true;
        }
        return false;
    }

    template <class Take>
    void for_each_stay(const std::vector<agent_place>& path, Take&& take) const {
        const auto size = static_cast<std::uint32_t>(path.size());
        for (std::uint32_t from = 0; from < size;) {
            std::uint32_t to = from;
            while (to + 1 < size && graph_.body(path[to + 1]) == graph_.body(path[from])) ++to;
            take(graph_.body(path[from]), from, to + 1 == size ? for_ever : to);
            from = to + 1;
        }
    }
    [[nodiscard]] static std::vector<visit>::iterator find(std::vector<visit>& all,
                                                           std::uint32_t from) noexcept {
        return std::lower_bound(all.begin(), all.end(), from,
                                [](const visit& v, std::uint32_t t) { return v.from < t; });
    }
    [[nodiscard]] word* row(agent_place body) noexcept { return busy_.data() + words_ * body; }
    [[nodiscard]] const word* row(agent_place body) const noexcept {
        return busy_.data() + words_ * body;
    }

    void set(agent_place body, std::uint32_t from, std::uint32_t to, bool is_busy) noexcept {
        word* const bits = row(body);
        const std::uint32_t end = to > horizon() ? horizon() + 1 : to + 1;
        for (std::uint32_t t = from; t < end;) {
            const std::uint32_t in_word = t % word_bits;
            const std::uint32_t count = std::min(word_bits - in_word, end - t);
            const word mask = (count == word_bits ? ~word{0} : (word{1} << count) - 1) << in_word;
            word& w = bits[t / word_bits];
            w = is_busy ? w | mask : w & ~mask;
            t += count;
        }
    }

    const agent_graph& graph_;
    std::size_t words_;
    std::vector<word> busy_;  // a row of bits a body: the steps in which somebody is there
    std::vector<std::vector<visit>> visits_;
    std::vector<std::uint32_t> back_;  // of each edge: that back; unless ends have several places
    std::vector<word> moves_;          // of each edge: the steps in which somebody ends on it
};

/// Chooses slots for paths that say only the first of those of each node: whoever comes first takes
/// the first that is free. Where too many meet, some collide.
inline void choose_slots(const agent_graph& g, std::vector<std::vector<agent_place>>& paths) {
    struct stay {
        std::size_t from, to;  // steps, both included
        std::size_t path;
    };
    std::vector<stay> stays;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::vector<agent_place>& path = paths[i];
        for (std::size_t from = 0, to = 0; from < path.size(); from = to + 1) {
            for (to = from; to + 1 < path.size() && path[to + 1] == path[from];) ++to;
            if (path[from] < g.on_the_way && g.slots_of(path[from]) > 1)
                stays.push_back({from, to, i});
        }
    }
    std::sort(stays.begin(), stays.end(), [](const stay& a, const stay& b) {
        return a.from != b.from ? a.from < b.from : a.path < b.path;
    });
    std::vector<std::size_t> free_from(g.size(), 0);
    for (const stay& s : stays) {
        std::vector<agent_place>& path = paths[s.path];
        const agent_place first = path[s.from];
        for (agent_place p = first; p != first + g.slots_of(first); ++p) {
            if (free_from[p] > s.from) continue;
            const bool is_last = s.to + 1 == path.size();
            free_from[p] = is_last ? ~std::size_t{0} : s.to + (g.may_follow ? 1 : 2);
            for (std::size_t t = s.from; t <= s.to; ++t) path[t] = p;
            break;
        }
    }
}

}  // namespace senda::detail
