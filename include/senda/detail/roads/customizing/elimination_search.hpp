// SPDX-License-Identifier: MIT
// A graph after the elimination of its nodes, one by one: the neighbours of each are neighbours.
// The costs of its arcs, by its triangles, and a shortest path by them: up the elimination tree
// from both ends, without a queue.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/dissection/nested_dissection.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search_base.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// The chordal graph that elimination in an order leaves. Nodes are numbered by rank, in an order
/// that leaves the same graph but in which each subtree of the elimination tree is a range of
/// ranks. An arc is that from its lower end to its upper one, and stands for both directions.
struct chordal_graph {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// An arc seen from its upper end.
    struct arc_from_below {
        std::uint32_t from;
        std::uint32_t arc;
    };

    explicit chordal_graph(memory_budget& taken_of) noexcept : budget(taken_of) {}

    [[nodiscard]] std::uint32_t node_count() const noexcept {
        return static_cast<std::uint32_t>(node_at.size());
    }
    [[nodiscard]] std::uint32_t arc_count() const noexcept {
        return static_cast<std::uint32_t>(to.size());
    }
    /// The arc between two ranks, which must be there.
    [[nodiscard]] std::uint32_t arc(std::uint32_t low, std::uint32_t high) const noexcept {
        const std::uint32_t* const row = to.data();
        return static_cast<std::uint32_t>(
            std::lower_bound(row + first[low], row + first[low + 1], high) - row);
    }

    memory_budget& budget;
    buffer<std::uint32_t> rank_of{budget};
    buffer<std::uint32_t> node_at{budget};
    buffer<std::uint32_t> first{budget};  ///< where the arcs up from each rank begin
    buffer<std::uint32_t> to{budget};     ///< their upper ends, in ascending order
    buffer<std::uint32_t> first_below{budget};
    /// The arcs from below to each rank, in ascending order, but for those that are the last of
    /// their lower ends: these are in no triangle under the rank.
    buffer<arc_from_below> below{budget};
    /// The next node up the elimination tree, the lower end of whose arcs a path from below can
    /// reach first; `none` of a root.
    buffer<std::uint32_t> parent{budget};
};

/// Eliminates nodes in an order.
class elimination {
    static constexpr std::uint32_t none = chordal_graph::none;

public:
    elimination(search_control& control, chordal_graph& made) : control_(control), made_(made) {}

    /// Makes the chordal graph; false if a limit ended it.
    [[nodiscard]] bool run(const plain_graph& g, const std::vector<std::uint32_t>& order) {
        const std::uint32_t count = g.node_count();
        if (!control_.fits(made_.rank_of.assign_zeros(count) && made_.node_at.assign_zeros(count) &&
                           made_.first.assign_zeros(std::size_t{count} + 1) &&
                           made_.parent.assign_zeros(count) &&
                           made_.first_below.assign_zeros(std::size_t{count} + 1)))
            return false;
        set_order(order);
        find_tree(g);
        set_order(postorder());
        find_tree(g);
        return find_arcs(g) && find_arcs_below();
    }

private:
    void set_order(const std::vector<std::uint32_t>& order) {
        for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
            made_.node_at[rank] = order[rank];
            made_.rank_of[order[rank]] = rank;
        }
    }

    /// Finds the parents of all ranks by paths up that are shortened as they are walked (J. Liu,
    /// The role of elimination trees in sparse factorization, 1990).
    void find_tree(const plain_graph& g) {
        const std::uint32_t count = g.node_count();
        std::fill(made_.parent.begin(), made_.parent.end(), none);
        std::vector<std::uint32_t> ancestor(count, none);
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            for (const std::uint32_t neighbour : g.neighbours(made_.node_at[rank])) {
                std::uint32_t low = made_.rank_of[neighbour];
                while (low < rank && ancestor[low] != rank) {
                    const std::uint32_t up = ancestor[low];
                    ancestor[low] = rank;
                    if (up == none) {
                        made_.parent[low] = rank;
                        break;
                    }
                    low = up;
                }
            }
        }
    }

    /// Children before parents, and all below a node before anything else: with the tree that there
    /// is, such an order leaves the same graph.
    [[nodiscard]] std::vector<std::uint32_t> postorder() const {
        const std::size_t count = made_.parent.size();
        // From the last to the first, each node is put before all that is placed below its parent.
        std::vector<std::uint32_t> size(count, 1);
        for (std::size_t rank = 0; rank < count; ++rank)
            if (made_.parent[rank] != none) size[made_.parent[rank]] += size[rank];
        std::vector<std::uint32_t> end(count);  // the place after what is below a node and unplaced
        std::vector<std::uint32_t> order(count);
        auto last = static_cast<std::uint32_t>(count);
        for (std::size_t rank = count; rank-- > 0;) {
            std::uint32_t& free = made_.parent[rank] == none ? last : end[made_.parent[rank]];
            order[free - 1] = made_.node_at[rank];
            end[rank] = free - 1;
            free -= size[rank];
        }
        return order;
    }

    /// The row of a rank: its neighbours above, and what its children have above it.
    [[nodiscard]] bool find_arcs(const plain_graph& g) {
        const std::uint32_t count = g.node_count();
        std::vector<std::uint32_t> next_child(count, none);
        std::vector<std::uint32_t> first_child(count, none);
        std::vector<std::uint32_t> seen_by(count, none);
        std::vector<std::uint32_t> row;
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            if (!control_.may_expand()) return false;
            row.clear();
            seen_by[rank] = rank;
            const auto take = [&](std::uint32_t to) {
                if (to <= rank || seen_by[to] == rank) return;
                seen_by[to] = rank;
                row.push_back(to);
            };
            for (const std::uint32_t n : g.neighbours(made_.node_at[rank])) take(made_.rank_of[n]);
            for (std::uint32_t child = first_child[rank]; child != none; child = next_child[child])
                for (std::uint32_t i = made_.first[child]; i < made_.first[child + 1]; ++i)
                    take(made_.to[i]);
            std::sort(row.begin(), row.end());
            for (const std::uint32_t to : row)
                if (!control_.fits(made_.to.push(to))) return false;
            // Places in arrays of two directions are counted in 32 bits.
            if (!control_.fits(made_.to.size() < none / 2)) return false;
            made_.first[rank + 1] = static_cast<std::uint32_t>(made_.to.size());
            if (row.empty()) continue;
            next_child[rank] = first_child[row.front()];
            first_child[row.front()] = rank;
        }
        return true;
    }

    [[nodiscard]] bool find_arcs_below() {
        const auto for_each_arc = [this](auto&& take) {
            for (std::uint32_t rank = 0; rank < made_.node_count(); ++rank)
                for (std::uint32_t i = made_.first[rank]; i + 1 < made_.first[rank + 1]; ++i)
                    take(made_.to[i], chordal_graph::arc_from_below{rank, i});
        };
        std::vector<std::uint32_t> next(std::size_t{made_.node_count()} + 1);
        for_each_arc([&](std::uint32_t to, auto) { ++next[to + 1]; });
        for (std::uint32_t rank = 0; rank < made_.node_count(); ++rank) {
            next[rank + 1] += next[rank];
            made_.first_below[rank + 1] = next[rank + 1];
        }
        if (!control_.fits(made_.below.assign_zeros(next.back()))) return false;
        for_each_arc([&](std::uint32_t to, const auto& from) { made_.below[next[to]++] = from; });
        return true;
    }

    search_control& control_;
    chordal_graph& made_;
};

/// Subtrees of a moderate size, each a range of ranks, and the few nodes above all of them.
class subtrees {
    static constexpr std::uint32_t none = chordal_graph::none;

public:
    explicit subtrees(const chordal_graph& g) {
        const std::uint32_t count = g.node_count();
        // On roads two thirds of the triangles are then in subtrees.
        const std::uint32_t most = count / 8 + 256;
        std::vector<std::uint32_t> size(count, 1);
        for (std::uint32_t node = 0; node < count; ++node) {
            const std::uint32_t up = g.parent[node];
            if (up != none) size[up] += size[node];
        }
        for (std::uint32_t node = 0; node < count; ++node) {
            if (size[node] > most) {
                above_.push_back(node);
            } else if (g.parent[node] == none || size[g.parent[node]] > most) {
                ranges_.push_back({node + 1 - size[node], node + 1});
            }
        }
    }

    /// Calls `visit(node, thread)` for all nodes, each after all below it; false if the clock or
    /// the stop token ended it.
    template <class Visit>
    [[nodiscard]] bool for_each_upward(thread_team& team, search_control& control,
                                       const Visit& visit) const {
        team.for_each(
            ranges_.size(),
            [&](std::size_t i, unsigned thread) {
                for (std::uint32_t n = ranges_[i].begin; n < ranges_[i].end; ++n) visit(n, thread);
            },
            &control);
        for (const std::uint32_t node : above_) {
            if (!control.tick()) return false;
            visit(node, 0U);
        }
        return control.poll();
    }

    /// Calls `visit(node, thread)` for all nodes, each after all above it; false if it was ended.
    template <class Visit>
    [[nodiscard]] bool for_each_downward(thread_team& team, search_control& control,
                                         const Visit& visit) const {
        for (std::size_t i = above_.size(); i-- > 0;) {
            if (!control.tick()) return false;
            visit(above_[i], 0U);
        }
        team.for_each(
            ranges_.size(),
            [&](std::size_t i, unsigned thread) {
                for (std::uint32_t n = ranges_[i].end; n-- > ranges_[i].begin;) visit(n, thread);
            },
            &control);
        return control.poll();
    }

private:
    struct range {
        std::uint32_t begin;
        std::uint32_t end;
    };

    std::vector<range> ranges_;
    std::vector<std::uint32_t> above_;
};

/// Gives each arc the cost of a shortest path between its ends over nodes below both, and then
/// leaves out those that are beaten by a path over others. An arc is closed if it costs `infinite`
/// and has no middle; with a middle it is a path whose cost the type cannot hold.
template <Cost C>
class arc_costs {
    static constexpr std::uint32_t no_middle = upward_arcs<C>::no_middle;

public:
    /// What an arc costs in each direction.
    struct both_ways {
        C up;
        C down;
    };

    arc_costs(const chordal_graph& g, memory_budget& budget) noexcept
        : graph_(g), budget_(budget) {}

    /// Closes all arcs; false if there is no memory for them.
    [[nodiscard]] bool prepare(unsigned threads) {
        const std::size_t arcs = graph_.arc_count();
        const std::size_t rows = std::size_t{graph_.node_count()} + 1;
        rows_.clear();
        for (unsigned i = 0; i < threads; ++i) {
            rows_.emplace_back(budget_);
            if (!rows_.back().resize(rows)) return false;
        }
        return costs_.assign(arcs, {infinite<C>, infinite<C>}) && least_.resize(arcs) &&
               middles_.resize(arcs);
    }

    /// What an arc costs in itself, before `customize`.
    [[nodiscard]] both_ways& cost(std::uint32_t number) noexcept { return costs_[number]; }

    /// Finds the costs of all arcs, and keeps those that are of use; false if a limit ended it.
    [[nodiscard]] bool customize(const subtrees& parts, thread_team& team,
                                 search_control& control) {
        may_overflow_ = is_too_much();
        const bool is_done = may_overflow_ ? find_costs<true>(parts, team, control)
                                           : find_costs<false>(parts, team, control);
        if (!is_done || !find_least(parts, team, control)) return false;
        rows_.clear();
        if constexpr (std::floating_point<C>) keep_halves();
        return control.fits(keep(&both_ways::up, &both_middles::up, forward_) &&
                            keep(&both_ways::down, &both_middles::down, backward_));
    }

    [[nodiscard]] hierarchy_view<C> view() const noexcept {
        return {graph_.node_count(), graph_.rank_of.data(), graph_.node_at.data(), forward_.view(),
                backward_.view()};
    }
    /// The next rank up the elimination tree, of each.
    [[nodiscard]] const std::uint32_t* parents() const noexcept { return graph_.parent.data(); }

    /// Whether a shortest path may cost more than the type holds.
    [[nodiscard]] bool may_overflow() const noexcept { return may_overflow_; }

private:
    struct both_middles {
        std::uint32_t up;
        std::uint32_t down;
    };
    /// An arc of the node at hand, found by its upper end.
    struct arc {
        both_ways cost;
        both_middles middle;
    };
    using row = buffer<arc>;

    /// Whether a shortest path may cost more than the type holds.
    [[nodiscard]] bool is_too_much() const noexcept {
        // Such a path goes along each arc at most once. The sum is rounded, so that it is too much
        // a little early.
        double all = 0;
        for (const both_ways& cost : costs_) {
            const C up = is_closed(cost.up) ? C{0} : cost.up;
            const C down = is_closed(cost.down) ? C{0} : cost.down;
            all += static_cast<double>(up < down ? down : up);
        }
        return !(all < static_cast<double>(largest_cost<C>) * 0.999);
    }

    /// Lower triangles, from the bottom up: arcs that end in a node are known before its own.
    template <bool MayOverflow>
    [[nodiscard]] bool find_costs(const subtrees& parts, thread_team& team,
                                  search_control& control) {
        return parts.for_each_upward(team, control, [this](std::uint32_t node, unsigned thread) {
            row& own = rows_[thread];
            const std::uint32_t last = graph_.first[node + 1];
            for (std::uint32_t i = graph_.first[node]; i < last; ++i)
                own[graph_.to[i]] = {costs_[i], {no_middle, no_middle}};
            for (std::uint32_t i = graph_.first_below[node]; i < graph_.first_below[node + 1]; ++i)
                relax_over<MayOverflow>(graph_.below[i], own);
            for (std::uint32_t i = graph_.first[node]; i < last; ++i) {
                costs_[i] = own[graph_.to[i]].cost;
                middles_[i] = own[graph_.to[i]].middle;
            }
        });
    }
    template <bool MayOverflow>
    void relax_over(const chordal_graph::arc_from_below& side, row& own) const noexcept {
        const both_ways cost = costs_[side.arc];
        const both_middles middle = middles_[side.arc];
        const std::uint32_t last = graph_.first[side.from + 1];
        for (std::uint32_t i = side.arc + 1; i < last; ++i) {
            arc& known = own[graph_.to[i]];
            if constexpr (MayOverflow) {
                if (is_open(cost.down, middle.down) && is_open(costs_[i].up, middles_[i].up) &&
                    !is_open(known.cost.up, known.middle.up))
                    known.middle.up = side.from;
                if (is_open(cost.up, middle.up) && is_open(costs_[i].down, middles_[i].down) &&
                    !is_open(known.cost.down, known.middle.down))
                    known.middle.down = side.from;
            }
            const C up = add_costs(cost.down, costs_[i].up);
            const C down = add_costs(costs_[i].down, cost.up);
            if (up < known.cost.up) {
                known.cost.up = up;
                known.middle.up = side.from;
            }
            if (down < known.cost.down) {
                known.cost.down = down;
                known.middle.down = side.from;
            }
        }
    }
    [[nodiscard]] static bool is_open(C cost, std::uint32_t middle) noexcept {
        return !is_closed(cost) || middle != no_middle;
    }

    /// The other triangles, from the top down: what a path between the ends of an arc costs at
    /// least, over whatever nodes. Arcs of a node are final before those that end in it.
    [[nodiscard]] bool find_least(const subtrees& parts, thread_team& team,
                                  search_control& control) {
        for (std::size_t i = 0; i < costs_.size(); ++i) least_[i] = costs_[i];
        return parts.for_each_downward(team, control, [this](std::uint32_t node, unsigned thread) {
            row& own = rows_[thread];
            for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i)
                own[graph_.to[i]].cost = least_[i];
            for (std::uint32_t i = graph_.first_below[node]; i < graph_.first_below[node + 1]; ++i)
                relax_below(graph_.below[i], own);
        });
    }
    void relax_below(const chordal_graph::arc_from_below& side, const row& own) noexcept {
        both_ways& here = least_[side.arc];
        const std::uint32_t last = graph_.first[side.from + 1];
        for (std::uint32_t i = side.arc + 1; i < last; ++i) {
            const both_ways& between = own[graph_.to[i]].cost;
            both_ways& there = least_[i];
            lower(there.up, add_costs(here.up, between.up));
            lower(there.down, add_costs(between.down, here.down));
            lower(here.up, add_costs(there.up, between.down));
            lower(here.down, add_costs(between.up, there.down));
        }
    }
    static void lower(C& cost, C to) noexcept { cost = to < cost ? to : cost; }

    /// A sum in another order may be less by its rounding alone. What an arc that is kept stands
    /// for must be kept, too, for its path.
    void keep_halves() {
        for (std::uint32_t node = graph_.node_count(); node-- > 0;) {
            for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
                const both_middles over = middles_[i];
                if (over.up != no_middle && !(least_[i].up < costs_[i].up)) {
                    restore(graph_.arc(over.up, node), &both_ways::down);
                    restore(graph_.arc(over.up, graph_.to[i]), &both_ways::up);
                }
                if (over.down != no_middle && !(least_[i].down < costs_[i].down)) {
                    restore(graph_.arc(over.down, node), &both_ways::up);
                    restore(graph_.arc(over.down, graph_.to[i]), &both_ways::down);
                }
            }
        }
    }
    void restore(std::uint32_t number, C both_ways::* way) noexcept {
        least_[number].*way = costs_[number].*way;
    }

    /// Keeps the arcs of one direction that no other path beats.
    [[nodiscard]] bool keep(C both_ways::* way, std::uint32_t both_middles::* over,
                            owned_arcs<C>& kept) const {
        const std::uint32_t nodes = graph_.node_count();
        const std::size_t arcs = costs_.size();
        if (!kept.first.reserve(std::size_t{nodes} + 1) || !kept.arcs.reserve(arcs) ||
            !kept.middle.reserve(arcs))
            return false;
        std::uint32_t count = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            kept.first.data()[node] = count;
            for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
                kept.arcs.data()[count] = {graph_.to[i], costs_[i].*way};
                kept.middle.data()[count] = middles_[i].*over;
                count +=
                    is_open(costs_[i].*way, middles_[i].*over) && !(least_[i].*way < costs_[i].*way)
                        ? 1
                        : 0;
            }
        }
        kept.first.data()[nodes] = count;
        kept.first.set_size(std::size_t{nodes} + 1);
        kept.arcs.set_size(count);
        kept.middle.set_size(count);
        return true;
    }

    const chordal_graph& graph_;
    memory_budget& budget_;
    buffer<both_ways> costs_{budget_};       // of each arc, over nodes below
    buffer<both_ways> least_{budget_};       // over any
    buffer<both_middles> middles_{budget_};  // the lowest node's but two of such a path
    std::vector<row> rows_;                  // one a thread
    bool may_overflow_ = false;
    owned_arcs<C> forward_{budget_};
    owned_arcs<C> backward_{budget_};
};

/// A search that can be restarted in its memory. All that can be reached upward from a node is on
/// its path to the root of the elimination tree, so that walking this path visits nodes in the
/// order of their ranks, which is one in which each is reached at its least cost before it is left.
template <Cost C>
class elimination_search : public upward_search_base<elimination_search<C>, C> {
    using base = upward_search_base<elimination_search, C>;
    friend base;
    friend typename base::engine_type;
    using base::control_, base::graph_, base::bounds_, base::best_, base::start_, base::goal_;
    using base::meeting_node_, base::none;

public:
    /// `arcs`  those of the hierarchy.
    elimination_search(const arc_costs<C>& arcs, std::uint32_t start, std::uint32_t goal,
                       const options& o)
        : base(arcs.view(), engine_kind::elimination, o), arcs_(arcs), parent_(arcs.parents()) {
        begin(start, goal);
    }

private:
    /// The search from one end.
    struct side {
        explicit side(buffer<parent_arc>& taken) noexcept : costs(taken.budget()), steps(taken) {}

        [[nodiscard]] bool prepare(std::size_t nodes) {
            return costs.size() == nodes || costs.assign(nodes, infinite<C>);
        }

        buffer<C> costs;  // `infinite` wherever the search did not come or is past
        buffer<parent_arc>& steps;
        std::uint32_t at = none;  // how far up it is
    };

    void begin(std::uint32_t start, std::uint32_t goal) {
        if (!this->set_ends(start, goal)) return;
        if (!control_.fits(this->has_steps() && from_start_.prepare(graph_.node_count) &&
                           from_goal_.prepare(graph_.node_count)))
            return;
        begin_at(from_start_, start_);
        begin_at(from_goal_, goal_);
    }
    static void begin_at(side& s, std::uint32_t rank) {
        s.at = rank;
        s.costs[rank] = C{0};
        s.steps[rank] = {};
    }

    /// A search that a limit ended has not been past all that it reached.
    void forget() noexcept {
        for (side* s : {&from_start_, &from_goal_})
            for (; s->at != none; s->at = parent_[s->at]) s->costs[s->at] = infinite<C>;
    }

    void advance(std::uint64_t most) {
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() != end;) {
            const std::uint32_t next = std::min(from_start_.at, from_goal_.at);
            if (next == none) return finish();
            if (!control_.may_expand()) return;
            if (from_start_.at == next && from_goal_.at == next) meet(next);
            if (from_start_.at == next) climb(from_start_, graph_.forward);
            if (from_goal_.at == next) climb(from_goal_, graph_.backward);
        }
    }

    void meet(std::uint32_t rank) {
        const C through = add_costs(from_start_.costs[rank], from_goal_.costs[rank]);
        if (through < best_) {
            best_ = through;
            meeting_node_ = rank;
        }
    }

    /// Goes on from a node and leaves it behind.
    void climb(side& from, const upward_arcs<C>& up) {
        const std::uint32_t rank = from.at;
        const C here = from.costs[rank];
        from.at = parent_[rank];
        from.costs[rank] = infinite<C>;
        if (here >= best_) return;
        const std::uint32_t last = up.first[rank + 1];
        control_.count_generated(last - up.first[rank]);
        for (std::uint32_t i = up.first[rank]; i < last; ++i) {
            const C there = add_costs(here, up.arcs[i].cost);
            C& known = from.costs[up.arcs[i].to];
            if (there < known) {
                known = there;
                from.steps[up.arcs[i].to] = {rank, i};
            }
        }
    }

    void finish() {
        const bool is_found = best_ != infinite<C>;
        if (is_found && bounds_.admits(best_)) return control_.end(status::found);
        if (!is_found && !(arcs_.may_overflow() && is_connected(graph_, start_, goal_)))
            return control_.end(status::exhausted);
        bounds_.prune(best_);
        control_.end(status::cost_limit);
    }

    const arc_costs<C>& arcs_;
    const std::uint32_t* parent_;
    side from_start_{base::steps_ahead_};
    side from_goal_{base::steps_behind_};
};

}  // namespace senda::detail
