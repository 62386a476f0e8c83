// SPDX-License-Identifier: MIT
// Treasures in groups between which nothing is lost, and how much life they can bring at most.
#pragma once

#include <maze/life/loss_search.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// The treasures of a maze in groups: who stands on one takes all others of its group without a
/// loss. A node is a group, or the start if it belongs to none.
class treasure_groups {
public:
    using node = std::uint32_t;

    treasure_groups(const board& b, search_control& control, loss_search& paths)
        : board_(&b), control_(&control), paths_(&paths) {}

    /// Finds the groups; false if a limit came first.
    [[nodiscard]] bool prepare() {
        const std::vector<place>& treasures = board_->treasures();
        constexpr node none = std::numeric_limits<node>::max();
        group_of_.assign(treasures.size(), none);
        bool has_start = false;
        for (std::size_t i = 0; i < treasures.size(); ++i) {
            if (group_of_[i] != none) continue;
            const auto group = static_cast<node>(places_.size());
            places_.push_back(treasures[i]);
            pay_.push_back(0);
            if (!paths_->run(treasures[i], 1)) return false;
            for (const place p : paths_->touched()) {
                if ((*paths_)[p] != 0) continue;
                if ((*board_)[p] == 'T') {
                    group_of_[board_->treasure_number(p)] = group;
                    pay_[group] += treasure_life;
                }
                if (p == board_->start()) {
                    start_ = group;
                    has_start = true;
                }
            }
        }
        if (!has_start) {
            start_ = static_cast<node>(places_.size());
            places_.push_back(board_->start());
            pay_.push_back(0);
        }
        return measure_ends();
    }

    /// Finds out what each group takes at least, for `most_gain`; false if a limit came first.
    //
    // A runner who goes from node to node and then to the end loses the sum of d(x,y). With p(x) =
    // d(x,end) that is p of the first node and the sum of d(x,y) + p(y) - p(x), none of which is
    // negative. Each group that is visited is come to at least once from another node, so it takes
    // no less than the least of these over all x: its detour. One search from all nodes, that of x
    // ahead by p(x), which keeps the two nearest of each cell, finds it.
    [[nodiscard]] bool measure_detours() {
        detour_.assign(nodes(), no_path);
        struct entry {
            path_loss key;
            place at;
            node source;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept { return a.key < b.key; }
        };
        senda::four_ary_heap<entry, before> open(control_->budget());
        buffer<std::array<node, 2>> nearest(control_->budget());
        if (!control_->fits(nearest.assign_zeros(board_->bound()))) return false;
        path_loss farthest = 0;
        for (const path_loss p : to_end_)
            if (p != no_path) farthest = std::max(farthest, p);
        for (node n = 0; n < nodes(); ++n)
            if (to_end_[n] != no_path &&
                !control_->fits(open.push({farthest - to_end_[n], places_[n], n + 1})))
                return false;
        while (!open.empty()) {
            const entry next = open.pop();
            auto& [first, second] = nearest[next.at];
            if (second != 0 || first == next.source) continue;
            (first == 0 ? first : second) = next.source;
            if (!control_->may_expand()) return false;
            const node here = node_at(next.at);
            if (here < nodes() && here + 1 != next.source && detour_[here] == no_path)
                detour_[here] = next.key + to_end_[here] - farthest;
            if (next.at == board_->end()) continue;
            bool fits = true;
            board_->for_each_neighbour(next.at, [&](place n) {
                if (nearest[n][1] != 0 || nearest[n][0] == next.source) return;
                const path_loss key = next.key + entry_loss((*board_)[n]);
                fits = fits && open.push({key, n, next.source});
            });
            if (!control_->fits(fits)) return false;
        }
        return true;
    }

    /// Finds out what a walk from each node can bring at most if groups paid at every visit, for
    /// `most_walk_gain`; false if a limit came first. Where groups are near each other such a walk
    /// could go round for ever, and where they are many it takes long; then nothing is known.
    [[nodiscard]] bool measure_walks() {
        constexpr std::uint64_t most_cells = 40'000'000;
        if (std::uint64_t{board_->bound()} * nodes() > most_cells) return true;
        buffer<path_loss> detours(control_->budget());  // from one node to another, row by row
        if (!detours.reserve(nodes() * nodes())) return true;
        for (node x = 0; x < nodes(); ++x) {
            if (!paths_->run(places_[x])) return false;
            for (node y = 0; y < nodes(); ++y) {
                const path_loss loss = (*paths_)[places_[y]];
                const bool is_leg = x != y && to_end_[x] != no_path && to_end_[y] != no_path;
                if (is_leg && pay_[x] + pay_[y] > 2 * life_points{loss}) return true;
                if (!detours.push(is_leg ? loss + to_end_[y] - to_end_[x] : no_path)) return true;
            }
        }
        // Without a round that gains, no best walk has more legs than there are nodes.
        std::vector<life_points> gain(nodes(), 0);
        bool changed = true;
        for (node round = 0; changed; ++round) {
            if (round > nodes()) return true;
            changed = false;
            for (node x = 0; x < nodes(); ++x) {
                if (!control_->tick()) return false;
                for (node y = 0; y < nodes(); ++y) {
                    const path_loss detour = detours[std::size_t{x} * nodes() + y];
                    if (detour == no_path || pay_[y] + gain[y] - detour <= gain[x]) continue;
                    gain[x] = pay_[y] + gain[y] - detour;
                    changed = true;
                }
            }
        }
        walk_gain_ = std::move(gain);
        return true;
    }

    [[nodiscard]] std::size_t nodes() const noexcept { return places_.size(); }
    [[nodiscard]] node start() const noexcept { return start_; }
    /// A cell of a node.
    [[nodiscard]] place place_of(node n) const noexcept { return places_[n]; }
    /// What all treasures of a node give; nothing for a start alone.
    [[nodiscard]] life_points pay(node n) const noexcept { return pay_[n]; }
    /// The group of a treasure, by its number.
    [[nodiscard]] node group_of(std::size_t treasure) const noexcept { return group_of_[treasure]; }
    /// The least loss from a node to the end, `no_path` if no runner comes there.
    [[nodiscard]] path_loss to_end(node n) const noexcept { return to_end_[n]; }

    /// The most that a group of which so much is left to pay can add to the life of a runner at the
    /// end who is elsewhere now; after `measure_detours`.
    [[nodiscard]] life_points most_gain(node n, life_points pay) const noexcept {
        return detour_[n] == no_path ? 0 : std::max<life_points>(0, pay - detour_[n]);
    }

    /// The most that groups can add to the life at the end of a runner who is at a node now, beyond
    /// what its own group pays.
    [[nodiscard]] life_points most_walk_gain(node n) const noexcept {
        return walk_gain_.empty() ? most_life : walk_gain_[n];
    }

private:
    bool measure_ends() {
        if (!paths_->run<true>(board_->end())) return false;
        for (const place p : places_) to_end_.push_back((*paths_)[p]);
        if (!paths_->run(board_->start())) return false;
        for (node n = 0; n < nodes(); ++n)
            if ((*paths_)[places_[n]] == no_path) to_end_[n] = no_path;
        return true;
    }

    /// The node whose cell this is; more than any if there is none.
    [[nodiscard]] node node_at(place p) const noexcept {
        if ((*board_)[p] == 'T') {
            const node group = group_of_[board_->treasure_number(p)];
            if (places_[group] == p) return group;
        }
        return p == places_[start_] ? start_ : std::numeric_limits<node>::max();
    }

    const board* board_;
    search_control* control_;
    loss_search* paths_;
    std::vector<node> group_of_;
    std::vector<place> places_;
    std::vector<life_points> pay_;
    std::vector<path_loss> to_end_;
    std::vector<path_loss> detour_;
    std::vector<life_points> walk_gain_;
    node start_ = 0;
};

}  // namespace senda::maze::detail
