// SPDX-License-Identifier: MIT
// Tables of distances in a prepared graph, and the nearest nodes of a set.
#pragma once

#include <senda/detail/core/cost_matrix.hpp>
#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace senda::detail {

/// The nodes from which arcs lead down to some targets, with these arcs: what is left of the
/// hierarchy when only paths to the targets matter (D. Delling, A. Goldberg, R. Werneck, Faster
/// batched shortest paths in road networks, 2011).
template <Cost C>
class targets_below {
    struct arc {
        std::uint32_t from;  // the place of the higher node
        C cost;
    };

public:
    explicit targets_below(memory_budget& budget) noexcept
        : nodes_(budget), first_(budget), arcs_(budget) {}

    [[nodiscard]] bool prepare(std::size_t nodes) { return nodes_.prepare(nodes); }
    /// Adds a target, which may be `no_rank`; false if memory is lacking.
    [[nodiscard]] bool add(const hierarchy_view<C>& h, std::uint32_t rank) {
        return rank == no_rank || nodes_.add(h.backward, rank);
    }
    /// Copies the arcs once all targets are there; false if memory is lacking, or `control` has
    /// ended it.
    [[nodiscard]] bool finish(const hierarchy_view<C>& h, search_control& control) {
        if (!first_.reserve(size() + 1) || !first_.push(0U)) return false;
        for (std::size_t place = 0; place < size(); ++place) {
            if (!control.tick()) return false;
            const std::size_t rank = nodes_[place];
            for (std::uint32_t i = h.backward.first[rank]; i < h.backward.first[rank + 1]; ++i) {
                const auto& up = h.backward.arcs[i];
                if (is_closed(up.cost)) continue;
                const auto from = static_cast<std::uint32_t>(nodes_.place(up.to));
                if (!arcs_.push(arc{from, up.cost})) return false;
            }
            if (!first_.push(static_cast<std::uint32_t>(arcs_.size()))) return false;
        }
        return true;
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.size(); }
    /// The place of a target.
    [[nodiscard]] std::size_t place(std::uint32_t rank) const noexcept {
        return nodes_.place(rank);
    }

    /// Writes the least costs of all its nodes, by place: of paths that go up, as was searched, and
    /// then down. False if `control` has ended it.
    template <std::size_t Lanes>
    [[nodiscard]] bool sweep(const upward_search<C, Lanes>& up, cost_lanes<C, Lanes>* costs,
                             search_control& control) const {
        constexpr std::size_t between_looks = 4096;  // nodes, at the clock and the stop token
        cost_lanes<C, Lanes> unreached;
        unreached.fill(infinite<C>);
        for (std::size_t place = 0; place < size(); ++place) {
            if (place % between_looks == 0 && !control.poll()) return false;
            const auto* const begin = up.find(nodes_[place]);
            cost_lanes<C, Lanes> least = begin != nullptr ? *begin : unreached;
            for (std::uint32_t i = first_[place]; i < first_[place + 1]; ++i)
                relax(least, costs[arcs_[i].from], arcs_[i].cost);
            costs[place] = least;
        }
        return true;
    }

private:
    upward_closure nodes_;
    buffer<std::uint32_t> first_;  // arc of each place
    buffer<arc> arcs_;
};

}  // namespace senda::detail

namespace senda {

/// A node and how far it is.
template <Cost C>
struct node_distance {
    /// The node.
    std::uint32_t node;
    /// The least cost of a path to it, or from it.
    C cost;

    friend bool operator==(const node_distance&, const node_distance&) = default;
};

/// The nearest of a set of nodes: `found` if they are as many as were asked for, `complete` if no
/// more can be reached, `exhausted` if none can, otherwise what stopped the search.
template <Cost C>
struct nearest_nodes : answer {
    /// The nearest first, of those that are equally near the lower number.
    std::vector<node_distance<C>> nodes = {};
};

/// A set of nodes of a prepared graph, made ready to be asked for those nearest to any node:
/// `nearest_of stations{roads, nodes};` and then `stations.from(home, 3)`.
///
/// `P`  a prepared graph, which must outlive it and stay as it is.
template <class P>
    requires detail::HierarchyOwner<P>
class nearest_of : public prepared {
public:
    /// The costs of paths: those of the graph.
    using cost = typename P::cost;

    /// Searches from each of the nodes, both ways.
    ///
    /// `p`      the prepared graph.
    /// `nodes`  a range of nodes; those that come twice or are not in the graph are left out.
    /// `o`      limits, but for that of cost; a stop token.
    template <class Nodes = std::initializer_list<std::uint32_t>>
        requires detail::RangeOf<Nodes, std::uint32_t>
    explicit nearest_of(const P& p, const Nodes& nodes, const options& o = {})
        : hierarchy_(p.hierarchy()), control_(o, engine_kind::contraction) {
        if (p.status() != status::complete) control_.end(p.status());
        nodes_.assign(std::begin(nodes), std::end(nodes));
        std::sort(nodes_.begin(), nodes_.end());
        nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
        while (!nodes_.empty() && nodes_.back() >= hierarchy_->node_count) nodes_.pop_back();
        const detail::hierarchy_view<cost>& h = hierarchy_;
        if (control_.fits(control_.budget().take(nodes_.size() * sizeof(std::uint32_t))) &&
            from_.make(h, nodes_, h.backward, h.forward, control_) &&
            to_.make(h, nodes_, h.forward, h.backward, control_))
            control_.end(status::complete);
        status_ = control_.status();
        statistics_ = control_.statistics();
        bytes_ = control_.budget().used();
    }

    /// The nodes, in ascending order.
    [[nodiscard]] const std::vector<std::uint32_t>& nodes() const noexcept { return nodes_; }
    /// How many bytes it keeps, besides the memory of searches.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The nodes of the set that are nearest on the way from a node, itself included if it is one
    /// of them. Several threads may ask at once.
    ///
    /// `source`  where paths begin.
    /// `count`   how many are wanted.
    /// `o`       limits, a stop token.
    [[nodiscard]] nearest_nodes<cost> from(std::uint32_t source, std::size_t count,
                                           const options& o = {}) const {
        return ask(source, count, hierarchy_->forward, from_, o);
    }
    /// The nodes of the set from which it is nearest to a node. Several threads may ask at once.
    ///
    /// `target`  where paths end.
    /// `count`   how many are wanted.
    /// `o`       limits, a stop token.
    [[nodiscard]] nearest_nodes<cost> to(std::uint32_t target, std::size_t count,
                                         const options& o = {}) const {
        return ask(target, count, hierarchy_->backward, to_, o);
    }

private:
    using search = detail::bucket_search<cost>;
    using buckets = detail::node_buckets<cost>;

    template <class Arcs>
    [[nodiscard]] nearest_nodes<cost> ask(std::uint32_t node, std::size_t count, const Arcs& up,
                                          const buckets& way, const options& o) const {
        nearest_nodes<cost> r;
        r.status = status();
        if (!*this) return r;
        const typename detail::search_pool<search>::lease kept(spares_, o,
                                                               [&] { return new search(o); });
        kept->restart(o);
        kept->run(hierarchy_->node_count, up, detail::rank_in(*hierarchy_, node), way,
                  nodes_.size(), std::min(count, nodes_.size()));
        for (const auto& nearby : kept->nearest())
            r.nodes.push_back({nodes_[nearby.member], nearby.cost});
        r.status = kept->control().status();
        if (r.status == status::exhausted && !r.nodes.empty()) r.status = status::complete;
        r.statistics = kept->control().statistics();
        return r;
    }

    detail::emptied<detail::hierarchy_view<cost>> hierarchy_;
    std::vector<std::uint32_t> nodes_;
    detail::movable_control control_;  // of the making, with the memory of what was made
    buckets from_{control_.budget()};
    buckets to_{control_.budget()};
    detail::emptied<std::uint64_t> bytes_;
    mutable detail::search_pool<search> spares_;
};

template <class P, class Nodes = std::initializer_list<std::uint32_t>>
nearest_of(const P&, const Nodes&, const options& = {}) -> nearest_of<P>;

namespace detail {

/// Searches from a few sources at a time, side by side in vectors.
template <Cost C, std::size_t Lanes>
class row_search {
public:
    explicit row_search(const options& o) : control_(o, engine_kind::contraction) {}

    /// Starts again with other options.
    void restart(const options& o) {
        control_.set_options(o);
        control_.restart();
    }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// Fills rows of costs, `row_of(i)` for each source; `found`, `exhausted` if some targets
    /// cannot be reached, `cost_limit` if some cost more than they may; else what ended it.
    ///
    /// `places`  those of the targets, `no_rank` for one that is not in the graph.
    template <class RowOf>
    [[nodiscard]] status fill(const hierarchy_view<C>& h, const targets_below<C>& below,
                              std::span<const std::uint32_t> places,
                              std::span<const std::uint32_t> sources, const RowOf& row_of) {
        std::array<std::uint32_t, Lanes> ranks;
        for (std::size_t i = 0; i < sources.size(); ++i) ranks[i] = rank_in(h, sources[i]);
        if (!control_.running() ||
            !control_.fits(
                up_.run(h.node_count, h.forward, std::span(ranks).first(sources.size())) &&
                down_.reserve(below.size())) ||
            !may_expand_all(control_, up_.size() + below.size()))
            return control_.status();
        control_.count_generated(up_.arc_count() + below.arc_count());
        if (!below.sweep(up_, down_.data(), control_)) return control_.status();

        const C most = control_.limits().cost.template most<C>();
        std::array<C*, Lanes> rows;
        for (std::size_t i = 0; i < sources.size(); ++i) rows[i] = row_of(i).data();
        status ending = status::found;
        for (std::size_t column = 0; column < places.size(); ++column) {
            if (!control_.tick()) return control_.status();
            if (places[column] == no_rank) {
                if (ending == status::found) ending = status::exhausted;
                continue;
            }
            const cost_lanes<C, Lanes>& here = down_.data()[places[column]];
            for (std::size_t i = 0; i < sources.size(); ++i) {
                if (here[i] <= most) {
                    rows[i][column] = here[i];
                } else if (here[i] != infinite<C>) {
                    ending = status::cost_limit;
                } else if (ending == status::found) {
                    ending = status::exhausted;
                }
            }
        }
        return ending;
    }

private:
    search_control control_;
    upward_search<C, Lanes> up_{control_.budget()};
    buffer<cost_lanes<C, Lanes>> down_{control_.budget()};
};

}  // namespace detail

/// Targets in a prepared graph, made ready once for rows of distances from any source:
/// `prepared_targets shops{roads, nodes};` and then `shops.costs_from(home)`.
///
/// `P`  a prepared graph, which must outlive the targets and stay as it is.
template <class P>
    requires detail::HierarchyOwner<P>
class prepared_targets : public prepared {
public:
    /// The costs of paths: those of the graph.
    using cost = typename P::cost;

    /// Finds the part of the graph that leads down to the targets.
    ///
    /// `p`        the prepared graph.
    /// `targets`  a range of nodes; some may be the same, or not in the graph.
    /// `o`        limits, a stop token.
    template <class Targets = std::initializer_list<std::uint32_t>>
        requires detail::RangeOf<Targets, std::uint32_t>
    explicit prepared_targets(const P& p, const Targets& targets, const options& o = {})
        : hierarchy_(p.hierarchy()), control_(o, engine_kind::contraction) {
        if (p.status() != status::complete) control_.end(p.status());
        if (control_.running()) make(targets);
        status_ = control_.status();
        statistics_ = control_.statistics();
        bytes_ = control_.budget().used();
    }

    /// How many bytes it keeps, besides the memory of searches.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// How many targets there are.
    [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

    /// The least costs from a node to each target. Several threads may ask at once.
    ///
    /// `source`  where paths begin.
    /// `o`       limits, a stop token.
    [[nodiscard]] target_costs<cost> costs_from(std::uint32_t source, const options& o = {}) const {
        target_costs<cost> r;
        options left = o;
        if (!detail::take_costs<cost>(left.limits, size())) {
            r.status = status::memory_limit;
            return r;
        }
        r.costs.assign(size(), infinite<cost>);
        fill<1>(std::span(&source, 1), [&](std::size_t) { return std::span(r.costs); }, left, r);
        r.statistics.bytes += size() * sizeof(cost);
        return r;
    }

    /// The least costs from each of some nodes to each target. Up to 32 sources are searched from
    /// at a time; `statistics.expanded` counts a node once for all of them.
    ///
    /// `sources`  a range of nodes, one for each row.
    /// `o`        limits, a stop token; threads, which share the rows if neither expansions nor
    ///            bytes are limited: the answer is the same.
    template <class Sources = std::initializer_list<std::uint32_t>>
        requires detail::RangeOf<Sources, std::uint32_t>
    [[nodiscard]] cost_matrix<cost> matrix_from(const Sources& sources,
                                                const options& o = {}) const {
        const std::vector<std::uint32_t> nodes(std::begin(sources), std::end(sources));
        cost_matrix<cost> m;
        options left = o;
        if (!detail::take_matrix<cost>(left.limits, nodes.size(), size())) {
            m.status = status::memory_limit;
            return m;
        }
        m.resize(nodes.size(), size());
        const auto row_of = [&](std::size_t row) { return m.costs_from(row); };
        if (nodes.size() < worth_lanes) {
            fill<1>(nodes, row_of, left, m);
        } else {
            fill<at_once>(nodes, row_of, left, m);
        }
        m.statistics.bytes += detail::matrix_bytes<cost>(nodes.size(), size());
        return m;
    }

private:
    static constexpr std::size_t at_once = 32;     // sources, side by side in vectors
    static constexpr std::size_t worth_lanes = 6;  // how many are faster side by side

    template <class Targets>
    void make(const Targets& targets) {
        if (!control_.fits(below_.prepare(hierarchy_->node_count))) return;
        for (const auto& target : targets) {
            const std::uint32_t rank = detail::rank_in(*hierarchy_, std::uint32_t(target));
            const std::size_t before = below_.size();
            if (!control_.fits(below_.add(*hierarchy_, rank)) || !control_.tick()) return;
            for (std::size_t i = before; i < below_.size(); ++i)
                if (!control_.may_expand()) return;
        }
        if (!control_.fits(below_.finish(*hierarchy_, control_))) return;
        control_.count_generated(below_.arc_count());
        const std::size_t count = detail::length_of(targets);
        if (!control_.fits(control_.budget().take(count * sizeof(std::uint32_t)))) return;
        places_.reserve(count);
        for (const auto& target : targets) {
            if (!control_.tick()) return;
            const std::uint32_t rank = detail::rank_in(*hierarchy_, std::uint32_t(target));
            places_.push_back(
                rank == detail::no_rank ? rank : static_cast<std::uint32_t>(below_.place(rank)));
        }
        control_.end(status::complete);
    }

    template <std::size_t Lanes>
    using pool = detail::search_pool<detail::row_search<cost, Lanes>>;

    /// A search that a thread has for as long as it fills rows.
    template <std::size_t Lanes>
    struct worker : pool<Lanes>::lease {
        worker(pool<Lanes>& spares, const options& o)
            : pool<Lanes>::lease(spares, o,
                                 [&] { return new detail::row_search<cost, Lanes>(o); }) {
            (*this)->restart(o);
        }
        [[nodiscard]] senda::statistics statistics() const { return (*this)->statistics(); }
    };

    /// Fills rows of costs, `row_of(i)` for each source, and says how that ended.
    template <std::size_t Lanes, class RowOf, class Answer>
    void fill(std::span<const std::uint32_t> sources, const RowOf& row_of, const options& o,
              Answer& answer) const {
        answer.status = status();
        answer.statistics.engine = engine_kind::contraction;
        if (!*this) return;
        answer.status = detail::completed(detail::share_rows<worker<Lanes>>(
            (sources.size() + Lanes - 1) / Lanes, o, answer.statistics,
            [&](std::optional<worker<Lanes>>& own, const options& left) {
                if constexpr (Lanes == 1) {
                    own.emplace(single_, left);
                } else {
                    own.emplace(together_, left);
                }
            },
            [&](worker<Lanes>& own, std::size_t block) {
                const std::size_t first = block * Lanes;
                return own->fill(*hierarchy_, below_, places_,
                                 sources.subspan(first, std::min(Lanes, sources.size() - first)),
                                 [&](std::size_t i) { return row_of(first + i); });
            }));
    }

    detail::emptied<detail::hierarchy_view<cost>> hierarchy_;
    detail::movable_control control_;  // of the making, with the memory of what was made
    detail::targets_below<cost> below_{control_.budget()};
    detail::emptied<std::uint64_t> bytes_;
    std::vector<std::uint32_t> places_;  // of each target; `no_rank` if it is not in the graph
    mutable pool<1> single_;
    mutable pool<at_once> together_;
};

template <class P, class Targets = std::initializer_list<std::uint32_t>>
prepared_targets(const P&, const Targets&, const options& = {}) -> prepared_targets<P>;

namespace detail {

/// Prepares targets and asks them: `ask(ready, left)` gives the answer within what is left of the
/// limits.
template <class P, class Targets, class Ask>
[[nodiscard]] auto ask_targets(const P& p, const Targets& targets, const options& o, Ask&& ask) {
    const prepared_targets<P> ready(p, targets, o);
    engine_fallback limits(o);
    limits.charge(ready.statistics());
    options left = limits.remaining_options();
    if (left.limits.bytes != senda::limits{}.bytes) left.limits.bytes -= ready.bytes();
    auto answer = ask(ready, left);
    engine_fallback::add(answer.statistics, ready.statistics());
    answer.statistics.bytes += ready.bytes();
    return answer;
}

}  // namespace detail

/// Finds the least costs from `source` to each of `targets`. For many sources, one after the other,
/// `prepared_targets` finds what they share only once.
///
/// `p`        the prepared graph.
/// `source`   a node.
/// `targets`  a range of nodes; some may be the same, or not in the graph.
/// `o`        limits, a stop token.
template <class P, class Targets = std::initializer_list<std::uint32_t>>
    requires detail::HierarchyOwner<P> && detail::RangeOf<Targets, std::uint32_t>
[[nodiscard]] target_costs<typename P::cost> costs_to(const P& p, std::uint32_t source,
                                                      const Targets& targets,
                                                      const options& o = {}) {
    return detail::ask_targets(p, targets, o, [&](const auto& ready, const options& left) {
        return ready.costs_from(source, left);
    });
}

/// Finds the least cost from each of `sources` to each of `targets`.
///
/// `p`        the prepared graph.
/// `sources`  a range of nodes, one for each row.
/// `targets`  a range of nodes, one for each column; some may be the same, or not in the graph.
/// `o`        limits, a stop token; threads, see `prepared_targets::matrix_from`.
template <class P, class Sources = std::initializer_list<std::uint32_t>,
          class Targets = std::initializer_list<std::uint32_t>>
    requires detail::HierarchyOwner<P> && detail::RangeOf<Sources, std::uint32_t> &&
             detail::RangeOf<Targets, std::uint32_t>
[[nodiscard]] cost_matrix<typename P::cost> distance_matrix(const P& p, const Sources& sources,
                                                            const Targets& targets,
                                                            const options& o = {}) {
    return detail::ask_targets(p, targets, o, [&](const auto& ready, const options& left) {
        return ready.matrix_from(sources, left);
    });
}

/// Finds the least cost from each of `nodes` to each other; see above.
///
/// `p`      the prepared graph.
/// `nodes`  a range of nodes, one for each row and each column.
/// `o`      as above.
template <class P, class Nodes = std::initializer_list<std::uint32_t>>
    requires detail::HierarchyOwner<P> && detail::RangeOf<Nodes, std::uint32_t>
[[nodiscard]] cost_matrix<typename P::cost> distance_matrix(const P& p, const Nodes& nodes,
                                                            const options& o = {}) {
    return distance_matrix(p, nodes, nodes, o);
}

}  // namespace senda
