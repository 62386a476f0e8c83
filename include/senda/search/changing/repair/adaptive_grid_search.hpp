// SPDX-License-Identifier: MIT
// The engine under LPA* and D* Lite on 8-connected grids without weights.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/changing/repair/cell_length.hpp>
#include <senda/search/changing/repair/cell_moves.hpp>
#include <senda/search/changing/repair/opened_cells.hpp>
#include <senda/search/changing/repair/repaired_cell.hpp>
#include <senda/search/changing/repair/walked_path.hpp>
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

namespace senda::detail {

/// A* by exact lengths of before. The first search, from the goal, finds how far each cell around
/// the path is from it; a second one how far from the start. Walls that appear make paths longer
/// only, so that A* by these lengths goes where the path was and around the wall. Walls that go
/// make paths shorter: by the lengths it is mostly clear that none over the opened cells is of use.
/// If not, A* searches again, by the least of both bounds. The lengths are found anew once repairs
/// have cost some times as much.
///
/// Where a change is too large to be repaired soon, jump point search answers from scratch.
template <grid_moves Moves>
class adaptive_grid_search : public engine<adaptive_grid_search<Moves>> {
    using base = engine<adaptive_grid_search>;
    friend base;
    using grid_type = basic_grid<Moves>;
    using index = std::uint32_t;

    using phase = repair_phase;
    using record = repaired_cell;
    using open_entry = repaired_open;

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
            r.cost = r.lower_bound = path_.cost();
            path_.append_to(r.path, moves_);
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
          before_(control_.budget()),
          open_(control_.budget()),
          changes_(control_.budget()),
          opened_(control_.budget()),
          useful_(control_.budget()),
          path_(control_.budget()) {
        begin();
    }
    adaptive_grid_search(adaptive_grid_search&&) = default;
    adaptive_grid_search& operator=(adaptive_grid_search&&) = default;
    ~adaptive_grid_search() = default;

    [[nodiscard]] const cell& start_cell() const noexcept { return start_cell_; }
    [[nodiscard]] cell next_cell() const noexcept {
        return this->status() == status::found ? path_.next(moves_, start_cell_) : start_cell_;
    }
    void move_start(cell start) {
        if (start == start_cell_) return;
        resume();
        leave_search();
        start_cell_ = start;
        grid_->contains(start) ? path_.step_to(moves_, grid_->index(start)) : path_.clear();
    }

private:
    using base::control_;

    void forget() {
        records_.release();
        leave_search();
        changes_.clear();
        path_.clear();
        phase_ = phase::from_goal;
        searches_ = 0;
    }
    void begin() {
        moves_ = cell_moves<Moves>(*grid_);
        if (grid_->contains(goal_cell_)) goal_index_ = grid_->index(goal_cell_);
        const std::size_t cells = grid_->index_bound();
        control_.fits(records_.assign_zeros(cells) && before_.reserve(cells));
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

    void advance(std::uint64_t most) {
        if (!grid_->open(start_cell_) || !grid_->open(goal_cell_))
            return control_.end(status::exhausted);
        if (!is_searching_) begin_search();
        if (!control_.running()) return;
        if (is_repair() && most == whole_run &&
            (control_.expanded() >= patience_ || opened_.size() > most_opened))
            return start_from_scratch();
        if (open_.empty() || open_.top().through >= enough_) return end_phase();
        phase_ == phase::lowering ? lower_next(open_.top()) : visit(open_.top());
    }

    [[nodiscard]] bool is_repair() const noexcept { return phase_ >= phase::known; }
    [[nodiscard]] bool is_from_goal() const noexcept { return phase_ == phase::from_goal; }

    /// Begins to plan or to repair. A path that can still be walked is a shortest one, unless
    /// something was opened; and then only a shorter one is of interest.
    void begin_search() {
        take_in_changes();
        if (!control_.running()) return;
        if (start_cell_ == goal_cell_) {
            path_.clear();
            is_best_ = control_.fits(path_.push(moves_, goal_index_));
        }
        if (!path_.empty() && is_best_) return end_at_path();
        const bool are_many = opened_.size() > most_opened;
        if (!is_repair() || worked_ > (are_many ? 1 : 4) * work_of_lengths_) return begin_lengths();
        is_best_ = false;
        enough_ = path_.empty() ? no_length : path_.length();
        phase_ = phase::known;
        begin_phase();
    }
    void begin_lengths() {
        if (searches_ != 0) records_.set_zero();
        searches_ = 0;
        opened_.clear();
        path_.clear();
        before_.set_size(records_.size());
        std::copy_n(grid_->data(), records_.size(), before_.data());
        phase_ = phase::from_goal;
        enough_ = no_length;
        has_met_ = false;
        begin_phase();
    }
    void begin_phase() {
        open_.clear();
        is_searching_ = true;
        ++searches_;
        reach(is_from_goal() ? goal_index_ : grid_->index(start_cell_), 0, 0);
    }
    void leave_search() {
        if (is_searching_ && !is_repair()) phase_ = phase::from_goal;
        open_.clear();
        is_searching_ = false;
        lower_ = 0;
    }

    /// Notes which cells are open that were not when the lengths were found.
    void take_in_changes() {
        if (changes_.empty()) return;
        for (const index at : changes_) {
            if (!moves_.is_open(at)) continue;
            is_best_ = false;
            if (!is_repair() || before_[at] != 0 || records_[at].is_opened) continue;
            records_[at].is_opened = true;
            if (!control_.fits(opened_.push(at))) return;
        }
        changes_.clear();
        std::size_t kept = 0;
        for (const index at : opened_) {
            records_[at].is_opened = moves_.is_open(at);
            if (records_[at].is_opened) opened_[kept++] = at;
        }
        opened_.truncate(kept);
        if (!path_.empty() && !path_.can_be_walked(moves_)) path_.clear();
    }

    void visit(const open_entry top) {
        record& r = records_[top.at];
        if (r.is_closed || top.from != r.from) return (void)open_.pop();
        if (!is_repair() && !has_met_) lower_ = top.through;
        if (top.at == (is_from_goal() ? grid_->index(start_cell_) : goal_index_) &&
            phase_ != phase::from_start && enough_ > top.from) {
            read_path();
            if (!control_.running()) return;
            enough_ = top.from;
            if (is_repair()) return end_phase();
            has_met_ = true;
            first_length_ = top.from;
            enough_ = top.from + top.from / 128 + 4 * straight_step;
        }
        if (!is_repair() && !has_met_ && is_beyond(top.through))
            return control_.end(status::cost_limit);
        if (!control_.may_expand()) return;
        (void)open_.pop();
        r.is_closed = true;
        if (phase_ == phase::from_goal) r.to_goal = r.from + 1;
        if (phase_ == phase::from_start) r.to_start = r.from + 1;
        std::uint64_t edges = 0;
        moves_.for_each(top.at, [&](index to, cell_length step, std::uint8_t move) {
            ++edges;
            reach(to, top.from + step, move);
        });
        control_.count_generated(edges);
    }
    void reach(index at, cell_length from, std::uint8_t move) {
        record& r = records_[at];
        if (r.search == searches_ && r.from <= from) return;
        const cell_length left = left_of(at);
        if (from + left >= enough_) return;
        r.from = from;
        r.search = searches_;
        r.entered = move;
        r.is_closed = false;
        control_.fits(open_.push({from + left, from, at}));
    }

    /// A bound of what is left to where the search leads.
    [[nodiscard]] cell_length left_of(index at) const noexcept {
        const record& r = records_[at];
        if (is_from_goal()) return empty_length(start_cell_, moves_.cell_at(at));
        return bound_of(at, r);
    }
    /// A bound of the length to the goal. Opened cells have one where they are of use.
    [[nodiscard]] cell_length bound_of(index at, const record& r) const noexcept {
        if (phase_ > phase::known && r.lowering == lowering_) return r.lowered;
        return r.is_opened ? no_length : to_goal(at, r);
    }
    /// A bound of the length to the goal over cells that were open. The search from there has
    /// expanded all on paths up to a length from the start of that time.
    [[nodiscard]] cell_length to_goal(index at, const record& r) const noexcept {
        if (r.to_goal != 0) return r.to_goal - 1;
        if (first_length_ == no_length) return no_length;
        const cell c = moves_.cell_at(at);
        return std::max(empty_length(c, goal_cell_), first_reach_ - empty_length(first_start_, c));
    }
    [[nodiscard]] known_place place_of(index at) const noexcept {
        return place_by(records_[at], moves_.cell_at(at), first_reach_);
    }

    void end_phase() {
        switch (phase_) {
            case phase::from_goal:
                if (!has_met_) first_length_ = enough_ = no_length;
                first_reach_ = enough_;
                first_start_ = start_cell_;
                phase_ = phase::from_start;
                return begin_phase();
            case phase::from_start:
                work_of_lengths_ = control_.expanded();
                worked_ = 0;
                phase_ = phase::known;
                return finish();
            case phase::known:
                if (!find_useful()) return;
                if (useful_.empty()) return finish();
                return begin_lowering();
            case phase::lowering: phase_ = phase::opened; return begin_phase();
            case phase::opened: return finish();
        }
    }
    void finish() {
        open_.clear();
        is_searching_ = false;
        worked_ += control_.expanded();
        patience_ = std::min(2 * patience_, most_patience);
        end_at_path();
    }
    void end_at_path() {
        if (path_.empty()) return control_.end(status::exhausted);
        is_best_ = true;
        lower_ = path_.length();
        const bool is_within = path_.cost() <= most_length();
        control_.end(is_within ? status::found : status::cost_limit);
    }

    /// Which opened cells may be on a path that is shorter than the known one; false without
    /// memory.
    [[nodiscard]] bool find_useful() {
        useful_.clear();
        for (const index at : opened_) {
            known_place place{moves_.cell_at(at), length_range::nothing(), length_range::nothing()};
            cell_length left = no_length;
            moves_.for_each_around(at, [&](index by) {
                if (!moves_.is_open(by) || records_[by].is_opened) return;
                const known_place beside = place_of(by);
                place.to_goal.take_in(beside.to_goal);
                place.to_start.take_in(beside.to_start);
                left = std::min(left, to_goal(by, records_[by]));
            });
            if (!control_.fits(useful_.add(place, left))) return false;
        }
        start_place_ = place_of(grid_->index(start_cell_));
        useful_.keep_useful(start_place_, enough_);
        return true;
    }

    /// Lowers the bounds of cells from which paths over the useful ones may be shorter. Only those
    /// matter that are on a path from the start that is.
    void begin_lowering() {
        phase_ = phase::lowering;
        open_.clear();
        lowering_ = ++searches_;
        useful_.for_each([this](cell c) {
            const index at = grid_->index(c);
            lower_by_neighbours(at);
            moves_.for_each_around(at, [this](index by) { lower_by_neighbours(by); });
        });
    }
    void lower_next(const open_entry top) {
        if (records_[top.at].lowered != top.from) return (void)open_.pop();
        if (!control_.may_expand()) return;
        (void)open_.pop();
        moves_.for_each(
            top.at, [&](index to, cell_length step, std::uint8_t) { lower(to, top.from + step); });
    }
    void lower_by_neighbours(index at) {
        if (!moves_.is_open(at)) return;
        cell_length least = no_length;
        moves_.for_each(at, [&](index by, cell_length step, std::uint8_t) {
            least = std::min(least, bound_of(by, records_[by]) + step);
        });
        lower(at, least);
    }
    void lower(index at, cell_length to_goal) {
        record& r = records_[at];
        if (to_goal >= bound_of(at, r)) return;
        const known_place here = place_of(at);
        if (r.is_opened && !useful_.has(here.at)) return;
        cell_length through =
            to_goal + std::max(empty_length(start_cell_, here.at), start_place_.gap(here));
        if (through >= enough_ || r.is_opened) through = to_goal + useful_.length_to(here);
        if (through >= enough_) return;
        r.lowered = to_goal;
        r.lowering = lowering_;
        control_.fits(open_.push({through, to_goal, at}));
    }

    /// Answers by jump point search. What is known stays.
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
        worked_ += control_.expanded();
        if (found.status != status::found) return control_.end(found.status);
        path_.clear();
        for (const cell c : found.path)
            if (!control_.fits(path_.push(moves_, grid_->index(c)))) return path_.clear();
        end_at_path();
    }

    /// Follows the moves of a search back to where it began.
    void read_path() {
        path_.clear();
        const index start = grid_->index(start_cell_);
        const index to = is_from_goal() ? goal_index_ : start;
        for (index at = is_from_goal() ? start : goal_index_;;
             at = moves_.back(at, records_[at].entered)) {
            if (!control_.fits(path_.push(moves_, at))) return path_.clear();
            if (at == to) break;
        }
        if (!is_from_goal()) path_.reverse();
    }

    /// Whether a length, rounded, is beyond the limit on costs; what is found is compared exactly.
    [[nodiscard]] bool is_beyond(cell_length through) const noexcept {
        return as_number(through) > most_length() * (1 + 1e-12);
    }
    [[nodiscard]] double most_length() const noexcept {
        return control_.limits().cost.template most<double>();
    }

    const grid_type* grid_;
    cell_moves<Moves> moves_;
    cell start_cell_;
    cell goal_cell_;
    index goal_index_ = 0;
    buffer<record> records_;
    buffer<unsigned char> before_;  // the cells when the lengths were found
    four_ary_heap<open_entry, repaired_sooner> open_;
    buffer<index> changes_;
    buffer<index> opened_;     // cells that were closed when the lengths were found
    opened_cells useful_;      // those that may be on a shorter path
    walked_path<Moves> path_;  // the one found last, if it can be walked
    bool is_best_ = false;     // whether it was a shortest one, and no cell was opened since
    bool is_searching_ = false;
    phase phase_ = phase::from_goal;
    std::uint32_t searches_ = 0;
    std::uint32_t lowering_ = 0;  // the number of the search that lowered bounds
    known_place start_place_{};
    std::uint64_t patience_ = most_patience / 2;
    std::uint64_t work_of_lengths_ = 0;  // expansions
    std::uint64_t worked_ = 0;           // those of repairs since
    cell_length enough_ = no_length;     // a search ends where paths are as long
    cell_length lower_ = 0;              // no path is shorter
    cell first_start_{};                 // of the search from the goal
    bool has_met_ = false;               // whether it reached that
    cell_length first_length_ = 0;       // at which length
    cell_length first_reach_ = 0;        // how long paths were up to which it went on
};

}  // namespace senda::detail
