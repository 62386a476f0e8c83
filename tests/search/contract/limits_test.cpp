// SPDX-License-Identifier: MIT
// Law: a limit withholds an answer and never changes it; exactly enough is enough.
#include "contract.hpp"
#include "judge.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

namespace contract {

using senda::status;

TEST_CASE("contract: as many expansions as it takes are enough, and one less is not") {
    hold(200, [](const engine& e, const question& asked) -> std::string {
        const answer full = e.call(asked);
        const std::uint64_t needed = full.statistics.expanded;
        question q = asked;
        q.asked.limits.expansions = needed;
        const answer enough = e.call(q);
        LAW(enough.statistics.expanded <= needed);
        LAW(same_result(enough, full));
        LAW_OF(answer_fault(e, q, enough));
        for (const std::uint64_t limit : {std::uint64_t{0}, needed / 2, needed - 1}) {
            if (limit >= needed) continue;
            q.asked.limits.expansions = limit;
            asked_graphs::reset();
            const answer less = e.call(q);
            LAW(less.statistics.expanded <= limit);
            if (e.is.counts_calls) LAW(asked_graphs::calls <= limit);
            if (e.is.expands_ahead && less.status == full.status) {
                LAW_OF(answer_fault(e, q, less));
            } else {
                LAW_OF(stopped_fault(e, q, less, status::expansion_limit));
            }
        }
        return {};
    });
}

TEST_CASE(
    "contract: no time and a stop before the first expansion leave nothing but what is known") {
    const std::atomic<bool> stopped{true};
    hold(200, [&](const engine& e, const question& asked) -> std::string {
        const answer full = e.call(asked);
        for (const status expected : {status::time_limit, status::cancelled}) {
            question q = asked;
            if (expected == status::time_limit) q.asked.limits.time = 0.0;
            if (expected == status::cancelled) q.asked.stop = stopped;
            const answer a = e.call(q);
            LAW(a.statistics.expanded == 0);
            if (full.statistics.expanded == 0) {
                LAW(same_result(a, full));
            } else {
                LAW_OF(stopped_fault(e, q, a, expected));
            }
        }
        return {};
    });
}

TEST_CASE("contract: enough time and a stop that does not come change nothing") {
    const std::atomic<bool> never{false};
    hold(200, [&](const engine& e, const question& asked) -> std::string {
        const answer full = e.call(asked);
        question q = asked;
        q.asked.limits.time = 1000.0;
        LAW(same_result(e.call(q), full));
        q.asked.limits.expansions = 1'000'000'000;
        q.asked.limits.bytes = std::uint64_t{1} << 40U;
        q.asked.stop = never;
        const answer a = e.call(q);
        LAW(same_result(a, full));
        LAW_OF(answer_fault(e, q, a));
        return {};
    });
}

TEST_CASE("contract: a limit on costs keeps what costs no more") {
    hold(200, [](const engine& e, const question& asked) -> std::string {
        const double best = e.best(asked);
        if (best == unreachable || e.is.sees_all) return {};
        const bool whole = best == std::floor(best);
        question q = asked;
        for (const double limit : {best, best + 0.5, best + 10}) {
            q.asked.limits.cost = whole ? limit : limit + 1e-9;
            const answer a = e.call(q);
            if (e.is.keeps_routes) {
                // More may be beyond the limit, but not what is best.
                LAW(a.routes == 1 && same_cost(a.cost, best));
            } else if (e.is.optimal) {
                LAW_OF(answer_fault(e, q, a));
            } else if (senda::is_success(a.status)) {
                LAW(a.cost <= limit + 1e-6);
                LAW_OF(path_fault(e, q, a));
            } else {
                LAW_OF(stopped_fault(e, q, a, status::cost_limit));
            }
        }
        if (best == 0) return {};
        for (const double limit : {whole ? best - 1 : best - 1e-6, best - 0.5, best / 2, 0.0}) {
            if (limit < 0 || limit >= best) continue;
            q.asked.limits.cost = limit;
            const answer a = e.call(q);
            LAW_OF(stopped_fault(e, q, a, status::cost_limit));
            LAW(a.path.empty());
            if (e.is.bounds_costs && e.is.optimal) LAW(a.lower_bound > limit);
        }
        return {};
    });
}

TEST_CASE("contract: a limit on costs that is not in the way leaves no path exhausted") {
    hold(250, [](const engine& e, const question& asked) -> std::string {
        if (e.best(asked) != unreachable) return {};
        question q = asked;
        for (int& h : q.estimates)
            if (e.is.remembers_nodes || e.on != kind::actions) h = 0;
        double farthest = 0;
        for (const double cost : q.costs_from_start(e.is.by_steps))
            if (cost != unreachable) farthest = std::max(farthest, cost);
        double everything = 0;
        for (const auto& edges : q.about->out)
            for (const open_edge& edge : edges) everything += edge.cost + 1;
        // Without the best paths, or with an estimate, it is a matter of what is tried.
        const bool tries = !e.is.optimal || e.is.is_led || !e.is.remembers_nodes;
        q.asked.limits.cost = tries ? 2 * everything + 10000 : farthest + 1e-9;
        const answer a = e.call(q);
        LAW(a.status == without_path(e));
        LAW_OF(answer_fault(e, q, a));
        if (farthest == 0 || !e.is.remembers_nodes) return {};
        q.asked.limits.cost = farthest / 2 < 1 ? 0.0 : std::floor(farthest / 2);
        const answer b = e.call(q);
        const bool proves = e.is.is_led || e.is.both_ways;  // that there is none, sooner
        if (proves && b.status == without_path(e)) return {};
        LAW_OF(stopped_fault(e, q, b, status::cost_limit));
        return {};
    });
}

TEST_CASE("contract: as many bytes as it takes are enough, and no search takes more than it may") {
    hold(120, [](const engine& e, const question& asked) -> std::string {
        const answer full = e.call(asked);
        const std::uint64_t needed = full.statistics.bytes;
        question q = asked;
        q.asked.limits.bytes = needed;
        const answer enough = e.call(q);
        LAW(enough.statistics.bytes <= needed);
        LAW(same_result(enough, full));
        LAW_OF(answer_fault(e, q, enough));
        for (const std::uint64_t limit : {needed - 1, needed - needed / 8, needed / 2, needed / 5,
                                          std::uint64_t{1}, std::uint64_t{0}}) {
            if (limit >= needed) continue;
            q.asked.limits.bytes = limit;
            const answer less = e.call(q);
            LAW(less.statistics.bytes <= limit);
            if (less.status == status::memory_limit) {
                LAW_OF(stopped_fault(e, q, less, status::memory_limit));
            } else {
                LAW_OF(answer_fault(e, q, less));
            }
        }
        return {};
    });
}

TEST_CASE("contract: of several limits each is kept to") {
    const std::atomic<bool> never{false};
    hold(150, [&](const engine& e, const question& asked) -> std::string {
        const answer full = e.call(asked);
        const double best = e.best(asked);
        support::split_mix64 random{full.statistics.bytes + full.statistics.expanded};
        for (int round = 0; round < 4; ++round) {
            question q = asked;
            const auto part = [&](std::uint64_t all) {
                return static_cast<std::uint64_t>(static_cast<double>(all) * 1.2 * random.unit());
            };
            if (random.percent(60)) q.asked.limits.expansions = part(full.statistics.expanded);
            if (random.percent(40)) q.asked.limits.bytes = part(full.statistics.bytes);
            if (random.percent(40)) q.asked.limits.cost = random.below(20);
            if (random.percent(30)) q.asked.limits.time = 1000.0;
            if (random.percent(30)) q.asked.stop = never;
            const answer a = e.call(q);
            LAW(a.statistics.expanded <= q.asked.limits.expansions);
            LAW(a.statistics.bytes <= q.asked.limits.bytes);
            if (e.is.bounds_costs) LAW(a.lower_bound <= best + 1e-9);
            if (senda::is_success(a.status) || a.status == status::exhausted) {
                LAW_OF(answer_fault(e, q, a));
                LAW(a.path.empty() || a.cost <= q.asked.limits.cost);
            } else {
                LAW(a.status == status::expansion_limit || a.status == status::memory_limit ||
                    a.status == status::cost_limit);
                LAW_OF(stopped_fault(e, q, a, a.status));
            }
        }
        return {};
    });
}

}  // namespace contract
