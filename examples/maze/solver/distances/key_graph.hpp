// SPDX-License-Identifier: MIT
// A maze reduced to its key nodes (start, treasures and end) and the arcs between them.
#pragma once

#include <maze/solver/bounds/life_range.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

namespace senda::maze::detail {

/// What waits to be expanded, a key node or a label there. Arcs without slack lead nearer to the
/// end, so with the least slack and then the farthest first, nothing is expanded before all that
/// could improve or dominate it is there.
struct slack_entry {
    std::uint32_t slack, to_end, id;

    struct before {
        bool operator()(const slack_entry& a, const slack_entry& b) const noexcept {
            return std::tuple(a.slack, b.to_end, a.id) < std::tuple(b.slack, a.to_end, b.id);
        }
    };
};

/// Key nodes and the arcs between them. Every route is a sequence of arcs.
class key_graph {
    struct range {
        std::size_t first = 0;
        std::size_t count = 0;
    };

public:
    explicit key_graph(distance_table& table)
        : table_(&table), arcs_(table.budget()), reverse_arcs_(table.budget()) {}

    /// Takes in all arcs of routes with at most so much slack; false if a limit came first, or if
    /// the control has counted `until` expansions.
    [[nodiscard]] bool build_by_slack(
        std::uint32_t most_slack, std::uint64_t until = std::numeric_limits<std::uint64_t>::max()) {
        pareto_search search(*table_);
        return build([&](key_node from, std::uint32_t spent, std::vector<arc>& found) {
            return table_->control().expanded() < until &&
                   search.find(table_->place_of(from), {.slack = most_slack - spent}, found);
        });
    }

    /// Takes in the cheapest arcs of all routes within the range of life, whatever their slack
    /// (which is given as 0); out of each treasure only those that `most_cells` expansions show.
    /// Arcs to the end are left out: the table knows what they lose. False if a limit came first.
    [[nodiscard]] bool build_by_loss(const life_range& life, std::uint64_t most_cells) {
        return build([&](key_node from, std::uint32_t, std::vector<arc>& found) {
            found.clear();
            cheapest_limits most;
            if (from != table_->start()) most.most_cells = most_cells;
            const place at = table_->place_of(from);
            const loss_points most_life = life.most(at);
            const bool done = table_->find_cheapest(
                at, most,
                [&](place p, loss_points loss) {
                    if (p != table_->maze().end()) found.push_back({p, 0, loss});
                },
                [&](place p, loss_points loss) { return life.allows(p, most_life, loss); });
            table_->reset();
            is_complete_ = is_complete_ && table_->is_exhaustive();
            return done;
        });
    }

    [[nodiscard]] distance_table& table() const noexcept { return *table_; }
    [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
    [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.size(); }
    /// The arcs out of a node, least loss first.
    [[nodiscard]] std::span<const arc> arcs_from(key_node k) const noexcept {
        return {arcs_.data() + from_[k].first, from_[k].count};
    }
    /// The arcs into a node; `to` is where they come from.
    [[nodiscard]] std::span<const arc> arcs_into(key_node k) const noexcept {
        return {reverse_arcs_.data() + into_[k].first, into_[k].count};
    }

private:
    // In the order of the least slack with which nodes can be reached: `find(node, slack, arcs)`
    // may go on with what is left of it.
    template <class Find>
    bool build(const Find& find) {
        arcs_.clear();
        from_.assign(table_->treasures() + 1, {});
        is_complete_ = true;
        std::vector<arc> found;
        std::vector<std::uint32_t> least(from_.size(), std::numeric_limits<std::uint32_t>::max());
        senda::four_ary_heap<slack_entry, slack_entry::before> open(table_->budget());
        const key_node start = table_->start();
        least[start] = 0;
        if (!open.push({0, table_->at_key(start).to_end, start})) return table_->out_of_memory();
        while (!open.empty()) {
            const slack_entry next = open.pop();
            if (next.slack != least[next.id]) continue;
            if (!find(next.id, next.slack, found) || !add(next.id, found)) return false;
            for (const arc& a : found) {
                const std::uint32_t slack = next.slack + a.slack;
                if (a.to == table_->end() || slack >= least[a.to]) continue;
                least[a.to] = slack;
                if (!open.push({slack, table_->at_key(a.to).to_end, a.to}))
                    return table_->out_of_memory();
            }
        }
        return reverse();
    }

    bool add(key_node from, std::vector<arc>& found) {
        to_key_arcs(*table_, found);
        from_[from] = {arcs_.size(), found.size()};
        for (const arc& a : found)
            if (!arcs_.push(a)) return table_->out_of_memory();
        return true;
    }

    // The same arcs, sorted by where they lead.
    bool reverse() {
        into_.assign(table_->treasures() + 2, {});
        for (const arc& a : arcs_) ++into_[a.to].count;
        for (std::size_t k = 1; k < into_.size(); ++k)
            into_[k].first = into_[k - 1].first + into_[k - 1].count;
        if (!reverse_arcs_.assign_zeros(arcs_.size())) return table_->out_of_memory();
        for (range& r : into_) r.count = 0;
        for (key_node from = 0; from < from_.size(); ++from) {
            for (const arc& a : arcs_from(from)) {
                range& r = into_[a.to];
                reverse_arcs_[r.first + r.count++] = {from, a.slack, a.loss};
            }
        }
        return true;
    }

    distance_table* table_;
    std::vector<range> from_;
    std::vector<range> into_;
    buffer<arc> arcs_;
    buffer<arc> reverse_arcs_;
    bool is_complete_ = false;
};

}  // namespace senda::maze::detail
