// SPDX-License-Identifier: MIT
// The engine under LPA* and D* Lite on 8-connected grids without weights.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::detail {

/// A length in the units of jump point search, with a sign for differences.
using cell_length = std::int64_t;

inline constexpr cell_length straight_step = jump_units::straight;
inline constexpr cell_length diagonal_step = jump_units::diagonal;
inline constexpr cell_length no_length = std::numeric_limits<cell_length>::max() / 4;

/// The length of a path on an empty grid.
[[nodiscard]] constexpr cell_length empty_length(cell a, cell b) noexcept {
    return static_cast<cell_length>(jump_units::sum(octile_distance(a, b)));
}

/// A length as a number of straight steps, rounded down.
[[nodiscard]] constexpr double as_number(cell_length length) noexcept {
    constexpr double below = 1 - 0x1p-50;
    return length >= no_length
               ? std::numeric_limits<double>::infinity()
               : static_cast<double>(length) / static_cast<double>(straight_step) * below;
}

/// Walks from index to index. It refers to the cells of a grid, which may open and close.
template <grid_moves Moves>
class cell_moves {
public:
    using index = std::uint32_t;

    cell_moves() = default;
    explicit cell_moves(const basic_grid<Moves>& g) noexcept
        : cells_(g.data()),
          stride_(static_cast<index>(g.width()) + 1),
          per_row_(1.0 / static_cast<double>(stride_)) {}

    /// These moves where other cells are open.
    [[nodiscard]] cell_moves over(const unsigned char* cells) const noexcept {
        cell_moves other = *this;
        other.cells_ = cells;
        return other;
    }

    [[nodiscard]] index stride() const noexcept { return stride_; }
    [[nodiscard]] bool is_open(index at) const noexcept { return cells_[at] != 0; }
    [[nodiscard]] const unsigned char* cells() const noexcept { return cells_; }

    [[nodiscard]] index index_of(cell c) const noexcept {
        return static_cast<index>(c.y + 1) * stride_ + static_cast<index>(c.x + 1);
    }
    /// The cell of an index, without a division: half a cell to the right the quotient is far
    /// enough from a whole number.
    [[nodiscard]] cell cell_at(index at) const noexcept {
        const auto row = static_cast<index>((static_cast<double>(at) + 0.5) * per_row_);
        return {static_cast<int>(at - row * stride_) - 1, static_cast<int>(row) - 1};
    }

    /// Calls `visit(to, step)` for each step out of an open cell.
    template <class Visit>
    void for_each(index at, Visit visit) const {
        const unsigned char* const here = cells_ + at;
        const auto down = static_cast<std::ptrdiff_t>(stride_);
        const bool north = here[-down] != 0;
        const bool east = here[1] != 0;
        const bool south = here[down] != 0;
        const bool west = here[-1] != 0;
        if (north) visit(at - stride_, straight_step);
        if (east) visit(at + 1, straight_step);
        if (south) visit(at + stride_, straight_step);
        if (west) visit(at - 1, straight_step);
        const auto diagonal = [&](bool one, bool other, std::ptrdiff_t by) {
            if (Moves == grid_moves::octile && !(one && other)) return;
            if (here[by] != 0) visit(at + static_cast<index>(by), diagonal_step);
        };
        diagonal(north, east, 1 - down);
        diagonal(south, east, 1 + down);
        diagonal(south, west, down - 1);
        diagonal(north, west, -1 - down);
    }
    /// Calls `visit(index)` for the eight cells around one.
    template <class Visit>
    void for_each_around(index at, Visit visit) const {
        for (const index row : {at - stride_, at, at + stride_})
            for (const index by : {row - 1, row, row + 1})
                if (by != at) visit(by);
    }

    /// Whether a step leads between two cells that are side by side or share a corner.
    [[nodiscard]] bool leads(index from, index to) const noexcept {
        if (!is_open(from) || !is_open(to)) return false;
        if (Moves == grid_moves::octile_cutting || !is_diagonal(from, to)) return true;
        const cell a = cell_at(from);
        const cell b = cell_at(to);
        return is_open(from + static_cast<index>(b.x - a.x)) &&
               is_open(to - static_cast<index>(b.x - a.x));
    }
    /// Whether two cells with a step between them share but a corner.
    [[nodiscard]] bool is_diagonal(index from, index to) const noexcept {
        const index by = from < to ? to - from : from - to;
        return by != 1 && by != stride_;
    }

private:
    const unsigned char* cells_ = nullptr;
    index stride_ = 1;
    double per_row_ = 1;
};

/// Where a length lies; all where it is not known.
struct length_range {
    cell_length least = 0;
    cell_length most = no_length;

    [[nodiscard]] static constexpr length_range nothing() noexcept { return {no_length, -1}; }
    constexpr void take_in(const length_range& other) noexcept {
        least = std::min(least, other.least);
        most = std::max(most, other.most);
    }
    /// How far two ranges are apart at least.
    [[nodiscard]] constexpr cell_length gap(const length_range& other) const noexcept {
        return std::max({cell_length{0}, least - other.most, other.least - most});
    }
};

/// Cells that were opened since the lengths to the goal were found, with bounds of theirs. A path
/// uses one by stepping into it, or past its corner, which is half a diagonal step at least. The
/// lengths of two cells differ by no more than the path between them is long.
class opened_cells {
    static constexpr cell_length half = diagonal_step / 2;
    static constexpr cell_length corner = straight_step - half;

    struct opened {
        cell at;
        length_range around;  // the lengths of its neighbours
        cell_length to_goal;
    };

public:
    explicit opened_cells(memory_budget& budget) noexcept : cells_(budget) {}

    void clear() noexcept { cells_.clear(); }
    /// Adds a cell with neighbours of such lengths; false if there is no room for it.
    [[nodiscard]] bool add(cell at, const length_range& around) {
        const cell_length to_goal = std::min(around.least + half, no_length);
        return cells_.push(opened{at, around.most < 0 ? length_range{} : around, to_goal});
    }

    /// Bounds the lengths over several of them: Dijkstra's algorithm on all pairs, which leaves
    /// them in the order of their lengths.
    void connect() {
        for (std::size_t done = 0; done < cells_.size(); ++done) {
            opened* const rest = cells_.begin() + done;
            std::swap(*rest,
                      *std::min_element(rest, cells_.end(), [](const auto& a, const auto& b) {
                          return a.to_goal < b.to_goal;
                      }));
            for (opened& o : cells_)
                o.to_goal = std::min(o.to_goal, rest->to_goal + between(*rest, o));
        }
    }

    /// A bound of the length from a cell by a path over these, if it is less than `known`, which
    /// bounds that of others.
    [[nodiscard]] cell_length lowered(cell at, cell_length known,
                                      const length_range& length) const noexcept {
        cell_length least = known;
        for (const opened& o : cells_) {
            if (o.to_goal >= least) break;
            least = std::min(least, between(at, length, o) + o.to_goal);
        }
        return least;
    }

private:
    /// A bound of the path from a cell to one of these which has no other of them.
    [[nodiscard]] static cell_length between(cell at, const length_range& length,
                                             const opened& o) noexcept {
        if (at == o.at) return 0;
        return std::max(empty_length(at, o.at) - corner, length.gap(o.around) + half);
    }
    [[nodiscard]] static cell_length between(const opened& a, const opened& b) noexcept {
        const cell_length direct = empty_length(a.at, b.at) - 2 * corner;
        // Cells side by side are reached without one whose length was known.
        if (direct <= 2 * diagonal_step) return std::max(cell_length{0}, direct);
        return std::max(direct, a.around.gap(b.around) + 2 * half);
    }

    buffer<opened> cells_;
};

/// The exact lengths of the shortest paths to a goal, of cells that were on nearly shortest ones.
/// Walls that appear make paths longer only, so that they stay bounds; cells that are opened lower
/// the bounds of those from which a path over them may be shorter.
template <grid_moves Moves>
class remembered_lengths {
    using index = std::uint32_t;

    static constexpr unsigned char stays = 2;

public:
    explicit remembered_lengths(memory_budget& budget) noexcept
        : lengths_(budget), was_open_(budget), open_(budget), opened_(budget) {}

    /// The grid that all is about; its memory may be elsewhere by now.
    void refer_to(const cell_moves<Moves>& moves) noexcept { moves_ = moves; }
    [[nodiscard]] bool empty() const noexcept { return !is_complete_; }
    void release() noexcept {
        lengths_.release();
        was_open_.release();
        forget();
    }

    /// Takes the map as it is for the one to find lengths on; false if there is no room.
    [[nodiscard]] bool take_map(std::size_t cells) {
        if (!was_open_.reserve(cells)) return false;
        was_open_.set_size(cells);
        std::copy_n(moves_.cells(), cells, was_open_.data());
        return true;
    }
    /// Forgets the lengths and takes the map as it is, but for cells that have changed just now:
    /// what passes soon is no part of it.
    template <class Cells>
    void take_map_but_for(const Cells& recent) {
        forget();
        for (const index at : recent) was_open_[at] |= stays;
        for (std::size_t i = 0; i < was_open_.size(); ++i)
            was_open_[i] = (was_open_[i] & stays) != 0
                               ? was_open_[i] & 1U
                               : static_cast<unsigned char>(moves_.cells()[i] != 0);
    }

    /// Begins to find lengths, by A* from the goal.
    [[nodiscard]] bool begin(cell start, cell goal) {
        forget();
        if (!lengths_.assign_zeros(was_open_.size())) return false;
        start_ = start;
        goal_ = goal;
        reach_ = no_length;
        return reach(moves_.index_of(goal), 0);
    }
    /// Goes on by an expansion; whether that was all. It expands all on paths a little longer than
    /// the shortest one from the start.
    [[nodiscard]] bool step(search_control& control) {
        while (!open_.empty()) {
            calendar_queue::item first{};
            if (!control.fits(open_.pop(first))) return false;
            const index at = first.value;
            const auto through = static_cast<cell_length>(first.key);
            if (through != lengths_[at] - 1 + to_start(at)) continue;  // it was queued twice
            if (through > reach_) {
                lengths_[at] = 0;  // not known to be the shortest
            } else if (control.may_expand()) {
                expand(at, control);
                return false;
            } else {
                control.fits(open_.push(first));
                return false;
            }
        }
        is_complete_ = true;
        return true;
    }

    /// Whether a cell was open when the lengths were found.
    [[nodiscard]] bool was_open(index at) const noexcept { return was_open_[at] != 0; }
    /// Lowers the bounds for cells that were opened since; false if there is no room.
    template <class Cells>
    [[nodiscard]] bool lower(const Cells& cells) {
        opened_.clear();
        for (const index at : cells) {
            length_range around = length_range::nothing();
            moves_.for_each_around(at, [&](index by) {
                if (moves_.is_open(by) && was_open(by)) around.take_in(range_of(by));
            });
            if (!opened_.add(moves_.cell_at(at), around)) return false;
        }
        opened_.connect();
        return true;
    }
    /// A bound of the length from a cell to the goal.
    [[nodiscard]] cell_length bound(cell c) const noexcept {
        const index at = moves_.index_of(c);
        const length_range was = was_open(at) ? range_of(at) : length_range{};
        const cell_length known = was_open(at) ? was.least : no_length;
        return std::max(opened_.lowered(c, known, was), empty_length(c, goal_));
    }

private:
    void forget() noexcept {
        open_.clear();
        opened_.clear();
        is_complete_ = false;
    }
    [[nodiscard]] bool reach(index at, cell_length length) {
        cell_length& known = lengths_[at];
        if (known != 0 && known <= length + 1) return true;
        known = length + 1;
        return open_.push({static_cast<std::uint64_t>(length + to_start(at)), at});
    }
    void expand(index at, search_control& control) {
        const cell_length length = lengths_[at] - 1;
        if (reach_ == no_length && moves_.cell_at(at) == start_)
            reach_ = length + length / 128 + 4 * straight_step;
        std::uint64_t edges = 0;
        moves_.over(was_open_.data()).for_each(at, [&](index to, cell_length step) {
            ++edges;
            control.fits(reach(to, length + step));
        });
        control.count_generated(edges);
    }
    [[nodiscard]] cell_length to_start(index at) const noexcept {
        return empty_length(start_, moves_.cell_at(at));
    }
    /// What is known of the length of a cell that was open. Where all were found the others have
    /// no path; else they are beyond reach.
    [[nodiscard]] length_range range_of(index at) const noexcept {
        const cell_length length = lengths_[at];
        if (length != 0) return {length - 1, length - 1};
        if (reach_ == no_length) return {no_length, no_length};
        return {std::max(cell_length{0}, reach_ - to_start(at)), no_length};
    }

    cell_moves<Moves> moves_;
    buffer<cell_length> lengths_;  // one more than the length, or 0: not known
    buffer<unsigned char> was_open_;
    calendar_queue open_;
    opened_cells opened_;
    cell start_{};
    cell goal_{};
    cell_length reach_ = no_length;
    bool is_complete_ = false;
};

/// What is left to the goal by lengths of before, or as if there were no walls.
template <grid_moves Moves>
struct remembered_estimate {
    const remembered_lengths<Moves>* lengths = nullptr;

    [[nodiscard]] std::uint64_t operator()(cell from, cell goal) const noexcept {
        if (lengths == nullptr) return jump_estimate{}(from, goal);
        return static_cast<std::uint64_t>(lengths->bound(from));
    }
};

/// A part of a search: who owns it counts, looks at the clock and goes on after a limit.
template <grid_moves Moves>
class guided_jumps
    : public jump_point_engine<Moves, wall_bitmap<Moves>, remembered_estimate<Moves>> {
    using base = jump_point_engine<Moves, wall_bitmap<Moves>, remembered_estimate<Moves>>;

public:
    guided_jumps(const basic_grid<Moves>& g, cell start, cell goal, std::uint64_t bytes)
        : base(g, start, goal, {.limits = {.bytes = bytes}}) {}

    /// Starts again within `bytes`, by these lengths, if any.
    void restart(cell start, cell goal, std::uint64_t bytes,
                 const remembered_lengths<Moves>* lengths) {
        base::set_estimate({lengths});
        base::restart(start, goal, {.limits = {.bytes = bytes}});
    }
    /// Where these lengths are by now.
    void refer_to(const remembered_lengths<Moves>* lengths) noexcept {
        base::set_estimate({lengths});
    }
    void changed(const basic_grid<Moves>& g, cell c) noexcept { base::set_wall(c, g.open(c)); }

    /// Makes at most `most` expansions, of which `allowed` may be made before a limit.
    senda::status go_on(std::uint64_t most, std::uint64_t allowed) {
        constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t so_far = this->control_.expanded();
        limits l = this->control_.limits();
        l.expansions = allowed > all - so_far ? all : so_far + allowed;
        this->control_.set_limits(l);
        if (this->status() == status::expansion_limit) this->control_.resume();
        return this->step(most);
    }

    /// No path is shorter.
    [[nodiscard]] cell_length least_length() const noexcept {
        return static_cast<cell_length>(base::least_units());
    }
    [[nodiscard]] std::uint64_t bytes() noexcept { return this->control_.budget().used(); }
};

/// The cells of a path by their indexes, those behind included, and the exact length of the rest.
template <grid_moves Moves>
class walked_path {
    using index = std::uint32_t;
    using moves = cell_moves<Moves>;

public:
    explicit walked_path(memory_budget& budget) noexcept : cells_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return cells_.empty(); }
    /// Its length from where one stands, as it compares and as it is said.
    [[nodiscard]] cell_length length() const noexcept {
        return static_cast<cell_length>(jump_units::sum(rest_));
    }
    [[nodiscard]] double cost() const noexcept { return rest_.value(); }

    void clear() noexcept {
        cells_.clear();
        walked_ = 0;
        rest_ = {};
    }
    /// Adds a cell that is beside the last one; false if there is no room for it.
    [[nodiscard]] bool push(const moves& m, index at) {
        if (!cells_.empty()) rest_ = rest_ + step(m, cells_.back(), at);
        return cells_.push(at);
    }

    /// Takes one step, to the next cell, or forgets the path.
    void step_to(const moves& m, index to) noexcept {
        if (walked_ + 1 >= cells_.size() || cells_[walked_ + 1] != to) return clear();
        const octile_length gone = step(m, cells_[walked_], to);
        rest_ = {rest_.straight - gone.straight, rest_.diagonal - gone.diagonal};
        ++walked_;
    }
    /// The next cell, or `otherwise` at the end.
    [[nodiscard]] cell next(const moves& m, cell otherwise) const noexcept {
        return walked_ + 1 < cells_.size() ? m.cell_at(cells_[walked_ + 1]) : otherwise;
    }
    /// Whether every step of the rest is possible.
    [[nodiscard]] bool can_be_walked(const moves& m) const noexcept {
        for (std::size_t i = walked_; i + 1 < cells_.size(); ++i)
            if (!m.leads(cells_[i], cells_[i + 1])) return false;
        return true;
    }
    void append_to(std::vector<cell>& path, const moves& m) const {
        path.reserve(cells_.size() - walked_);
        for (std::size_t i = walked_; i < cells_.size(); ++i) path.push_back(m.cell_at(cells_[i]));
    }

private:
    [[nodiscard]] static octile_length step(const moves& m, index from, index to) noexcept {
        const bool is_diagonal = m.is_diagonal(from, to);
        return {is_diagonal ? 0U : 1U, is_diagonal ? 1U : 0U};
    }

    buffer<index> cells_;
    std::size_t walked_ = 0;  // where on it one stands
    octile_length rest_;
};

/// Jump point search by exact lengths of before. A path that can still be walked is a shortest one
/// unless something was opened that may make it shorter. Else the path is searched for anew: by the
/// lengths to the goal that are remembered, if they still say much, and by the distance if not.
/// They are found once they are likely to be of use for as long as it takes to find them.
template <grid_moves Moves>
class adaptive_grid_search : public engine<adaptive_grid_search<Moves>> {
    using base = engine<adaptive_grid_search>;
    friend base;
    using grid_type = basic_grid<Moves>;
    using index = std::uint32_t;

    /// So many opened cells leave the lengths good enough to go by, so many are compared, and with
    /// more the lengths are forgotten.
    static constexpr std::size_t few_opened = 6;
    static constexpr std::size_t most_opened = 32;
    static constexpr std::size_t too_many_opened = 512;
    /// How many expansions of a cell take as long as a jump.
    static constexpr std::uint64_t cells_a_jump = 3;

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
        result_type r{{.status = this->status(),
                       .statistics = this->statistics(),
                       .engine = engine_text(engine_kind::adaptive)}};
        if (r.status == status::found) {
            r.cost = r.lower_bound = path_.cost();
            path_.append_to(r.path, moves_);
        } else if (r.status == status::exhausted) {
            r.lower_bound = infinite<double>;
        } else if (r.status == status::cost_limit) {
            r.lower_bound = path_.cost();
        } else {
            r.lower_bound = activity_ == activity::jumping ? as_number(jumps_->least_length()) : 0;
        }
        return r;
    }

protected:
    adaptive_grid_search(const grid_type& g, cell start, cell goal, const options& o)
        : base(o, engine_kind::adaptive),
          grid_(&g),
          start_cell_(start),
          goal_cell_(goal),
          lengths_(control_.budget()),
          changes_(control_.budget()),
          recent_(control_.budget()),
          opened_(control_.budget()),
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
    enum class activity : std::uint8_t { none, remembering, jumping };

    void forget() {
        leave_search();
        lengths_.release();
        changes_.clear();
        recent_.clear();
        opened_.clear();
        path_.clear();
        jumps_.reset();
        control_.budget().give(taken_);
        taken_ = worked_ = 0;
        patience_ = 0;
    }
    void begin() {
        moves_ = cell_moves<Moves>(*grid_);
        lengths_.refer_to(moves_);
    }
    /// The grid may have another size by now, or other memory; and this may be elsewhere.
    void rebind() {
        const cell_moves<Moves> now(*grid_);
        if (now.stride() != moves_.stride() || (jumps_ && cells_ != grid_->index_bound())) {
            if (!control_.running()) return;
            forget();
        }
        begin();
        if (jumps_ && activity_ == activity::jumping) jumps_->refer_to(guide());
    }

    void advance(std::uint64_t most) {
        if (!grid_->open(start_cell_) || !grid_->open(goal_cell_))
            return control_.end(status::exhausted);
        switch (activity_) {
            case activity::none: return begin_search();
            case activity::remembering:
                if (lengths_.step(control_) && note_opened()) begin_jumps();
                return;
            case activity::jumping: return jump(most);
        }
    }

    void begin_search() {
        if (!take_in_changes()) return;
        if (start_cell_ == goal_cell_) {
            path_.clear();
            is_best_ = control_.fits(path_.push(moves_, grid_->index(goal_cell_)));
        }
        if (!path_.empty() && (is_best_ || !may_be_shorter())) return end_at_path();
        is_best_ = false;
        if (patience_ == 0) patience_ = 2 * worked_;
        worked_ > patience_&& are_few_opened() ? begin_lengths() : begin_jumps();
    }
    void leave_search() noexcept { activity_ = activity::none; }

    /// Notes which cells are open that were not when the lengths were found.
    [[nodiscard]] bool take_in_changes() {
        if (!jumps_ && !take_in_map()) return false;
        if (changes_.empty()) return true;
        for (const index at : changes_) {
            jumps_->changed(*grid_, moves_.cell_at(at));
            if (moves_.is_open(at)) is_best_ = false;
        }
        if (!path_.empty() && !path_.can_be_walked(moves_)) path_.clear();
        std::swap(changes_, recent_);
        changes_.clear();
        return note_opened();
    }
    [[nodiscard]] bool take_in_map() {
        cells_ = grid_->index_bound();
        changes_.clear();
        jumps_.emplace(*grid_, start_cell_, goal_cell_, control_.budget().left());
        return account() && control_.fits(lengths_.take_map(cells_));
    }
    [[nodiscard]] bool note_opened() {
        for (const index at : recent_)
            if (is_opened(at) && !control_.fits(opened_.push(at))) return false;
        keep_opened();
        if (opened_.size() > too_many_opened) {
            lengths_.take_map_but_for(recent_);
            keep_opened();
        }
        return lengths_.empty() || opened_.size() > most_opened ||
               control_.fits(lengths_.lower(opened_));
    }
    [[nodiscard]] bool is_opened(index at) const noexcept {
        return moves_.is_open(at) && !lengths_.was_open(at);
    }
    void keep_opened() {
        std::sort(opened_.begin(), opened_.end());
        index* const last =
            std::remove_if(opened_.begin(), std::unique(opened_.begin(), opened_.end()),
                           [this](index at) { return !is_opened(at); });
        opened_.truncate(static_cast<std::size_t>(last - opened_.begin()));
    }
    /// Whether some path may be shorter than the one that is known.
    [[nodiscard]] bool may_be_shorter() const noexcept {
        return lengths_.empty() || opened_.size() > most_opened ||
               lengths_.bound(start_cell_) < path_.length();
    }

    /// Whether lengths would be good to go by: if such cells open each time, they are not.
    [[nodiscard]] bool are_few_opened() const noexcept {
        return std::count_if(recent_.begin(), recent_.end(), [this](index at) {
                   return is_opened(at);
               }) <= static_cast<std::ptrdiff_t>(few_opened);
    }
    void begin_lengths() {
        if (!lengths_.empty() || opened_.size() > few_opened) lengths_.take_map_but_for(recent_);
        activity_ = activity::remembering;
        (void)control_.fits(lengths_.begin(start_cell_, goal_cell_));
    }
    [[nodiscard]] const remembered_lengths<Moves>* guide() const noexcept {
        return lengths_.empty() || opened_.size() > few_opened ? nullptr : &lengths_;
    }

    void begin_jumps() {
        if (activity_ == activity::remembering) {
            worked_ = 0;
            patience_ = std::max(2 * patience_, 4 * control_.expanded());
        }
        activity_ = activity::jumping;
        jumps_->restart(start_cell_, goal_cell_, control_.budget().left() + taken_, guide());
    }
    void jump(std::uint64_t most) {
        if (!control_.poll()) return;
        constexpr std::uint64_t between_looks = 64;
        if (control_.has_deadline_or_stop()) most = std::min(most, between_looks);
        const senda::statistics before = jumps_->statistics();
        const senda::status s =
            jumps_->go_on(most, control_.limits().expansions - control_.expanded());
        const senda::statistics now = jumps_->statistics();
        control_.count_expanded(now.expanded - before.expanded);
        control_.count_generated(now.generated - before.generated);
        worked_ += (now.expanded - before.expanded) * cells_a_jump;
        if (!account() || s == status::running) return;
        if (s == status::expansion_limit || s == status::memory_limit) return control_.end(s);
        leave_search();
        if (s == status::found) return take_path();
        path_.clear();
        control_.end(s);
    }
    /// What the jumps have taken is of the same budget.
    [[nodiscard]] bool account() {
        const std::uint64_t now = jumps_->bytes();
        if (now < taken_) control_.budget().give(taken_ - now);
        const bool fits = now <= taken_ || control_.budget().take(now - taken_);
        if (fits) taken_ = now;
        return control_.fits(fits);
    }

    void take_path() {
        path_.clear();
        for (const cell c : jumps_->result().path)
            if (!control_.fits(path_.push(moves_, grid_->index(c)))) return path_.clear();
        end_at_path();
    }
    void end_at_path() {
        is_best_ = true;
        const bool is_within = path_.cost() <= control_.limits().cost.template most<double>();
        control_.end(is_within ? status::found : status::cost_limit);
    }

    const grid_type* grid_;
    cell_moves<Moves> moves_;
    cell start_cell_;
    cell goal_cell_;
    remembered_lengths<Moves> lengths_;
    std::optional<guided_jumps<Moves>> jumps_;
    std::size_t cells_ = 0;    // of the grid when these were made
    std::uint64_t taken_ = 0;  // bytes of theirs
    buffer<index> changes_;
    buffer<index> recent_;     // those taken in last
    buffer<index> opened_;     // cells that were closed when the lengths were found
    walked_path<Moves> path_;  // the one found last, if it can be walked
    bool is_best_ = false;     // whether it was a shortest one, and no cell was opened since
    activity activity_ = activity::none;
    std::uint64_t worked_ = 0;    // since the lengths were found, in expansions of cells
    std::uint64_t patience_ = 0;  // how much of that there is until they are found anew
};

}  // namespace senda::detail
