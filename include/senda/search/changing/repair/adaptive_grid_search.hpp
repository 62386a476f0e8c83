// SPDX-License-Identifier: MIT
// The engine under LPA* and D* Lite on 8-connected grids without weights.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/changing/repair/cell_length.hpp>
#include <senda/search/changing/repair/cell_moves.hpp>
#include <senda/search/contract/engine.hpp>
#include <senda/search/contract/engine_texts.hpp>
#include <senda/search/grid/jump_point.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A* by bounds of what is left to the goal, which are kept and learn. The first search is from the
/// goal, so that they are exact where it was. Walls that appear leave them right, so that the next
/// search, from the start, only goes where the path was, and around the wall: of a cell at `from`
/// the start at least `best - from` is left then. Where walls go the bounds are lowered, in the
/// order and as far as paths that may be shorter need it; that is the half of D* Lite that makes
/// lengths smaller, with its queue. X. Sun, S. Koenig, W. Yeoh, *Generalized adaptive A\**, 2008.
///
/// The bounds stay consistent: no more than a step plus the bound at its end, but for the cells
/// that wait. A path that is as long as the bound at the start is a shortest one.
///
/// Where a change is too large to be repaired soon, jump point search answers from scratch.
template <grid_moves Moves>
class adaptive_grid_search : public engine<adaptive_grid_search<Moves>> {
    using base = engine<adaptive_grid_search>;
    friend base;
    using grid_type = basic_grid<Moves>;
    using index = std::uint32_t;

    struct record {
        cell_length left;  // a lower bound of what is left to the goal; 0: the estimate
        cell_length from;  // the length from the start, by the search with that number
        std::uint32_t search;
        std::uint8_t entered;  // the move that led here
        bool is_closed;
    };
    struct open_entry {
        cell_length through;
        cell_length from;
        index at;
    };
    struct sooner {
        constexpr bool operator()(const open_entry& a, const open_entry& b) const noexcept {
            return a.through < b.through || (a.through == b.through && a.from > b.from);
        }
    };
    struct lower_entry {
        cell_length through;
        index at;
    };
    struct lower_sooner {
        constexpr bool operator()(const lower_entry& a, const lower_entry& b) const noexcept {
            return a.through < b.through;
        }
    };

public:
    using result_type = senda::result<cell, double>;

    /// Goes on after a limit or the stop token ended it, with all limits anew.
    void resume() {
        const senda::status s = this->status();
        if (s != status::running && s != status::memory_limit) control_.restart();
    }

    /// Says that a cell was opened or closed; the grid is asked about it at the next step, so that
    /// several changes may be made before they are said.
    void changed(cell c) {
        resume();
        if (!control_.running()) return;
        leave_search();
        are_marked_ = false;
        if (grid_->contains(c)) control_.fits(changes_.push(grid_->index(c)));
    }

    /// Forgets all that it knows and plans afresh.
    void restart() {
        this->start_again([this] { begin(); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{.status = this->status(),
                      .statistics = this->statistics(),
                      .engine = engine_text(engine_kind::adaptive)};
        if (r.status == status::found) {
            r.cost = r.lower_bound = rest_.value();
            r.path.reserve(path_.size() - walked_);
            for (std::size_t i = walked_; i < path_.size(); ++i)
                r.path.push_back(moves_.cell_at(path_[i]));
        } else {
            r.lower_bound = r.status == status::exhausted ? infinite<double> : as_number(lower_);
        }
        return r;
    }

protected:
    adaptive_grid_search(const grid_type& g, cell start, cell goal, const options& o)
        : base(o, engine_kind::adaptive),
          grid_(&g),
          start_cell_(start),
          goal_cell_(goal),
          records_(control_.budget()),
          open_(control_.budget()),
          waiting_(control_.budget()),
          expanded_(control_.budget()),
          changes_(control_.budget()),
          path_(control_.budget()) {
        begin();
    }
    adaptive_grid_search(adaptive_grid_search&&) = default;
    adaptive_grid_search& operator=(adaptive_grid_search&&) = default;
    ~adaptive_grid_search() = default;

    [[nodiscard]] const cell& start_cell() const noexcept { return start_cell_; }
    [[nodiscard]] cell next_cell() const noexcept {
        if (this->status() != status::found || walked_ + 1 >= path_.size()) return start_cell_;
        return moves_.cell_at(path_[walked_ + 1]);
    }
    void move_start(cell start) {
        if (start == start_cell_) return;
        resume();
        leave_search();
        moved_ += estimate(start_cell_, start);
        start_cell_ = start;
        if (!grid_->contains(start)) return path_.clear();
        const index to = grid_->index(start);
        if (walked_ + 1 >= path_.size() || path_[walked_ + 1] != to) return path_.clear();
        rest_ = less(rest_, moves_.is_diagonal(path_[walked_], to));
        ++walked_;
    }

private:
    using base::control_;

    void forget() {
        records_.release();
        open_.clear();
        waiting_.clear();
        expanded_.clear();
        changes_.clear();
        path_.clear();
        is_searching_ = false;
        has_bounds_ = false;
        searches_ = 0;
        lower_ = moved_ = first_length_ = 0;
    }
    void begin() {
        moves_ = cell_moves<Moves>(*grid_);
        if (grid_->contains(goal_cell_)) goal_index_ = grid_->index(goal_cell_);
        control_.fits(records_.assign_zeros(grid_->index_bound()));
    }
    /// The grid may have another size by now, or other memory.
    void rebind() {
        const cell_moves<Moves> now(*grid_);
        const bool is_same = now.stride() == moves_.stride() &&
                             (records_.empty() || records_.size() == grid_->index_bound());
        if (is_same) {
            moves_ = now;
        } else if (control_.running()) {
            forget();
            begin();
        }
    }

    /// The textbook's loop: the next cell by what a path through it costs at least, be it one whose
    /// bound is to be lowered or one to expand.
    void advance(std::uint64_t most) {
        if (!changes_.empty()) return look_again();
        if (!grid_->open(start_cell_) || !grid_->open(goal_cell_))
            return control_.end(status::exhausted);
        if (!is_searching_) begin_search();
        if (!control_.running()) return;
        if (has_bounds_ && most == all_of_it && control_.expanded() >= patience_)
            return start_from_scratch();
        const cell_length lowered = waiting_.empty() ? no_length : waiting_.top().through - moved_;
        const cell_length opened = open_.empty() ? no_length : open_.top().through;
        lower_ = std::min({lowered, opened, known_});
        if (lowered <= opened && lowered < known_) {
            if (control_.may_expand()) lower_next();
        } else if (opened < known_) {
            visit(open_.top());
        } else {
            finish(known_);
        }
    }

    /// Takes in the next change. A wall leaves all bounds right; the bound of a cell that is open
    /// now, and the steps past its corners, are looked at.
    void look_again() {
        if (!has_bounds_) return changes_.clear();
        if (!std::exchange(are_marked_, true)) mark_changes();
        if (!control_.may_work()) return;
        const index at = changes_.pop();
        if (!moves_.is_open(at)) return;
        is_best_ = false;
        if (at == goal_index_) {
            for_each_neighbour(at, [this](index by, cell_length) { check(by); });
        } else {
            check(at);
        }
        if constexpr (Moves == grid_moves::octile)
            moves_.for_each_beside(at, [this](index by) { check(by); });
    }
    /// What was known of a wall is worth nothing to its neighbours.
    void mark_changes() {
        is_path_sure_ = false;
        for (const index at : changes_)
            if (at != goal_index_) records_[at].left = no_length;
    }

    /// Begins a search. If the path of before can still be walked, only a shorter one is of
    /// interest; there is none unless something was opened.
    void begin_search() {
        if (!is_path_sure_ && !path_.empty() && !can_walk()) path_.clear();
        is_path_sure_ = true;
        known_ = path_.empty() ? no_length : length_of(rest_);
        if (!path_.empty() && is_best_) return finish(known_);
        is_searching_ = true;
        ++searches_;
        reach(has_bounds_ ? grid_->index(start_cell_) : goal_index_, 0, 0);
    }

    void visit(const open_entry top) {
        record& r = records_[top.at];
        if (r.is_closed || top.from != r.from || top.through != r.from + ahead_of(top.at))
            return discard();
        if (top.at == (has_bounds_ ? goal_index_ : grid_->index(start_cell_)))
            return finish(top.from);
        if (is_beyond(top.through)) return control_.end(status::cost_limit);
        if (!control_.may_expand()) return;
        if (!control_.fits(expanded_.push(top.at))) return;
        discard();
        r.is_closed = true;
        std::uint64_t edges = 0;
        moves_.for_each(top.at, [&](index to, cell_length step, std::uint8_t move) {
            ++edges;
            reach(to, top.from + step, move);
        });
        control_.count_generated(edges);
    }

    void discard() { (void)open_.pop(); }

    void reach(index at, cell_length from, std::uint8_t move) {
        record& r = records_[at];
        if (r.search == searches_ && r.from <= from) return;
        r.from = from;
        r.search = searches_;
        r.entered = move;
        r.is_closed = false;
        queue(at, r);
    }
    void queue(index at, const record& r) {
        const cell_length left = ahead_of(at);
        if (left < no_length) control_.fits(open_.push({r.from + left, r.from, at}));
    }

    /// A bound of what is left to where the search leads.
    [[nodiscard]] cell_length ahead_of(index at) {
        return has_bounds_ ? left_of(at) : estimate(start_cell_, moves_.cell_at(at));
    }

    /// Lowers the bound of the next cell that waits to what its neighbours say.
    void lower_next() {
        const lower_entry top = waiting_.pop();
        if (!moves_.is_open(top.at)) return;
        const cell_length left = left_by_neighbours(top.at);
        if (left >= left_of(top.at)) return;
        const cell_length through = left + estimate(start_cell_, moves_.cell_at(top.at)) + moved_;
        if (through > top.through) {
            control_.fits(waiting_.push({through, top.at}));
            return;
        }
        record& r = records_[top.at];
        r.left = left;
        if (r.search == searches_ && is_searching_ && !r.is_closed) queue(top.at, r);
        for_each_neighbour(top.at, [&](index by, cell_length step) {
            if (left_of(by) > left + step) wait(by, left + step);
        });
    }
    /// Lets a cell wait for a lower bound, if its neighbours say so.
    void check(index at) {
        if (!moves_.is_open(at)) return;
        const cell_length left = left_by_neighbours(at);
        if (left < left_of(at)) wait(at, left);
    }
    void wait(index at, cell_length left) {
        const cell_length through = left + estimate(start_cell_, moves_.cell_at(at)) + moved_;
        control_.fits(waiting_.push({through, at}));
    }
    [[nodiscard]] cell_length left_by_neighbours(index at) {
        if (at == goal_index_) return 0;
        cell_length least = no_length;
        for_each_neighbour(
            at, [&](index by, cell_length step) { least = std::min(least, left_of(by) + step); });
        return least;
    }
    template <class Visit>
    void for_each_neighbour(index at, Visit visit) {
        moves_.for_each(at, [&](index to, cell_length step, std::uint8_t) { visit(to, step); });
    }
    [[nodiscard]] cell_length left_of(index at) {
        cell_length& left = records_[at].left;
        if (left == 0 && at != goal_index_) left = first_bound(moves_.cell_at(at));
        return left;
    }
    /// What the first search says of cells that it did not expand.
    [[nodiscard]] cell_length first_bound(cell c) const noexcept {
        if (first_length_ >= no_length) return no_length;
        return std::max(estimate(c, goal_cell_), first_length_ - estimate(first_start_, c));
    }

    /// Ends a search in which no path shorter than `best` is possible.
    void finish(cell_length best) {
        if (best < known_) read_path();
        learn(best);
        end_at_path();
        patience_ = std::min(2 * patience_, most_patience);
    }
    void end_at_path() {
        if (path_.empty()) return control_.end(status::exhausted);
        is_best_ = true;
        const bool is_within = rest_.value() <= most_length();
        control_.end(is_within ? status::found : status::cost_limit);
    }
    /// Leaves a search half way.
    void leave_search() {
        if (is_searching_) learn(has_bounds_ ? lower_ : 0);
        lower_ = 0;
    }
    /// No path is shorter than `best`, which says what is left from where the search was. The first
    /// search, once it has come to its end, knows it exactly.
    void learn(cell_length best) {
        const bool is_first = is_searching_ && !has_bounds_;
        if (is_first && best != 0) {
            for (const index at : expanded_) records_[at].left = records_[at].from;
            first_start_ = start_cell_;
            first_length_ = best;
            has_bounds_ = true;
        } else if (!is_first) {
            for (const index at : expanded_) {
                record& r = records_[at];
                r.left = best >= no_length ? no_length : std::max(r.left, best - r.from);
            }
        }
        expanded_.clear();
        open_.clear();
        is_searching_ = false;
    }

    /// Answers by jump point search. What was repaired stays, and what is left over waits.
    void start_from_scratch() {
        patience_ = std::max(patience_ / 2, least_patience);
        leave_search();
        options o = control_.options();
        o.limits.expansions -= control_.expanded();
        o.limits.bytes = control_.budget().left();
        o.limits.time = o.limits.time.seconds() - control_.statistics().seconds;
        const auto found = jump_point(*grid_, start_cell_, goal_cell_, o);
        control_.count_expanded(found.statistics.expanded);
        control_.count_generated(found.statistics.generated);
        if (found.status != status::found) return control_.end(found.status);
        path_.clear();
        walked_ = 0;
        rest_ = {};
        for (const cell c : found.path) {
            const index at = grid_->index(c);
            if (!path_.empty()) rest_ = longer(rest_, moves_.is_diagonal(path_.back(), at));
            if (!control_.fits(path_.push(at))) return path_.clear();
        }
        end_at_path();
    }

    /// Follows the moves of a search back to where it began.
    void read_path() {
        path_.clear();
        walked_ = 0;
        rest_ = {};
        const index start = grid_->index(start_cell_);
        const index from = has_bounds_ ? goal_index_ : start;
        const index to = has_bounds_ ? start : goal_index_;
        for (index at = from;; at = moves_.back(at, records_[at].entered)) {
            if (!control_.fits(path_.push(at))) return path_.clear();
            if (at == to) break;
            rest_ = longer(rest_, moves_.is_diagonal_move(records_[at].entered));
        }
        if (has_bounds_) std::reverse(path_.begin(), path_.end());
    }
    [[nodiscard]] bool can_walk() const {
        for (std::size_t i = walked_; i + 1 < path_.size(); ++i)
            if (!moves_.leads(path_[i], path_[i + 1])) return false;
        return true;
    }

    /// Whether a length is beyond the limit on costs. It is rounded, so that it may be a little
    /// too strict or not: what is found is compared exactly.
    [[nodiscard]] bool is_beyond(cell_length through) const noexcept {
        return as_number(through) > most_length() * (1 + 1e-12);
    }
    [[nodiscard]] double most_length() const noexcept {
        return control_.limits().cost.template most<double>();
    }
    [[nodiscard]] static cell_length length_of(octile_length l) noexcept {
        return static_cast<cell_length>(l.straight) * straight_step +
               static_cast<cell_length>(l.diagonal) * diagonal_step;
    }
    [[nodiscard]] static octile_length longer(octile_length l, bool is_diagonal) noexcept {
        return l + octile_length{is_diagonal ? 0U : 1U, is_diagonal ? 1U : 0U};
    }
    [[nodiscard]] static octile_length less(octile_length l, bool is_diagonal) noexcept {
        return {l.straight - (is_diagonal ? 0U : 1U), l.diagonal - (is_diagonal ? 1U : 0U)};
    }
    [[nodiscard]] static cell_length estimate(cell a, cell b) noexcept {
        const planar_offset to = offset_between(a, b);
        return static_cast<cell_length>(to.longer() - to.shorter()) * straight_step +
               static_cast<cell_length>(to.shorter()) * diagonal_step;
    }

    // Expansions of a repair after which one from scratch is sooner.
    static constexpr std::uint64_t least_patience = 512;
    static constexpr std::uint64_t most_patience = 8192;
    static constexpr std::uint64_t all_of_it = std::numeric_limits<std::uint64_t>::max();

    const grid_type* grid_;
    cell_moves<Moves> moves_;
    cell start_cell_;
    cell goal_cell_;
    index goal_index_ = 0;
    buffer<record> records_;
    four_ary_heap<open_entry, sooner> open_;
    four_ary_heap<lower_entry, lower_sooner> waiting_;  // cells whose bound may be too high
    buffer<index> expanded_;
    buffer<index> changes_;
    buffer<index> path_;        // the one found last, if it can be walked
    std::size_t walked_ = 0;    // where on it the start is
    octile_length rest_;        // its length from there
    bool is_path_sure_ = true;  // whether it was looked at since the last change
    bool are_marked_ = true;    // the changes, for their bounds
    bool is_best_ = false;      // whether it was a shortest one, and no cell was opened since
    bool is_searching_ = false;
    bool has_bounds_ = false;  // whether the first search has come to its end
    std::uint64_t patience_ = most_patience;
    std::uint32_t searches_ = 0;
    cell_length known_ = no_length;  // the length of a path that is known
    cell_length lower_ = 0;          // no path is shorter
    cell first_start_{};             // of the first search, and the length that it found
    cell_length first_length_ = 0;
    cell_length moved_ = 0;  // how far the start has moved
};

}  // namespace senda::detail
