// SPDX-License-Identifier: MIT
// Routes by steps and by the life at their end: which are better than all others in one of the two.
#pragma once

#include <maze/answer.hpp>
#include <maze/life/loss_search.hpp>
#include <maze/life/step_loss_paths.hpp>
#include <maze/life/taken_labels.hpp>
#include <maze/life/treasure_groups.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// A label-setting search in the order of steps. A label is a runner at a treasure that it has just
/// taken.
class front_search {
    static constexpr std::uint32_t none = taken_labels::none;

public:
    /// `to_end` are the steps to the end from everywhere.
    front_search(const treasure_groups& groups, const board& b,
                 const std::vector<std::uint32_t>& to_end, search_control& control)
        : groups_(&groups),
          board_(&b),
          to_end_(&to_end),
          control_(&control),
          paths_(b, control),
          labels_(b.treasures().size() + 1,
                  std::vector<life_points>(b.treasures().size(), treasure_life), control),
          open_(control.budget()),
          arcs_(b.treasures().size() + 1),
          left_(groups.nodes()) {}

    /// Tells of a route that wins, before the search begins.
    void add_known(route r) {
        known_.push_back(std::move(r));
        const route& last = known_.back();
        arrive({last.steps(), last.life, none, {}, known_.size() - 1});
    }

    /// Searches for routes that end with `least` life or more, until all is proven or the control
    /// ends it. It is known that no route has fewer than `fewest` steps or ends with more than
    /// `most` life.
    void run(life_points least, life_points most, std::uint64_t fewest) {
        least_ = least;
        most_ = most;
        fewest_ = proven_ = fewest;
        if (!paths_.prepare()) return;
        const std::uint32_t start = static_cast<std::uint32_t>(board_->treasures().size());
        const std::uint32_t first = labels_.add({board_->life(), 0, start, none, false}, none);
        if (first == none || !control_->fits(open_.push({fewest, 0, first}))) return;
        while (!open_.empty()) {
            // What must follow is never overestimated: nothing that is missing has fewer steps.
            const entry next = open_.pop();
            proven_ = std::max(fewest_, next.steps);
            if (labels_[next.id].dominated || is_hopeless(next.steps, bound(next.id))) continue;
            if (!control_->may_expand() || !expand(next.id)) return;
        }
        proven_ = no_steps;
    }

    /// Every route that is missing among those found has at least so many steps; `no_steps` if none
    /// is.
    [[nodiscard]] std::uint64_t proven() const noexcept { return proven_; }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }

    /// The routes found of which none has both fewer steps and more life, by steps. If there is no
    /// memory for one, those before it, and no more than that is proven.
    [[nodiscard]] std::vector<route> front() {
        paths_.ignore_limits();
        std::vector<route> routes;
        for (const arrival& a : arrivals_) {
            if (a.label == none) {
                routes.push_back(known_[a.known]);
                continue;
            }
            std::vector<place> cells = cells_of(a);
            if (cells.empty()) {
                proven_ = std::min(proven_, a.steps);
                control_->end(status::memory_limit);
                break;
            }
            routes.push_back({std::move(cells), a.life});
        }
        return routes;
    }

private:
    struct entry {
        std::uint64_t steps;  // with those that must follow
        life_points life;
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return std::tuple(a.steps, b.life, a.id) < std::tuple(b.steps, a.life, b.id);
        }
    };
    struct arrival {
        std::uint64_t steps;
        life_points life;
        std::uint32_t label;  // where its last path begins; `none` if it was known before
        step_loss_path last;
        std::size_t known;
    };

    [[nodiscard]] place place_of(std::uint32_t node) const noexcept {
        return node == board_->treasures().size() ? board_->start() : board_->treasures()[node];
    }

    /// The most life at the end that a label can come to.
    [[nodiscard]] life_points bound(std::uint32_t id) {
        const std::size_t treasures = board_->treasures().size();
        std::fill(left_.begin(), left_.end(), 0);
        for (std::size_t i = 0; i < treasures; ++i)
            if (!labels_.has_taken(id, i)) left_[groups_->group_of(i)] += treasure_life;
        const taken_label& l = labels_[id];
        const auto here = l.node == treasures ? groups_->start() : groups_->group_of(l.node);
        life_points gain = 0;
        for (treasure_groups::node n = 0; n < groups_->nodes(); ++n)
            if (n != here) gain += groups_->most_gain(n, left_[n]);
        gain = std::min(gain, groups_->most_walk_gain(here));
        return std::min(l.life - groups_->to_end(here) + left_[here] + gain, most_);
    }

    /// Whether a route with no more steps and no less life is known, or nobody wants one.
    [[nodiscard]] bool is_hopeless(std::uint64_t steps, life_points life) const noexcept {
        if (life < least_) return true;
        const auto after =
            std::upper_bound(arrivals_.begin(), arrivals_.end(), std::max(steps, fewest_),
                             [](std::uint64_t value, const arrival& a) { return value < a.steps; });
        return after != arrivals_.begin() && std::prev(after)->life >= life;
    }

    void arrive(const arrival& a) {
        if (is_hopeless(a.steps, a.life)) return;
        const auto worse = [&](const arrival& b) { return b.steps >= a.steps && b.life <= a.life; };
        arrivals_.erase(std::remove_if(arrivals_.begin(), arrivals_.end(), worse), arrivals_.end());
        const auto at = std::find_if(arrivals_.begin(), arrivals_.end(),
                                     [&](const arrival& b) { return b.steps > a.steps; });
        arrivals_.insert(at, a);
    }

    /// The paths out of a node; nothing if a limit came first.
    [[nodiscard]] const std::vector<step_loss_path>* arcs_from(std::uint32_t node) {
        known_arcs& known = arcs_[node];
        if (known.is_there) return &known.paths;
        // No runner ever has more life than with all treasures.
        const path_loss below = as_loss(
            board_->life() + treasure_life * static_cast<life_points>(board_->treasures().size()));
        if (!paths_.find(place_of(node), below, known.paths) ||
            !control_->fits(control_->budget().take(owned_bytes(known.paths))))
            return nullptr;
        known.is_there = true;
        return &known.paths;
    }

    bool expand(std::uint32_t id) {
        const taken_label here = labels_[id];
        const std::vector<step_loss_path>* const arcs = arcs_from(here.node);
        if (arcs == nullptr) return false;
        for (const step_loss_path& path : *arcs) {
            if (path.loss >= here.life) continue;
            const std::uint64_t steps = here.steps + path.steps;
            const life_points left = here.life - path.loss;
            if (path.to == board_->end()) {
                arrive({steps, left, id, path, 0});
                continue;
            }
            const auto treasure = static_cast<std::uint32_t>(board_->treasure_number(path.to));
            if (labels_.has_taken(id, treasure)) continue;
            const std::uint64_t expected = steps + (*to_end_)[path.to];
            if (is_hopeless(expected, most_)) continue;
            const life_points life = left + treasure_life;
            const std::uint32_t made = labels_.add({life, steps, treasure, id, false}, treasure);
            if (!control_->running() || !control_->tick()) return false;
            if (made == none || is_hopeless(expected, bound(made))) continue;
            if (!control_->fits(open_.push({expected, life, made}))) return false;
        }
        return true;
    }

    [[nodiscard]] std::vector<place> cells_of(const arrival& a) {
        std::vector<std::uint32_t> ids;
        for (std::uint32_t id = a.label; id != none; id = labels_[id].parent) ids.push_back(id);
        std::vector<place> cells{board_->start()};
        for (std::size_t i = ids.size() - 1; i > 0; --i) {
            const taken_label& from = labels_[ids[i]];
            const taken_label& to = labels_[ids[i - 1]];
            const step_loss_path path{place_of(to.node),
                                      static_cast<std::uint32_t>(to.steps - from.steps),
                                      static_cast<path_loss>(from.life + treasure_life - to.life)};
            if (!paths_.append_cells(cells.back(), path, cells)) return {};
        }
        if (!paths_.append_cells(cells.back(), a.last, cells)) return {};
        return cells;
    }

    struct known_arcs {
        bool is_there = false;
        std::vector<step_loss_path> paths = {};
    };

    const treasure_groups* groups_;
    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    search_control* control_;
    step_loss_paths paths_;
    taken_labels labels_;
    senda::four_ary_heap<entry, before> open_;
    std::vector<known_arcs> arcs_;  // by node
    std::vector<route> known_;
    std::vector<arrival> arrivals_;  // more steps, more life
    std::uint64_t proven_ = 0;
    std::uint64_t fewest_ = 0;
    life_points least_ = 0;
    life_points most_ = 0;
    std::vector<life_points> left_;  // what each group can still pay
};

}  // namespace senda::maze::detail
