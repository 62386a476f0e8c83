// SPDX-License-Identifier: MIT
// Labels of runners at key nodes: their life, the treasures that they remember, and dominance.
#pragma once

#include <maze/solver/bounds/gain_bound.hpp>
#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <maze/solver/dominance_key.hpp>
#include <maze/solver/ng_sets.hpp>
#include <senda/maze/rules.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// A runner who has just come to a key node.
struct label {
    life_points life;
    key_node at;
    std::uint32_t slack;
    std::uint32_t parent;
    loss_points loss;  // of the arc here
    bool paid;         // whether the treasure here paid
    bool dominated;
};

/// The labels of a search, and at each key node those that none dominates.
class label_store {
    struct entry {
        life_points life;
        std::uint64_t memory;  // the first word of it
        std::uint32_t id;
    };
    /// The labels at a key node that none dominates.
    struct labels_here {
        explicit labels_here(memory_budget& budget) : keys(budget), labels(budget) {}

        buffer<dominance_key> keys;
        buffer<entry> labels;
    };

public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// `revisits`  if not null, tells which treasures can matter again to a label.
    label_store(const distance_table& table, const ng_sets& sets, const gain_bound& gains,
                revisit_bound* revisits = nullptr)
        : table_(&table),
          sets_(&sets),
          gains_(&gains),
          revisits_(revisits),
          words_(sets.words()),
          labels_(table.budget()),
          memory_(table.budget()),
          gone_(table.treasures()),
          made_(words_) {
        for (key_node k = 0; k < table.treasures(); ++k) at_.emplace_back(table.budget());
    }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    /// How many labels were to be added, dominated or not.
    [[nodiscard]] std::uint64_t tried() const noexcept { return tried_; }

    /// Whether the treasure `to` pays a label that is extended to it.
    [[nodiscard]] bool pays(std::uint32_t from, key_node to) const noexcept {
        if (gone_[to]) return false;
        const key_node at = labels_[from].at;
        if (at >= table_->treasures() || !sets_->contains(at, to)) return true;
        const std::uint32_t bit = sets_->bit(to);
        return (memory_of(from)[bit / 64] >> (bit % 64) & 1) == 0;
    }

    /// The first label; `none` if out of memory. The treasures `taken` are gone for all labels, and
    /// need not be remembered.
    std::uint32_t add_first(key_node at, life_points life, std::span<const key_node> taken) {
        for (const key_node k : taken) {
            gone_[k] = true;
            gone_gain_ += gains_->gain(k);
        }
        made_.assign(words_, 0);
        return push({life, at, 0, none, 0, false, false});
    }

    /// The label extended by `a` to have `life`; `none` if it is dominated, if it cannot have
    /// `least_at_end` at the end, or if out of memory. `slack_left` is what it may spend yet.
    std::uint32_t add(std::uint32_t from, const arc& a, life_points life, bool paid,
                      std::uint32_t slack_left = 0, life_points least_at_end = 1) {
        const label made{life, a.to, labels_[from].slack + a.slack, from, a.loss, paid, false};
        ++tried_;
        const life_points gained = remember(made, slack_left);
        if (gains_->life_at_end(life, gained) < least_at_end) return none;
        labels_here& others = at_[a.to];
        const dominance_key key(life, made.slack, remembered());
        if (is_dominated(others, key, made)) return none;
        drop_dominated(others, key, made);
        const std::uint32_t id = push(made);
        if (id == none || !others.keys.push(key) || !others.labels.push(entry{life, made_[0], id}))
            return out_of_memory();
        return id;
    }

    /// The label extended by `a` to the end.
    std::uint32_t add_last(std::uint32_t from, const arc& a, life_points life) {
        made_.assign(words_, 0);
        return push({life, a.to, labels_[from].slack + a.slack, from, a.loss, false, false});
    }

private:
    [[nodiscard]] const std::uint64_t* memory_of(std::uint32_t id) const noexcept {
        return memory_.data() + id * words_;
    }

    /// How many treasures the label being made remembers.
    [[nodiscard]] int remembered() const noexcept {
        int count = 0;
        for (const std::uint64_t word : made_) count += std::popcount(word);
        return count;
    }

    [[nodiscard]] bool is_dominated(labels_here& others, dominance_key key,
                                    const label& made) const noexcept {
        const auto may = [key](dominance_key other) { return other.may_dominate(key); };
        return any_key(others.keys.data(), others.keys.size(), may, [&](std::size_t i) {
            const entry& other = others.labels[i];
            if (!may_pay(other.life - made.life, other.memory & ~made_[0])) return false;
            if (!dominates(labels_[other.id], memory_of(other.id), made, made_.data()))
                return false;
            // What dominates once does so again.
            std::swap(others.keys[i], others.keys[i / 2]);
            std::swap(others.labels[i], others.labels[i / 2]);
            return true;
        });
    }

    void drop_dominated(labels_here& others, dominance_key key, const label& made) noexcept {
        const auto may = [key](dominance_key other) { return key.may_dominate(other); };
        bool any = false;
        any_key(others.keys.data(), others.keys.size(), may, [&](std::size_t i) {
            const entry& other = others.labels[i];
            if (may_pay(made.life - other.life, made_[0] & ~other.memory) &&
                dominates(made, made_.data(), labels_[other.id], memory_of(other.id)))
                labels_[other.id].dominated = any = true;
            return false;
        });
        if (!any) return;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < others.labels.size(); ++i) {
            if (labels_[others.labels[i].id].dominated) continue;
            others.keys[kept] = others.keys[i];
            others.labels[kept++] = others.labels[i];
        }
        others.keys.truncate(kept);
        others.labels.truncate(kept);
    }

    std::uint32_t out_of_memory() const {
        table_->out_of_memory();
        return none;
    }

    std::uint32_t push(const label& made) {
        if (labels_.size() >= none || !labels_.push(made)) return out_of_memory();
        for (const std::uint64_t word : made_)
            if (!memory_.push(word)) return out_of_memory();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    /// What the label being made remembers: of what its parent does, the treasures in the set here
    /// that it can visit again, and this one. Gives what these and those that are gone could have
    /// added.
    life_points remember(const label& made, std::uint32_t slack_left) noexcept {
        life_points gained = gone_gain_;
        const key_node before = labels_[made.parent].at;
        const std::uint64_t* const known = memory_of(made.parent);
        for (std::size_t i = 0; i < words_; ++i) {
            std::uint64_t kept = 0;
            for (std::uint64_t left = known[i]; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::uint32_t>(64 * i) +
                                 static_cast<std::uint32_t>(std::countr_zero(left));
                const key_node treasure = sets_->member(before, bit);
                if (sets_->member(made.at, bit) != treasure) continue;
                if (revisits_ != nullptr && made.life < (*revisits_)(treasure, made.at, slack_left))
                    continue;
                kept |= left & (~left + 1);
                gained += gains_->gain(treasure);
            }
            made_[i] = kept;
        }
        if (gone_[made.at]) return gained;
        const std::uint64_t here = std::uint64_t{1} << sets_->bit(made.at) % 64;
        std::uint64_t& word = made_[sets_->bit(made.at) / 64];
        if ((word & here) == 0) gained += gains_->gain(made.at);
        word |= here;
        return gained;
    }

    // With no more slack, `a` dominates `b` if it has as much life even if every treasure that only
    // `a` remembers paid `b` once more: `a` can follow `b` and always has as much life.
    [[nodiscard]] bool dominates(const label& a, const std::uint64_t* memory_a, const label& b,
                                 const std::uint64_t* memory_b) const noexcept {
        life_points more = a.life - b.life;
        if (more < 0 || a.slack > b.slack) return false;
        for (std::size_t i = 0; i < words_; ++i)
            for (std::uint64_t left = memory_a[i] & ~memory_b[i]; left != 0; left &= left - 1) {
                more -= treasure_life;
                if (more < 0) return false;
            }
        return true;
    }

    /// False only if so much life does not pay for these treasures. Without a branch, and without
    /// counting them all.
    [[nodiscard]] static bool may_pay(life_points life, std::uint64_t treasures) noexcept {
        const std::uint64_t but_one = treasures & (treasures - 1);
        const std::uint64_t but_two = but_one & (but_one - 1);
        const std::uint64_t unpaid = life < treasure_life       ? treasures
                                     : life < 2 * treasure_life ? but_one
                                                                : but_two;
        return (unpaid == 0) | (life >= 3 * treasure_life);
    }

    const distance_table* table_;
    const ng_sets* sets_;
    const gain_bound* gains_;
    revisit_bound* revisits_;
    std::size_t words_;
    buffer<label> labels_;
    buffer<std::uint64_t> memory_;  // words of each label
    std::uint64_t tried_ = 0;
    std::vector<bool> gone_;
    life_points gone_gain_ = 0;
    std::vector<std::uint64_t> made_;  // what the label being made remembers
    std::vector<labels_here> at_;
};

}  // namespace senda::maze::detail
