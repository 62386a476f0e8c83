// SPDX-License-Identifier: MIT
// The search for routes with a given number of moves, by one who may forget what he has eaten.
#pragma once

#include <senda/pacman/shortest/label_store.hpp>
#include <senda/pacman/shortest/energy_bounds.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace senda::pacman::detail {

// Whom the needs take to have eaten a food must remember it.
static_assert(relaxed_memory::least_radius >= most_recent);

/// Finds the way with the most energy in the goal among those with just so many moves, layer by
/// layer. It must be known that there is none with fewer.
class limited_search {
public:
    /// The search gives up when its labels have taken so much work.
    limited_search(const ground& g, const relaxed_memory& memory, const target& wanted,
                   std::uint64_t most_work)
        : ground_(&g),
          wanted_(wanted),
          most_work_(most_work),
          needs_(g),
          labels_(g, memory, wanted.moves),
          layer_(g.control().budget()),
          next_(g.control().budget()) {}

    /// The way; nothing if there is none, or if the search was stopped.
    [[nodiscard]] std::optional<plan> run() {
        if (!needs_.prepare(wanted_) || !queue(layer_, labels_.add_first())) return std::nullopt;
        for (std::uint32_t moves = 0; moves < wanted_.moves && !layer_.empty(); ++moves) {
            for (const std::uint32_t id : layer_) {
                if (labels_[id].beaten) continue;
                if (labels_.work() >= most_work_) paused_ = true;
                if (paused_ || !ground_->control().may_expand()) return std::nullopt;
                expand(id);
                if (!ground_->control().running()) return std::nullopt;
            }
            std::swap(layer_, next_);
            next_.clear();
        }
        if (best_ == label_store::none) return std::nullopt;
        return labels_.plan_of(best_);
    }

    /// Whether it could not go on: it gave up, or a limit of the control came first.
    [[nodiscard]] bool was_stopped() const noexcept {
        return paused_ || !ground_->control().running();
    }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    [[nodiscard]] std::uint64_t work() const noexcept {
        return labels_.work() + needs_.size() / 16;
    }

private:
    /// Lists a label that was made; false if there was no memory for it, or is none for the list.
    bool queue(senda::detail::buffer<std::uint32_t>& list, std::uint32_t id) {
        if (id != label_store::none && list.push(id)) return true;
        ground_->control().end(status::memory_limit);
        return false;
    }

    void expand(std::uint32_t id) {
        const place here = labels_[id].at;
        const std::uint32_t moves = labels_[id].moves + 1;
        const auto around = ground_->around(here);
        for (std::size_t d = 0; d < 4; ++d) {
            const place to = around[d];
            if (!needs_.is_near(to)) continue;
            const std::uint32_t to_goal = (*ground_)[to].to_goal;
            if (moves + to_goal > wanted_.moves) continue;
            const energy left = labels_.left_at(id, to);
            if (to == ground_->map().goal()) {
                if (moves == wanted_.moves) arrive(id, to, left);
                continue;
            }
            const std::uint32_t slack = (wanted_.moves - moves - to_goal) / 2;
            if (left < 1) continue;
            const recent_moves recent = with_move(labels_[id].recent, d);
            const energy needed = needs_(to, slack, recent, moves);
            if (needed == endless) continue;
            const std::uint32_t made =
                labels_.add(id, to, left, static_cast<std::uint8_t>(recent),
                            [&](const label& l, std::span<const std::uint32_t> list) {
                                return left >= needed || left + overcharge(l, list) >= needed;
                            });
            if (made != label_store::none && !queue(next_, made)) return;
        }
    }

    // The needs may charge for bombs that have exploded before.
    [[nodiscard]] energy overcharge(const label& l, std::span<const std::uint32_t> list) const {
        if (l.exploded == 0) return 0;
        energy sum = 0;
        for (const std::uint32_t number : list) {
            const place p = ground_->place_of(number);
            if ((*ground_)[p].gift > 0) continue;
            const std::uint32_t back = ground_->return_moves(l.at, p) + (*ground_)[p].to_goal;
            sum += needs_.overcharge(p, (wanted_.moves - l.moves - back) / 2);
        }
        return sum;
    }

    void arrive(std::uint32_t id, place goal, energy left) {
        if (left < wanted_.left) return;
        if (best_ != label_store::none && labels_[best_].left >= left) return;
        best_ = labels_.add_last(id, goal, left);
    }

    const ground* ground_;
    target wanted_;
    std::uint64_t most_work_;
    bool paused_ = false;
    needs needs_;
    label_store labels_;
    senda::detail::buffer<std::uint32_t> layer_;  // the labels with so many moves
    senda::detail::buffer<std::uint32_t> next_;   // and with one more
    std::uint32_t best_ = label_store::none;
};

}  // namespace senda::pacman::detail
