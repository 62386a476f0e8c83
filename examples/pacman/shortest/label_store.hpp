// SPDX-License-Identifier: MIT
// The labels of a search: where, with how much energy, what is remembered, and which dominates
// which.
#pragma once

#include <pacman/shortest/prepared_map.hpp>
#include <senda/resources/ng_sets.hpp>
#include <senda/resources/prize_labels.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::pacman::detail {

/// A route of the relaxation, which may eat a food twice, and the energy at its end.
struct relaxed_route {
    std::vector<place> cells = {};
    energy left = 0;
};

/// How far from a food it is remembered that it was eaten: the ng-route relaxation (R. Baldacci, A.
/// Mingozzi, R. Roberti, 2011), refined by decremental state-space relaxation (G. Righini, M.
/// Salani, 2008). What is forgotten can be eaten again, so no route is lost. Bombs are never
/// forgotten: they would explode twice.
class ng_memory {
public:
    /// What is so near is always remembered.
    static constexpr std::uint32_t least_radius = 3;

    explicit ng_memory(const prepared_map& m)
        : map_(&m), radius_(m.map().one_time_cells().size(), least_radius) {
        for (const place p : m.map().bombs())
            radius_[*m.map().one_time_number(p)] = std::numeric_limits<std::uint32_t>::max();
    }

    /// Whether what became of the one-time cell with that number is remembered in a cell.
    [[nodiscard]] bool holds(place at, std::uint32_t number) const noexcept {
        return map_->distance(at, map_->place_of(number)) <= radius_[number];
    }

    /// Grows the radius of each food that a route eats twice, so that it is remembered between the
    /// two visits and this route is not found again.
    void refine(const relaxed_route& r) {
        for_each_forgetful_stop(
            r.cells.size(), radius_.size(),
            [&](std::size_t i) {
                const prepared_cell& cell = (*map_)[r.cells[i]];
                return i != 0 && cell.prize > 0 ? cell.number : ng_sets::none;
            },
            [&](std::size_t i, std::uint32_t number) {
                const std::uint32_t away = map_->distance(r.cells[i], map_->place_of(number));
                if (away > radius_[number]) radius_[number] = away + 1;
            });
    }

private:
    const prepared_map* map_;
    std::vector<std::uint32_t> radius_;  // by the numbers of one-time cells
};

inline constexpr std::uint32_t any_moves = infinite_distance;

/// A path to a cell, and what matters of it.
struct label {
    energy left;
    energy eaten;     // the value of the food that it remembers
    energy exploded;  // the force of the bombs that it remembers
    place node;
    std::uint32_t parent;
    std::uint32_t moves;
    std::uint8_t recent;  // the last moves, as the search encodes them
    bool dominated;
};

/// When one in a cell is as well off as another, whatever both do. What a label remembers are the
/// numbers of one-time cells, in their order.
class label_rules {
public:
    using label = detail::label;
    using word = std::uint32_t;
    using set = std::span<const word>;
    struct glance {
        energy left;
        std::uint64_t eaten;     // a bit for each food remembered, or for several
        std::uint64_t exploded;  // and for bombs
        std::uint32_t moves;
    };

    label_rules(const prepared_map& m, std::uint32_t most_moves)
        : map_(&m), most_moves_(most_moves) {}

    [[nodiscard]] static dominance_key key(const label& l, set) noexcept {
        return {l.left, 0, l.moves};
    }
    [[nodiscard]] glance summary(const label& l, set remembered) const noexcept {
        glance g{l.left, 0, 0, l.moves};
        for (const std::uint32_t number : remembered)
            (map_->prize_of(number) < 0 ? g.exploded : g.eaten) |= std::uint64_t{1}
                                                                   << (number & 63U);
        return g;
    }

    /// Whether one is too old to dominate another: it hardly ever does.
    [[nodiscard]] static bool is_past(const glance& a, const glance& b) noexcept {
        return a.moves + 4 < b.moves;
    }

    /// Each food that only `a` remembers and each bomb that only `b` remembers counts at least 1.
    [[nodiscard]] static bool may_dominate(const glance& a, const glance& b) noexcept {
        return a.left - b.left >=
               std::popcount(a.eaten & ~b.eaten) + std::popcount(b.exploded & ~a.exploded);
    }

    // `a` dominates `b`, in the same cell, if it has made no more moves and has as much energy even
    // if `b` ate all food that only `a` has eaten, and `a` set off all bombs that only `b` has.
    [[nodiscard]] bool dominates(const label& a, set mine, const label& b,
                                 set others) const noexcept {
        energy spare = a.left - b.left;
        if (spare < 0 || a.moves > b.moves) return false;
        if (spare >= a.eaten + b.exploded) return true;
        auto m = mine.begin();
        auto o = others.begin();
        while (m != mine.end() || o != others.end()) {
            const bool only_mine = o == others.end() || (m != mine.end() && *m < *o);
            const bool both = !only_mine && m != mine.end() && *m == *o;
            if (both) {
                ++m, ++o;
                continue;
            }
            const std::uint32_t number = only_mine ? *m++ : *o++;
            const energy prize = map_->prize_of(number);
            if (only_mine != (prize > 0)) continue;
            if (a.moves != b.moves && only_mine && !may_return(b.node, b.moves, number)) continue;
            spare -= only_mine ? prize : -prize;
            if (spare < 0) return false;
        }
        return true;
    }

    /// Whether a one-time cell can still be on a route after so many moves.
    [[nodiscard]] bool may_return(place at, std::uint32_t moves, std::uint32_t number) const {
        if (most_moves_ == any_moves) return true;
        const place to = map_->place_of(number);
        return moves + map_->return_distance(at, to) + (*map_)[to].to_goal <= most_moves_;
    }

protected:
    const prepared_map* map_;
    std::uint32_t most_moves_;
};

/// The labels of a search, and for each cell those that are not dominated.
class label_store : private label_rules, public prize_labels<label_rules> {
public:
    using label = detail::label;
    using prize_labels::set;

    /// For routes with at most so many moves; if any number will do, labels do not count them. The
    /// search is stopped when so much work is done.
    label_store(const prepared_map& m, const ng_memory& memory, std::uint32_t most_moves,
                std::uint64_t most_work)
        : label_rules(m, most_moves),
          prize_labels(*this, m.map().bound(), m.control()),
          memory_(&memory),
          most_work_(most_work) {}

    /// How much work was done: labels made and compared.
    [[nodiscard]] std::uint64_t work() const noexcept { return 4 * tried() + compared(); }

    /// Asked before each expansion; false when the work is done or a limit is reached.
    [[nodiscard]] bool may_expand() {
        paused_ = paused_ || work() >= most_work_;
        return !paused_ && map_->control().may_expand();
    }
    /// Whether the search could not go on.
    [[nodiscard]] bool was_stopped() const noexcept {
        return paused_ || !map_->control().running();
    }

    /// The label before the first move; `none` if out of memory.
    std::uint32_t add_first() {
        next_set().clear();
        return keep({map_->map().start_energy(), 0, 0, map_->map().start(), none, 0, 0, false});
    }

    /// The energy of a label that is extended to a neighbour.
    [[nodiscard]] energy left_at(std::uint32_t from, place to) const noexcept {
        const prepared_cell& cell = (*map_)[to];
        const set known = set_of(from);
        const bool gone =
            cell.number != no_number && std::binary_search(known.begin(), known.end(), cell.number);
        return (*this)[from].left - cell.entry_cost + (gone ? 0 : cell.prize);
    }

    /// Extends a label to a cell, where it has `left`; `none` if `is_hopeful(label, numbers)` says
    /// no, if it is dominated, or if out of memory.
    template <class IsHopeful>
    std::uint32_t extend(std::uint32_t from, place to, energy left, std::uint8_t recent,
                         const IsHopeful& is_hopeful) {
        label made{left, 0, 0, to, from, 0, recent, false};
        if (most_moves_ != any_moves) made.moves = (*this)[from].moves + 1;
        remember(made);
        return is_hopeful(made, set{next_set()}) ? add(made) : none;
    }

    std::uint32_t add_last(std::uint32_t from, place to, energy left) {
        next_set().clear();
        return keep({left, 0, 0, to, from, (*this)[from].moves + 1, 0, false});
    }

    [[nodiscard]] relaxed_route route_of(std::uint32_t last) const {
        relaxed_route r{{}, (*this)[last].left};
        for (const std::uint32_t id : path_to(last)) r.cells.push_back((*this)[id].node);
        return r;
    }

private:
    // Merges the cell that was entered into what the parent remembers.
    void remember(label& made) {
        next_set().clear();
        const std::uint32_t here = (*map_)[made.node].number;
        bool listed = here == no_number;
        for (const std::uint32_t known : set_of(made.parent)) {
            if (!listed && known >= here) {
                listed = true;
                note(made, here);
            }
            if (known != here && memory_->holds(made.node, known)) note(made, known);
        }
        if (!listed) note(made, here);
    }

    void note(label& made, std::uint32_t number) {
        if (!may_return(made.node, made.moves, number)) return;
        const energy prize = map_->prize_of(number);
        (prize < 0 ? made.exploded : made.eaten) += prize < 0 ? -prize : prize;
        next_set().push_back(number);
    }

    const ng_memory* memory_;
    std::uint64_t most_work_;
    bool paused_ = false;
};

}  // namespace senda::pacman::detail
