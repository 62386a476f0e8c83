// SPDX-License-Identifier: MIT
// A map shrunk to what matters for the energy: start, goal, food and bombs, and the cheapest ways
// between them.
#pragma once

#include <senda/pacman/board.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Energy and moves in one number, which orders them by the energy first. Prices are added up: the
/// moves never fill their bits, see `fits`.
using price = std::int64_t;

/// The price of one unit of energy.
inline constexpr price unit_price = price{1} << 20U;
/// More than any price, and still far from an overflow when a few are added up.
inline constexpr price no_price = std::numeric_limits<price>::max() / 8;

[[nodiscard]] constexpr energy energy_of(price p) noexcept { return p / unit_price; }
[[nodiscard]] constexpr std::uint32_t moves_of(price p) noexcept {
    return static_cast<std::uint32_t>(p % unit_price);
}

/// The graph of the one-time cells of a map. Its edges are the cheapest ways that pass through no
/// other node; those are left out that cost no less than a way through food, which is welcome, and
/// those to bombs that no one needs. Neither matters to one who must survive: the way that is left
/// loses less all along.
class food_graph {
public:
    using number = std::uint32_t;
    static constexpr number start = 0;
    static constexpr number goal = 1;

    struct node {
        place at;
        energy gain;  ///< what the first visit gives; below 0 for a bomb
        std::vector<number> edges = {};
    };
    struct edge {
        number ends[2];
        price cost;

        [[nodiscard]] number other(number end) const noexcept { return ends[ends[0] == end]; }
    };

    /// Whether a map is small enough: prices must not overflow, and all pairs of nodes are kept.
    [[nodiscard]] static bool fits(const board& b) noexcept {
        if (b.bound() > (place{1} << 17U) || b.one_time_cells().size() > 2000) return false;
        std::uint64_t sum = b.bound();
        for (place p = 0; p < b.bound(); ++p)
            if (has_value(b[p].what)) sum += b[p].value;
        return sum < std::uint64_t{1} << 36U;
    }

    /// For whom the graph is made: who walks no edge more than twice needs fewer bombs.
    enum class walks { all, no_edge_thrice };

    /// The graph of a map that fits and whose start is not the goal. The map must outlive it.
    food_graph(const board& b, walks which) : board_(&b), node_at_(b.bound(), none), which_(which) {
        add_node(b.start(), 0);
        add_node(b.goal(), 0);
        // A start on a wall is left once; who comes back climbs a wall as any other.
        starts_on_wall_ = b[b.start()].what == kind::wall && b[b.start()].value > 0;
        if (starts_on_wall_) node_at_[b.start()] = none;
        add_one_time_cells();
        find_edges();
        reduce();
    }

    [[nodiscard]] const board& map() const noexcept { return *board_; }
    [[nodiscard]] number size() const noexcept { return static_cast<number>(nodes_.size()); }
    [[nodiscard]] const node& operator[](number n) const noexcept { return nodes_[n]; }
    [[nodiscard]] const std::vector<edge>& edges() const noexcept { return edges_; }
    [[nodiscard]] bool is_food(number n) const noexcept { return nodes_[n].gain > 0; }
    [[nodiscard]] bool is_bomb(number n) const noexcept { return nodes_[n].gain < 0; }
    /// Whether the start is left once and never entered again.
    [[nodiscard]] bool starts_on_wall() const noexcept { return starts_on_wall_; }
    /// Whether any way leads from the start to the goal.
    [[nodiscard]] bool is_connected() const noexcept { return connected_; }

    /// The prices of the cheapest ways from a node to all others through food, the start, and the
    /// bombs that are open, whose force is not counted; and the edge by which each is entered.
    void cheapest(number from, const std::vector<bool>& open_bombs, std::vector<price>& to,
                  std::vector<number>& by) const {
        to.assign(nodes_.size(), no_price);
        by.assign(nodes_.size(), none);
        queue next;
        to[from] = 0;
        next.push({0, from});
        while (!next.empty()) {
            const auto [far, n] = next.top();
            next.pop();
            if (far != to[n] || (n != from && !is_open(n, open_bombs))) continue;
            for (const number e : nodes_[n].edges) {
                const number m = edges_[e].other(n);
                if (far + edges_[e].cost >= to[m]) continue;
                to[m] = far + edges_[e].cost;
                by[m] = e;
                next.push({to[m], m});
            }
        }
    }

    /// Appends the cells of an edge that is walked from one of its ends, without the first.
    void append_way(number e, number from, std::vector<place>& cells) const {
        const place last = nodes_[edges_[e].other(from)].at;
        std::vector<place> before(board_->bound(), no_place);
        flood(nodes_[from].at, [&](place p, place previous, price) {
            before[p] = previous;
            return p != last;
        });
        const std::size_t middle = cells.size();
        for (place p = last; p != nodes_[from].at || p == last; p = before[p]) cells.push_back(p);
        std::reverse(cells.begin() + static_cast<std::ptrdiff_t>(middle), cells.end());
    }

    static constexpr number none = std::numeric_limits<number>::max();

private:
    using far_place = std::pair<price, std::uint32_t>;
    struct farther {
        bool operator()(const far_place& a, const far_place& b) const noexcept { return a > b; }
    };
    using queue = std::priority_queue<far_place, std::vector<far_place>, farther>;

    void add_node(place at, energy gain) {
        node_at_[at] = size();
        nodes_.push_back({at, gain});
    }

    // Only those that can be reached at all without ending the game.
    void add_one_time_cells() {
        const board& b = *board_;
        std::vector<bool> seen(b.bound());
        std::vector<place> open{b.start()};
        seen[b.start()] = true;
        while (!open.empty()) {
            const place p = open.back();
            open.pop_back();
            if (p == b.goal()) continue;
            b.for_each_neighbour(p, [&](place q, direction) {
                if (!seen[q]) open.push_back(q);
                seen[q] = true;
            });
        }
        connected_ = seen[b.goal()];
        for (const place p : b.one_time_cells()) {
            const auto value = static_cast<energy>(b[p].value);
            if (seen[p] && p != b.start()) add_node(p, b[p].what == kind::food ? value : -value);
        }
    }

    [[nodiscard]] bool is_open(number n, const std::vector<bool>& open_bombs) const {
        if (n == goal || (n == start && starts_on_wall_)) return false;
        return !is_bomb(n) || (!open_bombs.empty() && open_bombs[n]);
    }

    [[nodiscard]] price entry_price(place p) const noexcept {
        const tile t = (*board_)[p];
        return unit_price * (1 + (t.what == kind::wall ? energy{t.value} : 0)) + 1;
    }

    /// Visits the cells that can be reached from one through no node, the cheapest first, as
    /// `visit(cell, previous, price)`, until that says no.
    template <class Visit>
    void flood(place from, Visit&& visit) const {
        std::vector<price>& best = best_;
        best.assign(board_->bound(), no_price);
        std::vector<place>& previous = previous_;
        previous.assign(board_->bound(), no_place);
        queue next;
        best[from] = 0;
        next.push({0, from});
        while (!next.empty()) {
            const auto [far, p] = next.top();
            next.pop();
            if (far != best[p]) continue;
            if (p != from && !visit(p, previous[p], far)) return;
            if (p != from && node_at_[p] != none) continue;
            board_->for_each_neighbour(p, [&](place q, direction) {
                const price there = far + entry_price(q);
                if (there >= best[q]) return;
                best[q] = there;
                previous[q] = p;
                next.push({there, q});
            });
        }
    }

    void find_edges() {
        for (number n = 0; n < size(); ++n) {
            if (n == goal) continue;
            flood(nodes_[n].at, [&](place p, place, price far) {
                const number m = node_at_[p];
                if (m != none && (m > n || m == goal)) edges_.push_back({{n, m}, far});
                return true;
            });
        }
        list_edges();
    }

    void list_edges() {
        for (node& n : nodes_) n.edges.clear();
        for (number e = 0; e < edges_.size(); ++e)
            for (const number n : edges_[e].ends) nodes_[n].edges.push_back(e);
    }

    template <class Useless>
    bool drop_edges(Useless&& useless) {
        std::vector<bool> gone(edges_.size());
        for (number e = 0; e < edges_.size(); ++e) gone[e] = useless(edges_[e]);
        number kept = 0;
        for (number e = 0; e < edges_.size(); ++e)
            if (!gone[e]) edges_[kept++] = edges_[e];
        const bool any = kept != edges_.size();
        edges_.resize(kept);
        list_edges();
        return any;
    }

    void reduce() {
        all_.resize(nodes_.size());
        std::vector<number> by;
        for (number n = 0; n < size(); ++n) cheapest(n, {}, all_[n], by);
        drop_edges([&](const edge& e) { return has_food_between(e); });
        while (drop_edges([&](const edge& e) { return is_dead_end(e) || is_vain(e); })) {
        }
        all_ = {};
    }

    // The way through the food is as cheap, and shorter edges make it up.
    [[nodiscard]] bool has_food_between(const edge& e) const {
        for (number w = 0; w < size(); ++w) {
            if (w == e.ends[0] || w == e.ends[1] || is_bomb(w) || !is_open(w, {})) continue;
            if (all_[e.ends[0]][w] + all_[w][e.ends[1]] <= e.cost) return true;
        }
        return false;
    }

    // The only way to a node that is not worth it: there and back costs no less than it gives.
    [[nodiscard]] bool is_dead_end(const edge& e) const {
        for (const number n : e.ends)
            if (n != start && n != goal && nodes_[n].edges.size() == 1 &&
                unit_price * nodes_[n].gain <= 2 * e.cost)
                return true;
        return false;
    }

    // An edge to a bomb is in vain if no way on from the bomb saves anything, and so are all edges
    // to a bomb that cannot save its force: each edge twice makes one passage of two.
    [[nodiscard]] bool is_vain(const edge& e) const {
        for (const number b : e.ends) {
            if (!is_bomb(b)) continue;
            if (saving(e, b) <= 0) return true;
            if (which_ == walks::all) continue;
            price force = -unit_price * nodes_[b].gain;
            for (const number k : nodes_[b].edges)
                if (force > 0) force -= saving(edges_[k], b);
            if (force > 0) return true;
        }
        return false;
    }

    // The most that one passage of bomb `b` by an edge saves.
    [[nodiscard]] price saving(const edge& e, number b) const {
        const number from = e.other(b);
        price most = 0;
        for (const number k : nodes_[b].edges) {
            const number to = edges_[k].other(b);
            if (to == from) continue;
            const price around = std::min(all_[from][to], no_price / 2);
            most = std::max(most, around - e.cost - edges_[k].cost);
        }
        return most;
    }

    const board* board_;
    std::vector<number> node_at_;  // by place
    std::vector<node> nodes_;
    std::vector<edge> edges_;
    std::vector<std::vector<price>> all_;  // cheapest ways, while the graph is reduced
    mutable std::vector<price> best_;
    mutable std::vector<place> previous_;
    walks which_;
    bool starts_on_wall_ = false;
    bool connected_ = false;
};

}  // namespace senda::pacman::detail
