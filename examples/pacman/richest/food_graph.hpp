// SPDX-License-Identifier: MIT
// A map contracted to what matters for the energy: start, goal, food and bombs, and the cheapest
// paths between them.
#pragma once

#include <pacman/board.hpp>
#include <pacman/richest/bomb_patterns.hpp>
#include <pacman/rules.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// The number of a node or an edge of a food graph, or of a column of its linear program.
using graph_id = std::uint32_t;

/// Energy and moves in one number, which orders them by the energy first. Prices are added up: the
/// moves never fill their bits, see `fits`.
using price = std::int64_t;

inline constexpr price unit_price = price{1} << 20U;
/// More than any price, and still far from an overflow when a few are added up.
inline constexpr price no_price = std::numeric_limits<price>::max() / 8;

[[nodiscard]] constexpr energy energy_of(price p) noexcept { return p / unit_price; }
[[nodiscard]] constexpr std::uint32_t moves_of(price p) noexcept {
    return static_cast<std::uint32_t>(p % unit_price);
}

/// The graph of the one-time cells of a map. Its edges are the cheapest paths through no other
/// node, without those that cost no less than a path through food, and those to bombs that no one
/// needs. Neither matters to one who must survive: the path that is left loses less all along.
class food_graph {
public:
    static constexpr graph_id start = 0;
    static constexpr graph_id goal = 1;

    struct node {
        place at;
        energy gain;  ///< what the first visit gives; below 0 for a bomb
        std::vector<graph_id> edges = {};
    };
    struct edge {
        graph_id ends[2];
        price cost;

        [[nodiscard]] graph_id other(graph_id end) const noexcept { return ends[ends[0] == end]; }
    };

    /// Whether a map is small enough: prices must not overflow, and all pairs of nodes are kept.
    [[nodiscard]] static bool fits(const board& b) noexcept {
        if (b.bound() > (place{1} << 17U) || b.one_time_cells().size() > 2000) return false;
        std::uint64_t sum = b.bound();
        for (place p = 0; p < b.bound(); ++p)
            if (has_value(b[p].what)) sum += b[p].value;
        return sum < std::uint64_t{1} << 36U;
    }

    /// Which walks the graph is for: those that use no edge more than twice need fewer bombs.
    enum class walks { all, no_edge_thrice };

    /// The graph of a map that fits and whose start is not the goal. The map must outlive it.
    food_graph(const board& b, walks which) : board_(&b), node_at_(b.bound(), none), which_(which) {
        build();
    }

    /// The graph of the walks that end by leaving a map whose goal is an infinite wall: from each
    /// cell at a price, or not at all. The map must outlive it.
    food_graph(const board& b, std::vector<price> exits)
        : board_(&b),
          node_at_(b.bound(), none),
          exits_(std::move(exits)),
          which_(walks::no_edge_thrice) {
        build();
        connected_ = !nodes_[goal].edges.empty();
    }

    [[nodiscard]] const board& map() const noexcept { return *board_; }
    [[nodiscard]] graph_id size() const noexcept { return static_cast<graph_id>(nodes_.size()); }
    [[nodiscard]] const node& operator[](graph_id n) const noexcept { return nodes_[n]; }
    [[nodiscard]] const std::vector<edge>& edges() const noexcept { return edges_; }
    [[nodiscard]] bool is_food(graph_id n) const noexcept { return nodes_[n].gain > 0; }
    [[nodiscard]] bool is_bomb(graph_id n) const noexcept { return nodes_[n].gain < 0; }
    /// Whether the start is left once and never entered again.
    [[nodiscard]] bool starts_on_wall() const noexcept { return starts_on_wall_; }
    /// The cell by which a walk leaves a map with exits, after a node with an edge to the goal.
    [[nodiscard]] place exit_of(graph_id n) const noexcept { return exit_of_[n]; }
    /// Whether any path leads from the start to the goal.
    [[nodiscard]] bool is_connected() const noexcept { return connected_; }

    /// The prices of the cheapest paths from a node to all others through food, the start, and the
    /// bombs that are open, whose force is not counted; and the edge by which each is entered.
    void cheapest_paths(graph_id from, const std::vector<bool>& open_bombs, std::vector<price>& to,
                        std::vector<graph_id>& by) const {
        find_paths(from, to, by, [&](graph_id b) {
            return !open_bombs.empty() && open_bombs[b] ? price{0} : no_price;
        });
    }
    /// The same through all bombs, whose force is counted each time, but for those that are free.
    void cheapest_paths_past_bombs(graph_id from, const std::vector<bool>& free_bombs,
                                   std::vector<price>& to, std::vector<graph_id>& by) const {
        find_paths(from, to, by, [&](graph_id b) {
            return free_bombs[b] ? price{0} : -unit_price * nodes_[b].gain;
        });
    }

    /// Whether no walk that is worth it uses an edge to a node twice: it is left or entered once.
    [[nodiscard]] bool is_single(graph_id n) const noexcept {
        return n == goal || (n == start && starts_on_wall_);
    }
    /// The patterns in which a bomb may be passed, by its edges; none where these are too many.
    [[nodiscard]] std::vector<bomb_pattern> patterns_of(graph_id bomb) const {
        if (nodes_[bomb].edges.size() > bomb_star::most_edges) return {};
        std::vector<std::vector<price>> from(nodes_[bomb].edges.size());
        std::vector<graph_id> by;
        for (std::size_t i = 0; i < from.size(); ++i)
            cheapest_paths(edges_[nodes_[bomb].edges[i]].other(bomb), {}, from[i], by);
        return bomb_patterns(star_of(bomb, [&](std::size_t i, graph_id b) { return from[i][b]; }))
            .all();
    }

    /// Appends the cells of an edge that is walked from one of its ends, without the first.
    void append_cells(graph_id e, graph_id from, std::vector<place>& cells) const {
        const place first = nodes_[from].at;
        const auto found =
            senda::dijkstra(direct_moves{this, first}, first, nodes_[edges_[e].other(from)].at);
        cells.insert(cells.end(), found.path.begin() + 1, found.path.end());
    }
    /// Appends the cells of a walk from the start, without the first.
    void append_walk(const std::vector<graph_id>& walk, std::vector<place>& cells) const {
        graph_id at = start;
        for (const graph_id e : walk) {
            append_cells(e, at, cells);
            at = edges_[e].other(at);
        }
    }

    static constexpr graph_id none = std::numeric_limits<graph_id>::max();

private:
    /// The moves from a cell, and on through no node.
    struct direct_moves {
        using node_type = place;
        using cost_type = price;
        const food_graph* graph;
        place from;

        template <class Emit>
        void successors(place p, Emit&& emit) const {
            if (p != from && graph->node_at_[p] != none) return;
            graph->board_->for_each_neighbour(
                p, [&](place q, direction) { emit(q, graph->entry_price(q)); });
        }
        [[nodiscard]] std::size_t index(place p) const noexcept { return p; }
        [[nodiscard]] std::size_t index_bound() const noexcept { return graph->board_->bound(); }
    };

    /// The edges from a node, and on from others; `toll(bomb)` is what it costs to go on from one.
    template <class Toll>
    struct paths_from {
        using node_type = graph_id;
        using cost_type = price;
        using action_type = graph_id;
        const food_graph* graph;
        graph_id from;
        const Toll& toll;

        template <class Emit>
        void successors(graph_id n, Emit&& emit) const {
            const price paid = n != from && graph->is_bomb(n) ? toll(n) : 0;
            if (paid >= no_price || (n != from && graph->is_single(n))) return;
            for (const graph_id e : graph->nodes_[n].edges)
                emit(graph->edges_[e].other(n), paid + graph->edges_[e].cost, e);
        }
        [[nodiscard]] std::size_t index(graph_id n) const noexcept { return n; }
        [[nodiscard]] std::size_t index_bound() const noexcept { return graph->size(); }
    };

    void build() {
        const place first = board_->start();
        add_node(first, 0);
        add_node(board_->goal(), 0);
        // A start on a wall is left once; to come back is to climb a wall like any other.
        starts_on_wall_ = (*board_)[first].what == kind::wall && (*board_)[first].value > 0;
        if (starts_on_wall_) node_at_[first] = none;
        add_one_time_cells();
        find_edges();
        reduce();
    }

    template <class Toll>
    void find_paths(graph_id from, std::vector<price>& to, std::vector<graph_id>& by,
                    const Toll& toll) const {
        senda::dijkstra_search search(paths_from<Toll>{this, from, toll}, from);
        search.run();
        to.assign(nodes_.size(), no_price);
        by.assign(nodes_.size(), none);
        for (const auto& [n, cost, parent, last] : search.tree()) {
            to[n] = cost;
            if (n != from) by[n] = last;
        }
    }

    void add_node(place at, energy gain) {
        node_at_[at] = size();
        nodes_.push_back({at, gain});
    }

    // Only those that can be reached at all without ending the game.
    void add_one_time_cells() {
        const board& b = *board_;
        std::vector<bool> seen(b.bound());
        for_each_reachable(b, b.start(), [&](place p, std::uint32_t) { seen[p] = true; });
        connected_ = seen[b.goal()];
        for (const place p : b.one_time_cells()) {
            const auto value = static_cast<energy>(b[p].value);
            if (seen[p] && p != b.start()) add_node(p, b[p].what == kind::food ? value : -value);
        }
    }

    [[nodiscard]] price entry_price(place p) const noexcept {
        const tile t = (*board_)[p];
        return unit_price * (1 + (t.what == kind::wall ? energy{t.value} : 0)) + 1;
    }

    void find_edges() {
        exit_of_.assign(exits_.empty() ? 0 : size(), no_place);
        for (graph_id n = 0; n < size(); ++n) {
            if (n == goal) continue;
            price least = no_price;
            const auto look_for_exit = [&](place p, price cost) {
                if (exits_.empty() || cost + exits_[p] >= least) return;
                least = cost + exits_[p];
                exit_of_[n] = p;
            };
            look_for_exit(nodes_[n].at, 0);
            senda::dijkstra_search search(direct_moves{this, nodes_[n].at}, nodes_[n].at);
            search.run();
            for (const auto& [p, cost, parent, action] : search.tree()) {
                if (p == nodes_[n].at) continue;
                const graph_id m = node_at_[p];
                if (m == none) look_for_exit(p, cost);
                if (m != none && (m > n || m == goal)) edges_.push_back({{n, m}, cost});
            }
            if (least < no_price) edges_.push_back({{n, goal}, least});
        }
        list_edges();
    }

    void list_edges() {
        for (node& n : nodes_) n.edges.clear();
        for (graph_id e = 0; e < edges_.size(); ++e)
            for (const graph_id n : edges_[e].ends) nodes_[n].edges.push_back(e);
    }

    template <class Useless>
    bool drop_edges(Useless&& useless) {
        std::vector<edge> kept;
        for (const edge& e : edges_)
            if (!useless(e)) kept.push_back(e);
        const bool any = kept.size() != edges_.size();
        edges_ = std::move(kept);
        list_edges();
        return any;
    }

    void reduce() {
        between_.resize(nodes_.size());
        std::vector<graph_id> by;
        for (graph_id n = 0; n < size(); ++n) cheapest_paths(n, {}, between_[n], by);
        drop_edges([&](const edge& e) { return has_food_between(e); });
        do find_useless_bombs();
        while (drop_edges([&](const edge& e) { return is_dead_end(e) || is_useless(e); }));
        between_ = {};
    }

    // The path through the food is as cheap, and shorter edges make it up.
    [[nodiscard]] bool has_food_between(const edge& e) const {
        for (graph_id w = 0; w < size(); ++w) {
            if (w == e.ends[0] || w == e.ends[1] || is_bomb(w) || is_single(w)) continue;
            if (between_[e.ends[0]][w] + between_[w][e.ends[1]] <= e.cost) return true;
        }
        return false;
    }

    // The only edge to a node that is not worth it: there and back costs no less than it gives.
    [[nodiscard]] bool is_dead_end(const edge& e) const {
        for (const graph_id n : e.ends)
            if (n != start && n != goal && nodes_[n].edges.size() == 1 &&
                unit_price * nodes_[n].gain <= 2 * e.cost)
                return true;
        return false;
    }

    // An edge to a bomb is useless if no edge on from the bomb saves anything, and so are all edges
    // to a bomb that cannot save its force.
    [[nodiscard]] bool is_useless(const edge& e) const {
        for (const graph_id b : e.ends)
            if (is_bomb(b) && (saving(e, b) <= 0 || is_useless_[b])) return true;
        return false;
    }

    void find_useless_bombs() {
        is_useless_.assign(nodes_.size(), false);
        if (which_ == walks::all) return;
        for (graph_id b = 2; b < size(); ++b)
            if (is_bomb(b) && !nodes_[b].edges.empty()) is_useless_[b] = !can_save_force(b);
    }

    // Each edge twice makes one passage of two. If that is enough, all patterns are looked at.
    [[nodiscard]] bool can_save_force(graph_id b) const {
        price force = -unit_price * nodes_[b].gain;
        const std::vector<graph_id>& edges = nodes_[b].edges;
        for (const graph_id k : edges)
            if (force > 0) force -= saving(edges_[k], b);
        if (force > 0) return false;
        if (edges.size() > bomb_star::most_edges) return true;
        return !bomb_patterns(star_of(b,
                                      [&](std::size_t i, graph_id to) {
                                          return between_[edges_[edges[i]].other(b)][to];
                                      }))
                    .all()
                    .empty();
    }

    template <class Distance>
    [[nodiscard]] bomb_star star_of(graph_id b, const Distance& distance) const {
        const std::vector<graph_id>& edges = nodes_[b].edges;
        bomb_star star;
        star.edges = edges.size();
        star.force = -unit_price * nodes_[b].gain;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            star.cost[i] = edges_[edges[i]].cost;
            star.is_single[i] = is_single(edges_[edges[i]].other(b));
            for (std::size_t j = 0; j < edges.size(); ++j)
                star.detour[i][j] = std::min(distance(i, edges_[edges[j]].other(b)), no_price / 32);
        }
        return star;
    }

    // The most that one passage of bomb `b` by an edge saves.
    [[nodiscard]] price saving(const edge& e, graph_id b) const {
        const graph_id from = e.other(b);
        price most = 0;
        for (const graph_id k : nodes_[b].edges) {
            const graph_id to = edges_[k].other(b);
            if (to == from) continue;
            const price detour = std::min(between_[from][to], no_price / 2);
            most = std::max(most, detour - e.cost - edges_[k].cost);
        }
        return most;
    }

    const board* board_;
    std::vector<graph_id> node_at_;  // by place
    std::vector<node> nodes_;
    std::vector<edge> edges_;
    std::vector<price> exits_;    // by place: what it costs to leave the map; empty without exits
    std::vector<place> exit_of_;  // by node: where that is done
    std::vector<std::vector<price>> between_;  // cheapest paths, while the graph is reduced
    std::vector<bool> is_useless_;             // bombs, while the graph is reduced
    walks which_;
    bool starts_on_wall_ = false;
    bool connected_ = false;
};

}  // namespace senda::pacman::detail
