// SPDX-License-Identifier: MIT
// What life a runner in a cell needs, and can have, whatever the number of steps.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/cell_labels.hpp>
#include <senda/maze/solver/bounds/near_treasures.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// For each cell the least life with which a walk leads to the end, and the most with which one
/// comes from the start, if treasures pay whenever they are not remembered. On a route they pay
/// once: no runner needs less or has more.
///
/// Decremental state-space relaxation: treasures that pay twice on the best walk are remembered in
/// a wider circle, and all begins again, as long as there is hope.
class life_range {
    static constexpr auto pay = static_cast<loss_points>(treasure_life);

public:
    explicit life_range(distance_table& table)
        : table_(&table),
          near_(table),
          labels_(table.budget()),
          needed_(table.budget()),
          most_(table.budget()) {
        for (std::size_t i = 0; i < bucket_count; ++i) buckets_.emplace_back(table.budget());
    }

    /// Computes both for runners who begin with `life`, unless that was done before; false if a
    /// limit came first. If more life is needed at the start, nobody has any elsewhere.
    [[nodiscard]] bool prepare(life_points life) {
        if (!needed_.empty()) return true;
        constexpr life_points widest = infinite_loss / 2;
        const life_points treasures = treasure_life * life_points{table_->treasures()};
        largest_ = static_cast<loss_points>(std::min(life + treasures, widest));
        const place bound = table_->maze().bound();
        if (!needed_.assign_zeros(bound) || !most_.assign_zeros(bound))
            return table_->out_of_memory();
        if (!near_.prepare() || !find_needed()) return false;
        return life < needed(table_->maze().start()) ||
               find_most(static_cast<loss_points>(std::min(life, widest)));
    }

    /// The least life with which a runner who stands in a cell may reach the end; `infinite_loss`
    /// if none does.
    [[nodiscard]] loss_points needed(place p) const noexcept {
        return needed_[p] == 0 ? infinite_loss : needed_[p];
    }
    /// The most life that a runner may have in a cell, if it may be enough there; 0 if not.
    [[nodiscard]] loss_points most(place p) const noexcept { return most_[p]; }

    /// Whether a runner who had `life` and lost `loss` on the way to a cell may still reach the
    /// end.
    [[nodiscard]] bool allows(place p, life_points life, loss_points loss) const noexcept {
        return loss < life &&
               life - loss + ((*table_)[p].is_key() ? treasure_life : 0) >= needed(p);
    }

    /// Calls `reach(label, before)` with what is needed a step before, in each cell around.
    template <class Reach>
    void step_back(const cell_label& here, const Reach& reach) const {
        const auto reach_all = [&](loss_points entering, std::uint64_t memory, bool pays) {
            for (const place n : table_->neighbours(here.at))
                if ((*table_)[n].kind() != table_cell::wall && n != table_->maze().end())
                    reach(here, {entering, 0, memory & near_.at(n), 0, n, pays});
        };
        if (!is_treasure(here.at))
            return reach_all(here.key + (*table_)[here.at].entry_cost(), here.memory, false);
        const std::uint64_t bit = near_.bit(table_->key_node_at(here.at));
        const bool pays = (here.memory & bit) == 0;
        // If it does not pay all of 5, it may be better to have been paid before.
        if (!pays || here.key <= pay) reach_all(here.key, here.memory, false);
        if (pays) reach_all(here.key > pay ? here.key - pay : 1, here.memory | bit, true);
    }

    /// A route for a runner who has just what is needed at the start; empty if none was found.
    [[nodiscard]] const std::vector<place>& route() const noexcept { return route_; }

private:
    struct entry {
        loss_points key;
        std::uint32_t id;
    };
    enum class end { complete, too_long, limit };

    // Labels are of those who stand in a cell; the key is what they need.
    bool find_needed() {
        const auto step = [this](const cell_label& here, auto reach) {
            step_back(here, [&](const cell_label&, const cell_label& to) {
                if (to.key <= largest_) reach(to);
            });
        };
        const place goal = table_->maze().end();
        for (;;) {
            std::uint32_t last = cell_labels::none;
            const end how = spread(goal, 1, step, last);
            if (how == end::limit) return false;
            if (how == end::complete) {
                last = labels_.best(table_->maze().start());
                note(needed_, [](loss_points key) { return key; });
                if (last == cell_labels::none || is_route(last)) break;
            }
            if (!refine(last, how)) {
                if (how == end::too_long) fill(needed_, 1);
                break;
            }
        }
        return true;
    }

    // The key is what they have less than the largest life.
    bool find_most(loss_points life) {
        forward_ = true;
        const place goal = table_->maze().end();
        const auto step = [&](const cell_label& here, auto reach) {
            if (here.at == goal) return;
            const loss_points left = largest_ - here.key;
            for (const place n : table_->neighbours(here.at)) {
                const table_cell& cell = (*table_)[n];
                if (cell.kind() == table_cell::wall || left <= cell.entry_cost()) continue;
                loss_points there = left - cell.entry_cost();
                std::uint64_t memory = here.memory;
                bool pays = false;
                if (is_treasure(n)) {
                    const std::uint64_t bit = near_.bit(table_->key_node_at(n));
                    pays = (memory & bit) == 0;
                    if (pays) there = std::min(there + pay, largest_);
                    memory |= bit;
                }
                if (there >= needed(n))
                    reach({largest_ - there, 0, memory & near_.at(n), 0, n, pays});
            }
        };
        for (;;) {
            std::uint32_t last = cell_labels::none;
            const end how = spread(table_->maze().start(), largest_ - life, step, last);
            if (how == end::limit) return false;
            if (how == end::complete) {
                note(most_, [&](loss_points key) { return largest_ - key; });
                last = labels_.best(goal);
            }
            if (last == cell_labels::none || !refine(last, how)) {
                if (how == end::too_long) fill(most_, largest_);
                break;
            }
        }
        return true;
    }

    [[nodiscard]] bool is_treasure(place p) const noexcept { return table_->maze()[p] == 'T'; }

    // Label correcting with a bucket queue; only pay lessens a key, and what it leads to waits with
    // what is being looked at. Where cycles gain beyond what is remembered, that takes too long.
    template <class Step>
    end spread(place from, loss_points first, const Step& step, std::uint32_t& last) {
        for (auto& bucket : buckets_) bucket.clear();
        if (!labels_.clear(table_->maze().bound())) return out_of_memory();
        loss_points now = first;
        std::uint64_t queued = 0;
        bool has_room = true;
        const auto queue = [&](std::uint32_t id) {
            if (id == cell_labels::none) return;
            ++queued;
            const loss_points key = labels_[id].key;
            has_room = has_room && buckets_[std::max(key, now) % bucket_count].push(entry{key, id});
        };
        const auto reach = [&](cell_label to) {
            to.parent = last;
            queue(labels_.add(to));
        };
        queue(labels_.add({first, 0, 0, cell_labels::none, from, false}));
        std::uint64_t visits = 20'000 + std::uint64_t{8} * table_->maze().bound();
        for (; queued != 0; ++now) {
            buffer<entry>& bucket = buckets_[now % bucket_count];
            while (!bucket.empty()) {
                const entry next = bucket.pop();
                --queued;
                if (labels_[next.id].key != next.key) continue;
                last = next.id;
                if (visits-- == 0) return end::too_long;
                if (!table_->control().may_expand()) return end::limit;
                step(cell_label{labels_[next.id]}, reach);
                if (!has_room || labels_.is_full()) return out_of_memory();
            }
        }
        return end::complete;
    }

    end out_of_memory() const {
        table_->out_of_memory();
        return end::limit;
    }

    /// Keeps the best of each cell.
    template <class Value>
    void note(buffer<loss_points>& result, const Value& value) {
        for (place p = 0; p < result.size(); ++p) {
            const std::uint32_t id = labels_.best(p);
            result[p] = id == cell_labels::none ? 0 : value(labels_[id].key);
        }
    }

    /// What is true of every cell.
    void fill(buffer<loss_points>& result, loss_points value) {
        for (place p = 0; p < result.size(); ++p)
            result[p] = (*table_)[p].kind() == table_cell::wall ? 0 : value;
    }

    /// Whether the walk of a label at the start is a route.
    bool is_route(std::uint32_t id) {
        std::vector<bool> taken(table_->treasures());
        life_points life = labels_[id].key;
        route_.clear();
        for (; id != cell_labels::none && life >= 1; id = labels_[id].parent) {
            const place p = labels_[id].at;
            if (is_treasure(p)) {
                const key_node k = table_->key_node_at(p);
                life = life_after('T', life, taken[k]);
                taken[k] = true;
            } else if (!route_.empty()) {
                life -= (*table_)[p].entry_cost();
            }
            route_.push_back(p);
        }
        if (life < 1) route_.clear();
        return life >= 1;
    }

    /// Remembers treasures that pay twice on a walk in a wider circle; false if there are none, or
    /// if it was tried too often.
    bool refine(std::uint32_t id, end how) {
        rounds_ += how == end::complete ? 1 : 20;
        if (rounds_ > most_rounds) return false;
        std::vector<std::uint8_t> paid(table_->treasures());
        bool widened = false;
        for (; labels_[id].parent != cell_labels::none; id = labels_[id].parent) {
            if (!labels_[id].paid) continue;
            // Backwards the pay is for leaving the cell before, forwards for entering this one.
            const place p = labels_[forward_ ? id : labels_[id].parent].at;
            const key_node k = table_->key_node_at(p);
            if (++paid[k] == 2 && near_.widen(k)) widened = true;
            if (paid[k] > 2) paid[k] = 2;
        }
        return widened;
    }

    static constexpr std::size_t bucket_count = 16;  // more than the loss of any step
    static constexpr int most_rounds = 60;

    distance_table* table_;
    near_treasures near_;
    cell_labels labels_;
    loss_points largest_ = 0;
    int rounds_ = 0;
    bool forward_ = false;
    std::vector<buffer<entry>> buckets_;
    buffer<loss_points> needed_;
    buffer<loss_points> most_;
    std::vector<place> route_;
};

}  // namespace senda::maze::detail
