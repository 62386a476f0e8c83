// SPDX-License-Identifier: MIT
// State-space relaxation, refined until exact: whether a runner can come to the end alive at all,
// and the fewest steps with the most life for them.
#pragma once

#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <maze/solver/distances/key_graph.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <maze/solver/label_setting.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::maze::detail {

/// The search without steps: which treasures to take, in which order, so that what is left of the
/// life takes the runner to the end. It proves it when there is no such order.
class feasibility_search {
public:
    feasibility_search(distance_table& table, ng_sets& sets, gain_bound& gains)
        : table_(&table), sets_(&sets), gains_(&gains), graph_(table) {}

    /// Finds the arcs for runners within a range of life, out of each treasure by at most
    /// `most_cells` expansions; false if a limit came first.
    [[nodiscard]] bool prepare(const life_range& range, std::uint64_t most_cells) {
        if (!gains_->prepare(*table_) || !graph_.build_by_loss(range, most_cells)) return false;
        bound_.emplace(graph_);
        return true;
    }

    /// Whether no arc is missing, so that `find` proves it when it finds nothing.
    [[nodiscard]] bool is_complete() const noexcept { return graph_.is_complete(); }

    /// No runner reaches the end with less life.
    [[nodiscard]] life_points lower_bound() const noexcept { return (*bound_)(table_->start()); }

    /// A route for a runner with that life, up to the treasure from which the cheapest path leads
    /// to the end; nothing if there is none, or if it was stopped: by a limit, or because it did
    /// as much as `until` expansions take. Then it may be called again, and knows more.
    [[nodiscard]] std::optional<relaxed_route> find(life_points life,
                                                    std::uint64_t until = no_pause) {
        was_stopped_ = false;
        if (life > table_->at_key(table_->start()).loss_to_end()) return relaxed_route{};
        if (life < lower_bound()) return std::nullopt;
        for (;;) {
            survival_search search(graph_, *bound_, *sets_, *gains_, until);
            std::optional<relaxed_route> found =
                search.run({life, {}, graph_.arcs_from(table_->start())});
            labels_ += search.labels();
            was_stopped_ = search.was_stopped();
            until = earlier(until, search.work());
            if (!found || cut_where_safe(*found, life)) return found;
            refine(*sets_, *found, table_->treasures());
        }
    }

    /// Whether `find` was stopped before it knew.
    [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }

    /// How much less life than `life` is enough for a route that was found for it.
    [[nodiscard]] life_points spare_life(const relaxed_route& r, life_points life) const {
        life_points least = life;
        life_points at_end = life;
        follow(r, {life}, table_->treasures(), [&](std::size_t, life_points left, life_points now) {
            least = std::min(least, left);
            at_end = now;
            return true;
        });
        const key_node last = r.legs.empty() ? table_->start() : r.legs.back().by.to;
        return std::min(least, at_end - table_->at_key(last).loss_to_end()) - 1;
    }

    /// Appends the cells of a route after the start, up to the end; false if a limit came first.
    [[nodiscard]] bool append_cells(const relaxed_route& r, std::vector<place>& cells) {
        place at = table_->maze().start();
        for (const leg& l : r.legs) {
            const place to = table_->place_of(l.by.to);
            if (!table_->append_cheapest_path(at, to, true, cells)) return false;
            at = to;
        }
        return table_->append_cheapest_path(at, table_->maze().end(), false, cells);
    }

    [[nodiscard]] std::uint64_t labels() const noexcept { return labels_; }

private:
    /// Whether a runner who is paid once by each treasure gets so far on a route that the cheapest
    /// path leads to the end; then the route is cut off there.
    bool cut_where_safe(relaxed_route& r, life_points life) const {
        std::size_t kept = 0;
        follow(r, {life}, table_->treasures(),
               [&](std::size_t i, life_points left, life_points now) {
                   if (left >= 1 && now > table_->at_key(r.legs[i].by.to).loss_to_end())
                       kept = i + 1;
                   return left >= 1 && kept == 0;
               });
        if (kept != 0) r.legs.resize(kept);
        return kept != 0;
    }

    distance_table* table_;
    ng_sets* sets_;
    gain_bound* gains_;
    key_graph graph_;
    std::optional<loss_life_bound> bound_;
    std::uint64_t labels_ = 0;
    bool was_stopped_ = false;
};

/// A runner somewhere on a route.
struct runner {
    place at;
    std::uint32_t slack;  // left
    life_points life;
};

/// Decremental state-space relaxation (dynamic ng-routes) by slack: a route of the relaxation that
/// really is as good as the search believes is optimal. Else a treasure pays twice on it; the sets
/// grow until it cannot, and the search begins again.
class relaxation_solver {
public:
    relaxation_solver(arc_cache& arcs, ng_sets& sets, gain_bound& gains)
        : arcs_(&arcs), sets_(&sets), gains_(&gains) {}

    /// Leaves out slacks that are known not to be enough.
    void begin_at(std::uint32_t slack) noexcept { least_slack_ = std::max(least_slack_, slack); }

    /// Looks for the route with the least slack, and among those for the one with the most life,
    /// unless `known`, of a route that was found elsewhere, is as good. `best` and `least_slack`
    /// tell what is known, also when it is stopped: by a limit, or because it did as much as
    /// `until` expansions take. Then it may be called again, and goes on from there.
    void solve(life_points life, const route_value& known, std::uint64_t until) {
        const key_node start = table().start();
        if (known.slack < known_.slack) {
            known_ = known;
            best_.reset();
        }
        if (!gains_->prepare(table())) return;
        while (!is_proven_ && table().control().expanded() < until) {
            tried_ = std::clamp(tried_, least_slack_, known_.slack);
            report();
            if (!arcs_->bound().extend(std::min(known_.slack, arc_cache::with_margin(tried_))))
                return;
            if (life < arcs_->bound().least_at(start, tried_)) {
                if (arcs_->bound().is_settled() &&
                    life < arcs_->bound().least_at(start, known_.slack))
                    tried_ = known_.slack;  // no slack is enough
                raise_least_slack(1);
                continue;
            }
            const search_origin from{life, {}, arcs_->from(start, life, tried_)};
            if (!table().control().running()) return;
            const std::optional<relaxed_route> found =
                search(from, tried_, known_, least_slack_, until, revisits_for(tried_));
            until = earlier(until, last_work_);
            if (found) {
                // With less slack than is known to be needed it is no route, but it may dominate
                // one.
                if (found->slack >= least_slack_) {
                    least_slack_ = tried_ = found->slack;
                    stride_ = 1;
                }
                consider(*found, from);
            } else if (was_stopped_) {
                return;
            } else {
                raise_least_slack(stride_);
                stride_ = std::min(2 * stride_, 1 + tried_ / 8);
            }
        }
    }

    /// Whether a runner with the treasures `taken`, in order, reaches the end within his slack;
    /// false also if a limit came first.
    [[nodiscard]] bool can_finish(const runner& who, const std::vector<key_node>& taken) {
        search_origin from{who.life, taken, {}};
        if (table()[who.at].is_key()) {
            // A copy: the search below may ask for more arcs out of the same node.
            const auto known = arcs_->from(table().key_node_at(who.at), who.life, who.slack);
            first_arcs_.assign(known.begin(), known.end());
            from.arcs = first_arcs_;
        } else if (arcs_->find(who.at, who.life, who.slack, first_arcs_)) {
            from.arcs = first_arcs_;
        }
        if (!gains_->prepare(table())) return false;
        while (table().control().running()) {
            const std::optional<relaxed_route> found =
                search(from, who.slack, {}, 0, no_pause, nullptr);
            if (!found) return false;
            if (true_life(*found, from, table().treasures())) return true;
            refine(*sets_, *found, table().treasures());
        }
        return false;
    }

    /// The best route so far, with its true life; nothing if the one known is better.
    [[nodiscard]] const std::optional<relaxed_route>& best() const noexcept { return best_; }
    /// Whether no route is better than `best`, or than the one known.
    [[nodiscard]] bool is_proven() const noexcept { return is_proven_; }
    /// No route has less slack.
    [[nodiscard]] std::uint32_t least_slack() const noexcept { return least_slack_; }
    [[nodiscard]] std::uint64_t labels() const noexcept { return labels_; }

    /// Appends the cells of `best` after the start; false if a limit came first.
    [[nodiscard]] bool append_cells(std::vector<place>& cells) const {
        pareto_search<true> search(table());
        place at = table().maze().start();
        for (const leg& l : best_->legs) {
            arc by = l.by;
            by.to = table().place_of(by.to);
            if (!search.append_path(at, by, cells)) return false;
            at = by.to;
        }
        return true;
    }

private:
    [[nodiscard]] distance_table& table() const noexcept { return arcs_->table(); }

    std::optional<relaxed_route> search(const search_origin& from, std::uint32_t most,
                                        const route_value& known, std::uint32_t least,
                                        std::uint64_t until, revisit_bound* revisits) {
        fewest_steps_search one(*arcs_, *sets_, *gains_, until, revisits);
        std::optional<relaxed_route> found = one.run(from, most, known, least);
        labels_ += one.labels();
        last_work_ = one.work();
        was_stopped_ = one.was_stopped();
        return found;
    }

    /// Which treasures can matter again, if there were so many labels that it pays to know: then a
    /// table for each treasure takes less.
    revisit_bound* revisits_for(std::uint32_t slack) {
        if (revisits_ && slack <= revisits_->most_slack()) return &*revisits_;
        const std::uint64_t now = table().control().expanded();
        const std::uint32_t most = arcs_->bound().most_slack();
        if (now < next_revisits_ || labels_ < std::uint64_t{6} * most * table().treasures())
            return nullptr;
        // It may take as long as all so far, but no longer.
        const std::uint64_t until = 2 * now;
        revisits_.reset();
        if (!graph_) graph_.emplace(table());
        if (graph_->build_by_slack(most, until)) revisits_.emplace(*graph_, arcs_->bound(), most);
        if (!revisits_) next_revisits_ = 2 * until;
        return revisits_ ? &*revisits_ : nullptr;
    }

    /// After it was found that no route with the slack tried is better than the one known.
    void raise_least_slack(std::uint32_t stride) noexcept {
        is_proven_ = tried_ == known_.slack;
        least_slack_ = is_proven_ ? tried_ : tried_ + 1;
        tried_ += stride;
    }

    void report() const {
        search_progress* const to = table().control().options().progress;
        if (to == nullptr) return;
        const std::uint64_t shortest = table().at_key(table().start()).to_end;
        const auto steps = [shortest](std::uint32_t slack) {
            return static_cast<std::int64_t>(shortest + std::uint64_t{2} * slack);
        };
        to->set_bound(steps(least_slack_));
        if (best_) to->set_best(steps(best_->slack));
    }

    // The search believes in at least the true life of every route.
    void consider(const relaxed_route& found, const search_origin& from) {
        const std::optional<life_points> life = true_life(found, from, table().treasures());
        if (life && (found.slack < known_.slack || *life > known_.life)) {
            best_ = found;
            best_->life = *life;
            known_ = {found.slack, *life};
        }
        is_proven_ = life == found.life;
        if (!is_proven_) refine(*sets_, found, table().treasures());
    }

    arc_cache* arcs_;
    ng_sets* sets_;
    gain_bound* gains_;
    std::vector<arc> first_arcs_;
    std::optional<relaxed_route> best_;
    route_value known_;
    std::uint32_t least_slack_ = 0;
    std::uint32_t tried_ = 0;                // the slack that is tried next
    std::uint32_t stride_ = 1;               // how much more to try if that is not enough
    std::optional<key_graph> graph_;         // for the bound
    std::optional<revisit_bound> revisits_;  // if it pays
    std::uint64_t next_revisits_ = 0;        // when to try it again, in expansions
    std::uint64_t labels_ = 0;
    std::uint64_t last_work_ = 0;  // of the last search
    bool was_stopped_ = false;
    bool is_proven_ = false;
};

}  // namespace senda::maze::detail
