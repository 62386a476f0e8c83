// SPDX-License-Identifier: MIT
// The k cheapest routes that meet no node twice.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A route with its cost, its nodes from start to goal, and its actions.
template <class Node, Cost C, class Action = no_action>
struct route {
    C cost = C{};                      ///< what it costs
    std::vector<Node> path = {};       ///< from start to goal
    std::vector<Action> actions = {};  ///< one an edge, where edges have any
};

/// The cheapest routes of a search for several. True in a condition when as many as were asked for
/// are there.
template <class Node, Cost C, class Action = no_action>
struct k_routes {
    /// `found`: all that were asked for; `exhausted`: no others exist; else the limit that stopped
    /// it.
    senda::status status = status::running;
    /// The routes, cheapest first; those that were found also where a limit stopped the search.
    std::vector<route<Node, C, Action>> routes = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

namespace detail {

/// A graph without the nodes in `closed`, and without the edges from `fork` to nodes in `taken`.
/// Costs and actions are handed on.
template <class G, class Node>
class detour_graph {
    using types = graph_types<G, Node>;

public:
    using node_type = Node;
    using cost_type = typename types::cost;
    using action_type = typename types::action;

    explicit detour_graph(G& g) : graph_(&g) {}

    template <class Emit>
    void successors(const Node& n, Emit&& emit) const {
        const bool at_fork = fork_ != nullptr && same(n, *fork_);
        for_each_successor<types>(*graph_, n, [&](auto&& to, cost_type cost, action_type action) {
            // A negative cost is handed on even where the way is closed: the search reports it.
            if (!is_negative(cost) && (holds(closed_, to) || (at_fork && holds(taken_, to)))) {
                return;
            }
            emit(std::forward<decltype(to)>(to), cost, std::move(action));
        });
    }

    template <class N>
        requires IndexedGraph<G, N>
    [[nodiscard]] std::size_t index(const N& n) const {
        return static_cast<std::size_t>(graph_->index(n));
    }
    template <class Graph = G>
        requires IndexedGraph<Graph, Node>
    [[nodiscard]] std::size_t index_bound() const {
        return static_cast<std::size_t>(graph_->index_bound());
    }
    template <class N>
        requires(HashedByGraph<G, N>)
    [[nodiscard]] std::uint64_t hash(const N& n) const {
        return static_cast<std::uint64_t>(graph_->hash(n));
    }

    /// Closes the nodes of `path` before `at`, and at that node the ways that `others` of the same
    /// beginning take.
    template <class Routes>
    void take_detour(const std::vector<Node>& path, std::size_t at, const Routes& others) {
        fork_ = &path[at];
        closed_.clear();
        taken_.clear();
        for (std::size_t i = 0; i <= at; ++i) closed_.push_back(entry(path[i]));
        for (const auto& other : others) {
            if (other.path.size() > at + 1 && begins_alike(other.path, path, at)) {
                taken_.push_back(entry(other.path[at + 1]));
            }
        }
        std::sort(closed_.begin(), closed_.end(), by_key);
        std::sort(taken_.begin(), taken_.end(), by_key);
    }

    [[nodiscard]] bool same(const Node& a, const Node& b) const {
        if constexpr (std::equality_comparable<Node>) {
            return a == b;
        } else {
            return graph_->index(a) == graph_->index(b);
        }
    }

private:
    struct keyed {
        std::uint64_t key;
        const Node* node;
    };
    static bool by_key(const keyed& a, const keyed& b) noexcept { return a.key < b.key; }

    [[nodiscard]] keyed entry(const Node& n) const { return {key_of(n), &n}; }
    [[nodiscard]] std::uint64_t key_of(const Node& n) const {
        if constexpr (IndexedGraph<G, Node>) {
            return static_cast<std::uint64_t>(graph_->index(n));
        } else {
            return hash_in(*graph_, n);
        }
    }

    [[nodiscard]] bool holds(const std::vector<keyed>& nodes, const Node& n) const {
        if (nodes.empty()) return false;
        const keyed wanted{key_of(n), &n};
        auto i = std::lower_bound(nodes.begin(), nodes.end(), wanted, by_key);
        for (; i != nodes.end() && i->key == wanted.key; ++i) {
            if (same(*i->node, n)) return true;
        }
        return false;
    }

    [[nodiscard]] bool begins_alike(const std::vector<Node>& a, const std::vector<Node>& b,
                                    std::size_t last) const {
        for (std::size_t i = 0; i <= last; ++i) {
            if (!same(a[i], b[i])) return false;
        }
        return true;
    }

    G* graph_;
    const Node* fork_ = nullptr;
    std::vector<keyed> closed_;  // sorted by key
    std::vector<keyed> taken_;
};

/// Yen's algorithm with Lawler's rule: the next route leaves one of those already found at some
/// node, and takes from there the cheapest way that none of them took. A candidate is searched for
/// only at nodes from its own fork on, so none turns up twice.
template <class G, class Node, class Goal>
class k_shortest_search {
    using graph = std::remove_reference_t<G>;
    using types = graph_types<graph, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using detours = detour_graph<graph, Node>;

    // `costs[i]` is the cost up to the i-th node; from `fork` on the route goes its own way. A
    // route whose first node is its own choice among several starts has fork 0 as well.
    struct candidate : route<Node, cost, action> {
        std::vector<cost> costs = {};
        std::size_t fork = 0;
        std::uint64_t turn = 0;

        [[nodiscard]] std::uint64_t bytes() const {
            return sizeof(candidate) + senda::owned_bytes(this->path) +
                   senda::owned_bytes(this->actions) + senda::owned_bytes(costs);
        }
    };

public:
    template <class Start>
    k_shortest_search(graph& g, const Start& start, const Goal& goal, const options& o)
        : detours_(g), options_(o), ways_(detours_, any_of<Node>{}, goal, o) {
        for_each_start<Node>(g, start,
                             [&](auto&& n) { starts_.push_back(std::forward<decltype(n)>(n)); });
    }

    [[nodiscard]] k_routes<Node, cost, action> find(std::size_t k) {
        k_routes<Node, cost, action> r;
        const double began = now_in_seconds();
        if (k == 0) {
            status_ = status::found;
        } else {
            find_from_starts();
        }
        while (accepted_.size() < k && may_go_on() && !candidates_.empty()) {
            std::pop_heap(candidates_.begin(), candidates_.end(), later);
            accepted_.push_back(std::move(candidates_.back()));
            candidates_.pop_back();
            if (accepted_.size() < k) branch();
        }
        r.status = accepted_.size() == k      ? status::found
                   : status_ != status::found ? status_
                   : was_cut_                 ? status::cost_limit
                                              : status::exhausted;
        for (candidate& c : accepted_) {
            r.routes.push_back({c.cost, std::move(c.path), std::move(c.actions)});
        }
        r.statistics = statistics_;
        r.statistics.seconds = now_in_seconds() - began;
        return r;
    }

private:
    static bool later(const candidate& a, const candidate& b) noexcept {
        return a.cost != b.cost ? a.cost > b.cost : a.turn > b.turn;
    }

    [[nodiscard]] bool may_go_on() const noexcept { return status_ == status::found; }

    /// The cheapest route of all, and for several starts the cheapest from each of the others: a
    /// start is the first choice that a route makes.
    void find_from_starts() {
        for (const Node& start : starts_) {
            if (!may_go_on()) return;
            const bool seen = std::any_of(accepted_starts_.begin(), accepted_starts_.end(),
                                          [&](const Node* s) { return detours_.same(*s, start); });
            if (seen) continue;
            accepted_starts_.push_back(&start);
            candidate none;
            none.path.push_back(start);
            none.costs.push_back(cost{0});
            propose(none, 0);
        }
    }

    /// Searches for a new way at each node of the route accepted last, from its own fork on.
    void branch() {
        const std::size_t last = accepted_.size() - 1;
        for (std::size_t at = accepted_[last].fork;
             at + 1 < accepted_[last].path.size() && may_go_on(); ++at) {
            propose(accepted_[last], at);
        }
    }

    /// Adds the cheapest route that follows `base` up to node `at` and then no accepted one.
    void propose(const candidate& base, std::size_t at) {
        detours_.take_detour(base.path, at, accepted_);
        limits left = options_.limits;
        left.expansions -= statistics_.expanded;
        left.cost = left.cost.less(base.costs[at]);
        left.time = left.time.seconds() - (now_in_seconds() - began_);
        left.bytes -= std::min(left.bytes, held_);
        ways_.set_limits(left);
        ways_.restart(base.path[at]);
        ways_.run();
        const auto found = ways_.result();
        statistics_.expanded += found.statistics.expanded;
        statistics_.generated += found.statistics.generated;
        statistics_.bytes = std::max(statistics_.bytes, found.statistics.bytes + held_);
        was_cut_ = was_cut_ || found.status == status::cost_limit;
        if (found) {
            add(base, at, found);
        } else if (found.status != status::exhausted && found.status != status::cost_limit) {
            status_ = found.status;
        }
    }

    template <class Found>
    void add(const candidate& base, std::size_t at, const Found& found) {
        const cost total = add_costs(base.costs[at], found.cost);
        if (total > largest_cost<cost>) {
            was_cut_ = true;
            return;
        }
        candidate c;
        const auto before = static_cast<std::ptrdiff_t>(at);
        c.path.reserve(at + found.path.size());
        c.costs.reserve(at + found.path.size());
        c.path.assign(base.path.begin(), base.path.begin() + before);
        c.costs.assign(base.costs.begin(), base.costs.begin() + before);
        for (const Node& n : found.path) {
            c.path.push_back(n);
            c.costs.push_back(add_costs(base.costs[at], *ways_.cost_to(n)));
        }
        if constexpr (!std::same_as<action, no_action>) {
            c.actions.reserve(at + found.actions.size());
            c.actions.assign(base.actions.begin(), base.actions.begin() + before);
            c.actions.insert(c.actions.end(), found.actions.begin(), found.actions.end());
        }
        c.cost = total;
        c.fork = at;
        c.turn = turns_++;
        keep(std::move(c), found.statistics.bytes);
    }

    // A list that grows is there twice for a while, and then half empty at worst: three places are
    // counted for each candidate. The search keeps the memory that it ever took.
    void keep(candidate&& c, std::uint64_t taken_by_search) {
        const std::uint64_t more = c.bytes() + 2 * sizeof(candidate);
        if (taken_by_search + held_ + more > options_.limits.bytes) {
            status_ = status::memory_limit;
            return;
        }
        held_ += more;
        statistics_.bytes = std::max(statistics_.bytes, taken_by_search + held_);
        candidates_.push_back(std::move(c));
        std::push_heap(candidates_.begin(), candidates_.end(), later);
    }

    detours detours_;
    options options_;
    dijkstra_search<detours&, Node, Goal> ways_;
    std::vector<Node> starts_;
    std::vector<const Node*> accepted_starts_;
    std::vector<candidate> accepted_;
    std::vector<candidate> candidates_;  // a heap, cheapest first
    std::uint64_t held_ = 0;             // bytes of the candidates, accepted or not
    senda::status status_ = status::found;
    senda::statistics statistics_ = {};
    bool was_cut_ = false;
    std::uint64_t turns_ = 0;
    double began_ = now_in_seconds();
};

}  // namespace detail

/// Finds the `k` cheapest routes from `start` to `goal` that meet no node twice, cheapest first.
/// Two routes differ when their sequences of nodes differ; a route ends when it enters a goal.
///
/// `g`      the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`  a node, or `any_of` several.
/// `goal`   a node, `any_of` several, or a predicate on nodes.
/// `k`      how many.
/// `o`      limits on all the work together (bytes: at any one time), a stop token.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto k_shortest(G&& g, const Start& start, const Goal& goal, std::size_t k,
                              const options& o = {}) {
    using node = node_of<G, Start>;
    using kept = detail::goal_type<Goal, node>;
    detail::k_shortest_search<G&, node, kept> search(g, start, detail::as_goal<kept>(goal), o);
    return search.find(k);
}

}  // namespace senda
