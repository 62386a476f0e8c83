// SPDX-License-Identifier: MIT
// Label-setting searches for routes of the relaxation, in which a runner forgets treasures.
#pragma once

#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/distances/key_graph.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <maze/solver/label_store.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// Where a search begins: the life, the treasures taken, in order, and the arcs that are open,
/// least loss first.
struct search_origin {
    life_points life = 0;
    std::span<const key_node> taken = {};
    std::span<const arc> arcs = {};
};

/// An arc of a route, and whether the search was paid at its end.
struct leg {
    arc by;
    bool paid;
};

/// A route of the relaxation, in which a forgotten treasure pays again.
struct relaxed_route {
    std::vector<leg> legs = {};
    std::uint32_t slack = 0;
    life_points life = 0;  // as the search believes
};

/// Follows a route by the rules, where each treasure pays once: calls `visit(leg, left, life)` with
/// the life before and after the pay at the end of a leg, as long as it says yes.
template <class Visit>
void follow(const relaxed_route& r, const search_origin& from, key_node treasures, Visit&& visit) {
    std::vector<bool> taken(treasures);
    for (const key_node k : from.taken) taken[k] = true;
    life_points life = from.life;
    for (std::size_t i = 0; i < r.legs.size(); ++i) {
        const arc& by = r.legs[i].by;
        const life_points left = life -= by.loss;
        if (by.to < treasures && !taken[by.to]) {
            life += treasure_life;
            taken[by.to] = true;
        }
        if (!visit(i, left, life)) return;
    }
}

/// The life that is really left at the end of a route; nothing if the runner dies on it.
[[nodiscard]] inline std::optional<life_points> true_life(const relaxed_route& r,
                                                          const search_origin& from,
                                                          key_node treasures) {
    std::optional<life_points> at_end = from.life;
    follow(r, from, treasures, [&](std::size_t, life_points left, life_points life) {
        at_end = left < 1 ? std::nullopt : std::optional{life};
        return left >= 1;
    });
    return at_end;
}

/// Tightens the relaxation: every treasure that paid twice on a route is remembered from one visit
/// to the next, so that this route is found no more.
inline void refine(ng_sets& sets, const relaxed_route& r, key_node treasures) {
    for_each_forgetful_stop(
        r.legs.size(), treasures,
        [&](std::size_t i) { return r.legs[i].paid ? r.legs[i].by.to : ng_sets::none; },
        [&](std::size_t i, key_node treasure) { sets.add(r.legs[i].by.to, treasure); });
}

/// How good a route is: the less slack, and then the more life, the better.
struct route_value {
    std::uint32_t slack = std::numeric_limits<std::uint32_t>::max();
    life_points life = 0;
};

/// No end to what a search may do but the limits of its control.
inline constexpr std::uint64_t no_pause = std::numeric_limits<std::uint64_t>::max();

/// When to give up if so much was done that the control does not count.
[[nodiscard]] constexpr std::uint64_t earlier(std::uint64_t until, std::uint64_t work) noexcept {
    return until == no_pause ? no_pause : until - std::min(until, work);
}

/// What the two searches share: labels, and reading a route back.
class label_search {
public:
    /// The search gives up when it has done what takes as long as the expansions of cells until the
    /// control has counted `until`.
    label_search(const distance_table& table, const ng_sets& sets, const gain_bound& gains,
                 std::uint64_t until, revisit_bound* revisits = nullptr)
        : table_(&table),
          control_(&table.control()),
          until_(until),
          labels_(table, sets, gains, revisits) {}

    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    /// What its labels took, in expansions of cells that take as long.
    [[nodiscard]] std::uint64_t work() const noexcept { return 3 * labels_.extended(); }
    /// Whether it could not go on: it gave up, or a limit of the control came first.
    [[nodiscard]] bool was_stopped() const noexcept { return paused_ || !control_->running(); }

protected:
    [[nodiscard]] bool must_pause() noexcept {
        paused_ = control_->expanded() + work() >= until_;
        return paused_;
    }

    [[nodiscard]] std::optional<relaxed_route> route_to(std::uint32_t id) const {
        if (id == label_store::none) return std::nullopt;
        relaxed_route r{{}, labels_[id].slack, labels_[id].life};
        for (; labels_[id].parent != label_store::none; id = labels_[id].parent) {
            const label& l = labels_[id];
            r.legs.push_back({{l.node, l.slack - labels_[l.parent].slack, l.loss}, l.paid});
        }
        std::reverse(r.legs.begin(), r.legs.end());
        return r;
    }

    const distance_table* table_;
    search_control* control_;
    std::uint64_t until_;
    bool paused_ = false;
    label_store labels_;
};

/// Finds the route with the least slack, and among those the one with the most life at the end.
class fewest_steps_search : public label_search {
public:
    fewest_steps_search(arc_cache& arcs, const ng_sets& sets, const gain_bound& gains,
                        std::uint64_t until, revisit_bound* revisits)
        : label_search(arcs.table(), sets, gains, until, revisits),
          arcs_(&arcs),
          open_(control_->budget()) {}

    /// The best route with at most that slack, for which the bound has been computed, that is
    /// better than the one known; nothing if there is none, or if the search could not go on.
    ///
    /// `least`  no route has less slack.
    [[nodiscard]] std::optional<relaxed_route> run(const search_origin& from, std::uint32_t most,
                                                   const route_value& known = {},
                                                   std::uint32_t least = 0) {
        most_ = std::min(most, known.slack);
        known_ = known;
        least_ = least;
        const std::uint32_t first = labels_.add_first(table_->start(), from.life, from.taken);
        if (first == label_store::none || !expand(first, from.arcs)) return std::nullopt;
        while (!open_.empty()) {
            if (must_pause()) return std::nullopt;
            const slack_entry next = open_.pop();
            if (next.slack > most_) break;
            const label& here = labels_[next.id];
            if (here.dominated) continue;
            const auto arcs = arcs_->from(here.node, here.life, most_ - here.slack);
            if (!control_->running() || !expand(next.id, arcs)) return std::nullopt;
        }
        return route_to(best_);
    }

private:
    bool expand(std::uint32_t id, std::span<const arc> arcs) {
        if (!control_->may_expand()) return false;
        const label here = labels_[id];
        for (const arc& a : arcs) {
            if (a.loss >= here.life) break;
            if (a.slack > most_ - here.slack) continue;
            const life_points left = here.life - a.loss;
            if (a.to == table_->end()) {
                arrive(id, a, left);
            } else {
                const std::uint32_t slack_left = most_ - here.slack - a.slack;
                const loss_points needed = arcs_->bound().least_at(a.to, slack_left);
                if (left + treasure_life < needed) continue;
                const bool paid = labels_.pays(id, a.to);
                const life_points life = paid ? left + treasure_life : left;
                if (life < needed) continue;
                const std::uint32_t made = labels_.extend(
                    id, a, life, paid, slack_left, known_.slack == least_ ? known_.life + 1 : 1);
                if (made == label_store::none) continue;
                if (!open_.push({here.slack + a.slack, table_->at_key(a.to).to_end, made}))
                    table_->out_of_memory();
            }
            if (!control_->running() || !control_->tick()) return false;
        }
        return true;
    }

    void arrive(std::uint32_t id, const arc& a, life_points life) {
        const std::uint32_t slack = labels_[id].slack + a.slack;
        if (slack == known_.slack && life <= known_.life) return;
        best_ = labels_.add_last(id, a, life);
        most_ = slack;
        known_ = {slack, life};
    }

    arc_cache* arcs_;
    senda::four_ary_heap<slack_entry, slack_entry::before> open_;
    std::uint32_t most_ = 0;
    route_value known_;
    std::uint32_t least_ = 0;
    std::uint32_t best_ = label_store::none;
};

/// Finds a route to any key node from which the path that loses least leads alive to the end,
/// however long all that is. It expands first where least is missing.
class survival_search : public label_search {
    struct entry {
        life_points surplus;  // beyond what the cheapest path to the end takes
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.surplus != b.surplus ? a.surplus > b.surplus : a.id < b.id;
        }
    };

public:
    survival_search(const key_graph& graph, const loss_life_bound& bound, const ng_sets& sets,
                    const gain_bound& gains, std::uint64_t until)
        : label_search(graph.table(), sets, gains, until),
          graph_(&graph),
          bound_(&bound),
          open_(control_->budget()) {}

    /// A route, which ends before its last path; nothing if there is none, or if the search could
    /// not go on. The runner must not be able to walk straight to the end.
    [[nodiscard]] std::optional<relaxed_route> run(const search_origin& from) {
        const std::uint32_t first = labels_.add_first(table_->start(), from.life, from.taken);
        if (first == label_store::none || !expand(first, from.arcs)) return std::nullopt;
        while (!open_.empty() && found_ == label_store::none) {
            if (must_pause()) return std::nullopt;
            const entry next = open_.pop();
            if (labels_[next.id].dominated) continue;
            if (!expand(next.id, graph_->arcs_from(labels_[next.id].node))) return std::nullopt;
        }
        return route_to(found_);
    }

private:
    bool expand(std::uint32_t id, std::span<const arc> arcs) {
        if (!control_->may_expand()) return false;
        const label here = labels_[id];
        for (const arc& a : arcs) {
            if (a.loss >= here.life) break;
            const bool paid = labels_.pays(id, a.to);
            const life_points left = here.life - a.loss;
            const life_points life = paid ? left + treasure_life : left;
            if (life < (*bound_)(a.to)) continue;
            const std::uint32_t made = labels_.extend(id, a, life, paid);
            if (!control_->running() || !control_->tick()) return false;
            if (made == label_store::none) continue;
            const life_points to_end = table_->at_key(a.to).loss_to_end();
            if (life > to_end) {
                found_ = made;
                return true;
            }
            if (!open_.push({life - to_end, made})) return table_->out_of_memory();
        }
        return true;
    }

    const key_graph* graph_;
    const loss_life_bound* bound_;
    senda::four_ary_heap<entry, before> open_;
    std::uint32_t found_ = label_store::none;
};

}  // namespace senda::maze::detail
