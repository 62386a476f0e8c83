// SPDX-License-Identifier: MIT
// Pareto-optimal paths from one treasure to the next: more steps for less loss of life.
#pragma once

#include <maze/solver/bounds/life_bound.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// A Pareto-optimal path from one key node to another without a treasure between: none with as
/// little slack loses less.
struct arc {
    std::uint32_t to;     // a place, and later a key node
    std::uint32_t slack;  // half of the steps beyond those that bring it nearer to the end
    loss_points loss;     // what it takes, the cell it leads to included
};

/// Makes arcs to places arcs to key nodes, least loss first.
inline void to_key_arcs(const distance_table& table, std::vector<arc>& arcs) {
    for (arc& a : arcs) a.to = table.key_node_at(a.to);
    std::sort(arcs.begin(), arcs.end(), [](const arc& a, const arc& b) {
        return std::tuple(a.loss, a.slack, a.to) < std::tuple(b.loss, b.slack, b.to);
    });
}

/// What a search for paths may spend.
struct path_limits {
    std::uint32_t slack = std::numeric_limits<std::uint32_t>::max();
    /// The loss so far and the least loss that must follow are together at most this.
    loss_points loss = infinite_loss - 16;
    /// Whether paths go on from treasures as if they were zeros.
    bool through_treasures = false;
};

/// Bi-objective search by levels of slack: at each level the cells that are reached with less loss
/// than with less slack.
///
/// A step towards the end keeps the level, a step away from it leads to the next. So within a level
/// both queues (cells that the level before led to, and cells that this one led to) are in the
/// order of the distance to the end, farthest first, by themselves. A cell is improved at this
/// level only from one that is farther, hence before its turn, and for the next only from one that
/// is nearer, hence after it: one field a cell is enough.
template <bool Recorded = false>
class pareto_search {
    struct record {
        std::uint32_t slack;
        loss_points loss;
        std::uint32_t before;  // the same cell with less slack
    };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    explicit pareto_search(distance_table& table)
        : table_(&table),
          now_(table.budget()),
          wave_(table.budget()),
          next_(table.budget()),
          records_(table.budget()) {}

    /// Writes all arcs out of `from` that are worth their steps, least slack first for each place,
    /// through cells for which `keep(place, slack, loss)` says yes; false if a limit of the control
    /// came first.
    template <class Keep = keep_all>
    [[nodiscard]] bool find(place from, const path_limits& most, std::vector<arc>& arcs,
                            const Keep& keep = {}) {
        arcs.clear();
        const bool done = search(from, most, arcs, no_place, 0, keep);
        table_->reset();
        return done;
    }

    /// The path with the least slack from `from` to the key node at `to` that loses at most
    /// `enough`, and the cells after `from` on it, appended; nothing if there is none, or if a
    /// limit of the control came first.
    [[nodiscard]] std::optional<arc> find_path(place from, place to, const path_limits& most,
                                               loss_points enough, std::vector<place>& cells)
        requires Recorded
    {
        std::vector<arc> arcs;
        std::optional<arc> found;
        if (search(from, most, arcs, to, enough, keep_all{}) && (*table_)[to].loss <= enough) {
            found = arcs[(*table_)[to].mark];
            trace(from, *found, most, cells);
        }
        table_->reset();
        return found;
    }

    /// The cells after `from` of an arc that `find` has found, appended; false if a limit of the
    /// control came first.
    [[nodiscard]] bool append_path(place from, const arc& known, std::vector<place>& cells)
        requires Recorded
    {
        // What must follow is at least what must follow from its end.
        const loss_points most = known.loss + (*table_)[known.to].loss_to_end();
        return find_path(from, known.to, {known.slack, most}, known.loss, cells).has_value();
    }

    /// How far the last search came: all levels below are done.
    [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

private:
    template <class Keep>
    bool search(place from, const path_limits& most, std::vector<arc>& arcs, place target,
                loss_points enough, const Keep& keep) {
        distance_table& table = *table_;
        search_control& control = table.control();
        now_.clear();
        records_.clear();
        level_ = 0;
        if (!enter(from, 0, 0) || !now_.push(from)) return table_->out_of_memory();
        for (; !now_.empty() && level_ <= most.slack; ++level_) {
            const std::uint32_t level = level_;
            wave_.clear();
            next_.clear();
            for (std::size_t i = 0, k = 0; i != now_.size() || k != wave_.size();) {
                const place p = take(i, k);
                if (!control.may_expand()) return false;
                const loss_points here = table[p].loss;
                const std::uint32_t to_end = table[p].to_end;
                if constexpr (Recorded) records_[table[p].mark].loss = here;
                for (const place n : table.neighbours(p)) {
                    table_cell& cell = table[n];
                    const loss_points there = here + cell.entry_cost();
                    if (there >= cell.loss || there + cell.loss_to_end() > most.loss) continue;
                    const bool nearer = cell.to_end < to_end;
                    const std::uint32_t slack = nearer ? level : level + 1;
                    if (slack > most.slack || !keep(n, slack, there)) continue;
                    if (stops_at(n, most)) {
                        if (!arrive(n, slack, there, arcs)) return table_->out_of_memory();
                        continue;
                    }
                    if constexpr (Recorded) {
                        if (slack + detour(n, target) > most.slack) continue;
                    }
                    if (is_queued(cell, slack)) {
                        cell.loss = there;
                    } else if (!enter(n, slack, there) || !(nearer ? wave_ : next_).push(n)) {
                        return table_->out_of_memory();
                    }
                }
            }
            if (is_complete(target, level, enough, arcs)) break;
            std::swap(now_, next_);
        }
        return true;
    }

    /// Whether the target was reached, and nothing on this level or below can improve that.
    [[nodiscard]] bool is_complete(place target, std::uint32_t level, loss_points enough,
                                   const std::vector<arc>& arcs) const noexcept {
        if (target == no_place) return false;
        const table_cell& cell = (*table_)[target];
        return cell.loss <= enough && cell.loss != infinite_loss && arcs[cell.mark].slack <= level;
    }

    /// The next cell of either queue, the one farther from the end.
    place take(std::size_t& i, std::size_t& k) const noexcept {
        if (k == wave_.size()) return now_[i++];
        if (i == now_.size()) return wave_[k++];
        const distance_table& table = *table_;
        return table[now_[i]].to_end >= table[wave_[k]].to_end ? now_[i++] : wave_[k++];
    }

    [[nodiscard]] bool stops_at(place p, const path_limits& most) const noexcept {
        return (*table_)[p].is_key() && (!most.through_treasures || p == table_->maze().end());
    }

    [[nodiscard]] bool is_queued(const table_cell& cell, std::uint32_t slack) const noexcept {
        if (cell.loss == infinite_loss) return false;
        if constexpr (Recorded) {
            return records_[cell.mark].slack == slack;
        } else {
            return cell.mark == slack;
        }
    }

    bool enter(place p, std::uint32_t slack, loss_points loss) {
        table_cell& cell = (*table_)[p];
        [[maybe_unused]] std::uint32_t before = none;
        if (cell.loss == infinite_loss) {
            if (!table_->touch(p)) return false;
        } else {
            before = cell.mark;
        }
        cell.loss = loss;
        if constexpr (Recorded) {
            cell.mark = static_cast<std::uint32_t>(records_.size());
            return records_.size() < none && records_.push(record{slack, loss, before});
        } else {
            cell.mark = slack;
            return true;
        }
    }

    // The mark of a key node is its last arc.
    bool arrive(place p, std::uint32_t slack, loss_points loss, std::vector<arc>& arcs) {
        table_cell& cell = (*table_)[p];
        const bool fresh = cell.loss == infinite_loss;
        if (fresh && !table_->touch(p)) return false;
        cell.loss = loss;
        if (!fresh && arcs[cell.mark].slack == slack) {
            arcs[cell.mark].loss = loss;
        } else {
            cell.mark = static_cast<std::uint32_t>(arcs.size());
            arcs.push_back({p, slack, loss});
        }
        return true;
    }

    /// The least slack from a cell to the target, as if there were no walls.
    [[nodiscard]] std::uint32_t detour(place p, place target) const noexcept {
        if (target == no_place) return 0;
        const std::uint64_t through =
            std::uint64_t{manhattan_distance(table_->maze(), p, target)} + (*table_)[target].to_end;
        const std::uint64_t straight = (*table_)[p].to_end;
        return through <= straight ? 0 : static_cast<std::uint32_t>((through - straight + 1) / 2);
    }

    /// The least loss with which a cell was reached by that slack.
    [[nodiscard]] std::optional<loss_points> loss_at(place p, std::uint32_t slack) const {
        const table_cell& cell = (*table_)[p];
        if (cell.loss == infinite_loss || cell.kind() == table_cell::wall) return std::nullopt;
        for (std::uint32_t i = cell.mark; i != none; i = records_[i].before)
            if (records_[i].slack <= slack) return records_[i].loss;
        return std::nullopt;
    }

    // Backwards: the cell before has just the loss that is missing, and its record the very slack
    // that is left, for with less the path would have been found before.
    void trace(place from, const arc& found, const path_limits& most,
               std::vector<place>& cells) const {
        const distance_table& table = *table_;
        const auto begin = static_cast<std::ptrdiff_t>(cells.size());
        std::uint32_t slack = found.slack;
        loss_points loss = found.loss;
        for (place p = found.to; p != from || slack != 0 || loss != 0;) {
            cells.push_back(p);
            const loss_points before = loss - table[p].entry_cost();
            const auto leads_here = [&](place n) {
                if (n != from && stops_at(n, most)) return false;
                const std::uint32_t step = table.slack(n, p);
                return step <= slack && loss_at(n, slack - step) == before;
            };
            const auto around = table.neighbours(p);
            const place previous = *std::find_if(around.begin(), around.end(), leads_here);
            slack -= table.slack(previous, p);
            loss = before;
            p = previous;
        }
        std::reverse(cells.begin() + begin, cells.end());
    }

    distance_table* table_;
    std::uint32_t level_ = 0;
    buffer<place> now_;   // cells of this level that the one before led to
    buffer<place> wave_;  // and that this one led to
    buffer<place> next_;  // cells of the next level
    buffer<record> records_;
};

/// The arcs out of key nodes, by slack and loss.
class arc_cache {
public:
    arc_cache(distance_table& table, slack_life_bound& bound)
        : table_(&table), bound_(&bound), search_(table) {}

    /// More slack than asked for, so that asking again for a little more costs nothing.
    [[nodiscard]] static constexpr std::uint32_t with_margin(std::uint32_t slack) noexcept {
        return slack + slack / 8 + 2;
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
            known.slack = std::max(known.slack, std::min(with_margin(slack), bound_->most_slack()));
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
