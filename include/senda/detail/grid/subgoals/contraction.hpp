// SPDX-License-Identifier: MIT
// Contraction hierarchies (R. Geisberger, P. Sanders, D. Schultes, D. Delling, 2008) of undirected
// graphs whose lengths are whole numbers.
#pragma once

#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// An edge to another node. One that stands for two has the node between them as its middle.
struct hierarchy_edge {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    std::uint64_t length;
    std::uint32_t to;
    std::uint32_t middle;
};

/// Nodes stay in the core if they have more neighbours than that, and the core more nodes.
struct core_limits {
    std::size_t neighbours = 24;
    std::size_t nodes = 1000;
};

/// Takes one node after the other out of a graph. Where a shortest path between two neighbours of a
/// node led through it, an edge between these stays in its place.
class contraction {
public:
    using edges = std::vector<hierarchy_edge>;

    /// Each edge stands with both of its nodes.
    explicit contraction(std::vector<edges> graph)
        : graph_(std::move(graph)),
          levels_(graph_.size(), 0),
          lengths_(graph_.size(), unknown),
          wanted_(graph_.size(), 0),
          heap_(budget_) {}

    /// Takes nodes out until those that are left, the core, have more neighbours than is worth it,
    /// or `control` ends it. An expansion is a node that is weighed.
    void run(const core_limits& limits, search_control& control) {
        four_ary_heap<turn, first_turn> queue(budget_);
        const auto push = [&](std::uint32_t node, std::int64_t at) {
            (void)control.fits(queue.push({at, node}));
        };
        order_.reserve(graph_.size());
        for (std::uint32_t n = 0; n < graph_.size() && control.may_expand(); ++n)
            push(n, priority(n));
        while (!queue.empty() && control.may_expand()) {
            const std::uint32_t node = queue.pop().node;
            const std::int64_t now = priority(node);
            if (!queue.empty() && now > queue.top().priority) {
                push(node, now);
            } else if (graph_[node].size() > limits.neighbours &&
                       graph_.size() - order_.size() > limits.nodes) {
                push(node, now);
                break;
            } else {
                contract(node);
                (void)control.fits(hold(control.budget()));
            }
            search_progress* const progress = control.options().progress;
            if (progress != nullptr) progress->advance(order_.size(), graph_.size());
        }
        if (!control.running()) return;
        if (control.options().progress != nullptr)
            control.options().progress->advance(graph_.size(), graph_.size());
        core_ = order_.size();
        while (!queue.empty()) order_.push_back(queue.pop().node);
    }

    /// The nodes as they were taken out, then the core.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const noexcept { return order_; }
    /// How many were taken out.
    [[nodiscard]] std::size_t core() const noexcept { return core_; }
    /// With each node the edges to those that were taken out after it, in the core all.
    [[nodiscard]] const std::vector<edges>& graph() const noexcept { return graph_; }

private:
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    struct turn {
        std::int64_t priority;
        std::uint32_t node;
    };
    struct first_turn {
        bool operator()(const turn& a, const turn& b) const noexcept {
            return a.priority != b.priority ? a.priority < b.priority : a.node < b.node;
        }
    };
    struct reached {
        std::uint64_t length;
        std::uint32_t node;
    };
    struct nearer {
        bool operator()(const reached& a, const reached& b) const noexcept {
            return a.length < b.length;
        }
    };
    struct shortcut {
        std::uint32_t from;
        hierarchy_edge edge;
    };

    /// What it takes to do without a node: first those that add few edges, evenly all over.
    [[nodiscard]] std::int64_t priority(std::uint32_t node) {
        find_shortcuts(node);
        const auto added = static_cast<std::int64_t>(shortcuts_.size());
        const auto removed = static_cast<std::int64_t>(graph_[node].size());
        return 1000 * added / std::max<std::int64_t>(removed, 1) + 1000 * levels_[node];
    }

    /// Counts the edges that were added; false if there is no memory for them.
    [[nodiscard]] bool hold(memory_budget& budget) noexcept {
        const std::uint64_t bytes = added_ * 2 * sizeof(hierarchy_edge);  // with room to grow
        added_ = 0;
        return bytes == 0 || budget.take(bytes);
    }

    /// The node whose shortcuts were just found.
    void contract(std::uint32_t node) {
        for (const hierarchy_edge& e : graph_[node]) {
            edges& back = graph_[e.to];
            back.erase(std::find_if(back.begin(), back.end(),
                                    [&](const hierarchy_edge& b) { return b.to == node; }));
            levels_[e.to] = std::max(levels_[e.to], levels_[node] + 1);
        }
        for (const shortcut& s : shortcuts_) {
            add(s.from, s.edge);
            add(s.edge.to, {s.edge.length, s.from, node});
        }
        order_.push_back(node);
    }

    void add(std::uint32_t from, const hierarchy_edge& edge) {
        for (hierarchy_edge& e : graph_[from]) {
            if (e.to != edge.to) continue;
            if (edge.length < e.length) e = edge;
            return;
        }
        graph_[from].push_back(edge);
        ++added_;
    }

    void find_shortcuts(std::uint32_t node) {
        shortcuts_.clear();
        const edges& around = graph_[node];
        for (std::size_t i = 0; i + 1 < around.size(); ++i) {
            std::uint64_t farthest = 0;
            for (std::size_t j = i + 1; j < around.size(); ++j)
                farthest = std::max(farthest, around[j].length);
            for (std::size_t j = i + 1; j < around.size(); ++j) wanted_[around[j].to] = 1;
            look_around(around[i].to, node, around[i].length + farthest, around.size() - 1 - i);
            for (std::size_t j = i + 1; j < around.size(); ++j) wanted_[around[j].to] = 0;
            for (std::size_t j = i + 1; j < around.size(); ++j) {
                const std::uint64_t through = around[i].length + around[j].length;
                if (lengths_[around[j].to] > through)
                    shortcuts_.push_back({around[i].to, {through, around[j].to, node}});
            }
            for (const std::uint32_t n : touched_) lengths_[n] = unknown;
            touched_.clear();
        }
    }

    /// Lengths from a node without another one, up to a limit, until those wanted are known: what
    /// is not found in time is an edge that is not needed, which does no harm but to speed.
    void look_around(std::uint32_t from, std::uint32_t without, std::uint64_t most,
                     std::size_t wanted) {
        heap_.clear();
        reach(from, 0);
        for (int settled = 0; !heap_.empty() && settled < most_settled; ++settled) {
            const reached first = heap_.pop();
            if (first.length > most) return;
            if (first.length > lengths_[first.node]) continue;
            if (wanted_[first.node] != 0 && --wanted == 0) return;
            for (const hierarchy_edge& e : graph_[first.node])
                if (e.to != without && first.length + e.length <= most)
                    reach(e.to, first.length + e.length);
        }
    }
    void reach(std::uint32_t node, std::uint64_t length) {
        std::uint64_t& known = lengths_[node];
        if (known <= length) return;
        if (known == unknown) touched_.push_back(node);
        known = length;
        (void)heap_.push({length, node});
    }

    static constexpr int most_settled = 30;

    memory_budget budget_;
    std::vector<edges> graph_;
    std::vector<std::int64_t> levels_;
    std::vector<std::uint32_t> order_;
    std::vector<shortcut> shortcuts_;
    std::vector<std::uint64_t> lengths_;
    std::vector<unsigned char> wanted_;
    std::vector<std::uint32_t> touched_;
    std::size_t core_ = 0;
    std::uint64_t added_ = 0;  // edges that are not counted yet
    four_ary_heap<reached, nearer> heap_;
};

}  // namespace senda::detail
