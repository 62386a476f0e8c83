// SPDX-License-Identifier: MIT
// A stored graph made ready for costs that change, such as those of traffic.
#pragma once

#include <senda/detail/contract/spare_searches.hpp>
#include <senda/detail/roads/customizing/arc_costs.hpp>
#include <senda/detail/roads/customizing/chordal_graph.hpp>
#include <senda/detail/roads/customizing/elimination_search.hpp>
#include <senda/detail/roads/dissection/nested_dissection.hpp>
#include <senda/detail/roads/dissection/plain_graph.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// What customisation needs of a graph, whatever its costs.
struct customizable_arcs {
    explicit customizable_arcs(memory_budget& budget) noexcept : graph(budget), arc_of(budget) {}

    static constexpr std::uint32_t loop = chordal_graph::none;

    chordal_graph graph;
    buffer<std::uint32_t> arc_of;  ///< of each edge, twice its arc, and 1 if it leads down; or loop
    std::optional<subtrees> parts;
    senda::status status = status::running;  ///< `complete` if all is there
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
class customized_graph {
    using search = detail::elimination_search<C>;

public:
    /// The costs of paths.
    using cost = C;

    /// Takes over costs: see `customizable_graph::customize`.
    ///
    /// `arcs`   of the graph.
    /// `costs`  one for each of its edges.
    /// `o`      limits, but for that of cost; a stop token; threads.
    template <detail::EdgeCosts Costs>
    customized_graph(const detail::customizable_arcs& arcs, const Costs& costs, const options& o)
        : arcs_(arcs), costs_(arcs.graph, budget_) {
        customize(costs, o);
    }
    customized_graph(const customized_graph&) = delete;
    customized_graph& operator=(const customized_graph&) = delete;

    /// Takes over other costs in the same memory, while nobody asks; whether it came to the end.
    ///
    /// `costs`  one for each edge of the graph, as for `customizable_graph::customize`.
    /// `o`      limits, but for that of cost; a stop token; threads.
    template <detail::EdgeCosts Costs>
    bool customize(const Costs& costs, const options& o = {}) {
        while (search* const old = spares_.take()) delete old;  // they refer to the arcs of before
        if (!detail::has_memory_for([&] {
                take_over(costs, o);
                return true;
            }))
            status_ = status::memory_limit;
        return status_ == status::complete;
    }
    /// `complete` if all costs were taken over; otherwise what ended it: a limit, the stop token,
    /// or a cost below zero. Then each query ends with that.
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    /// Whether all costs were taken over.
    [[nodiscard]] explicit operator bool() const noexcept { return status_ == status::complete; }
    /// What it took.
    [[nodiscard]] const senda::statistics& statistics() const noexcept { return statistics_; }
    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return budget_.used(); }

    /// A shortest path between two nodes, as `dijkstra` finds it. The memory of a search is kept
    /// for the next.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token. An expansion is that of a node up the elimination tree.
    [[nodiscard]] result<std::uint32_t, C> shortest(std::uint32_t start, std::uint32_t goal,
                                                    const options& o = {}) const {
        return answer(start, goal, o, [](const search& s) { return s.result(); });
    }
    /// What a shortest path costs; `infinite` if there is none. Faster than with its nodes.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] C distance(std::uint32_t start, std::uint32_t goal) const {
        return answer(start, goal, {}, [](const search& s) { return s.cost(); });
    }

    /// Its arcs, for searches of other kinds: none unless all costs were taken over.
    [[nodiscard]] detail::hierarchy_view<C> hierarchy() const noexcept {
        return *this ? costs_.view() : detail::hierarchy_view<C>{};
    }

private:
    template <class Costs>
    void take_over(const Costs& costs, const options& o) {
        detail::search_control control(o);
        budget_.set_limit(o.limits.bytes);
        detail::thread_team team;
        team.start(o.threads);
        control.note_threads(team.size());
        const std::uint32_t nodes = arcs_.graph.node_count();
        if (arcs_.status != status::complete) {
            control.end(arcs_.status);
        } else if (o.limits.expansions < nodes) {
            control.end(status::expansion_limit);
        } else if (control.fits(costs_.prepare(team.size()))) {
            control.count_expanded(nodes);
            if (set_costs(costs, control) && costs_.customize(*arcs_.parts, team, control))
                control.end(status::complete);
        }
        status_ = control.status();
        statistics_ = control.statistics();
        statistics_.bytes = budget_.peak();
    }

    /// Puts the costs of edges on their arcs: of parallel ones the least.
    template <class Costs>
    [[nodiscard]] bool set_costs(const Costs& costs, detail::search_control& control) {
        for (std::size_t i = 0; i < arcs_.arc_of.size(); ++i) {
            if (i == costs.size()) break;  // edges without a cost are closed
            const auto given = static_cast<C>(costs[i]);
            if (is_negative(given)) {
                control.end(status::negative_cost);
                return false;
            }
            const std::uint32_t arc = arcs_.arc_of[i];
            if (arc == arcs_.loop || is_closed(given)) continue;
            auto& known = costs_.cost(arc / 2);
            C& way = (arc & 1) == 0 ? known.up : known.down;
            way = std::min(way, given);
        }
        return true;
    }

    template <class Read>
    [[nodiscard]] auto answer(std::uint32_t start, std::uint32_t goal, const options& o,
                              Read read) const {
        const auto make = [&] { return search(costs_, status_, start, goal, o); };
        // A limit on memory means that of this search alone.
        if (o.limits.bytes != limits{}.bytes) {
            search once = make();
            once.run();
            return read(once);
        }
        search* kept = spares_.take();
        if (kept != nullptr) {
            kept->restart(start, goal, o);
        } else {
            kept = new search(make());
        }
        kept->run();
        auto found = read(*kept);
        spares_.give(kept);
        return found;
    }

    const detail::customizable_arcs& arcs_;
    memory_budget budget_;
    detail::arc_costs<C> costs_;
    senda::status status_ = status::running;
    senda::statistics statistics_;
    mutable detail::spare_searches<search> spares_;
};

/// A stored graph ready for many exact queries with costs that change:
/// `customizable_graph roads{g}; auto traffic = roads.customize(costs); traffic.shortest(a, b)`
/// (J. Dibbelt, B. Strasser, D. Wagner, Customizable contraction hierarchies, 2016). What takes
/// longest, the order of its nodes, depends on where edges lead and not on what they cost; taking
/// over new costs takes a small part of that. The graph must outlive it and not change.
///
/// `Weight`  that of the graph's edges.
template <class Weight>
class customizable_graph {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;

public:
    /// Orders the nodes by nested dissection, and finds the arcs that any costs may need.
    ///
    /// `g`  the graph.
    /// `o`  limits, but for that of cost; a stop token; threads, whose number changes nothing but
    ///      the time; progress, in nodes that have their place in the order.
    explicit customizable_graph(const csr<Weight>& g, const options& o = {})
        : graph_(g), budget_(o.limits.bytes), arcs_(budget_) {
        const bool had_memory = detail::has_memory_for([&] {
            detail::search_control control(o);
            if (control.fits(detail::has_memory_for([&] { return make(o, control); })))
                control.end(status::complete);
            arcs_.status = control.status();
            statistics_ = control.statistics();
            return true;
        });
        if (!had_memory) arcs_.status = status::memory_limit;
        budget_.give(working_);
        statistics_.bytes = budget_.peak();
    }
    customizable_graph(const customizable_graph&) = delete;
    customizable_graph& operator=(const customizable_graph&) = delete;

    /// `complete` if it is ready; otherwise what ended it: a limit or the stop token.
    [[nodiscard]] senda::status status() const noexcept { return arcs_.status; }
    /// Whether it is ready.
    [[nodiscard]] explicit operator bool() const noexcept { return status() == status::complete; }
    /// What it took. An expansion is that of a node that was eliminated.
    [[nodiscard]] const senda::statistics& statistics() const noexcept { return statistics_; }
    /// How many pairs of nodes have an arc between them.
    [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.graph.arc_count(); }
    /// The bytes that it keeps.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return budget_.used(); }

    /// The graph with its own costs.
    ///
    /// `o`  limits, but for that of cost; a stop token; threads, whose number changes nothing but
    ///      the time. Each node counts as an expansion.
    [[nodiscard]] auto customize(const options& o = {}) const {
        if constexpr (has_weights) {
            const struct {
                const detail::csr_half_edge<Weight>* edges;
                std::size_t count;
                [[nodiscard]] std::size_t size() const noexcept { return count; }
                [[nodiscard]] Weight operator[](std::size_t i) const noexcept {
                    return edges[i].cost;
                }
            } own{graph_.edge_rows().edges, graph_.edge_count()};
            return customized_graph<path_cost<Weight>>(arcs_, own, o);
        } else {
            const struct {
                std::size_t count;
                [[nodiscard]] std::size_t size() const noexcept { return count; }
                [[nodiscard]] steps operator[](std::size_t) const noexcept { return 1; }
            } ones{graph_.edge_count()};
            return customized_graph<steps>(arcs_, ones, o);
        }
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
        return customized_graph<path_cost<weight>>(arcs_, costs, o);
    }

private:
    /// Whether it is made; if not, a limit ended it, or there was no memory.
    [[nodiscard]] bool make(const options& o, detail::search_control& control) {
        detail::thread_team team;
        team.start(o.threads);
        control.note_threads(team.size());
        const std::uint64_t working = detail::nested_dissection::bytes_needed(
            graph_.node_count(), graph_.edge_count(), team.size());
        // Places in rows are counted in 32 bits.
        const bool is_small = graph_.edge_count() < detail::chordal_graph::none / 2;
        if (!is_small || !budget_.take(working)) return false;
        working_ = working;
        const auto both_ways = detail::plain_graph::of(graph_.edge_rows());
        detail::nested_dissection dissection(control, team, o.progress);
        const std::vector<std::uint32_t> order = dissection.order(both_ways);
        if (!control.may_wait() || !detail::elimination(control, arcs_.graph).run(both_ways, order))
            return false;
        if (!find_arcs_of_edges()) return false;
        arcs_.parts.emplace(arcs_.graph);
        return true;
    }

    [[nodiscard]] bool find_arcs_of_edges() {
        const auto rows = graph_.edge_rows();
        const detail::chordal_graph& g = arcs_.graph;
        if (!arcs_.arc_of.reserve(graph_.edge_count())) return false;
        for (std::uint32_t n = 0; n < rows.node_count; ++n) {
            for (std::size_t i = rows.first[n]; i < rows.first[n + 1]; ++i) {
                const std::uint32_t from = g.rank_of[n];
                const std::uint32_t to = g.rank_of[rows.edges[i].to];
                const std::uint32_t arc = from == to  ? arcs_.loop
                                          : from < to ? g.arc(from, to) * 2
                                                      : g.arc(to, from) * 2 + 1;
                (void)arcs_.arc_of.push(arc);
            }
        }
        return true;
    }

    const csr<Weight>& graph_;
    memory_budget budget_;
    std::uint64_t working_ = 0;  // bytes that are taken while it is made
    detail::customizable_arcs arcs_;
    senda::statistics statistics_;
};

}  // namespace senda
