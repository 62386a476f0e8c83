// SPDX-License-Identifier: MIT
// Whether a runner can come to the end alive at all, however many steps it takes.
#pragma once

#include <senda/maze/solver/bounds/loss_life_bound.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>
#include <senda/maze/solver/label_setting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze::detail {

/// The search without steps: which treasures to take, in which order, so that what is left of the
/// life takes the runner to the end. It proves it when there is no such order.
class survival {
public:
    survival(terrain& ground, relaxed_memory& memory)
        : ground_(&ground), memory_(&memory), graph_(ground) {}

    /// Looks for ways for runners who never have more than `largest_life`, out of each treasure by
    /// at most `most_cells`; false if a limit came first.
    [[nodiscard]] bool prepare(life_points largest_life, std::uint64_t most_cells) {
        constexpr life_points widest = endless / 2;
        const auto most_loss = static_cast<loss_points>(std::min(largest_life, widest) - 1);
        if (!graph_.build_by_loss(most_loss, most_cells)) return false;
        needs_.emplace(graph_);
        return true;
    }

    /// Whether no way is missing, so that `find` proves it when it finds nothing.
    [[nodiscard]] bool is_complete() const noexcept { return graph_.is_complete(); }

    /// The least life with which there is any hope.
    [[nodiscard]] life_points least_hope() const noexcept { return (*needs_)(graph_.start()); }

    /// A plan for a runner with that life, up to the treasure from which the cheapest way leads to
    /// the end; nothing if there is none, or if it was stopped: by a limit, or because the control
    /// has counted `until` expansions. Then it may be asked again, and knows more.
    [[nodiscard]] std::optional<plan> find(life_points life, std::uint64_t until = no_pause) {
        const beginning from{life, {}, graph_.ways_from(graph_.start())};
        was_stopped_ = false;
        if (life > ahead(graph_.start())) return plan{};
        if (life < least_hope()) return std::nullopt;
        for (;;) {
            loss_search search(graph_, *needs_, *memory_, until);
            std::optional<plan> found = search.run(from);
            labels_ += search.labels();
            was_stopped_ = search.was_stopped();
            if (!found || comes_through(*found, life)) return found;
            refine(*memory_, *found, graph_.treasures());
        }
    }

    /// Whether `find` was stopped before it knew.
    [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }

    /// How much less life than `life` is enough for a plan that was found for it.
    [[nodiscard]] life_points spare_life(const plan& p, life_points life) const {
        std::vector<bool> taken(graph_.treasures());
        life_points least = life;
        station at = graph_.start();
        for (const leg& l : p.legs) {
            life -= l.by.loss;
            least = std::min(least, life);
            at = l.by.to;
            if (!taken[at]) life += treasure_life;
            taken[at] = true;
        }
        return std::min(least, life - ahead(at)) - 1;
    }

    /// Appends the cells of a plan after the start, up to the end; false if a limit came first.
    [[nodiscard]] bool append_cells(const plan& p, std::vector<place>& cells) {
        place at = ground_->maze().start();
        for (const leg& l : p.legs) {
            const place to = graph_.place_of(l.by.to);
            if (!ground_->append_cheapest(at, to, true, cells)) return false;
            at = to;
        }
        return ground_->append_cheapest(at, ground_->maze().end(), false, cells);
    }

    /// How many labels were made.
    [[nodiscard]] std::uint64_t labels() const noexcept { return labels_; }

private:
    [[nodiscard]] life_points ahead(station s) const noexcept {
        return (*ground_)[graph_.place_of(s)].ahead();
    }

    /// Whether a runner who is paid once by each treasure gets so far on the plan that the rest is
    /// easy; then the plan is cut off there.
    bool comes_through(plan& p, life_points life) const {
        std::vector<bool> taken(graph_.treasures());
        for (std::size_t i = 0; i < p.legs.size(); ++i) {
            const way& by = p.legs[i].by;
            life -= by.loss;
            if (life < 1) return false;
            if (!taken[by.to]) life += treasure_life;
            taken[by.to] = true;
            if (life <= ahead(by.to)) continue;
            p.legs.resize(i + 1);
            p.life = life;
            return true;
        }
        return false;
    }

    terrain* ground_;
    relaxed_memory* memory_;
    treasure_graph graph_;
    std::optional<needs_by_loss> needs_;
    std::uint64_t labels_ = 0;
    bool was_stopped_ = false;
};

}  // namespace senda::maze::detail
