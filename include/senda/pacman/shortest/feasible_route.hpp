// SPDX-License-Identifier: MIT
// Whether the goal can be reached at all, however many moves it takes.
#pragma once

#include <senda/pacman/shortest/label_store.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::pacman::detail {

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
        for (const place to : map_->neighbours(labels_[id].at)) {
            const prepared_cell& cell = (*map_)[to];
            if (!cell.is_open()) continue;
            const energy left = labels_.left_at(id, to);
            if (to == map_->map().goal()) {
                found_ = labels_.add_last(id, to, left);
                return;
            }
            if (left < 1) continue;
            const std::uint32_t made =
                labels_.add(id, to, left, 0, [](const auto&...) { return true; });
            if (made == label_store::none) continue;
            if (left >= cell.sufficient) {
                found_ = made;
                return;
            }
            if (!open_.push({left - cell.sufficient, made}))
                map_->control().end(status::memory_limit);
        }
    }

    const prepared_map* map_;
    label_store labels_;
    senda::detail::four_ary_heap<entry, before> open_;
    std::uint32_t found_ = label_store::none;
};

}  // namespace senda::pacman::detail
