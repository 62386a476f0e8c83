// SPDX-License-Identifier: MIT
// Contraction hierarchies (R. Geisberger, P. Sanders, D. Schultes, D. Delling, 2008), many nodes at
// a time.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// How long a path is: its cost, and among paths of the same cost how many edges it has. So no
/// cycle is for free, even where edges are.
template <Cost C>
struct way_length {
    C cost = infinite<C>;
    std::uint32_t edges = std::numeric_limits<std::uint32_t>::max();

    friend constexpr bool operator<(const way_length& a, const way_length& b) noexcept {
        return a.cost != b.cost ? a.cost < b.cost : a.edges < b.edges;
    }
    friend constexpr way_length operator+(const way_length& a, const way_length& b) noexcept {
        const std::uint32_t both = a.edges + b.edges;
        return {add_costs(a.cost, b.cost),
                both < a.edges ? std::numeric_limits<std::uint32_t>::max() : both};
    }
};

/// An edge, or two that it stands for with the node between them.
template <Cost C>
struct remaining_arc {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t to;
    std::uint32_t middle;
    way_length<C> length;
};

/// The arcs of one direction, at most one between two nodes. Those of a node lie side by side, with
/// room for more; where that is used up they move to the end.
template <Cost C>
class remaining_arcs {
    using arc = remaining_arc<C>;
    struct row {
        std::size_t first;
        std::uint32_t count;
        std::uint32_t room;
    };

public:
    explicit remaining_arcs(memory_budget& budget) noexcept : rows_(budget), arcs_(budget) {}

    /// Takes memory for nodes without arcs; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        return rows_.assign_zeros(nodes) && arcs_.reserve(2 * arcs);
    }

    [[nodiscard]] const arc* begin(std::uint32_t node) const noexcept {
        return arcs_.data() + rows_[node].first;
    }
    [[nodiscard]] const arc* end(std::uint32_t node) const noexcept {
        return begin(node) + rows_[node].count;
    }
    [[nodiscard]] std::uint32_t count(std::uint32_t node) const noexcept {
        return rows_[node].count;
    }

    /// Adds an arc, or shortens that between the same nodes; false if there is no memory.
    [[nodiscard]] bool improve(std::uint32_t from, const arc& by) {
        arc* const end_of_row = arcs_.data() + rows_[from].first + rows_[from].count;
        arc* const known = std::find_if(end_of_row - rows_[from].count, end_of_row,
                                        [&](const arc& a) { return a.to == by.to; });
        if (known != end_of_row) {
            if (by.length < known->length) *known = by;
            return true;
        }
        return push(from, by);
    }

    /// Takes the arc to a node away, which there is.
    void remove(std::uint32_t from, std::uint32_t to) noexcept {
        arc* at = arcs_.data() + rows_[from].first;
        while (at->to != to) ++at;
        *at = arcs_[rows_[from].first + --rows_[from].count];
    }

private:
    [[nodiscard]] bool push(std::uint32_t from, const arc& added) {
        row& r = rows_[from];
        if (r.count == r.room) {
            const std::uint32_t room = r.room + r.room / 2 + 4;
            const std::size_t first = arcs_.size();
            while (arcs_.capacity() < first + room)
                if (!arcs_.grow()) return false;
            arcs_.set_size(first + room);
            std::copy_n(arcs_.data() + r.first, r.count, arcs_.data() + first);
            r.first = first;
            r.room = room;
        }
        arcs_[r.first + r.count++] = added;
        return true;
    }

    buffer<row> rows_;
    buffer<arc> arcs_;
};

/// What the graph to contract is like. An undirected one has each edge both ways at the same cost,
/// so that one array of arcs serves both directions. Its nodes have many neighbours, as on maps of
/// cells: they are weighed by the number of these, and only detours of two edges are looked for.
enum class arc_kind : bool { directed, undirected };

/// The arcs of both directions, and how high above contracted nodes each node stands. The arcs of a
/// contracted node stay with it, but for those the others have to it.
template <Cost C, arc_kind Kind>
struct core_graph {
    explicit core_graph(memory_budget& budget) noexcept
        requires(Kind == arc_kind::directed)
        : out(budget), in(budget), levels(budget), is_leaving(budget) {}
    explicit core_graph(memory_budget& budget) noexcept
        requires(Kind == arc_kind::undirected)
        : out(budget), in(out), levels(budget), is_leaving(budget) {}

    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        return out.prepare(nodes, arcs) && in.prepare(nodes, arcs) && levels.assign_zeros(nodes) &&
               is_leaving.assign_zeros(nodes);
    }
    [[nodiscard]] bool improve(std::uint32_t from, std::uint32_t to, way_length<C> length,
                               std::uint32_t middle = remaining_arc<C>::no_middle) {
        return out.improve(from, {to, middle, length}) && in.improve(to, {from, middle, length});
    }

    remaining_arcs<C> out;
    std::conditional_t<Kind == arc_kind::directed, remaining_arcs<C>, remaining_arcs<C>&> in;
    buffer<std::uint32_t> levels;
    buffer<unsigned char> is_leaving;  // or has left
};

/// An arc that takes the place of two.
template <Cost C>
struct shortcut {
    std::uint32_t from;
    std::uint32_t to;
    way_length<C> length;
};

/// Looks for paths that are no longer than those through a node. What is
/// not found in time is a shortcut that is not needed, which does no harm but to speed. One for
/// each thread.
template <Cost C, arc_kind Kind>
class witness_search {
    using graph = core_graph<C, Kind>;
    using arc = remaining_arc<C>;
    using length = way_length<C>;

public:
    explicit witness_search(memory_budget& budget) noexcept
        : labels_(budget), touched_(budget), heap_(budget) {}
    witness_search(const witness_search&) = delete;
    witness_search& operator=(const witness_search&) = delete;

    /// Takes memory for a graph; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes) { return labels_.assign(nodes, label{}); }

    /// Calls `take(shortcut)` for each that a node needs when it goes; false if memory was lacking.
    ///
    /// `most`  how many nodes a search may settle.
    template <class Take>
    [[nodiscard]] bool find(const graph& g, std::uint32_t node, std::uint32_t most, Take&& take) {
        has_memory_ = true;
        if constexpr (Kind == arc_kind::undirected) return find_beside(g, node, take), true;
        const arc* const ways_out = g.out.begin(node);
        const arc* const ways_out_end = g.out.end(node);
        for (const arc* in = g.in.begin(node); in != g.in.end(node); ++in) {
            length farthest{C{0}, 0};
            std::size_t wanted = 0;
            for (const arc* out = ways_out; out != ways_out_end; ++out) {
                if (out->to == in->to) continue;
                const length through = in->length + out->length;
                labels_[out->to].wanted = through;
                farthest = std::max(farthest, through);
                ++wanted;
            }
            if (wanted == 0) continue;
            search(g, in->to, node, farthest, wanted, most);
            for (const arc* out = ways_out; out != ways_out_end; ++out) {
                label& there = labels_[out->to];
                if (there.wanted.edges == 0) continue;
                if (there.wanted < there.so_far) take(shortcut<C>{in->to, out->to, there.wanted});
                there.wanted = {C{0}, 0};
            }
            for (const std::uint32_t n : touched_) labels_[n].so_far = length{};
            touched_.clear();
        }
        return has_memory_;
    }

private:
    /// The same where only detours of one edge or two count.
    template <class Take>
    void find_beside(const graph& g, std::uint32_t node, Take&& take) {
        const arc* const end = g.out.end(node);
        for (const arc* one = g.out.begin(node); one != end; ++one) {
            const arc* const first = g.out.begin(one->to);
            const arc* const last = g.out.end(one->to);
            for (const arc* a = first; a != last; ++a) {
                labels_[a->to].so_far = a->length;
                if (g.is_leaving[a->to] != 0) ++labels_[a->to].so_far.edges;  // as in `search`
            }
            labels_[node].so_far = {};
            for (const arc* other = one + 1; other != end; ++other) {
                const length through = one->length + other->length;
                if (!(through < labels_[other->to].so_far)) continue;
                const auto is_detour = [&](const arc& a) {
                    return !(through < labels_[a.to].so_far + a.length);
                };
                if (std::none_of(g.out.begin(other->to), g.out.end(other->to), is_detour))
                    take(shortcut<C>{one->to, other->to, through});
            }
            for (const arc* a = first; a != last; ++a) labels_[a->to].so_far = {};
        }
    }

    struct label {
        length so_far = {};
        length wanted = {C{0}, 0};
    };
    struct item {
        C cost;
        std::uint32_t node;
    };
    struct nearer {
        bool operator()(const item& a, const item& b) const noexcept { return a.cost < b.cost; }
    };

    void search(const graph& g, std::uint32_t from, std::uint32_t without, const length& farthest,
                std::size_t wanted, std::uint32_t most) {
        heap_.clear();
        labels_[from].so_far = {C{0}, 0};
        has_memory_ = touched_.push(from) && heap_.push({C{0}, from}) && has_memory_;
        while (!heap_.empty() && most-- != 0) {
            const item first = heap_.pop();
            if (first.cost > farthest.cost) return;
            length so_far = labels_[first.node].so_far;
            if (first.cost != so_far.cost) continue;  // it was queued twice
            if (g.is_leaving[first.node] != 0) {
                // It may count on the path over `without` in its turn, unless that is longer: so a
                // path over it must be shorter, which sums that were rounded cannot tell.
                if constexpr (std::floating_point<C>) continue;
                ++so_far.edges;
            }
            for (const arc *a = g.out.begin(first.node), *end = g.out.end(first.node); a != end;
                 ++a) {
                const length there = so_far + a->length;
                label& known = labels_[a->to];
                if (!(there < known.so_far) || farthest < there || a->to == without) continue;
                if (known.so_far.cost == infinite<C>)
                    has_memory_ = touched_.push(a->to) && has_memory_;
                const bool was_longer = known.wanted < known.so_far;
                known.so_far = there;
                if (was_longer && !(known.wanted < there) && --wanted == 0) return;
                has_memory_ = heap_.push({there.cost, a->to}) && has_memory_;
            }
        }
    }

    buffer<label> labels_;
    buffer<std::uint32_t> touched_;
    four_ary_heap<item, nearer> heap_;
    bool has_memory_ = true;
};

/// How thoroughly to contract, and where to stop.
struct contraction_limits {
    /// Nodes that a search for a detour round another may settle, when that is weighed and when it
    /// goes. In undirected graphs there are no such searches.
    std::uint32_t settled_for_priority = 60;
    std::uint32_t settled_for_contraction = 400;
    /// Nodes stay in the core while they have more neighbours than that.
    std::size_t core_neighbours = std::numeric_limits<std::size_t>::max();
};

/// Takes nodes out of a graph, in rounds: in each all that come before their neighbours. Where a
/// shortest path between two neighbours of a node led through it, an arc between these stays in its
/// place. What is found does not depend on the number of threads.
template <Cost C, arc_kind Kind = arc_kind::directed>
class hierarchy_builder {
public:
    /// An expansion is a node that is weighed or taken out.
    explicit hierarchy_builder(search_control& control, const contraction_limits& limits = {})
        : control_(control), limits_(limits) {}

    /// Takes memory for a graph without arcs; ends the search if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t arcs) {
        if (control_.options().threads > 1 && nodes > 1000) team_.start(control_.options().threads);
        control_.note_threads(team_.size());
        bool fits = graph_.prepare(nodes, arcs) && keys_.assign(nodes, unweighed) &&
                    candidates_.reserve(nodes) && is_candidate_.assign_zeros(nodes) &&
                    chosen_.reserve(nodes) && dirty_.reserve(nodes) && is_dirty_.assign(nodes, 1) &&
                    order_.reserve(nodes);
        for (unsigned i = 0; i < team_.size() && fits; ++i) {
            workers_.emplace_back(control_.budget(), team_.size() == 1 ? 0U : 1U << 16U);
            fits = workers_.back().search.prepare(nodes);
        }
        for (std::uint32_t n = 0; n < nodes && fits; ++n) consider(n);
        return control_.fits(fits);
    }

    /// Adds an edge of the graph; loops are left out.
    void add_edge(std::uint32_t from, std::uint32_t to, C cost) {
        if (from != to) (void)control_.fits(graph_.improve(from, to, {cost, 1}));
    }
    /// Takes an edge away that was added, both ways where the graph is undirected.
    void remove_edge(std::uint32_t from, std::uint32_t to) noexcept {
        graph_.out.remove(from, to);
        graph_.in.remove(to, from);
    }

    /// Takes all nodes out but for the core, unless a limit ends it.
    void run() {
        for (choose(); !(chosen_.empty() && dirty_.empty()) && control_.running(); choose()) {
            contract();
            update_priorities();
            tell_progress(order_.size());
        }
        if (control_.running()) tell_progress(keys_.size());
    }

    /// The nodes as they were taken out.
    [[nodiscard]] const buffer<std::uint32_t>& order() const noexcept { return order_; }
    /// With each node the arcs to and from those that were taken out after it or not at all.
    [[nodiscard]] const core_graph<C, Kind>& graph() const noexcept { return graph_; }

private:
    struct worker {
        worker(memory_budget& whole, std::uint64_t ahead) noexcept
            : budget(whole, ahead), search(budget), shortcuts(budget) {}

        memory_budget budget;
        witness_search<C, Kind> search;
        buffer<shortcut<C>> shortcuts;
    };
    /// The shortcuts that a thread found for one node.
    struct found {
        unsigned thread = 0;
        std::size_t first = 0;
        std::size_t last = 0;
    };

    void tell_progress(std::size_t done) const {
        search_progress* const progress = control_.options().progress;
        if (progress != nullptr) progress->advance(done, keys_.size());
    }

    /// Calls `work(i, worker)` for all numbers below `count`, as many at a time as limits allow;
    /// false if these ended it.
    template <class Work>
    [[nodiscard]] bool share(std::size_t count, Work work) {
        for (std::size_t done = 0; done < count;) {
            const auto now = static_cast<std::size_t>(control_.request_expansions(
                std::min<std::size_t>(count - done, std::size_t{1} << 16U)));
            if (now == 0) return false;
            constexpr std::size_t at_once = 16;
            const std::size_t end = done + now;
            bool has_memory = true;
            team_.for_each((now + at_once - 1) / at_once, [&](std::size_t block, unsigned thread) {
                const std::size_t first = done + block * at_once;
                for (std::size_t i = first; i < std::min(first + at_once, end); ++i)
                    if (!work(i, thread)) store_relaxed(has_memory, false);
            });
            control_.count_expanded(now);
            done = end;
            if (!control_.fits(has_memory)) return false;
        }
        return true;
    }

    /// Finds out how early nodes shall go.
    void update_priorities() {
        (void)share(dirty_.size(), [this](std::size_t i, unsigned thread) {
            const std::uint32_t node = dirty_[i];
            bool had_memory = true;
            std::uint64_t weight = 3 * std::uint64_t{graph_.out.count(node)} + graph_.levels[node];
            if constexpr (Kind == arc_kind::directed) {
                std::uint64_t added = 0;
                std::uint64_t added_edges = 0;
                had_memory = workers_[thread].search.find(
                    graph_, node, limits_.settled_for_priority, [&](const shortcut<C>& s) {
                        ++added;
                        added_edges += s.length.edges;
                    });
                std::uint64_t removed_edges = 1;
                for (const auto* arcs : {&graph_.out, &graph_.in})
                    for (const auto* a = arcs->begin(node); a != arcs->end(node); ++a)
                        removed_edges += a->length.edges;
                const std::uint64_t removed = 1 + graph_.out.count(node) + graph_.in.count(node);
                weight = 1000 * added / removed + 1000 * added_edges / removed_edges +
                         1000 * std::uint64_t{graph_.levels[node]};
            }
            // Of nodes that weigh the same the first is left to chance.
            keys_[node] = weight << 32U | static_cast<std::uint32_t>(node * 0x9E3779B1U);
            is_dirty_[node] = 0;
            return had_memory;
        });
        for (const std::uint32_t node : dirty_) {
            consider(node);
            for (const auto* a = graph_.out.begin(node); a != graph_.out.end(node); ++a)
                consider(a->to);
            if constexpr (Kind == arc_kind::undirected) continue;
            for (const auto* a = graph_.in.begin(node); a != graph_.in.end(node); ++a)
                consider(a->to);
        }
        dirty_.clear();
    }

    /// A node may come before all its neighbours now: it, or one of them, is not what it was.
    void consider(std::uint32_t node) noexcept {
        if (std::exchange(is_candidate_[node], 1) == 0) (void)candidates_.push(node);
    }
    /// The nodes that come before all their neighbours, none where these are many. Those whose
    /// surroundings changed are weighed again first.
    void choose() {
        chosen_.clear();
        for (const std::uint32_t node : candidates_) {
            is_candidate_[node] = 0;
            if (graph_.out.count(node) > limits_.core_neighbours) continue;
            if (keys_[node] != unweighed && !is_first(node)) continue;
            graph_.is_leaving[node] = is_dirty_[node] == 0;
            (void)(is_dirty_[node] == 0 ? chosen_ : dirty_).push(node);
        }
        candidates_.clear();
    }
    [[nodiscard]] bool is_first(std::uint32_t node) const noexcept {
        const std::uint64_t key = keys_[node];
        const auto is_later = [&](const remaining_arc<C>& a) { return keys_[a.to] > key; };
        return std::all_of(graph_.out.begin(node), graph_.out.end(node), is_later) &&
               (Kind == arc_kind::undirected ||
                std::all_of(graph_.in.begin(node), graph_.in.end(node), is_later));
    }

    void contract() {
        if (!control_.fits(found_.resize(chosen_.size()))) return;
        for (worker& w : workers_) w.shortcuts.clear();
        const auto most_edges = static_cast<std::uint32_t>(keys_.size());
        const bool is_done = share(chosen_.size(), [&](std::size_t i, unsigned thread) {
            worker& w = workers_[thread];
            found_[i] = {thread, w.shortcuts.size(), 0};
            bool had_room = true;
            const auto keep = [&](const shortcut<C>& s) {
                // One with more edges passes a node twice: no shortest path does.
                if (s.length.edges < most_edges) had_room = w.shortcuts.push(s) && had_room;
            };
            const bool had_memory =
                w.search.find(graph_, chosen_[i], limits_.settled_for_contraction, keep);
            found_[i].last = w.shortcuts.size();
            return had_memory && had_room;
        });
        if (!is_done) return;
        for (std::size_t i = 0; i < chosen_.size() && control_.running(); ++i)
            contract(chosen_[i], found_[i]);
    }
    void contract(std::uint32_t node, const found& its) {
        for (const auto* a = graph_.out.begin(node); a != graph_.out.end(node); ++a) {
            graph_.in.remove(a->to, node);
            raise(a->to, graph_.levels[node] + 1);
        }
        if constexpr (Kind == arc_kind::directed) {
            for (const auto* a = graph_.in.begin(node); a != graph_.in.end(node); ++a) {
                graph_.out.remove(a->to, node);
                raise(a->to, graph_.levels[node] + 1);
            }
        }
        for (std::size_t i = its.first; i < its.last; ++i) {
            const shortcut<C>& s = workers_[its.thread].shortcuts[i];
            if (!control_.fits(graph_.improve(s.from, s.to, s.length, node))) return;
        }
        (void)order_.push(node);
    }
    void raise(std::uint32_t node, std::uint32_t level) noexcept {
        graph_.levels[node] = std::max(graph_.levels[node], level);
        is_dirty_[node] = 1;
        consider(node);
    }

    static constexpr std::uint64_t unweighed = ~std::uint64_t{0};

    search_control& control_;
    contraction_limits limits_;
    core_graph<C, Kind> graph_{control_.budget()};
    buffer<std::uint64_t> keys_{control_.budget()};
    buffer<std::uint32_t> candidates_{control_.budget()};
    buffer<unsigned char> is_candidate_{control_.budget()};
    buffer<std::uint32_t> chosen_{control_.budget()};
    buffer<std::uint32_t> dirty_{control_.budget()};
    buffer<unsigned char> is_dirty_{control_.budget()};
    buffer<std::uint32_t> order_{control_.budget()};
    buffer<found> found_{control_.budget()};
    std::deque<worker> workers_;
    thread_team team_;
};

}  // namespace senda::detail
