// SPDX-License-Identifier: MIT
// How a search on many ranks ends: they agree on why, and on what it took.
#pragma once

#include <senda/detail/mpi/ranks/rank_failure.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// How many kinds of status there are.
inline constexpr std::size_t status_count = static_cast<std::size_t>(status::aborted) + 1;

/// Why a search ends of which some ranks ended, if `has_ended(status)` is true of one: what was
/// found comes before a limit, but not before an exception.
template <class HasEnded>
[[nodiscard]] status first_reason(bool is_found, const HasEnded& has_ended) {
    if (has_ended(status::aborted)) return status::aborted;
    if (is_found) return status::found;
    for (const status s : {status::negative_cost, status::memory_limit, status::cost_limit,
                           status::cancelled, status::time_limit, status::expansion_limit}) {
        if (has_ended(s)) return s;
    }
    return status::running;
}

/// Whether a search was stopped that could go on.
[[nodiscard]] constexpr bool is_stopped(status s) noexcept {
    return s == status::memory_limit || s == status::cost_limit || s == status::cancelled ||
           s == status::time_limit || s == status::expansion_limit;
}

/// Adds to a result what all ranks did: the last that they do together.
template <class Result>
void add_up(Result& r, search_control& control, const rank_group& ranks,
            const rank_failure& failure) {
    const bool has_stopped = control.status() == r.status && r.status != status::found;
    const int who = ranks.first_of(has_stopped);
    if (who != ranks.size()) r.stopped_by = who;
    if (r.status == status::aborted) r.message = failure.agree(ranks, who);
    control.end(r.status);
    r.statistics = control.statistics();
    std::array<std::uint64_t, 3> all{r.statistics.expanded, r.statistics.generated,
                                     r.statistics.reopened};
    ranks.sum(all.data(), static_cast<int>(all.size()));
    r.statistics.expanded = all[0];
    r.statistics.generated = all[1];
    r.statistics.reopened = all[2];
    r.statistics.bytes = ranks.largest(r.statistics.bytes);
    r.statistics.seconds = ranks.largest(r.statistics.seconds);
    r.engine = "ranks: each owns the nodes that their hash gives to it";
    failure.rethrow();
}

/// The actions of a path: of the cheapest edges, or of the first ones where costs do not count.
template <class Types, bool ByCost, class G, class Result>
void add_actions(G& graph, Result& r) {
    using node = typename Types::node;
    using cost = typename Types::cost;
    using action = typename Types::action;
    if constexpr (!std::same_as<action, no_action>) {
        for (std::size_t i = 0; i + 1 < r.path.size(); ++i) {
            bool is_taken = false;
            cost least{};
            for_each_successor<Types>(graph, r.path[i], [&](const node& to, cost step, action a) {
                if (!same_node(graph, to, r.path[i + 1])) return;
                if (is_taken && (!ByCost || !(step < least))) return;
                if (is_taken) r.actions.pop_back();
                is_taken = true;
                least = step;
                r.actions.push_back(std::move(a));
            });
        }
    }
}

}  // namespace senda::detail
