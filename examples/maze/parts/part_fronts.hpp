// SPDX-License-Identifier: MIT
// The trade between steps and life in a maze that falls apart: fronts of its parts, combined.
#pragma once

#include <maze/parts/part_tree.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// Finds the front of steps and life, or the least life, part by part.
///
/// A walk that begins in a cell has a profile: its steps, the change of life, and the life that it
/// needs at its beginning for staying alive. One profile dominates another that is better in
/// nothing. Profiles of walks that follow one another add up, so the front of a whole is made of
/// the fronts of its parts, as in a knapsack.
///
/// That is all if each part is entered once, and the cells of the chain are passed in their order.
/// Let r be a route that is not like this, and of those that are as good one with the fewest steps.
/// It makes several visits to a part at a cell c, with other walks from c back to c between them.
/// The last visits together gain something, or r could do without them; so for all else it is as
/// good if the later visits follow the first at once. Then r visits the part once, and what may be
/// wrong with it is only that the later visits begin with less life than before: less by what the
/// walks between gain, at most `gain_elsewhere`. In the same way, all that r does at a cell of the
/// chain after it went on and came back can be done before it goes on, with less life by at most
/// the gain of the next block. Where these gains are 0, nothing is lost by moving visits. Where
/// they are not, profiles that need less life by so much stand for such routes. They are only
/// assumed, and pay for what they save: a bridge that r crosses to and fro once more. An assumed
/// profile never dominates a real one; if none is left in the end, there is no such route that is
/// better than the real ones, and the answer is exact. If one is left, another solver has to
/// answer.
class part_fronts {
public:
    /// What is looked for: the best pairs of steps and life of a runner with the life of the board,
    /// or the least life, for which steps do not matter.
    enum class aim { front, least_life };

    /// Where another solver may be fast, and where it rarely is.
    static constexpr std::uint64_t little_work = 1'000'000;
    static constexpr std::uint64_t much_work = 5'000'000;

    /// Gives up after so much `work`, and some more in a large maze.
    part_fronts(const board& b, const part_tree& tree, search_control& control, aim what,
                std::uint64_t work = little_work)
        : board_(&b),
          tree_(&tree),
          control_(&control),
          aim_(what),
          profiles_(control.budget()),
          made_(control.budget()),
          of_block_(control.budget()),
          entries_(control.budget()),
          labels_(control.budget()),
          last_at_(control.budget()),
          most_work_(work + std::uint64_t{64} * b.bound()) {}

    /// Whether the treasures are in several blocks, and each of these is small enough to look at
    /// all walks in it.
    [[nodiscard]] bool fits() const {
        constexpr std::size_t few_cells = 50;
        constexpr std::size_t most_cells = 2000;
        constexpr std::size_t most_items = 6;
        for (part_tree::block b = 0; b < tree_->size(); ++b) {
            if (tree_->is_bridge(b) || (!tree_->is_on_chain(b) && tree_->gain(b) == 0)) continue;
            std::size_t treasures = 0;
            std::size_t parts = 0;
            for (const place p : tree_->cells(b)) {
                treasures += (*board_)[p] == 'T' ? 1 : 0;
                tree_->for_each_part(p, [&](part_tree::block) { ++parts; });
            }
            const std::size_t cells = tree_->cells(b).size();
            if (cells > most_cells || treasures + parts > most_items ||
                (cells > few_cells && 2 * treasures > board_->treasures().size()))
                return false;
        }
        return true;
    }

    /// Finds the front; false if a limit came first, or if it is too much work.
    [[nodiscard]] bool run() {
        if (!control_->fits(of_block_.assign_zeros(tree_->size()) &&
                            last_at_.assign_zeros(board_->bound()) && profiles_.push(profile{})))
            return false;
        for (part_tree::block b = 0; b < tree_->size(); ++b)
            if (!tree_->is_on_chain(b) && tree_->gain(b) > 0 && !enter_and_leave(b)) return false;
        range here{nothing, nothing + 1};
        const std::span<const part_tree::block> chain = tree_->chain();
        for (std::size_t i = 0; i < chain.size();) {
            if (!visit_parts_of_chain(chain[i], here)) return false;
            if (!(tree_->is_bridge(chain[i]) ? pass_bridges(i, here) : pass_block(i, here)))
                return false;
        }
        last_ = here;
        return true;
    }

    /// The best life at the end, as a change of that at the start, and the steps for it.
    struct pair {
        std::uint32_t steps;
        std::int32_t change;
        std::int32_t need;
        std::uint32_t id;  // of the profile
    };

    /// The front that is known, more steps, more life; and whether it is complete.
    [[nodiscard]] std::vector<pair> front() const { return found(false); }
    [[nodiscard]] bool is_exact() const { return found(true).empty(); }
    /// What is assumed beyond the front.
    [[nodiscard]] std::vector<pair> assumed() const { return found(true); }

    /// The cells of a route with that profile.
    [[nodiscard]] std::vector<place> route(std::uint32_t id) const {
        std::vector<place> cells{board_->start()};
        std::vector<entry> open{{no_place, id}};
        while (!open.empty()) {
            const entry next = open.back();
            open.pop_back();
            if (next.at != no_place) {
                cells.push_back(next.at);
                continue;
            }
            const profile& p = profiles_[next.id];
            switch (p.how) {
                case made_by::nothing: break;
                case made_by::sequence:
                    open.push_back({no_place, p.second});
                    open.push_back({no_place, p.first});
                    break;
                case made_by::bridge:
                    open.push_back({tree_->parent(tree_->block_of(p.second)), 0});
                    open.push_back({no_place, p.first});
                    open.push_back({p.second, 0});
                    break;
                case made_by::walk:
                    for (std::uint32_t i = p.first; i != p.second; ++i) open.push_back(entries_[i]);
                    break;
            }
        }
        return cells;
    }

private:
    enum class made_by : std::uint8_t { nothing, sequence, bridge, walk };

    struct profile {
        std::uint32_t steps = 0;
        std::int32_t change = 0;
        std::int32_t need = 1;  // the least life at its beginning
        // Two profiles one after the other; a profile beyond a bridge, and the cell there; the
        // first entry of a walk, and the one after its last.
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        made_by how = made_by::nothing;
        bool is_assumed = false;
    };

    struct range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        [[nodiscard]] bool empty() const noexcept { return first == last; }
    };

    /// A cell of a walk in a block, or a profile of what hangs on the cell before; a walk has them
    /// from its end to its beginning.
    struct entry {
        place at;
        std::uint32_t id;
    };

    /// A walk in a block so far.
    struct label {
        profile so_far;
        place at;
        std::uint32_t taken;  // treasures and parts, a bit each
        std::uint32_t parent;
        std::uint32_t item;    // the profile of a part, or `nothing`
        std::uint32_t before;  // another label in the same cell
        bool is_dominated = false;
    };

    /// What hangs on a cell of a block.
    struct part {
        place at;
        range fronts;
        std::uint32_t bit;
    };

    static constexpr std::uint32_t nothing = 0;  // the number of the empty profile
    static constexpr std::uint32_t no_label = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] std::uint32_t steps(std::uint32_t n) const noexcept {
        return aim_ == aim::front ? n : 0;
    }

    /// Adds a step into a cell; `takes` says whether a treasure is there.
    void enter(profile& p, place to, bool takes) const noexcept {
        p.change += takes ? static_cast<std::int32_t>(treasure_life) : -toll_of((*board_)[to]);
        p.need = std::max(p.need, 1 - p.change);
        p.steps += steps(1);
    }

    /// One profile after another.
    static void append(profile& p, const profile& next) noexcept {
        p.need = std::max(p.need, next.need - p.change);
        p.change += next.change;
        p.steps += next.steps;
        p.is_assumed = p.is_assumed || next.is_assumed;
    }

    [[nodiscard]] bool make(const profile& p) {
        return control_->fits(made_.push(p)) && control_->tick() && ++work_ <= most_work_;
    }

    [[nodiscard]] bool make_sequence(std::uint32_t first, std::uint32_t second) {
        if (second == nothing) return make(profiles_[first]);
        if (first == nothing) return make(profiles_[second]);
        profile p = profiles_[first];
        append(p, profiles_[second]);
        p.first = first;
        p.second = second;
        p.how = made_by::sequence;
        return make(p);
    }

    // The front of a part that hangs on a cell, as seen from there.
    [[nodiscard]] bool enter_and_leave(part_tree::block b) {
        made_.clear();
        const place from = tree_->parent(b);
        if (tree_->is_bridge(b)) {
            const place to = tree_->cells(b)[0];
            range inside;
            if (!visit_parts(to, inside)) return false;
            made_.clear();
            for (std::uint32_t i = inside.first; i != inside.last; ++i) {
                if (!control_->may_expand()) return false;
                profile p;
                enter(p, to, (*board_)[to] == 'T');
                append(p, profiles_[i]);
                enter(p, from, false);
                p.first = i;
                p.second = to;
                p.how = made_by::bridge;
                if (p.change > 0 && !make(p)) return false;
            }
        } else if (!walk(b, from, from)) {
            return false;
        }
        range& front = of_block_[b];
        if (!reduce(front)) return false;
        if (tree_->treasures(b) < 2 || tree_->gain_elsewhere(b) == 0) return true;
        // Visits that are moved: the first of them is where it was.
        std::int32_t least = std::numeric_limits<std::int32_t>::max();
        for (std::uint32_t i = front.first; i != front.last; ++i)
            least = std::min(least, profiles_[i].need);
        return assume(b, tree_->gain_elsewhere(b), least, front);
    }

    /// Adds profiles that need less life by what a walk elsewhere gains. They pay for a bridge that
    /// is crossed once more.
    [[nodiscard]] bool assume(part_tree::block b, std::int32_t less, std::int32_t least,
                              range& front) {
        made_.clear();
        for (std::uint32_t i = front.first; i != front.last; ++i) {
            profile p = profiles_[i];
            if (!make(p)) return false;
            p.need = std::max(least, p.need - less);
            p.is_assumed = true;
            if (tree_->is_bridge(b)) {
                p.steps += steps(2);
                p.change -= tree_->toll(b);
            }
            if (p.need < profiles_[i].need && p.change > 0 && !make(p)) return false;
        }
        return reduce(front);
    }

    // The front of walks from a cell into the parts that hang on it, in the best order. There are
    // three at most, as the fourth neighbour of the cell is where the runner comes from, and of
    // three the first two or the last two are one part for the third.
    [[nodiscard]] bool visit_parts(place at, range& front) {
        std::vector<range> parts;
        tree_->for_each_part(at, [&](part_tree::block b) {
            if (!of_block_[b].empty()) parts.push_back(of_block_[b]);
        });
        front = {nothing, nothing + 1};
        if (parts.empty()) return true;
        if (parts.size() < 3) {
            made_.clear();
            for (const range& r : parts)
                if (!make_either_order({nothing, nothing + 1}, r)) return false;
            if (parts.size() == 2 && !make_either_order(parts[0], parts[1])) return false;
            return make(profiles_[nothing]) && reduce(front);
        }
        std::vector<range> twos(3);
        for (std::size_t i = 0; i < 3; ++i) {
            made_.clear();
            const range& a = parts[(i + 1) % 3];
            const range& b = parts[(i + 2) % 3];
            if (!make_either_order({nothing, nothing + 1}, a) ||
                !make_either_order({nothing, nothing + 1}, b) || !make_either_order(a, b) ||
                !make(profiles_[nothing]) || !reduce(twos[i]))
                return false;
        }
        made_.clear();
        for (std::size_t i = 0; i < 3; ++i)
            if (!make_either_order({nothing, nothing + 1}, twos[i]) ||
                !make_either_order(parts[i], twos[i]))
                return false;
        return reduce(front);
    }

    [[nodiscard]] bool make_either_order(range a, range b) {
        for (std::uint32_t i = a.first; i != a.last; ++i) {
            if (!control_->may_expand()) return false;
            for (std::uint32_t j = b.first; j != b.last; ++j) {
                // What needs less comes first: it gains something, or it would not be here.
                const bool swap = profiles_[j].need < profiles_[i].need;
                if (!make_sequence(swap ? j : i, swap ? i : j)) return false;
            }
        }
        return true;
    }

    // Where the chain goes on with block `b`: walks into what hangs there, after all before.
    [[nodiscard]] bool visit_parts_of_chain(part_tree::block b, range& here) {
        range parts;
        const place at = tree_->parent(b);
        if (!visit_parts(at, parts)) return false;
        if (parts.first == nothing) return true;
        if (tree_->gain(b) > 0 && !assume(b, tree_->gain(b), 1, parts)) return false;
        return follow(here, parts);
    }

    /// All of `here`, each followed by all of `next`.
    [[nodiscard]] bool follow(range& here, range next) {
        made_.clear();
        for (std::uint32_t i = here.first; i != here.last; ++i) {
            if (!control_->may_expand()) return false;
            for (std::uint32_t j = next.first; j != next.last; ++j)
                if (!make_sequence(i, j)) return false;
        }
        return reduce_chain(here);
    }

    /// Where block number `i` of the chain is left.
    [[nodiscard]] place exit_of(std::size_t i) const {
        const std::span<const part_tree::block> chain = tree_->chain();
        return i + 1 == chain.size() ? board_->end() : tree_->parent(chain[i + 1]);
    }

    [[nodiscard]] bool has_parts(place at) const {
        bool any = false;
        tree_->for_each_part(at, [&](part_tree::block b) { any = any || !of_block_[b].empty(); });
        return any;
    }

    // From bridge to bridge, as far as nothing hangs between them: one profile.
    [[nodiscard]] bool pass_bridges(std::size_t& i, range& here) {
        const std::span<const part_tree::block> chain = tree_->chain();
        const std::size_t first = i;
        profile p;
        place to = no_place;
        do {
            to = exit_of(i++);
            enter(p, to, (*board_)[to] == 'T');
        } while (i < chain.size() && tree_->is_bridge(chain[i]) && !has_parts(to));
        p.how = made_by::walk;
        p.first = static_cast<std::uint32_t>(entries_.size());
        for (std::size_t k = i; k-- > first;)
            if (!control_->fits(entries_.push(entry{exit_of(k), 0})) || !control_->tick())
                return false;
        p.second = static_cast<std::uint32_t>(entries_.size());
        range way{static_cast<std::uint32_t>(profiles_.size()), 0};
        way.last = way.first + 1;
        return control_->fits(profiles_.push(p)) && follow(here, way);
    }

    // Through a larger block of the chain.
    [[nodiscard]] bool pass_block(std::size_t& number, range& here) {
        const std::span<const part_tree::block> chain = tree_->chain();
        const part_tree::block b = chain[number];
        const part_tree::block next =
            number + 1 < chain.size() ? chain[number + 1] : part_tree::none;
        const place to = exit_of(number++);
        range ways;
        if (!walk(b, tree_->parent(b), to) || !reduce(ways)) return false;
        const std::int32_t later =
            next == part_tree::none ? 0 : tree_->gain(next) + tree_->gain_of_parts(to);
        if (later > 0 && has_items_) {
            made_.clear();
            std::int32_t least = std::numeric_limits<std::int32_t>::max();
            for (std::uint32_t i = ways.first; i != ways.last; ++i)
                least = std::min(least, profiles_[i].need);
            for (std::uint32_t i = ways.first; i != ways.last; ++i) {
                profile p = profiles_[i];
                if (!make(p)) return false;
                p.need = std::max(least, p.need - later);
                p.is_assumed = true;
                if (p.need < profiles_[i].need && !make(p)) return false;
            }
            if (!reduce(ways)) return false;
        }
        return follow(here, ways);
    }

    // All walks in a larger block from one of its cells to another, or back to it: label setting.
    // A label dominates another in the same cell that is better in nothing and has taken no less.
    [[nodiscard]] bool walk(part_tree::block b, place from, place to) {
        std::vector<part> parts;
        std::uint32_t bits = 0;
        for (const place p : tree_->cells(b)) {
            if ((*board_)[p] == 'T') treasures_.push_back({p, std::uint32_t{1} << bits++});
            last_at_[p] = no_label;
            if (p == to) continue;
            tree_->for_each_part(p, [&](part_tree::block k) {
                if (!of_block_[k].empty())
                    parts.push_back({p, of_block_[k], std::uint32_t{1} << bits++});
            });
        }
        has_items_ = bits > 0;
        last_at_[from] = no_label;
        labels_.clear();
        made_.clear();
        bool goes_on = add({{}, from, 0, no_label, nothing, no_label});
        for (std::uint32_t i = 0; goes_on && i < labels_.size(); ++i) {
            const label here = labels_[i];
            if (here.is_dominated) continue;
            goes_on = control_->may_expand();
            for (const part& k : parts) {
                if (k.at != here.at || (here.taken & k.bit) != 0) continue;
                for (std::uint32_t j = k.fronts.first; goes_on && j != k.fronts.last; ++j) {
                    label next{here.so_far, here.at, here.taken | k.bit, i, j, no_label};
                    append(next.so_far, profiles_[j]);
                    goes_on = add(next);
                }
            }
            if (here.at == board_->end()) continue;
            board_->for_each_neighbour(here.at, [&](place n) {
                if (!goes_on || (n != from && tree_->block_of(n) != b)) return;
                label next{here.so_far, n, here.taken, i, nothing, no_label};
                const std::uint32_t bit = bit_of(n, from);
                enter(next.so_far, n, (bit & ~here.taken) != 0);
                next.taken |= bit;
                goes_on = add(next);
            });
        }
        treasures_.clear();
        return goes_on && keep_walks(from, to);
    }

    [[nodiscard]] std::uint32_t bit_of(place p, place from) const {
        if (p == from || (*board_)[p] != 'T') return 0;
        for (const treasure& t : treasures_)
            if (t.at == p) return t.bit;
        return 0;
    }

    [[nodiscard]] static bool dominates(const profile& a, const profile& b) noexcept {
        return a.steps <= b.steps && a.change >= b.change && a.need <= b.need &&
               (!a.is_assumed || b.is_assumed);
    }

    /// Adds a label unless another dominates it; false if a limit came.
    [[nodiscard]] bool add(label next) {
        if (++work_ > most_work_ || !control_->tick()) return false;
        for (std::uint32_t* id = &last_at_[next.at]; *id != no_label;) {
            label& other = labels_[*id];
            if (++work_ > most_work_) return false;
            if ((other.taken & ~next.taken) == 0 && dominates(other.so_far, next.so_far))
                return true;
            if ((next.taken & ~other.taken) == 0 && dominates(next.so_far, other.so_far)) {
                other.is_dominated = true;
                *id = other.before;
            } else {
                id = &other.before;
            }
        }
        next.before = last_at_[next.at];
        last_at_[next.at] = static_cast<std::uint32_t>(labels_.size());
        return control_->fits(labels_.push(next));
    }

    /// What came to `to` becomes profiles.
    [[nodiscard]] bool keep_walks(place from, place to) {
        for (std::uint32_t id = last_at_[to]; id != no_label; id = labels_[id].before) {
            profile p = labels_[id].so_far;
            if (from == to && p.change <= 0) continue;
            p.how = made_by::walk;
            p.first = static_cast<std::uint32_t>(entries_.size());
            for (std::uint32_t at = id; labels_[at].parent != no_label; at = labels_[at].parent) {
                const entry e = labels_[at].item != nothing ? entry{no_place, labels_[at].item}
                                                            : entry{labels_[at].at, 0};
                if (!control_->fits(entries_.push(e))) return false;
            }
            p.second = static_cast<std::uint32_t>(entries_.size());
            if (!make(p)) return false;
        }
        return true;
    }

    // Where the life of the start is known, what is needed is there or not.
    [[nodiscard]] bool reduce_chain(range& front) {
        if (aim_ == aim::front) {
            std::size_t kept = 0;
            for (const profile& p : made_) {
                if (p.need > board_->life()) continue;
                made_[kept] = p;
                made_[kept++].need = 1;
            }
            made_.truncate(kept);
        }
        return reduce(front);
    }

    /// Moves those of `made_` that no other dominates to the profiles.
    [[nodiscard]] bool reduce(range& front) {
        std::sort(made_.begin(), made_.end(), [](const profile& a, const profile& b) {
            if (a.steps != b.steps) return a.steps < b.steps;
            if (a.change != b.change) return a.change > b.change;
            if (a.need != b.need) return a.need < b.need;
            return a.is_assumed < b.is_assumed;
        });
        front.first = static_cast<std::uint32_t>(profiles_.size());
        staircase real;
        staircase any;
        for (const profile& p : made_) {
            if (real.dominates(p) || (p.is_assumed && any.dominates(p))) continue;
            any.add(p);
            if (!p.is_assumed) real.add(p);
            if (!control_->fits(profiles_.push(p))) return false;
        }
        front.last = static_cast<std::uint32_t>(profiles_.size());
        return true;
    }

    /// The profiles with the fewest steps so far, of which none is better in both change and need.
    class staircase {
    public:
        [[nodiscard]] bool dominates(const profile& p) const {
            const auto at = std::upper_bound(
                steps_.begin(), steps_.end(), p.need,
                [](std::int32_t need, const profile& other) { return need < other.need; });
            return at != steps_.begin() && (at - 1)->change >= p.change;
        }
        void add(const profile& p) {
            auto at = std::lower_bound(
                steps_.begin(), steps_.end(), p.need,
                [](const profile& other, std::int32_t need) { return other.need < need; });
            auto last = at;
            while (last != steps_.end() && last->change <= p.change) ++last;
            if (at == last) {
                steps_.insert(at, p);
            } else {
                *at = p;
                steps_.erase(at + 1, last);
            }
        }

    private:
        std::vector<profile> steps_;  // more need, more change
    };

    [[nodiscard]] std::vector<pair> found(bool assumed) const {
        std::vector<pair> pairs;
        for (std::uint32_t i = last_.first; i != last_.last; ++i) {
            const profile& p = profiles_[i];
            if (p.is_assumed == assumed) pairs.push_back({p.steps, p.change, p.need, i});
        }
        return pairs;
    }

    struct treasure {
        place at;
        std::uint32_t bit;
    };

    const board* board_;
    const part_tree* tree_;
    search_control* control_;
    aim aim_;
    buffer<profile> profiles_;
    buffer<profile> made_;
    buffer<range> of_block_;
    buffer<entry> entries_;
    buffer<label> labels_;
    buffer<std::uint32_t> last_at_;
    std::vector<treasure> treasures_;
    range last_;
    std::uint64_t work_ = 0;
    std::uint64_t most_work_;
    bool has_items_ = false;
};

}  // namespace senda::maze::detail
