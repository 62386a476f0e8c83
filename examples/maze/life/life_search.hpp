// SPDX-License-Identifier: MIT
// Which treasures to take in which order, steps aside: for the most life at the end, or to find out
// where a runner can come at all.
#pragma once

#include <maze/life/loss_search.hpp>
#include <maze/life/taken_labels.hpp>
#include <maze/life/treasure_groups.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::maze::detail {

/// What a search without steps is after.
enum class life_aim : std::uint8_t {
    most_at_end,  ///< the most life at the end
    everywhere    ///< the most life at every node
};

/// A search over groups of treasures. A label is a runner at a group that it has just taken.
class life_search {
    using node = treasure_groups::node;
    static constexpr std::uint32_t none = taken_labels::none;

public:
    life_search(const treasure_groups& groups, const board& b, loss_search& paths,
                search_control& control)
        : groups_(&groups),
          board_(&b),
          paths_(&paths),
          control_(&control),
          labels_(groups.nodes(), pays(groups), control),
          open_(control.budget()),
          losses_(groups.nodes()),
          most_(groups.nodes(), {0, none}) {}

    /// Searches until all is proven, the control ends it, or it has counted `until` expansions.
    /// Routes that end with `known` life or less are of no interest.
    void run(life_aim aim, life_points known, std::uint64_t until) {
        aim_ = aim;
        best_ = known;
        if (aim == life_aim::most_at_end) upper_ = bound_of_start();
        const node start = groups_->start();
        const std::uint32_t first = add({board_->life(), 0, start, none, false}, start);
        if (first == none) return;
        if (aim == life_aim::most_at_end && !dive(first)) return;
        if (!control_->fits(open_.push({priority(first), first}))) return;
        while (!open_.empty()) {
            const entry next = open_.top();
            if (aim == life_aim::most_at_end) {
                upper_ = std::max(best_, std::min(upper_, next.priority));
                report();
                if (next.priority <= best_) return finish();
            }
            if (labels_[next.id].dominated) {
                (void)open_.pop();
                continue;
            }
            if (control_->expanded() >= until || !control_->may_expand()) return;
            (void)open_.pop();
            if (!expand(next.id)) return;
        }
        finish();
    }

    /// Whether nothing is left to look at.
    [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
    /// The most life at the end that was found, or that was known before.
    [[nodiscard]] life_points best() const noexcept { return best_; }
    /// No route ends with more.
    [[nodiscard]] life_points upper_bound() const noexcept { return upper_; }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    /// Whether a route with more life than was known before was found.
    [[nodiscard]] bool has_route() const noexcept { return best_label_ != none; }

    /// The most life that was found of a runner at a node; 0 if none comes there.
    [[nodiscard]] life_points most_at(node n) const noexcept { return most_[n].life; }

    /// The cells of the best route; none if there is no memory for it.
    [[nodiscard]] std::vector<place> route() { return route_to(best_label_, board_->end()); }

    /// The cells of a route to the label with the most life at a node, and on to a cell.
    [[nodiscard]] std::vector<place> route_by(node n, place to) {
        return route_to(most_[n].id, to);
    }

private:
    struct entry {
        life_points priority;
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.priority != b.priority ? a.priority > b.priority : a.id < b.id;
        }
    };
    struct known_losses {
        path_loss below = 0;  // complete for losses less than this
        std::vector<path_loss> to = {};
    };
    struct found_life {
        life_points life;
        std::uint32_t id;
    };

    static std::vector<life_points> pays(const treasure_groups& groups) {
        std::vector<life_points> all;
        all.reserve(groups.nodes());
        for (node n = 0; n < groups.nodes(); ++n) all.push_back(groups.pay(n));
        return all;
    }

    [[nodiscard]] life_points bound_of_start() const {
        const node start = groups_->start();
        life_points gain = 0;
        for (node n = 0; n < groups_->nodes(); ++n)
            if (n != start) gain += groups_->most_gain(n, groups_->pay(n));
        gain = std::min(gain, groups_->most_walk_gain(start));
        return board_->life() + groups_->pay(start) - groups_->to_end(start) + gain;
    }

    /// The most life at the end that a label can come to.
    [[nodiscard]] life_points bound(std::uint32_t id) const {
        const taken_label& l = labels_[id];
        life_points gain = 0;
        for (node n = 0; n < groups_->nodes(); ++n)
            if (!labels_.has_taken(id, n)) gain += groups_->most_gain(n, groups_->pay(n));
        return l.life - groups_->to_end(l.node) + std::min(gain, groups_->most_walk_gain(l.node));
    }
    [[nodiscard]] life_points priority(std::uint32_t id) const {
        return aim_ == life_aim::most_at_end ? bound(id) : labels_[id].life;
    }

    void report() const {
        if (control_->options().progress == nullptr) return;
        control_->options().progress->set_best(best_);
        control_->options().progress->set_bound(upper_);
    }

    void finish() {
        is_complete_ = true;
        if (aim_ == life_aim::most_at_end) upper_ = best_;
    }

    std::uint32_t add(taken_label made, node at) {
        made.life += groups_->pay(at);
        const std::uint32_t id = labels_.add(made, at);
        if (id == none) return id;
        if (made.life > most_[at].life) most_[at] = {made.life, id};
        const path_loss to_end = groups_->to_end(at);
        if (to_end != no_path && made.life - to_end > best_) {
            best_ = made.life - to_end;
            best_label_ = id;
        }
        return id;
    }

    /// The least losses from the node of a label to all others that it can go to; nothing if a
    /// limit came first.
    [[nodiscard]] const std::vector<path_loss>* losses_from(const taken_label& l) {
        known_losses& known = losses_[l.node];
        if (known.below >= as_loss(l.life)) return &known.to;
        if (known.to.empty() &&
            !control_->fits(control_->budget().take(groups_->nodes() * sizeof(path_loss))))
            return nullptr;
        // For some more life than that, to serve those who come later.
        known.below = as_loss(l.life + 4 * treasure_life);
        if (!paths_->run(groups_->place_of(l.node), known.below)) return nullptr;
        known.to.clear();
        known.to.reserve(groups_->nodes());
        for (node to = 0; to < groups_->nodes(); ++to)
            known.to.push_back((*paths_)[groups_->place_of(to)]);
        return &known.to;
    }

    [[nodiscard]] static bool can_go(const taken_label& l, path_loss loss) noexcept {
        return loss != no_path && loss < l.life;
    }

    bool expand(std::uint32_t id) {
        const taken_label here = labels_[id];
        const std::vector<path_loss>* const row = losses_from(here);
        if (row == nullptr) return false;
        for (node to = 0; to < groups_->nodes(); ++to) {
            if (!can_go(here, (*row)[to]) || labels_.has_taken(id, to)) continue;
            const std::uint32_t made = add({here.life - (*row)[to], 0, to, id, false}, to);
            if (!control_->running() || !control_->tick()) return false;
            if (made == none) continue;
            const life_points first = priority(made);
            if (aim_ == life_aim::most_at_end && first <= best_) continue;
            if (!control_->fits(open_.push({first, made}))) return false;
        }
        return true;
    }

    // Goes on greedily from the start, to know a good route before the search begins.
    bool dive(std::uint32_t id) {
        for (;;) {
            const taken_label here = labels_[id];
            if (!control_->may_expand()) return false;
            const std::vector<path_loss>* const row = losses_from(here);
            if (row == nullptr) return false;
            node next = none;
            life_points most = std::numeric_limits<life_points>::min();
            for (node to = 0; to < groups_->nodes(); ++to) {
                if (!can_go(here, (*row)[to]) || labels_.has_taken(id, to)) continue;
                const life_points left =
                    here.life - (*row)[to] + groups_->pay(to) - life_points{groups_->to_end(to)};
                if (left > most) {
                    most = left;
                    next = to;
                }
            }
            if (next == none) return true;
            const std::uint32_t made = add({here.life - (*row)[next], 0, next, id, false}, next);
            if (made == none) return control_->running();
            if (!control_->fits(open_.push({priority(made), made}))) return false;
            id = made;
        }
    }

    [[nodiscard]] std::vector<place> route_to(std::uint32_t id, place to) {
        paths_->ignore_limits();
        std::vector<node> visited;
        for (; id != none; id = labels_[id].parent) visited.push_back(labels_[id].node);
        std::reverse(visited.begin(), visited.end());
        std::vector<place> cells{board_->start()};
        std::vector<bool> taken(board_->treasures().size());
        for (const node n : visited) {
            if (cells.size() > 1 || n != groups_->start())
                if (!walk(groups_->place_of(n), cells, taken)) return {};
            if (!collect(n, cells, taken)) return {};
        }
        if (!walk(to, cells, taken)) return {};
        return cells;
    }

    bool walk(place to, std::vector<place>& cells, std::vector<bool>& taken) {
        if (!paths_->run(cells.back(), no_path - 1, [to](place p) { return p == to; }))
            return false;
        append(to, cells, taken);
        return true;
    }

    /// Goes to what is nearest of a group until it has all.
    bool collect(node group, std::vector<place>& cells, std::vector<bool>& taken) {
        if (groups_->pay(group) == 0) return true;
        for (;;) {
            const auto is_wanted = [&](place p) {
                if ((*board_)[p] != 'T') return false;
                const std::size_t number = board_->treasure_number(p);
                return !taken[number] && groups_->group_of(number) == group;
            };
            if (!paths_->run(cells.back(), 1, is_wanted)) return false;
            if (paths_->found() == no_place) return true;
            append(paths_->found(), cells, taken);
        }
    }

    void append(place to, std::vector<place>& cells, std::vector<bool>& taken) const {
        const std::size_t walked = cells.size();
        paths_->append_path(to, cells);
        for (std::size_t i = walked; i < cells.size(); ++i)
            if ((*board_)[cells[i]] == 'T') taken[board_->treasure_number(cells[i])] = true;
    }

    const treasure_groups* groups_;
    const board* board_;
    loss_search* paths_;
    search_control* control_;
    taken_labels labels_;
    senda::four_ary_heap<entry, before> open_;
    std::vector<known_losses> losses_;  // by node
    std::vector<found_life> most_;
    life_aim aim_ = life_aim::most_at_end;
    life_points best_ = 0;
    life_points upper_ = 0;
    std::uint32_t best_label_ = none;
    bool is_complete_ = false;
};

}  // namespace senda::maze::detail
