// SPDX-License-Identifier: MIT
// The engine under `pareto_front` of several costs: paths as labels, in the order of their costs.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/labels/goal_distances.hpp>
#include <senda/detail/labels/undominated.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// In the place of something that is not kept.
template <int>
struct nothing_kept {};

/// A label that waits: lower bounds of the paths through it, and how it was reached.
template <Cost C, std::size_t N, bool HasActions>
struct waiting_label {
    /// Whole costs of the path so far are told from `f` by the estimate; others would be rounded.
    static constexpr bool keeps_g = std::floating_point<C>;

    std::array<C, N> f;  // costs so far and estimates, one by one
    std::uint32_t node;
    std::uint32_t parent;  // the label before it
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<keeps_g, std::array<C, N>, nothing_kept<0>> g;
    /// Which of its parent's edges leads here.
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<HasActions, std::uint32_t, nothing_kept<1>> edge;

    /// What the path costs so far, by the estimates of its node.
    [[nodiscard]] std::array<C, N> so_far([[maybe_unused]] const std::array<C, N>& h) const {
        if constexpr (keeps_g) {
            return g;
        } else {
            std::array<C, N> spent;
            for (std::size_t i = 0; i != N; ++i) spent[i] = static_cast<C>(f[i] - h[i]);
            return spent;
        }
    }
};

/// By the first cost; of equal ones by the second, and so on.
struct lexicographic {
    template <class Label>
    constexpr bool operator()(const Label& a, const Label& b) const noexcept {
        for (std::size_t i = 0; i + 1 < a.f.size(); ++i)
            if (a.f[i] != b.f[i]) return a.f[i] < b.f[i];
        return a.f.back() < b.f.back();
    }
};

template <class Label>
using label_queue = four_ary_heap<Label, lexicographic>;

/// Such labels wait here in the order of their costs, of which some are `infinite`, the same for
/// whatever the type does not hold. They come in any order, so that all costs are compared.
template <class Label>
class overflowing_labels {
    using costs = decltype(Label::f);

public:
    explicit overflowing_labels(memory_budget& budget) noexcept
        : open_(budget), all_(budget), last_(budget) {}

    void clear() noexcept {
        open_.clear();
        all_.clear();
        last_.clear();
    }

    [[nodiscard]] bool empty() const noexcept { return open_.empty(); }

    /// Adds a label unless one at the same node is as good; false if there is no room.
    [[nodiscard]] bool add(const Label& made) {
        while (last_.size() <= made.node)
            if (!last_.push(none)) return false;
        for (std::uint32_t i = last_[made.node]; i != none; i = all_[i].before)
            if (is_as_good(all_[i].f, made.f)) return true;
        const std::size_t number = all_.size();
        if (number >= none || !all_.push(added{made.f, last_[made.node]})) return false;
        last_[made.node] = static_cast<std::uint32_t>(number);
        return open_.push(made);
    }

    [[nodiscard]] Label pop() { return open_.pop(); }

    /// Whether a label that was added later at the same node is better.
    [[nodiscard]] bool has_better(const Label& than) const noexcept {
        for (std::uint32_t i = last_[than.node]; i != none; i = all_[i].before)
            if (all_[i].f != than.f && is_as_good(all_[i].f, than.f)) return true;
        return false;
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct added {
        costs f;
        std::uint32_t before;  // at the same node
    };

    [[nodiscard]] static bool is_as_good(const costs& a, const costs& b) noexcept {
        for (std::size_t i = 0; i != a.size(); ++i)
            if (a[i] > b[i]) return false;
        return true;
    }

    // A type of its own: compilers inline the queue of the search, which has one user.
    struct by_costs : lexicographic {};

    four_ary_heap<Label, by_costs> open_;
    buffer<added> all_;
    buffer<std::uint32_t> last_;  // the last that was added at each node
};

/// Extends labels in the order of their costs and estimates, unless one that was extended at the
/// same node dominates them, or a path that was found.
template <class G, class Node, class Goal, class H, class Observer>
class costs_search : public engine<costs_search<G, Node, Goal, H, Observer>> {
    using base = engine<costs_search>;
    friend base;

    using graph = std::remove_reference_t<G>;
    using types = graph_types<graph, Node>;
    using said = several_costs<typename types::action>;
    static constexpr std::size_t count = said::count;
    static_assert(count == 2 || count == 3, "pareto_front: edges have two or three costs");

protected:
    using cost = typename said::cost;
    using costs = std::array<cost, count>;
    using action = typename said::action;

private:
    static constexpr bool has_actions = !std::same_as<action, no_action>;
    static constexpr bool has_estimate = !std::same_as<std::remove_cvref_t<H>, no_heuristic>;
    /// Distances to the goals are found first, where they can be.
    static constexpr bool has_distances =
        !has_estimate && has_predecessors<graph, Node> && !GoalPredicate<Goal, Node>;

    using id = std::uint32_t;
    static constexpr id none = std::numeric_limits<id>::max();
    using record = costed_node<cost, count>;
    using store = node_store<std::remove_cvref_t<G>, Node, record>;
    using waiting = waiting_label<cost, count, has_actions>;
    // An observer may leave out the paths that would bound the front.
    using distances = goal_distances<cost, count, has_distances && !has_observer<Observer>>;

    /// A label that was extended, or is at a goal.
    struct label {
        id node;
        id parent;
        SENDA_NO_UNIQUE_ADDRESS decltype(waiting::edge) edge;
    };
    struct arrival {
        id last;
        costs g;
    };

public:
    /// A search from `start` to `goal` along the estimates of `h`.
    template <class Start>
    costs_search(G&& g, const Start& start, const Goal& goal, H&& h, const options& o,
                 Observer&& observer)
        : base(o),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          goal_(graph_, goal),
          store_(control_.budget()),
          distances_(control_.budget()),
          known_(control_.budget()),
          open_(control_.budget()),
          labels_(control_.budget()),
          arrivals_(control_.budget()),
          overflowing_(control_.budget()) {
        if constexpr (has_observer<Observer>) {
            check_observer<std::remove_reference_t<Observer>, Node, costs>();
        }
        begin(start);
    }

    /// Starts again from another start to another goal, in the memory of before. A heuristic that
    /// aims at the old goal must be changed first.
    template <class Start, class NewGoal = Node>
    void restart(const Start& start, const NewGoal& goal) {
        this->start_again([&] {
            goal_ = decltype(goal_)(graph_, as_goal<Goal>(goal));
            begin(start);
        });
    }
    /// Starts again from another start to the same goal.
    template <class Start>
    void restart(const Start& start) {
        this->start_again([&] { begin(start); });
    }

    /// How many labels were extended or reached a goal so far.
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }

protected:
    using base::control_;

    /// Appends the routes that were found, in the order of their costs.
    template <class Route>
    void read_back(std::vector<Route>& routes) const {
        routes.reserve(arrivals_.size());
        for (const arrival& each : arrivals_) {
            Route& r = routes.emplace_back();
            r.costs = each.g;
            r.path.reserve(length_of(each.last));
            append_path(parent_cursor{this, each.last}, r.path, r.actions);
        }
        if constexpr (std::floating_point<cost>) drop_dominated(routes);
    }

    [[nodiscard]] std::string_view engine_text() const {
        return detail::engine_text<G, Node>(control_.engine());
    }

private:
    struct parent_cursor {
        const costs_search* search;
        id at;

        [[nodiscard]] const label& here() const { return search->labels_[at]; }
        [[nodiscard]] const Node& node() const { return search->store_.node(here().node); }
        [[nodiscard]] auto action() const { return search->action_to(here()); }
        [[nodiscard]] bool at_start() const { return here().parent == none; }
        void go_back() { at = here().parent; }
    };

    /// What the edge to a label is called: the graph is asked again.
    [[nodiscard]] action action_to(const label& to) const {
        action taken{};
        std::uint32_t number = 0;
        for_each_successor<types>(graph_, store_.node(labels_[to.parent].node),
                                  [&](const auto&, const auto&, const typename types::action& a) {
                                      if constexpr (has_actions) {
                                          if (number++ == to.edge) taken = said::named(a);
                                      }
                                  });
        return taken;
    }

    void forget() {
        arrivals_.clear();
        control_.budget().give(std::exchange(bytes_of_routes_, 0));
        open_.clear();
        labels_.clear();
        known_.clear();
        found_ = {};
        distances_.clear();
        store_.clear(graph_);
        overflowing_.clear();
        is_checking_ = false;
        compared_ = 0;
    }

    template <class Start>
    void begin(const Start& start) {
        most_ = control_.limits().cost.template most<cost>();
        const double weight = control_.options().weight;
        weight_ = weight > 1 ? weight : 1;
        control_.note_weight(weight_);
        if (!control_.fits(store_.prepare(graph_))) return;
        id at_goal = none;
        for_each_start<Node>(graph_, start, [&](auto&& n) {
            const bool is_goal = control_.running() && goal_(graph_, n);
            const id made = find_or_add(std::forward<decltype(n)>(n));
            if (is_goal) at_goal = made;
        });
        starts_ = static_cast<id>(store_.size());
        is_guided_ = !has_distances || at_goal != none;
        if (!control_.running()) return;
        if (at_goal != none) {  // no other path costs less in any sense
            store_.record(at_goal).h = {};
            return set_out(at_goal);
        }
        if constexpr (has_distances) {
            add_goals();
        } else {
            set_out_from_all();
        }
    }

    void add_goals() {
        for (const Node& n : goal_) {
            if (!is_in(graph_, n)) continue;
            const id goal = find_or_add(n);
            if (goal == none) return;
            store_.record(goal).h.fill(cost{0});
            other_of(store_.record(goal)) = cost{0};
            if (!control_.fits(distances_.add_goal(goal))) return;
        }
    }

    /// The number of a node, `none` if there is no room.
    template <class N>
    [[nodiscard]] id find_or_add(N&& n) {
        const auto key = store_.key_of(graph_, n);
        const auto at = store_.look_up(key, n);
        if (at.id != none) return at.id;
        record made{estimate_of(n), {}};
        const id number = store_.add(at, key, Node(std::forward<N>(n)), std::move(made));
        control_.fits(number != none);
        return number;
    }

    [[nodiscard]] costs estimate_of([[maybe_unused]] const Node& n) {
        costs h;
        if constexpr (has_estimate) {
            const auto estimates = heuristic_(n);
            for (std::size_t i = 0; i != count; ++i) h[i] = as_estimate<cost>(estimates[i]);
        } else {
            h.fill(has_distances ? infinite<cost> : cost{0});
        }
        return h;
    }

    void set_out_from_all() {
        for (id n = 0; n != starts_; ++n) set_out(n);
    }
    void set_out(id start) { reach(start, costs{}, none, 0); }

    void advance(std::uint64_t) {
        if constexpr (has_distances) {
            if (!is_guided_) return advance_distances();
        }
        if (open_.empty()) return finish();
        const waiting first = open_.pop();
        record& at = store_.record(first.node);
        if (is_covered(first.f) || known_.dominates(at.mark, first.f)) return;
        if (first.f[0] > most_) return control_.end(status::cost_limit);
        const auto& node = store_.pinned(first.node);
        if (goal_(graph_, node)) return arrive(first);
        if (!control_.may_expand() || !control_.fits(known_.add(at.mark, first.f))) return;
        const costs g = first.so_far(at.h);
        const id here = keep(first);
        if (here == none || !admits<expand_hook>(control_, observer_, node, g)) return;
        expand<fit::in_type>(node, here, g);
    }

    /// All paths that fit are found. Those that cost more than their type holds are followed now,
    /// in the same order: one that comes to a goal, and no path found is as good, is left out.
    SENDA_COLD void finish() {
        if (overflowing_.empty())
            return control_.end(arrivals_.empty() ? status::exhausted : status::complete);
        if (!std::exchange(is_checking_, true)) found_ = {};
        const waiting first = overflowing_.pop();
        for (; compared_ != arrivals_.size() && !(first.f[0] < arrivals_[compared_].g[0]);
             ++compared_) {
            if (!control_.fits(known_.add(found_, arrivals_[compared_].g))) return;
        }
        if (is_overflow_covered(first.f) || overflowing_.has_better(first)) return;
        const auto& node = store_.pinned(first.node);
        const bool is_limited = most_ < largest_cost<cost> && first.f[0] > most_;
        if (is_limited || goal_(graph_, node)) return control_.end(status::cost_limit);
        if (!control_.may_expand()) return;
        costs g = first.so_far(store_.record(first.node).h);
        for (std::size_t i = 0; i != count; ++i)
            if (first.f[i] == infinite<cost>) g[i] = infinite<cost>;  // and stays so
        const id here = keep(first);
        if (here == none || !admits<expand_hook>(control_, observer_, node, g)) return;
        expand<fit::overflows>(node, here, g);
    }

    /// Whether a path that was found is as good as one whose costs overflow: as one whose costs are
    /// the largest that fit.
    [[nodiscard]] SENDA_COLD bool is_overflow_covered(const costs& f) const noexcept {
        return is_covered(within_type(f));
    }
    [[nodiscard]] static costs within_type(const costs& f) noexcept {
        costs most;
        for (std::size_t i = 0; i != count; ++i) most[i] = std::min(f[i], largest_cost<cost>);
        return most;
    }

    void advance_distances() {
        if (distances_.is_done()) {
            for (id n = 0; n != store_.size(); ++n) store_.record(n).mark = {};
            is_guided_ = true;
            return set_out_from_all();
        }
        const auto [number, distance] = distances_.pop();
        const record& at = store_.record(number);
        if (at.h[distances_.sense()] < distance) return;  // it was settled
        if (!control_.may_expand()) return;
        const cost other = other_of(store_.record(number));
        if (number < starts_) distances_.settle_start(other);
        const auto& node = store_.pinned(number);
        std::uint64_t edges = 0;
        for_each_predecessor<types>(
            graph_, node, [&](auto&& from, const auto&, const typename types::action& a) {
                costs step;
                if (!read_costs(a, step, edges)) return;
                const id before = find_or_add(std::forward<decltype(from)>(from));
                if (before == none) return;
                record& to = store_.record(before);
                control_.fits(distances_.relax(before, to.h, other_of(to), step, distance, other));
            });
        control_.count_generated(edges);
    }

    /// What a path that is looked at costs in the other sense, while distances are sought: of two
    /// costs it is kept where labels will be.
    [[nodiscard]] cost& other_of(record& of) noexcept {
        if constexpr (count == 2) {
            return of.mark.least;
        } else {
            return unused_;
        }
    }

    /// Reads the costs of an edge and counts it; false if it is closed, or costs less than nothing.
    [[nodiscard]] bool read_costs(const typename types::action& a, costs& into,
                                  std::uint64_t& edges) {
        const auto& given = said::costs(a);
        for (std::size_t i = 0; i != count; ++i) {
            if (is_closed(given[i])) return false;
            into[i] = static_cast<cost>(given[i]);
        }
        ++edges;
        for (const cost each : into) {
            if (is_negative(each)) [[unlikely]] {
                control_.end(status::negative_cost);
                return false;
            }
        }
        return true;
    }

    enum class fit { in_type, overflows };
    /// Takes up the edges out of a node: a function for each kind of label, which is called in one
    /// place and becomes part of it.
    template <fit>
    void expand(const Node& node, id here, const costs& g) {
        std::uint64_t edges = 0;
        std::uint32_t number = 0;
        for_each_successor<types>(
            graph_, node, [&](auto&& to, const auto&, const typename types::action& a) {
                const std::uint32_t nth = has_actions ? number++ : 0;
                if constexpr (has_observer<Observer>) {
                    if (!control_.running()) return;
                }
                costs there;
                if (!read_costs(a, there, edges)) return;
                for (std::size_t i = 0; i != count; ++i) there[i] = add_costs(g[i], there[i]);
                if constexpr (has_observer<Observer>) {
                    if (!admits<generate_hook>(control_, observer_, node, to, there)) return;
                }
                const id next = find_ahead(std::forward<decltype(to)>(to));
                if (next != none) reach(next, there, here, nth);
            });
        control_.count_generated(edges);
    }

    /// The number of a node ahead; `none` if there is no room, or if no goal follows.
    template <class N>
    [[nodiscard]] id find_ahead(N&& n) {
        if constexpr (has_distances) {
            const id known = store_.look_up(store_.key_of(graph_, n), n).id;
            if (known == none && distances_.overflowed()) [[unlikely]]
                return find_overflowing(std::forward<N>(n));
            return known;
        } else {
            return find_or_add(std::forward<N>(n));
        }
    }

    /// The number of a node from which whatever leads to a goal costs too much in every sense. That
    /// matters only if nothing else does.
    template <class N>
    [[nodiscard]] SENDA_COLD id find_overflowing(N&& n) {
        return arrivals_.empty() ? find_or_add(std::forward<N>(n)) : none;
    }

    /// Queues a path to a node unless it is dominated.
    SENDA_ALWAYS_INLINE void reach(id node, const costs& g, id parent, std::uint32_t edge) {
        const record& at = store_.record(node);
        costs f;
        bool is_too_much = false;
        for (std::size_t i = 0; i != count; ++i) {
            f[i] = add_costs(g[i], at.h[i]);
            is_too_much = is_too_much || f[i] == infinite<cost>;
        }
        if (is_too_much) [[unlikely]]
            return reach_overflowing(node, g, f, parent, edge);
        if (!distances_.admits(f)) return;
        if (is_covered(f) || known_.dominates(at.mark, f)) return;
        if (!is_admitted(node, g, parent)) return;
        control_.fits(open_.push(waiting_at(node, g, f, parent, edge)));
    }

    /// Queues a path that costs more than its type holds; it waits until those that fit are found.
    SENDA_COLD void reach_overflowing(id node, const costs& g, const costs& f, id parent,
                                      std::uint32_t edge) {
        if (!distances_.admits(f)) return;
        const record& at = store_.record(node);
        const bool is_led = std::find(at.h.begin(), at.h.end(), infinite<cost>) == at.h.end();
        // That no goal follows is no such path.
        if (!is_led && !(has_distances && distances_.overflowed())) return;
        if (is_overflow_covered(f)) return;
        // Labels that were extended may cost more in the first sense, once all were.
        const bool is_in_order = !is_checking_ || f[0] == infinite<cost>;
        if (is_in_order && known_.dominates(at.mark, within_type(f))) return;
        if (is_admitted(node, g, parent))
            control_.fits(overflowing_.add(waiting_at(node, g, f, parent, edge)));
    }

    /// Whether the observer lets a path to a node through.
    [[nodiscard]] bool is_admitted([[maybe_unused]] id node, [[maybe_unused]] const costs& g,
                                   [[maybe_unused]] id parent) {
        if constexpr (has_observer<Observer>) {
            return parent == none ||
                   admits<improve_hook>(control_, observer_, store_.node(labels_[parent].node),
                                        store_.node(node), g);
        } else {
            return true;
        }
    }

    [[nodiscard]] static waiting waiting_at(id node, [[maybe_unused]] const costs& g,
                                            const costs& f, id parent,
                                            [[maybe_unused]] std::uint32_t edge) noexcept {
        waiting made{f, node, parent, {}, {}};
        if constexpr (waiting::keeps_g) made.g = g;
        if constexpr (has_actions) made.edge = edge;
        return made;
    }

    /// Whether a path that was found is as good, or good enough by the weight. As paths are found
    /// in the order of the first cost, it is the others that may be larger.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool is_covered(const costs& f) const noexcept {
        if (weight_ == 1) [[likely]]
            return known_.dominates(found_, f);
        costs more = f;
        for (std::size_t i = 1; i != count; ++i) {
            const auto enough = as_estimate<cost>(weight_ * static_cast<double>(f[i]));
            more[i] = std::min(enough, largest_cost<cost>);
        }
        return known_.dominates(found_, more);
    }

    /// Keeps a label for paths that lead on from it; `none` if there is no room.
    [[nodiscard]] id keep(const waiting& taken) {
        const auto number = static_cast<id>(labels_.size());
        const bool fits =
            labels_.size() < none && labels_.push(label{taken.node, taken.parent, taken.edge});
        return control_.fits(fits) ? number : none;
    }

    void arrive(const waiting& taken) {
        const costs g = taken.so_far(store_.record(taken.node).h);
        const id last = keep(taken);
        if (last == none) return;
        const std::uint64_t bytes = bytes_of_route(last);
        if (!control_.fits(control_.budget().take(bytes))) return;
        bytes_of_routes_ += bytes;
        if (control_.fits(arrivals_.push(arrival{last, g}))) control_.fits(known_.add(found_, g));
    }

    [[nodiscard]] std::size_t length_of(id last) const {
        std::size_t length = 0;
        for (id i = last; i != none; i = labels_[i].parent) ++length;
        return length;
    }
    [[nodiscard]] std::uint64_t bytes_of_route(id last) const {
        std::uint64_t bytes = length_of(last) * (sizeof(Node) + sizeof(action)) + 128;
        if constexpr (owns_bytes<Node>()) {
            for (id i = last; i != none; i = labels_[i].parent)
                bytes += owned_bytes(store_.node(labels_[i].node));
        }
        return bytes;
    }

    G graph_;
    SENDA_NO_UNIQUE_ADDRESS Observer observer_;
    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    goal_test<G, Node, Goal> goal_;
    store store_;
    distances distances_;
    undominated<cost, count> known_;
    label_queue<waiting> open_;
    buffer<label> labels_;
    buffer<arrival> arrivals_;  // in the order of their costs
    overflowing_labels<waiting> overflowing_;
    typename undominated<cost, count>::mark found_ = {};
    std::uint64_t bytes_of_routes_ = 0;
    cost most_ = cost{0};  // of the first cost
    double weight_ = 1;
    cost unused_ = cost{0};
    id starts_ = 0;             // the starts are the first nodes
    bool is_guided_ = false;    // the estimates are known
    bool is_checking_ = false;  // all that fits is found: was something left out?
    std::size_t compared_ = 0;  // how many arrivals are in `found_` meanwhile
};

}  // namespace senda::detail
