// SPDX-License-Identifier: MIT
// The edges of a graph with costs changed so that none is negative and the cheapest paths are the
// same, and the cheapest paths from one node after the other.
#pragma once

#include <senda/detail/rows/whole_rows.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// The type in which changed costs are exact: 64 bits for whole numbers of up to 32.
template <Cost C>
using wide_cost = std::conditional_t<std::integral<C> && sizeof(C) <= 4, std::int64_t, C>;

/// Rows as a graph, with wide costs.
template <class C, class Rows>
struct wide_row_graph {
    using node_type = std::uint32_t;
    using cost_type = wide_cost<C>;
    Rows rows;

    [[nodiscard]] std::size_t index(std::uint32_t n) const noexcept { return n; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return rows.node_count; }
    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        for_each_edge_in<C>(
            rows, n, [&](std::uint32_t to, C step) { emit(to, static_cast<cost_type>(step)); });
    }
};

/// The edges with a node's potential added to the cost of each that leaves it and taken off each
/// that enters it: by so much paths between two nodes change alike. The potentials are the least
/// costs from a node outside that has an edge of cost 0 to all.
template <class C>
class reweighted_rows {
public:
    using wide = wide_cost<C>;
    using id = std::uint32_t;

    explicit reweighted_rows(memory_budget& budget)
        : potentials_(budget), first_(budget), edges_(budget) {}

    [[nodiscard]] id size() const noexcept { return static_cast<id>(potentials_.size()); }
    [[nodiscard]] csr_rows<wide> rows() const noexcept {
        return {first_.data(), edges_.data(), potentials_.size()};
    }

    /// Changes the costs: `found`; `negative_cycle`, with its nodes in `cycle`; `cost_limit` if a
    /// cost does not fit; or the limit that came first.
    template <class Rows>
    [[nodiscard]] status make(const Rows& rows, options left, std::vector<id>& cycle,
                              statistics& used) {
        memory_budget& budget = potentials_.budget();
        if (!potentials_.assign_zeros(rows.node_count) || !first_.push(std::size_t{0}))
            return status::memory_limit;
        std::vector<id> all(rows.node_count);
        std::iota(all.begin(), all.end(), id{0});
        left.limits.bytes = budget.left();
        {
            const auto search = bellman_ford(wide_row_graph<C, Rows>{rows}, any_of<id>(all), left);
            used = search.statistics();
            used.bytes += budget.used();
            cycle = search.cycle();
            if (!search) return search.status();
            for (const auto& node : search.tree()) potentials_[node.node] = node.cost;
        }
        status ending = status::found;
        for (id from = 0; from < size(); ++from) {
            for_each_edge_in<C>(rows, from, [&](id to, C step) {
                wide changed{};
                if (!change(static_cast<wide>(step), potentials_[from], potentials_[to], changed)) {
                    ending = status::cost_limit;
                } else if (!edges_.push(csr_half_edge<wide>{to, changed})) {
                    ending = status::memory_limit;
                }
            });
            if (ending != status::found) return ending;
            if (!first_.push(edges_.size())) return status::memory_limit;
        }
        return ending;
    }

    /// What a path costs by the costs as they were given; false if that does not fit.
    [[nodiscard]] bool unchanged(wide cost, id from, id to, C& was) const noexcept {
        wide first{};
        if (!change(cost, potentials_[to], potentials_[from], first)) return false;
        if constexpr (!std::same_as<wide, C>) {
            if (first > largest_cost<C> || first < std::numeric_limits<C>::lowest()) return false;
        }
        was = static_cast<C>(first);
        return true;
    }

private:
    // Potentials are at most 0.
    [[nodiscard]] static bool change(wide cost, wide add, wide take, wide& changed) noexcept {
        if constexpr (std::floating_point<wide>) {
            changed = cost + add - take;
            return !is_no_number(changed);
        } else {
            wide less{};
            if constexpr (std::signed_integral<wide>) {
                if (take == std::numeric_limits<wide>::lowest()) return false;
            }
            return add_within(cost, add, less) &&
                   add_signed(less, static_cast<wide>(-take), changed);
        }
    }

    buffer<wide> potentials_;
    buffer<std::size_t> first_;
    buffer<csr_half_edge<wide>> edges_;
};

/// Dijkstra's algorithm from one node after the other, in one memory.
template <class C>
class reweighted_search {
    using wide = wide_cost<C>;
    using id = std::uint32_t;

public:
    static constexpr id none = std::numeric_limits<id>::max();

    reweighted_search(const reweighted_rows<C>& graph, const options& o)
        : control_(o),
          graph_(graph),
          cap_(o.limits.cost.most<C>()),
          least_(control_.budget()),
          before_(control_.budget()),
          open_(control_.budget()) {}

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// Writes the costs from a node to all, and the node before each unless there is no room to:
    /// `found` if there is a path to every node, `exhausted` if there is not, `cost_limit` if one
    /// is beyond it; else the limit that came first.
    [[nodiscard]] status fill(id from, std::span<C> costs, std::span<id> before) {
        if (!control_.running() || !control_.fits(prepare(before.empty())))
            return control_.status();
        search(from, !before.empty());
        if (!control_.running()) return control_.status();
        status ending = status::found;
        for (id to = 0; to < graph_.size(); ++to) {
            C cost = infinite<C>;
            if (least_[to] == infinite<wide>) {
                if (ending == status::found) ending = status::exhausted;
            } else if (!graph_.unchanged(least_[to], from, to, cost) || cost > cap_) {
                cost = infinite<C>;
                ending = status::cost_limit;
            }
            costs[to] = cost;
            if (!before.empty()) before[to] = cost == infinite<C> ? none : before_[to];
        }
        return is_cut_ ? status::cost_limit : ending;
    }

private:
    [[nodiscard]] bool prepare(bool without_paths) {
        is_cut_ = false;
        open_.clear();
        if (least_.size() != graph_.size() &&
            (!least_.assign_zeros(graph_.size()) ||
             (!without_paths && !before_.assign_zeros(graph_.size()))))
            return false;
        std::fill(least_.begin(), least_.end(), infinite<wide>);
        std::fill(before_.begin(), before_.end(), none);
        return true;
    }

    void search(id start, bool keeps_paths) {
        const csr_rows<wide> rows = graph_.rows();
        least_[start] = wide{0};
        bool fits = open_.push(wide{0}, wide{0}, start);
        while (fits && !open_.empty()) {
            const auto next = open_.pop();
            if (next.g > least_[next.id]) continue;  // a cheaper path was found since
            if (!control_.may_expand()) return;
            const std::size_t last = rows.first[std::size_t{next.id} + 1];
            std::size_t e = rows.first[next.id];
            control_.count_generated(last - e);
            for (; e < last; ++e) {
                const auto& edge = rows.edges[e];
                // Rounding may leave a little less than nothing.
                const wide there = add_costs(next.g, std::max(edge.cost, wide{0}));
                if (!(there < least_[edge.to])) {
                    is_cut_ = is_cut_ || there == infinite<wide>;
                    continue;
                }
                least_[edge.to] = there;
                if (keeps_paths) before_[edge.to] = next.id;
                fits = fits && open_.push(there, there, edge.to);
            }
        }
        control_.fits(fits);
    }

    search_control control_;
    const reweighted_rows<C>& graph_;
    C cap_;
    buffer<wide> least_;
    buffer<id> before_;
    open_list<wide, id, ties::fifo> open_;
    bool is_cut_ = false;  // a cost was beyond what the type holds
};

}  // namespace senda::detail
