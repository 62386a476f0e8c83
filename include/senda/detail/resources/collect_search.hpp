// SPDX-License-Identifier: MIT
// Label setting for paths that take prizes once, on a state-space relaxation that is refined; and
// the graph that it works on: numbered nodes, what its arcs take, and what is left to pay.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/resources/ng_sets.hpp>
#include <senda/resources/prize_labels.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// More of a resource than any path may have or lose.
template <class R>
inline constexpr R most_resource = std::numeric_limits<R>::max() / 4;

/// All that can be reached from the starts. Arcs out of a node are in the order of its edges.
template <Cost C, class R>
class prize_graph {
public:
    using id = std::uint32_t;
    static constexpr id none = std::numeric_limits<id>::max();

    struct arc {
        C cost;
        R loss;
        id from;
        id to;
        id edge;  // which of the edges of its node it is
    };
    struct node {
        id prize = none;
        bool is_goal = false;
    };

    explicit prize_graph(search_control& control)
        : control_(&control),
          nodes_(control.budget()),
          arcs_(control.budget()),
          first_(control.budget()),
          into_(control.budget()),
          first_into_(control.budget()) {}

    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] const node& operator[](id n) const noexcept { return nodes_[n]; }
    [[nodiscard]] const arc& arc_at(id a) const noexcept { return arcs_[a]; }
    /// The arcs out of a node are those from `begin_of(n)` to `begin_of(n + 1)`.
    [[nodiscard]] id begin_of(id n) const noexcept { return first_[n]; }
    /// What each prize adds to the resource, and where it is.
    [[nodiscard]] const std::vector<R>& worth() const noexcept { return worth_; }
    [[nodiscard]] id node_of(std::size_t prize) const noexcept { return node_of_[prize]; }

    /// Adds the next node and begins its arcs; false if there is no room.
    [[nodiscard]] bool add_node(bool is_goal) {
        return arcs_.size() < none && nodes_.push(node{none, is_goal}) &&
               first_.push(static_cast<id>(arcs_.size()));
    }
    /// Puts a prize into the node added last.
    void add_prize(R worth) {
        nodes_.back().prize = static_cast<id>(worth_.size());
        worth_.push_back(worth);
        node_of_.push_back(static_cast<id>(nodes_.size() - 1));
    }
    /// Adds an arc out of the node added last; false if there is no room.
    [[nodiscard]] bool add_arc(id to, C cost, R loss, id edge) {
        return arcs_.push(arc{cost, loss, static_cast<id>(nodes_.size() - 1), to, edge});
    }

    /// Sorts the arcs by where they lead, once all are there; false if there is no room.
    [[nodiscard]] bool finish() {
        if (arcs_.size() >= none || !first_.push(static_cast<id>(arcs_.size())) ||
            !first_into_.assign_zeros(size() + 1) || !into_.assign_zeros(arcs_.size()))
            return false;
        for (const arc& a : arcs_) ++first_into_[a.to];
        id sum = 0;
        for (id& f : first_into_) sum = f += sum;
        for (id a = static_cast<id>(arcs_.size()); a-- > 0;) into_[--first_into_[arcs_[a].to]] = a;
        return true;
    }

    /// The least sum of `price(arc)` from each node to a goal; `unreached` from where none is.
    /// False if a limit came first.
    template <class V, class Price>
    [[nodiscard]] bool measure(buffer<V>& to_goal, V unreached, const Price& price) const {
        open_list<V, id, ties::fifo, no_payload, queue_kind::heap> open(control_->budget());
        if (!control_->fits(to_goal.assign_zeros(size()))) return false;
        for (id n = 0; n < size(); ++n) {
            to_goal[n] = nodes_[n].is_goal ? V{0} : unreached;
            if (nodes_[n].is_goal && !control_->fits(open.push(V{0}, V{0}, n))) return false;
        }
        while (!open.empty()) {
            const auto next = open.pop();
            if (to_goal[next.id] < next.g) continue;
            if (!control_->tick()) return false;
            for (id i = first_into_[next.id]; i != first_into_[next.id + 1]; ++i) {
                const arc& a = arcs_[into_[i]];
                const V there = price(next.g, a);
                if (!(there < to_goal[a.from])) continue;
                to_goal[a.from] = there;
                if (!control_->fits(open.push(there, there, a.from))) return false;
            }
        }
        return true;
    }

    /// The least resource in each node with which a walk leads to a goal, if prizes paid at every
    /// visit and penalties cost nothing: no path needs less. False if a limit came first.
    [[nodiscard]] bool measure_needed(buffer<R>& needed) const {
        if (!measure(needed, most_resource<R>, [](R value, const arc& a) {
                return std::min<R>(value + a.loss, most_resource<R>);
            }))
            return false;
        buffer<id> queue(control_->budget());
        buffer<std::uint8_t> is_queued(control_->budget());
        if (!control_->fits(is_queued.assign_zeros(size()) && queue.reserve(size()))) return false;
        for (const id n : node_of_) {
            (void)queue.push(n);
            is_queued[n] = 1;
        }
        // Label correcting: what is needed falls until no cycle gains any more. If that takes long,
        // it is also true that everybody needs nothing.
        std::uint64_t left = 1000 + 64 * std::uint64_t{arcs_.size()};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const id n = queue[i];
            is_queued[n] = 0;
            const R pay = nodes_[n].prize == none ? R{0} : std::max<R>(0, worth_[nodes_[n].prize]);
            if (!control_->tick()) return false;
            for (id k = first_into_[n]; k != first_into_[n + 1]; ++k) {
                const arc& a = arcs_[into_[k]];
                const R there =
                    std::max<R>(0, std::min<R>(needed[n] + a.loss, most_resource<R>) - pay);
                if (needed[n] >= most_resource<R> || !(there < needed[a.from])) continue;
                needed[a.from] = there;
                if (left-- == 0) {
                    std::fill(needed.begin(), needed.end(), R{0});
                    return true;
                }
                if (is_queued[a.from] != 0) continue;
                is_queued[a.from] = 1;
                if (!control_->fits(queue.push(a.from))) return false;
            }
        }
        return true;
    }

private:
    search_control* control_;
    buffer<node> nodes_;
    buffer<arc> arcs_;
    buffer<id> first_;       // arc of each node
    buffer<id> into_;        // arcs by where they lead
    buffer<id> first_into_;  // of each node among them
    std::vector<R> worth_;
    std::vector<id> node_of_;
};

/// What a search for prizes is after.
enum class collect_aim {
    cheapest,   ///< the least cost, and then the most of the resource
    most_left,  ///< the most of the resource, and then the least cost
    front,      ///< all trade-offs between the two
    least       ///< the least resource to begin with
};

/// A path to a node. Of the aim `least`, its cost is what it was short of so far, and `left` is the
/// balance of what it took and lost, which may be negative.
template <class Price, class R>
struct collect_label {
    R left;
    R untaken;  // the worth of the prizes that it has not taken, where none is forgotten
    Price cost;
    std::uint32_t node;
    std::uint32_t parent;
    std::uint32_t arc;     // by which it came
    std::uint32_t prizes;  // how many it took, without penalties
    bool taken;            // whether it took the prize of its node
    bool dominated;
};

/// When a path is as well off as another to the same node, whatever follows.
template <class Graph, class Price, class R>
class collect_rules {
public:
    using label = collect_label<Price, R>;
    using word = std::uint64_t;
    using set = std::span<const word>;

    /// `forgets`  whether prizes are remembered only near them.
    collect_rules(const Graph& g, std::size_t wanted, bool forgets)
        : graph_(&g),
          wanted_(wanted),
          forgets_(forgets),
          sets_(forgets ? static_cast<std::uint32_t>(g.size()) : 0,
                static_cast<std::uint32_t>(g.worth().size())),
          place_(g.worth().size(), Graph::none) {
        double span = 1;
        for (std::uint32_t p = 0; p < g.worth().size(); ++p) {
            const R worth = g.worth()[p];
            span += static_cast<double>(worth < 0 ? -worth : worth);
            // What is forgotten can be taken again: a penalty must never be.
            if (forgets && worth >= 0) {
                sets_.add(g.node_of(p), p);
            } else {
                place_[p] = static_cast<std::uint32_t>(kept_.size());
                kept_.push_back(p);
            }
        }
        scale_ = static_cast<double>(dominance_key::most) / 4 / span;
    }

    /// Remembers a prize at a node that a path passed between taking it twice.
    void remember_at(std::uint32_t node, std::uint32_t prize) {
        sets_.add(node, prize);
        forgotten_.push_back(prize);
    }

    /// Makes the sets larger than they must be, so that the search begins again less often: first
    /// each node remembers the prizes nearest to it, as R. Baldacci and others have it; then a
    /// prize is remembered farther and farther away.
    void grow() {
        constexpr std::uint32_t nearest = 8;
        std::vector<sighting> queue;
        if (steps_.empty()) {
            steps_.assign(graph_->worth().size(), 1);
            for (std::uint32_t p = 0; p < steps_.size(); ++p)
                if (!is_kept(p)) queue.push_back({p, graph_->node_of(p)});
            return spread(queue, Graph::none, nearest);
        }
        std::sort(forgotten_.begin(), forgotten_.end());
        forgotten_.erase(std::unique(forgotten_.begin(), forgotten_.end()), forgotten_.end());
        for (const std::uint32_t p : forgotten_) {
            queue.clear();
            for (const std::uint32_t n : sets_.nodes_of(p)) queue.push_back({p, n});
            spread(queue, steps_[p] *= 2, Graph::none);
        }
        forgotten_.clear();
    }

    /// Sets what a resource and a cost are compared with in keys.
    void set_scales(double resource, double cost) noexcept {
        scale_ = 1 / (1 / scale_ + 4 * resource / static_cast<double>(dominance_key::most));
        cost_scale_ = cost > 0 ? static_cast<double>(dominance_key::most) / (4 * cost) : 1;
    }

    [[nodiscard]] std::size_t wanted() const noexcept { return wanted_; }
    [[nodiscard]] std::size_t words() const noexcept {
        return set_words() + (kept_.size() + 63) / 64;
    }
    [[nodiscard]] std::uint32_t bit_of(std::uint32_t prize) const noexcept {
        return is_kept(prize) ? first_kept() + place_[prize] : sets_.bit(prize);
    }
    /// The prize that a bit stands for at a node.
    [[nodiscard]] std::uint32_t prize_at(std::uint32_t node, std::uint32_t bit) const noexcept {
        return bit < first_kept() ? sets_.member(node, bit) : kept_[bit - first_kept()];
    }

    /// Whether a path at a node remembers a prize.
    [[nodiscard]] bool remembers(std::uint32_t node, set remembered,
                                 std::uint32_t prize) const noexcept {
        if (!is_kept(prize) && !sets_.contains(node, prize)) return false;
        const std::uint32_t bit = bit_of(prize);
        return (remembered[bit / 64] >> bit % 64 & 1) != 0;
    }

    /// Writes what is remembered a step on, with the prize there.
    template <class Matters>
    void remember(set known, std::uint32_t from, std::uint32_t to, std::vector<word>& made,
                  const Matters& matters) const {
        sets_.carry(known.first(set_words()), from, to, made, matters);
        for (std::size_t i = set_words(); i < known.size(); ++i) {
            made.push_back(known[i]);
            for (word left = known[i]; left != 0; left &= left - 1)
                if (!matters(kept_[64 * (i - set_words()) +
                                   static_cast<std::size_t>(std::countr_zero(left))]))
                    made.back() &= ~(left & (~left + 1));
        }
        const std::uint32_t here = (*graph_)[to].prize;
        if (here != Graph::none && matters(here)) remember_here(to, made);
    }
    void remember_here(std::uint32_t node, std::vector<word>& made) const {
        const std::uint32_t prize = (*graph_)[node].prize;
        if (prize != Graph::none) made[bit_of(prize) / 64] |= word{1} << bit_of(prize) % 64;
    }

    [[nodiscard]] dominance_key key(const label& l, set remembered) const noexcept {
        R without = l.left;
        for_each_prize(l.node, remembered, [&](std::uint32_t p) { without -= graph_->worth()[p]; });
        const auto scaled = [](auto value, double scale) {
            return static_cast<std::int64_t>(
                std::clamp(static_cast<double>(value) * scale, -1e9, 1e9));
        };
        return {scaled(l.left, scale_) + dominance_key::most / 2, scaled(without, scale_),
                scaled(l.cost, cost_scale_)};
    }
    [[nodiscard]] static R summary(const label& l, set) noexcept { return l.left; }
    [[nodiscard]] static bool may_dominate(R a, R b) noexcept { return a >= b; }

    // `a` costs no more and has as much left even if `b` took all prizes that only `a` has, and `a`
    // paid all penalties that only `b` has; and as many prizes, unless it has enough.
    [[nodiscard]] bool dominates(const label& a, set by_a, const label& b,
                                 set by_b) const noexcept {
        R spare = a.left - b.left;
        if (a.cost > b.cost || spare < 0) return false;
        if (a.prizes < wanted_ && a.prizes < b.prizes) return false;
        std::uint32_t more = a.prizes < wanted_ ? a.prizes - b.prizes : Graph::none;
        const std::vector<R>& worth = graph_->worth();
        for (std::size_t i = 0; i < by_a.size(); ++i) {
            const auto each = [&](word w, const auto& use) {
                for (; w != 0; w &= w - 1)
                    if (!use(prize_at(a.node, static_cast<std::uint32_t>(64 * i) +
                                                  static_cast<std::uint32_t>(std::countr_zero(w)))))
                        return false;
                return true;
            };
            const bool covers = each(by_a[i] & ~by_b[i], [&](std::uint32_t p) {
                if (worth[p] < 0) return true;
                spare -= worth[p];
                return spare >= 0 && more-- != 0;
            });
            const bool owes = !covers || !each(by_b[i] & ~by_a[i], [&](std::uint32_t p) {
                if (worth[p] < 0) spare += worth[p];
                return spare >= 0;
            });
            if (owes) return false;
        }
        return true;
    }

private:
    /// Whether a prize is remembered wherever it was taken.
    [[nodiscard]] bool is_kept(std::uint32_t prize) const noexcept {
        return place_[prize] != Graph::none;
    }
    [[nodiscard]] std::size_t set_words() const noexcept { return forgets_ ? sets_.words() : 0; }
    [[nodiscard]] std::uint32_t first_kept() const noexcept {
        return static_cast<std::uint32_t>(64 * set_words());
    }

    /// A prize that is remembered at a node.
    struct sighting {
        std::uint32_t prize;
        std::uint32_t node;
    };

    /// Remembers prizes as many steps beyond some nodes, but no more than `most` more at a node.
    void spread(std::vector<sighting>& queue, std::uint32_t steps, std::uint32_t most) {
        std::vector<std::uint32_t> added(graph_->size());
        for (std::size_t i = 0, end = 0; i < queue.size(); ++i) {
            if (i == end && steps-- == 0) return;
            if (i == end) end = queue.size();
            const sighting here = queue[i];
            for (auto a = graph_->begin_of(here.node); a != graph_->begin_of(here.node + 1); ++a) {
                const std::uint32_t to = graph_->arc_at(a).to;
                if (added[to] == most || sets_.contains(to, here.prize)) continue;
                ++added[to];
                sets_.add(to, here.prize);
                queue.push_back({here.prize, to});
            }
        }
    }

    template <class Use>
    void for_each_prize(std::uint32_t node, set remembered, const Use& use) const {
        for (std::size_t i = 0; i < remembered.size(); ++i)
            for (word left = remembered[i]; left != 0; left &= left - 1)
                use(prize_at(node, static_cast<std::uint32_t>(64 * i) +
                                       static_cast<std::uint32_t>(std::countr_zero(left))));
    }

    const Graph* graph_;
    std::size_t wanted_;
    bool forgets_;
    ng_sets sets_;
    std::vector<std::uint32_t> kept_;       // prizes that are remembered everywhere
    std::vector<std::uint32_t> place_;      // of each prize among them; `none` of the others
    std::vector<std::uint32_t> forgotten_;  // prizes that a path took twice
    std::vector<std::uint32_t> steps_;      // how far their sets grew last; none before the first
    double scale_ = 1;
    double cost_scale_ = 1;
};

/// Finds paths from the starts to goals that take at least so many prizes.
///
/// For the cheapest path and for the least resource, labels forget prizes (`ng_sets`), and the
/// search begins again with larger sets until its path takes none twice. For the most that is left,
/// and for a front, a forgotten prize could be taken again and again without an end: there all are
/// remembered.
///
/// The cheapest path is looked for within a budget, which rises: a prize to which no path within it
/// can come back need not be remembered.
template <collect_aim Aim, Cost C, class R>
class collect_search {
    using graph = prize_graph<C, R>;
    using id = typename graph::id;
    using price = std::conditional_t<Aim == collect_aim::least, R, C>;
    using rules = collect_rules<graph, price, R>;
    using label = typename rules::label;
    static constexpr id none = graph::none;
    static constexpr bool is_least = Aim == collect_aim::least;
    static constexpr bool is_ordered_by_resource = Aim == collect_aim::most_left;
    static constexpr bool forgets = Aim == collect_aim::cheapest || is_least;

public:
    struct start {
        id node;
        C cost;
    };

    collect_search(const graph& g, std::size_t wanted)
        : graph_(&g),
          control_(&g.control()),
          rules_(g, wanted, forgets),
          bounds_(control_->limits()),
          open_(control_->budget()),
          to_goal_(control_->budget()),
          loss_to_goal_(control_->budget()),
          needed_(control_->budget()) {}

    /// What the sets of prizes take at first.
    [[nodiscard]] static std::uint64_t bytes_of_sets(const graph& g) noexcept {
        if (!forgets) return 0;
        return g.size() * (sizeof(std::vector<id>) + 2 * sizeof(id)) +
               g.worth().size() * (sizeof(std::vector<id>) + 6 * sizeof(id));
    }

    /// Searches with the resource that paths begin with; the control says how it ended.
    void run(const std::vector<start>& starts, R resource) {
        if (!prepare(starts, resource)) return;
        explored_ = control_->expanded();
        pause_at_ = explored_ + graph_->size();
        while (search(starts, resource)) {
            const bool is_found = !arrivals_.empty();
            if (is_found && !(forgets && refine())) return control_->end(status::found);
            if (!is_found && !raise_budget()) return control_->end(bounds_.ending());
            if constexpr (Aim == collect_aim::cheapest) {
                // No path costs less than one that takes prizes twice.
                if (is_found) budget_ = (*labels_)[arrivals_[0]].cost;
                // The first search is often the last, so that this pays only now.
                if (needed_.empty() && !is_needed_met(starts, resource)) return;
                if (!is_feasible_ && !look_for_any(starts, resource)) return;
            }
        }
    }

    /// Finds out what is needed in each node, unless that is known; false if a limit came first.
    [[nodiscard]] bool measure_needed() {
        return !needed_.empty() || graph_->measure_needed(needed_);
    }

    /// The labels at the ends of the paths that were found, cheapest first.
    [[nodiscard]] const std::vector<std::uint32_t>& arrivals() const noexcept { return arrivals_; }
    [[nodiscard]] const prize_labels<rules>& labels() const noexcept { return *labels_; }
    /// The least cost from a node to a goal, and the least resource that may be enough there.
    [[nodiscard]] C to_goal(id node) const noexcept { return to_goal_[node]; }
    [[nodiscard]] R needed(id node) const noexcept {
        return needed_.empty() ? R{0} : needed_[node];
    }
    /// No path costs less.
    [[nodiscard]] C lower_bound() const noexcept { return bounds_.lower_bound(control_->status()); }

private:
    struct entry {
        price cost;  // with the least that must follow
        R value;     // what is left, or can be at the end
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            if (is_ordered_by_resource && a.value != b.value) return a.value > b.value;
            if (a.cost != b.cost) return a.cost < b.cost;
            return a.value != b.value ? a.value > b.value : a.id < b.id;
        }
    };

    [[nodiscard]] bool prepare(const std::vector<start>& starts, R resource) {
        for (const R worth : graph_->worth()) all_ += std::max<R>(0, worth);
        most_ = is_least ? all_ : resource + all_;
        double farthest = static_cast<double>(most_resource<R>);
        if constexpr (!is_least) {
            if (!graph_->measure(to_goal_, infinite<C>,
                                 [](C rest, const auto& a) { return add_costs(a.cost, rest); }) ||
                (Aim != collect_aim::cheapest && !measure_needed()))
                return false;
            nearest_ = infinite<C>;
            farthest = 0;
            for (const start& s : starts) {
                const C all = add_costs(s.cost, to_goal_[s.node]);
                nearest_ = std::min(nearest_, all);
                if (all != infinite<C>) farthest = std::max(farthest, static_cast<double>(all));
            }
            bounds_.raise_lower_bound(nearest_);
            budget_ = bounds_.cost_limit();
            if (Aim == collect_aim::cheapest) budget_ = std::min(budget_, nearest_);
            least_arc_ = infinite<C>;
            for (id a = 0; a < graph_->begin_of(static_cast<id>(graph_->size())); ++a)
                least_arc_ = std::min(least_arc_, graph_->arc_at(a).cost);
        }
        rules_.set_scales(static_cast<double>(std::max<R>(0, resource)), farthest);
        return forgets || measure_loss();
    }

    [[nodiscard]] bool measure_loss() {
        return graph_->measure(loss_to_goal_, most_resource<R>, [](R rest, const auto& a) {
            return std::min<R>(rest + a.loss, most_resource<R>);
        });
    }

    /// Whether a start has what is needed there; false also if a limit came first.
    [[nodiscard]] bool is_needed_met(const std::vector<start>& starts, R resource) {
        if (!measure_needed()) return false;
        for (const start& s : starts) {
            const id prize = (*graph_)[s.node].prize;
            const R paid = prize == none ? R{0} : graph_->worth()[prize];
            if (resource + paid >= needed_[s.node]) return true;
        }
        control_->end(status::exhausted);
        return false;
    }

    /// Looks for any path, whatever it costs, for as long as all searches before took: that there
    /// is none is seen sooner without costs. False if there is none, or if a limit came first.
    [[nodiscard]] bool look_for_any(const std::vector<start>& starts, R resource) {
        if (control_->expanded() < pause_at_) return true;
        if (loss_to_goal_.empty() && !measure_loss()) return false;
        is_free_ = true;
        pause_at_ = 2 * control_->expanded() - explored_;
        while (search(starts, resource)) {
            if (arrivals_.empty()) {
                control_->end(status::exhausted);
            } else if (!refine()) {
                is_feasible_ = true;
                break;
            }
        }
        is_free_ = false;
        pause_at_ = 2 * control_->expanded() - explored_;
        return control_->running();
    }

    /// Lets paths cost more, once none was found; false if that changes nothing.
    [[nodiscard]] bool raise_budget() {
        if (beyond_ == infinite<C>) return false;
        if (!bounds_.admits(beyond_)) {
            bounds_.prune(beyond_);
            return false;
        }
        const C more = std::max<C>((budget_ - nearest_) / 2, budget_ / 1024);
        budget_ = std::min(bounds_.cost_limit(), std::max(beyond_, add_costs(budget_, more)));
        return true;
    }

    /// One search with the sets as they are; false if a limit came first.
    [[nodiscard]] bool search(const std::vector<start>& starts, R resource) {
        labels_.emplace(rules_, graph_->size(), *control_);
        open_.clear();
        arrivals_.clear();
        beyond_ = infinite<C>;
        for (const start& s : starts) {
            labels_->next_set().assign(rules_.words(), 0);
            label made{
                is_least ? R{0} : resource, all_, price{}, s.node, none, none, 0, false, false};
            if constexpr (!is_least) made.cost = is_free_ ? C{0} : s.cost;
            take_prize(made);
            rules_.remember_here(s.node, labels_->next_set());
            add(made);
        }
        while (!open_.empty() && control_->running()) {
            if (is_free_ && (!arrivals_.empty() || control_->expanded() >= pause_at_)) break;
            const entry next = open_.pop();
            const label here = (*labels_)[next.id];
            if (here.dominated || is_hopeless(here)) continue;
            if (Aim == collect_aim::cheapest && !is_free_) bounds_.raise_lower_bound(next.cost);
            if (!control_->may_expand()) return false;
            for (id a = graph_->begin_of(here.node); a != graph_->begin_of(here.node + 1); ++a)
                extend(next.id, here, a);
        }
        return control_->running() && !(is_free_ && arrivals_.empty() && !open_.empty());
    }

    void extend(std::uint32_t from, const label& here, id by) {
        const auto& arc = graph_->arc_at(by);
        label made{here.left - arc.loss, here.untaken, here.cost, arc.to, from, by,
                   here.prizes,          false,        false};
        if constexpr (!is_least) {
            if (!is_free_) made.cost = add_costs(here.cost, arc.cost);
        }
        const auto known = labels_->set_of(from);
        const id prize = (*graph_)[arc.to].prize;
        if (prize != none && !rules_.remembers(here.node, known, prize)) take_prize(made);
        rules_.remember(known, here.node, arc.to, labels_->next_set(),
                        [&](id p) { return may_return(made, p); });
        control_->count_generated();
        add(made);
    }

    /// Whether a path within the budget may come to a prize again: otherwise it need not remember
    /// it. The sums are made in the order of those of a path, so that rounding changes nothing.
    [[nodiscard]] bool may_return(const label& made, id prize) const noexcept {
        if constexpr (Aim == collect_aim::cheapest) {
            const C back = add_costs(made.cost, least_arc_);
            return is_free_ || !(add_costs(back, to_goal_[graph_->node_of(prize)]) > budget_);
        } else {
            return true;
        }
    }

    /// Takes the prize of the label's node, if there is one.
    void take_prize(label& made) const {
        const id prize = (*graph_)[made.node].prize;
        if (prize == none) return;
        const R worth = graph_->worth()[prize];
        made.taken = true;
        made.left += worth;
        made.untaken -= std::max<R>(0, worth);
        if (worth >= 0) ++made.prizes;
    }

    void add(label& made) {
        if (!control_->running()) return;  // out of memory
        // More than with all prizes is left only to one who took some twice.
        made.left = std::min(made.left, most_);
        if constexpr (is_least) {
            made.cost = std::max<R>(made.cost, -made.left);
        } else {
            const C through = cost_bound(made);
            if (through == infinite<C> || made.left < needed(made.node)) return;
            if (!is_free_ && through > budget_) {
                beyond_ = std::min(beyond_, through);
                return;
            }
        }
        if (is_hopeless(made)) return;
        const std::uint32_t added = labels_->add(made);
        if (added == none) return;
        if ((*graph_)[made.node].is_goal && made.prizes >= rules_.wanted()) arrive(added);
        control_->fits(open_.push({is_free_ ? price{} : cost_bound(made),
                                   is_ordered_by_resource ? left_bound(made)
                                   : is_free_             ? made.left - loss_to_goal_[made.node]
                                                          : made.left,
                                   added}));
    }

    /// No path that goes on from a label costs less.
    [[nodiscard]] price cost_bound(const label& l) const noexcept {
        if constexpr (is_least) {
            return l.cost;
        } else {
            return add_costs(l.cost, to_goal_[l.node]);
        }
    }
    /// No path that goes on from a label has more left.
    [[nodiscard]] R left_bound(const label& l) const noexcept {
        return l.left + l.untaken - loss_to_goal_[l.node];
    }

    /// Whether nothing better than what is known can come of a label.
    [[nodiscard]] bool is_hopeless(const label& l) const noexcept {
        const price cost = cost_bound(l);
        for (const std::uint32_t other : arrivals_) {
            const label& known = (*labels_)[other];
            if constexpr (Aim == collect_aim::cheapest) {
                if (cost > known.cost) return true;
            } else if constexpr (is_least) {
                if (cost >= known.cost) return true;
            } else if constexpr (Aim == collect_aim::most_left) {
                const R left = left_bound(l);
                if (left < known.left || (left == known.left && cost >= known.cost)) return true;
            } else {
                if (known.cost <= cost && known.left >= left_bound(l)) return true;
            }
        }
        return false;
    }

    void arrive(std::uint32_t last) {
        const label& made = (*labels_)[last];
        const auto is_better = [&](const label& known) {
            const bool by_resource = is_ordered_by_resource && made.left != known.left;
            if (by_resource || made.cost == known.cost) return made.left > known.left;
            return made.cost < known.cost;
        };
        if constexpr (Aim == collect_aim::front) {
            const auto beats = [](const label& a, const label& b) {
                return a.cost <= b.cost && a.left >= b.left;
            };
            const auto known = [&](std::uint32_t other) { return (*labels_)[other]; };
            if (std::any_of(arrivals_.begin(), arrivals_.end(),
                            [&](std::uint32_t other) { return beats(known(other), made); }))
                return;
            std::erase_if(arrivals_,
                          [&](std::uint32_t other) { return beats(made, known(other)); });
            arrivals_.insert(
                std::find_if(arrivals_.begin(), arrivals_.end(),
                             [&](std::uint32_t other) { return known(other).cost > made.cost; }),
                last);
        } else if (arrivals_.empty() || is_better((*labels_)[arrivals_[0]])) {
            arrivals_.assign(1, last);
        }
    }

    /// Remembers what a path takes twice from one visit to the next; false if it takes nothing
    /// twice.
    [[nodiscard]] bool refine() {
        const std::vector<std::uint32_t> path = labels_->path_to(arrivals_[0]);
        bool any = false;
        const auto at = [&](std::size_t i) { return (*labels_)[path[i]]; };
        for_each_forgetful_stop(
            path.size(), graph_->worth().size(),
            [&](std::size_t i) { return at(i).taken ? (*graph_)[at(i).node].prize : none; },
            [&](std::size_t i, id prize) {
                rules_.remember_at(at(i).node, prize);
                any = true;
            });
        if (any) rules_.grow();
        return any;
    }

    const graph* graph_;
    search_control* control_;
    rules rules_;
    cost_bounds<C> bounds_;
    std::optional<prize_labels<rules>> labels_;
    four_ary_heap<entry, before> open_;
    buffer<C> to_goal_;           // the least cost
    buffer<R> loss_to_goal_;      // the least loss
    buffer<R> needed_;            // the least resource with which a path may go on
    C nearest_ = {};              // no path costs less
    C least_arc_ = {};            // no arc costs less
    C budget_ = infinite<C>;      // what a path may cost in this search
    C beyond_ = infinite<C>;      // the least that paths cost which it left out for that
    bool is_free_ = false;        // whether costs do not count in this search
    bool is_feasible_ = false;    // whether it is known that there is a path
    std::uint64_t explored_ = 0;  // expansions before the first search
    std::uint64_t pause_at_ = 0;  // where a search without costs begins or is given up
    R all_ = 0;                   // the worth of all prizes
    R most_ = 0;                  // more is never left
    std::vector<std::uint32_t> arrivals_;
};

}  // namespace senda::detail
