// SPDX-License-Identifier: MIT
// Labels of runners at key nodes: their life, the treasures that they remember, and dominance.
#pragma once

#include <maze/solver/bounds/gain_bound.hpp>
#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <senda/maze/rules.hpp>
#include <senda/resources/ng_sets.hpp>
#include <senda/resources/prize_labels.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::maze::detail {

using senda::ng_sets;

/// A runner who has just come to a key node.
struct label {
    life_points life;
    key_node node;
    std::uint32_t slack;
    std::uint32_t parent;
    loss_points loss;  // of the arc here
    bool paid;         // whether the treasure here paid
    bool dominated;
};

/// When a runner at a key node is as well off as another, whatever both do.
struct runner_rules {
    using label = detail::label;
    using word = std::uint64_t;
    using set = std::span<const word>;
    struct glance {
        life_points life;
        std::uint64_t memory;  // the first word of it
    };

    [[nodiscard]] static dominance_key key(const label& l, set memory) noexcept {
        int remembered = 0;
        for (const word w : memory) remembered += std::popcount(w);
        return {l.life, l.life - treasure_life * remembered, l.slack};
    }
    [[nodiscard]] static glance summary(const label& l, set memory) noexcept {
        return {l.life, memory[0]};
    }

    /// False only if the life does not pay for these treasures. Without a branch, and without
    /// counting them all.
    [[nodiscard]] static bool may_dominate(const glance& a, const glance& b) noexcept {
        const life_points life = a.life - b.life;
        const std::uint64_t treasures = a.memory & ~b.memory;
        const std::uint64_t but_one = treasures & (treasures - 1);
        const std::uint64_t but_two = but_one & (but_one - 1);
        const std::uint64_t unpaid = life < treasure_life       ? treasures
                                     : life < 2 * treasure_life ? but_one
                                                                : but_two;
        return (unpaid == 0) | (life >= 3 * treasure_life);
    }

    // With no more slack, `a` dominates `b` if it has as much life even if every treasure that only
    // `a` remembers paid `b` once more: `a` can follow `b` and always has as much life.
    [[nodiscard]] static bool dominates(const label& a, set memory_a, const label& b,
                                        set memory_b) noexcept {
        life_points more = a.life - b.life;
        if (more < 0 || a.slack > b.slack) return false;
        for (std::size_t i = 0; i < memory_a.size(); ++i)
            for (std::uint64_t left = memory_a[i] & ~memory_b[i]; left != 0; left &= left - 1) {
                more -= treasure_life;
                if (more < 0) return false;
            }
        return true;
    }
};

/// The labels of a search, and at each key node those that none dominates.
class label_store : private runner_rules, public prize_labels<runner_rules> {
public:
    using label = detail::label;

    /// `revisits`  if not null, tells which treasures can matter again to a label.
    label_store(const distance_table& table, const ng_sets& sets, const gain_bound& gains,
                revisit_bound* revisits = nullptr)
        : prize_labels(*this, table.treasures() + std::size_t{1}, table.control()),
          table_(&table),
          sets_(&sets),
          gains_(&gains),
          revisits_(revisits),
          gone_(table.treasures()) {}

    /// Whether the treasure `to` pays a label that is extended to it.
    [[nodiscard]] bool pays(std::uint32_t from, key_node to) const noexcept {
        if (gone_[to]) return false;
        const key_node at = (*this)[from].node;
        if (at >= table_->treasures() || !sets_->contains(at, to)) return true;
        const std::uint32_t bit = sets_->bit(to);
        return (set_of(from)[bit / 64] >> (bit % 64) & 1) == 0;
    }

    /// The first label; `none` if out of memory. The treasures `taken` are gone for all labels, and
    /// need not be remembered.
    std::uint32_t add_first(key_node at, life_points life, std::span<const key_node> taken) {
        for (const key_node k : taken) {
            gone_[k] = true;
            gone_gain_ += gains_->gain(k);
        }
        next_set().assign(sets_->words(), 0);
        return keep({life, at, 0, none, 0, false, false});
    }

    /// The label extended by `a` to have `life`; `none` if it is dominated, if it cannot have
    /// `least_at_end` at the end, or if out of memory. `slack_left` is what it may spend yet.
    std::uint32_t extend(std::uint32_t from, const arc& a, life_points life, bool paid,
                         std::uint32_t slack_left = 0, life_points least_at_end = 1) {
        const label made{life, a.to, (*this)[from].slack + a.slack, from, a.loss, paid, false};
        ++extended_;
        const life_points gained = remember(made, slack_left);
        if (gains_->life_at_end(life, gained) < least_at_end) return none;
        return add(made);
    }

    /// The label extended by `a` to the end.
    std::uint32_t add_last(std::uint32_t from, const arc& a, life_points life) {
        next_set().assign(sets_->words(), 0);
        return keep({life, a.to, (*this)[from].slack + a.slack, from, a.loss, false, false});
    }

    /// How many labels were to be made.
    [[nodiscard]] std::uint64_t extended() const noexcept { return extended_; }

private:
    /// What the label being made remembers: of what its parent does, the treasures in the set here
    /// that it can visit again, and this one. Gives what these and those that are gone could have
    /// added.
    life_points remember(const label& made, std::uint32_t slack_left) noexcept {
        life_points gained = gone_gain_;
        sets_->carry(set_of(made.parent), (*this)[made.parent].node, made.node, next_set(),
                     [&](key_node treasure) {
                         if (revisits_ != nullptr &&
                             made.life < (*revisits_)(treasure, made.node, slack_left))
                             return false;
                         gained += gains_->gain(treasure);
                         return true;
                     });
        if (gone_[made.node]) return gained;
        const std::uint64_t here = std::uint64_t{1} << sets_->bit(made.node) % 64;
        std::uint64_t& word = next_set()[sets_->bit(made.node) / 64];
        if ((word & here) == 0) gained += gains_->gain(made.node);
        word |= here;
        return gained;
    }

    const distance_table* table_;
    const ng_sets* sets_;
    const gain_bound* gains_;
    revisit_bound* revisits_;
    std::uint64_t extended_ = 0;
    std::vector<bool> gone_;
    life_points gone_gain_ = 0;
};

}  // namespace senda::maze::detail
