// SPDX-License-Identifier: MIT
// Law: a search is the same in one go, in steps, after a restart, and when somebody looks on.
#include "contract.hpp"
#include "judge.hpp"

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <string>

namespace contract {

using senda::flow;
using senda::status;

namespace {

bool is_steppable(const engine& e) { return static_cast<bool>(e.begin); }
bool is_watchable(const engine& e) { return static_cast<bool>(e.watched); }

/// A result of a search that still runs or was stopped: nothing in it looks like a path.
std::string running_fault(const engine& e, const question& q, const search& s) {
    const answer now = s.result();
    LAW(now.status == s.status());
    if (now.status == status::running) LAW_OF(stopped_fault(e, q, now, status::running));
    return {};
}

}  // namespace

TEST_CASE("contract: a search in steps ends where a run ends, and makes no more than it is told") {
    hold(
        150,
        [](const engine& e, const question& q) -> std::string {
            const auto whole = e.begin(q);
            const status ended = whole->run();
            const answer full = whole->result();
            LAW(full.status == ended && whole->status() == ended);
            LAW_OF(answer_fault(e, q, full));
            LAW(same_result(e.call(q), full));
            for (const std::uint64_t most : {1U, 2U, 3U, 7U}) {
                const auto s = e.begin(q);
                std::uint64_t before = 0;
                LAW_OF(running_fault(e, q, *s));
                while (s->step(most) == status::running) {
                    const std::uint64_t now = s->statistics().expanded;
                    LAW(now > before && now <= before + most);
                    before = now;
                    LAW_OF(running_fault(e, q, *s));
                }
                LAW(s->statistics().expanded <= before + most);
                const answer a = s->result();
                LAW(a.status == full.status && same_cost(a.cost, full.cost));
                if (e.is.is_public) LAW(same_answer(a, full));
                if (e.is.is_public && !e.is.expands_ahead)
                    LAW(a.statistics.expanded == full.statistics.expanded);
                LAW_OF(answer_fault(e, q, a));
                // What has ended stays as it is.
                LAW(s->step(most) == ended && s->run() == ended && same_answer(s->result(), a));
            }
            return {};
        },
        is_steppable);
}

TEST_CASE("contract: a search that starts again answers as a fresh one, however it ended") {
    std::atomic<bool> stop{false};
    hold(
        120,
        [&](const engine& e, const question& asked) -> std::string {
            question q = asked;
            q.asked.stop = stop;
            const auto s = e.begin(q);
            for (int ending = 0; ending < 8; ++ending) {
                question next = another(asked, static_cast<std::uint64_t>(ending) + 77);
                if (ending % 2 == 1) next = asked;
                senda::limits l;
                if (ending == 1) l.expansions = 1;
                if (ending == 2) l.time = 0.0;
                if (ending == 3) l.cost = 1;
                if (ending == 4) l.bytes = 200;
                if (ending == 5) stop = true;
                s->set_limits(l);
                s->restart(next);
                if (ending == 6) {
                    (void)s->step(2);
                } else {
                    (void)s->run();
                }
                stop = false;
                s->set_limits({});
                s->restart(asked);
                LAW(s->statistics().expanded == 0);
                LAW(s->run() == s->status());
                const auto fresh = e.begin(asked);
                fresh->run();
                LAW(same_answer(s->result(), fresh->result()));
                LAW(s->statistics().expanded == fresh->statistics().expanded);
                LAW(s->statistics().generated == fresh->statistics().generated);
            }
            return {};
        },
        [](const engine& e) { return e.begin && e.is.restarts; });
}

TEST_CASE("contract: an observer that lets all pass changes nothing") {
    hold(
        150,
        [](const engine& e, const question& q) -> std::string {
            looker looks;
            std::uint64_t seen = 0;
            looks.at_node = [&](int) {
                ++seen;
                return flow::proceed;
            };
            const answer a = e.watched(q, looks);
            const answer plain = e.call(q);
            LAW_OF(answer_fault(e, q, a));
            LAW(a.status == plain.status);
            if (e.is.optimal) LAW(same_cost(a.cost, plain.cost));
            LAW(a.statistics.expanded == seen);
            return {};
        },
        is_watchable);
}

TEST_CASE("contract: what an observer prunes is as if it were not there") {
    const auto pruned = [](int from, int to) { return (3 * from + to) % 4 == 0; };
    hold(
        150,
        [&](const engine& e, const question& q) -> std::string {
            if (e.is.both_ways) return {};  // it may come from the other side
            const auto without = [&](auto&& left_out) {
                world rest = *q.about;
                rest.known.clear();
                for (int from = 0; from < rest.node_count(); ++from)
                    std::erase_if(rest.out[static_cast<std::size_t>(from)],
                                  [&](const open_edge& x) { return left_out(from, x.to); });
                return rest;
            };
            question within = q;
            const world nodes = without([](int from, int) { return from % 3 == 0; });
            within.about = &nodes;
            looker by_node{
                .at_node = [](int node) { return node % 3 == 0 ? flow::prune : flow::proceed; }};
            LAW_OF(answer_fault(e, within, e.watched(q, by_node)));
            const world edges = without(pruned);
            within.about = &edges;
            const auto prune = [&](int from, int to) {
                return pruned(from, to) ? flow::prune : flow::proceed;
            };
            looker by_edge{.at_edge = prune};
            LAW_OF(answer_fault(e, within, e.watched(q, by_edge)));
            if (!e.is.tells_gains) return {};
            looker by_gain{.at_gain = prune};
            LAW_OF(answer_fault(e, within, e.watched(q, by_gain)));
            return {};
        },
        is_watchable);
}

TEST_CASE("contract: an observer that says stop stops the search") {
    hold(
        150,
        [](const engine& e, const question& q) -> std::string {
            for (int hook = 0; hook < 3; ++hook) {
                for (int after = 0; after < 4; ++after) {
                    int left = after;
                    bool said = false;
                    bool asked_again = false;
                    const auto stop = [&](auto...) {
                        asked_again = asked_again || said;
                        said = said || left-- == 0;
                        return said ? flow::stop : flow::proceed;
                    };
                    looker looks;
                    if (hook == 0) looks.at_node = stop;
                    if (hook == 1) looks.at_edge = stop;
                    if (hook == 2) looks.at_gain = stop;
                    const answer a = e.watched(q, looks);
                    LAW(!asked_again);
                    LAW_OF(said ? stopped_fault(e, q, a, status::cancelled)
                                : answer_fault(e, q, a));
                }
            }
            return {};
        },
        is_watchable);
}

}  // namespace contract
