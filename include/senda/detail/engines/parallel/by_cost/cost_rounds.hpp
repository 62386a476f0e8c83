// SPDX-License-Identifier: MIT
// The rounds of a search by f that threads share: what is expanded when, and when it ends.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/parallel/node_shards.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The shards of a search by f.
inline constexpr unsigned cost_shards = 16;

/// By its hash, of which tables use the upper bits.
[[nodiscard]] inline unsigned shard_of_hash(std::uint64_t hash) noexcept {
    return static_cast<unsigned>(hash % cost_shards);
}

/// The shard that has a node, and the key by which it looks it up: here by its hash.
template <class G, class Node>
struct placement {
    struct place {
        unsigned shard;
        std::uint32_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::uint64_t hash = hash_in(g, node);
        return {shard_of_hash(hash), static_cast<std::uint32_t>(hash >> 32)};
    }
    /// Makes the store of a shard ready; false if there is no room.
    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(g);
    }
};

/// Numbers are dealt out to the shards in turn, some that follow each other at a time; a shard has
/// numbers of its own without gaps.
template <class G, class Node>
    requires IndexedGraph<G, Node>
struct placement<G, Node> {
    static constexpr std::size_t at_a_time = 64;

    struct place {
        unsigned shard;
        std::size_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::size_t number = index_in(g, node);
        const std::size_t turn = number / at_a_time;
        return {static_cast<unsigned>(turn % cost_shards),
                turn / cost_shards * at_a_time + number % at_a_time};
    }

    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(
            numbers{(index_bound_of(g) / (at_a_time * cost_shards) + 1) * at_a_time});
    }

private:
    struct numbers {
        std::size_t bound;

        [[nodiscard]] std::size_t index_bound() const noexcept { return bound; }
    };
};

/// What a round knows of a shard.
template <Cost C>
struct round_shard {
    C least = infinite<C>;       // f of what waits
    C found_cost = infinite<C>;  // of the best goal that was taken from the queue
    std::uint64_t quota = 0;     // expansions that are allowed in the round
    bool is_last = false;        // the limit on expansions is within it
    std::uint64_t expanded = 0;  // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t reopened = 0;
    bool is_full = false;
    bool is_over = false;  // it may not expand what is next
    bool must_stop = false;
    bool is_negative = false;
};

/// Goes on with a search by f in shards. The hash of a node says to which shard it belongs. In a
/// round each shard expands some of its nodes of the smallest f of all, and sends what they lead
/// to, a box for each shard; then each takes in what was sent to it, in the order of the senders.
/// Where few nodes have that f, some of larger f join them; a node is expanded again if it was too
/// early. So what is found depends neither on time nor on the number of threads.
///
/// `Self` has `prepare()`, which takes over what a search knows, false without room;
/// `expand_some(own, p, f)`, false at the limit on expansions; `receive(own, p)`; `note_pruned()`,
/// which says what is beyond the limit on costs when nothing waits; and a `parent_cursor`. A shard
/// has `open`, its queue, `outboxes`, and the goal it `found`.
template <class Self, class Search, class Shard>
class cost_rounds {
protected:
    using types = typename Search::types;
    using graph = std::remove_cvref_t<decltype(Search::graph_)>;
    using node_type = typename types::node;
    using cost = typename Search::cost;

public:
    using result_type = typename Search::result_type;

    cost_rounds(Search& search, unsigned threads, const parallel_cost_tuning& how)
        : search_(search),
          graph_(search.graph_),
          heuristic_(search.heuristic_),
          how_(how),
          control_(search.control_),
          bounds_(search.bounds_),
          threads_(threads) {}
    cost_rounds(const cost_rounds&) = delete;
    cost_rounds& operator=(const cost_rounds&) = delete;

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
        if (!shards_.make(control_.budget(), graph_) || !self().prepare()) {
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
                serve_all<&cost_rounds::expand>();
            }
            serve_all<&cost_rounds::receive>();
            end_round();
        }
    }

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// The answer as it stands.
    [[nodiscard]] SENDA_COLD result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            const Self& self = static_cast<const Self&>(*this);
            append_path(typename Self::parent_cursor{&self, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
            // Where the estimate was too large, part of the path may have become cheaper since.
            r.cost = std::min(found_cost_, cost_of_path<types>(graph_, r.path));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

protected:
    static constexpr unsigned shards = cost_shards;

    /// Calls `send(node, cost)` for each edge out of a node of cost `g`; false if there is no room.
    template <class Send>
    void send_edges(Shard& own, const node_type& node, cost g, Send&& send) const {
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](auto&& to, cost step, const auto&) {
            ++edges;
            if (is_negative(step)) [[unlikely]] {
                own.is_negative = true;
            } else if (!send(std::forward<decltype(to)>(to), add_costs(g, step))) [[unlikely]] {
                own.is_full = true;
            }
        });
        own.generated += edges;
    }

    Search& search_;
    const graph& graph_;
    const std::remove_reference_t<decltype(Search::heuristic_)>& heuristic_;
    parallel_cost_tuning how_;
    search_control& control_;
    cost_bounds<cost>& bounds_;
    node_shards<Shard, shards> shards_;
    std::uint64_t expanded_ = 0;  // by all
    cost found_cost_ = infinite<cost>;
    decltype(Shard::found) found_{};

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }

    /// What the next round is about; ends the search if there is none.
    [[nodiscard]] SENDA_COLD bool plan() {
        cost least = infinite<cost>;
        for (const Shard& own : shards_) least = std::min(least, own.least);
        if (found_cost_ <= least && found_cost_ != infinite<cost>) {
            bounds_.raise_lower_bound(found_cost_);
            control_.end(status::found);
            return false;
        }
        if (least == infinite<cost>) {
            self().note_pruned();
            control_.end(bounds_.ending());
            return false;
        }
        bounds_.raise_lower_bound(least);
        least_ = least;
        limit_ = std::min(add_costs(least, window_), largest_cost<cost>);
        // A round is a small part of all, or much of the last layer would be in vain.
        most_ = std::clamp(static_cast<std::uint64_t>(expanded_ / (how_.round_divisor * shards)),
                           how_.min_round, how_.max_round);
        for (Shard& own : shards_) {
            own.quota = most_;
            own.is_last = false;
        }
        return true;
    }

    template <void (cost_rounds::*Work)(Shard&, unsigned)>
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
    void receive(Shard& own, unsigned p) {
        self().receive(own, p);
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

    void expand(Shard& own, unsigned p) {
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
            if (!self().expand_some(own, p, f)) break;
        }
    }

    /// Counts what was done; a goal comes before a limit.
    SENDA_COLD void end_round() {
        std::uint64_t expanded = 0;
        bool is_full = false;
        bool is_over = false;
        bool is_negative = false;
        for (const Shard& own : shards_) {
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

    unsigned threads_;
    std::uint64_t most_ = 0;  // expansions of a shard in a round
    cost least_ = 0;          // the smallest f
    cost limit_ = 0;          // the largest f of the round
    cost window_ = 0;         // how much larger it may be
    bool is_small_ = false;   // the round is not worth threads
    thread_team team_;
};

}  // namespace senda::detail
