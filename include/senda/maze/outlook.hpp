// SPDX-License-Identifier: MIT
// What a runner in any cell needs to reach the end with the slack that he has left.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/needs.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/terrain.hpp>
#include <senda/maze/treasure_graph.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// The prospects of a runner in a cell, on routes with as much slack as the optimal ones.
class outlook {
public:
    outlook() = default;
    outlook(const outlook&) = delete;
    outlook& operator=(const outlook&) = delete;
    virtual ~outlook() = default;

    /// With less life in a cell and so much slack left there is no hope; `endless` if there is no
    /// hope at all.
    [[nodiscard]] virtual loss_points least(place p, std::uint32_t slack) const = 0;
    /// With so much life in a cell and no slack left nothing can go wrong any more, whatever
    /// treasures were taken. (With slack left something always can, or a shorter route would do.)
    [[nodiscard]] virtual life_points carefree(place p) const = 0;
    /// Whether as much life as `least` is always enough.
    [[nodiscard]] virtual bool is_exact() const = 0;
};

/// On shortest routes: no cell comes twice, so treasures always pay.
class shortest_outlook final : public outlook {
public:
    /// `to_end` has the steps to the end at least of all cells that are nearer to it than the
    /// start.
    shortest_outlook(const board& b, const std::vector<std::uint32_t>& to_end,
                     search_control& control)
        : board_(&b),
          to_end_(&to_end),
          control_(&control),
          order_(control.budget()),
          lives_(control.budget()) {}

    /// Fills the tables; false if a limit came first.
    [[nodiscard]] bool prepare() {
        if (board_->bound() > most_places || !lives_.assign_zeros(board_->bound()) ||
            !order_.push(board_->start()))
            return out_of_memory();
        // All cells of shortest routes, then their needs from the end backwards.
        lives_[board_->start()] = {1, 1};
        for (std::size_t i = 0; i != order_.size(); ++i) {
            if (!control_->may_expand()) return false;
            bool room = true;
            for_each_nearer(order_[i], [&](place n) {
                if (lives_[n].least != 0) return;
                lives_[n] = {1, 1};
                room = room && order_.push(n);
            });
            if (!room) return out_of_memory();
        }
        for (std::size_t i = order_.size(); i-- != 0;) look_ahead(order_[i]);
        order_.release();
        return true;
    }

    [[nodiscard]] loss_points least(place p, std::uint32_t) const override {
        return lives_[p].least == 0 ? endless : lives_[p].least;
    }
    [[nodiscard]] life_points carefree(place p) const override { return lives_[p].most; }
    [[nodiscard]] bool is_exact() const override { return true; }

private:
    struct needed {
        loss_points least;  // on the best way, 0 in cells of no shortest route
        loss_points most;   // on the worst
    };

    bool out_of_memory() const {
        control_->end(status::memory_limit);
        return false;
    }

    template <class Visit>
    void for_each_nearer(place p, Visit&& visit) const {
        if (p == board_->end()) return;
        board_->for_each_neighbour(p, [&](place n) {
            if ((*to_end_)[n] + 1 == (*to_end_)[p]) visit(n);
        });
    }

    void look_ahead(place p) {
        if (p == board_->end()) return;
        needed found{endless, 1};
        for_each_nearer(p, [&](place n) {
            const auto before = [&](loss_points then) {
                const life_points gain = life_after((*board_)[n], 0, false);
                return static_cast<loss_points>(std::max<life_points>(1, then - gain));
            };
            found.least = std::min(found.least, before(lives_[n].least));
            found.most = std::max(found.most, before(lives_[n].most));
        });
        lives_[p] = found;
    }

    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    search_control* control_;
    buffer<place> order_;
    buffer<needed> lives_;
};

/// On routes with slack, from the needs of the treasures: the same search by levels of slack as for
/// ways, but from the end backwards, with the life that is needed in place of the loss. Treasures
/// count as if they paid at every visit, so the needs are exact only where there are none.
class detour_outlook final : public outlook {
    struct record {
        std::uint32_t slack;
        loss_points needed;
        std::uint32_t before;  // the same cell with less slack, counted from 1
    };
    struct step {
        std::uint32_t slack;
        loss_points needed;
    };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// `needs` has been worked out for up to that slack.
    detour_outlook(const treasure_graph& graph, const needs_by_slack& needs, std::uint32_t slack)
        : graph_(&graph),
          ground_(&graph.ground()),
          needs_(&needs),
          slack_(slack),
          heads_(ground_->control().budget()),
          worst_(ground_->control().budget()),
          steps_(ground_->control().budget()),
          records_(ground_->control().budget()),
          now_(ground_->control().budget()),
          wave_(ground_->control().budget()),
          next_(ground_->control().budget()) {}

    /// Fills the table; false if a limit came first.
    [[nodiscard]] bool prepare() {
        const place bound = ground_->maze().bound();
        if (!heads_.assign_zeros(bound + 1) || !worst_.assign_zeros(bound)) return out_of_memory();
        const bool done = spread() && line_up() && find_worst();
        ground_->forget();
        now_.release();
        wave_.release();
        next_.release();
        records_.release();
        return done;
    }

    [[nodiscard]] loss_points least(place p, std::uint32_t slack) const override {
        if (p == ground_->maze().end()) return 1;
        if ((*ground_)[p].is_station()) return (*needs_)(graph_->station_at(p), slack);
        const step* const first = steps_.data() + heads_[p];
        const step* const last = steps_.data() + heads_[p + 1];
        const step* const after =
            std::upper_bound(first, last, slack,
                             [](std::uint32_t wanted, const step& s) { return wanted < s.slack; });
        return after == first ? endless : after[-1].needed;
    }
    [[nodiscard]] life_points carefree(place p) const override { return worst_[p]; }
    [[nodiscard]] bool is_exact() const override { return graph_->treasures() == 0; }

private:
    bool out_of_memory() const {
        ground_->control().end(status::memory_limit);
        return false;
    }

    /// The treasures and the end whose needs fall at a level, nearest to the end first.
    void find_stations(std::uint32_t level, const std::vector<station>& by_distance,
                       std::vector<station>& falling) const {
        falling.clear();
        if (level == 0) falling.push_back(graph_->end());
        for (const station s : by_distance) {
            const loss_points needed = (*needs_)(s, level);
            if (needed != endless && (level == 0 || needed < (*needs_)(s, level - 1)))
                falling.push_back(s);
        }
    }

    bool spread() {
        std::vector<station> by_distance;
        for (station s = 0; s < graph_->treasures(); ++s)
            if (!graph_->ways_from(s).empty()) by_distance.push_back(s);
        std::sort(by_distance.begin(), by_distance.end(),
                  [&](station a, station b) { return graph_->to_end(a) < graph_->to_end(b); });
        std::vector<station> falling;
        for (std::uint32_t level = 0; level <= slack_; ++level) {
            find_stations(level, by_distance, falling);
            wave_.clear();
            next_.clear();
            std::size_t station_at = 0;
            for (std::size_t i = 0, k = 0;;) {
                const auto steps = [&](const auto& queue, std::size_t at) {
                    return at == queue.size() ? far_away : (*ground_)[queue[at]].to_end;
                };
                const std::uint32_t first = steps(now_, i);
                const std::uint32_t second = steps(wave_, k);
                const std::uint32_t third =
                    station_at == falling.size() ? far_away : graph_->to_end(falling[station_at]);
                if (first == far_away && second == far_away && third == far_away) break;
                if (!ground_->control().may_expand()) return false;
                if (third <= first && third <= second) {
                    const station s = falling[station_at++];
                    const loss_points then =
                        s == graph_->end() ? 1 : needed_before(0, (*needs_)(s, level));
                    if (!relax(graph_->place_of(s), then, level)) return out_of_memory();
                } else {
                    const place p = first <= second ? now_[i++] : wave_[k++];
                    const loss_points needed = (*ground_)[p].best;
                    records_[heads_[p] - 1].needed = needed;
                    if (!relax(p, needed + (*ground_)[p].toll(), level)) return out_of_memory();
                }
            }
            std::swap(now_, next_);
        }
        return true;
    }

    // Each cell's records side by side, least slack first; `heads_` then says where they begin.
    bool line_up() {
        if (!steps_.reserve(records_.size())) return out_of_memory();
        for (place p = 0; p + 1 < heads_.size(); ++p) {
            const auto first = static_cast<std::uint32_t>(steps_.size());
            for (std::uint32_t i = heads_[p]; i-- != 0; i = records_[i].before)
                if (!steps_.push(step{records_[i].slack, records_[i].needed}))
                    return out_of_memory();
            std::reverse(steps_.begin() + first, steps_.end());
            heads_[p] = first;
        }
        heads_[heads_.size() - 1] = static_cast<std::uint32_t>(steps_.size());
        return true;
    }

    // What the worst of the shortest ways takes, treasures as zeros: from the end outwards.
    bool find_worst() {
        now_.clear();
        worst_[ground_->maze().end()] = 1;
        if (!now_.push(ground_->maze().end())) return out_of_memory();
        for (std::size_t i = 0; i != now_.size(); ++i) {
            if (!ground_->control().may_expand()) return false;
            const place p = now_[i];
            const loss_points then = worst_[p] + (*ground_)[p].toll();
            for (const place n : ground_->around(p)) {
                const terrain_cell& cell = (*ground_)[n];
                if (cell.kind() == terrain_cell::wall || cell.to_end < (*ground_)[p].to_end)
                    continue;
                if (worst_[n] == 0 && !now_.push(n)) return out_of_memory();
                worst_[n] = std::max(worst_[n], then);
            }
        }
        return true;
    }

    // `then` is what a runner needs before he enters `p`.
    bool relax(place p, loss_points then, std::uint32_t level) {
        terrain& ground = *ground_;
        for (const place n : ground.around(p)) {
            terrain_cell& cell = ground[n];
            if (then >= cell.best || cell.is_station()) continue;
            const bool farther = cell.to_end > ground[p].to_end;
            const std::uint32_t slack = farther ? level : level + 1;
            if (slack > slack_) continue;
            const bool fresh = cell.best == endless;
            if (fresh && !ground.touch(n)) return false;
            cell.best = then;
            if (!fresh && records_[heads_[n] - 1].slack == slack) continue;
            if (records_.size() >= none - 1 ||
                !records_.push(record{slack, then, fresh ? 0 : heads_[n]}) ||
                !(farther ? wave_ : next_).push(n))
                return false;
            heads_[n] = static_cast<std::uint32_t>(records_.size());
        }
        return true;
    }

    const treasure_graph* graph_;
    terrain* ground_;
    const needs_by_slack* needs_;
    std::uint32_t slack_;
    buffer<std::uint32_t> heads_;  // the last record of each cell, counted from 1; see `line_up`
    buffer<loss_points> worst_;
    buffer<step> steps_;
    buffer<record> records_;
    buffer<place> now_;
    buffer<place> wave_;
    buffer<place> next_;
};

}  // namespace senda::maze::detail
