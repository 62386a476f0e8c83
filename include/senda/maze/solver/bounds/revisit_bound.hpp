// SPDX-License-Identifier: MIT
// The life needed to come back to a treasure: which treasures still matter to whom.
#pragma once

#include <senda/maze/solver/bounds/loss_life_bound.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>
#include <senda/maze/solver/distances/key_nodes.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// The least life at each station with which a walk along the ways reaches the end with at most so
/// much slack, if treasures paid at every visit.
class needs_by_slack {
public:
    /// The graph is read when the first needs are worked out.
    explicit needs_by_slack(const treasure_graph& graph)
        : graph_(&graph), needed_(graph.ground().control().budget()) {}

    /// Works out the needs for up to that slack; false if out of memory.
    [[nodiscard]] bool extend(std::uint32_t slack) {
        if (levels_ == 0) sort_stations();
        for (; levels_ <= slack; ++levels_) {
            const std::size_t first = needed_.size();
            for (station s = 0; s < row(); ++s) {
                if (needed_.push(levels_ == 0 ? endless : needed_[first - row() + s])) continue;
                graph_->ground().control().end(status::memory_limit);
                return false;
            }
            // Ways without slack lead nearer to the end, to what has its turn before.
            for (const station s : order_) needed_[first + s] = needed_from(s);
        }
        return true;
    }

    /// The least life at a station with that slack left, `endless` if there is no way. So much
    /// slack must have been worked out.
    [[nodiscard]] loss_points operator()(station s, std::uint32_t slack) const noexcept {
        return needed_[std::size_t{slack} * row() + s];
    }

    /// The stations that ways lead out of, nearest to the end first.
    [[nodiscard]] const std::vector<station>& nearest_first() const noexcept { return order_; }

private:
    [[nodiscard]] station row() const noexcept { return graph_->start() + 1; }

    void sort_stations() {
        for (station s = 0; s <= graph_->start(); ++s)
            if (!graph_->ways_from(s).empty()) order_.push_back(s);
        std::sort(order_.begin(), order_.end(), [this](station a, station b) {
            return graph_->to_end(a) != graph_->to_end(b) ? graph_->to_end(a) < graph_->to_end(b)
                                                          : a < b;
        });
    }

    [[nodiscard]] loss_points needed_from(station s) const noexcept {
        loss_points least = needed_[std::size_t{levels_} * row() + s];
        for (const way& w : graph_->ways_from(s)) {
            if (w.loss + 1 >= least) break;  // the ways are in the order of their losses
            if (w.slack > levels_) continue;
            if (w.to == graph_->end()) return w.loss + 1;
            const loss_points then = (*this)(w.to, levels_ - w.slack);
            if (then != endless) least = std::min(least, needed_before(w.loss, then));
        }
        return least;
    }

    const treasure_graph* graph_;
    std::vector<station> order_;                 // nearest to the end first
    senda::detail::buffer<loss_points> needed_;  // a row for each slack
    std::uint32_t levels_ = 0;
};

/// The life needed at a treasure to visit another one later on and then reach the end, by the slack
/// that is left, again as if every visit paid. The graph must have all ways, whatever they lose.
class revisit_needs {
public:
    /// `needs` has been worked out for up to that slack.
    revisit_needs(const treasure_graph& graph, const needs_by_slack& needs, std::uint32_t slack)
        : graph_(&graph), needs_(&needs), slack_(slack) {
        tables_.reserve(graph.treasures());
        for (station s = 0; s < graph.treasures(); ++s)
            tables_.emplace_back(graph.ground().control().budget());
    }

    /// The least life at `at` with which `treasure` may be visited, with that slack left; `endless`
    /// if there is no way, and if a limit of the control came first.
    [[nodiscard]] loss_points operator()(station treasure, station at, std::uint32_t slack) {
        if (tables_[treasure].empty() && !fill(treasure)) return endless;
        return tables_[treasure][std::size_t{slack} * graph_->treasures() + at];
    }

private:
    [[nodiscard]] bool fill(station treasure) {
        senda::detail::buffer<loss_points>& table = tables_[treasure];
        if (!table.assign_zeros((std::size_t{slack_} + 1) * graph_->treasures())) {
            graph_->ground().control().end(status::memory_limit);
            return false;
        }
        std::fill(table.begin(), table.end(), endless);
        for (std::uint32_t level = 0; level <= slack_; ++level) {
            const std::size_t row = std::size_t{level} * graph_->treasures();
            for (const station s : needs_->nearest_first()) {
                if (s == graph_->start()) continue;
                if (level > 0) table[row + s] = table[row - graph_->treasures() + s];
                table[row + s] = std::min(table[row + s], needed_from(s, treasure, level));
            }
        }
        return true;
    }

    [[nodiscard]] loss_points needed_from(station s, station treasure,
                                          std::uint32_t level) const noexcept {
        const senda::detail::buffer<loss_points>& table = tables_[treasure];
        loss_points least = endless;
        for (const way& w : graph_->ways_from(s)) {
            if (w.loss + 1 >= least) break;
            if (w.slack > level || w.to == graph_->end()) continue;
            const std::uint32_t left = level - w.slack;
            const loss_points then = w.to == treasure
                                         ? (*needs_)(treasure, left)
                                         : table[std::size_t{left} * graph_->treasures() + w.to];
            if (then != endless) least = std::min(least, needed_before(w.loss, then));
        }
        return least;
    }

    const treasure_graph* graph_;
    const needs_by_slack* needs_;
    std::uint32_t slack_;
    std::vector<senda::detail::buffer<loss_points>> tables_;  // for each treasure, once asked for
};

}  // namespace senda::maze::detail
