// SPDX-License-Identifier: MIT
// Which treasures are remembered in which cells: those that it may pay to come back to.
#pragma once

#include <maze/solver/distances/distance_table.hpp>
#include <senda/maze/rules.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace senda::maze::detail {

/// For each cell the treasures near it, as bits: an ng-route relaxation on cells. Treasures whose
/// surroundings touch have different bits, so that `memory & at(next)` is what is still remembered
/// a step on.
class near_treasures {
public:
    explicit near_treasures(distance_table& table)
        : table_(&table),
          at_(table.budget()),
          bits_(table.treasures()),
          cells_each_(16 * std::uint64_t{table.maze().bound()} /
                      std::max<std::uint64_t>(table.treasures(), 1)) {}

    /// Finds what is near; false if a limit came first.
    [[nodiscard]] bool prepare() {
        if (!at_.assign_zeros(table_->maze().bound())) return table_->out_of_memory();
        if (!choose_radius()) return false;
        for (key_node k = 0; k < table_->treasures(); ++k)
            if (!surround(k)) return false;
        return true;
    }

    /// Finds what is near by steps, if a treasure is worth so many of them; false if a limit came
    /// first.
    [[nodiscard]] bool prepare_by_steps(std::uint32_t worth) {
        if (!at_.assign_zeros(table_->maze().bound())) return table_->out_of_memory();
        std::vector<std::uint32_t> sizes;
        const bool done = find_clusters(sizes, [&](key_node k) { return find_near(k, worth); });
        if (!done) return false;
        for (key_node k = 0; k < table_->treasures(); ++k) {
            for (std::uint32_t most = worth * std::min(sizes[k], 8U) / 2 + 1;; most /= 2) {
                if (!find_near(k, most)) return false;
                bits_[k] = free_bit();
                if (bits_[k] != 0 || most == 0) break;
            }
            for (const place p : cells_) at_[p] |= bits_[k];
        }
        return true;
    }

    /// Remembers a treasure in a wider circle; false if that is not possible, or if a limit came
    /// first.
    [[nodiscard]] bool widen(key_node treasure) {
        if (radius_[treasure] >= widest) return false;
        const loss_points before = radius_[treasure];
        if (!find_surroundings(treasure, before)) return false;
        for (const place p : cells_) at_[p] &= ~bits_[treasure];
        radius_[treasure] += before / 2 + 5;
        return surround(treasure) && radius_[treasure] > before;
    }

    /// The bits of the treasures that are remembered in a cell.
    [[nodiscard]] std::uint64_t at(place p) const noexcept { return at_[p]; }
    /// The bit of a treasure; 0 if there was none left for it, and it is not remembered at all.
    [[nodiscard]] std::uint64_t bit(key_node treasure) const noexcept { return bits_[treasure]; }

private:
    // Around each treasure; fewer where they are so many that it would be much in all.
    static constexpr std::uint64_t most_cells = 1000;
    static constexpr std::uint64_t most_near = 100'000;
    static constexpr loss_points widest = 200;

    /// The cells from which the treasure can be reached by losing at most so much.
    bool find_surroundings(key_node treasure, loss_points most) {
        const bool done = table_->find_cheapest<true>(
            table_->place_of(treasure),
            {.stop_at_treasures = false, .most_cells = std::min(most_cells, cells_each_)},
            [](place, loss_points) {}, [=](place, loss_points loss) { return loss <= most; });
        cells_.assign(table_->touched().begin(), table_->touched().end());
        table_->reset();
        return done;
    }

    /// The cells so many steps around a treasure.
    bool find_near(key_node treasure, std::uint32_t most_steps) {
        const std::uint64_t most = std::min(most_near, 4 * cells_each_);
        cells_.assign(1, table_->place_of(treasure));
        (*table_)[cells_[0]].loss = 0;
        if (!table_->touch(cells_[0])) return false;
        for (std::size_t i = 0; i < std::min<std::uint64_t>(cells_.size(), most); ++i) {
            const loss_points steps = (*table_)[cells_[i]].loss + 1;
            if (steps > most_steps) break;
            if (!table_->control().may_expand()) return false;
            for (const place n : table_->neighbours(cells_[i])) {
                if ((*table_)[n].loss <= steps) continue;
                (*table_)[n].loss = steps;
                if (!table_->touch(n)) return false;
                cells_.push_back(n);
            }
        }
        table_->reset();
        return true;
    }

    // Coming back to one treasure pays 5, to a cluster of them more: it is remembered as far as
    // that might be worth it, within reason.
    bool choose_radius() {
        constexpr auto pay = static_cast<loss_points>(treasure_life);
        std::vector<std::uint32_t> sizes;
        if (!find_clusters(sizes, [&](key_node k) { return find_surroundings(k, pay); }))
            return false;
        for (const std::uint32_t size : sizes)
            radius_.push_back(std::min(4 * pay, pay * (size + 2) / 2));
        return true;
    }

    /// How many treasures are in the cluster of each: those that `find` puts into its cells, and
    /// theirs.
    template <class Find>
    bool find_clusters(std::vector<std::uint32_t>& sizes, const Find& find) {
        std::vector<key_node> cluster(table_->treasures());
        std::iota(cluster.begin(), cluster.end(), key_node{0});
        const auto root = [&](key_node k) {
            while (cluster[k] != k) k = cluster[k] = cluster[cluster[k]];
            return k;
        };
        for (key_node k = 0; k < table_->treasures(); ++k) {
            if (!find(k)) return false;
            for (const place p : cells_)
                if (table_->maze()[p] == 'T') cluster[root(table_->key_node_at(p))] = root(k);
        }
        std::vector<std::uint32_t> size(table_->treasures());
        for (key_node k = 0; k < table_->treasures(); ++k) ++size[root(k)];
        for (key_node k = 0; k < table_->treasures(); ++k) sizes.push_back(size[root(k)]);
        return true;
    }

    /// Remembers a treasure around it, as far as its radius or as there is a bit for it.
    bool surround(key_node treasure) {
        for (;; radius_[treasure] /= 2) {
            if (!find_surroundings(treasure, radius_[treasure])) return false;
            bits_[treasure] = free_bit();
            if (bits_[treasure] != 0 || radius_[treasure] == 0) break;
        }
        for (const place p : cells_) at_[p] |= bits_[treasure];
        return true;
    }

    /// A bit that no treasure has in the cells found or next to them; 0 if there is none.
    [[nodiscard]] std::uint64_t free_bit() const noexcept {
        std::uint64_t used = 0;
        for (const place p : cells_) {
            used |= at_[p];
            for (const place n : table_->neighbours(p)) used |= at_[n];
        }
        return ~used & (used + 1);
    }

    distance_table* table_;
    buffer<std::uint64_t> at_;
    std::vector<std::uint64_t> bits_;
    std::vector<loss_points> radius_;
    std::uint64_t cells_each_;  // the share of a treasure if all look around
    std::vector<place> cells_;  // what was found last
};

}  // namespace senda::maze::detail
