// SPDX-License-Identifier: MIT
// A maze boiled down to its treasures: the start, the treasures and the end, and ways between them.
#pragma once

#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/key_nodes.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// Stations and the ways between them that have no treasure inside. Every route is a row of such
/// ways.
class treasure_graph : public stations {
    struct range {
        std::size_t first = 0;
        std::size_t count = 0;
    };

public:
    explicit treasure_graph(terrain& ground)
        : stations(ground),
          ground_(&ground),
          from_(treasures() + 1),
          into_(treasures() + 2),
          ways_(ground.control().budget()),
          ways_back_(ground.control().budget()) {}

    /// Takes in all ways on which at most so much slack is spent; false if a limit came first.
    [[nodiscard]] bool build_by_slack(std::uint32_t most_slack) {
        if (!clear()) return false;
        way_search search(*ground_);
        std::vector<way> found;
        struct entry {
            std::uint32_t slack, to_end;
            station where;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept {
                return a.slack != b.slack     ? a.slack < b.slack
                       : a.to_end != b.to_end ? a.to_end > b.to_end
                                              : a.where < b.where;
            }
        };
        // In the order of the least slack with which stations can be reached: what is left of
        // `most_slack` limits the ways out of them.
        senda::detail::four_ary_heap<entry, before> open(ground_->control().budget());
        std::vector<bool> seen(treasures() + 1);
        if (!open.push({0, to_end(start()), start()})) return out_of_memory();
        while (!open.empty()) {
            const entry next = open.pop();
            if (seen[next.where]) continue;
            seen[next.where] = true;
            const way_limits most{.slack = most_slack - next.slack};
            if (!search.find(place_of(next.where), most, found) || !add(next.where, found))
                return false;
            for (const way& w : ways_from(next.where)) {
                if (w.to == end() || seen[w.to]) continue;
                if (!open.push({next.slack + w.slack, to_end(w.to), w.to})) return out_of_memory();
            }
        }
        is_complete_ = true;
        return turn_round();
    }

    /// Takes in the cheapest ways of all routes with at most so much loss, whatever their slack
    /// (which is given as 0); out of each treasure only those that a look at `most_cells` shows.
    /// Ways to the end are left out: `terrain` knows what they lose. False if a limit came first.
    [[nodiscard]] bool build_by_loss(loss_points most_loss, std::uint64_t most_cells) {
        if (!clear()) return false;
        is_complete_ = true;
        std::vector<way> found;
        std::vector<station> queue{start()};
        std::vector<bool> seen(treasures() + 1);
        seen[start()] = true;
        for (std::size_t i = 0; i != queue.size(); ++i) {
            found.clear();
            cheapest_ways how{.most_loss = loss_left(most_loss, queue[i])};
            if (queue[i] != start()) how.most_cells = most_cells;
            const bool done =
                ground_->search_cheapest(place_of(queue[i]), how, [&](place p, loss_points loss) {
                    if (p != ground_->maze().end()) found.push_back({p, 0, loss});
                });
            ground_->forget();
            if (!done || !add(queue[i], found)) return false;
            if (!ground_->saw_all()) is_complete_ = false;
            for (const way& w : ways_from(queue[i])) {
                if (!seen[w.to]) queue.push_back(w.to);
                seen[w.to] = true;
            }
        }
        return turn_round();
    }

    [[nodiscard]] terrain& ground() const noexcept { return *ground_; }
    /// Whether no way is missing.
    [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
    [[nodiscard]] std::size_t way_count() const noexcept { return ways_.size(); }
    /// The ways out of a station, least loss first.
    [[nodiscard]] std::span<const way> ways_from(station s) const noexcept {
        return {ways_.data() + from_[s].first, from_[s].count};
    }
    /// The ways into a station; `to` is where they come from.
    [[nodiscard]] std::span<const way> ways_into(station s) const noexcept {
        return {ways_back_.data() + into_[s].first, into_[s].count};
    }

private:
    bool clear() {
        ways_.clear();
        ways_back_.clear();
        std::fill(from_.begin(), from_.end(), range{});
        std::fill(into_.begin(), into_.end(), range{});
        is_complete_ = false;
        return !behind_.empty() || look_back();
    }

    // The least loss from the start to each treasure, whatever is on the way.
    bool look_back() {
        behind_.assign(treasures() + 1, endless);
        behind_[start()] = 0;
        const bool done = ground_->search_cheapest(place_of(start()), {.stop_at_treasures = false},
                                                   [&](place p, loss_points loss) {
                                                       if (p != ground_->maze().end())
                                                           behind_[at(p)] = loss;
                                                   });
        ground_->forget();
        return done;
    }

    /// What a route that loses at most `most_loss` may lose after a station.
    [[nodiscard]] loss_points loss_left(loss_points most_loss, station s) const noexcept {
        return most_loss - std::min(behind_[s], most_loss);
    }

    bool out_of_memory() const {
        ground_->control().end(status::memory_limit);
        return false;
    }

    bool add(station from, std::vector<way>& found) {
        for (way& w : found) w.to = at(w.to);
        std::sort(found.begin(), found.end(), [](const way& a, const way& b) {
            return a.loss != b.loss     ? a.loss < b.loss
                   : a.slack != b.slack ? a.slack < b.slack
                                        : a.to < b.to;
        });
        from_[from] = {ways_.size(), found.size()};
        for (const way& w : found)
            if (!ways_.push(w)) return out_of_memory();
        return true;
    }

    // The same ways, sorted by where they lead.
    bool turn_round() {
        for (const way& w : ways_) ++into_[w.to].count;
        for (std::size_t s = 1; s < into_.size(); ++s)
            into_[s].first = into_[s - 1].first + into_[s - 1].count;
        if (!ways_back_.assign_zeros(ways_.size())) return out_of_memory();
        for (range& r : into_) r.count = 0;
        for (station from = 0; from < from_.size(); ++from) {
            for (const way& w : ways_from(from)) {
                range& r = into_[w.to];
                ways_back_[r.first + r.count++] = {from, w.slack, w.loss};
            }
        }
        return true;
    }

    terrain* ground_;
    std::vector<range> from_;
    std::vector<range> into_;
    std::vector<loss_points> behind_;
    senda::detail::buffer<way> ways_;
    senda::detail::buffer<way> ways_back_;
    bool is_complete_ = false;
};

}  // namespace senda::maze::detail
