// SPDX-License-Identifier: MIT
// Random puzzles so small that all their states can be listed, and estimates made from the true
// distances.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <queue>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/result.hpp>
#include <string>
#include <utility>
#include <vector>

namespace support {

using pieces = std::array<std::uint8_t, 9>;

/// Pieces that actions move by permutations, each only where a piece is among the first few; that
/// is always so in a group.
struct piece_puzzle {
    using node_type = pieces;
    using action_type = int;

    struct move {
        pieces from{};
        int asked = 0;            // the piece at this place
        std::uint8_t most = 255;  // must be at most that
        int back = -1;
    };
    std::vector<move> moves = {};

    [[nodiscard]] int action_count() const { return static_cast<int>(moves.size()); }
    [[nodiscard]] bool allows(const pieces& p, int a) const {
        return p[static_cast<std::size_t>(at(a).asked)] <= at(a).most;
    }
    void apply(pieces& p, int a) const {
        const pieces before = p;
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = before[at(a).from[i]];
    }
    void undo(pieces& p, int a) const {
        const pieces after = p;
        for (std::size_t i = 0; i < p.size(); ++i) p[at(a).from[i]] = after[i];
    }
    [[nodiscard]] int inverse(int a) const { return at(a).back; }

private:
    [[nodiscard]] const move& at(int a) const { return moves[static_cast<std::size_t>(a)]; }
};

/// Tiles that slide into a blank, 0.
template <int Width, int Height>
struct tile_puzzle {
    using node_type = pieces;
    using action_type = int;

    static constexpr int action_count() { return 4; }
    static int blank(const pieces& p) {
        return static_cast<int>(std::find(p.begin(), p.end(), 0) - p.begin());
    }
    static bool allows(const pieces& p, int a) {
        const int b = blank(p);
        if (a == 0) return b >= Width;
        if (a == 1) return b % Width < Width - 1;
        if (a == 2) return b % Width > 0;
        return b < Width * (Height - 1);
    }
    static void apply(pieces& p, int a) {
        constexpr std::array<int, 4> steps{-Width, 1, -1, Width};
        const int b = blank(p);
        std::swap(p[static_cast<std::size_t>(b)],
                  p[static_cast<std::size_t>(b + steps[static_cast<std::size_t>(a)])]);
    }
    static void undo(pieces& p, int a) { apply(p, 3 - a); }
};

inline pieces in_order() {
    pieces p{};
    std::iota(p.begin(), p.end(), std::uint8_t{0});
    return p;
}

/// Each action shuffles some of the first `size` places; if `undirected`, others lead back.
inline piece_puzzle random_group(split_mix64& random, int size, bool undirected) {
    piece_puzzle g;
    const int count = random.between(2, 3);
    for (int i = 0; i < count; ++i) {
        piece_puzzle::move m{.from = in_order()};
        const int swaps = random.between(1, 3);
        for (int s = 0; s < swaps; ++s) {
            std::swap(m.from[static_cast<std::size_t>(random.below(size))],
                      m.from[static_cast<std::size_t>(random.below(size))]);
        }
        g.moves.push_back(m);
        if (!undirected) continue;
        piece_puzzle::move inverse{.from = in_order()};
        for (std::size_t p = 0; p < m.from.size(); ++p)
            inverse.from[m.from[p]] = static_cast<std::uint8_t>(p);
        if (random.percent(50)) {
            inverse.back = g.action_count() - 1;
            g.moves.back().back = g.action_count();
        }
        g.moves.push_back(inverse);
    }
    return g;
}

/// The same where actions are not always allowed, and not undirected.
inline piece_puzzle random_conditions(split_mix64& random, int size) {
    piece_puzzle g = random_group(random, size, false);
    for (piece_puzzle::move& m : g.moves) {
        m.asked = random.below(size);
        m.most = static_cast<std::uint8_t>(random.between(1, size));
    }
    return g;
}

/// All states that can be reached from some, and how far it is from them to others.
template <class G>
class listed_puzzle {
public:
    listed_puzzle(const G& g, const std::vector<pieces>& starts) {
        for (const pieces& s : starts) number(s);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            for (int a = 0; a < g.action_count(); ++a) {
                if (!g.allows(states_[i], a)) continue;
                pieces to = states_[i];
                g.apply(to, a);
                const std::size_t there = number(to);
                into_[there].push_back(i);
            }
        }
    }
    [[nodiscard]] const std::vector<pieces>& states() const { return states_; }

    /// The steps to the nearest of the goals; `infinite` where none can be reached.
    [[nodiscard]] std::map<pieces, int> distances(const std::vector<pieces>& goals) const {
        std::vector<int> steps(states_.size(), senda::infinite<senda::steps>);
        std::queue<std::size_t> next;
        for (const pieces& goal : goals) {
            const auto known = numbers_.find(goal);
            if (known == numbers_.end() || steps[known->second] == 0) continue;
            steps[known->second] = 0;
            next.push(known->second);
        }
        for (; !next.empty(); next.pop()) {
            for (const std::size_t from : into_[next.front()]) {
                if (steps[from] != senda::infinite<senda::steps>) continue;
                steps[from] = steps[next.front()] + 1;
                next.push(from);
            }
        }
        std::map<pieces, int> all;
        for (std::size_t i = 0; i < states_.size(); ++i) all[states_[i]] = steps[i];
        return all;
    }

private:
    std::size_t number(const pieces& p) {
        const auto [at, is_new] = numbers_.emplace(p, states_.size());
        if (is_new) {
            states_.push_back(p);
            into_.emplace_back();
        }
        return at->second;
    }
    std::vector<pieces> states_;
    std::map<pieces, std::size_t> numbers_;
    std::vector<std::vector<std::size_t>> into_;
};

/// A random part of the true distance: admissible, mostly inconsistent.
struct part_of_distance {
    std::map<pieces, int> estimates = {};

    part_of_distance(const std::map<pieces, int>& distances, split_mix64& random) {
        const bool knows_dead_ends = random.percent(50);
        for (const auto& [state, steps] : distances) {
            const bool is_dead = steps == senda::infinite<senda::steps>;
            const int most = is_dead ? random.below(20) : steps;
            const int part = random.percent(40) ? most : random.below(most + 1);
            estimates[state] = is_dead && knows_dead_ends ? steps : part;
        }
    }
    int operator()(const pieces& p) const { return estimates.at(p); }
};

/// The same brought up to date by actions; it looks whether it is told the truth about the node
/// before.
template <class G>
struct incremental_part {
    const G* g;
    const part_of_distance* h;
    std::atomic<int>* faults;

    struct kept {
        pieces node;
        int estimate;
        operator int() const { return estimate; }
    };
    int operator()(const pieces& p) const { return (*h)(p); }
    [[nodiscard]] kept parts(const pieces& p) const { return {p, (*h)(p)}; }
    [[nodiscard]] kept after(const pieces& p, int a, const kept& before) const {
        pieces there = before.node;
        g->apply(there, a);
        if (there != p) ++*faults;
        return parts(p);
    }
};
/// And one that looks ahead.
template <class G>
struct looking_ahead : incremental_part<G> {
    using typename incremental_part<G>::kept;
    [[nodiscard]] kept ahead(const pieces& p, int a, const kept& before) const {
        if (before.node != p) ++*this->faults;
        pieces there = p;
        this->g->apply(there, a);
        return this->parts(there);
    }
};

/// The fault of an answer from one of the starts to one of the goals; nothing if it has none.
template <class G, class Answer>
std::string answer_fault(const G& g, const Answer& answer, const std::vector<pieces>& starts,
                         const std::vector<pieces>& goals, int cost) {
    if (answer.status != senda::status::found) return "status";
    if (answer.cost != cost) return "cost";
    if (answer.lower_bound != cost) return "lower bound";
    if (answer.actions.size() + 1 != answer.path.size()) return "actions";
    pieces p = answer.path.front();
    if (std::find(starts.begin(), starts.end(), p) == starts.end()) return "start";
    for (std::size_t i = 0; i < answer.actions.size(); ++i) {
        if (!g.allows(p, answer.actions[i])) return "not allowed";
        g.apply(p, answer.actions[i]);
        if (answer.path[i + 1] != p) return "path";
    }
    return std::find(goals.begin(), goals.end(), p) == goals.end() ? "goal" : "";
}

}  // namespace support
