// SPDX-License-Identifier: MIT
// The ways between treasures that runners may take without losing hope, looked for when needed.
#pragma once

#include <senda/maze/solver/bounds/slack_life_bound.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/key_nodes.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// The ways out of stations, by slack and loss.
///
/// Every route is a row of ways without a treasure inside. Between two of them only digits count,
/// so of two ways between the same stations one that has no more slack and loses no more can take
/// the place of the other: those that no other replaces make up an optimal route of every maze. The
/// slack of a route is the sum of the slacks of its ways.
class detour_ways : public stations {
public:
    detour_ways(terrain& ground, prospects& ahead)
        : stations(ground), ground_(&ground), ahead_(&ahead), search_(ground) {}

    /// More slack than asked for, so that asking again for a little more costs nothing.
    [[nodiscard]] static constexpr std::uint32_t with_some_more(std::uint32_t slack) noexcept {
        return slack + slack / 4 + 2;
    }

    [[nodiscard]] terrain& ground() const noexcept { return *ground_; }
    [[nodiscard]] prospects& ahead() const noexcept { return *ahead_; }

    /// The ways out of a station, least loss first, that a runner there with that life and that
    /// slack left may take. It looks for some more, so that others who come there later are served
    /// too. Nothing if a limit came first.
    [[nodiscard]] std::span<const way> from(station s, life_points life, std::uint32_t slack) {
        if (known_.empty()) known_.resize(treasures() + std::size_t{1});
        known_ways& known = known_[s];
        if (life > known.life || slack > known.slack) {
            known.slack =
                std::max(known.slack, std::min(with_some_more(slack), ahead_->levels() - 1));
            known.life = std::max(known.life, s == start() ? life : life + 4 * treasure_life);
            const std::uint64_t before = owned_bytes(known.ways);
            const bool done = look(place_of(s), known.life, known.slack, known.ways);
            if (!done || !recount(before, owned_bytes(known.ways))) {
                if (!done) ground_->control().budget().give(before);
                known = {};
                return {};
            }
        }
        return known.ways;
    }

    /// Writes the ways out of any cell, least loss first, that a runner there may take; false if a
    /// limit came first.
    [[nodiscard]] bool look(place from, life_points life, std::uint32_t slack,
                            std::vector<way>& ways) {
        const place end = ground_->maze().end();
        const auto has_hope = [&](place p, std::uint32_t spent, loss_points loss) {
            const bool pays = (*ground_)[p].is_station() && p != end;
            const life_points left = (pays ? life + treasure_life : life) - loss;
            return left >= ahead_->least(p, slack - spent);
        };
        if (!search_.find(from, {.slack = slack}, ways, has_hope)) return false;
        for (way& w : ways) w.to = at(w.to);
        std::sort(ways.begin(), ways.end(), [](const way& a, const way& b) {
            return a.loss != b.loss     ? a.loss < b.loss
                   : a.slack != b.slack ? a.slack < b.slack
                                        : a.to < b.to;
        });
        return true;
    }

private:
    /// Counts what a list takes now; false if there is no room for that.
    bool recount(std::uint64_t before, std::uint64_t now) {
        memory_budget& budget = ground_->control().budget();
        budget.give(before);
        if (budget.take(now)) return true;
        ground_->control().end(status::memory_limit);
        return false;
    }

    struct known_ways {
        life_points life = 0;  // for runners with no more life
        std::uint32_t slack = 0;
        std::vector<way> ways = {};
    };

    terrain* ground_;
    prospects* ahead_;
    way_search<> search_;
    std::vector<known_ways> known_;
};

}  // namespace senda::maze::detail
