// SPDX-License-Identifier: MIT
// Dijkstra's algorithm and A* on several threads, in rounds: what is expanded when, and when it
// ends.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/parallel/by_cost/cost_shards.hpp>
#include <senda/detail/engines/parallel/node_shards.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Goes on with a `best_first` or `batched_astar` search in shards. The hash of a node says to
/// which shard it belongs. In a round each shard expands some of its nodes of the smallest f of
/// all, and sends what they lead to, a box for each shard; then each takes in what was sent to it,
/// in the order of the senders. Where few nodes have that f, some of larger f join them; a node is
/// expanded again if it was too early. So what is found depends neither on time nor on the number
/// of threads.
///
/// `Search::shard` keeps nodes: a `word_shard` or a `stored_shard`. It has `open`, its queue, and
/// `outboxes`.
template <class Search>
class shared_best_first {
    using types = typename Search::types;
    using graph = std::remove_cvref_t<decltype(Search::graph_)>;
    using cost = typename Search::cost;
    using shard = typename Search::shard;
    using waiting = typename shard::waiting;
    static constexpr unsigned shards = cost_shards;
    using shard_list = node_shards<shard, shards>;

public:
    using result_type = typename Search::result_type;

    shared_best_first(Search& search, unsigned threads, const parallel_cost_tuning& how)
        : search_(search),
          graph_(search.graph_),
          heuristic_(search.heuristic_),
          how_(how),
          control_(search.control_),
          bounds_(search.bounds_),
          threads_(threads) {}
    shared_best_first(const shared_best_first&) = delete;
    shared_best_first& operator=(const shared_best_first&) = delete;

    static constexpr parallel_cost_tuning tuning{};

    /// Whether enough nodes wait for threads to help, and memory allows it.
    [[nodiscard]] static bool should_share(Search& search,
                                           const parallel_cost_tuning& how) noexcept {
        const memory_budget& budget = search.control_.budget();
        return search.queued() >= how.min_frontier &&
               budget.left() / 3 >= budget.used() + how.min_spare_bytes;
    }

    /// Takes over what the search knows; without room for it the search ends.
    [[nodiscard]] SENDA_COLD bool take_over() {
        if (!shards_.make(control_.budget(), graph_) || !shard::take_over(shards_, search_)) {
            control_.end(status::memory_limit);
            return false;
        }
        const cost raised = bounds_.proven_bound();
        bounds_ = cost_bounds<cost>(control_.limits());
        bounds_.raise_lower_bound(raised);
        expanded_ = control_.expanded();
        return true;
    }

    /// Goes on to the end.
    SENDA_COLD void run() {
        team_.start(std::min(threads_, shards));
        control_.note_engine(engine_kind::shared);
        control_.note_threads(team_.size());
        while (control_.running() && plan()) {
            const std::uint64_t allowed = control_.peek_expansion_batch(most_ * shards);
            if (allowed < most_ * shards) {
                expand_in_turn(allowed);
            } else {
                serve_all<&shared_best_first::expand>();
            }
            serve_all<&shared_best_first::receive>();
            end_round();
        }
    }

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// The answer as it stands.
    [[nodiscard]] SENDA_COLD result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            using cursor = typename shard::template cursor<shard_list>;
            append_path(cursor{shards_, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
            // Where the estimate was too large, part of the path may have become cheaper since.
            r.cost = std::min(found_cost_, cost_of_path<types>(graph_, r.path));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    /// What the next round is about; ends the search if there is none.
    [[nodiscard]] SENDA_COLD bool plan() {
        cost least = infinite<cost>;
        for (const shard& own : shards_) least = std::min(least, own.least);
        if (found_cost_ <= least && found_cost_ != infinite<cost>) {
            bounds_.raise_lower_bound(found_cost_);
            control_.end(status::found);
            return false;
        }
        if (least == infinite<cost>) {
            for (shard& own : shards_) own.note_pruned(graph_, heuristic_, bounds_);
            control_.end(bounds_.ending());
            return false;
        }
        bounds_.raise_lower_bound(least);
        least_ = least;
        limit_ = std::min(add_costs(least, window_), largest_cost<cost>);
        // A round is a small part of all, or much of the last layer would be in vain.
        most_ = std::clamp(static_cast<std::uint64_t>(expanded_ / (how_.round_divisor * shards)),
                           how_.min_round, how_.max_round);
        for (shard& own : shards_) {
            own.quota = most_;
            own.is_last = false;
        }
        return true;
    }

    template <void (shared_best_first::*Work)(shard&, unsigned)>
    void serve_all() {
        const auto serve = [this](std::size_t p, unsigned) {
            (this->*Work)(shards_[p], static_cast<unsigned>(p));
        };
        if (is_small_) {
            for (unsigned p = 0; p < shards; ++p) serve(p, 0);
        } else {
            team_.for_each(shards, serve);
        }
    }
    void receive(shard& own, unsigned p) {
        own.receive(shards_, p, graph_, heuristic_, bounds_);
        own.least = own.open.empty() ? infinite<cost> : own.open.min_f();
    }
    /// The last expansions before a limit, shard after shard.
    SENDA_COLD void expand_in_turn(std::uint64_t allowed) {
        for (unsigned p = 0; p < shards; ++p) {
            shards_[p].quota = std::min(allowed, most_);
            shards_[p].is_last = allowed < most_;
            expand(shards_[p], p);
            allowed -= shards_[p].expanded;
        }
    }

    void expand(shard& own, unsigned p) {
        for (auto& box : own.outboxes) box.clear();
        own.expanded = own.generated = own.reopened = 0;
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        while (!own.open.empty() && !own.is_full && !own.is_negative) {
            const cost f = own.open.min_f();
            if (f > limit_ || !(f < std::min(own.found_cost, found_cost_))) break;
            if (f > least_ && own.expanded >= how_.max_early) break;
            if (own.expanded == own.quota && !own.is_last) break;
            if (has_deadline_or_stop && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            if (!expand_some(own, p, f)) break;
        }
    }

    /// Expands some nodes of an f; false if the limit on expansions keeps it from that.
    [[nodiscard]] bool expand_some(shard& own, unsigned p, cost f) {
        const auto wanted = static_cast<std::size_t>(
            std::clamp<std::uint64_t>(own.quota - own.expanded, 1, shard::batch));
        std::array<waiting, shard::batch> taken;
        const std::size_t count = own.take(graph_, f, wanted, taken);
        for (std::size_t i = 0; i < count; ++i) {
            const waiting& next = taken[i];
            const auto& node = own.node_of(next);
            const auto [stale, again] = own.look_at(next);
            if (stale) continue;
            if (search_.goal_(graph_, node)) {
                if (next.g < own.found_cost) own.found = own.end_of(next, p);
                own.found_cost = std::min(own.found_cost, next.g);
                continue;
            }
            if (own.expanded == own.quota) {
                own.is_over = true;
                return false;
            }
            const auto by = own.begin(next, p);
            if (by == shard::none) {
                own.is_full = true;
                continue;
            }
            own.reopened += again ? 1 : 0;
            ++own.expanded;
            expand_one(own, next, node, by);
        }
        return true;
    }

    /// Sends what a node leads to.
    template <class Node>
    void expand_one(shard& own, const waiting& next, const Node& node, std::uint32_t by) {
        auto* const boxes = own.outboxes.data();
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](auto&& to, cost step, const auto&) {
            ++edges;
            if (is_negative(step)) [[unlikely]] {
                own.is_negative = true;
            } else if (!own.send(boxes, graph_, std::forward<decltype(to)>(to),
                                 add_costs(next.g, step), next, by)) [[unlikely]] {
                own.is_full = true;
            }
        });
        own.generated += edges;
    }

    /// Counts what was done; a goal comes before a limit.
    SENDA_COLD void end_round() {
        std::uint64_t expanded = 0;
        bool is_full = false;
        bool is_over = false;
        bool is_negative = false;
        for (const shard& own : shards_) {
            expanded += own.expanded;
            control_.count_generated(own.generated);
            control_.count_reopened(own.reopened);
            if (own.found_cost < found_cost_) {
                found_cost_ = own.found_cost;
                found_ = own.found;
            }
            is_full = is_full || own.is_full;
            is_over = is_over || own.is_over || own.must_stop;
            is_negative = is_negative || own.is_negative;
        }
        control_.count_expanded(expanded);
        expanded_ += expanded;
        is_small_ = expanded < how_.min_batch;
        if (is_small_) {
            window_ = std::max(first_window(), std::min(add_costs(window_, window_),
                                                        static_cast<cost>(largest_cost<cost> / 4)));
        } else if (expanded > 2 * how_.max_early * shards) {
            window_ = static_cast<cost>(window_ / 2);
        }
        if (is_negative) return control_.end(status::negative_cost);
        if (found_cost_ <= least_) {
            bounds_.raise_lower_bound(found_cost_);
            return control_.end(status::found);
        }
        if (is_full) return control_.end(status::memory_limit);
        if (is_over) control_.end_by_limit();
    }

    /// From which it doubles: soon enough, whatever the costs are like.
    [[nodiscard]] cost first_window() const noexcept {
        if constexpr (std::integral<cost>) {
            return 1;
        } else {
            return std::max(least_ / 1048576, static_cast<cost>(1e-9));
        }
    }

    Search& search_;
    const graph& graph_;
    const std::remove_reference_t<decltype(Search::heuristic_)>& heuristic_;
    parallel_cost_tuning how_;
    search_control& control_;
    cost_bounds<cost>& bounds_;
    shard_list shards_;
    std::uint64_t expanded_ = 0;  // by all
    cost found_cost_ = infinite<cost>;
    decltype(shard::found) found_{};
    unsigned threads_;
    std::uint64_t most_ = 0;  // expansions of a shard in a round
    cost least_ = 0;          // the smallest f
    cost limit_ = 0;          // the largest f of the round
    cost window_ = 0;         // how much larger it may be
    bool is_small_ = false;   // the round is not worth threads
    thread_team team_;
};

/// The general engine of `dijkstra` and `astar`.
template <class Query, order Order, queue_kind Queue = queue_kind::by_cost>
struct best_first_engine : engine_defaults {
    using node = typename Query::node;
    using graph = typename Query::graph_type;
    using heuristic =
        std::conditional_t<Order == order::cost, no_heuristic, typename Query::heuristic&>;
    using engine = best_first<Order, graph&, node, typename Query::goal_type, heuristic,
                              typename Query::observer_type&, std::uint32_t, Queue>;

    static constexpr bool fits = true;
    static constexpr bool shares =
        Query::may_share && !Query::has_terminal_costs && !Query::is_observed &&
        is_only_read_by_f<graph, node, typename Query::goal_argument, typename Query::heuristic>;
    template <class Search>
    using shared = shared_best_first<Search>;

    [[nodiscard]] static engine make(const Query& q, const options& o) {
        return engine(q.g, q.start, q.goal(), static_cast<heuristic&&>(q.h), o, q.observer);
    }
};

}  // namespace senda::detail
