// SPDX-License-Identifier: MIT
// The exact number of optimal routes, step by step, without walking along any of them.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/life_bound.hpp>
#include <senda/maze/solver/bounds/revisit_bound.hpp>
#include <senda/maze/solver/route_enumeration.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/hash.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// Sets of treasures, each kept once, and what they take.
class treasure_sets {
    // An entry of a map, and a pointer in a list that grows.
    static constexpr std::uint64_t bytes_a_set = 128;

public:
    using id = std::uint32_t;
    static constexpr id empty = 0;

    treasure_sets() { intern({}); }

    /// The bytes that all sets take.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The treasures of a set, in order.
    [[nodiscard]] const std::vector<station>& operator[](id set) const noexcept {
        return *sets_[set];
    }

    /// The number of a set, whose treasures are in order.
    id intern(const std::vector<station>& set) {
        const auto [found, fresh] = ids_.try_emplace(set, static_cast<id>(sets_.size()));
        if (fresh) {
            sets_.push_back(&found->first);
            bytes_ += bytes_a_set + owned_bytes(found->first);
        }
        return found->second;
    }

private:
    std::map<std::vector<station>, id> ids_;
    std::vector<const std::vector<station>*> sets_;
    std::uint64_t bytes_ = 0;
};

/// All that matters of a runner on the way for what he can still do.
struct count_state {
    place at;
    treasure_sets::id taken;
    life_points life;

    friend bool operator==(const count_state&, const count_state&) = default;
};

/// Numbers of runners by what matters of them.
class count_table {
public:
    explicit count_table(memory_budget& budget) : states_(budget), ways_(budget), slots_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }
    [[nodiscard]] const count_state& state(std::size_t i) const noexcept { return states_[i]; }
    [[nodiscard]] const big_unsigned& ways(std::size_t i) const noexcept { return ways_[i]; }

    /// Empties the table and makes room for so many states; false if out of memory.
    [[nodiscard]] bool clear(std::size_t expected) {
        states_.clear();
        ways_.clear();
        return slots_.assign_zeros(std::bit_ceil(2 * expected + 16));
    }

    /// Adds runners; false if out of memory.
    [[nodiscard]] bool add(const count_state& s, const big_unsigned& runners) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash(s) & mask;
        for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
            if (states_[slots_[slot] - 1] != s) continue;
            big_unsigned& sum = ways_[slots_[slot] - 1];
            const std::uint64_t before = owned_bytes(sum);
            sum += runners;
            return ways_.budget().take(owned_bytes(sum) - before);
        }
        if (states_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) return false;
        slots_[slot] = static_cast<std::uint32_t>(states_.size() + 1);
        return states_.push(s) && ways_.push(runners);
    }

private:
    static std::size_t hash(const count_state& s) noexcept {
        const std::uint64_t where = std::uint64_t{s.at} << 32 | s.taken;
        return static_cast<std::size_t>(
            senda::detail::combine(where, static_cast<std::uint64_t>(s.life)));
    }

    senda::detail::buffer<count_state> states_;
    senda::detail::buffer<big_unsigned> ways_;
    senda::detail::buffer<std::uint32_t> slots_;  // the number of a state, counted from 1
};

/// Counts routes forwards, all runners one step at a time. Runners in the same cell with the same
/// life who have taken the same treasures share their future, so only their number is kept. Of
/// the treasures only those count that can still be visited again; of the life nothing once nothing
/// can go wrong.
class route_count {
    static constexpr life_points plenty = std::numeric_limits<life_points>::max();

public:
    /// `revisits` and `finish` may be null where there is no slack or no treasure. All must outlive
    /// the count.
    route_count(const board& b, const std::vector<std::uint32_t>& to_end, const outlook& ahead,
                std::uint32_t slack, revisit_needs* revisits, finish_search* finish,
                search_control& control)
        : board_(&b),
          to_end_(&to_end),
          ahead_(&ahead),
          slack_(slack),
          revisits_(revisits),
          finish_(finish),
          control_(&control),
          worst_(control.budget()),
          now_(control.budget()),
          next_(control.budget()) {}
    route_count(const route_count&) = delete;
    route_count& operator=(const route_count&) = delete;
    ~route_count() { control_->budget().give(counted_); }

    /// The number of routes; nothing if a limit came first.
    [[nodiscard]] std::optional<big_unsigned> run() {
        if (!find_worst()) return std::nullopt;
        const bool carefree = slack_ == 0 && board_->life() >= worst_[board_->start()];
        if (!now_.clear(1) ||
            !now_.add({board_->start(), treasure_sets::empty, carefree ? plenty : board_->life()},
                      big_unsigned(1)))
            return out_of_memory();
        const std::uint64_t steps = (*to_end_)[board_->start()] + std::uint64_t{2} * slack_;
        for (std::uint64_t left = steps; left-- != 0; std::swap(now_, next_)) {
            if (!next_.clear(3 * now_.size())) return out_of_memory();
            for (std::size_t i = 0; i != now_.size(); ++i) {
                if (!control_->may_expand()) return std::nullopt;
                if (!walk_on(i, left)) return out_of_memory();
                if (!control_->running()) return std::nullopt;
            }
        }
        return now_.size() == 0 ? big_unsigned() : now_.ways(0);  // all are at the end
    }

private:
    std::optional<big_unsigned> out_of_memory() const {
        control_->end(status::memory_limit);
        return std::nullopt;
    }

    // The life that is enough on the worst of the shortest ways from each cell, from the end
    // outwards. With slack behind a runner the treasures may be gone. (With slack before him
    // something can always go wrong, or a shorter route would do.)
    bool find_worst() {
        senda::detail::buffer<place> queue(control_->budget());
        bool room = worst_.assign_zeros(board_->bound()) && queue.push(board_->end());
        if (room) worst_[board_->end()] = 1;
        for (std::size_t i = 0; room && i != queue.size(); ++i) {
            if (!control_->may_expand()) return false;
            const place p = queue[i];
            const life_points before = worst_[p] - life_after((*board_)[p], 0, slack_ != 0);
            const auto then = static_cast<loss_points>(std::max<life_points>(1, before));
            board_->for_each_neighbour(p, [&](place n) {
                if ((*to_end_)[n] != (*to_end_)[p] + 1) return;
                if (worst_[n] == 0) room = room && queue.push(n);
                worst_[n] = std::max(worst_[n], then);
            });
        }
        if (!room) control_->end(status::memory_limit);
        return room;
    }

    bool walk_on(std::size_t from, std::uint64_t steps_left) {
        const count_state& here = now_.state(from);
        bool room = true;
        board_->for_each_neighbour(here.at, [&](place n) {
            if ((*to_end_)[n] > steps_left || !room) return;
            // On a grid what is left beyond the steps that lead straight to the end is even.
            const auto slack = static_cast<std::uint32_t>((steps_left - (*to_end_)[n]) / 2);
            if (n == board_->end() && slack != 0) return;
            const std::optional<count_state> there = enter(n, here, slack);
            room = !there || next_.add(*there, now_.ways(from));
        });
        return room && count_memory();
    }

    /// Counts what the sets and the runners that are known have come to; false if that is too much.
    [[nodiscard]] bool count_memory() {
        const std::uint64_t now = sets_.bytes() + known_bytes_;
        if (now <= counted_) return true;
        if (!control_->budget().take(now - counted_)) return false;
        counted_ = now;
        return true;
    }

    /// What becomes of a runner who enters a cell; nothing if he is lost.
    std::optional<count_state> enter(place p, const count_state& from, std::uint32_t slack) {
        constexpr treasure_sets::id empty = treasure_sets::empty;
        if (p == board_->end()) return count_state{p, empty, plenty};
        if (from.life == plenty) return count_state{p, empty, plenty};
        const bool treasure = (*board_)[p] == 'T';
        const auto number = treasure ? static_cast<station>(board_->treasure_number(p)) : 0;
        const bool taken = treasure && holds(from.taken, number);
        const life_points life = life_after((*board_)[p], from.life, taken);
        if (life < 1 || life < ahead_->least(p, slack)) return std::nullopt;
        if (slack == 0 && life >= worst_[p]) return count_state{p, empty, plenty};
        if (slack_ == 0) return count_state{p, empty, life};
        const treasure_sets::id set = remembered(p, life, from.taken, slack);
        if (treasure && !can_finish(number, slack, life, set)) return std::nullopt;
        return count_state{p, set, life};
    }

    [[nodiscard]] bool holds(treasure_sets::id set, station treasure) const {
        return std::binary_search(sets_[set].begin(), sets_[set].end(), treasure);
    }

    /// The treasures taken before that matter from a cell on, and the one of the cell itself.
    treasure_sets::id remembered(place at, life_points life, treasure_sets::id before,
                                 std::uint32_t slack) {
        kept_.clear();
        for (const station t : sets_[before])
            if (matters(t, at, life, slack)) kept_.push_back(t);
        if ((*board_)[at] == 'T') {
            const auto here = static_cast<station>(board_->treasure_number(at));
            const auto where = std::lower_bound(kept_.begin(), kept_.end(), here);
            if (where == kept_.end() || *where != here) kept_.insert(where, here);
        } else if (kept_.size() == sets_[before].size()) {
            return before;
        }
        return sets_.intern(kept_);
    }

    // A treasure matters if it lies on some way to the end that has no more slack. At another
    // treasure it matters only if a runner who comes back to it can go on from there. (One who has
    // forgotten it is then paid again, but is lost all the same.)
    bool matters(station treasure, place at, life_points life, std::uint32_t slack) {
        const place where = board_->treasures()[treasure];
        const std::uint32_t* const from = steps_from(treasure);
        if (from == nullptr) return false;
        const std::uint64_t steps = std::uint64_t{from[at]} + (*to_end_)[where];
        if (steps > (*to_end_)[at] + std::uint64_t{2} * slack) return false;
        if ((*board_)[at] != 'T' || at == where) return true;
        const auto here = static_cast<station>(board_->treasure_number(at));
        return life >= (*revisits_)(treasure, here, slack);
    }

    /// The steps from a treasure to every cell, without a visit of the end; null if out of memory.
    const std::uint32_t* steps_from(station treasure) {
        while (distances_.size() < board_->treasures().size())
            distances_.emplace_back(control_->budget());
        senda::detail::buffer<std::uint32_t>& steps = distances_[treasure];
        if (!steps.empty()) return steps.data();
        senda::detail::buffer<place> queue(control_->budget());
        bool room =
            steps.assign_zeros(board_->bound()) && queue.push(board_->treasures()[treasure]);
        if (room) {
            std::fill(steps.begin(), steps.end(), far_away);
            steps[queue[0]] = 0;
        }
        for (std::size_t i = 0; room && i != queue.size(); ++i) {
            const place p = queue[i];
            if (p == board_->end()) continue;
            board_->for_each_neighbour(p, [&](place n) {
                if (steps[n] != far_away) return;
                steps[n] = steps[p] + 1;
                room = room && queue.push(n);
            });
        }
        if (room) return steps.data();
        control_->end(status::memory_limit);
        steps.release();
        return nullptr;
    }

    /// Whether a runner at a treasure reaches the end. One who beats another that does also does,
    /// and one who is beaten by another that does not does not.
    bool can_finish(station at, std::uint32_t slack, life_points life, treasure_sets::id set) {
        known_runners& known = known_[{at, slack}];
        const one_runner who{life, set};
        const auto beaten_by = [&](const one_runner& other) { return beats(other, who); };
        const auto beaten = [&](const one_runner& other) { return beats(who, other); };
        if (std::any_of(known.finish.begin(), known.finish.end(), beaten)) return true;
        if (std::any_of(known.lost.begin(), known.lost.end(), beaten_by)) return false;
        const bool can = finish_->can_finish({board_->treasures()[at], slack, life}, sets_[set]);
        std::vector<one_runner>& told = can ? known.finish : known.lost;
        std::erase_if(told, [&](const one_runner& other) {
            return can ? beats(other, who) : beats(who, other);
        });
        told.push_back(who);
        known_bytes_ += bytes_a_runner;
        return can;
    }

    // In a list that grows, with a part of the map's entry; those that were beaten still count.
    static constexpr std::uint64_t bytes_a_runner = 128;

    struct one_runner {
        life_points life;
        treasure_sets::id taken;
    };
    struct known_runners {
        std::vector<one_runner> finish;
        std::vector<one_runner> lost;
    };

    /// Whether a runner has as much life as another, even if every treasure that he alone has taken
    /// paid the other.
    [[nodiscard]] bool beats(const one_runner& a, const one_runner& b) const {
        if (a.life < b.life) return false;
        life_points spare = (a.life - b.life) / treasure_life;
        for (const station t : sets_[a.taken])
            if (!holds(b.taken, t) && spare-- == 0) return false;
        return true;
    }

    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    const outlook* ahead_;
    std::uint32_t slack_;
    revisit_needs* revisits_;
    finish_search* finish_;
    search_control* control_;
    treasure_sets sets_;
    std::vector<station> kept_;
    std::vector<senda::detail::buffer<std::uint32_t>>
        distances_;  // of each treasure, once asked for
    std::map<std::pair<station, std::uint32_t>, known_runners> known_;
    std::uint64_t known_bytes_ = 0;
    std::uint64_t counted_ = 0;  // on the budget, of sets and known runners
    senda::detail::buffer<loss_points> worst_;
    count_table now_;
    count_table next_;
};

}  // namespace senda::maze::detail
