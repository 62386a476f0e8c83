// SPDX-License-Identifier: MIT
// Contraction hierarchies (R. Geisberger, P. Sanders, D. Schultes, D. Delling, 2008) of directed
// graphs, many nodes at a time.
#pragma once

#include <senda/detail/roads/contraction/remaining_graph.hpp>
#include <senda/detail/roads/contraction/witness_search.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/cost.hpp>
#include <senda/language/atomic_access.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace senda::detail {

/// Takes nodes out of a graph, in rounds: in each all that come before their neighbours. Where a
/// shortest path between two neighbours of a node led through it, an arc between these stays in its
/// place. What is found does not depend on the number of threads.
template <Cost C>
class hierarchy_maker {
    // Nodes that a search for a detour round another may settle, when that is weighed and when it
    // goes.
    static constexpr std::uint32_t most_to_weigh = 60;
    static constexpr std::uint32_t most_to_take_out = 400;

public:
    /// An expansion is a node that is weighed or taken out.
    explicit hierarchy_maker(search_control& control)
        : control_(control),
          graph_(control.budget()),
          keys_(control.budget()),
          remaining_(control.budget()),
          chosen_(control.budget()),
          dirty_(control.budget()),
          is_dirty_(control.budget()),
          order_(control.budget()),
          found_(control.budget()) {}

    /// Takes memory for a graph without arcs; ends the search if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        if (control_.options().threads > 1 && nodes > 1000) team_.start(control_.options().threads);
        control_.note_threads(team_.size());
        bool fits = graph_.prepare(nodes, arcs) && keys_.assign_zeros(nodes) &&
                    remaining_.reserve(nodes) && chosen_.reserve(nodes) && dirty_.reserve(nodes) &&
                    is_dirty_.assign_zeros(nodes) && order_.reserve(nodes);
        for (unsigned i = 0; i < team_.size() && fits; ++i) {
            workers_.push_back(std::make_unique<worker>(control_.budget()));
            fits = workers_.back()->search.prepare(nodes);
        }
        for (std::uint32_t n = 0; n < nodes && fits; ++n) (void)remaining_.push(n);
        return control_.fits(fits);
    }

    /// Adds an edge of the graph; loops are left out.
    void add_edge(std::uint32_t from, std::uint32_t to, C cost) {
        if (from != to) (void)control_.fits(graph_.improve(from, to, {cost, 1}));
    }

    /// Takes all nodes out, unless a limit ends it.
    void run() {
        for (const std::uint32_t n : remaining_) (void)dirty_.push(n);
        weigh();
        while (!remaining_.empty() && control_.running()) {
            choose();
            take_out();
            weigh();
            search_progress* const progress = control_.options().progress;
            if (progress != nullptr) progress->advance(order_.size(), keys_.size());
        }
    }

    /// The nodes as they were taken out.
    [[nodiscard]] const buffer<std::uint32_t>& order() const noexcept { return order_; }
    /// With each node the arcs to and from those that were taken out after it.
    [[nodiscard]] const remaining_graph<C>& graph() const noexcept { return graph_; }

private:
    struct worker {
        explicit worker(memory_budget& whole) noexcept
            : search(whole), budget(whole, std::size_t{1} << 16U), shortcuts(budget) {}

        witness_search<C> search;
        memory_budget budget;
        buffer<shortcut<C>> shortcuts;
    };
    /// The shortcuts that a thread found for one node.
    struct found {
        unsigned thread = 0;
        std::size_t first = 0;
        std::size_t last = 0;
    };

    /// Calls `work(i, worker)` for all numbers below `count`, as many at a time as limits allow;
    /// false if these ended it.
    template <class Work>
    [[nodiscard]] bool share(std::size_t count, Work work) {
        for (std::size_t done = 0; done < count;) {
            const auto now = static_cast<std::size_t>(control_.may_expand_many(
                std::min<std::size_t>(count - done, std::size_t{1} << 16U)));
            if (now == 0) return false;
            struct context {
                hierarchy_maker& self;
                Work& work;
                std::size_t first;
                std::size_t last;
                std::size_t next;
                bool has_memory = true;
            } all{*this, work, done, done + now, done};
            team_.run(
                [](void* given, unsigned thread) {
                    context& c = *static_cast<context*>(given);
                    const bool alone = c.self.team_.size() == 1;
                    for (;;) {
                        const std::size_t from = fetch_add(c.next, std::size_t{16}, alone);
                        if (from >= c.last) return;
                        for (std::size_t i = from; i < std::min(from + 16, c.last); ++i)
                            if (!c.work(i, thread)) store_relaxed(c.has_memory, false);
                    }
                },
                &all);
            control_.count_expanded(now);
            done += now;
            if (!control_.fits(all.has_memory)) return false;
        }
        return true;
    }

    /// Finds out again how early the nodes shall go whose surroundings changed.
    void weigh() {
        (void)share(dirty_.size(), [this](std::size_t i, unsigned thread) {
            const std::uint32_t node = dirty_[i];
            std::uint64_t added = 0;
            std::uint64_t added_edges = 0;
            const bool had_memory = workers_[thread]->search.find(graph_, node, most_to_weigh,
                                                                  [&](const shortcut<C>& s) {
                                                                      ++added;
                                                                      added_edges += s.length.edges;
                                                                  });
            std::uint64_t removed_edges = 1;
            for (const auto* a = graph_.out.begin(node); a != graph_.out.end(node); ++a)
                removed_edges += a->length.edges;
            for (const auto* a = graph_.in.begin(node); a != graph_.in.end(node); ++a)
                removed_edges += a->length.edges;
            const std::uint64_t removed = 1 + graph_.out.count(node) + graph_.in.count(node);
            const std::uint64_t weight = 1000 * added / removed +
                                         1000 * added_edges / removed_edges +
                                         1000 * std::uint64_t{graph_.levels[node]};
            // Of nodes that weigh the same the first is left to chance.
            keys_[node] = weight << 32U | static_cast<std::uint32_t>(node * 0x9E3779B1U);
            is_dirty_[node] = 0;
            return had_memory;
        });
        dirty_.clear();
    }

    /// The nodes that come before all their neighbours.
    void choose() {
        chosen_.clear();
        std::size_t kept = 0;
        for (const std::uint32_t node : remaining_) {
            if (is_first(node)) {
                (void)chosen_.push(node);
                graph_.is_leaving[node] = 1;
            } else {
                remaining_[kept++] = node;
            }
        }
        remaining_.truncate(kept);
    }
    [[nodiscard]] bool is_first(std::uint32_t node) const noexcept {
        const std::uint64_t key = keys_[node];
        const auto is_later = [&](const remaining_arc<C>& a) { return keys_[a.to] > key; };
        return std::all_of(graph_.out.begin(node), graph_.out.end(node), is_later) &&
               std::all_of(graph_.in.begin(node), graph_.in.end(node), is_later);
    }

    void take_out() {
        if (!control_.fits(found_.reserve(chosen_.size()))) return;
        found_.set_size(chosen_.size());
        for (auto& w : workers_) w->shortcuts.clear();
        const auto most_edges = static_cast<std::uint32_t>(keys_.size());
        const bool is_done = share(chosen_.size(), [&](std::size_t i, unsigned thread) {
            worker& w = *workers_[thread];
            found_[i] = {thread, w.shortcuts.size(), 0};
            bool had_room = true;
            const auto keep = [&](const shortcut<C>& s) {
                // One with more edges passes a node twice: no shortest path does.
                if (s.length.edges < most_edges) had_room = w.shortcuts.push(s) && had_room;
            };
            const bool had_memory = w.search.find(graph_, chosen_[i], most_to_take_out, keep);
            found_[i].last = w.shortcuts.size();
            return had_memory && had_room;
        });
        if (!is_done) return;
        for (std::size_t i = 0; i < chosen_.size() && control_.running(); ++i)
            take_out(chosen_[i], found_[i]);
    }
    void take_out(std::uint32_t node, const found& its) {
        for (const auto* a = graph_.out.begin(node); a != graph_.out.end(node); ++a) {
            graph_.in.remove(a->to, node);
            raise(a->to, graph_.levels[node] + 1);
        }
        for (const auto* a = graph_.in.begin(node); a != graph_.in.end(node); ++a) {
            graph_.out.remove(a->to, node);
            raise(a->to, graph_.levels[node] + 1);
        }
        for (std::size_t i = its.first; i < its.last; ++i) {
            const shortcut<C>& s = workers_[its.thread]->shortcuts[i];
            if (!control_.fits(graph_.improve(s.from, s.to, s.length, node))) return;
        }
        (void)order_.push(node);
    }
    void raise(std::uint32_t node, std::uint32_t level) noexcept {
        graph_.levels[node] = std::max(graph_.levels[node], level);
        if (is_dirty_[node] != 0) return;
        is_dirty_[node] = 1;
        (void)dirty_.push(node);
    }

    search_control& control_;
    remaining_graph<C> graph_;
    buffer<std::uint64_t> keys_;
    buffer<std::uint32_t> remaining_;
    buffer<std::uint32_t> chosen_;
    buffer<std::uint32_t> dirty_;
    buffer<unsigned char> is_dirty_;
    buffer<std::uint32_t> order_;
    buffer<found> found_;
    std::vector<std::unique_ptr<worker>> workers_;
    thread_team team_;
};

}  // namespace senda::detail
