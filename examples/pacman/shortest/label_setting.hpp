// SPDX-License-Identifier: MIT
// Label-setting searches for routes of the relaxation, which may eat forgotten food again.
#pragma once

#include <pacman/shortest/energy_bounds.hpp>
#include <pacman/shortest/label_store.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace senda::pacman::detail {

// What the bounds take to be eaten must be remembered.
static_assert(ng_memory::least_radius >= most_recent);

/// Finds the route with the most energy in the goal among those with exactly so many moves, by
/// extending labels layer by layer. It must be known that there is none with fewer.
class fixed_length_search {
public:
    /// The search gives up when its labels have taken so much work.
    fixed_length_search(const prepared_map& m, const ng_memory& memory, const target& wanted,
                        std::uint64_t most_work)
        : map_(&m),
          wanted_(wanted),
          bounds_(m),
          labels_(m, memory, wanted.moves, most_work),
          layer_(m.control().budget()),
          next_(m.control().budget()) {}

    /// The route; nothing if there is none, or if the search was stopped.
    [[nodiscard]] std::optional<relaxed_route> run() {
        if (!bounds_.prepare(wanted_) || !queue(layer_, labels_.add_first())) return std::nullopt;
        for (std::uint32_t moves = 0; moves < wanted_.moves && !layer_.empty(); ++moves) {
            for (const std::uint32_t id : layer_) {
                if (labels_[id].dominated) continue;
                if (!labels_.may_expand()) return std::nullopt;
                expand(id);
                if (!map_->control().running()) return std::nullopt;
            }
            std::swap(layer_, next_);
            next_.clear();
        }
        if (best_ == label_store::none) return std::nullopt;
        return labels_.route_of(best_);
    }

    [[nodiscard]] bool was_stopped() const noexcept { return labels_.was_stopped(); }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    [[nodiscard]] std::uint64_t work() const noexcept {
        return labels_.work() + bounds_.size() / 16;
    }

private:
    /// Lists a label that was made; false if there was no memory for it, or is none for the list.
    bool queue(senda::buffer<std::uint32_t>& list, std::uint32_t id) {
        return map_->control().fits(id != label_store::none && list.push(id));
    }

    void expand(std::uint32_t id) {
        const place here = labels_[id].node;
        const std::uint32_t moves = labels_[id].moves + 1;
        const auto neighbours = map_->neighbours(here);
        for (std::size_t d = 0; d < 4; ++d) {
            const place to = neighbours[d];
            if (!bounds_.is_within_limit(to)) continue;
            const std::uint32_t to_goal = (*map_)[to].to_goal;
            if (moves + to_goal > wanted_.moves) continue;
            const energy left = labels_.left_at(id, to);
            if (to == map_->map().goal()) {
                if (moves == wanted_.moves) arrive(id, to, left);
                continue;
            }
            const std::uint32_t slack = (wanted_.moves - moves - to_goal) / 2;
            if (left < 1) continue;
            const recent_moves recent = with_move(labels_[id].recent, d);
            const energy needed = bounds_(to, slack, recent, moves);
            if (needed == infinite_energy) continue;
            const std::uint32_t made =
                labels_.extend(id, to, left, static_cast<std::uint8_t>(recent),
                               [&](const label& l, std::span<const std::uint32_t> list) {
                                   return left >= needed || left + overcharge(l, list) >= needed;
                               });
            if (made != label_store::none && !queue(next_, made)) return;
        }
    }

    // What the bounds may charge for bombs that have exploded before.
    [[nodiscard]] energy overcharge(const label& l, std::span<const std::uint32_t> list) const {
        if (l.exploded == 0) return 0;
        energy sum = 0;
        for (const std::uint32_t number : list) {
            const place p = map_->place_of(number);
            if ((*map_)[p].prize > 0) continue;
            const std::uint32_t back = map_->return_distance(l.node, p) + (*map_)[p].to_goal;
            sum += bounds_.overcharge(p, (wanted_.moves - l.moves - back) / 2);
        }
        return sum;
    }

    void arrive(std::uint32_t id, place goal, energy left) {
        if (left < wanted_.left) return;
        if (best_ != label_store::none && labels_[best_].left >= left) return;
        best_ = labels_.add_last(id, goal, left);
    }

    const prepared_map* map_;
    target wanted_;
    energy_bounds bounds_;
    label_store labels_;
    senda::buffer<std::uint32_t> layer_;  // the labels with so many moves
    senda::buffer<std::uint32_t> next_;   // and with one more
    std::uint32_t best_ = label_store::none;
};

/// Best-first search for a route of any length, up to a cell from which the cheapest path to the
/// goal is survived. Labels with the least deficit come first.
class feasible_route_search {
    struct entry {
        energy surplus;  // beyond what the cheapest path to the goal takes
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.surplus != b.surplus ? a.surplus > b.surplus : a.id < b.id;
        }
    };

public:
    /// The search gives up when its labels have taken so much work.
    feasible_route_search(const prepared_map& m, const ng_memory& memory, std::uint64_t most_work)
        : map_(&m), labels_(m, memory, any_moves, most_work), open_(m.control().budget()) {}

    /// The route up to that cell; nothing if there is none, or if the search was stopped.
    [[nodiscard]] std::optional<relaxed_route> run() {
        const std::uint32_t first = labels_.add_first();
        if (first == label_store::none || !map_->control().may_expand()) return std::nullopt;
        expand(first);
        while (!open_.empty() && found_ == label_store::none && map_->control().running()) {
            const entry next = open_.pop();
            if (labels_[next.id].dominated) continue;
            if (!labels_.may_expand()) return std::nullopt;
            expand(next.id);
        }
        if (found_ == label_store::none) return std::nullopt;
        return labels_.route_of(found_);
    }

    [[nodiscard]] bool was_stopped() const noexcept { return labels_.was_stopped(); }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    [[nodiscard]] std::uint64_t work() const noexcept { return labels_.work(); }

private:
    void expand(std::uint32_t id) {
        for (const place to : map_->neighbours(labels_[id].node)) {
            const prepared_cell& cell = (*map_)[to];
            if (!cell.is_open()) continue;
            const energy left = labels_.left_at(id, to);
            if (to == map_->map().goal()) {
                found_ = labels_.add_last(id, to, left);
                return;
            }
            if (left < 1) continue;
            const std::uint32_t made =
                labels_.extend(id, to, left, 0, [](const auto&...) { return true; });
            if (made == label_store::none) continue;
            if (left >= cell.sufficient) {
                found_ = made;
                return;
            }
            map_->control().fits(open_.push({left - cell.sufficient, made}));
        }
    }

    const prepared_map* map_;
    label_store labels_;
    senda::four_ary_heap<entry, before> open_;
    std::uint32_t found_ = label_store::none;
};

}  // namespace senda::pacman::detail
