// SPDX-License-Identifier: MIT
// The order in which nodes are eliminated: separators last, each above what it parts. They are
// found by flows.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// An undirected graph without costs, loops and parallel edges: each edge stands in two rows.
struct plain_graph {
    std::vector<std::size_t> first{0};
    std::vector<std::uint32_t> to;

    [[nodiscard]] std::uint32_t node_count() const noexcept {
        return static_cast<std::uint32_t>(first.size() - 1);
    }
    [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t n) const noexcept {
        return {to.data() + first[n], to.data() + first[n + 1]};
    }

    /// How many edges each node is away from one; nodes that cannot be reached keep the largest
    /// number. `order` becomes the nodes as they are reached, the farthest last.
    void measure(std::uint32_t from, std::vector<std::uint32_t>& distance,
                 std::vector<std::uint32_t>& order) const {
        constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();
        distance.assign(node_count(), unreached);
        order.assign(1, from);
        distance[from] = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (const std::uint32_t next : neighbours(order[i])) {
                if (distance[next] != unreached) continue;
                distance[next] = distance[order[i]] + 1;
                order.push_back(next);
            }
        }
    }

    /// The neighbours in a stored graph, in ascending order.
    template <class Weight>
    [[nodiscard]] static plain_graph of(const csr_rows<Weight>& rows) {
        plain_graph both;
        both.first.assign(rows.node_count + 2, 0);
        const auto for_each_edge = [&rows](auto&& take) {
            for (std::uint32_t n = 0; n < rows.node_count; ++n)
                for (std::size_t i = rows.offsets[n]; i < rows.offsets[n + 1]; ++i)
                    if (rows.edges[i].to != n) take(n, rows.edges[i].to);
        };
        // Counted two places up and placed one place up, each count ends up as its row's begin.
        for_each_edge([&](std::uint32_t a, std::uint32_t b) {
            ++both.first[std::size_t{a} + 2];
            ++both.first[std::size_t{b} + 2];
        });
        for (std::size_t i = 2; i < both.first.size(); ++i) both.first[i] += both.first[i - 1];
        both.to.resize(both.first.back());
        for_each_edge([&](std::uint32_t a, std::uint32_t b) {
            both.to[both.first[std::size_t{a} + 1]++] = b;
            both.to[both.first[std::size_t{b} + 1]++] = a;
        });
        both.first.pop_back();
        both.leave_out_repeated();
        return both;
    }

private:
    void leave_out_repeated() {
        std::size_t kept = 0;
        std::size_t begin = 0;
        for (std::size_t n = 1; n < first.size(); ++n) {
            const auto from = to.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto end = to.begin() + static_cast<std::ptrdiff_t>(first[n]);
            std::sort(from, end);
            const auto last = std::unique(from, end);
            begin = first[n];
            kept = static_cast<std::size_t>(
                std::copy(from, last, to.begin() + static_cast<std::ptrdiff_t>(kept)) - to.begin());
            first[n] = kept;
        }
        to.resize(kept);
    }
};

/// Nodes without which a graph falls apart.
struct separator {
    std::vector<std::uint32_t> nodes;
    std::uint32_t smaller = 0;  ///< how many nodes are on its smaller side; none if there is none

    /// Whether another of `size` nodes that leaves `leaves` on a side separates better: with fewer
    /// nodes for each that it cuts off.
    [[nodiscard]] bool is_worse_than(std::size_t size, std::uint32_t leaves) const noexcept {
        return leaves != 0 && (smaller == 0 || std::uint64_t{smaller} * size <
                                                   std::uint64_t{leaves} * nodes.size());
    }
};

/// Parts a graph between two nodes (A. Schild, C. Sommer, On balanced separators in road networks,
/// 2015, with distances in the place of coordinates): of the quarter of the nodes that is nearer to
/// one and the quarter that is nearer to the other, by the difference, as many paths lead from the
/// first to the second as there can be that have no node in common. As many nodes then part them.
class separator_search {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// The better of the separators next to either end, if one cuts nodes off; with no nodes if
    /// not. `is_over()` may end it early.
    ///
    /// `g`                     a connected graph.
    /// `from_one`, `from_two`  how far each node is from both.
    template <class IsOver>
    [[nodiscard]] separator find(const plain_graph& g, const std::vector<std::uint32_t>& from_one,
                                 const std::vector<std::uint32_t>& from_two,
                                 const IsOver& is_over) {
        const std::uint32_t nodes = g.node_count();
        nodes_.resize(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n) nodes_[n] = n;
        std::sort(nodes_.begin(), nodes_.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::int64_t lead_of_a = std::int64_t{from_one[a]} - from_two[a];
            const std::int64_t lead_of_b = std::int64_t{from_one[b]} - from_two[b];
            return lead_of_a != lead_of_b ? lead_of_a < lead_of_b : a < b;
        });
        before_.assign(nodes, none);
        after_.assign(nodes, none);
        separator best;
        while (add_paths(g))
            if (is_over()) return best;
        note(best);
        // Backwards, all looks alike, but that nothing more is found.
        std::swap(before_, after_);
        std::reverse(nodes_.begin(), nodes_.end());
        (void)add_paths(g);
        note(best);
        return best;
    }

private:
    // Each node is two states, where paths enter it and where they leave it.
    [[nodiscard]] static constexpr std::uint32_t entry(std::uint32_t n) noexcept { return n * 2; }
    [[nodiscard]] static constexpr std::uint32_t exit(std::uint32_t n) noexcept {
        return n * 2 + 1;
    }
    [[nodiscard]] bool has_path(std::uint32_t n) const noexcept { return after_[n] != none; }

    /// Adds paths, depth first, by states that no other search of this round was in; false if there
    /// are none: then all that can be reached was.
    [[nodiscard]] bool add_paths(const plain_graph& g) {
        const std::size_t nodes = nodes_.size();
        const std::size_t ends = std::max<std::size_t>(1, nodes / 4);
        is_reached_.assign(nodes * 2, false);
        is_goal_.assign(nodes, false);
        parent_.resize(nodes * 2);
        for (std::size_t i = nodes - ends; i < nodes; ++i) is_goal_[nodes_[i]] = true;
        bool is_added = false;
        for (std::size_t i = 0; i < ends; ++i) {
            open_.assign(1, {entry(nodes_[i]), none});
            while (!open_.empty()) {
                const auto [state, parent] = open_.back();
                open_.pop_back();
                if (is_reached_[state]) continue;
                is_reached_[state] = true;
                parent_[state] = parent;
                const std::uint32_t n = state / 2;
                if (state == exit(n)) {
                    if (has_path(n)) open_.push_back({entry(n), state});
                    for (const std::uint32_t to : g.neighbours(n))
                        open_.push_back({entry(to), state});
                } else if (has_path(n)) {
                    // Only back along the path, which then goes another way.
                    if (before_[n] != n) open_.push_back({exit(before_[n]), state});
                } else if (!is_goal_[n]) {
                    open_.push_back({exit(n), state});
                } else {
                    add_path(n);
                    is_added = true;
                    break;
                }
            }
        }
        return is_added;
    }

    /// Adds the path by which a node was reached.
    void add_path(std::uint32_t last) {
        trail_.clear();
        for (std::uint32_t s = entry(last); s != none; s = parent_[s]) trail_.push_back(s);
        const std::uint32_t first = trail_.back() / 2;
        before_[first] = first;
        for (std::size_t i = trail_.size(); --i > 0;) {
            const std::uint32_t from = trail_[i] / 2;
            const std::uint32_t to = trail_[i - 1] / 2;
            if (trail_[i] == entry(from)) continue;
            if (from == to) {  // the path that led here does without this node
                before_[from] = after_[from] = none;
            } else {
                after_[from] = to;
                before_[to] = from;
            }
        }
        after_[last] = last;
    }

    /// Notes the nodes that were entered and not left.
    void note(separator& best) const {
        const auto nodes = static_cast<std::uint32_t>(nodes_.size());
        std::uint32_t left = 0;
        std::vector<std::uint32_t> cut;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if (is_reached_[exit(n)]) {
                ++left;
            } else if (is_reached_[entry(n)]) {
                cut.push_back(n);
            }
        }
        const auto size = static_cast<std::uint32_t>(cut.size());
        const std::uint32_t smaller = std::min(left, nodes - left - size);
        if (best.is_worse_than(size, smaller)) best = {std::move(cut), smaller};
    }

    struct step {
        std::uint32_t state;
        std::uint32_t parent;
    };

    std::vector<std::uint32_t> nodes_;   // those to begin with first, goals last
    std::vector<std::uint32_t> before_;  // the node before on the path over each, itself at an end
    std::vector<std::uint32_t> after_;   // `none` without a path
    std::vector<bool> is_goal_;
    std::vector<bool> is_reached_;       // of each state
    std::vector<std::uint32_t> parent_;  // the state that each was reached from
    std::vector<step> open_;             // the next one last
    std::vector<std::uint32_t> trail_;
};

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
