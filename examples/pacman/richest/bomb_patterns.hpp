// SPDX-License-Identifier: MIT
// How often the edges at a bomb may be walked if it shall be worth its force.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// A bomb with its edges, as far as it matters whether to avoid it. Prices are those of food_graph.
struct bomb_star {
    /// More edges have too many patterns.
    static constexpr std::size_t most_edges = 7;

    std::size_t edges = 0;
    std::int64_t force = 0;                          ///< the price of the bomb
    std::array<std::int64_t, most_edges> cost = {};  ///< of each edge
    std::array<bool, most_edges> is_single = {};     ///< walked once at most, to a node left so
    /// Between the far ends of two edges, past all bombs.
    std::array<std::array<std::int64_t, most_edges>, most_edges> detour = {};
};

/// How often each edge of a star is walked: 0, 1 or 2 times.
using bomb_pattern = std::array<std::uint8_t, bomb_star::most_edges>;

/// The patterns that may be worth the force of the bomb. Of the best walks, those that pass the
/// fewest bombs have no others: docs/inside.md has the proof.
class bomb_patterns {
public:
    explicit bomb_patterns(const bomb_star& s) : star_(&s) {
        for (std::uint32_t used = 1; used < 1U << s.edges; ++used) look_at(used);
    }

    [[nodiscard]] const std::vector<bomb_pattern>& all() const noexcept { return patterns_; }

private:
    // Joins the far ends of some edges by a tree past the bomb; ends that are left once are leaves.
    void look_at(std::uint32_t used) {
        const bomb_star& s = *star_;
        ends_.clear();
        for (const bool single : {false, true})
            for (std::size_t e = 0; e < s.edges; ++e)
                if ((used >> e & 1U) != 0 && s.is_single[e] == single)
                    ends_.push_back(static_cast<std::uint8_t>(e));
        parent_.assign(ends_.size(), 0);
        // R. Prim, 1957: always the nearest end next.
        for (std::size_t i = 1; i < ends_.size(); ++i) {
            std::size_t best = i;
            for (std::size_t j = i; j < ends_.size(); ++j) {
                if (s.is_single[ends_[j]] != s.is_single[ends_[i]]) break;
                parent_[j] = nearest(j, i);
                if (length(j) < length(best)) best = j;
            }
            std::swap(ends_[i], ends_[best]);
            std::swap(parent_[i], parent_[best]);
        }
        bomb_pattern times{};
        add_patterns(times, 0, 0);
    }

    [[nodiscard]] std::size_t nearest(std::size_t j, std::size_t joined) const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < joined; ++i) {
            if (star_->is_single[ends_[i]]) break;
            if (star_->detour[ends_[j]][ends_[i]] < star_->detour[ends_[j]][ends_[best]]) best = i;
        }
        return best;
    }
    [[nodiscard]] std::int64_t length(std::size_t j) const {
        return star_->detour[ends_[j]][ends_[parent_[j]]];
    }

    // All ways to walk the edges once or twice with an even number of passages.
    void add_patterns(bomb_pattern& times, std::size_t i, unsigned sum) {
        if (i < ends_.size()) {
            const std::uint8_t most = star_->is_single[ends_[i]] ? 1 : 2;
            for (std::uint8_t t = 1; t <= most; ++t) {
                times[ends_[i]] = t;
                add_patterns(times, i + 1, sum + t);
            }
            return;
        }
        if (sum % 2 == 0 && is_worth_it(times)) patterns_.push_back(times);
    }

    // Whether to walk the tree instead, each edge once or twice as parity wants it, costs more.
    [[nodiscard]] bool is_worth_it(const bomb_pattern& times) {
        std::int64_t saved = -star_->force;
        odd_.assign(ends_.size(), false);
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            saved -= times[ends_[i]] * star_->cost[ends_[i]];
            odd_[i] = times[ends_[i]] == 1;
        }
        // Children stand behind their parents.
        for (std::size_t i = ends_.size(); i-- > 1;) {
            saved += (odd_[i] ? 1 : 2) * length(i);
            if (odd_[i]) odd_[parent_[i]] = !odd_[parent_[i]];
        }
        return saved > 0;
    }

    const bomb_star* star_;
    std::vector<bomb_pattern> patterns_;
    std::vector<std::uint8_t> ends_;   // by edge, in the order of the tree
    std::vector<std::size_t> parent_;  // in that order
    std::vector<bool> odd_;
};

}  // namespace senda::pacman::detail
