// SPDX-License-Identifier: MIT
// Labels of runners at key nodes: their life, the treasures that they remember, and dominance.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// The sets of the ng-route relaxation: which treasures that were taken are remembered at which
/// others. Small sets lose no route; they only let in some that are none.
class ng_sets {
public:
    explicit ng_sets(key_node treasures) : at_(treasures) {}

    /// Whether a treasure is remembered at another, or at itself.
    [[nodiscard]] bool contains(key_node at, key_node treasure) const noexcept {
        return at == treasure || std::binary_search(at_[at].begin(), at_[at].end(), treasure);
    }

    /// Remembers a treasure at another from now on.
    void add(key_node at, key_node treasure) {
        if (contains(at, treasure)) return;
        at_[at].insert(std::lower_bound(at_[at].begin(), at_[at].end(), treasure), treasure);
    }

private:
    std::vector<std::vector<key_node>> at_;  // each in order
};

/// Whether at most so many of `a` are not in `b`; both are in order.
[[nodiscard]] inline bool differs_by_at_most(life_points most, std::span<const key_node> a,
                                             std::span<const key_node> b) noexcept {
    auto other = b.begin();
    for (const key_node k : a) {
        while (other != b.end() && *other < k) ++other;
        if (other != b.end() && *other == k) continue;
        if (most-- == 0) return false;
    }
    return true;
}

/// A runner who has just come to a key node.
struct label {
    life_points life;
    key_node at;
    std::uint32_t slack;
    std::uint32_t parent;
    std::uint32_t first;  // where the treasures that it remembers are listed
    std::uint32_t count;
    loss_points loss;  // of the arc here
    bool paid;         // whether the treasure here paid
    bool dominated;
};

/// The labels of a search, and at each key node those that none dominates.
class label_store {
    struct entry {
        life_points life;
        std::uint32_t slack;
        std::uint32_t first;
        std::uint32_t count;
        std::uint32_t id;
    };

public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    label_store(const distance_table& table, const ng_sets& sets)
        : table_(&table),
          sets_(&sets),
          labels_(table.budget()),
          remembered_(table.budget()),
          gone_(table.treasures()) {
        for (key_node k = 0; k < table.treasures(); ++k) at_.emplace_back(table.budget());
    }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

    /// Whether the treasure `to` pays a label that is extended to it.
    [[nodiscard]] bool pays(std::uint32_t from, key_node to) const noexcept {
        if (gone_[to]) return false;
        const auto known = remembered(labels_[from].first, labels_[from].count);
        return !std::binary_search(known.begin(), known.end(), to);
    }

    /// The first label; `none` if out of memory. The treasures `taken` are gone for all labels, and
    /// need not be remembered.
    std::uint32_t add_first(key_node at, life_points life, std::span<const key_node> taken) {
        for (const key_node k : taken) gone_[k] = true;
        return push({life, at, 0, none, 0, 0, 0, false, false});
    }

    /// The label extended by `a` to have `life`; `none` if it is dominated, or if out of memory.
    std::uint32_t add(std::uint32_t from, const arc& a, life_points life, bool paid) {
        label made{life, a.to, labels_[from].slack + a.slack, from, 0, 0, a.loss, paid, false};
        if (!remember(made)) return out_of_memory();
        buffer<entry>& others = at_[a.to];
        for (const entry& other : others) {
            if (other.slack <= made.slack && dominates(other, made)) {
                remembered_.truncate(made.first);
                return none;
            }
        }
        std::size_t kept = 0;
        for (const entry& other : others) {
            if (made.slack <= other.slack && dominates(made, other)) {
                labels_[other.id].dominated = true;
            } else {
                others[kept++] = other;
            }
        }
        others.truncate(kept);
        const std::uint32_t id = push(made);
        if (id == none || !others.push(entry{life, made.slack, made.first, made.count, id}))
            return out_of_memory();
        return id;
    }

    /// The label extended by `a` to the end.
    std::uint32_t add_last(std::uint32_t from, const arc& a, life_points life) {
        return push({life, a.to, labels_[from].slack + a.slack, from, 0, 0, a.loss, false, false});
    }

private:
    std::span<const key_node> remembered(std::uint32_t first, std::uint32_t count) const noexcept {
        return {remembered_.data() + first, count};
    }

    std::uint32_t out_of_memory() const {
        table_->out_of_memory();
        return none;
    }

    std::uint32_t push(const label& made) {
        if (labels_.size() >= none || !labels_.push(made)) return out_of_memory();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    // What a label remembers is at the end of the list while it is being made.
    bool remember(label& made) {
        if (remembered_.size() >= none - made.at) return false;
        made.first = static_cast<std::uint32_t>(remembered_.size());
        const label& from = labels_[made.parent];
        for (std::uint32_t i = from.first; i != from.first + from.count; ++i) {
            const key_node known = remembered_[i];
            if (known != made.at && sets_->contains(made.at, known) && !remembered_.push(known))
                return false;
        }
        if (!gone_[made.at]) {
            if (!remembered_.push(made.at)) return false;
            key_node* const last = remembered_.end() - 1;
            std::rotate(std::upper_bound(remembered_.begin() + made.first, last, made.at), last,
                        last + 1);
        }
        made.count = static_cast<std::uint32_t>(remembered_.size()) - made.first;
        return true;
    }

    // With no more slack, `a` dominates `b` if it has as much life even if every treasure that only
    // `a` remembers paid `b` once more: `a` can follow `b` and always has as much life.
    template <class A, class B>
    [[nodiscard]] bool dominates(const A& a, const B& b) const noexcept {
        if (a.life < b.life) return false;
        const life_points spare = (a.life - b.life) / treasure_life;
        return spare >= a.count || differs_by_at_most(spare, remembered(a.first, a.count),
                                                      remembered(b.first, b.count));
    }

    const distance_table* table_;
    const ng_sets* sets_;
    buffer<label> labels_;
    buffer<key_node> remembered_;
    std::vector<bool> gone_;
    std::vector<buffer<entry>> at_;
};

}  // namespace senda::maze::detail
