// SPDX-License-Identifier: MIT
// The engine under Dijkstra, A* and greedy search: always expand the node with the smallest f.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/detail/storage/radix_queue.hpp>
#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// What f is: the cost so far (Dijkstra), with the estimate (A*), or the estimate alone (greedy).
enum class order { cost, cost_and_estimate, estimate };

template <class G, class Node, class C, ties Ties>
struct stored_shard;
template <class Search>
class shared_best_first;

/// Expands the node with the smallest f; refers to lvalues and takes over temporaries.
template <order Order, class G, class Node, class Goal, class H, class Observer, class Id,
          queue_kind Queue = queue_kind::by_cost>
class best_first : public tree_engine<best_first<Order, G, Node, Goal, H, Observer, Id, Queue>, G,
                                      Node, Goal, Observer> {
    using base = tree_engine<best_first, G, Node, Goal, Observer>;
    friend base;
    friend typename base::restartable_type;
    friend typename base::engine_type;
    template <class Search>
    friend class shared_best_first;
    using typename base::types, typename base::cost, typename base::action;

    using record = reached_node<cost, Id, action>;
    using store = node_store<std::remove_cvref_t<G>, Node, record, Id>;
    using slot = typename store::slot;
    static constexpr bool terminal_costs = has_terminal_costs<Goal, Node>;
    // Without an estimate costs never fall, for which a radix heap is faster.
    static constexpr bool rises =
        Order == order::cost && Queue == queue_kind::by_cost && RadixSorted<cost, Id>;
    // A small node is queued with its number: its edges are fetched along with its record.
    static constexpr bool queues_nodes = std::is_trivially_copyable_v<Node> &&
                                         std::is_default_constructible_v<Node> &&
                                         sizeof(Node) <= 8 && !rises;
    static constexpr ties tie = Order == order::cost ? ties::fifo : ties::deepest_first;
    using payload = std::conditional_t<queues_nodes, Node, no_payload>;
    using open = typename std::conditional_t<
        rises, open_list_for_rising<cost, Id>,
        std::type_identity<open_list<cost, Id, tie, payload, Queue>>>::type;
    using shard = stored_shard<std::remove_cvref_t<G>, Node, cost, tie>;  // for threads
    friend shard;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    best_first(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
               Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          store_(control_.budget()),
          open_(control_.budget()),
          weight_(Order == order::cost_and_estimate && o.weight >= 0 ? o.weight : 1),
          weighted_(weight_ != 1) {
        control_.note_weight(weight_);
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        r.lower_bound = lower_bound(r.lower_bound);
        if (r.status == status::found) {
            this->tell_path(found_, r);
            if constexpr (terminal_costs)
                r.cost = add_costs(r.cost, goal_.terminal_cost(graph_, store_.node(found_)));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

    /// With an estimate, which is of the way to the goal, nothing is known of a lower bound but 0.
    [[nodiscard]] result_type result_to(const Node& node) {
        result_type r = base::result_to(node);
        if (Order != order::cost) r.lower_bound = cost{0};
        return r;
    }

    /// Goes on until the least cost to a node is certain; that cost, if there is a path to it. No
    /// path that is still to be found costs less than what was taken from the queue last.
    std::optional<cost> settle(const Node& node)
        requires(Order == order::cost)
    {
        if (!is_in(graph_, node)) return std::nullopt;
        const auto key = store_.key_of(graph_, node);
        for (Id id = store::none;; this->step(1)) {
            if (id == store::none && store_.size() != 0) id = store_.look_up(key, node).id;
            if (id != store::none && !(store_.record(id).g > bounds_.proven_bound())) {
                return store_.record(id).g;
            }
            if (!control_.running()) return std::nullopt;
        }
    }

    /// The node expanded last, and the cost of the path to it.
    [[nodiscard]] std::pair<const Node&, cost> last_expanded() const noexcept {
        return {store_.node(last_), store_.record(last_).g};
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        store_.clear(graph_);
        open_.clear();
        found_ = store::none;
        best_ = {};
        is_thrifty_ = false;
    }

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        bool is_valid = for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
            relax(std::forward<decltype(n)>(n), g, store::none, action{});
        });
        if constexpr (terminal_costs) is_valid = is_valid && !goal_.has_negative_cost();
        if (!is_valid) control_.end(status::negative_cost);
    }

    void advance(std::uint64_t) {
        if (open_.empty()) return finish();
        if constexpr (rises) {
            const auto expect = [this](Id id) { store_.expect(id); };
            if (!control_.fits(open_.make_ready(expect))) return;
        }
        const auto first = open_.pop();
        if constexpr (queues_nodes) {
            visit(first.f, first.g, first.id, first.payload);
        } else {
            visit(first.f, first.g, first.id, store_.pinned(first.id));
        }
    }

    void visit(cost f, cost g, Id id, const Node& node) {
        record& popped = store_.record(id);
        if (g > popped.g) return;  // a cheaper path was found after this entry was queued
        if constexpr (terminal_costs) {
            if (!(f < best_.total)) return finish();
            bounds_.raise_lower_bound(f);
            end_at(id, g, goal_.terminal_cost(graph_, node));
            if (!control_.running()) return;
        } else {
            bounds_.raise_lower_bound(f);
            if (goal_(graph_, node)) {
                found_ = id;
                return control_.end(status::found);
            }
        }
        if (!control_.may_expand()) return;
        if (popped.state == node_state::closed) control_.count_reopened();
        popped.state = node_state::closed;
        last_ = id;
        if (!admits<expand_hook>(control_, observer_, node, g)) return;
        for_each_edge<types>(graph_, node, g, control_, observer_,
                             [&](auto&& to, cost there, cost, action a) {
                                 relax(std::forward<decltype(to)>(to), there, id, std::move(a));
                             });
    }

    // Where ends have prices a path is known to be the cheapest once no other can cost less.
    void end_at(Id id, cost g, cost price) {
        if (price == infinite<cost>) return;
        const cost total = add_costs(g, price);
        if (!bounds_.admits(total)) {
            best_.is_cut = true;
            return bounds_.lower_pruned_bound(total);
        }
        if (!(total < best_.total)) return;
        best_.total = total;
        found_ = id;
        if (Order == order::estimate) control_.end(status::found);
    }

    void finish() {
        if constexpr (terminal_costs) {
            if (found_ != store::none) {
                bounds_.raise_lower_bound(best_.total);
                return control_.end(status::found);
            }
        }
        bool is_cut = bounds_.pruned() != 0;
        if constexpr (terminal_costs) is_cut = is_cut || best_.is_cut;
        if constexpr (Order == order::estimate) {
            if (is_cut && !is_thrifty_) return look_for_cheaper();
        }
        control_.end(is_cut ? status::cost_limit : status::exhausted);
    }

    // A greedy search took the first path to each node, and by another there may be more within the
    // limit on costs: what is known is expanded once more, as Dijkstra's search does it.
    void look_for_cheaper() {
        is_thrifty_ = true;
        for (std::size_t n = 0; n < store_.size() && control_.running(); ++n) {
            const auto id = static_cast<Id>(n);
            const record& known = store_.record(id);
            if (known.state == node_state::closed && bounds_.admits(known.g))
                enqueue(id, store_.node(id), known.g);
        }
    }

    // Most edges lead back at no better cost, which is seen here: only the rest is worth a call.
    template <class N>
    SENDA_ALWAYS_INLINE void relax(N&& node, cost g, Id parent, action a) {
        const auto key = store_.key_of(graph_, node);
        const slot at = store_.look_up(key, node);
        if (at.id != store::none && !improves(store_.record(at.id), g, parent)) return;
        reach(at, key, std::forward<N>(node), g, parent, std::move(a));
    }

    // A greedy search takes the first path that it finds, unless that is beyond the limit, but the
    // cheapest start.
    [[nodiscard]] bool improves(const record& known, cost g,
                                [[maybe_unused]] Id parent) const noexcept {
        if constexpr (Order == order::estimate) {
            return (known.state == node_state::pruned || parent == store::none || is_thrifty_) &&
                   g < known.g;
        } else {
            return g < known.g;
        }
    }

    template <class N>
    SENDA_NOINLINE void reach(slot at, typename store::key key, N&& node, cost g, Id parent,
                              action a) {
        if (!this->admits_path(store_, parent, node, g)) return;
        Id id = at.id;
        if (id == store::none) {
            id = store_.add(at, key, std::forward<N>(node),
                            record{g, parent, node_state::open, std::move(a)});
            if (!control_.fits(id != store::none)) return;
        } else {
            record& known = store_.record(id);
            known.g = g;
            known.parent = parent;
            if constexpr (!std::same_as<action, no_action>) known.action = std::move(a);
        }
        enqueue(id, store_.node(id), g);
    }

    void enqueue(Id id, const Node& node, cost g) {
        cost f = g;
        if constexpr (Order == order::cost) {
            if (!bounds_.update_state(store_.record(id).state, g)) return;
        } else {
            const auto h = as_estimate<cost>(heuristic_(node));
            const cost through = bounds_.through(g, h);
            if (!bounds_.update_state(store_.record(id).state, through, h)) return;
            f = Order == order::estimate ? (is_thrifty_ ? g : h)
                : weighted_              ? weigh(g, h)
                                         : through;
        }
        if constexpr (queues_nodes) {
            control_.fits(open_.push(f, g, id, node));
        } else {
            control_.fits(open_.push(f, g, id));
        }
    }

    // Rounded down, so that f stays within weight times the least cost: the bound of weighted A*.
    [[nodiscard]] cost weigh(cost g, cost h) const {
        const double product = weight_ * static_cast<double>(h);
        const bool fits = product < static_cast<double>(largest_cost<cost>);
        return std::min(fits ? add_costs(g, static_cast<cost>(product)) : infinite<cost>,
                        largest_cost<cost>);
    }

    /// What `bound` on f says of the costs of paths.
    [[nodiscard]] cost lower_bound(cost bound) const {
        if (this->status() == status::exhausted) return bound;
        if (Order == order::estimate) return cost{0};
        if (!(weight_ > 1) || this->status() == status::cost_limit) return bound;
        double least = static_cast<double>(bounds_.proven_bound()) / weight_;
        if (std::integral<cost> && least > 0x1p53) least *= 1 - 1e-15;  // rounded down all the same
        return std::min(static_cast<cost>(least), bound);
    }

    /// How many nodes wait.
    [[nodiscard]] std::size_t queued() const noexcept { return open_.size(); }
    /// Gives the memory back once others have taken over.
    void release() {
        store_ = store(control_.budget());
        open_ = open(control_.budget());
    }

    /// The best end that was met, and whether one was beyond the limit on costs.
    struct cheapest_end {
        cost total = infinite<cost>;
        bool is_cut = false;
    };
    struct no_end {};

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    store store_;
    open open_;
    double weight_;
    bool weighted_;
    bool is_thrifty_ = false;  // of greedy search: cheaper paths to what is known are looked for
    Id found_ = store::none;
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<terminal_costs, cheapest_end, no_end> best_;
    Id last_ = 0;
};

}  // namespace senda::detail
