// SPDX-License-Identifier: MIT
// The arcs out of key nodes that runners may take and still reach the end, found when needed.
#pragma once

#include <senda/maze/solver/bounds/life_bound.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// The arcs out of key nodes, by slack and loss.
class arc_cache {
public:
    arc_cache(distance_table& table, slack_life_bound& bound)
        : table_(&table), bound_(&bound), search_(table) {}

    /// More slack than asked for, so that asking again for a little more costs nothing.
    [[nodiscard]] static constexpr std::uint32_t with_margin(std::uint32_t slack) noexcept {
        return slack + slack / 4 + 2;
    }

    [[nodiscard]] distance_table& table() const noexcept { return *table_; }
    [[nodiscard]] slack_life_bound& bound() const noexcept { return *bound_; }

    /// The arcs out of a key node, least loss first, that a runner there with that life and that
    /// slack left may take. It looks for some more, to serve those who come there later. Nothing if
    /// a limit came first.
    [[nodiscard]] std::span<const arc> from(key_node k, life_points life, std::uint32_t slack) {
        if (known_.empty()) known_.resize(table_->treasures() + std::size_t{1});
        known_arcs& known = known_[k];
        if (life > known.life || slack > known.slack) {
            known.slack = std::max(known.slack, std::min(with_margin(slack), bound_->levels() - 1));
            known.life =
                std::max(known.life, k == table_->start() ? life : life + 4 * treasure_life);
            const std::uint64_t before = owned_bytes(known.arcs);
            const bool done = find(table_->place_of(k), known.life, known.slack, known.arcs);
            table_->budget().give(before);
            if (!done || !table_->budget().take(owned_bytes(known.arcs))) {
                table_->out_of_memory();  // unless another limit came first
                known = {};
            }
        }
        return known.arcs;
    }

    /// Writes the arcs out of any cell, least loss first, that a runner there may take; false if a
    /// limit came first.
    [[nodiscard]] bool find(place from, life_points life, std::uint32_t slack,
                            std::vector<arc>& arcs) {
        const auto is_promising = [&](place p, std::uint32_t spent, loss_points loss) {
            const bool pays = (*table_)[p].is_key() && p != table_->maze().end();
            const life_points left = (pays ? life + treasure_life : life) - loss;
            return left >= bound_->least(p, slack - spent);
        };
        if (!search_.find(from, {.slack = slack}, arcs, is_promising)) return false;
        to_key_arcs(*table_, arcs);
        return true;
    }

private:
    struct known_arcs {
        life_points life = 0;  // for runners with no more life
        std::uint32_t slack = 0;
        std::vector<arc> arcs = {};
    };

    distance_table* table_;
    slack_life_bound* bound_;
    pareto_search<> search_;
    std::vector<known_arcs> known_;
};

}  // namespace senda::maze::detail
