// SPDX-License-Identifier: MIT
// The rounds of a search by f that threads share: what is expanded when, and when it ends.
#pragma once

#include <senda/detail/contract/cost_bounds.hpp>
#include <senda/detail/contract/relay.hpp>
#include <senda/detail/engines/parallel/node_parts.hpp>
#include <senda/detail/engines/parallel/sharing.hpp>
#include <senda/detail/storage/part_server.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
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

/// The parts of a search by f.
inline constexpr unsigned cost_parts = 16;

/// By its hash, of which tables use the upper bits.
[[nodiscard]] inline unsigned part_of_hash(std::uint64_t hash) noexcept {
    return static_cast<unsigned>(hash % cost_parts);
}

/// The part that has a node, and the key by which it looks it up: here by its hash.
template <class G, class Node>
struct placement {
    struct place {
        unsigned part;
        std::uint32_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::uint64_t hash = hash_in(g, node);
        return {part_of_hash(hash), static_cast<std::uint32_t>(hash >> 32)};
    }
    /// Makes the store of a part ready; false if there is no room.
    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(g);
    }
};

/// Numbers are dealt out to the parts in turn, some that follow each other at a time; a part has
/// numbers of its own without gaps.
template <class G, class Node>
    requires IndexedGraph<G, Node>
struct placement<G, Node> {
    static constexpr std::size_t at_a_time = 64;

    struct place {
        unsigned part;
        std::size_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::size_t number = index_in(g, node);
        const std::size_t turn = number / at_a_time;
        return {static_cast<unsigned>(turn % cost_parts),
                turn / cost_parts * at_a_time + number % at_a_time};
    }

    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(
            numbers{(index_bound_of(g) / (at_a_time * cost_parts) + 1) * at_a_time});
    }

private:
    struct numbers {
        std::size_t bound;

        [[nodiscard]] std::size_t index_bound() const noexcept { return bound; }
    };
};

/// What a round knows of a part.
template <Cost C>
struct round_part {
    C least = infinite<C>;       // f of what waits
    C found_cost = infinite<C>;  // of the best goal that was taken from the queue
    std::uint64_t quota = 0;     // expansions that are allowed in the round
    bool is_last = false;        // the limit on expansions is within it
    std::uint64_t expanded = 0;  // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t reopened = 0;
    bool is_full = false;
    bool is_over = false;  // it may not expand what is next
    bool is_overdue = false;
    bool is_negative = false;
};

/// Goes on with a search by f in parts. The hash of a node says to which part it belongs. In a
/// round each part expands some of its nodes of the smallest f of all, and sends what they lead to,
/// a box for each part; then each takes in what was sent to it, in the order of the senders. Where
/// few nodes have that f, some of larger f join them; a node is expanded again if it was too early.
/// So what is found depends neither on time nor on the number of threads.
///
/// `Self` has `prepare()`, which takes over what a search knows, false without room;
/// `expand_some(own, p, f)`, false at the limit on expansions; `take_in(own, p)`; and `finish()`
/// for when nothing waits. A part has `open`, its queue, `boxes`, and the goal it `found`.
template <class Self, class Part, Cost C>
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
            const std::uint64_t allowed = control_.could_expand_together(most_ * parts);
            if (allowed < most_ * parts) {
                expand_in_turn(allowed);
            } else {
                server_.serve_all(&expand_part, this, is_small_);
            }
            server_.serve_all(&take_in_part, this, is_small_);
            end_round();
        }
    }

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

protected:
    static constexpr unsigned parts = cost_parts;

    cost_rounds(search_control& control, cost_bounds<C>& bounds, unsigned threads,
                const layer_sharing& how)
        : how_(how), control_(control), bounds_(bounds), threads_(threads) {}

    /// Whether so many nodes wait that threads can help, and memory allows it.
    [[nodiscard]] static bool is_enough(std::size_t waiting, const memory_budget& budget,
                                        const layer_sharing& how) noexcept {
        return waiting >= how.wide && budget.left() / 3 >= budget.used() + how.least_bytes;
    }

    layer_sharing how_;
    search_control& control_;
    cost_bounds<C>& bounds_;
    node_parts<Part, parts> parts_;
    std::uint64_t expanded_ = 0;  // by all
    C found_cost_ = infinite<C>;
    decltype(Part::found) found_{};

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }

    /// What the next round is about; ends the search if there is none.
    [[nodiscard]] SENDA_COLD bool plan() {
        C least = infinite<C>;
        for (const Part& own : parts_) least = std::min(least, own.least);
        if (found_cost_ <= least && found_cost_ != infinite<C>) {
            bounds_.raise(found_cost_);
            control_.end(status::found);
            return false;
        }
        if (least == infinite<C>) {
            self().finish();
            return false;
        }
        bounds_.raise(least);
        least_ = least;
        limit_ = std::min(add_costs(least, window_), largest_cost<C>);
        // A round is a small part of all, or much of the last layer would be in vain.
        most_ = std::clamp(static_cast<std::uint64_t>(expanded_ / (how_.rounds * parts)),
                           how_.least, how_.most);
        for (Part& own : parts_) {
            own.quota = most_;
            own.is_last = false;
        }
        return true;
    }

    static void expand_part(void* rounds, unsigned p) {
        cost_rounds& search = *static_cast<cost_rounds*>(rounds);
        search.expand(search.parts_[p], p);
    }
    static void take_in_part(void* rounds, unsigned p) {
        cost_rounds& search = *static_cast<cost_rounds*>(rounds);
        Part& own = search.parts_[p];
        search.self().take_in(own, p);
        own.least = own.open.empty() ? infinite<C> : own.open.min_f();
    }
    /// The last expansions before a limit, part after part.
    SENDA_COLD void expand_in_turn(std::uint64_t allowed) {
        for (unsigned p = 0; p < parts; ++p) {
            parts_[p].quota = std::min(allowed, most_);
            parts_[p].is_last = allowed < most_;
            expand(parts_[p], p);
            allowed -= parts_[p].expanded;
        }
    }

    void expand(Part& own, unsigned p) {
        for (auto& box : own.boxes) box.clear();
        own.expanded = own.generated = own.reopened = 0;
        const bool is_watched = control_.is_watched();
        while (!own.open.empty() && !own.is_full && !own.is_negative) {
            const C f = own.open.min_f();
            if (f > limit_ || !(f < std::min(own.found_cost, found_cost_))) break;
            if (f > least_ && own.expanded >= how_.early) break;
            if (own.expanded == own.quota && !own.is_last) break;
            if (is_watched && control_.is_overdue()) {
                own.is_overdue = true;
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
        for (const Part& own : parts_) {
            expanded += own.expanded;
            control_.count_generated(own.generated);
            control_.count_reopened(own.reopened);
            if (own.found_cost < found_cost_) {
                found_cost_ = own.found_cost;
                found_ = own.found;
            }
            is_full = is_full || own.is_full;
            is_over = is_over || own.is_over || own.is_overdue;
            is_negative = is_negative || own.is_negative;
        }
        control_.count_expanded(expanded);
        expanded_ += expanded;
        is_small_ = expanded < how_.worth;
        if (is_small_) {
            window_ = std::max(first_window(), std::min(add_costs(window_, window_),
                                                        static_cast<C>(largest_cost<C> / 4)));
        } else if (expanded > 2 * how_.early * parts) {
            window_ = static_cast<C>(window_ / 2);
        }
        if (is_negative) return control_.end(status::negative_cost);
        if (found_cost_ <= least_) {
            bounds_.raise(found_cost_);
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
    std::uint64_t most_ = 0;  // expansions of a part in a round
    C least_ = 0;             // the smallest f
    C limit_ = 0;             // the largest f of the round
    C window_ = 0;            // how much larger it may be
    bool is_small_ = false;   // the round is not worth threads
    part_server server_{parts};
};

/// The answer of a search that threads share, by `Shared`, once it has become wide.
template <class Shared, class Search>
[[nodiscard]] SENDA_COLD auto run_by_f(Search& search, relay& relay,
                                       const layer_sharing& how = {}) {
    while (search.step(how.alone) == status::running) {
        if (!Shared::is_worth_it(search, how)) continue;
        Shared shared(search, relay.left().threads, how);
        (void)relay.run(shared);
        return relay.result(shared);
    }
    return relay.result(search);
}

}  // namespace senda::detail
