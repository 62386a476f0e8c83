// SPDX-License-Identifier: MIT
// Breadth-first search on several threads: each node belongs to one of some shards.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/parallel/node_shards.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/detail/storage/shard_scheduler.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Goes on with a `bfs_search`. A layer is done in rounds: each shard expands some of its nodes and
/// sends what they lead to, a box for each shard; then each shard takes in what was sent to it, in
/// the order of the senders. A thread that is free serves the next shard. So what is found depends
/// neither on time nor on the number of threads.
///
/// `Self` has `distribute()`, which takes over what the search knows, false without room, and
/// `do_round(nodes)`, which expands `nodes` of them and hands over what they lead to.
template <class Self, class Search, class Store, unsigned Shards>
class shared_layers {
protected:
    using types = typename Search::types;
    using graph = typename Search::graph;
    using store = Store;
    using record = typename Search::record;
    using action = typename Search::action;
    using node_type = typename types::node;
    using id = std::remove_const_t<decltype(store::none)>;

    static constexpr unsigned shards = Shards;
    static constexpr id most_in_shard = store::none / shards - 1;
    static constexpr std::uint64_t interval = 64;

    using shard = node_shard<graph, store, record>;
    using message = typename shard::message;

public:
    using result_type = typename Search::result_type;

    shared_layers(const shared_layers&) = delete;
    shared_layers& operator=(const shared_layers&) = delete;

    /// Whether enough nodes wait for threads to help.
    [[nodiscard]] static bool should_share(const Search& search,
                                           const parallel_tuning& how) noexcept {
        return search.store_.size() - search.next_ >= how.min_frontier;
    }

    /// Takes over what the search has found; false if there is no room: it must go on by itself.
    [[nodiscard]] bool take_over() {
        server_.start(threads_);
        if (!shards_.make(control_.budget(), graph_) || !self().distribute()) {
            shards_.release();
            return false;
        }
        search_.release();
        control_.note_engine(engine_kind::shared);
        control_.note_threads(server_.size());
        return true;
    }

    /// Goes on to the end.
    void run() {
        while (control_.running()) {
            const std::uint64_t wanted = plan();
            if (wanted == 0) {
                if (!begin_layer()) control_.end(status::exhausted);
                continue;
            }
            const std::uint64_t allowed = control_.peek_expansion_batch(wanted);
            if (allowed == 0) return control_.end_by_limit();
            if (allowed < wanted) limit_round(allowed);
            self().do_round(allowed);
            end_round();
            if (search_progress* const p = control_.options().progress) p->advance(reached());
        }
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            // Nodes are tested for the goal when they are found: none of this layer is one.
            r.lower_bound = r.status == status::exhausted ? infinite<steps> : depth_ + 1;
        }
        return r;
    }

    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// How many nodes were reached.
    [[nodiscard]] std::size_t reached() const noexcept {
        std::size_t all = 0;
        for (unsigned p = 0; p < shards; ++p) all += shards_[p].nodes.size();
        return all;
    }
    /// Calls `take(node)` for each node that was reached, nearest first.
    template <class Take>
    void for_each_reached(Take&& take) const {
        for_each_at_depth([&](const node_type& node, steps) { take(node); });
    }
    /// Calls `take(node, depth)` for each, layer by layer: those that are due have a parent in the
    /// layer before.
    template <class Take>
    void for_each_at_depth(Take&& take) const {
        std::array<std::size_t, shards> begin{};
        std::array<std::size_t, shards> end{};
        const auto is_due = [&](id parent) {
            if (parent == store::none) return begin == end;
            const std::size_t at = parent / shards;
            return at >= begin[parent % shards] && at < end[parent % shards];
        };
        steps depth = 0;
        for (bool is_going_on = true; is_going_on; ++depth) {
            auto next = end;
            for (unsigned p = 0; p < shards; ++p) {
                const shard& own = shards_[p];
                while (next[p] != own.nodes.size() && is_due(own.parents[next[p]]))
                    take(own.nodes.node(next[p]++), depth);
            }
            is_going_on = next != end;
            begin = std::exchange(end, next);
        }
    }

protected:
    shared_layers(Search& search, unsigned threads, const parallel_tuning& how)
        : how_(how),
          search_(search),
          graph_(search.graph_),
          goal_(search.goal_),
          control_(search.control_),
          threads_(threads) {}
    ~shared_layers() = default;

    [[nodiscard]] static id number(std::size_t in_shard, unsigned p) noexcept {
        return static_cast<id>(in_shard * shards + p);
    }

    /// Sees to it that all shards are served, by this thread alone if it is about few nodes.
    template <void (Self::*Work)(unsigned)>
    void share(std::uint64_t nodes) {
        server_.run_all([](void* s, unsigned p) { (static_cast<Self*>(s)->*Work)(p); },
                        static_cast<Self*>(this), nodes < how_.min_batch);
    }

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }

    [[nodiscard]] bool begin_layer() noexcept {
        bool is_empty = true;
        for (unsigned p = 0; p < shards; ++p) {
            shards_[p].layer_end = shards_[p].nodes.size();
            is_empty = is_empty && shards_[p].next == shards_[p].layer_end;
        }
        depth_ += is_empty ? 0 : 1;
        return !is_empty;
    }

    /// Begins a round: how many nodes there are to expand. The more nodes are known, the more: then
    /// many look-ups of a shard are near each other, and the boxes take little room beside the
    /// nodes.
    [[nodiscard]] std::uint64_t plan() noexcept {
        std::size_t known = 0;
        for (unsigned p = 0; p < shards; ++p) known += shards_[p].nodes.size();
        most_ = std::clamp(known / shards / 4, how_.min_round, how_.max_round);
        is_last_ = depth_ == search_.bounds_.cost_limit();
        if (is_last_) most_ = 16;  // one that leads to a new node is enough
        std::uint64_t all = 0;
        for (unsigned p = 0; p < shards; ++p) {
            shard& own = shards_[p];
            own.round_end = std::min(own.layer_end, own.next + most_);
            own.expanded = own.round_end - own.next;
            own.generated = 0;
            all += own.expanded;
        }
        return all;
    }
    void limit_round(std::uint64_t allowed) noexcept {
        for (unsigned p = 0; p < shards; ++p) {
            shard& own = shards_[p];
            own.expanded = std::min(own.expanded, allowed);
            own.round_end = own.next + static_cast<std::size_t>(own.expanded);
            allowed -= own.expanded;
        }
    }

    /// Counts what was done; a goal comes before a limit.
    void end_round() {
        bool is_full = false;
        bool is_over_limit = false;
        bool must_stop = false;
        for (unsigned p = 0; p < shards; ++p) {
            const shard& own = shards_[p];
            control_.count_expanded(own.expanded);
            control_.count_generated(own.generated);
            if (own.found != store::none && found_ == store::none) found_ = number(own.found, p);
            is_full = is_full || own.is_full;
            is_over_limit = is_over_limit || own.is_over_limit;
            must_stop = must_stop || own.must_stop;
        }
        if (found_ != store::none) return control_.end(status::found);
        if (is_full) return control_.end(status::memory_limit);
        if (is_over_limit) return control_.end(status::cost_limit);
        if (must_stop) control_.end_by_limit();
    }

    struct parent_cursor {
        const shared_layers* search;
        id at;

        [[nodiscard]] const shard& own() const { return search->shards_[at % shards]; }
        [[nodiscard]] const node_type& node() const { return own().nodes.node(at / shards); }
        [[nodiscard]] decltype(auto) action() const {
            return (own().nodes.record(at / shards).action);
        }
        [[nodiscard]] bool at_start() const { return own().parents[at / shards] == store::none; }
        void go_back() { at = own().parents[at / shards]; }
    };

protected:
    parallel_tuning how_;
    Search& search_;
    const graph& graph_;
    decltype(Search::goal_)& goal_;
    search_control& control_;
    unsigned threads_;
    node_shards<shard, shards> shards_;
    steps depth_ = 0;  // of the layer that is expanded
    bool is_last_ = false;
    std::size_t most_ = 0;  // nodes of a shard in a round, and what they send
    id found_ = store::none;
    shard_scheduler server_{shards};
};

}  // namespace senda::detail
