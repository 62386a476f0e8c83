// SPDX-License-Identifier: MIT
// The order in which nodes are eliminated: separators last, each above what it parts.
#pragma once

#include <senda/detail/roads/dissection/plain_graph.hpp>
#include <senda/detail/roads/dissection/separator_search.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Orders the nodes of a graph by nested dissection (A. George, 1973). What it decides depends on
/// the graph alone: neither on chance nor on the number of threads.
class nested_dissection {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t most_points = 4;  // more take longer, and on roads bring nothing

public:
    nested_dissection(search_control& control, thread_team& team, search_progress* progress)
        : control_(control), team_(team), progress_(progress), workers_(team.size()) {}

    /// About how many bytes it takes for a graph, of which it keeps a few copies in parts.
    [[nodiscard]] static std::uint64_t bytes_needed(std::uint64_t nodes, std::uint64_t edges,
                                                    unsigned threads) noexcept {
        return nodes * 80 + edges * 40 + threads * nodes * 60;
    }

    /// The nodes in the order of their elimination, unless the clock or the stop token ended it.
    [[nodiscard]] std::vector<std::uint32_t> order(const plain_graph& g) {
        part left = eliminate_low_degrees(g);
        order_.resize(g.node_count());
        std::vector<part> parts;
        split(std::move(left), {}, workers_.front(), parts);
        for (std::size_t waiting = 1; waiting != 0;) {
            std::vector<std::vector<part>> smaller(parts.size());
            const auto work = [&](std::size_t i, unsigned thread) {
                dissect(std::move(parts[i]), workers_[thread], smaller[i]);
            };
            if (!team_.for_each(parts.size(), work, &control_)) break;
            parts.clear();
            waiting = 0;
            for (std::vector<part>& some : smaller) {
                for (part& p : some) {
                    waiting += p.nodes.size();
                    parts.push_back(std::move(p));
                }
            }
            if (progress_ != nullptr) progress_->advance(order_.size() - waiting, order_.size());
        }
        return std::move(order_);
    }

private:
    /// Connected nodes that get neighbouring places in the order.
    struct part {
        plain_graph graph;
        std::vector<std::uint32_t> nodes;  // as they are numbered in the whole graph
        std::uint32_t begin = 0;           // its first place
    };
    struct worker {
        separator_search separators;
        std::array<std::vector<std::uint32_t>, most_points> distance;  // from each
        std::vector<std::uint32_t> nearest;                            // of these
        std::vector<std::uint32_t> component;
        std::vector<std::uint32_t> number;
        std::vector<std::uint32_t> queue;
    };

    /// Eliminates nodes of at most two neighbours while there are any, and returns the others: the
    /// two neighbours of one that is gone are neighbours. No two neighbours go in the same round,
    /// so that a chain is halved in each and paths that lead up the elimination tree stay short.
    [[nodiscard]] part eliminate_low_degrees(const plain_graph& g) {
        constexpr std::uint32_t gone = none;
        const std::uint32_t count = g.node_count();
        std::vector<std::vector<std::uint32_t>> rows(count);  // neighbours, also such as are gone
        std::vector<std::uint32_t> degree(count);
        std::vector<std::uint32_t> round_of(count);  // in which a neighbour went last
        std::vector<std::uint32_t> candidates;
        std::vector<std::uint32_t> next;
        for (std::uint32_t n = 0; n < count; ++n) {
            rows[n].assign(g.neighbours(n).begin(), g.neighbours(n).end());
            degree[n] = static_cast<std::uint32_t>(rows[n].size());
            if (degree[n] <= 2) candidates.push_back(n);
        }
        for (std::uint32_t round = 1; !candidates.empty(); ++round) {
            next.clear();
            for (const std::uint32_t n : candidates) {
                if (round_of[n] == round) {  // a neighbour went: the next round's
                    next.push_back(n);
                    continue;
                }
                const auto is_gone = [&](std::uint32_t to) { return degree[to] == gone; };
                auto& ends = rows[n];
                ends.erase(std::remove_if(ends.begin(), ends.end(), is_gone), ends.end());
                degree[n] = gone;
                order_.push_back(n);
                const bool joins =
                    ends.size() == 2 && !are_joined(rows[ends[0]], ends[0], rows[ends[1]], ends[1]);
                for (std::size_t i = 0; i < ends.size(); ++i) {
                    round_of[ends[i]] = round;
                    if (joins) {
                        rows[ends[i]].push_back(ends[1 - i]);
                    } else if (--degree[ends[i]] == 2) {
                        next.push_back(ends[i]);
                    }
                }
                ends = {};
            }
            std::swap(candidates, next);
        }
        part left;
        left.begin = static_cast<std::uint32_t>(order_.size());
        std::vector<std::uint32_t> number(count, none);
        for (std::uint32_t n = 0; n < count; ++n) {
            if (degree[n] == gone) continue;
            number[n] = static_cast<std::uint32_t>(left.nodes.size());
            left.nodes.push_back(n);
        }
        for (const std::uint32_t n : left.nodes) {
            for (const std::uint32_t to : rows[n])
                if (number[to] != none) left.graph.to.push_back(number[to]);
            left.graph.first.push_back(left.graph.to.size());
        }
        return left;
    }
    [[nodiscard]] static bool are_joined(const std::vector<std::uint32_t>& of_a, std::uint32_t a,
                                         const std::vector<std::uint32_t>& of_b, std::uint32_t b) {
        if (of_b.size() < of_a.size()) return are_joined(of_b, b, of_a, a);
        return std::find(of_a.begin(), of_a.end(), b) != of_a.end();
    }

    /// Splits a part by the best separator between each two of a few nodes, each as far from those
    /// before it as can be.
    void dissect(part whole, worker& by, std::vector<part>& parts) {
        const plain_graph& g = whole.graph;
        g.measure(0, by.distance[0], by.queue);
        std::uint32_t farthest = by.queue.back();
        by.nearest.assign(g.node_count(), none);
        std::size_t points = 0;
        do {
            std::vector<std::uint32_t>& distance = by.distance[points++];
            g.measure(std::exchange(farthest, 0), distance, by.queue);
            for (std::uint32_t n = 0; n < g.node_count(); ++n) {
                by.nearest[n] = std::min(by.nearest[n], distance[n]);
                if (by.nearest[n] > by.nearest[farthest]) farthest = n;
            }
        } while (points < most_points && by.nearest[farthest] != 0);
        separator best;
        for (std::size_t i = 1; i < points; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                separator found = by.separators.find(g, by.distance[i], by.distance[j], [this] {
                    return control_.has_deadline_or_stop() && control_.must_stop();
                });
                if (best.is_worse_than(found.nodes.size(), found.smaller)) best = std::move(found);
            }
        }
        if (best.nodes.empty()) return place_all(whole);
        split(std::move(whole), best.nodes, by, parts);
    }

    /// Puts a separator at the end of a part's places, and makes a part of each component of what
    /// is left.
    void split(part whole, const std::vector<std::uint32_t>& cut, worker& by,
               std::vector<part>& parts) {
        const std::uint32_t count = whole.graph.node_count();
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
            begin += parts.back().graph.node_count();
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
};

}  // namespace senda::detail
