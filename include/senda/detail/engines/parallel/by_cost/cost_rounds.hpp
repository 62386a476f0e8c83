// SPDX-License-Identifier: MIT
// The rounds of a search by f that threads share: what is expanded when, and when it ends.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/engines/parallel/node_shards.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/detail/storage/shard_scheduler.hpp>
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
/// `expand_some(own, p, f)`, false at the limit on expansions; `receive(own, p)`; and `finish()`
/// for when nothing waits. A shard has `open`, its queue, `outboxes`, and the goal it `found`.
template <class Self, class Shard, Cost C>
class cost_rounds {
public:
    cost_rounds(const cost_rounds&) = delete;
    cost_rounds& operator=(const cost_rounds&) = delete;

    /// Takes over what the search knows, and goes on to the end.
    SENDA_COLD void run() {
        if (!self().prepare()) return control_.end(status::memory_limit);
        server_.start(threads_);
        control_.note_engine(engine_kind::shared);
        control_.note_threads(server_.size());
        while (control_.running() && plan()) {
            const std::uint64_t allowed = control_.peek_expansion_batch(most_ * shards);
            if (allowed < most_ * shards) {
                expand_in_turn(allowed);
            } else {
                server_.run_all(&expand_shard, this, is_small_);
            }
            server_.run_all(&receive_in_shard, this, is_small_);
            end_round();
        }
    }

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

protected:
    static constexpr unsigned shards = cost_shards;

    cost_rounds(search_control& control, cost_bounds<C>& bounds, unsigned threads,
                const parallel_cost_tuning& how)
        : how_(how), control_(control), bounds_(bounds), threads_(threads) {}

    /// Whether enough nodes wait for threads to help, and memory allows it.
    [[nodiscard]] static bool is_enough(std::size_t waiting, const memory_budget& budget,
                                        const parallel_cost_tuning& how) noexcept {
        return waiting >= how.min_frontier &&
               budget.left() / 3 >= budget.used() + how.min_spare_bytes;
    }

    parallel_cost_tuning how_;
    search_control& control_;
    cost_bounds<C>& bounds_;
    node_shards<Shard, shards> shards_;
    std::uint64_t expanded_ = 0;  // by all
    C found_cost_ = infinite<C>;
    decltype(Shard::found) found_{};

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }

    /// What the next round is about; ends the search if there is none.
    [[nodiscard]] SENDA_COLD bool plan() {
        C least = infinite<C>;
        for (const Shard& own : shards_) least = std::min(least, own.least);
        if (found_cost_ <= least && found_cost_ != infinite<C>) {
            bounds_.raise_lower_bound(found_cost_);
            control_.end(status::found);
            return false;
        }
        if (least == infinite<C>) {
            self().finish();
            return false;
        }
        bounds_.raise_lower_bound(least);
        least_ = least;
        limit_ = std::min(add_costs(least, window_), largest_cost<C>);
        // A round is a small part of all, or much of the last layer would be in vain.
        most_ = std::clamp(static_cast<std::uint64_t>(expanded_ / (how_.round_divisor * shards)),
                           how_.min_round, how_.max_round);
        for (Shard& own : shards_) {
            own.quota = most_;
            own.is_last = false;
        }
        return true;
    }

    static void expand_shard(void* rounds, unsigned p) {
        cost_rounds& search = *static_cast<cost_rounds*>(rounds);
        search.expand(search.shards_[p], p);
    }
    static void receive_in_shard(void* rounds, unsigned p) {
        cost_rounds& search = *static_cast<cost_rounds*>(rounds);
        Shard& own = search.shards_[p];
        search.self().receive(own, p);
        own.least = own.open.empty() ? infinite<C> : own.open.min_f();
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
            const C f = own.open.min_f();
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
                                                        static_cast<C>(largest_cost<C> / 4)));
        } else if (expanded > 2 * how_.max_early * shards) {
            window_ = static_cast<C>(window_ / 2);
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
    [[nodiscard]] C first_window() const noexcept {
        if constexpr (std::integral<C>) {
            return 1;
        } else {
            return std::max(least_ / 1048576, static_cast<C>(1e-9));
        }
    }

    unsigned threads_;
    std::uint64_t most_ = 0;  // expansions of a shard in a round
    C least_ = 0;             // the smallest f
    C limit_ = 0;             // the largest f of the round
    C window_ = 0;            // how much larger it may be
    bool is_small_ = false;   // the round is not worth threads
    shard_scheduler server_{shards};
};

/// The answer of a search that threads share, by `Shared`, once it has become wide.
template <class Shared, class Search>
[[nodiscard]] SENDA_COLD auto run_by_f(Search& search, engine_fallback& fallback,
                                       const parallel_cost_tuning& how = {}) {
    while (search.step(how.probe_every) == status::running) {
        if (!Shared::should_share(search, how)) continue;
        Shared shared(search, fallback.remaining_options().threads, how);
        (void)fallback.run(shared);
        return fallback.result(shared);
    }
    return fallback.result(search);
}

}  // namespace senda::detail
