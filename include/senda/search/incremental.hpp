// SPDX-License-Identifier: MIT
// D* Lite: a path that is repaired where the graph changes.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/repair/jump_point_replanner.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The cost of a path, and then how many edges it has. So every edge makes a path longer, also one
/// that costs nothing or is lost in rounding: nodes on a circle can never hold each other up.
template <Cost C>
struct path_length {
    C cost = infinite<C>;
    std::uint32_t edges = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] static constexpr path_length none() noexcept { return {C{0}, 0}; }
    [[nodiscard]] constexpr bool is_infinite() const noexcept { return is_closed(cost); }
    /// The length with one more edge; infinite where the type cannot hold the cost.
    [[nodiscard]] constexpr path_length plus(C step) const noexcept {
        const C sum = add_costs(cost, step);
        return is_closed(sum) ? path_length{} : path_length{sum, edges + 1};
    }

    friend constexpr bool operator==(const path_length&, const path_length&) = default;
    friend constexpr bool operator<(const path_length& a, const path_length& b) noexcept {
        return a.cost < b.cost || (a.cost == b.cost && a.edges < b.edges);
    }
};

template <class G>
inline constexpr bool is_grid = false;
template <grid_moves Moves, class Weight>
inline constexpr bool is_grid<basic_grid<Moves, Weight>> = true;
template <class G>
inline constexpr bool keeps_corners = false;
template <class Weight>
inline constexpr bool keeps_corners<basic_grid<grid_moves::octile, Weight>> = true;

/// Lengths are those of paths to the root, the goal; the path leads there from the target, where
/// one stands. `Estimate(target, node)` is what is left between.
///
/// A node knows its length by its neighbours, `ahead`, and the one that it told them last, `told`.
/// The queue holds those where the two differ. S. Koenig, M. Likhachev, D. Furcy, *Lifelong
/// planning A\**, 2004; S. Koenig, M. Likhachev, *D\* Lite*, 2002: there they are `rhs` and `g`.
template <class G, class Node, class Estimate, class Id = std::uint32_t>
class lifelong_search : public engine<lifelong_search<G, Node, Estimate, Id>> {
    using base = engine<lifelong_search>;
    friend base;

    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using length = path_length<cost>;

    struct key {
        cost through = infinite<cost>;
        length shorter = {};

        friend constexpr bool operator==(const key&, const key&) = default;
        friend constexpr bool operator<(const key& a, const key& b) noexcept {
            return a.through < b.through || (a.through == b.through && a.shorter < b.shorter);
        }
    };
    struct entry {
        key at;
        Id id;
    };
    struct sooner {
        constexpr bool operator()(const entry& a, const entry& b) const noexcept {
            return a.at < b.at;
        }
    };

    static constexpr Id none = static_cast<Id>(-1);
    static constexpr std::size_t fewest_to_sweep = 1024;

    struct record {
        length told = {};
        length ahead = {};
        key queued_at = {};
        Id parent = none;  // the neighbour that `ahead` is by
        // The nodes whose parent this is: a change here concerns them, also where an edge is gone.
        Id first_child = none;
        Id next = none;
        Id previous = none;
        bool is_queued = false;
    };
    using store = node_store<graph, Node, record, Id>;

public:
    using result_type = senda::result<Node, cost, action>;

    /// Goes on after a limit or the stop token ended it, with all limits anew.
    void resume() {
        if (!can_go_on()) return;
        control_.restart();
        lower_ = cost{0};
    }

    /// Says that edges in or out of a node, or their costs, have changed. The graph is asked about
    /// them at the next step, so that several changes may be made before they are said. What could
    /// be reached over the edges at last is known; the graph need not list them any more.
    void changed(const Node& node) {
        note_change(node);
        if constexpr (keeps_corners<graph>) {  // the steps past its corners, too
            for (const Node beside : {Node{node.x, node.y - 1}, Node{node.x + 1, node.y},
                                      Node{node.x, node.y + 1}, Node{node.x - 1, node.y}})
                note_change(beside);
        }
    }

    /// Forgets all that it knows and plans afresh, as it must after an exception.
    void restart() {
        this->start_again([this] { begin(); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{answer_of(control_)};
        r.lower_bound = lower_;
        if (r.status == status::exhausted) r.lower_bound = infinite<cost>;
        if (r.status != status::found) return r;
        r.cost = r.lower_bound = nodes_.record(target_).ahead.cost;
        for (Id id = target_; id != none; id = nodes_.record(id).parent)
            r.path.push_back(nodes_.node(id));
        append_actions<types>(graph_, r.path, r.actions);
        return r;
    }

protected:
    lifelong_search(G&& g, const Node& root, const Node& target, Estimate&& estimate,
                    const options& o)
        : base(o, general_engine<std::remove_cvref_t<G>, Node>),
          graph_(std::forward<G>(g)),
          estimate_(std::move(estimate)),
          nodes_(control_.budget()),
          queue_(control_.budget()),
          changes_(control_.budget()),
          root_node_(root),
          target_node_(target) {
        begin();
    }
    lifelong_search(lifelong_search&&) = default;
    lifelong_search& operator=(lifelong_search&&) = default;
    ~lifelong_search() = default;

    /// Lets the path lead to another node. What is queued keeps its key, which is too low now by at
    /// most the estimate between the two: what is queued from now on has that added.
    void move_target(const Node& node) {
        if (same_node(graph_, node, *target_node_)) return;
        abort_guard guard(control_);
        moved_ = add_costs(moved_, between(*target_node_, node));
        target_node_.emplace(node);
        target_ = none;
        guard.release();
        resume();
    }

    /// The neighbour of the target on the path; the target itself without a path.
    [[nodiscard]] const Node& before_target() const noexcept {
        if (this->status() != status::found || nodes_.record(target_).parent == none)
            return *target_node_;
        return nodes_.node(nodes_.record(target_).parent);
    }
    [[nodiscard]] const Node& target() const noexcept { return *target_node_; }

private:
    using base::control_;

    void forget() {
        nodes_ = store(control_.budget());  // not cleared: the graph may number its nodes anew
        queue_.clear();
        sweep_at_ = fewest_to_sweep;
        changes_.clear();
        target_ = root_ = none;
        lower_ = moved_ = cost{0};
        has_overflowed_ = false;
    }

    void begin() {
        if (!control_.fits(nodes_.prepare(graph_))) return;
        if constexpr (IndexedGraph<graph, Node>) bound_ = index_bound_of(graph_);
        if (!can_look_up(*root_node_)) return;
        root_ = intern(*root_node_);
        if (root_ != none) look_back(root_);
    }

    [[nodiscard]] bool can_go_on() const noexcept {
        const senda::status s = this->status();
        return s != status::running && s != status::memory_limit && s != status::aborted &&
               s != status::negative_cost;
    }

    void note_change(const Node& node) {
        resume();
        lower_ = cost{0};
        if (control_.running()) control_.fits(changes_.push(node));
    }

    void advance(std::uint64_t) {
        if constexpr (IndexedGraph<graph, Node>) {
            if (bound_ < index_bound_of(graph_)) {  // it has grown, and so must the index
                forget();
                return begin();
            }
        }
        if (!changes_.empty()) {
            if (control_.tick()) look_again(changes_.pop());
            return;
        }
        if (target_ == none && !find_target()) return control_.end(status::exhausted);
        drop_outdated();
        const key goal = key_of(target_);
        const bool is_settled = queue_.empty() || !(queue_.top().at < goal);
        if (is_settled && !(record_of(target_).told < record_of(target_).ahead)) return finish();
        if (queue_.empty()) return finish();
        repair(queue_.top());
    }

    void repair(const entry top) {
        const key now = key_of(top.id);
        if (top.at < now) return enqueue(top.id);  // the target has moved since
        const cost least = through(top.id);
        lower_ = std::min(least, record_of(target_).ahead.cost);
        if (is_closed(least)) return end_without_path();
        if (least > most()) return control_.end(status::cost_limit);
        if (!control_.may_expand()) return;
        queue_.pop();
        expand(top.id);
    }

    /// Tells a node's length to its neighbours: one that became shorter to all of them, one that
    /// became longer first as unknown, and only to those that count on it.
    void expand(Id id) {
        record& r = record_of(id);
        r.is_queued = false;
        if (r.ahead < r.told) {
            r.told = r.ahead;
            tell(id);
        } else {
            r.told = {};
            look_back_from_children(id);
            enqueue(id);
        }
    }

    /// Nothing in the queue can make the path better. By the rounding of an estimate a node on the
    /// path may still wait: it is repaired out of turn, so that the path exists.
    void finish() {
        lower_ = record_of(target_).ahead.cost;
        if (is_closed(lower_)) return end_without_path();
        for (Id id = record_of(target_).parent; id != none; id = record_of(id).parent) {
            if (record_of(id).told == record_of(id).ahead) continue;
            if (control_.may_expand()) expand(id);
            return;
        }
        control_.end(lower_ > most() ? status::cost_limit : status::found);
    }
    void end_without_path() {
        control_.end(has_overflowed_ ? status::cost_limit : status::exhausted);
    }
    [[nodiscard]] cost most() const noexcept {
        return control_.limits().cost.template most<cost>();
    }

    /// Looks at all edges of a node again.
    void look_again(const Node& node) {
        if (!can_look_up(node)) return;
        const Id id = intern(node);
        if (id == none) return;
        look_back_from_children(id);
        look_back(id);
        if (!record_of(id).told.is_infinite()) tell(id);
    }

    void look_back_from_children(Id id) {
        Id child = std::exchange(record_of(id).first_child, none);
        while (child != none && control_.running()) {
            const Id next = record_of(child).next;
            record_of(child).parent = none;
            look_back(child);
            child = next;
        }
    }

    /// Finds a node's length by its neighbours anew.
    void look_back(Id id) {
        const auto& node = nodes_.pinned(id);
        length best{};
        Id parent = none;
        if (id == root_) {
            if (is_in(graph_, node)) best = length::none();
        } else {
            for_each_edge<types>(graph_, node, cost{0}, control_, observer_,
                                 [&](auto&& from, cost, cost step, const action&) {
                                     const Id other =
                                         nodes_.look_up(store::key_of(graph_, from), from).id;
                                     if (other == none || other == id) return;
                                     const length by = plus(record_of(other).told, step);
                                     if (!(by < best)) return;
                                     best = by;
                                     parent = other;
                                 });
        }
        set_ahead(id, best, parent);
    }

    /// Tells a node's length to its neighbours, which may become shorter by it.
    void tell(Id id) {
        const auto& node = nodes_.pinned(id);
        const length told = record_of(id).told;
        for_each_edge<types, false>(graph_, node, cost{0}, control_, observer_,
                                    [&](auto&& to, cost, cost step, const action&) {
                                        const length by = plus(told, step);
                                        const Id other = intern(to);
                                        if (other == none || other == root_) return;
                                        if (by < record_of(other).ahead) set_ahead(other, by, id);
                                    });
    }

    void set_ahead(Id id, length ahead, Id parent) {
        record& r = record_of(id);
        r.ahead = ahead;
        if (r.parent != parent) {
            leave_parent(id);
            r.parent = parent;
            if (parent != none) {
                r.previous = none;
                r.next = std::exchange(record_of(parent).first_child, id);
                if (r.next != none) record_of(r.next).previous = id;
            }
        }
        enqueue(id);
    }
    void leave_parent(Id id) {
        const record& r = record_of(id);
        if (r.parent == none) return;
        (r.previous != none ? record_of(r.previous).next : record_of(r.parent).first_child) =
            r.next;
        if (r.next != none) record_of(r.next).previous = r.previous;
    }

    void enqueue(Id id) {
        record& r = record_of(id);
        const bool waits = !(r.told == r.ahead);
        if (!waits) {
            r.is_queued = false;
            return;
        }
        const key at = key_of(id);
        if (std::exchange(r.is_queued, true) && r.queued_at == at) return;
        r.queued_at = at;
        if (queue_.size() >= sweep_at_) {
            queue_.keep_if([this](const entry& e) { return is_valid(e); });
            sweep_at_ = std::max(fewest_to_sweep, 2 * queue_.size());
        }
        control_.fits(queue_.push({at, id}));
    }
    [[nodiscard]] bool is_valid(const entry& e) const noexcept {
        const record& r = nodes_.record(e.id);
        return r.is_queued && r.queued_at == e.at;
    }
    void drop_outdated() {
        while (!queue_.empty() && !is_valid(queue_.top())) queue_.pop();
    }

    /// The least that a path over a node costs.
    [[nodiscard]] cost through(Id id) {
        const record& r = record_of(id);
        const cost known = std::min(r.told.cost, r.ahead.cost);
        const cost left = between(*target_node_, nodes_.node(id));
        if (is_closed(known) || is_closed(left)) return infinite<cost>;
        return std::min(add_costs(known, left), largest_cost<cost>);
    }
    [[nodiscard]] key key_of(Id id) {
        const record& r = record_of(id);
        const cost least = through(id);
        const cost at =
            is_closed(least) ? least : std::min(add_costs(least, moved_), largest_cost<cost>);
        return {at, std::min(r.told, r.ahead)};
    }
    [[nodiscard]] cost between(const Node& target, const Node& node) {
        return as_estimate<cost>(estimate_(target, node));
    }

    [[nodiscard]] length plus(length known, cost step) noexcept {
        const length sum = known.plus(step);
        if (sum.is_infinite() && !known.is_infinite()) has_overflowed_ = true;
        return sum;
    }

    [[nodiscard]] bool find_target() {
        if (!can_look_up(*target_node_)) return false;
        target_ = intern(*target_node_);
        return target_ != none;
    }

    /// The number of a node, which is added if it is new; `none` without memory.
    template <class N>
    [[nodiscard]] Id intern(N&& node) {
        const auto at = store::key_of(graph_, node);
        const Id id = nodes_.intern(at, std::forward<N>(node), [] { return record{}; }).id;
        control_.fits(id != none);
        return id;
    }
    /// Whether a node has a number, or a hash: a closed cell of a grid has.
    [[nodiscard]] bool can_look_up(const Node& node) const {
        if constexpr (is_grid<graph>) {
            return graph_.contains(node);
        } else if constexpr (IndexedGraph<graph, Node>) {
            return index_in(graph_, node) < bound_;
        } else {
            return true;
        }
    }

    [[nodiscard]] record& record_of(Id id) noexcept { return nodes_.record(id); }

    G graph_;
    SENDA_NO_UNIQUE_ADDRESS Estimate estimate_;
    SENDA_NO_UNIQUE_ADDRESS no_observer observer_;
    store nodes_;
    four_ary_heap<entry, sooner> queue_;      // what is queued anew leaves its entry behind,
    std::size_t sweep_at_ = fewest_to_sweep;  // until most may be outdated
    buffer<Node> changes_;
    std::optional<Node> root_node_;
    std::optional<Node> target_node_;
    Id root_ = none;
    Id target_ = none;
    cost moved_{0};  // how far the target has moved since the queue was empty
    cost lower_{0};  // no path costs less
    std::size_t bound_ = 0;
    bool has_overflowed_ = false;
};

template <class H, class Node, class Cost>
concept EstimatesBetween = requires(std::remove_reference_t<H>& h, const Node& n) {
    { h(n, n) } -> NumberFor<Cost>;
};

/// An estimate that can be aimed at another node, and is the same both ways.
template <class H, class Node>
inline constexpr bool can_be_aimed = false;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<manhattan<Node, Scale>, Node> = true;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<chebyshev<Node, Scale>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<octile<Node>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<zero_heuristic, Node> = true;

}  // namespace senda::detail

namespace senda {

/// An estimate of the cost from one node to another: `h(from, to)`, a number; or `manhattan`,
/// `chebyshev`, `octile` or `zero_heuristic`, whose goal may be any. It must be consistent: never
/// more than the cost of an edge, and `h(a, c) <= h(a, b) + h(b, c)`.
template <class H, class Node, class Cost>
concept HeuristicBetween =
    detail::EstimatesBetween<H, Node, Cost> || detail::can_be_aimed<std::remove_cvref_t<H>, Node>;

namespace detail {

/// `h(from, to)`, however the estimate is spelled.
template <class H>
struct estimate_between {
    H h;

    template <class Node>
    [[nodiscard]] auto operator()(const Node& from, const Node& to) {
        using heuristic = std::remove_cvref_t<H>;
        if constexpr (std::same_as<heuristic, zero_heuristic>) {
            return h(to);
        } else if constexpr (can_be_aimed<heuristic, Node>) {
            auto aimed = h;
            aimed.goal = from;
            return aimed(to);
        } else {
            return h(from, to);
        }
    }
};

/// An 8-connected grid without weights that lives elsewhere, and no estimate of one's own: there
/// jump points find a path anew sooner than a repair does.
template <class G>
inline constexpr grid_moves octile_moves = grid_moves::straight;
template <grid_moves Moves>
inline constexpr grid_moves octile_moves<basic_grid<Moves>&> = Moves;
template <grid_moves Moves>
inline constexpr grid_moves octile_moves<const basic_grid<Moves>&> = Moves;
template <class G, class H>
concept HasJumpPoints =
    octile_moves<G> != grid_moves::straight && can_be_aimed<std::remove_cvref_t<H>, cell>;

/// The engine under `d_star_lite`.
template <class G, class Node, class H>
struct d_star_lite_engine : lifelong_search<G, Node, estimate_between<H>> {
    d_star_lite_engine(G&& g, const Node& start, const Node& goal, H&& h, const options& o)
        : d_star_lite_engine::lifelong_search(std::forward<G>(g), goal, start, {std::forward<H>(h)},
                                              o) {}
};
template <class G, class Node, class H>
    requires HasJumpPoints<G, H>
struct d_star_lite_engine<G, Node, H> : jump_point_replanner<octile_moves<G>> {
    d_star_lite_engine(G g, cell start, cell goal, const H&, const options& o)
        : d_star_lite_engine::jump_point_replanner(g, start, goal, o) {}
};

}  // namespace detail

/// A cheapest path from where one stands to a goal, on a graph that changes. `run()` finds it;
/// `changed(node)` says what has changed and `move_to(node)` where one stands now; the next `run()`
/// works only on what these concern. The start may also stay where it is.
/// ```
/// senda::d_star_lite plan{map, start, goal, senda::octile{goal}};
/// for (plan.run(); plan.status() == senda::status::found && plan.start() != goal; plan.run()) {
///     plan.move_to(plan.next());
///     for (senda::cell seen : look_around(map, plan.start())) plan.changed(seen);
/// }
/// ```
/// It refers to a graph that has a name: the one that changes. Steps, limits, the stop token and
/// the result are those of `astar_search`; the limits and the statistics are of one repair.
template <class G, class Node, class H = zero_heuristic>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> &&
             HeuristicBetween<H, Node, cost_of<G, Node>>
class d_star_lite : public detail::d_star_lite_engine<G, Node, H> {
    using base = detail::d_star_lite_engine<G, Node, H>;

public:
    /// A plan from `start` to `goal`.
    ///
    /// `g`      the graph; costs are not negative.
    /// `start`  where the path begins.
    /// `goal`   where it ends.
    /// `h`      an estimate of the cost between two nodes, consistent: `h(from, to)`, or one that
    ///          comes with senda, as `octile{goal}`.
    /// `o`      limits and a stop token.
    d_star_lite(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), start, goal, std::forward<H>(h), o) {}

    /// Where the path begins.
    [[nodiscard]] const Node& start() const noexcept { return this->target(); }
    /// The node after the start on the path that was found; the start itself without one.
    [[nodiscard]] Node next() const { return this->before_target(); }
    /// Lets the path begin elsewhere: best at `next()`, where nothing is left to do.
    void move_to(const Node& start) { this->move_target(start); }
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
d_star_lite(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> d_star_lite<G, node_of<G, Start>, H>;

}  // namespace senda
