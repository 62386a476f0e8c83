// SPDX-License-Identifier: MIT
// The exact number of optimal routes, by dynamic programming over their steps.
#pragma once

#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/bounds/life_bound.hpp>
#include <maze/solver/route_enumeration.hpp>
#include <senda/graph/hash.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/memory.hpp>

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

/// Sets of treasures, each kept once, and what they take.
class treasure_sets {
    // An entry of a map, and a pointer in a list that grows.
    static constexpr std::uint64_t bytes_a_set = 128;

public:
    using id = std::uint32_t;
    static constexpr id empty = 0;

    treasure_sets() { intern({}); }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The treasures of a set, in order.
    [[nodiscard]] const std::vector<key_node>& operator[](id set) const noexcept {
        return *sets_[set];
    }

    /// The number of a set, whose treasures are in order.
    id intern(const std::vector<key_node>& set) {
        const auto [found, fresh] = ids_.try_emplace(set, static_cast<id>(sets_.size()));
        if (fresh) {
            sets_.push_back(&found->first);
            bytes_ += bytes_a_set + owned_bytes(found->first);
        }
        return found->second;
    }

private:
    // The `<` of vectors is wrong on big-endian machines before g++ 13.3 (its bug 113960).
    struct by_treasures {
        bool operator()(const std::vector<key_node>& a, const std::vector<key_node>& b) const {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        }
    };
    std::map<std::vector<key_node>, id, by_treasures> ids_;
    std::vector<const std::vector<key_node>*> sets_;
    std::uint64_t bytes_ = 0;
};

/// All that matters of a runner for what he can still do.
struct count_state {
    place at;
    treasure_sets::id taken;
    life_points life;

    friend bool operator==(const count_state&, const count_state&) = default;
};

/// Numbers of runners by what matters of them.
class count_table {
public:
    explicit count_table(memory_budget& budget)
        : states_(budget), counts_(budget), slots_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }
    [[nodiscard]] const count_state& state(std::size_t i) const noexcept { return states_[i]; }
    [[nodiscard]] const big_unsigned& count(std::size_t i) const noexcept { return counts_[i]; }

    /// Empties the table and makes room for so many states; false if out of memory.
    [[nodiscard]] bool clear(std::size_t expected) {
        states_.clear();
        counts_.clear();
        return slots_.assign_zeros(std::bit_ceil(2 * expected + 16));
    }

    /// Adds runners; false if out of memory.
    [[nodiscard]] bool add(const count_state& s, const big_unsigned& runners) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash(s) & mask;
        for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
            if (states_[slots_[slot] - 1] != s) continue;
            big_unsigned& sum = counts_[slots_[slot] - 1];
            const std::uint64_t before = owned_bytes(sum);
            sum += runners;
            return counts_.budget().take(owned_bytes(sum) - before);
        }
        if (states_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) return false;
        slots_[slot] = static_cast<std::uint32_t>(states_.size() + 1);
        return states_.push(s) && counts_.push(runners);
    }

private:
    static std::size_t hash(const count_state& s) noexcept {
        const std::uint64_t where = std::uint64_t{s.at} << 32 | s.taken;
        return static_cast<std::size_t>(
            senda::hash_combine(where, static_cast<std::uint64_t>(s.life)));
    }

    buffer<count_state> states_;
    buffer<big_unsigned> counts_;
    buffer<std::uint32_t> slots_;  // the number of a state, counted from 1
};

/// Counts routes forwards, all runners one step at a time. Runners in the same cell with the same
/// life and the same treasures taken have the same future, so only their number is kept. Treasures
/// that cannot be visited again are forgotten, and so is the life once nothing can go wrong.
class route_counter : optimal_route_space {
    static constexpr life_points plenty = std::numeric_limits<life_points>::max();

public:
    /// `revisits` may be null where there is no slack or no treasure.
    route_counter(const optimal_route_space& space, revisit_bound* revisits)
        : optimal_route_space(space),
          revisits_(revisits),
          safe_(control_->budget()),
          now_(control_->budget()),
          next_(control_->budget()) {}
    route_counter(const route_counter&) = delete;
    route_counter& operator=(const route_counter&) = delete;
    ~route_counter() { control_->budget().give(counted_); }

    /// The number of routes; nothing if a limit came first.
    [[nodiscard]] std::optional<big_unsigned> run() {
        if (!find_safe()) return std::nullopt;
        const bool safe = slack_ == 0 && board_->life() >= safe_[board_->start()];
        const count_state first{board_->start(), treasure_sets::empty,
                                safe ? plenty : board_->life()};
        if (!control_->fits(now_.clear(1) && now_.add(first, big_unsigned(1)))) return std::nullopt;
        const std::uint64_t steps = (*to_end_)[board_->start()] + std::uint64_t{2} * slack_;
        for (std::uint64_t left = steps; left-- != 0; std::swap(now_, next_)) {
            if (!control_->fits(next_.clear(3 * now_.size()))) return std::nullopt;
            for (std::size_t i = 0; i != now_.size(); ++i) {
                if (!control_->may_expand() || !control_->fits(expand(i, left)) ||
                    !control_->running())
                    return std::nullopt;
            }
        }
        return now_.size() == 0 ? big_unsigned() : now_.count(0);  // all are at the end
    }

private:
    // The life that is enough on the worst of the shortest paths from each cell, backwards from the
    // end. With slack behind a runner the treasures may be gone. (With slack before him something
    // can always go wrong, or a shorter route would do.)
    bool find_safe() {
        buffer<place> queue(control_->budget());
        bool room = safe_.assign_zeros(board_->bound()) && queue.push(board_->end());
        if (room) safe_[board_->end()] = 1;
        for (std::size_t i = 0; room && i != queue.size(); ++i) {
            if (!control_->may_expand()) return false;
            const place p = queue[i];
            const life_points before = safe_[p] - life_after((*board_)[p], 0, slack_ != 0);
            const auto then = static_cast<loss_points>(std::max<life_points>(1, before));
            board_->for_each_neighbour(p, [&](place n) {
                if ((*to_end_)[n] != (*to_end_)[p] + 1) return;
                if (safe_[n] == 0) room = room && queue.push(n);
                safe_[n] = std::max(safe_[n], then);
            });
        }
        return control_->fits(room);
    }

    bool expand(std::size_t from, std::uint64_t steps_left) {
        const count_state& here = now_.state(from);
        bool room = true;
        board_->for_each_neighbour(here.at, [&](place n) {
            if ((*to_end_)[n] > steps_left || !room) return;
            // On a grid what is left beyond the steps that lead straight to the end is even.
            const auto slack = static_cast<std::uint32_t>((steps_left - (*to_end_)[n]) / 2);
            if (n == board_->end() && slack != 0) return;
            const std::optional<count_state> there = enter(n, here, slack);
            room = !there || next_.add(*there, now_.count(from));
        });
        return room && count_memory();
    }

    /// Counts what the sets and all that is known have come to; false if that is too much.
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
        const count_state safe{p, empty, plenty};
        if (p == board_->end() || from.life == plenty) return safe;
        const bool treasure = (*board_)[p] == 'T';
        const auto number = treasure ? static_cast<key_node>(board_->treasure_number(p)) : 0;
        const std::vector<key_node>& known = sets_[from.taken];
        const bool taken = treasure && std::binary_search(known.begin(), known.end(), number);
        const life_points life = life_after((*board_)[p], from.life, taken);
        if (life < 1 || life < bound_->least(p, slack)) return std::nullopt;
        if (slack == 0 && life >= safe_[p]) return safe;
        if (slack_ == 0) return count_state{p, empty, life};
        const treasure_sets::id set = remembered(p, life, from.taken, slack);
        if (treasure && !can_finish(number, slack, life, set)) return std::nullopt;
        return count_state{p, set, life};
    }

    /// The treasures taken before that matter from a cell on, and the one of the cell itself.
    treasure_sets::id remembered(place at, life_points life, treasure_sets::id before,
                                 std::uint32_t slack) {
        kept_.clear();
        for (const key_node t : sets_[before])
            if (matters(t, at, life, slack)) kept_.push_back(t);
        if ((*board_)[at] == 'T') {
            const auto here = static_cast<key_node>(board_->treasure_number(at));
            const auto where = std::lower_bound(kept_.begin(), kept_.end(), here);
            if (where == kept_.end() || *where != here) kept_.insert(where, here);
        } else if (kept_.size() == sets_[before].size()) {
            return before;
        }
        return sets_.intern(kept_);
    }

    // A treasure matters if it lies on some path to the end that has no more slack. At another
    // treasure it matters only if a runner who comes back to it meets its bound. (One who has
    // forgotten it is then paid again, but the bound rules him out all the same.)
    bool matters(key_node treasure, place at, life_points life, std::uint32_t slack) {
        const place where = board_->treasures()[treasure];
        const std::uint32_t* const from = distances_from(treasure);
        if (from == nullptr) return false;
        const std::uint64_t steps = std::uint64_t{from[at]} + (*to_end_)[where];
        if (steps > (*to_end_)[at] + std::uint64_t{2} * slack) return false;
        if ((*board_)[at] != 'T' || at == where) return true;
        const auto here = static_cast<key_node>(board_->treasure_number(at));
        return life >= (*revisits_)(treasure, here, slack);
    }

    /// The steps from a treasure to every cell; null if out of memory.
    const std::uint32_t* distances_from(key_node treasure) {
        distances_.resize(board_->treasures().size());
        std::vector<std::uint32_t>& distances = distances_[treasure];
        if (distances.empty()) {
            known_bytes_ += std::uint64_t{board_->bound()} * sizeof(std::uint32_t);
            if (!control_->fits(count_memory())) return nullptr;
            distances = bfs_distances(*board_, board_->treasures()[treasure], no_place,
                                      [this] { return control_->poll(); });
        }
        return distances.data();
    }

    /// Whether a runner at a treasure reaches the end. One who dominates another that does also
    /// does, and one who is dominated by another that does not does not.
    bool can_finish(key_node at, std::uint32_t slack, life_points life, treasure_sets::id set) {
        auto& [finishing, lost] = known_[{at, slack}];
        const runner_at_treasure who{life, set};
        const auto is_dominated = [&](const auto& other) { return dominates(who, other); };
        const auto is_dominating = [&](const auto& other) { return dominates(other, who); };
        if (std::any_of(finishing.begin(), finishing.end(), is_dominated)) return true;
        if (std::any_of(lost.begin(), lost.end(), is_dominating)) return false;
        const bool can =
            relaxation_->can_finish({board_->treasures()[at], slack, life}, sets_[set]);
        if (can) {
            std::erase_if(finishing, is_dominating);
        } else {
            std::erase_if(lost, is_dominated);
        }
        (can ? finishing : lost).push_back(who);
        known_bytes_ += bytes_a_runner;
        return can;
    }

    // In a list that grows, with a part of the map's entry; those that were erased still count.
    static constexpr std::uint64_t bytes_a_runner = 128;

    struct runner_at_treasure {
        life_points life;
        treasure_sets::id taken;
    };
    struct known_runners {
        std::vector<runner_at_treasure> finishing;
        std::vector<runner_at_treasure> lost;
    };

    [[nodiscard]] bool dominates(const runner_at_treasure& a, const runner_at_treasure& b) const {
        return a.life >= b.life && differs_by_at_most((a.life - b.life) / treasure_life,
                                                      sets_[a.taken], sets_[b.taken]);
    }

    revisit_bound* revisits_;
    treasure_sets sets_;
    std::vector<key_node> kept_;
    std::vector<std::vector<std::uint32_t>> distances_;  // by treasure, once asked for
    std::map<std::pair<key_node, std::uint32_t>, known_runners> known_;
    std::uint64_t known_bytes_ = 0;
    std::uint64_t counted_ = 0;  // on the budget, of sets, distances and known runners
    buffer<loss_points> safe_;
    count_table now_;
    count_table next_;
};

}  // namespace senda::maze::detail
