// SPDX-License-Identifier: MIT
// Breadth-first search: the path with the fewest edges.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/engines/csr/csr_bfs.hpp>
#include <senda/detail/engines/frontier_appender.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/engines/parallel/shared_bfs.hpp>
#include <senda/detail/grid/grid_engines.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#define SENDA_READS_BFS
#include <senda/detail/grid/read_engines.hpp>

namespace senda {

/// A breadth-first search that can be stepped. Costs of edges are not looked at: each counts one.
/// A graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node>
class bfs_search : public detail::tree_engine<bfs_search<G, Node, Goal, Observer, Id>, G, Node,
                                              Goal, Observer, steps> {
    using base = detail::tree_engine<bfs_search, G, Node, Goal, Observer, steps>;
    friend base;
    friend typename base::restartable_type;
    friend typename base::engine_type;
    template <class Search>
    friend class detail::shared_bfs;
    template <class Rows>
    friend class detail::csr_bfs;
    friend struct detail::layer_tuner;
    using typename base::types, typename base::action;

    using graph = std::remove_cvref_t<G>;
    using record = detail::incoming_edge<action>;
    using store = detail::node_store<graph, Node, record, Id, detail::lookup::membership>;
    static constexpr bool in_bulk = store::is_plain && !detail::has_observer<Observer>;
    static constexpr bool is_stored = in_bulk && detail::CsrGraph<graph, Node>;
    using appender =
        detail::frontier_appender<store, graph, Node, detail::goal_test<G, Node, Goal>, record>;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit bfs_search(G&& g, const Start& start, const Goal& goal = {}, const options& o = {},
                        Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          store_(control_.budget()),
          parents_(control_.budget()),
          layers_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            detail::append_path(cursor_at(found_), r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            r.lower_bound = lower_bound();  // counts the levels
        }
        return r;
    }

    /// The answer for another goal: with the path to a node and its actions, `found` if it was
    /// reached; else as the search stands, `running` if it ended at its own goal.
    [[nodiscard]] result_type result_to(const Node& node) {
        result_type r = this->pathless_result();
        const bool at_goal = r.status == status::found;
        if (const auto id = find_reached(node)) {
            r.status = status::found;
            r.cost = r.lower_bound = cost_at(*id);
            detail::append_path(cursor_at(*id), r.path, r.actions);
        } else {
            if (at_goal) r.status = status::running;
            r.lower_bound = at_goal ? depth_of(found_) : lower_bound();
        }
        return r;
    }

    /// Goes on until a node is reached; the number of steps to it, if it was.
    std::optional<steps> settle(const Node& node) {
        const auto is_reached = [&] { return store_.contains(graph_, node); };
        const auto at_once = [&]() -> std::uint64_t {
            return is_stored ? std::max<std::size_t>(64, store_.size() - next_) : in_bulk ? 64 : 1;
        };
        if (!detail::is_in(graph_, node)) return std::nullopt;
        while (!is_reached() && this->step(at_once()) == status::running) {
        }
        return this->cost_to(node);
    }

    /// Every node that was reached with the steps to it, its parent and the action, nearest first:
    /// `for (const auto& [node, cost, parent, action] : search.tree())`.
    [[nodiscard]] auto tree() const { return detail::search_tree(tree_walk(*this)); }

    /// How many nodes were reached.
    [[nodiscard]] std::size_t reached() const noexcept { return store_.size(); }
    /// The `i`-th node that was reached, in the order in which they are expanded.
    [[nodiscard]] const Node& reached(std::size_t i) const noexcept { return store_.node(i); }
    /// Which of these a node is, if it was reached.
    [[nodiscard]] std::optional<std::size_t> index_of(const Node& node) {
        return find_reached(node);
    }
    /// Whether a node was reached.
    [[nodiscard]] bool contains(const Node& node) { return store_.contains(graph_, node); }
    /// The number of steps to the `i`-th node that was reached.
    [[nodiscard]] steps depth(std::size_t i) { return depth_of(static_cast<Id>(i)); }
    /// Which of the nodes that were reached led to the `i`-th; itself if it is a start.
    [[nodiscard]] std::size_t parent(std::size_t i) const noexcept {
        return parents_[i] == store::none ? i : std::size_t{parents_[i]};
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        store_.clear(graph_);
        parents_.clear();
        levels_.clear();
        layers_.forget(control_);
        next_ = level_end_ = 0;
        depth_ = -1;
        found_ = store::none;
    }

    template <class Start>
    void begin(const Start& start) {
        all_starts_ = false;
        if (!control_.fits(store_.prepare(graph_))) return;
        if constexpr (in_bulk) {
            appender list(store_, graph_, goal_, parents_);
            detail::for_each_start<Node>(graph_, start, [&](const Node& n) { list.add_start(n); });
            list.finish();
            conclude(list);
        } else {
            detail::for_each_start<Node>(graph_, start, [&](auto&& n) {
                discover(std::forward<decltype(n)>(n), store::none, action{});
            });
        }
        all_starts_ = this->status() != status::memory_limit;
    }

    // The list of discovered nodes is the queue: `next_` is its front.
    void advance([[maybe_unused]] std::uint64_t most) {
        if (next_ == store_.size()) return control_.end(status::exhausted);
        const bool is_capped = bounds_.cost_limit() != largest_cost<steps>;
        if (!in_bulk || is_capped) begin_level(next_, store_.size());
        if (!in_bulk || depth_ == bounds_.cost_limit()) {
            if (!control_.may_expand()) return;
            if constexpr (in_bulk) {
                look_beyond();
            } else {
                expand_one();
            }
        } else if constexpr (in_bulk) {
            if constexpr (is_stored) {
                if (!is_capped) most = layers_.advance(*this, most);
                if (most == 0) return;
            }
            expand_many(control_.request_expansions(
                is_capped ? std::min<std::uint64_t>(most, level_end_ - next_) : most));
        }
    }

    /// Counts levels: when the first node of one is due, all of it has been discovered.
    void begin_level(std::size_t next, std::size_t size) noexcept {
        if (next != level_end_) return;
        level_end_ = size;
        ++depth_;
    }

    // The hot loop: what changes from edge to edge stays in registers, and levels, whose ends are
    // hard to predict, are not counted. Flattened, so that the user's functor is inlined.
    SENDA_FLATTEN void expand_many(std::uint64_t count) {
        appender list(store_, graph_, goal_, parents_);
        std::size_t next = next_;
        std::uint64_t edges = 0;
        for (; count != 0 && list.active(); --count, ++next) {
            if (next == list.size()) {
                list.finish();
                if (!list.active() || next == list.size()) break;
            }
            const auto& node = list.expand(next);
            detail::for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                ++edges;
                list.discover(std::forward<decltype(to)>(to), record{std::move(a)});
            });
        }
        list.finish();
        control_.count_generated(edges);
        control_.count_expanded(next - next_);
        next_ = next;
        // If it is full, not all successors of some node are in the list.
        if (!conclude(list)) next_ = std::min<std::size_t>(list.first_rejected(), next_ - 1);
    }

    /// Ends where a goal was met, or there is no more room; false for the latter.
    bool conclude(const appender& list) {
        if (list.found() != store::none) {
            found(list.found());
            return true;
        }
        return control_.fits(!list.full());
    }

    /// Expands a node of the last level that the limit on costs allows: is there another?
    void look_beyond() {
        detail::for_each_successor<types>(graph_, store_.pinned(next_),
                                          [&](const Node& to, auto, const action&) {
                                              if (!control_.running()) return;
                                              control_.count_generated();
                                              if (!store_.contains(graph_, to))
                                                  control_.end(status::cost_limit);
                                          });
        if (control_.running()) ++next_;
    }

    // For observers, and nodes that are not plain.
    SENDA_FLATTEN void expand_one() {
        using detail::admits, detail::expand_hook, detail::generate_hook, detail::improve_hook;
        const auto& node = store_.pinned(next_);
        const steps there = depth_ + 1;
        const bool is_last = depth_ == bounds_.cost_limit();
        if (admits<expand_hook>(control_, observer_, node, depth_)) {
            detail::for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                const bool may_refuse = detail::has_observer<Observer> || is_last;
                if (may_refuse && !control_.running()) return;
                control_.count_generated();
                if (may_refuse) {
                    if (!admits<generate_hook>(control_, observer_, node, to, there)) return;
                    if (store_.contains(graph_, to)) return;
                    if (is_last) return control_.end(status::cost_limit);
                    if (!admits<improve_hook>(control_, observer_, node, to, there)) return;
                }
                discover(std::forward<decltype(to)>(to), static_cast<Id>(next_), std::move(a));
            });
        }
        if (control_.running() || found_ != store::none) ++next_;
    }

    template <class N>
    void discover(N&& node, Id parent, action a) {
        if (this->status() == status::memory_limit) return;
        if (parents_.size() == parents_.capacity() && !parents_.grow())
            return control_.end(status::memory_limit);
        const auto key = store_.key_of(graph_, node);
        const auto [id, fresh] =
            store_.intern(key, std::forward<N>(node), [&] { return record{std::move(a)}; });
        if (!control_.fits(id != store::none)) return;
        if (!fresh) return;
        (void)parents_.push(parent);
        if (goal_(graph_, store_.node(id))) found(id);
    }

    void found(Id id) {
        if (found_ == store::none) found_ = id;
        control_.end(status::found);
    }

    [[nodiscard]] std::optional<Id> find_reached(const Node& node) {
        const Id id = store_.find(graph_, node);
        return id == store::none ? std::nullopt : std::optional<Id>(id);
    }
    [[nodiscard]] steps cost_at(Id id) { return depth_of(id); }

    struct parent_cursor {
        const bfs_search* search;
        Id at;

        [[nodiscard]] const Node& node() const { return search->store_.node(at); }
        [[nodiscard]] decltype(auto) action() const { return (search->store_.record(at).action); }
        [[nodiscard]] bool at_start() const { return search->parents_[at] == store::none; }
        void go_back() { at = search->parents_[at]; }
    };
    [[nodiscard]] parent_cursor cursor_at(Id id) const { return {this, id}; }

    // Where a node's parent is in the level before it, the next level begins.
    class tree_walk {
    public:
        tree_walk() = default;
        explicit tree_walk(const bfs_search& search) : search_(&search) {}

        [[nodiscard]] bool at_end() const { return at_ == search_->reached(); }
        void go_on() {
            ++at_;
            if (at_end() || parent() == store::none || parent() < level_) return;
            level_ = at_;
            ++depth_;
        }
        [[nodiscard]] auto here() const {
            const store& nodes = search_->store_;
            const Node* const from = parent() == store::none ? nullptr : &nodes.node(parent());
            return tree_node<Node, steps, action>{nodes.node(at_), depth_, from,
                                                  nodes.record(at_).action};
        }

    private:
        [[nodiscard]] Id parent() const { return search_->parents_[at_]; }

        const bfs_search* search_ = nullptr;
        std::size_t at_ = 0;
        std::size_t level_ = 0;  // where the level of `at_` begins
        steps depth_ = 0;
    };

    [[nodiscard]] std::size_t end_of_level(std::size_t begin) const noexcept {
        return detail::end_of_level(parents_, store::none, begin);
    }

    [[nodiscard]] steps depth_of(Id id) {
        if (levels_.empty()) levels_.push_back(0);
        while (levels_.back() <= id) {
            const std::size_t end = end_of_level(levels_.back());
            if (end == parents_.size()) break;  // this level may still grow
            levels_.push_back(static_cast<Id>(end));
        }
        const auto after = std::upper_bound(levels_.begin(), levels_.end(), id);
        return static_cast<steps>(after - levels_.begin()) - 1;
    }

    /// The level of the next node to expand: where it ends in the list.
    struct level {
        std::size_t end = 0;
        steps depth = 0;
    };
    [[nodiscard]] level level_of_next() const noexcept {
        level at;
        while (at.end < store_.size()) {
            at.end = end_of_level(at.end);
            if (at.end > next_) break;
            ++at.depth;
        }
        return at;
    }

    // Goals are tested when they are discovered, so none is at the depth of `next_` or above.
    [[nodiscard]] steps lower_bound() const noexcept {
        if (this->status() == status::exhausted) return infinite<steps>;
        if (store_.size() == 0 || !all_starts_) return 0;  // one that is missing may be a goal
        const bool is_over = next_ == store_.size();
        steps depth = is_over ? 2 : 1;
        for (std::size_t at = is_over ? next_ - 1 : next_; parents_[at] != store::none; ++depth)
            at = parents_[at];
        return depth;
    }

    /// Gives the memory back once others have taken over.
    void release() {
        store_ = store(control_.budget());
        parents_.release();
    }

    store store_;
    detail::buffer<Id> parents_;  // from which node each in the list was reached
    SENDA_NO_UNIQUE_ADDRESS detail::layers_of<graph, is_stored> layers_;
    bool all_starts_ = false;    // whether there was memory for all of them
    std::size_t next_ = 0;       // the next node to expand
    std::size_t level_end_ = 0;  // where its level ends, if levels are counted
    steps depth_ = -1;           // the depth of that level
    Id found_ = store::none;
    std::vector<Id> levels_;  // where each level begins in the list, as far as anybody asked
};

template <class G, class Start, class Goal = no_goal, class Observer = no_observer>
bfs_search(G&&, const Start&, const Goal& = {}, const options& = {}, Observer&& = {})
    -> bfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

namespace detail {

// The engines of `bfs`.

/// Between two cells of a grid.
template <class Query>
struct layers_in_tiles_engine : engine_defaults {
    static constexpr bool is_on_grid = TiledGrid<typename Query::graph>;
    static constexpr bool fits = is_on_grid && Query::is_one_to_one && !Query::is_observed;

    [[nodiscard]] static constexpr std::string_view why_not(const options&) noexcept {
        return is_on_grid ? why_not_one_cell<Query> : "";
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        using search = std::conditional_t<Query::may_share, two_ended_bfs, tile_layers>;
        return search(q.g, q.start, q.goal(), o);
    }
};

/// On all others.
template <class Query>
struct general_bfs_engine : engine_defaults {
    using graph = typename Query::graph;
    using node = typename Query::node;
    static constexpr bool fits = true;
    static constexpr bool is_shareable =
        Query::may_share && can_share_bfs<graph, node, typename Query::goal_argument>;
    static constexpr bool shares = is_shareable && !Query::is_observed;
    template <class Search>
    using shared = shared_bfs<Search>;

    [[nodiscard]] static constexpr std::string_view why_not(const options& o) noexcept {
        const bool is_faster = CsrGraph<graph, node> || (is_shareable && o.threads > 1);
        return is_faster && !TiledGrid<graph> ? why_not_observed<Query> : "";
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return bfs_search(q.g, q.start, q.goal(), o, q.observer);
    }
};

struct bfs_engines : engine_list<layers_in_tiles_engine, general_bfs_engine> {};

/// The answer of `bfs`.
template <bool MayShare, class G, class Start, class Goal, class Observer>
[[nodiscard]] auto run_bfs(G& g, const Start& start, const Goal& goal, const options& o,
                           Observer& observer) {
    no_heuristic none;
    return run_verb<bfs_engines, steps, MayShare>(g, start, goal, none, 1, o, observer);
}

}  // namespace detail

/// Finds the path with the fewest edges from `start` to `goal`.
///
/// `g`         the graph: anything that says where a node leads.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token, threads.
/// `observer`  hooks that are called as it works; see `no_observer`.
///
/// From one cell of a `grid` to another it looks at 256 cells at a time: of several paths with the
/// fewest edges it may find another one, and it counts an edge for each cell expanded. Wide layers
/// of a `csr` are searched at once, which threads share: the path is the same for any number of
/// them. With `o.threads` above 1 a search between two cells of a large `grid` goes from both ends,
/// and any other is shared once it has become wide: `g` and a predicate are then asked by several
/// threads at once, if both can be asked as `const`. The path may be another one than with one
/// thread, but is the same for any number of them from 2 up.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer, detail::SearchOptions Options = serial_options>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto bfs(G&& g, const Start& start, const Goal& goal, const Options& o = {},
                       Observer&& observer = {}) {
    return detail::run_bfs<detail::may_share<Options>>(g, start, goal, o, observer);
}

}  // namespace senda
