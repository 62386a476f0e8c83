// SPDX-License-Identifier: MIT
// A stored graph made ready for costs that change, such as those of traffic.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/customizing/elimination_search.hpp>
#include <senda/detail/roads/dissection/nested_dissection.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// What customisation needs of a graph, whatever its costs.
struct customizable_arcs {
    explicit customizable_arcs(std::uint64_t most_bytes) noexcept : budget(most_bytes) {}

    static constexpr std::uint32_t loop = chordal_graph::none;

    memory_budget budget;
    chordal_graph graph{budget};
    /// Of each edge, twice its arc, and 1 if it leads down; or `loop`.
    buffer<std::uint32_t> arc_of{budget};
    std::optional<subtrees> parts;
};

/// Costs of edges in order.
template <class Costs>
concept EdgeCosts = requires(const Costs& costs, std::size_t i) {
    { costs.size() } -> std::convertible_to<std::size_t>;
    requires Cost<std::remove_cvref_t<decltype(costs[i])>>;
};

}  // namespace detail

/// A graph with one set of costs, made by `customizable_graph::customize`, which must outlive it.
/// Several threads may ask at once.
///
/// `C`  the costs of paths.
template <Cost C>
class customized_graph : public prepared {
    using search = detail::elimination_search<C>;

public:
    /// The costs of paths.
    using cost = C;

    /// Takes over costs: see `customizable_graph::customize`.
    ///
    /// `arcs`   of the graph; null if they are not ready,
    /// `ready`  and how their making ended.
    /// `costs`  one for each of its edges.
    /// `o`      limits, but for that of cost; a stop token; threads.
    template <detail::EdgeCosts Costs>
    customized_graph(const detail::customizable_arcs* arcs, senda::status ready, const Costs& costs,
                     const options& o)
        : prepared(ready), arcs_(arcs) {
        if (arcs != nullptr) customize(costs, o);
    }

    /// Takes over other costs in the same memory, while nobody asks; whether it came to the end.
    ///
    /// `costs`  one for each edge of the graph, as for `customizable_graph::customize`.
    /// `o`      limits, but for that of cost; a stop token; threads.
    template <detail::EdgeCosts Costs>
    bool customize(const Costs& costs, const options& o = {}) {
        if (arcs_ == nullptr) return false;
        spares_.clear();  // they refer to the arcs of before
        if (!detail::has_memory_for([&] {
                if (!kept_) kept_ = detail::lasting<arrays>(std::in_place, arcs_->graph);
                take_over(costs, o);
            }))
            status_ = status::memory_limit;
        return status_ == status::complete;
    }
    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return kept_ ? kept_->budget.used() : 0; }

    /// A shortest path between two nodes, as `dijkstra` finds it. The memory of a search is kept
    /// for the next.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token. An expansion is that of a node up the elimination tree.
    [[nodiscard]] result<std::uint32_t, C> path(std::uint32_t start, std::uint32_t goal,
                                                const options& o = {}) const;
    /// The cost of a shortest path alone; `infinite` if there is none, or the graph is not ready.
    /// Faster than with its nodes.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] C distance(std::uint32_t start, std::uint32_t goal) const;

    /// Its arcs, for searches of other kinds: none unless all costs were taken over.
    [[nodiscard]] detail::hierarchy_view<C> hierarchy() const noexcept {
        return *this ? kept_->costs.view() : detail::hierarchy_view<C>{};
    }

private:
    /// The costs of arcs, in a place of their own: searches refer to them.
    struct arrays {
        explicit arrays(const detail::chordal_graph& g) noexcept : costs(g, budget) {}

        memory_budget budget;
        detail::arc_costs<C> costs;
    };

    template <class Costs>
    void take_over(const Costs& costs, const options& o) {
        detail::search_control control(o);
        kept_->budget.set_limit(o.limits.bytes);
        detail::thread_team team;
        team.start(o.threads);
        control.note_threads(team.size());
        const std::uint32_t nodes = arcs_->graph.node_count();
        if (o.limits.expansions < nodes) {
            control.end(status::expansion_limit);
        } else if (control.fits(kept_->costs.prepare(team.size()))) {
            control.count_expanded(nodes);
            if (set_costs(costs, control) && kept_->costs.customize(*arcs_->parts, team, control))
                control.end(status::complete);
        }
        status_ = control.status();
        statistics_ = control.statistics();
        statistics_.bytes = kept_->budget.peak();
    }

    /// Puts the costs of edges on their arcs: of parallel ones the least.
    template <class Costs>
    [[nodiscard]] bool set_costs(const Costs& costs, detail::search_control& control) {
        for (std::size_t i = 0; i < arcs_->arc_of.size(); ++i) {
            if (i == costs.size()) break;  // edges without a cost are closed
            const auto given = static_cast<C>(costs[i]);
            if (is_negative(given)) {
                control.end(status::negative_cost);
                return false;
            }
            const std::uint32_t arc = arcs_->arc_of[i];
            if (arc == arcs_->loop || is_closed(given)) continue;
            auto& known = kept_->costs.cost(arc / 2);
            C& way = (arc & 1) == 0 ? known.up : known.down;
            way = std::min(way, given);
        }
        return true;
    }

    const detail::customizable_arcs* arcs_;  // null if they are not ready
    detail::lasting<arrays> kept_;
    mutable detail::search_pool<search> spares_;
};

/// A stored graph ready for many exact queries with costs that change:
/// `customizable_graph roads{g}; auto traffic = roads.customize(costs);`, `traffic.path(a, b)`
/// (J. Dibbelt, B. Strasser, D. Wagner, Customizable contraction hierarchies, 2016). What takes
/// longest, the order of its nodes, depends on where edges lead and not on what they cost; taking
/// over new costs takes a small part of that. The graph must outlive it and not change.
///
/// `Weight`  that of the graph's edges.
template <class Weight>
class customizable_graph : public prepared {
    friend struct detail::file_of<customizable_graph>;
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;

public:
    /// Orders the nodes by nested dissection, and finds the arcs that any costs may need.
    ///
    /// `g`  the graph.
    /// `o`  limits, but for that of cost; a stop token; threads, whose number changes nothing but
    ///      the time; progress, in nodes that have their place in the order.
    explicit customizable_graph(const csr<Weight>& g, const options& o = {})
        : customizable_graph(g, o, {}) {}

    /// How many pairs of nodes have an arc between them.
    [[nodiscard]] std::size_t arc_count() const noexcept {
        return arcs_ ? arcs_->graph.arc_count() : 0;
    }
    /// The bytes that it keeps.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return arcs_ ? arcs_->budget.used() : 0; }

    /// The graph with its own costs.
    ///
    /// `o`  limits, but for that of cost; a stop token; threads, whose number changes nothing but
    ///      the time. Each node counts as an expansion.
    [[nodiscard]] auto customize(const options& o = {}) const {
        using weight = std::conditional_t<has_weights, Weight, steps>;
        const struct {
            detail::csr_rows<Weight> rows;
            std::size_t count;
            [[nodiscard]] std::size_t size() const noexcept { return count; }
            [[nodiscard]] weight operator[]([[maybe_unused]] std::size_t i) const noexcept {
                if constexpr (has_weights) return rows.edges[i].cost;
                return weight(1);
            }
        } own{graph_->edge_rows(), graph_->edge_count()};
        return customize(own, o);
    }
    /// The graph with other costs.
    ///
    /// `costs`  one for each edge, in the order of the nodes that they leave and then in that in
    ///          which they were given to the graph; `infinite` for one that is closed, as those
    ///          are that are left out at the end.
    /// `o`      as above.
    template <detail::EdgeCosts Costs>
    [[nodiscard]] auto customize(const Costs& costs, const options& o = {}) const {
        using weight = std::remove_cvref_t<decltype(costs[0])>;
        return customized_graph<path_cost<weight>>(ready(), status_, costs, o);
    }

private:
    /// By an order of its nodes that was found before, or by one that is to be found.
    customizable_graph(const csr<Weight>& g, const options& o,
                       std::span<const std::uint32_t> known_order)
        : graph_(&g) {
        const bool had_memory = detail::has_memory_for([&] {
            arcs_ = detail::lasting<detail::customizable_arcs>(std::in_place, o.limits.bytes);
            detail::search_control control(o);
            if (control.fits(detail::has_memory_for([&] { return make(o, control, known_order); })))
                control.end(status::complete);
            status_ = control.status();
            statistics_ = control.statistics();
        });
        if (!had_memory) status_ = status::memory_limit;
        if (!arcs_) return;
        arcs_->budget.give(working_);
        statistics_.bytes = arcs_->budget.peak();
    }

    /// Null if it is not ready.
    [[nodiscard]] const detail::customizable_arcs* ready() const noexcept {
        return *this ? &*arcs_ : nullptr;
    }

    /// Whether it is made; if not, a limit ended it, or there was no memory.
    [[nodiscard]] bool make(const options& o, detail::search_control& control,
                            std::span<const std::uint32_t> known_order);

    [[nodiscard]] bool find_arcs_of_edges() {
        const auto rows = graph_->edge_rows();
        const detail::chordal_graph& g = arcs_->graph;
        if (!arcs_->arc_of.reserve(graph_->edge_count())) return false;
        for (std::uint32_t n = 0; n < rows.node_count; ++n) {
            for (std::size_t i = rows.offsets[n]; i < rows.offsets[n + 1]; ++i) {
                const std::uint32_t from = g.rank_of[n];
                const std::uint32_t to = g.rank_of[rows.edges[i].to];
                const std::uint32_t arc = from == to  ? arcs_->loop
                                          : from < to ? g.arc(from, to) * 2
                                                      : g.arc(to, from) * 2 + 1;
                (void)arcs_->arc_of.push(arc);
            }
        }
        return true;
    }

    const csr<Weight>* graph_;
    std::uint64_t working_ = 0;                        // bytes that are taken while it is made
    detail::lasting<detail::customizable_arcs> arcs_;  // to which customised graphs refer
};

// Outside of the class, so that the library senda::compiled can have them.
template <class Weight>
bool customizable_graph<Weight>::make(const options& o, detail::search_control& control,
                                      std::span<const std::uint32_t> known_order) {
    detail::thread_team team;
    team.start(o.threads);
    control.note_threads(team.size());
    const std::uint64_t working = detail::nested_dissection::bytes_needed(
        graph_->node_count(), graph_->edge_count(), team.size());
    // Places in rows are counted in 32 bits.
    const bool is_small = graph_->edge_count() < detail::chordal_graph::none / 2;
    if (!is_small || !arcs_->budget.take(working)) return false;
    working_ = working;
    const auto both_ways = detail::plain_graph::of(graph_->edge_rows());
    std::vector<std::uint32_t> order(known_order.begin(), known_order.end());
    if (order.empty())
        order = detail::nested_dissection(control, team, o.progress).order(both_ways);
    if (!control.poll() || !detail::elimination(control, arcs_->graph).run(both_ways, order))
        return false;
    if (!find_arcs_of_edges()) return false;
    arcs_->parts.emplace(arcs_->graph);
    return true;
}

template <Cost C>
auto customized_graph<C>::path(std::uint32_t start, std::uint32_t goal, const options& o) const
    -> result<std::uint32_t, C> {
    if (!*this) {
        return {{.status = status_,
                 .statistics = {.engine = engine_kind::elimination},
                 .engine = detail::engine_name(engine_kind::elimination).text}};
    }
    return spares_.ask(kept_->costs, start, goal, o, [](const search& s) { return s.result(); });
}

template <Cost C>
C customized_graph<C>::distance(std::uint32_t start, std::uint32_t goal) const {
    if (!*this) return infinite<C>;
    return spares_.ask(kept_->costs, start, goal, {}, [](const search& s) { return s.cost(); });
}

#if SENDA_COMPILED
extern template class customizable_graph<unweighted>;
extern template class customizable_graph<int>;
extern template class customizable_graph<double>;
extern template class customized_graph<int>;
extern template class customized_graph<double>;
#endif

}  // namespace senda
