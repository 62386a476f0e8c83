// SPDX-License-Identifier: MIT
// What searches share that climb a hierarchy from both ends, and the nodes of a path that they
// found.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// How a search up from one end reached a rank: from which one, and by which of its arcs.
struct parent_arc {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t from = none;  ///< `none` where it began
    std::uint32_t arc = none;
};

/// Writes the nodes of a path while somebody goes along its arcs, from rank to rank.
template <Cost C>
class hierarchy_path {
public:
    hierarchy_path(const hierarchy_view<C>& graph, std::vector<std::uint32_t>& nodes)
        : graph_(graph), nodes_(nodes), first_(nodes.size()) {}

    void begin(std::uint32_t rank) {
        at_ = rank;
        nodes_.push_back(graph_.node_at[rank]);
        if constexpr (is_rounded) steps_.push_back(C{0});
    }

    /// Goes on by an arc, of the lower of both ranks: up by a forward one, down by a backward one.
    void go(std::uint32_t to, std::uint32_t arc) {
        ahead_.push_back({to, arc});
        while (!ahead_.empty()) {
            const part next = ahead_.back();
            const upward_arcs<C>& arcs = at_ < next.to ? graph_.forward : graph_.backward;
            const std::uint32_t middle = arcs.middle[next.arc];
            if (middle == upward_arcs<C>::no_middle) {
                ahead_.pop_back();
                step(next.to, arcs.arcs[next.arc].cost);
            } else {
                ahead_.back().arc = find(graph_.forward, middle, next.to);
                ahead_.push_back({middle, find(graph_.backward, middle, at_)});
            }
        }
    }

    /// Ends the path, and returns its cost, added up from its begin.
    [[nodiscard]] C end() {
        if constexpr (is_rounded) {
            // An edge that costs so little may vanish in the sum, and two of them be a way back.
            const auto count = static_cast<C>(steps_.size());
            if (least_ <= cost_ * count * std::numeric_limits<C>::epsilon()) leave_out_cycles();
        }
        return cost_;
    }

private:
    static constexpr bool is_rounded = std::floating_point<C>;

    struct part {
        std::uint32_t to;
        std::uint32_t arc;
    };

    void step(std::uint32_t to, C cost) {
        at_ = to;
        const std::uint32_t node = graph_.node_at[to];
        const C so_far = std::exchange(cost_, add_costs(cost_, cost));
        if constexpr (is_rounded) {
            steps_.push_back(cost);
            least_ = std::min(least_, cost);
        } else if (cost_ == so_far) {
            // Free edges may lead in a cycle, which is left out.
            const auto run = nodes_.begin() + static_cast<std::ptrdiff_t>(free_);
            nodes_.erase(std::find(run, nodes_.end(), node), nodes_.end());
        } else {
            free_ = nodes_.size();
        }
        nodes_.push_back(node);
    }

    /// From each node on with what follows its last visit.
    void leave_out_cycles() {
        const std::size_t count = steps_.size();
        std::uint32_t* const path = nodes_.data() + first_;
        std::vector<std::pair<std::uint32_t, std::size_t>> visits(count);
        for (std::size_t i = 0; i < count; ++i) visits[i] = {path[i], i};
        std::sort(visits.begin(), visits.end());
        std::size_t kept = 0;
        cost_ = C{0};
        for (std::size_t i = 0; i < count; ++i) {
            path[kept++] = path[i];
            cost_ = add_costs(cost_, steps_[i]);
            const std::pair<std::uint32_t, std::size_t> after{path[i], count};
            i = std::prev(std::lower_bound(visits.begin(), visits.end(), after))->second;
        }
        nodes_.resize(first_ + kept);
    }

    [[nodiscard]] static std::uint32_t find(const upward_arcs<C>& arcs, std::uint32_t low,
                                            std::uint32_t high) noexcept {
        std::uint32_t i = arcs.first[low];
        while (arcs.arcs[i].to != high) ++i;
        return i;
    }

    const hierarchy_view<C>& graph_;
    std::vector<std::uint32_t>& nodes_;
    std::vector<part> ahead_;  // the last first
    std::uint32_t at_ = 0;
    C cost_ = C{0};
    std::size_t free_ = 0;  // the place of a node from which on all edges were free
    std::size_t first_;     // the place of the path's first node
    std::vector<C> steps_;  // what the edge to each node costs, where costs are rounded
    C least_ = infinite<C>;
};

/// Whether there is a path between two ranks, whatever it costs: then some rank is above both.
template <Cost C>
[[nodiscard]] bool is_connected(const hierarchy_view<C>& graph, std::uint32_t start,
                                std::uint32_t goal) {
    constexpr unsigned char above_start = 1;
    constexpr unsigned char above_goal = 2;
    std::vector<unsigned char> is_above(graph.node_count);
    is_above[start] = above_start;
    is_above[goal] |= above_goal;
    const auto climb = [&](const upward_arcs<C>& up, std::uint32_t rank, unsigned char from) {
        if ((is_above[rank] & from) == 0) return;
        for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i)
            is_above[up.arcs[i].to] |= from;
    };
    for (std::uint32_t rank = std::min(start, goal); rank < graph.node_count; ++rank) {
        if (is_above[rank] == (above_start | above_goal)) return true;
        climb(graph.forward, rank, above_start);
        climb(graph.backward, rank, above_goal);
    }
    return false;
}

/// Appends the nodes of the path through the rank at which the searches from both ends met, and
/// returns its cost. The steps are those of each rank that was reached.
template <Cost C>
C append_hierarchy_path(const hierarchy_view<C>& graph, const parent_arc* from_start,
                        const parent_arc* from_goal, std::uint32_t meeting,
                        std::vector<std::uint32_t>& nodes) {
    std::vector<std::uint32_t> ranks{meeting};
    while (from_start[ranks.back()].from != parent_arc::none)
        ranks.push_back(from_start[ranks.back()].from);
    hierarchy_path<C> path(graph, nodes);
    path.begin(ranks.back());
    for (std::size_t i = ranks.size() - 1; i > 0; --i)
        path.go(ranks[i - 1], from_start[ranks[i - 1]].arc);
    for (parent_arc down = from_goal[meeting]; down.from != parent_arc::none;
         down = from_goal[down.from])
        path.go(down.from, down.arc);
    return path.end();
}

/// A search that can be restarted in its memory. `Derived::begin(start, goal)` begins it.
template <class Derived, Cost C>
class upward_search_base : public engine<Derived> {
public:
    using result_type = senda::result<std::uint32_t, C>;

    /// Starts again with other options.
    void restart(std::uint32_t start, std::uint32_t goal, const options& o) {
        control_.set_options(o);
        this->start_again([&] { static_cast<Derived&>(*this).begin(start, goal); });
    }

    /// The cost of the path, or `infinite`.
    [[nodiscard]] C cost() const noexcept {
        return this->status() == status::found ? best_ : infinite<C>;
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{answer_of(control_)};
        if (r.status != status::found) {
            r.lower_bound = bounds_.lower_bound(r.status);
        } else if (meeting_node_ == none) {
            r.cost = r.lower_bound = C{0};
            r.path = {graph_.node_at[start_]};
        } else {
            r.cost = r.lower_bound = append_hierarchy_path(
                graph_, steps_ahead_.data(), steps_behind_.data(), meeting_node_, r.path);
        }
        return r;
    }

protected:
    using engine_type = engine<Derived>;
    using engine_type::control_;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    upward_search_base(const hierarchy_view<C>& graph, engine_name name, const options& o)
        : engine_type(o, name), graph_(graph), bounds_(o.limits) {}
    upward_search_base(upward_search_base&&) = default;
    upward_search_base& operator=(upward_search_base&&) = default;
    ~upward_search_base() = default;

    /// Sets both ends; false if that was all: one is no node, or they are the same.
    [[nodiscard]] bool set_ends(std::uint32_t start, std::uint32_t goal) {
        bounds_ = cost_bounds<C>(control_.limits());
        best_ = infinite<C>;
        meeting_node_ = none;
        if (start >= graph_.node_count || goal >= graph_.node_count) {
            control_.end(status::exhausted);
            return false;
        }
        start_ = graph_.rank_of[start];
        goal_ = graph_.rank_of[goal];
        if (start != goal) return true;
        best_ = C{0};  // whatever the limits are
        control_.end(status::found);
        return false;
    }

    /// Takes memory for steps; false if there is none.
    [[nodiscard]] bool has_steps() {
        return steps_ahead_.resize(graph_.node_count) && steps_behind_.resize(graph_.node_count);
    }

    hierarchy_view<C> graph_;
    buffer<parent_arc> steps_ahead_{control_.budget()};  // of each rank that was reached
    buffer<parent_arc> steps_behind_{control_.budget()};
    cost_bounds<C> bounds_;
    C best_ = infinite<C>;
    std::uint32_t start_ = none;  // ranks
    std::uint32_t goal_ = none;
    std::uint32_t meeting_node_ = none;  // none if the start is the goal
};

}  // namespace senda::detail
