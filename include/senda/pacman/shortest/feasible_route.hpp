// SPDX-License-Identifier: MIT
// Whether the goal can be reached at all, however many moves it takes.
#pragma once

#include <senda/pacman/shortest/label_store.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds a way to any cell from which the cheapest way leads to the goal, whatever its length. It
/// looks first where least is missing.
class survival_search {
    struct entry {
        energy surplus;  // beyond what the cheapest way to the goal takes
        std::uint32_t id;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.surplus != b.surplus ? a.surplus > b.surplus : a.id < b.id;
        }
    };

public:
    /// The search gives up when its labels have taken so much work.
    survival_search(const ground& g, const relaxed_memory& memory, std::uint64_t most_work)
        : ground_(&g),
          most_work_(most_work),
          labels_(g, memory, any_moves),
          open_(g.control().budget()) {}

    /// A way, which ends where the rest is easy; nothing if there is none, or if the search was
    /// stopped.
    [[nodiscard]] std::optional<plan> run() {
        search_control& control = ground_->control();
        const std::uint32_t first = labels_.add_first();
        if (first == label_store::none || !control.may_expand()) return std::nullopt;
        expand(first);
        while (!open_.empty() && found_ == label_store::none && control.running()) {
            const entry next = open_.pop();
            if (labels_[next.id].beaten) continue;
            paused_ = labels_.work() >= most_work_;
            if (paused_ || !control.may_expand()) return std::nullopt;
            expand(next.id);
        }
        if (found_ == label_store::none) return std::nullopt;
        return labels_.plan_of(found_);
    }

    /// Whether it could not go on: it gave up, or a limit of the control came first.
    [[nodiscard]] bool was_stopped() const noexcept {
        return paused_ || !ground_->control().running();
    }
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }
    [[nodiscard]] std::uint64_t work() const noexcept { return labels_.work(); }

private:
    void expand(std::uint32_t id) {
        for (const place to : ground_->around(labels_[id].at)) {
            const ground_cell& cell = (*ground_)[to];
            if (!cell.is_open()) continue;
            const energy left = labels_.left_at(id, to);
            if (to == ground_->map().goal()) {
                found_ = labels_.add_last(id, to, left);
                return;
            }
            if (left < 1) continue;
            const std::uint32_t made =
                labels_.add(id, to, left, 0, [](const auto&...) { return true; });
            if (made == label_store::none) continue;
            if (left >= cell.enough) {
                found_ = made;
                return;
            }
            if (!open_.push({left - cell.enough, made}))
                ground_->control().end(status::memory_limit);
        }
    }

    const ground* ground_;
    std::uint64_t most_work_;
    bool paused_ = false;
    label_store labels_;
    senda::detail::four_ary_heap<entry, before> open_;
    std::uint32_t found_ = label_store::none;
};

/// Appends the cheapest way from a cell to the goal.
inline void append_cheapest(const ground& g, std::vector<place>& cells) {
    while (cells.back() != g.map().goal()) {
        place next = no_place;
        energy least = std::numeric_limits<energy>::max();
        for (const place n : g.around(cells.back())) {
            if (n != g.map().goal() && g[n].enough == endless) continue;
            const energy needed =
                n == g.map().goal() ? 1 : g[n].enough + g[n].toll + std::max<energy>(0, -g[n].gift);
            if (needed < least) {
                least = needed;
                next = n;
            }
        }
        cells.push_back(next);
    }
}

}  // namespace senda::pacman::detail
