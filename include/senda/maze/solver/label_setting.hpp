// SPDX-License-Identifier: MIT
// Searches for routes whose runner forgets treasures, and how their memory is made to suffice.
#pragma once

#include <senda/maze/solver/bounds/loss_life_bound.hpp>
#include <senda/maze/solver/distances/arc_cache.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>
#include <senda/maze/solver/label_store.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// A runner before his first way: his life, the treasures that he has taken, in order, and the ways
/// that are open to him, least loss first.
struct beginning {
    life_points life = 0;
    std::span<const station> taken = {};
    std::span<const way> ways = {};
};

/// A step of a plan: a way, and whether it was counted on to be paid at its end.
struct leg {
    way by;
    bool paid;
};

/// A row of ways from where a runner begins, as a search with little memory has found it.
struct plan {
    std::vector<leg> legs = {};
    std::uint32_t slack = 0;
    life_points life = 0;  // as the search believes
};

/// The life that really is left at the end of a plan; nothing if the runner dies on it.
[[nodiscard]] inline std::optional<life_points> true_life(const plan& p, const beginning& from,
                                                          station treasures) {
    std::vector<bool> taken(treasures);
    for (const station s : from.taken) taken[s] = true;
    life_points life = from.life;
    for (const leg& l : p.legs) {
        life -= l.by.loss;
        if (life < 1) return std::nullopt;
        if (l.by.to >= treasures || taken[l.by.to]) continue;
        life += treasure_life;
        taken[l.by.to] = true;
    }
    return life;
}

/// Makes the memory hold every treasure that a plan counted on twice, all the way from one visit to
/// the next, so that this plan is found no more.
inline void refine(relaxed_memory& memory, const plan& p, station treasures) {
    constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> paid_at(treasures, never);
    for (std::size_t i = 0; i < p.legs.size(); ++i) {
        if (!p.legs[i].paid) continue;
        const station treasure = p.legs[i].by.to;
        for (std::size_t k = paid_at[treasure]; k < i; ++k) memory.add(p.legs[k].by.to, treasure);
        paid_at[treasure] = i;
    }
}

/// No end to what a search may do but the limits of its control.
inline constexpr std::uint64_t no_pause = std::numeric_limits<std::uint64_t>::max();

/// What the two searches share: labels, and reading a plan back.
class label_search {
public:
    /// The search gives up when the control has counted `until` expansions.
    label_search(const stations& all, const relaxed_memory& memory, search_control& control,
                 std::uint64_t until)
        : stations_(&all),
          control_(&control),
          until_(until),
          labels_(all.treasures(), memory, control) {}

    /// How many labels were made.
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    /// Whether it could not go on: it gave up, or a limit of the control came first.
    [[nodiscard]] bool was_stopped() const noexcept { return paused_ || !control_->running(); }

protected:
    [[nodiscard]] bool must_pause() noexcept {
        paused_ = paused_ || control_->expanded() >= until_;
        return paused_;
    }

    [[nodiscard]] plan plan_of(std::uint32_t id) const {
        plan p{{}, labels_[id].slack, labels_[id].life};
        for (; labels_[id].parent != label_store::none; id = labels_[id].parent) {
            const label& l = labels_[id];
            const std::uint32_t slack = l.slack - labels_[l.parent].slack;
            p.legs.push_back({{l.at, slack, l.loss}, l.paid});
        }
        std::reverse(p.legs.begin(), p.legs.end());
        return p;
    }

    const stations* stations_;
    search_control* control_;
    std::uint64_t until_;
    bool paused_ = false;
    label_store labels_;
};

/// Finds the plan with the least slack, and among those the one with the most life at the end.
class slack_search : public label_search {
    struct entry {
        std::uint32_t slack, to_end, id;
    };
    // Ways without slack lead nearer to the end. So all labels that could beat one are there before
    // its turn, and none is expanded in vain.
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.slack != b.slack     ? a.slack < b.slack
                   : a.to_end != b.to_end ? a.to_end > b.to_end
                                          : a.id < b.id;
        }
    };

public:
    slack_search(detour_ways& ways, const relaxed_memory& memory, std::uint64_t until)
        : label_search(ways, memory, ways.ground().control(), until),
          ways_(&ways),
          open_(control_->budget()) {}

    /// The best plan with at most that slack, for which the prospects have been worked out; nothing
    /// if there is none, or if the search could not go on.
    [[nodiscard]] std::optional<plan> run(const beginning& from, std::uint32_t most) {
        most_ = most;
        const std::uint32_t first = labels_.add_first(stations_->start(), from.life, from.taken);
        if (first == label_store::none || !expand(first, from.ways)) return std::nullopt;
        while (!open_.empty()) {
            if (must_pause()) return std::nullopt;
            const entry next = open_.pop();
            if (next.slack > most_) break;
            const label& here = labels_[next.id];
            if (here.beaten) continue;
            const auto ways = ways_->from(here.at, here.life, most_ - here.slack);
            if (!control_->running() || !expand(next.id, ways)) return std::nullopt;
        }
        if (best_ == label_store::none) return std::nullopt;
        return plan_of(best_);
    }

private:
    bool expand(std::uint32_t id, std::span<const way> ways) {
        if (!control_->may_expand()) return false;
        const label here = labels_[id];
        for (const way& w : ways) {
            if (w.loss >= here.life) break;
            if (w.slack > most_ - here.slack) continue;
            const life_points left = here.life - w.loss;
            if (w.to == stations_->end()) {
                arrive(id, w, left);
            } else {
                const std::uint32_t slack_left = most_ - here.slack - w.slack;
                const loss_points needed = ways_->ahead().least_at(w.to, slack_left);
                if (left + treasure_life < needed) continue;
                const bool paid = labels_.pays(id, w.to);
                const life_points life = paid ? left + treasure_life : left;
                if (life < needed) continue;
                const std::uint32_t made = labels_.add(id, w, life, paid);
                if (made == label_store::none) continue;
                if (!open_.push({here.slack + w.slack, stations_->to_end(w.to), made}))
                    control_->end(status::memory_limit);
            }
            if (!control_->running()) return false;
        }
        return true;
    }

    void arrive(std::uint32_t id, const way& w, life_points life) {
        const std::uint32_t slack = labels_[id].slack + w.slack;
        if (best_ != label_store::none && labels_[best_].slack == slack &&
            labels_[best_].life >= life)
            return;
        best_ = labels_.add_last(id, w, life);
        most_ = slack;
    }

    detour_ways* ways_;
    senda::detail::four_ary_heap<entry, before> open_;
    std::uint32_t most_ = 0;
    std::uint32_t best_ = label_store::none;
};

/// Finds a plan to any station from which the way that loses least leads alive to the end, however
/// long all that is. It looks first where least is missing.
class loss_search : public label_search {
    struct entry {
        life_points surplus;  // beyond what the cheapest way to the end takes
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.surplus != b.surplus ? a.surplus > b.surplus : a.id < b.id;
        }
    };

public:
    loss_search(const treasure_graph& graph, const needs_by_loss& needs,
                const relaxed_memory& memory, std::uint64_t until)
        : label_search(graph, memory, graph.ground().control(), until),
          graph_(&graph),
          needs_(&needs),
          open_(control_->budget()) {}

    /// A plan, which ends before its last way; nothing if there is none, or if the search could not
    /// go on. The runner must not be able to walk straight to the end.
    [[nodiscard]] std::optional<plan> run(const beginning& from) {
        const std::uint32_t first = labels_.add_first(graph_->start(), from.life, from.taken);
        if (first == label_store::none || !expand(first, from.ways)) return std::nullopt;
        while (!open_.empty() && found_ == label_store::none) {
            if (must_pause()) return std::nullopt;
            const entry next = open_.pop();
            if (labels_[next.id].beaten) continue;
            if (!expand(next.id, graph_->ways_from(labels_[next.id].at))) return std::nullopt;
        }
        if (found_ == label_store::none) return std::nullopt;
        return plan_of(found_);
    }

private:
    bool expand(std::uint32_t id, std::span<const way> ways) {
        if (!control_->may_expand()) return false;
        const label here = labels_[id];
        for (const way& w : ways) {
            if (w.loss >= here.life) break;
            const bool paid = labels_.pays(id, w.to);
            const life_points left = here.life - w.loss;
            const life_points life = paid ? left + treasure_life : left;
            if (life < (*needs_)(w.to)) continue;
            const std::uint32_t made = labels_.add(id, w, life, paid);
            if (!control_->running()) return false;
            if (made == label_store::none) continue;
            const life_points ahead = graph_->ground()[graph_->place_of(w.to)].ahead();
            if (life > ahead) {
                found_ = made;
                return true;
            }
            if (!open_.push({life - ahead, made})) {
                control_->end(status::memory_limit);
                return false;
            }
        }
        return true;
    }

    const treasure_graph* graph_;
    const needs_by_loss* needs_;
    senda::detail::four_ary_heap<entry, before> open_;
    std::uint32_t found_ = label_store::none;
};

}  // namespace senda::maze::detail
