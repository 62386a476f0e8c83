// SPDX-License-Identifier: MIT
// The labels of a search: where, with how much energy, what is remembered, and which dominates
// which.
#pragma once

#include <pacman/shortest/prepared_map.hpp>
#include <senda/storage/memory.hpp>

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
        constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> eaten_at(radius_.size(), never);
        for (std::size_t i = 1; i < r.cells.size(); ++i) {
            const prepared_cell& cell = (*map_)[r.cells[i]];
            if (cell.prize <= 0) continue;
            std::uint32_t& radius = radius_[cell.number];
            for (std::size_t k = eaten_at[cell.number]; k < i; ++k) {
                const std::uint32_t away = map_->distance(r.cells[k], r.cells[i]);
                if (away > radius) radius = away + 1;
            }
            eaten_at[cell.number] = i;
        }
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
    place at;
    std::uint32_t parent;
    std::uint32_t moves;
    std::uint32_t first;  // where the one-time cells that it remembers are listed
    std::uint32_t count;
    std::uint8_t recent;  // the last moves, as the search encodes them
    bool dominated;
};

/// The labels of a search, and for each cell those that are not dominated.
class label_store {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// For routes with at most so many moves; if any number will do, labels do not count them. The
    /// search is stopped when so much work is done.
    label_store(const prepared_map& m, const ng_memory& memory, std::uint32_t most_moves,
                std::uint64_t most_work)
        : map_(&m),
          memory_(&memory),
          most_moves_(most_moves),
          most_work_(most_work),
          labels_(m.control().budget()),
          remembered_(m.control().budget()) {
        const std::uint64_t bytes = std::uint64_t{m.map().bound()} * sizeof(senda::buffer<entry>);
        if (!m.control().budget().take(bytes)) return;  // reported with the first label
        held_ = bytes;
        at_.reserve(m.map().bound());
        for (place p = 0; p < m.map().bound(); ++p) at_.emplace_back(m.control().budget());
    }
    label_store(const label_store&) = delete;
    label_store& operator=(const label_store&) = delete;
    ~label_store() { map_->control().budget().give(held_); }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    /// How much work was done: labels made and compared.
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

    /// Asked before each expansion; false when the work is done or a limit is reached.
    [[nodiscard]] bool may_expand() {
        paused_ = paused_ || work_ >= most_work_;
        return !paused_ && map_->control().may_expand();
    }
    /// Whether the search could not go on.
    [[nodiscard]] bool was_stopped() const noexcept {
        return paused_ || !map_->control().running();
    }

    /// The label before the first move; `none` if out of memory.
    std::uint32_t add_first() {
        if (at_.empty()) return out_of_memory();
        return push(
            {map_->map().start_energy(), 0, 0, map_->map().start(), none, 0, 0, 0, 0, false});
    }

    /// The energy of a label that is extended to a neighbour.
    [[nodiscard]] energy left_at(std::uint32_t from, place to) const noexcept {
        const prepared_cell& cell = (*map_)[to];
        const bool gone = cell.number != no_number && remembers(labels_[from], cell.number);
        return labels_[from].left - cell.entry_cost + (gone ? 0 : cell.prize);
    }

    /// Extends a label to a cell, where it has `left`; `none` if `is_hopeful(label, numbers)` says
    /// no, if it is dominated, or if out of memory.
    template <class IsHopeful>
    std::uint32_t add(std::uint32_t from, place to, energy left, std::uint8_t recent,
                      const IsHopeful& is_hopeful) {
        label made{left, 0, 0, to, from, 0, 0, 0, recent, false};
        if (most_moves_ != any_moves) made.moves = labels_[from].moves + 1;
        if (!remember(made)) return out_of_memory();
        const entry summary = entry_of(made, static_cast<std::uint32_t>(labels_.size()));
        if (!is_hopeful(made, list_of(made)) || is_dominated(made, summary)) {
            remembered_.truncate(made.first);
            return none;
        }
        const std::uint32_t id = push(made);
        if (id != none && !list(made, summary)) return out_of_memory();
        return id;
    }

    std::uint32_t add_last(std::uint32_t from, place to, energy left) {
        return push({left, 0, 0, to, from, labels_[from].moves + 1, 0, 0, 0, false});
    }

    [[nodiscard]] relaxed_route route_of(std::uint32_t id) const {
        relaxed_route r{{}, labels_[id].left};
        for (; id != none; id = labels_[id].parent) r.cells.push_back(labels_[id].at);
        std::reverse(r.cells.begin(), r.cells.end());
        return r;
    }

private:
    // What is needed to see quickly that one label does not dominate another.
    struct entry {
        energy left;
        std::uint64_t eaten;     // a bit for each food remembered, or for several
        std::uint64_t exploded;  // and for bombs
        std::uint32_t moves;
        std::uint32_t id;
    };

    [[nodiscard]] entry entry_of(const label& l, std::uint32_t id) const noexcept {
        entry e{l.left, 0, 0, l.moves, id};
        for (const std::uint32_t number : list_of(l))
            (map_->prize_of(number) < 0 ? e.exploded : e.eaten) |= std::uint64_t{1}
                                                                   << (number & 63U);
        return e;
    }

    /// Whether `a` may dominate `b`: each food that only `a` remembers and each bomb that only `b`
    /// remembers counts at least 1.
    [[nodiscard]] static bool may_dominate(const entry& a, const entry& b) noexcept {
        return a.left - b.left >=
               std::popcount(a.eaten & ~b.eaten) + std::popcount(b.exploded & ~a.exploded);
    }

    /// Whether a label is dominated by one with at most 4 moves fewer; older ones hardly ever do.
    [[nodiscard]] bool is_dominated(const label& made, const entry& summary) {
        work_ += 4;
        const senda::buffer<entry>& others = at_[made.at];
        const entry* other = std::partition_point(
            others.begin(), others.end(), [&](const entry& e) { return e.moves + 4 < made.moves; });
        for (; other != others.end(); ++other) {
            if (other->left < made.left) {
                if (other->moves == made.moves) break;
                continue;
            }
            ++work_;
            if (may_dominate(*other, summary) && dominates(labels_[other->id], made)) return true;
        }
        return false;
    }

    /// Lists a label instead of those that it dominates; false if out of memory.
    bool list(const label& made, const entry& summary) {
        senda::buffer<entry>& others = at_[made.at];
        entry* const here = std::partition_point(others.begin(), others.end(), [&](const entry& e) {
            return e.moves < made.moves || e.left > made.left;
        });
        entry* const kept = std::remove_if(here, others.end(), [&](const entry& e) {
            const bool dominated = may_dominate(summary, e) && dominates(made, labels_[e.id]);
            if (dominated) labels_[e.id].dominated = true;
            return dominated;
        });
        const auto rank = here - others.begin();
        others.truncate(static_cast<std::size_t>(kept - others.begin()));
        if (!others.push(summary)) return false;
        std::rotate(others.begin() + rank, others.end() - 1, others.end());
        return true;
    }

    [[nodiscard]] std::span<const std::uint32_t> list_of(const label& l) const noexcept {
        return {remembered_.data() + l.first, l.count};
    }

    [[nodiscard]] bool remembers(const label& l, std::uint32_t number) const noexcept {
        const auto list = list_of(l);
        return std::binary_search(list.begin(), list.end(), number);
    }

    std::uint32_t out_of_memory() const {
        map_->control().end(status::memory_limit);
        return none;
    }

    std::uint32_t push(const label& made) {
        if (labels_.size() >= none || !labels_.push(made)) return out_of_memory();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    /// Whether a one-time cell can still be on a route after so many moves.
    [[nodiscard]] bool may_return(place at, std::uint32_t moves, std::uint32_t number) const {
        if (most_moves_ == any_moves) return true;
        const place to = map_->place_of(number);
        return moves + map_->return_distance(at, to) + (*map_)[to].to_goal <= most_moves_;
    }

    // Merges the cell that was entered into what the parent remembers.
    bool remember(label& made) {
        if (remembered_.size() >= none - map_->map().bound()) return false;
        made.first = static_cast<std::uint32_t>(remembered_.size());
        const label& from = labels_[made.parent];
        const std::uint32_t here = (*map_)[made.at].number;
        bool listed = here == no_number;
        for (std::uint32_t i = from.first; i != from.first + from.count; ++i) {
            const std::uint32_t known = remembered_[i];
            if (!listed && known >= here) {
                listed = true;
                if (!keep(made, here)) return false;
            }
            if (known != here && memory_->holds(made.at, known) && !keep(made, known)) return false;
        }
        if (!listed && !keep(made, here)) return false;
        made.count = static_cast<std::uint32_t>(remembered_.size()) - made.first;
        return true;
    }

    bool keep(label& made, std::uint32_t number) {
        if (!may_return(made.at, made.moves, number)) return true;
        const energy prize = map_->prize_of(number);
        (prize < 0 ? made.exploded : made.eaten) += prize < 0 ? -prize : prize;
        return remembered_.push(number);
    }

    // `a` dominates `b`, in the same cell, if it has made no more moves and has as much energy even
    // if `b` ate all food that only `a` has eaten, and `a` set off all bombs that only `b` has.
    [[nodiscard]] bool dominates(const label& a, const label& b) const noexcept {
        energy spare = a.left - b.left;
        if (spare < 0) return false;
        if (spare >= a.eaten + b.exploded) return true;
        const auto mine = list_of(a);
        const auto others = list_of(b);
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
            if (a.moves != b.moves && only_mine && !may_return(b.at, b.moves, number)) continue;
            spare -= only_mine ? prize : -prize;
            if (spare < 0) return false;
        }
        return true;
    }

    const prepared_map* map_;
    const ng_memory* memory_;
    std::uint32_t most_moves_;
    std::uint64_t most_work_;
    std::uint64_t work_ = 0;
    std::uint64_t held_ = 0;  // the bytes of `at_` itself
    bool paused_ = false;
    senda::buffer<label> labels_;
    senda::buffer<std::uint32_t> remembered_;
    std::vector<senda::buffer<entry>> at_;  // by moves, and those with more energy first
};

}  // namespace senda::pacman::detail
