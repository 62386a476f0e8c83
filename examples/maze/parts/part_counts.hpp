// SPDX-License-Identifier: MIT
// The number of routes with the fewest steps in a maze that is a tree, part by part.
#pragma once

#include <maze/parts/part_tree.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/big_unsigned.hpp>
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

/// Counts the routes with the fewest steps where only bridges matter.
///
/// A route with the fewest steps crosses no bridge of the chain twice and enters no part twice if
/// the visits could also be made one after the other, for then it would save the bridge that it
/// crosses once more. So all of them are walks in which each part is entered once: a choice of
/// parts, and at every cell an order of those that hang on it. Their profiles (see `part_fronts`)
/// are counted, and none is dropped because another is better. Routes that have to come back to a
/// part are found out by assumed profiles, as there; if such a one may be among those with the
/// fewest steps, there is no count.
class part_counts {
public:
    part_counts(const board& b, const part_tree& tree, search_control& control)
        : board_(&b), tree_(&tree), control_(&control) {}

    /// Whether the chain and all parts that may bring something are made of bridges.
    [[nodiscard]] bool fits() const {
        for (part_tree::block b = 0; b < tree_->size(); ++b)
            if (!tree_->is_bridge(b) && (tree_->is_on_chain(b) || tree_->gain(b) > 0)) return false;
        return true;
    }

    /// The number of routes with `fewest` steps, if no route has less; nothing if a limit came
    /// first, if it is too much work, or if some of them may enter a part twice.
    [[nodiscard]] std::optional<big_unsigned> run(std::uint64_t fewest) {
        const std::span<const part_tree::block> chain = tree_->chain();
        if (fewest < chain.size() || fewest - chain.size() > most_slack) return std::nullopt;
        slack_ = static_cast<std::uint32_t>(fewest - chain.size());
        if (!control_->fits(control_->budget().take(tree_->size() * sizeof(groups))))
            return std::nullopt;
        for (part_tree::block b = 0; b < tree_->size(); ++b) of_block_.push_back(none());
        for (part_tree::block b = 0; b < tree_->size(); ++b)
            if (!tree_->is_on_chain(b) && tree_->gain(b) > 0 && !enter_and_leave(b))
                return std::nullopt;
        groups here = none();
        if (!make(here, group{})) return std::nullopt;
        for (const part_tree::block b : chain) {
            groups parts = none();
            if (!visit_parts(tree_->parent(b), parts)) return std::nullopt;
            if (!assume(b, tree_->gain(b), 1, parts)) return std::nullopt;
            groups there = none();
            const place to = tree_->cells(b)[0];
            for (const group& g : here) {
                for (const group& p : parts) {
                    group next = sequence(g, p);
                    enter(next, to, (*board_)[to] == 'T');
                    --next.steps;  // those of the chain are not counted
                    if (next.need > board_->life()) continue;
                    next.need = 1;
                    if (!make(there, std::move(next))) return std::nullopt;
                }
            }
            merge(there);
            here = std::move(there);
        }
        big_unsigned all;
        for (const group& g : here) {
            if (g.is_assumed) return std::nullopt;
            if (g.steps == slack_) all += g.count;
        }
        return all;
    }

private:
    /// Walks with the same profile.
    struct group {
        std::uint32_t steps = 0;
        std::int32_t change = 0;
        std::int32_t need = 1;
        bool is_assumed = false;
        big_unsigned count = 1;

        [[nodiscard]] auto key() const noexcept {
            return std::tuple{steps, change, need, is_assumed};
        }
    };
    using groups = buffer<group>;

    static constexpr std::uint64_t most_slack = 1'000'000;
    static constexpr std::uint64_t most_work = 5'000'000;

    [[nodiscard]] groups none() const { return groups(control_->budget()); }

    void enter(group& g, place to, bool takes) const noexcept {
        g.change += takes ? static_cast<std::int32_t>(treasure_life) : -toll_of((*board_)[to]);
        g.need = std::max(g.need, 1 - g.change);
        ++g.steps;
    }

    [[nodiscard]] static group sequence(const group& first, const group& second) {
        return {first.steps + second.steps, first.change + second.change,
                std::max(first.need, second.need - first.change),
                first.is_assumed || second.is_assumed, first.count * second.count};
    }

    /// Adds walks unless they have too many steps; false if a limit came.
    [[nodiscard]] bool make(groups& to, group g) {
        if (!control_->may_expand() || ++work_ > most_work) return false;
        return g.steps > slack_ || control_->fits(to.push(std::move(g)));
    }

    static void merge(groups& all) {
        std::sort(all.begin(), all.end(),
                  [](const group& a, const group& b) { return a.key() < b.key(); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (kept > 0 && all[kept - 1].key() == all[i].key()) {
                all[kept - 1].count += all[i].count;
            } else if (kept++ != i) {
                all[kept - 1] = std::move(all[i]);
            }
        }
        all.truncate(kept);
    }

    [[nodiscard]] bool enter_and_leave(part_tree::block b) {
        const place to = tree_->cells(b)[0];
        groups inside = none();
        groups& made = of_block_[b];
        if (!visit_parts(to, inside)) return false;
        std::int32_t least = std::numeric_limits<std::int32_t>::max();
        for (const group& g : inside) {
            group whole;
            enter(whole, to, (*board_)[to] == 'T');
            whole = sequence(whole, g);
            enter(whole, tree_->parent(b), false);
            if (whole.change <= 0) continue;
            least = std::min(least, whole.need);
            if (!make(made, std::move(whole))) return false;
        }
        merge(made);
        return tree_->treasures(b) < 2 || assume(b, tree_->gain_elsewhere(b), least, made);
    }

    [[nodiscard]] bool assume(part_tree::block b, std::int32_t less, std::int32_t least,
                              groups& all) {
        for (std::size_t i = 0, size = all.size(); less > 0 && i < size; ++i) {
            group g = all[i];
            g.need = std::max(least, g.need - less);
            g.steps += 2;
            g.change -= tree_->toll(b);
            g.is_assumed = true;
            if (g.need < all[i].need && g.change > 0 && !make(all, std::move(g))) return false;
        }
        merge(all);
        return true;
    }

    // All sequences of walks into different parts that hang on a cell: by the set of parts that
    // they enter.
    [[nodiscard]] bool visit_parts(place at, groups& all) {
        std::vector<part_tree::block> parts;
        tree_->for_each_part(at, [&](part_tree::block b) {
            if (!of_block_[b].empty()) parts.push_back(b);
        });
        std::vector<groups> by_set;
        for (std::size_t set = 0; set >> parts.size() == 0; ++set) by_set.push_back(none());
        if (!make(by_set[0], group{})) return false;
        for (std::size_t set = 0; set < by_set.size(); ++set) {
            merge(by_set[set]);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if ((set >> i & 1) != 0) continue;
                for (const group& g : by_set[set])
                    for (const group& p : of_block_[parts[i]])
                        if (!make(by_set[set | std::size_t{1} << i], sequence(g, p))) return false;
            }
            for (const group& g : by_set[set])
                if (!make(all, g)) return false;
        }
        merge(all);
        return true;
    }

    const board* board_;
    const part_tree* tree_;
    search_control* control_;
    std::vector<groups> of_block_;
    std::uint32_t slack_ = 0;  // the steps beside those of the chain
    std::uint64_t work_ = 0;
};

}  // namespace senda::maze::detail
