// SPDX-License-Identifier: MIT
// Labels of runners at key nodes: their life, the treasures that they remember, and dominance.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/gain_bound.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/maze/solver/ng_sets.hpp>
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
    // Followed by the words of what is remembered.
    struct entry {
        life_points life;
        std::uint32_t slack;
        std::uint32_t id;
        std::uint64_t memory;  // its first word
    };

public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    label_store(const distance_table& table, const ng_sets& sets, const gain_bound& gains)
        : table_(&table),
          sets_(&sets),
          gains_(&gains),
          words_(sets.words()),
          labels_(table.budget()),
          memory_(table.budget()),
          gone_(table.treasures()),
          made_(words_) {
        for (key_node k = 0; k < table.treasures(); ++k) at_.emplace_back(table.budget());
    }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

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
    /// `least_at_end` at the end, or if out of memory.
    std::uint32_t add(std::uint32_t from, const arc& a, life_points life, bool paid,
                      life_points least_at_end = 1) {
        const label made{life, a.to, labels_[from].slack + a.slack, from, a.loss, paid, false};
        const life_points gained = remember(made);
        if (gains_->life_at_end(life, gained) < least_at_end) return none;
        buffer<entry>& others = at_[a.to];
        for (std::size_t i = 0; i < others.size(); ++i) {
            const entry& other = others[i];
            if (other.life < life || other.slack > made.slack) continue;
            if (!has_as_much(other.life - life, other.memory, other.id, made_[0], none)) continue;
            std::swap(others[i], others[i / 2]);  // what dominates once does so again
            return none;
        }
        std::size_t kept = 0;
        for (const entry& other : others) {
            if (made.slack <= other.slack && other.life <= life &&
                has_as_much(life - other.life, made_[0], none, other.memory, other.id)) {
                labels_[other.id].dominated = true;
            } else {
                others[kept++] = other;
            }
        }
        others.truncate(kept);
        const std::uint32_t id = push(made);
        if (id == none || !others.push(entry{life, made.slack, id, made_[0]}))
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
        return id == none ? made_.data() : memory_.data() + id * words_;
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

    /// What the label being made remembers: of what its parent does, the treasures in the set here,
    /// and this one. Gives what these and those that are gone could have added.
    life_points remember(const label& made) noexcept {
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
    [[nodiscard]] bool has_as_much(life_points more, std::uint64_t a, std::uint32_t a_id,
                                   std::uint64_t b, std::uint32_t b_id) const noexcept {
        life_points missing = treasure_life * std::popcount(a & ~b);
        if (missing > more) return false;
        if (words_ == 1) return true;
        const std::uint64_t* const all_a = memory_of(a_id);
        const std::uint64_t* const all_b = memory_of(b_id);
        for (std::size_t i = 1; i < words_ && missing <= more; ++i)
            missing += treasure_life * std::popcount(all_a[i] & ~all_b[i]);
        return missing <= more;
    }

    const distance_table* table_;
    const ng_sets* sets_;
    const gain_bound* gains_;
    std::size_t words_;
    buffer<label> labels_;
    buffer<std::uint64_t> memory_;  // words of each label
    std::vector<bool> gone_;
    life_points gone_gain_ = 0;
    std::vector<std::uint64_t> made_;  // what the label being made remembers
    std::vector<buffer<entry>> at_;
};

}  // namespace senda::maze::detail
