// SPDX-License-Identifier: MIT
// Law: the answer is what trying all says, and its path can be walked.
#include "contract.hpp"
#include "judge.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

namespace contract {

TEST_CASE("contract: every engine finds what trying all finds, by a path that can be walked") {
    hold(400, [](const engine& e, const question& q) -> std::string {
        const answer a = e.call(q);
        LAW_OF(answer_fault(e, q, a));
        // And again: an answer does not depend on the run.
        LAW(same_answer(e.call(q), a));
        return {};
    });
}

TEST_CASE("contract: every engine asks the graph once an expansion and counts the open edges") {
    hold(
        300,
        [](const engine& e, const question& q) -> std::string {
            asked_graphs::reset();
            const answer a = e.call(q);
            std::uint64_t calls = asked_graphs::calls;
            std::uint64_t edges = asked_graphs::edges;
            if (e.is.looks_actions_up && a.statistics.engine == e.reaches) {
                for (std::size_t i = 0; i + 1 < a.path.size(); ++i) {
                    --calls;
                    edges -= q.about->from(a.path[i]).size();
                }
            }
            LAW(a.statistics.expanded == calls);
            LAW(a.statistics.generated == edges);
            return {};
        },
        [](const engine& e) { return e.is.counts_calls && !e.is.explores_first; });
}

TEST_CASE("contract: every engine says which it is, its weight and its threads") {
    std::map<std::string, std::set<senda::engine_kind>> seen;
    hold(120, [&](const engine& e, const question& q) -> std::string {
        question weighted = q;
        weighted.asked.weight = 1.5;
        weighted.asked.threads = 4;
        const answer a = e.call(q);
        seen[e.name].insert(a.statistics.engine);
        const std::string name = to_string(a.statistics.engine);
        LAW(!a.has_engine || a.engine.starts_with(name + ": "));
        LAW(a.statistics.weight == 1 && a.statistics.threads >= 1);
        LAW(a.statistics.seconds >= 0 && a.statistics.seconds < 60);
        const answer b = e.call(weighted);
        LAW(e.is.shares || b.statistics.threads == 1);
        if (e.is.weighs) {
            const double best = e.best(q);
            LAW(b.status == a.status);
            if (a.status == senda::status::found) LAW(b.cost <= 1.5 * best + 1e-9);
            if (a.status == senda::status::found) LAW(b.lower_bound <= best + 1e-9);
            // Where there is nothing to estimate it is no matter who answers.
            LAW(b.statistics.weight == 1.5 || b.statistics.expanded == 0);
            if (a.status == senda::status::found) LAW_OF(path_fault(e, q, b));
        } else {
            LAW(b.statistics.weight == 1);
            LAW(same_result(a, b));
        }
        return {};
    });
    for (const engine& e : engines()) {
        INFO("engine: " << e.name);
        CHECK(seen[e.name].count(e.reaches) == 1);
    }
}

TEST_CASE("contract: a start that is a goal is found under every limit of zero") {
    const std::atomic<bool> stop{true};
    hold(120, [&](const engine& e, const question& asked) -> std::string {
        if (e.is.sees_all || e.is.explores_first) return {};
        question q = asked;
        q.starts = {asked.starts[0]};
        q.goals = q.starts;
        for (int& h : q.estimates) h = 0;
        const bool is_there = q.about->is_node(q.starts[0]);
        for (int limit = 0; limit < 6; ++limit) {
            q.asked = {};
            if (limit == 0) q.asked.limits.expansions = 0;
            if (limit == 1) q.asked.limits.time = 0.0;
            if (limit == 2) q.asked.limits.cost = 0;
            if (limit == 3) q.asked.stop = stop;
            if (limit == 4) q.asked.limits.bytes = 0;
            const answer a = e.call(q);
            LAW(a.statistics.expanded == 0);
            if (limit == 4 && a.status == senda::status::memory_limit) {
                LAW_OF(stopped_fault(e, q, a, senda::status::memory_limit));
                LAW(a.statistics.bytes == 0);
                continue;
            }
            if (!is_there) LAW(a.status == senda::status::exhausted);
            LAW_OF(answer_fault(e, q, a));
            if (is_there) LAW(a.cost == 0 && a.path.size() == 1);
        }
        return {};
    });
}

}  // namespace contract
