// SPDX-License-Identifier: MIT
// One step of all agents: priority inheritance with backtracking (K. Okumura, M. Machida, X.
// Defago, Y. Tamura, Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding,
// 2022), with swaps in narrow places (K. Okumura, Improving LaCAM for Scalable Eventually Optimal
// Multi-Agent Pathfinding, 2023).
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/guide_paths.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Moves agents from one configuration to the next. An agent goes to the place nearest to its goal
/// that it can have; who is in the way moves on with its priority, and if that fails, it tries the
/// next place.
class pibt_step {
public:
    pibt_step(const agent_graph& g, const agent_team& team, std::uint64_t seed)
        : graph_(g),
          team_(team),
          random_(seed),
          now_at_(g.size(), nobody),
          next_at_(g.size(), nobody),
          is_plain_(g.is_plain()),
          has_swaps_(g.is_plain() && g.first_back.empty()) {
        if (!g.opposite.empty()) entered_.assign(g.opposite.size(), 0);
    }

    /// From now on agents begin on edges that take several steps only if there will be room at the
    /// end: then a step can always be made, but not all that could be are.
    void keep_room() {
        if (!graph_.opposite.empty()) claims_.assign(graph_.size(), 0);
    }

    /// Fills what is `nobody` in `to`, places for the agents of `order` that are at `from`; false,
    /// and then `to` is of no use, if that cannot be.
    [[nodiscard]] bool operator()(const std::vector<agent_place>& from,
                                  std::vector<agent_place>& to,
                                  const std::vector<std::uint32_t>& order) {
        from_ = from.data();
        to_ = to.data();
        for (const std::uint32_t i : order) now_at_[graph_.body(from_[i])] = i;
        if (!claims_.empty())
            for (const std::uint32_t i : order) ++claims_[graph_.end_of_way(from_[i])];
        bool fits = true;
        for (const std::uint32_t i : order) {
            if (!fits) break;
            if (to_[i] == nobody && graph_.may_wait(from_[i])) continue;
            // Who is on the way goes on; what is wanted must be allowed.
            const agent_place p = graph_.may_wait(from_[i]) ? to_[i] : way_on(from_[i]);
            fits = graph_.may_wait(from_[i]) || to_[i] == nobody || leads_to(from_[i], to_[i]);
            if (to_[i] == nobody) to_[i] = p;
            const agent_place wanted = std::exchange(to_[i], nobody);
            fits = fits && is_free(i, wanted) && (!is_entry(i, wanted) || may_enter(wanted));
            if (fits) take(i, wanted);
        }
        for (const std::uint32_t i : order) {
            if (!fits) break;
            if (to_[i] == nobody) fits = settle(i);
        }
        for (const std::uint32_t i : order) {
            now_at_[graph_.body(from_[i])] = nobody;
            if (to_[i] != nobody) next_at_[graph_.body(to_[i])] = nobody;
            if (claims_.empty()) continue;
            claims_[graph_.end_of_way(from_[i])] = 0;
            if (to_[i] != nobody) claims_[graph_.end_of_way(to_[i])] = 0;
        }
        clear_lanes();
        return fits;
    }

    /// From now on this agent lets nobody pass; `nobody`: all do, where they must.
    void hurry(std::uint32_t i) noexcept { hurrying_ = i; }
    /// From now on agents on their guide paths prefer to follow these; they must outlive this.
    void follow(const guide_paths* guides) noexcept { guides_ = guides; }

private:
    // Where an agent may go, best first: distance, then what is in the way, then chance.
    struct choice {
        std::uint64_t key;
        agent_place to;
    };
    struct frame {
        std::uint32_t agent;
        std::uint32_t begin;  // of its choices
        std::uint32_t end;
        std::uint32_t next;     // the choice that is tried
        std::uint32_t partner;  // who is pulled along if the first choice is had; or nobody
        std::uint32_t ranked;   // choices up to here are in their final order
    };

    [[nodiscard]] bool leads_to(agent_place p, agent_place q) const noexcept {
        const place_span to = graph_.successors(p);
        return std::find(to.begin(), to.end(), q) != to.end();
    }

    /// Whether an agent can go to a place, as far as others have decided.
    [[nodiscard]] bool is_free(std::uint32_t i, agent_place p) const noexcept {
        if (next_at_[graph_.body(p)] != nobody) return false;
        const agent_place at = from_[i];
        if (is_plain_) {
            const std::uint32_t j = now_at_[p];
            return j == nobody || j == i || to_[j] != at;
        }
        if (!graph_.may_follow) {
            const std::uint32_t j = now_at_[graph_.body(p)];
            if (j != nobody && j != i) return false;
        }
        const agent_place end = graph_.end(p);
        if (end == graph_.end(at)) return true;
        for (std::uint32_t k = 0; k < graph_.slots_of(end); ++k) {
            const std::uint32_t j = now_at_[graph_.body(end + k)];
            if (j != nobody && j != i && to_[j] != nobody && graph_.end(from_[j]) == end &&
                graph_.end(to_[j]) == graph_.end(at))
                return false;
        }
        return true;
    }

    void take(std::uint32_t i, agent_place p) {
        if (!claims_.empty()) claim(i, p);
        next_at_[graph_.body(p)] = i;
        to_[i] = p;
        if (!entered_.empty()) note_lane(i, p);
    }

    /// Goes on with an agent, and those that it pushes, until its place is settled; false if it can
    /// only stay, although somebody may want its place.
    [[nodiscard]] bool settle(std::uint32_t first) {
        // At its goal, with nobody in the way: there is nothing better.
        if (graph_.end(from_[first]) == team_.goal(first) && is_free(first, from_[first])) {
            take(first, from_[first]);
            return true;
        }
        stack_.clear();
        choices_.clear();
        push(first);
        bool has_place = false;
        bool is_back = false;  // in a frame whose push has ended, with or without a place
        while (!stack_.empty()) {
            frame& f = stack_.back();
            const std::uint32_t i = f.agent;
            // (Without following, only the way was cleared.)
            bool is_settled = is_back && has_place && to_[i] != nobody;
            if (is_back && !has_place) {
                if (!claims_.empty()) give_up(i);
                ++f.next;
            }
            is_back = false;
            while (!is_settled && f.next != f.end) {
                rank(f);
                const agent_place p = choices_[f.next].to;
                if (!graph_.may_follow && push_away(i, p)) break;
                std::uint32_t j = now_at_[graph_.body(p)];
                if (!is_free(i, p) || (is_entry(i, p) && !may_enter(p)) ||
                    (!claims_.empty() && !finds_room(i, p, j))) {
                    ++f.next;
                    continue;
                }
                take(i, p);
                if (j != nobody && j != i && to_[j] == nobody) {
                    push(j);
                    break;
                }
                is_settled = true;
            }
            frame& top = stack_.back();
            if (top.agent != i) continue;  // somebody was pushed
            if (is_settled) {
                if (top.next == top.begin) pull(top);
            } else {
                take(i, from_[i]);  // in the place of who wanted it
            }
            has_place = is_settled;
            is_back = true;
            choices_.resize(top.begin);
            stack_.pop_back();
        }
        return has_place;
    }

    void push(std::uint32_t i) {
        const agent_place at = from_[i];
        const auto begin = static_cast<std::uint32_t>(choices_.size());
        std::uint64_t draws = random_.next();
        const agent_place preferred = guides_ != nullptr ? guides_->next(i, at) : nobody;
        const auto add = [&](agent_place p) {
            const std::uint64_t distance = p == preferred ? 0 : team_.walk(i, p);
            if (choices_.size() - begin == 4) draws = random_.next();
            // Of several slots, a free one.
            const bool is_held = !is_plain_ && now_at_[graph_.body(p)] != nobody && p != at;
            choices_.push_back(
                {distance << 24U | (is_held ? 1U << 23U : 0U) | (draws & 0xffffU), p});
            draws >>= 16U;
        };
        for (const agent_place p : graph_.successors(at)) add(p);
        if (graph_.may_wait(at)) add(at);
        const auto end = static_cast<std::uint32_t>(choices_.size());
        sort(begin, end);
        stack_.push_back({i, begin, end, begin, nobody, begin});
        if (!has_swaps_ || i == hurrying_) return;
        frame& f = stack_.back();
        rank(f);
        f.partner = swap_partner(i, choices_[begin].to);
        if (f.partner == nobody) return;
        // To let the other pass one goes as far away as one can.
        for (std::uint32_t k = begin; k < end; ++k)
            choices_[k].key = ((std::uint64_t{1} << 39U) - (choices_[k].key >> 24U)) << 24U |
                              (choices_[k].key & 0xffffU);
        sort(begin, end);
        f.ranked = end;
    }
    void sort(std::uint32_t begin, std::uint32_t end) noexcept {
        for (std::uint32_t k = begin + 1; k < end; ++k) {
            const choice c = choices_[k];
            std::uint32_t at = k;
            for (; at > begin && choices_[at - 1].key > c.key; --at)
                choices_[at] = choices_[at - 1];
            choices_[at] = c;
        }
    }

    /// Of choices that are as near, those first that keep fewer neighbours from coming nearer.
    void rank(frame& f) {
        if (f.next < f.ranked) return;
        std::uint32_t last = f.next + 1;
        while (last < f.end && choices_[last].key >> 24U == choices_[f.next].key >> 24U) ++last;
        f.ranked = last;
        if (last - f.next < 2) return;
        const agent_place at = from_[f.agent];
        for (const agent_place q : graph_.successors(at)) {
            const std::uint32_t j = now_at_[graph_.body(q)];
            if (j == nobody) continue;
            const std::uint32_t here = team_.walk(j, q);
            for (std::uint32_t k = f.next; k < last; ++k) {
                const agent_place p = choices_[k].to;
                const bool has_room = (choices_[k].key >> 17U & 63U) != 63U;
                if (p != q && has_room && team_.walk(j, p) < here) choices_[k].key += 1U << 17U;
            }
        }
        sort(f.next, last);
    }

    /// Whether an agent is one of those who push each other.
    [[nodiscard]] bool is_asked(std::uint32_t i) const noexcept {
        for (const frame& f : stack_)
            if (f.agent == i) return true;
        return false;
    }
    /// Without following, whoever is at `p` must be gone a step before: it is pushed all the same.
    [[nodiscard]] bool push_away(std::uint32_t i, agent_place p) {
        const std::uint32_t j = now_at_[graph_.body(p)];
        if (j == nobody || j == i || to_[j] != nobody) return false;
        if (is_asked(j)) return false;
        // It may not come here: its own place is the last that it takes.
        push(j);
        return true;
    }

    // ----- Swaps -----

    /// Who must change places with an agent that wants to go to `target`, if that can be done.
    [[nodiscard]] std::uint32_t swap_partner(std::uint32_t i, agent_place target) const {
        const agent_place at = from_[i];
        const std::uint32_t j = now_at_[target];
        if (j != nobody && j != i && to_[j] == nobody && must_swap(i, j, at, target) &&
            can_swap(target, at))
            return j;
        if (target == at) return nobody;
        // Somebody behind may have to pass by: make room for it before it is too late.
        for (const agent_place q : graph_.successors(at)) {
            const std::uint32_t k = now_at_[q];
            if (k != nobody && q != target && must_swap(k, i, at, target) && can_swap(target, at))
                return k;
        }
        return nobody;
    }

    /// Where the puller can go on from a place in a corridor: how many ways there are, and one.
    [[nodiscard]] std::size_t ways_on(agent_place pusher, agent_place puller,
                                      agent_place& way) const noexcept {
        const place_span to = graph_.successors(puller);
        std::size_t ways = to.size();
        for (const agent_place q : to) {
            const std::uint32_t k = now_at_[q];
            const bool is_dead_end =
                k != nobody && graph_.successors(q).size() == 1 && team_.goal(k) == q;
            if (q == pusher || is_dead_end) {
                --ways;
            } else {
                way = q;
            }
        }
        return ways;
    }
    /// Whether the pusher, following the puller to where they could pass, still wants to pass.
    [[nodiscard]] bool must_swap(std::uint32_t pusher, std::uint32_t puller, agent_place pusher_at,
                                 agent_place puller_at) const {
        while (team_.walk(pusher, puller_at) < team_.walk(pusher, pusher_at)) {
            agent_place way = nobody;
            const std::size_t ways = ways_on(pusher_at, puller_at, way);
            if (ways >= 2) return false;
            if (ways == 0) break;
            pusher_at = std::exchange(puller_at, way);
        }
        return team_.walk(puller, pusher_at) < team_.walk(puller, puller_at) &&
               (team_.walk(pusher, pusher_at) == 0 ||
                team_.walk(pusher, puller_at) < team_.walk(pusher, pusher_at));
    }
    /// Whether the puller comes to a place where they can pass.
    [[nodiscard]] bool can_swap(agent_place pusher_at, agent_place puller_at) const {
        const agent_place origin = pusher_at;
        while (puller_at != origin) {
            agent_place way = nobody;
            const std::size_t ways = ways_on(pusher_at, puller_at, way);
            if (ways >= 2) return true;
            if (ways == 0) return false;
            pusher_at = std::exchange(puller_at, way);
        }
        return false;
    }
    /// After a first choice: pulls the partner to where the agent was.
    void pull(const frame& f) {
        const agent_place at = from_[f.agent];
        if (f.partner == nobody || to_[f.partner] != nobody || next_at_[at] != nobody) return;
        take(f.partner, at);
    }

    // ----- Edges that take several steps -----

    [[nodiscard]] bool is_entry(std::uint32_t i, agent_place p) const noexcept {
        return p >= graph_.on_the_way && from_[i] < graph_.on_the_way;
    }
    /// From a place on the way: the next one; of several slots at the end, if need be a free one.
    [[nodiscard]] agent_place way_on(agent_place p) const noexcept {
        const place_span to = graph_.successors(p);
        if (claims_.empty()) return *to.begin();
        for (const agent_place q : to)
            if (now_at_[graph_.body(q)] == nobody && next_at_[graph_.body(q)] == nobody) return q;
        return *to.begin();
    }
    void claim(std::uint32_t i, agent_place p) noexcept {
        --claims_[graph_.end_of_way(to_[i] != nobody ? to_[i] : from_[i])];
        ++claims_[graph_.end_of_way(p)];
    }
    /// An agent does not get what it had taken.
    void give_up(std::uint32_t i) noexcept {
        const agent_place p = to_[i];
        if (p == nobody) return;
        claim(i, from_[i]);
        to_[i] = nobody;
        std::uint32_t& taken = next_at_[graph_.body(p)];
        if (taken == i) taken = nobody;
        if (is_entry(i, p)) --entered_[graph_.lanes[p - graph_.on_the_way]];
    }
    /// Whether there is room where a place leads to, if need be when `pushed` leaves.
    [[nodiscard]] bool finds_room(std::uint32_t i, agent_place p,
                                  std::uint32_t& pushed) const noexcept {
        const agent_place end = graph_.end_of_way(p);
        const std::uint32_t slots = graph_.slots_of(end);
        std::uint32_t claims = claims_[end];
        if (end == graph_.end(from_[i])) return claims <= slots;  // who comes may have it
        // Without following, those who push may fail although whom they push has moved.
        if (!graph_.may_follow)
            for (const frame& f : stack_)
                if (to_[f.agent] != nobody && graph_.end(from_[f.agent]) == end) ++claims;
        if (claims != slots) return claims < slots;
        for (std::uint32_t k = 0; pushed == nobody && k < slots; ++k) {
            const std::uint32_t j = now_at_[graph_.body(end + k)];
            if (j != nobody && to_[j] == nobody && graph_.end(from_[j]) == end && !is_asked(j))
                pushed = j;
        }
        return pushed != nobody && to_[pushed] == nobody;
    }

    /// Whether an agent may begin on an edge: nobody comes along it, and there will be room at its
    /// end. Otherwise all that follows would be in vain.
    [[nodiscard]] bool may_enter(agent_place p) {
        find_lanes();
        const std::uint32_t lane = graph_.lanes[p - graph_.on_the_way];
        const std::uint32_t back = graph_.opposite[lane];
        if (back != nobody && entered_[back] != 0) return false;
        if (!claims_.empty()) return true;  // see `finds_room`
        const arrival mine = arrival_from(p);
        std::uint32_t others = 0;
        for (const arrival& a : arrivals_) others += a == mine ? 1 : 0;
        return others < graph_.slots_of(mine.end);
    }
    struct arrival {
        agent_place end;
        std::uint32_t steps;
        friend bool operator==(const arrival&, const arrival&) = default;
    };
    [[nodiscard]] arrival arrival_from(agent_place p) const noexcept {
        const std::uint32_t left = graph_.remaining[p - graph_.on_the_way];
        return {graph_.end_of_way(p), left};
    }
    /// Who is on which edge, and when it arrives.
    void find_lanes() {
        if (has_lanes_) return;
        has_lanes_ = true;
        // An agent that leaves its edge now still keeps others from entering at that end.
        for (agent_place p = graph_.on_the_way; p < graph_.size(); ++p) {
            const std::uint32_t i = now_at_[graph_.body(p)];
            if (i != nobody && from_[i] == p) ++entered_[graph_.lanes[p - graph_.on_the_way]];
        }
    }
    void note_lane(std::uint32_t i, agent_place p) {
        if (p < graph_.on_the_way) return;
        if (from_[i] < graph_.on_the_way) {
            find_lanes();
            ++entered_[graph_.lanes[p - graph_.on_the_way]];
        }
        arrivals_.push_back(arrival_from(p));
    }
    void clear_lanes() {
        arrivals_.clear();
        if (std::exchange(has_lanes_, false)) std::fill(entered_.begin(), entered_.end(), 0);
    }

    const agent_graph& graph_;
    const agent_team& team_;
    random_source random_;
    const agent_place* from_ = nullptr;
    agent_place* to_ = nullptr;
    const guide_paths* guides_ = nullptr;
    std::uint32_t hurrying_ = nobody;
    std::vector<std::uint32_t> now_at_;   // by body: who is there
    std::vector<std::uint32_t> next_at_;  // by body: who will be
    std::vector<frame> stack_;
    std::vector<choice> choices_;
    std::vector<std::uint32_t> claims_;   // by end: who is, may stay or will be there; or empty
    std::vector<std::uint32_t> entered_;  // of each long edge: who is on it or begins
    std::vector<arrival> arrivals_;
    bool has_lanes_ = false;
    bool is_plain_;
    bool has_swaps_;
};

}  // namespace senda::detail
