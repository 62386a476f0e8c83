// SPDX-License-Identifier: MIT
// One query: from the start through small regions, then ever larger ones, and back to small ones.
#pragma once

#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/grid/regions/region_search.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

namespace senda::detail {

/// A piece of a route: the next waypoint, and the region in which it is reached; at level 0 the
/// window around both ends.
struct region_piece {
    cell to;
    unsigned level;
    region_place region;
};

/// The first cell of the 64 x 64 around two cells that are less than 63 columns and rows apart.
[[nodiscard]] constexpr cell window_around(cell a, cell b) noexcept {
    return {(a.x + b.x) / 2 - 32, (a.y + b.y) / 2 - 32};
}

/// A* over portals. What lies far from both ends is crossed in large regions: the largest that
/// hold neither the start nor the goal.
template <grid_moves Moves>
class region_query {
    using lengths = region_length<Moves>;
    using length = typename lengths::type;
    using graph_type = portal_graph<length>;
    static constexpr std::uint32_t none = graph_type::none;

public:
    region_query(const region_map& map, const region_levels<Moves>& levels, cell start, cell goal,
                 search_control& control)
        : map_(map),
          levels_(levels),
          start_(start),
          goal_(goal),
          control_(control),
          graph_(control.budget()),
          regions_(control.budget()) {}

    void run() {
        if (!map_.open(start_) || !map_.open(goal_)) return control_.end(status::exhausted);
        if (control_.fits(graph_.clear())) begin();
        while (control_.running()) {
            const std::uint32_t nearest = graph_.next();
            if (nearest != none) {
                visit(nearest);
            } else {
                control_.end(is_cut_ ? status::cost_limit : status::exhausted);
            }
        }
    }

    /// The length of the path that was found.
    [[nodiscard]] length found_length() const noexcept { return graph_.length(goal_node_); }

    /// The pieces of the path that was found.
    [[nodiscard]] std::vector<region_piece> pieces() const {
        std::vector<region_piece> found;
        for (std::uint32_t n = goal_node_; graph_[n].parent != none; n = graph_[n].parent) {
            const active_region& through = regions_[graph_[n].through];
            found.push_back({graph_[n].at, through.level, through.place});
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

private:
    static constexpr std::uint32_t window_region = 0;  // the first that is active
    struct active_region {
        unsigned level;
        region_place place;
    };

    void begin() {
        start_place_ = map_.place_of(start_);
        goal_place_ = map_.place_of(goal_);
        for (unsigned level = 0; level < map_.levels(); ++level)
            for (auto& of_end : active_[level]) of_end.fill(none);
        const std::uint32_t start_node = graph_.node_at(start_);
        goal_node_ = graph_.node_at(goal_);
        if (!control_.fits(start_node != none && goal_node_ != none && add_window())) return;
        control_.fits(graph_.reach(start_node, 0, estimate(start_), none, none));
        if (std::abs(start_.x - goal_.x) < 63 && std::abs(start_.y - goal_.y) < 63)
            reach_goal_nearby(start_node);
        // It cannot be shorter, or it is late: a search of a region takes ten microseconds.
        if (graph_.length(goal_node_) == estimate(start_) || !control_.poll()) return;

        search(goal_place_, goal_);
        goal_known_ = last_known(goal_place_);
        const region_portals<length>& beside = levels_.region(1, goal_place_);
        if (!control_.fits(to_goal_.reserve(beside.portals.size()))) return;
        for (const portal& p : beside.portals) (void)to_goal_.push(length_to(goal_place_, p.at));
        if (!control_.poll()) return;
        search(start_place_, start_);
        start_known_ = last_known(start_place_);
        start_region_ = activate(start_place_);
        goal_region_ = activate(goal_place_);
        if (control_.running()) leave_start(start_node);
    }

    void visit(std::uint32_t n) {
        const length so_far = graph_.length(n);
        if (lengths::cost(so_far + estimate(graph_[n].at)) > cost_limit_)
            return void(is_cut_ = true);
        if (n == goal_node_) return control_.end(status::found);
        if (!control_.may_expand()) return;
        reach_goal(n, so_far);
        map_.for_each_place(graph_[n].at, [&](region_place place) { (void)activate(place); });
        if (control_.running())
            control_.fits(graph_.expand(n, [this](cell c) { return weighted_estimate(c); }));
    }

    /// Goes from the start to the portals of its region, which was searched last, or straight to
    /// the goal.
    void leave_start(std::uint32_t start_node) {
        const region_portals<length>& beside = levels_.region(1, start_place_);
        for (std::size_t i = 0; i < beside.portals.size() && control_.running(); ++i) {
            const cell at = beside.portals[i].at;
            reach(graph_.node_of(start_region_, i), length_to(start_place_, at), start_node,
                  start_region_);
        }
        if (map_.box(1, start_place_).contains(goal_))
            reach(goal_node_, length_to(start_place_, goal_), start_node, start_region_);
    }

    /// What is near is often nearer across a line than by the portals on it.
    void reach_goal_nearby(std::uint32_t start_node) {
        const cell corner = window_around(start_, goal_);
        const cell to{goal_.x - corner.x, goal_.y - corner.y};
        region_bits wanted{};
        set_bit(wanted, to);
        search_.run(map_.window(corner), {start_.x - corner.x, start_.y - corner.y}, wanted);
        if (search_.reached(to))
            reach(goal_node_, search_.length_to(to), start_node, window_region);
    }

    void reach_goal(std::uint32_t n, length so_far) {
        graph_.for_each_place(n, [&](std::uint32_t region, std::uint32_t number) {
            if (region != goal_region_ || to_goal_[number] == unreachable_length<Moves>) return;
            reach(goal_node_, so_far + to_goal_[number], n, region);
        });
    }

    void reach(std::uint32_t n, length from_start, std::uint32_t parent, std::uint32_t through) {
        if (from_start == unreachable_length<Moves>) return;
        control_.fits(
            graph_.reach(n, from_start, weighted_estimate(graph_[n].at), parent, through));
    }

    /// Finds the paths from a cell to the portals of its region, and to the goal if that is there.
    void search(region_place place, cell from) {
        region_bits wanted{};
        for (const portal& p : levels_.region(1, place).portals)
            set_bit(wanted, region_map::local(place, p.at));
        if (map_.box(1, place).contains(goal_)) set_bit(wanted, region_map::local(place, goal_));
        search_.run(map_.bits_of(place), region_map::local(place, from), wanted);
    }
    [[nodiscard]] length length_to(region_place place, cell c) const noexcept {
        const cell at = region_map::local(place, c);
        return search_.reached(at) ? search_.length_to(at) : unreachable_length<Moves>;
    }

    /// Adds the largest region around one of level 1 that is far from both ends, if it is not there
    /// yet, and returns its number; `none` without memory.
    std::uint32_t activate(region_place place) {
        unsigned level = 1;
        while (level < map_.levels() && is_far(level + 1, place)) ++level;
        const region_place at = at_level(level, place);
        std::uint32_t* number = active_number(level, at, start_place_);
        if (number == nullptr) number = active_number(level, at, goal_place_);
        if (*number != none) return *number;
        *number = graph_.regions();
        if (!control_.fits(regions_.push(active_region{level, at}) && add(level, at))) return none;
        return *number;
    }

    [[nodiscard]] static constexpr region_place at_level(unsigned level, region_place at) noexcept {
        return {at.column >> (level - 1), at.row >> (level - 1)};
    }
    /// Whether the region of a level around one of level 1 holds no end. Large regions leave dead
    /// ends out at their sides: if an end is in one, they must not lie beside it either.
    [[nodiscard]] bool is_far(unsigned level, region_place place) const noexcept {
        const auto is_far_from = [at = at_level(level, place), level](region_place end,
                                                                      unsigned known) {
            const auto [x, y] = apart(at, at_level(level, end));
            return std::abs(x) + std::abs(y) > (level <= known ? 0 : 1);
        };
        return is_far_from(start_place_, start_known_) && is_far_from(goal_place_, goal_known_);
    }
    /// The last level at which the part that an end is in has portals: there, and below, it is in
    /// no dead end that regions leave out. What was searched last is the region of the end.
    [[nodiscard]] unsigned last_known(region_place end) const noexcept {
        const region_portals<length>* at = &levels_.region(1, end);
        std::uint32_t first = 0;
        const auto count = static_cast<std::uint32_t>(at->portals.size());
        while (first < count &&
               (at->portals[first].is_dead ||
                length_to(end, at->portals[first].at) == unreachable_length<Moves>))
            ++first;
        if (first == count) return 1;
        for (unsigned level = 1;; ++level) {
            if (level == map_.levels() || at->above[first] == at->none) return level;
            first = at->above[first];
            at = &levels_.region(level + 1, at_level(level + 1, end));
        }
    }
    struct place_offset {
        int columns;
        int rows;
    };
    [[nodiscard]] static constexpr place_offset apart(region_place a, region_place b) noexcept {
        return {static_cast<int>(a.column) - static_cast<int>(b.column),
                static_cast<int>(a.row) - static_cast<int>(b.row)};
    }
    /// Where the number of a region stands that is active because of an end, or `nullptr`: it is a
    /// quarter of a region that holds the end or lies beside it, so at most three regions away.
    [[nodiscard]] std::uint32_t* active_number(unsigned level, region_place at,
                                               region_place end) noexcept {
        const auto [x, y] = apart(at, at_level(level, end));
        if (std::abs(x) > 3 || std::abs(y) > 3) return nullptr;
        return &active_[level - 1][end == start_place_ ? 0 : 1]
                       [static_cast<std::size_t>((y + 3) * 7 + x + 3)];
    }

    /// A region without portals stands for the window around both ends.
    [[nodiscard]] bool add_window() {
        return regions_.push(active_region{0, {}}) && graph_.add(window_, all_sides);
    }

    /// In those of the ends every portal may be needed: dead ends begin or end there.
    [[nodiscard]] bool add(unsigned level, region_place at) {
        side_set dead_ends = no_sides;
        if (level == 1) {
            const bool has_end = at == start_place_ || at == goal_place_;
            dead_ends =
                has_end ? all_sides : sides_to(start_place_, at) | sides_to(goal_place_, at);
        }
        return graph_.add(levels_.region(level, at), dead_ends);
    }

    /// The side of a region of level 1 behind which another is, if it is beside it.
    [[nodiscard]] static constexpr side_set sides_to(region_place to, region_place at) noexcept {
        const auto [x, y] = apart(to, at);
        if (x == 0 && y == -1) return only(region_side::north);
        if (x == -1 && y == 0) return only(region_side::west);
        if (x == 1 && y == 0) return only(region_side::east);
        if (x == 0 && y == 1) return only(region_side::south);
        return no_sides;
    }

    [[nodiscard]] length estimate(cell from) const noexcept {
        return lengths::estimate(from, goal_);
    }

    /// Not a number or below 0 counts as 1, and infinity as very much: it times 0 is no number.
    [[nodiscard]] static double finite_weight(double asked) noexcept {
        return asked >= 0 ? std::min(asked, 1e18) : 1;
    }
    [[nodiscard]] length weighted_estimate(cell from) const noexcept {
        const length least = estimate(from);
        if (weight_ == 1) return least;
        constexpr auto most = static_cast<double>(std::numeric_limits<length>::max() / 4);
        return static_cast<length>(std::min(weight_ * static_cast<double>(least), most));
    }

    const region_map& map_;
    const region_levels<Moves>& levels_;
    cell start_;
    cell goal_;
    search_control& control_;
    graph_type graph_;
    buffer<active_region> regions_;  // as the graph numbers them
    buffer<length> to_goal_{control_.budget()};
    region_search<Moves> search_;
    const region_portals<length> window_;  // stands for the window around both ends
    region_place start_place_;
    region_place goal_place_;
    std::uint32_t start_region_ = none;
    std::uint32_t goal_region_ = none;
    std::uint32_t goal_node_ = none;
    unsigned start_known_ = 1;
    unsigned goal_known_ = 1;
    bool is_cut_ = false;  // by the limit on the cost
    // Three quarters of the stretch: an estimate as long as paths are on average would find longer
    // ones, and without walls it would look at several times as many portals.
    double weight_ =
        finite_weight(control_.options().weight) * (1 + (levels_.stretch() - 1) * 0.75);
    // By level, start or goal, and where the region is from that.
    std::array<std::array<std::array<std::uint32_t, 49>, 2>, 32> active_;
    typename lengths::cost_type cost_limit_ =
        control_.limits().cost.template most<typename lengths::cost_type>();
};

template <grid_moves Moves>
class region_path {
    using lengths = region_length<Moves>;
    using length = typename lengths::type;

public:
    region_path(const region_map& map, const region_levels<Moves>& levels, search_control& control)
        : map_(map), levels_(levels), control_(control), graph_(control.budget()) {}

    /// Appends the cells from the last of `cells` to the end of a piece, unless a limit ends the
    /// search; false without memory.
    [[nodiscard]] bool append(const region_piece& piece, std::vector<cell>& cells) {
        if (!control_.poll()) return true;
        if (piece.level <= 1) {
            append_cells(piece, cells);
            return true;
        }
        std::vector<region_piece> smaller;
        if (!divide(cells.back(), piece, smaller)) return false;
        for (const region_piece& part : smaller)
            if (!append(part, cells)) return false;
        return true;
    }

    /// Shortens a path: from each place that is settled to where it leaves a window of 64 x 64
    /// cells around that, it becomes a shortest path, of which the first half is settled then.
    void shorten(std::vector<cell>& cells) {
        std::vector<cell> piece;
        for (std::size_t from = 0; from + 1 < cells.size() && control_.poll();) {
            const cell corner{cells[from].x - 32, cells[from].y - 32};
            const cell_box window{corner, {corner.x + 63, corner.y + 63}};
            std::size_t last = from + 1;
            while (last + 1 < cells.size() && window.contains(cells[last + 1])) ++last;
            const bool is_end = last + 1 == cells.size();
            region_bits wanted{};
            set_bit(wanted, {32, 32});
            search_.run(map_.window(corner), {cells[last].x - corner.x, cells[last].y - corner.y},
                        wanted);
            piece.clear();
            search_.walk_back({32, 32},
                              [&](cell c) { piece.push_back({c.x + corner.x, c.y + corner.y}); });
            // It begins at `from` as what it replaces does, and is no longer. But it may have more
            // cells, where straight steps avoid diagonal ones.
            const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(from);
            const auto replaced = static_cast<std::ptrdiff_t>(last + 1 - from);
            const auto common = std::min(replaced, static_cast<std::ptrdiff_t>(piece.size()));
            std::copy_n(piece.begin(), common, begin);
            cells.erase(begin + common, begin + replaced);
            cells.insert(begin + common, piece.begin() + common, piece.end());
            if (is_end) return;
            from += (piece.size() + 1) / 2;
        }
    }

private:
    void append_cells(const region_piece& piece, std::vector<cell>& cells) {
        const bool is_window = piece.level == 0;
        const cell first =
            is_window ? window_around(cells.back(), piece.to) : map_.box(1, piece.region).first;
        const cell from{cells.back().x - first.x, cells.back().y - first.y};
        region_bits wanted{};
        set_bit(wanted, from);
        search_.run(is_window ? map_.window(first) : map_.bits_of(piece.region),
                    {piece.to.x - first.x, piece.to.y - first.y}, wanted);
        cells.pop_back();
        search_.walk_back(from, [&](cell c) { cells.push_back({c.x + first.x, c.y + first.y}); });
    }

    /// The pieces through quarters that make up a piece of level 2 or more.
    [[nodiscard]] bool divide(cell from, const region_piece& piece,
                              std::vector<region_piece>& smaller) {
        if (!graph_.clear()) return false;
        const std::uint32_t start = graph_.node_at(from);
        const std::uint32_t goal = graph_.node_at(piece.to);
        const auto estimate = [&](cell c) { return lengths::estimate(c, piece.to); };
        if (start == graph_.none || goal == graph_.none) return false;
        if (!levels_.add_quarters(piece.level, piece.region, graph_)) return false;
        if (!graph_.reach(start, 0, 0, graph_.none, graph_.none)) return false;
        for (std::uint32_t n = graph_.next(); n != goal; n = graph_.next())
            if (n == graph_.none || !graph_.expand(n, estimate)) return false;
        for (std::uint32_t n = goal; n != start; n = graph_[n].parent)
            smaller.push_back({graph_[n].at, piece.level - 1,
                               levels_.quarter(piece.level, piece.region, graph_[n].through)});
        std::reverse(smaller.begin(), smaller.end());
        return true;
    }

    const region_map& map_;
    const region_levels<Moves>& levels_;
    search_control& control_;
    portal_graph<length> graph_;
    region_search<Moves> search_;
};

}  // namespace senda::detail
