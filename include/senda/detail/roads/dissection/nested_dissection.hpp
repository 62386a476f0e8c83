// SPDX-License-Identifier: MIT
// The order in which nodes are eliminated: separators last, each above what it parts.
#pragma once

#include <senda/detail/roads/dissection/flow_cutter.hpp>
#include <senda/detail/roads/dissection/plain_graph.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A graph of which nodes were eliminated: the two neighbours of one that is gone are neighbours.
struct eliminated_graph {
    std::vector<std::uint32_t> order;  ///< the nodes that are gone, in turn
    std::vector<std::uint32_t> nodes;  ///< the others
    plain_graph kernel;                ///< these, numbered as in `nodes`: each has three neighbours
};

/// Eliminates nodes of at most two neighbours while there are any. No two neighbours go in the same
/// round, so that a chain is halved in each and paths that lead up the elimination tree stay short.
class low_degrees {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// `g`  a graph whose rows are in ascending order, with fewer than 2^32 places in all.
    explicit low_degrees(plain_graph g) : graph_(std::move(g)) {
        const std::uint32_t count = graph_.node_count();
        degree_.resize(count);
        round_of_.assign(count, 0);
        twin_.resize(graph_.to.size());
        std::vector<std::size_t> next(graph_.first.begin(), graph_.first.end() - 1);
        for (std::uint32_t n = 0; n < count; ++n) {
            degree_[n] = static_cast<std::uint32_t>(graph_.neighbours(n).size());
            // Nodes come up in ascending order, as they stand in each row.
            for (std::size_t i = graph_.first[n]; i < graph_.first[n + 1]; ++i)
                twin_[i] = static_cast<std::uint32_t>(next[graph_.to[i]]++);
        }
    }

    [[nodiscard]] eliminated_graph eliminate() {
        eliminated_graph left;
        std::vector<std::uint32_t> candidates;
        std::vector<std::uint32_t> next;
        for (std::uint32_t n = 0; n < degree_.size(); ++n)
            if (degree_[n] <= 2) candidates.push_back(n);
        for (std::uint32_t round = 1; !candidates.empty(); ++round) {
            next.clear();
            for (const std::uint32_t n : candidates) {
                if (degree_[n] == gone || degree_[n] > 2) continue;
                if (round_of_[n] == round) {  // a neighbour went: the next round's
                    next.push_back(n);
                    continue;
                }
                take_out(n, round, next);
                left.order.push_back(n);
            }
            std::swap(candidates, next);
        }
        keep_kernel(left);
        return left;
    }

private:
    static constexpr std::uint32_t gone = none;

    void take_out(std::uint32_t n, std::uint32_t round, std::vector<std::uint32_t>& next) {
        std::uint32_t places[2] = {};  // of the node in the rows of its neighbours
        std::uint32_t count = 0;
        for (std::size_t i = graph_.first[n]; count < degree_[n]; ++i)
            if (graph_.to[i] != none) places[count++] = twin_[i];
        degree_[n] = gone;
        const auto neighbour = [&](std::uint32_t i) { return graph_.to[twin_[places[i]]]; };
        const std::uint32_t ends[] = {count > 0 ? neighbour(0) : none,
                                      count > 1 ? neighbour(1) : none};
        const bool joins = count == 2 && !are_joined(ends[0], ends[1]);
        for (std::uint32_t i = 0; i < count; ++i) {
            graph_.to[places[i]] = joins ? ends[1 - i] : none;
            if (joins) twin_[places[i]] = places[1 - i];
            if (!joins && --degree_[ends[i]] == 2) next.push_back(ends[i]);
            round_of_[ends[i]] = round;
        }
    }

    [[nodiscard]] bool are_joined(std::uint32_t a, std::uint32_t b) const noexcept {
        if (graph_.neighbours(b).size() < graph_.neighbours(a).size()) std::swap(a, b);
        const auto row = graph_.neighbours(a);
        return std::find(row.begin(), row.end(), b) != row.end();
    }

    void keep_kernel(eliminated_graph& left) const {
        std::vector<std::uint32_t> number(degree_.size(), none);
        for (std::uint32_t n = 0; n < degree_.size(); ++n) {
            if (degree_[n] == gone) continue;
            number[n] = static_cast<std::uint32_t>(left.nodes.size());
            left.nodes.push_back(n);
        }
        for (const std::uint32_t n : left.nodes) {
            for (const std::uint32_t to : graph_.neighbours(n))
                if (to != none) left.kernel.to.push_back(number[to]);
            left.kernel.first.push_back(left.kernel.to.size());
        }
    }

    plain_graph graph_;                // `none` where a neighbour went
    std::vector<std::uint32_t> twin_;  // of each place in a row, that of the same edge's other end
    std::vector<std::uint32_t> degree_;
    std::vector<std::uint32_t> round_of_;  // in which a neighbour went last
};

/// Orders the nodes of a graph by nested dissection (A. George, 1973). What it decides depends on
/// the graph alone: neither on chance nor on the number of threads.
class nested_dissection {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    // Separators of larger parts are looked for by several threads.
    static constexpr std::uint32_t small_size = 1000;
    // Of the separators between each two of three far nodes the best is taken: more nodes take
    // longer, and on roads bring nothing.
    static constexpr std::size_t point_count = 3;

public:
    nested_dissection(search_control& control, thread_team& team, search_progress* progress)
        : control_(control), team_(team), progress_(progress), workers_(team.size()) {}

    /// About how many bytes it takes for a graph, of which it keeps a few copies in parts.
    [[nodiscard]] static std::uint64_t bytes_needed(std::uint64_t nodes, std::uint64_t edges,
                                                    unsigned threads) noexcept {
        return nodes * 56 + edges * 32 + threads * nodes * 80;
    }

    /// The nodes in the order of their elimination; what was not ordered yet when a limit ended it
    /// is there in any order.
    [[nodiscard]] std::vector<std::uint32_t> order(plain_graph g) {
        eliminated_graph left = low_degrees(std::move(g)).eliminate();
        order_ = std::move(left.order);
        done_ = order_.size();
        std::vector<part> parts;
        const auto begin = static_cast<std::uint32_t>(order_.size());
        order_.resize(order_.size() + left.nodes.size());
        split({std::move(left.kernel), std::move(left.nodes), begin, {}}, {}, workers_.front(),
              parts);
        for (std::vector<part> small_parts; !parts.empty();) {
            dissect_large(parts, small_parts);
            share(team_, small_parts.size(), [&](std::size_t i, unsigned thread) {
                dissect_small(std::move(small_parts[i]), workers_[thread]);
            });
            for (const part& p : small_parts) done_ += p.size;
            small_parts.clear();
            if (progress_ != nullptr) progress_->advance(done_, order_.size());
        }
        return std::move(order_);
    }

private:
    /// Connected nodes that get neighbouring places in the order.
    struct part {
        plain_graph graph;
        std::vector<std::uint32_t> nodes;        // as they are numbered in the whole graph
        std::uint32_t begin = 0;                 // its first place
        std::vector<std::uint32_t> points = {};  // nodes that are far from each other
        std::uint32_t size = 0;
    };
    struct worker {
        flow_cutter cutter;
        std::vector<std::uint32_t> component;
        std::vector<std::uint32_t> number;
        std::vector<std::uint32_t> queue;
        std::vector<std::uint32_t> distance;
        std::vector<std::uint32_t> nearest;
    };

    [[nodiscard]] bool is_over() const {
        return control_.has_deadline_or_stop() && control_.must_stop();
    }

    /// Pairs of points between which separators are looked for.
    [[nodiscard]] static std::size_t pair_count(const part& p) noexcept {
        return p.points.size() * (p.points.size() - 1) / 2;
    }
    [[nodiscard]] separator cut(const part& p, std::size_t pair, worker& by) const {
        std::size_t second = 1;
        for (; pair >= second; ++second) pair -= second;
        const std::uint32_t least = p.graph.node_count() / 5;
        return by.cutter.cut(p.graph, p.points[pair], p.points[second], least,
                             [this] { return is_over(); });
    }

    /// Splits the large ones among parts once, and moves the others to `small_parts`.
    void dissect_large(std::vector<part>& parts, std::vector<part>& small_parts) {
        std::vector<part> large;
        for (part& p : parts)
            (p.graph.node_count() < small_size ? small_parts : large).push_back(std::move(p));
        parts.clear();
        if (large.empty()) return;
        share(team_, large.size(),
              [&](std::size_t i, unsigned thread) { choose_points(large[i], workers_[thread]); });
        struct task {
            std::size_t part;
            std::size_t pair;
            separator found = {};
        };
        std::vector<task> tasks;
        for (std::size_t i = 0; i < large.size(); ++i)
            for (std::size_t pair = 0; pair < pair_count(large[i]); ++pair)
                tasks.push_back({i, pair});
        share(team_, tasks.size(), [&](std::size_t i, unsigned thread) {
            tasks[i].found = cut(large[tasks[i].part], tasks[i].pair, workers_[thread]);
        });
        std::vector<separator> best(large.size());
        for (task& t : tasks)
            if (best[t.part].is_worse_than(t.found.nodes.size(), t.found.smaller))
                best[t.part] = std::move(t.found);
        for (std::size_t i = 0; i < large.size(); ++i) {
            done_ += best[i].nodes.size();
            split(std::move(large[i]), best[i].nodes, workers_.front(), parts);
        }
    }

    void dissect_small(part p, worker& by) {
        std::vector<part> parts;
        parts.push_back(std::move(p));
        while (!parts.empty()) {
            part next = std::move(parts.back());
            parts.pop_back();
            choose_points(next, by);
            separator best;
            for (std::size_t pair = 0; pair < pair_count(next); ++pair) {
                separator found = cut(next, pair, by);
                if (best.is_worse_than(found.nodes.size(), found.smaller)) best = std::move(found);
            }
            split(std::move(next), best.nodes, by, parts);
        }
    }

    /// Far nodes of a part: each as far from those before it as can be.
    void choose_points(part& p, worker& by) const {
        const std::uint32_t count = p.graph.node_count();
        by.nearest.assign(count, none);
        std::uint32_t next = farthest(p.graph, 0, by);
        while (p.points.size() < point_count) {
            p.points.push_back(next);
            farthest(p.graph, next, by);
            next = 0;
            for (std::uint32_t n = 0; n < count; ++n) {
                by.nearest[n] = std::min(by.nearest[n], by.distance[n]);
                if (by.nearest[n] > by.nearest[next]) next = n;
            }
            if (by.nearest[next] == 0) break;
        }
    }
    static std::uint32_t farthest(const plain_graph& g, std::uint32_t from, worker& by) {
        by.distance.assign(g.node_count(), none);
        by.queue.assign(1, from);
        by.distance[from] = 0;
        for (std::size_t i = 0; i < by.queue.size(); ++i) {
            for (const std::uint32_t to : g.neighbours(by.queue[i])) {
                if (by.distance[to] != none) continue;
                by.distance[to] = by.distance[by.queue[i]] + 1;
                by.queue.push_back(to);
            }
        }
        return by.queue.back();
    }

    /// Puts a separator at the end of a part's places, and makes a part of each component of what
    /// is left. One that cannot be split is placed as it is.
    void split(part whole, const std::vector<std::uint32_t>& cut, worker& by,
               std::vector<part>& parts) {
        const std::uint32_t count = whole.graph.node_count();
        const bool is_first = whole.points.empty();
        if (cut.empty() && !is_first) return place_all(whole);
        by.component.assign(count, none);
        by.number.resize(count);
        std::uint32_t last = whole.begin + count;
        for (const std::uint32_t n : cut) {
            by.component[n] = n;
            order_[--last] = whole.nodes[n];
        }
        std::uint32_t begin = whole.begin;
        for (std::uint32_t root = 0; root < count; ++root) {
            if (by.component[root] != none) continue;
            collect(whole.graph, root, by);
            if (by.queue.size() == 1) {
                order_[begin++] = whole.nodes[root];
                continue;
            }
            parts.push_back(extract(whole, root, begin, by));
            begin += parts.back().size;
        }
    }
    /// The component of a node, without the separator, in ascending order.
    static void collect(const plain_graph& g, std::uint32_t root, worker& by) {
        by.queue.assign(1, root);
        by.component[root] = root;
        for (std::size_t i = 0; i < by.queue.size(); ++i) {
            for (const std::uint32_t to : g.neighbours(by.queue[i])) {
                if (by.component[to] != none) continue;
                by.component[to] = root;
                by.queue.push_back(to);
            }
        }
        std::sort(by.queue.begin(), by.queue.end());
        for (std::size_t i = 0; i < by.queue.size(); ++i)
            by.number[by.queue[i]] = static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] static part extract(const part& whole, std::uint32_t root, std::uint32_t begin,
                                      const worker& by) {
        part own;
        own.begin = begin;
        own.size = static_cast<std::uint32_t>(by.queue.size());
        own.graph.first.reserve(by.queue.size() + 1);
        for (const std::uint32_t n : by.queue) {
            own.nodes.push_back(whole.nodes[n]);
            for (const std::uint32_t to : whole.graph.neighbours(n))
                if (by.component[to] == root) own.graph.to.push_back(by.number[to]);
            own.graph.first.push_back(own.graph.to.size());
        }
        return own;
    }

    /// Places a part in which every two nodes may be neighbours: those with few first.
    void place_all(part& p) {
        std::vector<std::uint32_t> by_degree(p.nodes.size());
        for (std::uint32_t n = 0; n < by_degree.size(); ++n) by_degree[n] = n;
        std::sort(by_degree.begin(), by_degree.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::size_t of_a = p.graph.neighbours(a).size();
            const std::size_t of_b = p.graph.neighbours(b).size();
            return of_a != of_b ? of_a < of_b : a < b;
        });
        for (std::uint32_t i = 0; i < by_degree.size(); ++i)
            order_[p.begin + i] = p.nodes[by_degree[i]];
    }

    search_control& control_;
    thread_team& team_;
    search_progress* progress_;
    std::vector<worker> workers_;
    std::vector<std::uint32_t> order_;
    std::size_t done_ = 0;  // places
};

}  // namespace senda::detail
