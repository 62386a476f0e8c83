// SPDX-License-Identifier: MIT
// The graph of a search for prizes: numbered nodes, what its arcs take, and what is left to pay.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// More of a resource than any path may have or lose.
template <class R>
inline constexpr R most_resource = std::numeric_limits<R>::max() / 4;

/// All that can be reached from the starts. Arcs out of a node are in the order of its edges.
template <Cost C, class R>
class prize_graph {
public:
    using id = std::uint32_t;
    static constexpr id none = std::numeric_limits<id>::max();

    struct arc {
        C cost;
        R loss;
        id from;
        id to;
        id edge;  // which of the edges of its node it is
    };
    struct node {
        id prize = none;
        bool is_goal = false;
    };

    explicit prize_graph(search_control& control)
        : control_(&control),
          nodes_(control.budget()),
          arcs_(control.budget()),
          first_(control.budget()),
          into_(control.budget()),
          first_into_(control.budget()) {}

    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] const node& operator[](id n) const noexcept { return nodes_[n]; }
    [[nodiscard]] const arc& arc_at(id a) const noexcept { return arcs_[a]; }
    /// The arcs out of a node are those from `begin_of(n)` to `begin_of(n + 1)`.
    [[nodiscard]] id begin_of(id n) const noexcept { return first_[n]; }
    /// What each prize adds to the resource, and where it is.
    [[nodiscard]] const std::vector<R>& worth() const noexcept { return worth_; }
    [[nodiscard]] id node_of(std::size_t prize) const noexcept { return node_of_[prize]; }

    /// Adds the next node and begins its arcs; false if there is no room.
    [[nodiscard]] bool add_node(bool is_goal) {
        return arcs_.size() < none && nodes_.push(node{none, is_goal}) &&
               first_.push(static_cast<id>(arcs_.size()));
    }
    /// Puts a prize into the node added last.
    void add_prize(R worth) {
        nodes_.back().prize = static_cast<id>(worth_.size());
        worth_.push_back(worth);
        node_of_.push_back(static_cast<id>(nodes_.size() - 1));
    }
    /// Adds an arc out of the node added last; false if there is no room.
    [[nodiscard]] bool add_arc(id to, C cost, R loss, id edge) {
        return arcs_.push(arc{cost, loss, static_cast<id>(nodes_.size() - 1), to, edge});
    }

    /// Sorts the arcs by where they lead, once all are there; false if there is no room.
    [[nodiscard]] bool finish() {
        if (arcs_.size() >= none || !first_.push(static_cast<id>(arcs_.size())) ||
            !first_into_.assign_zeros(size() + 1) || !into_.assign_zeros(arcs_.size()))
            return false;
        for (const arc& a : arcs_) ++first_into_[a.to];
        id sum = 0;
        for (id& f : first_into_) sum = f += sum;
        for (id a = static_cast<id>(arcs_.size()); a-- > 0;) into_[--first_into_[arcs_[a].to]] = a;
        return true;
    }

    /// The least sum of `price(arc)` from each node to a goal; `unreached` from where none is.
    /// False if a limit came first.
    template <class V, class Price>
    [[nodiscard]] bool measure(buffer<V>& to_goal, V unreached, const Price& price) const {
        struct entry {
            V value;
            id at;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept {
                return a.value < b.value || (a.value == b.value && a.at < b.at);
            }
        };
        four_ary_heap<entry, before> open(control_->budget());
        if (!control_->fits(to_goal.assign_zeros(size()))) return false;
        for (id n = 0; n < size(); ++n) {
            to_goal[n] = nodes_[n].is_goal ? V{0} : unreached;
            if (nodes_[n].is_goal && !control_->fits(open.push({V{0}, n}))) return false;
        }
        while (!open.empty()) {
            const entry next = open.pop();
            if (to_goal[next.at] < next.value) continue;
            if (!control_->tick()) return false;
            for (id i = first_into_[next.at]; i != first_into_[next.at + 1]; ++i) {
                const arc& a = arcs_[into_[i]];
                const V there = price(next.value, a);
                if (!(there < to_goal[a.from])) continue;
                to_goal[a.from] = there;
                if (!control_->fits(open.push({there, a.from}))) return false;
            }
        }
        return true;
    }

    /// The least resource in each node with which a walk leads to a goal, if prizes paid at every
    /// visit and penalties cost nothing: no path needs less. False if a limit came first.
    [[nodiscard]] bool measure_needed(buffer<R>& needed) const {
        if (!measure(needed, most_resource<R>, [](R value, const arc& a) {
                return std::min<R>(value + a.loss, most_resource<R>);
            }))
            return false;
        buffer<id> queue(control_->budget());
        buffer<std::uint8_t> is_queued(control_->budget());
        if (!control_->fits(is_queued.assign_zeros(size()) && queue.reserve(size()))) return false;
        for (const id n : node_of_) {
            (void)queue.push(n);
            is_queued[n] = 1;
        }
        // Label correcting: what is needed falls until no cycle gains any more. If that takes long,
        // it is also true that everybody needs nothing.
        std::uint64_t left = 1000 + 64 * std::uint64_t{arcs_.size()};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const id n = queue[i];
            is_queued[n] = 0;
            const R pay = nodes_[n].prize == none ? R{0} : std::max<R>(0, worth_[nodes_[n].prize]);
            if (!control_->tick()) return false;
            for (id k = first_into_[n]; k != first_into_[n + 1]; ++k) {
                const arc& a = arcs_[into_[k]];
                const R there =
                    std::max<R>(0, std::min<R>(needed[n] + a.loss, most_resource<R>) - pay);
                if (needed[n] >= most_resource<R> || !(there < needed[a.from])) continue;
                needed[a.from] = there;
                if (left-- == 0) {
                    std::fill(needed.begin(), needed.end(), R{0});
                    return true;
                }
                if (is_queued[a.from] != 0) continue;
                is_queued[a.from] = 1;
                if (!control_->fits(queue.push(a.from))) return false;
            }
        }
        return true;
    }

private:
    search_control* control_;
    buffer<node> nodes_;
    buffer<arc> arcs_;
    buffer<id> first_;       // arc of each node
    buffer<id> into_;        // arcs by where they lead
    buffer<id> first_into_;  // of each node among them
    std::vector<R> worth_;
    std::vector<id> node_of_;
};

}  // namespace senda::detail
