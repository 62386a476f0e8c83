// SPDX-License-Identifier: MIT
// Tables of distances in a prepared graph, and the nearest nodes of a set.
#pragma once

#include <senda/detail/core/cost_matrix.hpp>
#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/engines/csr/block_thread_pool.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/node_buckets.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <new>
#include <span>
#include <utility>
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
    static constexpr std::size_t between_looks = 4096;  // nodes, at the clock and the stop token

public:
    explicit targets_below(memory_budget& budget) noexcept
        : nodes_(budget), first_(budget), arcs_(budget) {}

    [[nodiscard]] bool prepare(std::size_t nodes) { return nodes_.prepare(nodes); }
    /// Adds a target, which may be `no_rank`; false if memory is lacking.
    template <class Stored>
    [[nodiscard]] bool add(const hierarchy_view<Stored>& h, std::uint32_t rank) {
        return rank == no_rank || nodes_.add(h.backward, rank);
    }
    /// Copies the arcs once all targets are there; false if memory is lacking, or `control` has
    /// ended it.
    template <class Stored>
    [[nodiscard]] bool finish(const hierarchy_view<Stored>& h, search_control& control) {
        if (!first_.reserve(size() + 1) || !first_.push(0U)) return false;
        for (std::size_t place = 0; place < size(); ++place) {
            if (!control.tick()) return false;
            const std::size_t rank = nodes_[place];
            for (std::uint32_t i = h.backward.first[rank]; i < h.backward.first[rank + 1]; ++i) {
                const auto& up = h.backward.arcs[i];
                if (is_closed(up.cost)) continue;
                const auto from = static_cast<std::uint32_t>(nodes_.place(up.to));
                if (!arcs_.push(arc{from, static_cast<C>(up.cost)})) return false;
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
    /// then down. False if somebody stopped it.
    template <std::size_t Lanes>
    [[nodiscard]] bool sweep(const upward_search<C, Lanes>& up, cost_lanes<C, Lanes>* costs,
                             const search_control* polled) const {
        cost_lanes<C, Lanes> unreached;
        unreached.fill(infinite<C>);
        for (std::size_t place = 0; place < size(); ++place) {
            if (polled != nullptr && place % between_looks == 0 && polled->must_stop())
                return false;
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
        : hierarchy_(p.hierarchy()), kept_(std::in_place, o) {
        detail::search_control& control = kept_->control;
        if (p.status() != status::complete) control.end(p.status());
        nodes_.assign(std::begin(nodes), std::end(nodes));
        std::sort(nodes_.begin(), nodes_.end());
        nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
        while (!nodes_.empty() && nodes_.back() >= hierarchy_->node_count) nodes_.pop_back();
        const view& h = hierarchy_;
        if (control.fits(control.budget().take(nodes_.size() * sizeof(std::uint32_t))) &&
            kept_->from.make(h, nodes_, h.backward, h.forward, control) &&
            kept_->to.make(h, nodes_, h.forward, h.backward, control))
            control.end(status::complete);
        status_ = control.status();
        statistics_ = control.statistics();
        bytes_ = control.budget().used();
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
        return ask(source, count, hierarchy_->forward, &made::from, o);
    }
    /// The nodes of the set from which it is nearest to a node. Several threads may ask at once.
    ///
    /// `target`  where paths end.
    /// `count`   how many are wanted.
    /// `o`       limits, a stop token.
    [[nodiscard]] nearest_nodes<cost> to(std::uint32_t target, std::size_t count,
                                         const options& o = {}) const {
        return ask(target, count, hierarchy_->backward, &made::to, o);
    }

private:
    using view = detail::hierarchy_of<P>;
    using search = detail::bucket_search<cost>;
    using buckets = detail::node_buckets<cost>;

    /// What was made, on the budget of its control.
    struct made {
        explicit made(const options& o) : control(o, engine_kind::contraction) {}

        detail::search_control control;
        buckets from{control.budget()};
        buckets to{control.budget()};
    };

    template <class Arcs>
    [[nodiscard]] nearest_nodes<cost> ask(std::uint32_t node, std::size_t count, const Arcs& up,
                                          buckets made::* way, const options& o) const {
        detail::search_control control(o, engine_kind::contraction);
        nearest_nodes<cost> r;
        if (status() != status::complete) control.end(status());
        // A limit on memory means that of this search alone.
        const bool is_limited = o.limits.bytes != limits{}.bytes;
        search* kept = is_limited ? nullptr : spares_.take();
        if (kept == nullptr) kept = new search(o.limits.bytes);
        count = std::min(count, nodes_.size());
        if (control.running() &&
            control.fits(kept->run(hierarchy_->node_count, up, detail::rank_in(*hierarchy_, node),
                                   nodes_.size(), count))) {
            if (control.peek_expansion_batch(kept->size()) < kept->size()) {
                control.end_by_limit();
                control.end(status::expansion_limit);  // where some but not all may be expanded
            } else {
                control.count_expanded(kept->size());
                control.count_generated(kept->arc_count());
                control.end(kept->find((*kept_).*way, count, o.limits.cost.most<cost>()));
                for (const auto& nearby : kept->nearest())
                    r.nodes.push_back({nodes_[nearby.member], nearby.cost});
            }
        }
        r.status = control.status();
        if (r.status == status::exhausted && !r.nodes.empty()) r.status = status::complete;
        r.statistics = control.statistics();
        r.statistics.bytes = kept->bytes();
        is_limited ? delete kept : spares_.give(kept);
        return r;
    }

    detail::emptied<view> hierarchy_;
    std::vector<std::uint32_t> nodes_;
    detail::lasting<made> kept_;
    detail::emptied<std::uint64_t> bytes_;
    mutable detail::search_pool<search> spares_;
};

template <class P, class Nodes>
nearest_of(const P&, const Nodes&, const options& = {}) -> nearest_of<P>;
template <class P>
nearest_of(const P&, std::initializer_list<std::uint32_t>, const options& = {}) -> nearest_of<P>;

namespace detail {

/// The memory of searches from a few sources at a time.
template <Cost C, std::size_t Lanes>
struct row_search {
    explicit row_search(std::uint64_t most_bytes) noexcept : budget(most_bytes) {}

    memory_budget budget;
    upward_search<C, Lanes> up{budget};
    buffer<cost_lanes<C, Lanes>> down{budget};
};

}  // namespace detail

/// Targets in a prepared graph, made ready once for rows of distances from any source:
/// `prepared_targets shops{roads, nodes};` and then `shops.costs_from(home)`.
///
/// `P`  a prepared graph, which must outlive the targets and stay as it is.
template <class P>
    requires detail::HierarchyOwner<P>
class prepared_targets : public prepared {
    using view = detail::hierarchy_of<P>;

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
        : hierarchy_(p.hierarchy()), kept_(std::in_place, o) {
        detail::search_control& control = kept_->control;
        if (p.status() != status::complete) control.end(p.status());
        if (control.running()) make(targets, control, kept_->below);
        status_ = control.status();
        statistics_ = control.statistics();
        bytes_ = control.budget().used();
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
        limits left = o.limits;
        if (!detail::take_costs<cost>(left, size())) {
            r.status = status::memory_limit;
            return r;
        }
        r.costs.assign(size(), infinite<cost>);
        const auto row_of = [&](std::size_t) { return r.costs.data(); };
        fill<1>(std::span(&source, 1), row_of, o, left.bytes, r);
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
        limits left = o.limits;
        if (!detail::take_matrix<cost>(left, nodes.size(), size())) {
            cost_matrix<cost> none;
            none.status = status::memory_limit;
            return none;
        }
        cost_matrix<cost> m(nodes.size(), size());
        const auto row_of = [&](std::size_t row) { return m.costs_from(row).data(); };
        if (nodes.size() < worth_lanes) {
            fill<1>(nodes, row_of, o, left.bytes, m);
        } else {
            fill<at_once>(nodes, row_of, o, left.bytes, m);
        }
        m.statistics.bytes += detail::matrix_bytes<cost>(nodes.size(), size());
        return m;
    }

private:
    static constexpr std::size_t at_once = 32;              // sources, side by side in vectors
    static constexpr std::size_t worth_lanes = 6;           // how many are faster side by side
    static constexpr std::uint64_t worth_sharing = 32'768;  // nodes
    static constexpr std::uint32_t no_index = detail::no_rank;

    template <class Targets>
    void make(const Targets& targets, detail::search_control& control,
              detail::targets_below<cost>& below) {
        if (!control.fits(below.prepare(hierarchy_->node_count))) return;
        for (const auto& target : targets) {
            const std::uint32_t rank = detail::rank_in(*hierarchy_, std::uint32_t(target));
            const std::size_t before = below.size();
            if (!control.fits(below.add(*hierarchy_, rank)) || !control.tick()) return;
            for (std::size_t i = before; i < below.size(); ++i)
                if (!control.may_expand()) return;
        }
        if (!control.fits(below.finish(*hierarchy_, control))) return;
        control.count_generated(below.arc_count());
        const std::size_t count = detail::length_of(targets);
        if (!control.fits(control.budget().take(count * sizeof(std::uint32_t)))) return;
        places_.reserve(count);
        for (const auto& target : targets) {
            if (!control.tick()) return;
            const std::uint32_t rank = detail::rank_in(*hierarchy_, std::uint32_t(target));
            places_.push_back(rank == no_index ? no_index
                                               : static_cast<std::uint32_t>(below.place(rank)));
        }
        control.end(status::complete);
    }

    /// How the rows of a block ended.
    struct block_ending {
        senda::status status = status::running;
        senda::statistics used = {};
    };

    /// Fills rows of costs, `row_of(i)` for each source, beside what is held, and says how that
    /// ended.
    template <std::size_t Lanes, class RowOf, class Answer>
    void fill(std::span<const std::uint32_t> sources, const RowOf& row_of, const options& o,
              std::uint64_t bytes_left, Answer& answer) const {
        detail::search_control control(o, engine_kind::contraction);
        if (status() != status::complete) control.end(status());
        // Threads do not count together, and a limit on memory means that of this call alone.
        const bool is_limited =
            o.limits.bytes != limits{}.bytes || o.limits.expansions != limits{}.expansions;
        spare<Lanes> own;
        spare<Lanes>& spares = is_limited ? own : kept_spares<Lanes>();
        std::uint64_t expansions = o.limits.expansions;  // how many are left
        int is_ended = 0;
        const std::size_t blocks = (sources.size() + Lanes - 1) / Lanes;
        std::vector<block_ending> endings(control.running() ? blocks : 0);
        auto fill_block = [&](std::size_t block) {
            if (detail::load(is_ended) != 0) return;
            auto* search = spares.take();
            if (search == nullptr)
                search = new (std::nothrow) detail::row_search<cost, Lanes>(bytes_left);
            if (search == nullptr) {
                endings[block].status = status::memory_limit;
            } else {
                const std::size_t first = block * Lanes;
                endings[block] = fill_rows(
                    *search, sources.subspan(first, std::min(Lanes, sources.size() - first)),
                    [&](std::size_t i) { return row_of(first + i); }, control, expansions);
                spares.give(search);
            }
            if (!is_known(endings[block].status)) detail::store(is_ended, 1);
            if (is_limited) expansions -= endings[block].used.expanded;
        };
        detail::block_thread_pool pool;
        if (!endings.empty() && !is_limited && blocks > 1 &&
            blocks * kept_->below.size() >= worth_sharing)
            pool.start(o.threads);
        const bool is_done = pool.run(
            [](void* context, std::size_t block) {
                (*static_cast<decltype(fill_block)*>(context))(block);
            },
            &fill_block, endings.size(), control.has_deadline_or_stop() ? &control : nullptr);
        senda::status ending = status::found;
        std::uint64_t bytes = 0;
        for (const block_ending& each : endings) {
            control.count_expanded(each.used.expanded);
            control.count_generated(each.used.generated);
            bytes = std::max(bytes, each.used.bytes * pool.size());
            ending = worse(ending, each.status);
        }
        if (!is_done || ending == status::running) {
            control.end_by_limit();
            ending = status::cancelled;  // by a caller that takes it back at once
        }
        control.end(detail::completed(ending));
        control.note_threads(pool.size());
        answer.status = control.status();
        answer.statistics = control.statistics();
        answer.statistics.bytes = bytes;
    }

    /// Whether the rows are filled, as far as the limit on the cost lets them.
    [[nodiscard]] static bool is_known(senda::status s) noexcept {
        return s == status::found || s == status::exhausted || s == status::cost_limit;
    }
    /// How rows ended that ended like this and like that: what tells least, of equals the first.
    [[nodiscard]] static senda::status worse(senda::status a, senda::status b) noexcept {
        for (const senda::status good :
             {status::found, status::exhausted, status::cost_limit, status::running}) {
            if (a == good) return b;
            if (b == good) return a;
        }
        return a;
    }

    /// Fills the rows of a few sources.
    template <std::size_t Lanes, class RowOf>
    [[nodiscard]] block_ending fill_rows(detail::row_search<cost, Lanes>& search,
                                         std::span<const std::uint32_t> sources,
                                         const RowOf& row_of, const detail::search_control& control,
                                         std::uint64_t most_expansions) const {
        block_ending r;
        const detail::targets_below<cost>& below = kept_->below;
        std::array<std::uint32_t, Lanes> ranks;
        for (std::size_t i = 0; i < sources.size(); ++i)
            ranks[i] = detail::rank_in(*hierarchy_, sources[i]);
        const bool has_memory = search.up.run(hierarchy_->node_count, hierarchy_->forward,
                                              std::span(ranks).first(sources.size())) &&
                                search.down.reserve(below.size());
        r.used.bytes = search.budget.peak();
        if (!has_memory) {
            r.status = status::memory_limit;
        } else if (search.up.size() + below.size() > most_expansions) {
            r.status = status::expansion_limit;
        } else if (!below.sweep(search.up, search.down.data(),
                                control.has_deadline_or_stop() ? &control : nullptr)) {
            r.status = status::running;  // the control knows why
        } else {
            r.used.expanded = search.up.size() + below.size();
            r.used.generated = search.up.arc_count() + below.arc_count();
            std::array<cost*, Lanes> rows;
            for (std::size_t i = 0; i < sources.size(); ++i) rows[i] = row_of(i);
            r.status =
                write_rows(search.down.data(), std::span(rows).first(sources.size()), control);
        }
        return r;
    }

    /// Copies the costs of targets into rows; `exhausted` if some cannot be reached, `cost_limit`
    /// if some cost more than they may; `running` if the control knows why it ended.
    template <std::size_t Lanes>
    [[nodiscard]] senda::status write_rows(const detail::cost_lanes<cost, Lanes>* costs,
                                           std::span<cost* const> rows,
                                           const detail::search_control& control) const {
        constexpr std::size_t between_looks = 4096;  // columns
        const cost most = control.limits().cost.most<cost>();
        const bool has_deadline_or_stop = control.has_deadline_or_stop();
        senda::status ending = status::found;
        for (std::size_t column = 0; column < size(); ++column) {
            if (has_deadline_or_stop && column % between_looks == between_looks - 1 &&
                control.must_stop())
                return status::running;
            if (places_[column] == no_index) {
                if (ending == status::found) ending = status::exhausted;
                continue;
            }
            const detail::cost_lanes<cost, Lanes>& here = costs[places_[column]];
            for (std::size_t row = 0; row < rows.size(); ++row) {
                if (here[row] <= most) {
                    rows[row][column] = here[row];
                } else if (here[row] != infinite<cost>) {
                    ending = status::cost_limit;
                } else if (ending == status::found) {
                    ending = status::exhausted;
                }
            }
        }
        return ending;
    }

    template <std::size_t Lanes>
    using spare = detail::search_pool<detail::row_search<cost, Lanes>>;
    template <std::size_t Lanes>
    [[nodiscard]] spare<Lanes>& kept_spares() const noexcept {
        if constexpr (Lanes == 1) {
            return single_;
        } else {
            return together_;
        }
    }

    /// What was made, on the budget of its control.
    struct made {
        explicit made(const options& o) : control(o, engine_kind::contraction) {}

        detail::search_control control;
        detail::targets_below<cost> below{control.budget()};
    };

    detail::emptied<view> hierarchy_;
    detail::lasting<made> kept_;
    detail::emptied<std::uint64_t> bytes_;
    std::vector<std::uint32_t> places_;  // of each target; `no_index` if it is not in the graph
    mutable spare<1> single_;
    mutable spare<at_once> together_;
};

template <class P, class Targets>
prepared_targets(const P&, const Targets&, const options& = {}) -> prepared_targets<P>;
template <class P>
prepared_targets(const P&, std::initializer_list<std::uint32_t>, const options& = {})
    -> prepared_targets<P>;

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
