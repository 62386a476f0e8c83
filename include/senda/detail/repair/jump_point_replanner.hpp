// SPDX-License-Identifier: MIT
// The engine under D* Lite on 8-connected grids without weights: jump points once more, unless a
// path of before is still a shortest one; and distances on an earlier map, as bounds.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/jumps/calendar_queue.hpp>
#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// Exact distances to the goal, of cells on nearly shortest paths of an earlier map. Walls that are
/// built only make paths longer, so the distances stay bounds; cells that are opened lower the
/// bounds of those from which a path over them may be shorter (X. Sun, S. Koenig, W. Yeoh,
/// "Generalized Adaptive A*", 2008).
template <grid_moves Moves>
class earlier_distances {
    using grid_type = basic_grid<Moves>;
    using units = std::int64_t;

    static constexpr units straight = map_units::straight;
    static constexpr units diagonal = map_units::diagonal;
    static constexpr units infinite_length = straight << 26;
    /// A path uses an opened cell by stepping into it or past its corner, which is half a diagonal
    /// step from the cells around it at least, and so much nearer than its middle.
    static constexpr units half = diagonal / 2;
    static constexpr units corner = straight - half;
    /// With more opened cells the bounds are of no use, and with so many more they are forgotten.
    static constexpr std::size_t few_opened = 6;
    static constexpr std::size_t most_opened = 256;

    struct range {
        units least = infinite_length;
        units most = -1;

        constexpr void include(const range& other) noexcept {
            least = std::min(least, other.least);
            most = std::max(most, other.most);
        }
        /// How far two ranges are apart at least.
        [[nodiscard]] constexpr units gap(const range& other) const noexcept {
            return std::max({units{0}, least - other.most, other.least - most});
        }
    };
    struct opened_cell {
        cell at;
        range around{};  // the distances of its neighbours
        units to_goal = infinite_length;
    };

public:
    explicit earlier_distances(memory_budget& budget) noexcept
        : was_open_(budget), lengths_(budget), queue_(budget), opened_(budget) {}

    /// Takes a map, where the goal counts as open; false without memory.
    [[nodiscard]] bool take_map(const grid_type& g, cell goal) {
        if (!was_open_.resize(g.index_bound())) return false;
        std::copy_n(g.data(), was_open_.size(), was_open_.data());
        if (g.contains(goal)) was_open_[g.index(goal)] = 1;
        return true;
    }

    /// Begins to find the distances by A* from the goal, on the map as it is but for the cells that
    /// have changed just now and may change back soon; false without memory, or if too many of them
    /// have opened.
    template <class Cells>
    [[nodiscard]] bool begin(const grid_type& g, const Cells& recent, cell start, cell goal) {
        forget();
        if (was_open_.size() != g.index_bound() || !note(g, recent) || opened_.size() > few_opened)
            return false;
        for (const cell c : recent) was_open_[g.index(c)] |= 2;
        for (std::size_t i = 0; i < was_open_.size(); ++i)
            was_open_[i] = (was_open_[i] & 2) != 0 ? was_open_[i] & 1U : g.data()[i];
        stride_ = static_cast<std::uint32_t>(g.width()) + 1;
        start_ = start;
        reach_ = infinite_length;
        return lengths_.assign_zeros(was_open_.size()) && reach(goal, 0);
    }
    /// Goes on by a cell; true at the end, with or without distances. All cells are expanded that
    /// are on paths a little longer than the shortest one from the start.
    [[nodiscard]] bool advance(const grid_type& g, search_control& control) {
        calendar_queue::item first{};
        const bool has_next = !queue_.empty();
        const bool fits = !has_next || queue_.pop(first);
        const auto through = static_cast<units>(first.key);
        if (!fits || !has_next || through > reach_) {
            queue_.clear();
            is_complete_ = fits;
            connect(g);
            return true;
        }
        const cell c = cell_at(first.value);
        if (through != lengths_[first.value] - 1 + distance(c, start_)) return false;
        if (control.may_expand() ? expand(c) : queue_.push(first)) return false;
        forget();
        return true;
    }
    void forget() noexcept {
        queue_.clear();
        opened_.clear();
        is_complete_ = false;
    }

    /// Takes in that cells were opened or closed.
    template <class Cells>
    void change(const grid_type& g, const Cells& cells) {
        if (!is_complete_) return;
        if (!note(g, cells)) return forget();
        if (opened_.size() <= few_opened) connect(g);
    }

    /// What is left to the goal at least.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint64_t operator()(cell from,
                                                               cell goal) const noexcept {
        const std::uint64_t direct = jump_estimate{}(from, goal);
        if (!is_complete_ || opened_.size() > few_opened) return direct;
        return std::max(direct, static_cast<std::uint64_t>(bound(from)));
    }

private:
    /// Notes which cells are open that were not; false without memory, or if they are too many.
    template <class Cells>
    [[nodiscard]] bool note(const grid_type& g, const Cells& cells) {
        for (const cell c : cells) {
            opened_cell* const known = std::find_if(
                opened_.begin(), opened_.end(), [c](const opened_cell& o) { return o.at == c; });
            const bool is_opened = g.open(c) && was_open_[g.index(c)] == 0;
            if (is_opened == (known != opened_.end())) continue;
            if (!is_opened) {
                *known = opened_.back();
                opened_.truncate(opened_.size() - 1);
            } else if (opened_.size() == most_opened || !opened_.push(opened_cell{c})) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] units bound(cell from) const noexcept {
        const bool was_open = was_open_[index_of(from)] != 0;
        const range known = was_open ? range_of(from) : range{0, infinite_length};
        units least = was_open ? known.least : infinite_length;
        for (const opened_cell& o : opened_) {
            if (o.to_goal >= least) break;
            const units to_it =
                from == o.at ? 0
                             : std::max(distance(from, o.at) - corner, known.gap(o.around) + half);
            least = std::min(least, to_it + o.to_goal);
        }
        return least;
    }

    [[nodiscard]] static units distance(cell a, cell b) noexcept {
        return static_cast<units>(map_units::sum(octile_distance(a, b)));
    }
    [[nodiscard]] std::uint32_t index_of(cell c) const noexcept {
        return static_cast<std::uint32_t>(c.y + 1) * stride_ + static_cast<std::uint32_t>(c.x + 1);
    }
    [[nodiscard]] cell cell_at(std::uint32_t at) const noexcept {
        return {static_cast<int>(at % stride_) - 1, static_cast<int>(at / stride_) - 1};
    }

    [[nodiscard]] bool reach(cell c, units length) {
        const std::uint32_t at = index_of(c);
        units& known = lengths_[at];
        if (known != 0 && known <= length + 1) return true;
        known = length + 1;
        return queue_.push({static_cast<std::uint64_t>(length + distance(c, start_)), at});
    }
    [[nodiscard]] bool expand(cell c) {
        const std::uint32_t at = index_of(c);
        const units length = lengths_[at] - 1;
        if (c == start_) reach_ = length + length / 128 + 4 * straight;
        const unsigned char* const here = was_open_.data() + at;
        step_set steps = steps_out<Moves>(
            open_around(stride_, [here](std::ptrdiff_t by) { return unsigned{here[by]}; }));
        for (step_number s = 0; steps != 0; ++s, steps >>= 1) {
            const cell to{c.x + eight_steps[s].x, c.y + eight_steps[s].y};
            if ((steps & 1) != 0 && !reach(to, length + (is_diagonal(s) ? diagonal : straight)))
                return false;
        }
        return true;
    }

    /// Where the distance of a cell was, which was open.
    [[nodiscard]] range range_of(cell c) const noexcept {
        const units known = lengths_[index_of(c)] - 1;
        const units to_start = distance(c, start_);
        if (known >= 0 && known + to_start <= reach_) return {known, known};
        if (reach_ == infinite_length) return {infinite_length, infinite_length};
        return {std::max(units{0}, reach_ - to_start), infinite_length};
    }

    /// Bounds the lengths over several opened cells: Dijkstra's algorithm on all pairs, which
    /// leaves them in the order of their lengths.
    void connect(const grid_type& g) {
        for (opened_cell& o : opened_) {
            o.around = {};
            for (const cell by : eight_steps) {
                const cell c{o.at.x + by.x, o.at.y + by.y};
                if (g.open(c) && was_open_[g.index(c)] != 0) o.around.include(range_of(c));
            }
            o.to_goal = std::min(o.around.least + half, infinite_length);
            if (o.around.most < 0) o.around = {0, infinite_length};
        }
        for (opened_cell* next = opened_.begin(); next != opened_.end(); ++next) {
            std::swap(*next, *std::min_element(next, opened_.end(), [](auto& a, auto& b) {
                return a.to_goal < b.to_goal;
            }));
            for (opened_cell* o = next + 1; o < opened_.end(); ++o)
                o->to_goal = std::min(o->to_goal, next->to_goal + between(*next, *o));
        }
    }
    [[nodiscard]] static units between(const opened_cell& a, const opened_cell& b) noexcept {
        const units direct = std::max(units{0}, distance(a.at, b.at) - 2 * corner);
        // Cells side by side are reached without one whose distance was known.
        if (direct <= 2 * diagonal) return direct;
        return std::max(direct, a.around.gap(b.around) + 2 * half);
    }

    buffer<unsigned char> was_open_;
    buffer<units> lengths_;  // one more than the distance, or 0: not met
    calendar_queue queue_;
    buffer<opened_cell> opened_;
    std::uint32_t stride_ = 1;
    cell start_{};
    units reach_ = infinite_length;  // distances are known of cells on paths no longer than this
    bool is_complete_ = false;
};

/// A path that was a shortest one on some map, and the cells that have changed since.
template <grid_moves Moves>
class remembered_path {
    using grid_type = basic_grid<Moves>;

    /// So many changes are looked through; with more the path is forgotten.
    static constexpr std::size_t max_changes = 128;

public:
    explicit remembered_path(memory_budget& budget) noexcept : cells_(budget), changed_(budget) {}

    void clear() noexcept {
        cells_.clear();
        changed_.clear();
        walked_ = 0;
    }
    /// Takes a path of at least one cell that is a shortest one now; false without memory.
    template <class Path>
    [[nodiscard]] bool assign(const Path& path) {
        clear();
        if (!cells_.reserve(path.size())) return false;
        for (const cell c : path) (void)cells_.push(c);
        rest_ = {};
        for (std::size_t i = 1; i < cells_.size(); ++i) rest_ = rest_ + step(i);
        return true;
    }

    /// The cells from where one stands, and the length of the way.
    [[nodiscard]] const cell* begin() const noexcept { return cells_.begin() + walked_; }
    [[nodiscard]] const cell* end() const noexcept { return cells_.end(); }
    [[nodiscard]] double cost() const noexcept { return rest_.value(); }

    /// Takes one step, to the next cell, or forgets the path.
    void move_to(cell to) noexcept {
        if (begin() == end() || begin() + 1 == end() || begin()[1] != to) return clear();
        const octile_length gone = step(++walked_);
        rest_ = {rest_.straight - gone.straight, rest_.diagonal - gone.diagonal};
    }
    /// A cell was opened or closed; false without memory to note it.
    [[nodiscard]] bool change(cell c) {
        cell* const known = std::find(changed_.begin(), changed_.end(), c);
        if (begin() == end()) return true;
        if (known == changed_.end()) {
            if (changed_.size() == max_changes) clear();
            return begin() == end() || changed_.push(c);
        }
        *known = changed_.back();  // as it was on that map
        changed_.truncate(changed_.size() - 1);
        return true;
    }

    /// Whether it is a shortest path on a grid where `bound(from, goal)` is left at least. A
    /// shorter one would not have been possible on the map of the path: so it steps into a cell
    /// that was opened since, or past the corner of one.
    template <class Bound>
    [[nodiscard]] bool is_shortest_on(const grid_type& g, const Bound& bound) {
        if (begin() == end()) return false;
        cell* const opened =
            std::partition(changed_.begin(), changed_.end(), [&](cell c) { return !g.open(c); });
        if (std::none_of(opened, changed_.end(), [&](cell c) { return may_shorten(c); })) {
            // Cells that are open and of no use may have been open all the time.
            changed_.truncate(static_cast<std::size_t>(opened - changed_.begin()));
        } else if (bound(*begin(), end()[-1]) < map_units::sum(rest_)) {
            return false;
        }
        return changed_.empty() || can_be_walked(g);
    }

private:
    [[nodiscard]] octile_length step(std::size_t to) const noexcept {
        return octile_distance(cells_[to - 1], cells_[to]);
    }

    /// Whether a path over a cell, or past its corner, could be shorter: one that goes diagonally
    /// between two cells beside it saves their two straight steps for that one.
    [[nodiscard]] bool may_shorten(cell c) const noexcept {
        constexpr std::uint64_t corner =
            Moves == grid_moves::octile ? 2 * map_units::straight - map_units::diagonal : 0;
        return map_units::sum(octile_distance(*begin(), c) + octile_distance(c, end()[-1])) <
               map_units::sum(rest_) + corner;
    }
    [[nodiscard]] bool can_be_walked(const grid_type& g) const noexcept {
        if (!g.open(*begin())) return false;
        for (const cell* to = begin() + 1; to != end(); ++to) {
            const cell from = to[-1];
            if (!g.open(*to)) return false;
            if (Moves == grid_moves::octile && from.x != to->x && from.y != to->y &&
                !(g.open({from.x, to->y}) && g.open({to->x, from.y})))
                return false;
        }
        return true;
    }

    buffer<cell> cells_;
    buffer<cell> changed_;
    std::size_t walked_ = 0;  // where on it one stands
    octile_length rest_;
};

/// A shortest path on a grid that changes. Two paths are remembered, so that of a map that changes
/// and changes back both are known. Once searches have taken about as long as it takes, distances
/// on the map are found: later bounds that lead searches and tell when a path is still a shortest.
template <grid_moves Moves>
class jump_point_replanner
    : public jump_point_engine<Moves, wall_bitmap<Moves>, earlier_distances<Moves>> {
    using base = jump_point_engine<Moves, wall_bitmap<Moves>, earlier_distances<Moves>>;
    using grid_type = basic_grid<Moves>;

public:
    using result_type = typename base::result_type;

    /// Goes on to the end.
    senda::status run() { return step(std::numeric_limits<std::uint64_t>::max()); }
    /// Goes on for at most `expansions`; `status::running` until the search has ended.
    senda::status step(std::uint64_t expansions = 1) {
        begin_search();
        for (; is_measuring_ && control_.running() && expansions != 0; --expansions) measure();
        base::step(expansions);
        return end_search();
    }

    /// Goes on after a limit or the stop token ended it, with all limits anew.
    void resume() {
        const senda::status s = this->status();
        if (s == status::running || s == status::memory_limit) return;
        if (s == status::cost_limit || s == status::found) is_begun_ = is_known_ = false;
        control_.restart();
    }
    /// Says that a cell was opened or closed; the grid is asked about it at the next step, so that
    /// several changes may be made before they are said.
    void changed(cell c) {
        reconsider();
        if (control_.running() && grid_->contains(c)) control_.fits(changes_.push(c));
    }
    /// Forgets all that it knows and plans afresh.
    void restart() { *this = jump_point_replanner(*grid_, start_, goal_, control_.options()); }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        if (is_begun_ && !is_known_) return base::result();
        result_type r{answer_of(control_)};
        if (!is_known_) return r;
        r.lower_bound = paths_[0].cost();
        if (r.status != status::found) return r;
        r.cost = r.lower_bound;
        r.path.assign(paths_[0].begin(), paths_[0].end());
        return r;
    }

protected:
    jump_point_replanner(const grid_type& g, cell start, cell goal, const options& o)
        : base(g, start, goal, o),
          grid_(&g),
          start_(start),
          goal_(goal),
          size_{g.width(), g.height()},
          changes_(control_.budget()),
          paths_{remembered_path<Moves>(control_.budget()),
                 remembered_path<Moves>(control_.budget())},
          patience_(g.index_bound() / cells_an_expansion) {
        base::make_walls();
        (void)estimate_.take_map(g, goal);  // without, there are no distances
    }

    // The names of `lifelong_search`, where the start is the target of a search from the goal.
    [[nodiscard]] const cell& target() const noexcept { return start_; }
    [[nodiscard]] cell before_target() const noexcept {
        const bool has_next =
            is_known_ && this->status() == status::found && paths_[0].end() - paths_[0].begin() > 1;
        return has_next ? paths_[0].begin()[1] : start_;
    }
    void move_target(cell start) {
        if (start == start_) return;
        reconsider();
        start_ = start;
        for (remembered_path<Moves>& p : paths_) p.move_to(start);
    }

private:
    using base::control_;
    using base::estimate_;
    /// Distances on a map of so many cells take about as long as an expansion.
    static constexpr std::size_t cells_an_expansion = 32;

    void reconsider() {
        resume();
        is_begun_ = is_known_ = false;
        if (std::exchange(is_measuring_, false)) estimate_.forget();
    }

    /// Answers by a path of before, or begins to search for one.
    void begin_search() {
        if (is_begun_ || !control_.running()) return;
        if (size_ != cell{grid_->width(), grid_->height()}) restart();  // it is another by now
        is_begun_ = true;
        for (const cell c : changes_) {
            if (!base::set_wall(c, grid_->open(c))) continue;
            for (remembered_path<Moves>& p : paths_)
                if (!control_.fits(p.change(c))) return;
        }
        estimate_.change(*grid_, changes_);
        is_known_ = paths_[0].is_shortest_on(*grid_, estimate_);
        if (!is_known_) {
            std::swap(paths_[0], paths_[1]);
            is_known_ = paths_[0].is_shortest_on(*grid_, estimate_);
        }
        if (!is_known_) {
            base::restart(start_, goal_);
            if (control_.running() && worked_ > patience_) begin_measuring();
        }
        changes_.clear();
        if (!is_known_) return;
        const bool is_within = paths_[0].cost() <= control_.limits().cost.template most<double>();
        control_.end(is_within ? status::found : status::cost_limit);
    }
    /// Begins to find distances on the map, which is done less and less often.
    void begin_measuring() {
        worked_ = 0;
        patience_ *= 2;
        is_measuring_ = estimate_.begin(*grid_, changes_, start_, goal_);
        if (!is_measuring_) estimate_.forget();
    }
    void measure() {
        is_measuring_ = !estimate_.advance(*grid_, control_);
        if (!is_measuring_) patience_ += control_.expanded();  // which are no jumps
    }
    senda::status end_search() {
        if (this->status() == status::running || is_known_) return this->status();
        worked_ += control_.expanded();
        if (this->status() != status::found) return this->status();
        is_known_ = control_.fits(paths_[0].assign(base::result().path));
        return this->status();
    }

    const grid_type* grid_;
    cell start_;
    cell goal_;
    cell size_;
    buffer<cell> changes_;  // that were said
    std::array<remembered_path<Moves>, 2> paths_;
    std::uint64_t worked_ = 0;  // expansions of searches since distances were found last
    std::uint64_t patience_;
    bool is_measuring_ = false;
    bool is_begun_ = true;   // the search, for what was said so far
    bool is_known_ = false;  // the first of the paths is the answer
};

}  // namespace senda::detail
