// SPDX-License-Identifier: MIT
// Whether a runner can come to the end alive at all, however many steps it takes.
#pragma once

#include <senda/maze/solver/bounds/key_life_bounds.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>
#include <senda/maze/solver/label_setting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::maze::detail {

/// The search without steps: which treasures to take, in which order, so that what is left of the
/// life takes the runner to the end. It proves it when there is no such order.
class feasibility_search {
public:
    feasibility_search(distance_table& table, ng_sets& sets)
        : table_(&table), sets_(&sets), graph_(table) {}

    /// Finds the arcs for runners who never have more than `largest_life`, out of each treasure by
    /// at most `most_cells` expansions; false if a limit came first.
    [[nodiscard]] bool prepare(life_points largest_life, std::uint64_t most_cells) {
        constexpr life_points widest = infinite_loss / 2;
        const auto most_loss = static_cast<loss_points>(std::min(largest_life, widest) - 1);
        if (!graph_.build_by_loss(most_loss, most_cells)) return false;
        bound_.emplace(graph_);
        return true;
    }

    /// Whether no arc is missing, so that `find` proves it when it finds nothing.
    [[nodiscard]] bool is_complete() const noexcept { return graph_.is_complete(); }

    /// No runner reaches the end with less life.
    [[nodiscard]] life_points lower_bound() const noexcept { return (*bound_)(table_->start()); }

    /// A route for a runner with that life, up to the treasure from which the cheapest path leads
    /// to the end; nothing if there is none, or if it was stopped: by a limit, or because the
    /// control has counted `until` expansions. Then it may be called again, and knows more.
    [[nodiscard]] std::optional<relaxed_route> find(life_points life,
                                                    std::uint64_t until = no_pause) {
        was_stopped_ = false;
        if (life > table_->at_key(table_->start()).loss_to_end()) return relaxed_route{};
        if (life < lower_bound()) return std::nullopt;
        for (;;) {
            survival_search search(graph_, *bound_, *sets_, until);
            std::optional<relaxed_route> found =
                search.run({life, {}, graph_.arcs_from(table_->start())});
            labels_ += search.labels();
            was_stopped_ = search.was_stopped();
            if (!found || cut_where_safe(*found, life)) return found;
            refine(*sets_, *found, table_->treasures());
        }
    }

    /// Whether `find` was stopped before it knew.
    [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }

    /// How much less life than `life` is enough for a route that was found for it.
    [[nodiscard]] life_points spare_life(const relaxed_route& r, life_points life) const {
        life_points least = life;
        life_points at_end = life;
        follow(r, {life}, table_->treasures(), [&](std::size_t, life_points left, life_points now) {
            least = std::min(least, left);
            at_end = now;
            return true;
        });
        const key_node last = r.legs.empty() ? table_->start() : r.legs.back().by.to;
        return std::min(least, at_end - table_->at_key(last).loss_to_end()) - 1;
    }

    /// Appends the cells of a route after the start, up to the end; false if a limit came first.
    [[nodiscard]] bool append_cells(const relaxed_route& r, std::vector<place>& cells) {
        place at = table_->maze().start();
        for (const leg& l : r.legs) {
            const place to = table_->place_of(l.by.to);
            if (!table_->append_cheapest_path(at, to, true, cells)) return false;
            at = to;
        }
        return table_->append_cheapest_path(at, table_->maze().end(), false, cells);
    }

    [[nodiscard]] std::uint64_t labels() const noexcept { return labels_; }

private:
    /// Whether a runner who is paid once by each treasure gets so far on a route that the cheapest
    /// path leads to the end; then the route is cut off there.
    bool cut_where_safe(relaxed_route& r, life_points life) const {
        std::size_t kept = 0;
        follow(r, {life}, table_->treasures(),
               [&](std::size_t i, life_points left, life_points now) {
                   if (left >= 1 && now > table_->at_key(r.legs[i].by.to).loss_to_end())
                       kept = i + 1;
                   return left >= 1 && kept == 0;
               });
        if (kept != 0) r.legs.resize(kept);
        return kept != 0;
    }

    distance_table* table_;
    ng_sets* sets_;
    key_graph graph_;
    std::optional<loss_life_bound> bound_;
    std::uint64_t labels_ = 0;
    bool was_stopped_ = false;
};

}  // namespace senda::maze::detail
