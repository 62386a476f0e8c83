// SPDX-License-Identifier: MIT
// Every optimal route as one graph: how many there are, and as many as one cares to see.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace senda {

template <class G, class N, class Goal, class Observer>
    requires SearchableGraph<G, N> && GoalOf<Goal, N>
class all_shortest_search;

/// Every cheapest route from a start to a goal, as the graph of the edges they use. Two routes
/// differ when their sequences of nodes differ. The status is `found` only if all of them are
/// there.
template <class Node, Cost C>
class shortest_routes : public answer {
public:
    /// What each of the routes costs; `infinite<C>` without one.
    C cost = infinite<C>;
    /// No route costs less than this.
    C lower_bound = C{0};

    /// Whether a cycle of cost 0 lies on an optimal route, so that walks along it have no end. Then
    /// `count` has no answer, and `routes` gives those that meet no node twice.
    [[nodiscard]] bool endless() const noexcept { return endless_; }

    /// The exact number of optimal routes; none if they are endless.
    [[nodiscard]] std::optional<big_unsigned> count() const {
        if (endless_) return std::nullopt;
        // Counts flow from the starts; one handed on is forgotten, so that a front of them exists.
        std::vector<big_unsigned> counts(nodes_.size());
        for (const std::uint32_t start : starts_) counts[start] += big_unsigned(1);
        big_unsigned total;
        for (const std::uint32_t n : order_) {
            const big_unsigned here = std::exchange(counts[n], big_unsigned());
            if (is_goal(n)) total += here;
            for (std::uint32_t e = first_edge_[n]; e != first_edge_[n + 1]; ++e) {
                counts[edges_[e]] += here;
            }
        }
        return total;
    }

    /// The nodes that lie on optimal routes.
    [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return nodes_; }
    /// How many edges the optimal routes use.
    [[nodiscard]] std::size_t edge_count() const noexcept { return edges_.size(); }

    /// The routes one by one, made only when they are asked for. The order is fixed: starts as
    /// given, then at each node the successors as the graph gives them.
    class route_range {
    public:
        /// Stands at a route; it can be gone through once.
        class iterator {
        public:
            using value_type = std::vector<Node>;
            using difference_type = std::ptrdiff_t;
            using iterator_concept = std::input_iterator_tag;

            iterator() = default;
            [[nodiscard]] const std::vector<Node>& operator*() const noexcept { return path_; }
            [[nodiscard]] const std::vector<Node>* operator->() const noexcept { return &path_; }
            iterator& operator++() {
                find_next();
                return *this;
            }
            void operator++(int) { find_next(); }
            friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
                return i.routes_ == nullptr;
            }

        private:
            friend route_range;
            explicit iterator(const shortest_routes& routes) : routes_(&routes) {
                if (routes.endless_) on_path_.resize(routes.nodes_.size());
                find_next();
            }

            // Depth first: back to the last node with another edge, then first edges to a goal.
            void find_next() {
                while (step())
                    if (routes_->is_goal(trail_.back().node)) return;
                routes_ = nullptr;
            }

            bool step() {
                while (!trail_.empty()) {
                    frame& top = trail_.back();
                    while (top.next != routes_->first_edge_[top.node + 1]) {
                        if (enter(routes_->edges_[top.next++])) return true;
                    }
                    leave();
                }
                return next_start_ != routes_->starts_.size() &&
                       enter(routes_->starts_[next_start_++]);
            }

            bool enter(std::uint32_t n) {
                if (!on_path_.empty()) {
                    if (on_path_[n]) return false;
                    on_path_[n] = true;
                }
                trail_.push_back({n, routes_->first_edge_[n]});
                path_.push_back(routes_->nodes_[n]);
                return true;
            }

            void leave() {
                if (!on_path_.empty()) on_path_[trail_.back().node] = false;
                trail_.pop_back();
                path_.pop_back();
            }

            struct frame {
                std::uint32_t node;
                std::uint32_t next;
            };
            const shortest_routes* routes_ = nullptr;
            std::size_t next_start_ = 0;
            std::vector<frame> trail_;
            std::vector<Node> path_;
            std::vector<bool> on_path_;  // used only where routes could go round
        };

        /// The routes of that graph, which must outlive it.
        explicit route_range(const shortest_routes& routes) noexcept : routes_(&routes) {}
        [[nodiscard]] iterator begin() const { return iterator(*routes_); }
        [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    private:
        const shortest_routes* routes_;
    };

    /// The routes one by one, in a fixed order; this object must outlive them.
    [[nodiscard]] route_range routes() const noexcept { return route_range(*this); }

private:
    template <class G, class N, class Goal, class Observer>
        requires SearchableGraph<G, N> && GoalOf<Goal, N>
    friend class all_shortest_search;

    [[nodiscard]] bool is_goal(std::uint32_t n) const noexcept {
        return first_edge_[n] == first_edge_[n + 1];
    }

    // Kahn's algorithm; what it cannot order lies on a cycle.
    void sort_nodes() {
        std::vector<std::uint32_t> incoming(nodes_.size(), 0);
        order_.reserve(nodes_.size());
        for (const std::uint32_t to : edges_) ++incoming[to];
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            if (incoming[n] == 0) order_.push_back(n);
        }
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint32_t n = order_[i];
            for (std::uint32_t e = first_edge_[n]; e != first_edge_[n + 1]; ++e) {
                if (--incoming[edges_[e]] == 0) order_.push_back(edges_[e]);
            }
        }
        endless_ = order_.size() != nodes_.size();
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> first_edge_{0};  // of node n: first_edge_[n] to first_edge_[n + 1]
    std::vector<std::uint32_t> edges_;          // where each edge leads
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> order_;  // an edge's end comes after its beginning
    bool endless_ = false;
};

}  // namespace senda
