// SPDX-License-Identifier: MIT
// The engine under `pareto_front` of several costs: paths as labels, in the order of their costs;
// the least of each cost to the goals, and which labels are dominated.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Dijkstra's algorithm from the goals, once for each cost; nodes are given by their numbers, and
/// `h` of a node is the array of its distances, `infinite` before it is met.
///
/// With two costs, and if the front is `Bounded`, it stops early. The path of least first cost that
/// is found at a start has some second cost: no path of the front costs more in that sense, nor do
/// its nodes lie farther from the goals. The same holds the other way round.
template <Cost C, std::size_t N, bool Bounded>
class goal_distances {
    using queue = open_list<C, std::uint32_t, ties::fifo>;
    static constexpr bool bounded = Bounded && N == 2;

public:
    using costs = std::array<C, N>;

    explicit goal_distances(memory_budget& budget)
        : queues_(make_queues(budget, std::make_index_sequence<N>())) {
        most_.fill(infinite<C>);
    }

    void clear() noexcept {
        for (queue& each : queues_) each.clear();
        most_.fill(infinite<C>);
        stage_ = 0;
        starts_met_ = 0;
        overflowed_ = false;
    }

    /// Adds a goal; false if there is no room.
    [[nodiscard]] bool add_goal(std::uint32_t node) {
        for (queue& each : queues_)
            if (!each.push(C{0}, C{0}, node)) return false;
        return true;
    }

    /// Whether all is known that will be asked for. Goes on to the next cost where one is done.
    [[nodiscard]] bool is_done() {
        while (stage_ != stages && is_stage_done()) ++stage_;
        return stage_ == stages;
    }

    /// The cost that is looked at.
    [[nodiscard]] std::size_t sense() const noexcept { return stage_ % N; }

    struct settled_node {
        std::uint32_t node;
        C distance;
    };
    /// The next node, which may have been settled before; to be asked unless `is_done`.
    [[nodiscard]] settled_node pop() {
        const auto first = queues_[sense()].pop();
        return {first.id, first.g};
    }

    /// Notes that a start is settled, by a path that costs `other` in the other sense. The first is
    /// the nearest, and the only one whose path bounds the front.
    void settle_start(C other) noexcept {
        if constexpr (bounded) {
            if (stage_ == 2 || stage_ < starts_met_) return;
            most_[1 - stage_] = with_slack(other);
            starts_met_ = stage_ + 1;
        }
    }

    /// Takes up an edge of `costs` from a node to one that is `distance` away, which costs `other`
    /// in the other sense; false if there is no room.
    [[nodiscard]] bool relax(std::uint32_t from, costs& h, C& other_from, const costs& step,
                             C distance, C other) {
        const std::size_t i = sense();
        const C there = add_costs(distance, step[i]);
        if (there == infinite<C>) overflowed_ = true;
        if (!(there < h[i])) return true;
        h[i] = there;
        if constexpr (bounded) other_from = add_costs(other, step[1 - i]);
        return queues_[i].push(there, there, from);
    }

    /// Whether paths of such costs may be in the front.
    [[nodiscard]] bool admits(const costs& f) const noexcept {
        if constexpr (!bounded) return true;
        return !(f[0] > most_[0]) && !(f[N - 1] > most_[N - 1]);
    }
    /// Whether a distance was more than its type holds.
    [[nodiscard]] bool overflowed() const noexcept { return overflowed_; }

private:
    // Where it is bounded: the first cost up to a start, the second, and the rest of the first.
    static constexpr std::size_t stages = bounded ? 3 : N;

    template <std::size_t... I>
    static std::array<queue, N> make_queues(memory_budget& budget, std::index_sequence<I...>) {
        return {((void)I, queue(budget))...};
    }

    [[nodiscard]] bool is_stage_done() {
        queue& open = queues_[sense()];
        if (open.empty()) return true;
        if constexpr (bounded) {
            if (stage_ == 0) return starts_met_ != 0;
            return open.min_f() > most_[sense()];
        }
        return false;
    }

    // Costs that are added up in another order may be rounded to a little more.
    [[nodiscard]] static constexpr C with_slack(C cost) noexcept {
        if constexpr (std::floating_point<C>) {
            return cost + cost * C(1e-5);
        } else {
            return cost;
        }
    }

    std::array<queue, N> queues_;
    costs most_;  // no path of the front costs more
    std::size_t stage_ = 0;
    std::size_t starts_met_ = 0;  // how many stages have settled a start, the nearest first
    bool overflowed_ = false;
};

/// What is known of the labels at each of many places, and which others they dominate: those that
/// cost no less in every sense. Labels come in the order of their first cost, so that it need not
/// be looked at (P. Pulido, L. Mandow, J. Perez de la Cruz, *Dimensionality reduction in
/// multiobjective shortest path search*, 2015). A place has a `mark` of which its owner takes care.
template <Cost C, std::size_t N>
class undominated;

/// Of two costs the least second one is enough (C. Hernandez Ulloa et al., *A simple and fast
/// bi-objective search algorithm*, 2020).
template <Cost C>
class undominated<C, 2> {
public:
    struct mark {
        C least = infinite<C>;
    };

    explicit undominated(memory_budget&) noexcept {}

    [[nodiscard]] bool dominates(mark at, const std::array<C, 2>& costs) const noexcept {
        return at.least <= costs[1];
    }
    /// Adds a label that is not dominated; false if there is no room.
    [[nodiscard]] bool add(mark& at, const std::array<C, 2>& costs) noexcept {
        at.least = costs[1];
        return true;
    }
    void clear() noexcept {}
};

/// Of three costs the second and the third are kept as stairs: where the one rises the other falls.
template <Cost C>
class undominated<C, 3> {
    struct stair {
        C second;
        C third;
    };

public:
    struct mark {
        std::uint32_t stairs = 0;  // counted from 1; 0 if there are no labels
    };

    explicit undominated(memory_budget& budget) noexcept : places_(budget) {}

    [[nodiscard]] bool dominates(mark at, const std::array<C, 3>& costs) const noexcept {
        if (at.stairs == 0) return false;
        const buffer<stair>& all = places_[at.stairs - 1];
        const stair* const above = first_above(all.begin(), all.size(), costs[1]);
        return above != all.begin() && above[-1].third <= costs[2];
    }

    /// Adds a label that is not dominated; false if there is no room.
    [[nodiscard]] bool add(mark& at, const std::array<C, 3>& costs) {
        if (at.stairs == 0) {
            if (!places_.push(places_.budget())) return false;
            at.stairs = static_cast<std::uint32_t>(places_.size());
        }
        buffer<stair>& all = places_[at.stairs - 1];
        const stair made{costs[1], costs[2]};
        // Those from here to where the third cost falls below the new one are dominated. One with
        // the same second cost has a larger third, as it does not dominate the new one.
        const auto above = first_above(all.begin(), all.size(), made.second) - all.begin();
        auto first = all.begin() + above;
        if (above != 0 && first[-1].second == made.second) --first;
        auto last = first;
        while (last != all.end() && made.third <= last->third) ++last;
        if (first != last) {
            *first = made;
            std::copy(last, all.end(), first + 1);
            all.truncate(all.size() - static_cast<std::size_t>(last - first - 1));
            return true;
        }
        const auto before = first - all.begin();
        if (!all.push(made)) return false;
        std::copy_backward(all.begin() + before, all.end() - 1, all.end());
        all[static_cast<std::size_t>(before)] = made;
        return true;
    }

    void clear() noexcept { places_.clear(); }

private:
    /// The first stair above a second cost, without a branch on what is compared.
    [[nodiscard]] static const stair* first_above(const stair* from, std::size_t count,
                                                  C second) noexcept {
        while (count > 1) {
            const std::size_t half = count / 2;
            from += from[half - 1].second <= second ? half : 0;
            count -= half;
        }
        return from + (count == 1 && from->second <= second ? 1 : 0);
    }

    buffer<buffer<stair>> places_;
};

/// What a search for a front keeps about a node.
template <Cost C, std::size_t N>
struct costed_node {
    std::array<C, N> h;                     // estimates of what is left to a goal
    typename undominated<C, N>::mark mark;  // the labels that were extended here
};

/// Brings routes into the order of their costs, and drops those that are dominated: rounded costs
/// may have come in another order than they would.
template <class Route>
void drop_dominated(std::vector<Route>& routes) {
    using costs = std::remove_cvref_t<decltype(routes[0].costs)>;
    std::sort(routes.begin(), routes.end(),
              [](const Route& a, const Route& b) { return a.costs < b.costs; });
    memory_budget budget;
    undominated<typename costs::value_type, std::tuple_size_v<costs>> kept(budget);
    typename decltype(kept)::mark all{};
    std::erase_if(routes, [&](const Route& r) {
        return kept.dominates(all, r.costs) || !kept.add(all, r.costs);
    });
}

/// A label that waits: lower bounds of the paths through it, and how it was reached.
template <Cost C, std::size_t N, bool HasActions>
struct waiting_label {
    struct no_edge {};

    std::array<C, N> f;  // costs so far and estimates, one by one
    std::array<C, N> g;  // costs so far
    std::uint32_t node;
    std::uint32_t parent;  // the label before it
    /// Which of its parent's edges leads here.
    SENDA_NO_UNIQUE_ADDRESS std::conditional_t<HasActions, std::uint32_t, no_edge> edge;
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

template <class G, class Node>
using costs_of = several_costs<typename graph_types<std::remove_reference_t<G>, Node>::action>;

/// A search whose bounds are those of the first of several costs.
template <class Derived, class G, class Node, class Goal, class Observer,
          class Said = costs_of<G, Node>, class C = typename Said::cost>
using costs_engine =
    restartable_engine<Derived, G, Node, Goal, Observer, C, std::array<C, Said::count>>;

/// Extends labels in the order of their costs and estimates, unless one that was extended at the
/// same node dominates them, or a path that was found.
template <class G, class Node, class Goal, class H, class Observer>
class costs_search
    : public costs_engine<costs_search<G, Node, Goal, H, Observer>, G, Node, Goal, Observer> {
    using base = costs_engine<costs_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;

    using graph = std::remove_reference_t<G>;
    using typename base::types;
    using said = several_costs<typename types::action>;
    static constexpr std::size_t count = said::count;
    static_assert(count == 2 || count == 3, "pareto_front: edges have two or three costs");

protected:
    using typename base::cost;
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
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          store_(control_.budget()),
          distances_(control_.budget()),
          known_(control_.budget()),
          open_(control_.budget()),
          labels_(control_.budget()),
          arrivals_(control_.budget()),
          overflowed_(control_.budget()) {
        begin(start);
    }

    /// How many labels were extended or reached a goal so far.
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }

protected:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    /// Appends the routes that were found, in the order of their costs.
    template <class Route>
    void read_back(std::vector<Route>& routes) const {
        routes.reserve(arrivals_.size());
        for (const arrival& each : arrivals_) {
            Route& r = routes.emplace_back();
            r.costs = each.g;
            read_path(parent_cursor{this, each.last}, r);
        }
        if constexpr (std::floating_point<cost>) drop_dominated(routes);
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
        overflowed_.clear();
        has_overflowed_ = is_left_out_ = false;
    }

    template <class Start>
    void begin(const Start& start) {
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
        const bool overflows = has_overflowed_ && is_overflowing(first.f);
        if (is_known(first.node, at, first.f, overflows)) return;
        if (bounds_.cost_limit() < largest_cost<cost> && !bounds_.admits(first.f[0]))
            return control_.end(status::cost_limit);
        const auto& node = store_.pinned(first.node);
        if (goal_(graph_, node)) return arrive(first, overflows);
        if (!control_.may_expand() || !control_.fits(known_.add(at.mark, first.f))) return;
        if (overflows) [[unlikely]]
            note_overflow(first);
        const id here = keep(first);
        if (here == none || !admits<expand_hook>(control_, observer_, node, first.g)) return;
        expand(node, here, first.g);
    }

    void finish() {
        if (is_left_out_) return control_.end(status::cost_limit);
        control_.end(arrivals_.empty() ? status::exhausted : status::complete);
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
    /// matters only if no path does less.
    template <class N>
    [[nodiscard]] SENDA_COLD id find_overflowing(N&& n) {
        return arrivals_.empty() ? find_or_add(std::forward<N>(n)) : none;
    }

    /// Queues a path to a node unless it is dominated.
    SENDA_ALWAYS_INLINE void reach(id node, const costs& g, id parent,
                                   [[maybe_unused]] std::uint32_t edge) {
        const record& at = store_.record(node);
        costs f;
        for (std::size_t i = 0; i != count; ++i) f[i] = add_costs(g[i], at.h[i]);
        const bool overflows = is_overflowing(f);
        if (!distances_.admits(f) || is_known(node, at, f, overflows)) return;
        if (overflows) [[unlikely]]
            has_overflowed_ = true;
        if (!is_admitted(node, g, parent)) return;
        waiting made{f, g, node, parent, {}};
        if constexpr (has_actions) made.edge = edge;
        control_.fits(open_.push(made));
    }

    /// Whether a path that was found, or one that was extended at the same node, is as good.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool is_known(id node, const record& at, const costs& f,
                                                    bool overflows) const {
        if (overflows) [[unlikely]]
            return is_overflow_known(node, f);
        return is_covered(f) || known_.dominates(at.mark, f);
    }

    [[nodiscard]] static bool is_overflowing(const costs& f) noexcept {
        bool is_any = false;
        for (const cost each : f) is_any |= each == infinite<cost>;
        return is_any;
    }

    /// The same of a path that costs more than its type holds. It is followed in the same order,
    /// with `infinite` for a cost that overflows, and dominates none whose costs all fit. One that
    /// comes to a goal is left out, and so need not be followed if another was.
    [[nodiscard]] SENDA_COLD bool is_overflow_known(id node, const costs& f) const {
        const record& at = store_.record(node);
        // That no goal follows is no such path.
        const bool is_led = !is_overflowing(at.h) || (has_distances && distances_.overflowed());
        if (is_left_out_ || !is_led) return true;
        costs most;
        for (std::size_t i = 0; i != count; ++i) most[i] = std::min(f[i], largest_cost<cost>);
        if (is_covered(most)) return true;
        if constexpr (count == 2) {
            const bool is_met = node < overflowed_.size() && overflowed_[node];
            return known_.dominates(at.mark, most) || (f[1] == infinite<cost> && is_met);
        } else {
            return known_.dominates(at.mark, f);
        }
    }

    /// Notes, of two costs, that a path to a node was extended whose second costs more than its
    /// type holds.
    SENDA_COLD void note_overflow(const waiting& first) {
        if (count != 2 || first.f[1] != infinite<cost>) return;
        while (overflowed_.size() <= first.node)
            if (!control_.fits(overflowed_.push(false))) return;
        overflowed_[first.node] = true;
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

    void arrive(const waiting& taken, bool overflows) {
        if (overflows) [[unlikely]] {
            is_left_out_ = true;
            return;
        }
        const id last = keep(taken);
        if (last == none) return;
        const std::uint64_t bytes = bytes_of_path<action>(parent_cursor{this, last});
        if (!control_.fits(control_.budget().take(bytes))) return;
        bytes_of_routes_ += bytes;
        if (control_.fits(arrivals_.push(arrival{last, taken.g})))
            control_.fits(known_.add(found_, taken.g));
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    store store_;
    distances distances_;
    undominated<cost, count> known_;
    four_ary_heap<waiting, lexicographic> open_;
    buffer<label> labels_;
    buffer<arrival> arrivals_;  // in the order of their costs
    buffer<bool> overflowed_;   // of two costs: the nodes at which the second overflowed
    typename undominated<cost, count>::mark found_ = {};
    std::uint64_t bytes_of_routes_ = 0;
    double weight_ = 1;
    cost unused_ = cost{0};
    id starts_ = 0;                // the starts are the first nodes
    bool is_guided_ = false;       // the estimates are known
    bool has_overflowed_ = false;  // a path is queued that costs more than its type holds
    bool is_left_out_ = false;     // such a path led to a goal
};

}  // namespace senda::detail
