// SPDX-License-Identifier: MIT
// The subgoals of a grid, cells at corners of walls where shortest paths turn (T. Uras, S. Koenig,
// C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids", 2013), with the
// edges between them as a contraction hierarchy (T. Uras, S. Koenig, "Understanding Subgoal Graphs
// by Augmenting Contraction Hierarchies", 2018), and shortest paths over that: A* from both ends,
// upward.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/subgoals/core_landmarks.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/contraction.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// Lines of places from -1 to their length. All are marked at first, so that a look along a line
/// ends at its margin at the latest.
class clearance_rows {
public:
    clearance_rows() = default;
    clearance_rows(int lines, int length)
        : stride_((static_cast<std::size_t>(length) + 2 + 63) / 64),
          words_((static_cast<std::size_t>(lines) + 2) * stride_, ~std::uint64_t{0}) {}

    [[nodiscard]] bool is_marked(int line, int place) const noexcept {
        return (words_[word(line, place)] >> bit(place) & 1) != 0;
    }
    void mark(int line, int place) noexcept {
        words_[word(line, place)] |= std::uint64_t{1} << bit(place);
    }
    void unmark(int line, int place) noexcept {
        words_[word(line, place)] &= ~(std::uint64_t{1} << bit(place));
    }
    void unmark_all() noexcept { words_.assign(words_.size(), 0); }

    /// The next mark behind a place.
    [[nodiscard]] int next(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = from == 63 ? 0 : words_[at] & ~std::uint64_t{0} << (from + 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base += 64) marks = words_[++at];
        return base + std::countr_zero(marks);
    }
    /// The next mark before a place.
    [[nodiscard]] int previous(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = words_[at] & ((std::uint64_t{1} << from) - 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base -= 64) marks = words_[--at];
        return base + 63 - std::countl_zero(marks);
    }

    /// The words of all lines, and where in them a place is.
    [[nodiscard]] const std::vector<std::uint64_t>& words() const noexcept { return words_; }
    [[nodiscard]] std::size_t word(int line, int place) const noexcept {
        return static_cast<std::size_t>(line + 1) * stride_ +
               static_cast<std::size_t>(place + 1) / 64;
    }
    [[nodiscard]] static unsigned bit(int place) noexcept {
        return static_cast<unsigned>(place + 1) % 64;
    }
    /// The first place of the next word.
    [[nodiscard]] static int end_of_word(int place) noexcept { return (place + 65) / 64 * 64 - 1; }
    [[nodiscard]] std::size_t bytes() const noexcept { return words_.size() * 8; }

private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

/// The walls and the subgoals of a grid as it was when it was made. A subgoal is a cell with a
/// forced neighbour in some direction. So by the theorem of jump point search a shortest path leads
/// from the start over subgoals to the goal, each reached from the one before diagonally first,
/// then straight, without another between them.
template <grid_moves Moves>
class subgoal_map {
    static constexpr bool cuts = Moves == grid_moves::octile_cutting;

public:
    /// How many bytes the lines of cells take, which are most of it.
    [[nodiscard]] static std::uint64_t bytes_needed(const basic_grid<Moves>& g) noexcept {
        const auto padded = [](int length) { return static_cast<std::uint64_t>(length) + 66; };
        return padded(g.width()) * padded(g.height()) / 2;
    }

    /// The map of a grid; of no use where `control` ended before it was whole.
    explicit subgoal_map(const basic_grid<Moves>& g, search_control* control = nullptr)
        : width_(g.width()),
          height_(g.height()),
          walls_(height_, width_),
          rows_(height_, width_),
          columns_(width_, height_),
          subgoals_(height_, width_) {
        subgoals_.unmark_all();
        const auto goes_on = [&] { return control == nullptr || control->poll(); };
        for (int y = 0; y < height_ && goes_on(); ++y)
            for (int x = 0; x < width_; ++x)
                if (g.open({x, y})) take_open(x, y);
        before_.resize(subgoals_.words().size());
        constexpr int rows = 16;
        for (int top = 0; top < height_ && goes_on(); top += rows)
            for (int left = 0; left < width_; left = clearance_rows::end_of_word(left))
                for (int y = top; y < std::min(top + rows, height_); ++y) take_subgoals(left, y);
    }

    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    [[nodiscard]] bool open(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_ && !closed(c.x, c.y);
    }

    /// All subgoals as they are numbered: side by side, as a search comes from one to the next.
    [[nodiscard]] const std::vector<cell>& cells() const noexcept { return cells_; }
    [[nodiscard]] bool is_subgoal(cell c) const noexcept { return subgoals_.is_marked(c.y, c.x); }
    /// The number of a subgoal.
    [[nodiscard]] std::uint32_t number(cell c) const noexcept {
        const std::size_t word = subgoals_.word(c.y, c.x);
        const std::uint64_t lower = (std::uint64_t{1} << clearance_rows::bit(c.x)) - 1;
        return before_[word] +
               static_cast<std::uint32_t>(std::popcount(subgoals_.words()[word] & lower));
    }

    /// Calls `reach(subgoal's number, length)` for each subgoal to which the way from an open cell,
    /// diagonally first, then straight, is free of walls and of other subgoals.
    template <class Reach>
    void for_each_next(cell from, Reach&& reach) const {
        straight(from, {1, 0}, 0, reach);
        straight(from, {-1, 0}, 0, reach);
        straight(from, {0, 1}, 0, reach);
        straight(from, {0, -1}, 0, reach);
        for (const cell step : {cell{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
            cell at = from;
            for (std::uint32_t steps = 1; can_step(at, step); ++steps) {
                at = {at.x + step.x, at.y + step.y};
                if (is_subgoal(at)) {
                    reach(number(at), octile_length{0, steps});
                    break;
                }
                straight(at, {step.x, 0}, steps, reach);
                straight(at, {0, step.y}, steps, reach);
            }
        }
    }

    /// How many subgoals are next to one, on average of about a thousand.
    [[nodiscard]] double mean_next() const {
        const std::size_t step = cells_.size() / 1000 + 1;
        std::size_t subgoals = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < cells_.size(); i += step, ++subgoals)
            for_each_next(cells_[i], [&](std::uint32_t, octile_length) { ++next; });
        return subgoals == 0 ? 0 : static_cast<double>(next) / static_cast<double>(subgoals);
    }

    /// Whether the way from an open cell to another, diagonally first, then straight, is free of
    /// walls, and its straight part of subgoals.
    [[nodiscard]] bool is_free(cell from, cell to) const noexcept {
        const cell step = step_towards(from, to);
        while (from.x != to.x && from.y != to.y) {
            if (!can_step(from, step)) return false;
            from = {from.x + step.x, from.y + step.y};
        }
        if (from.x < to.x) return rows_.next(from.y, from.x) >= to.x;
        if (from.x > to.x) return rows_.previous(from.y, from.x) <= to.x;
        if (from.y < to.y) return columns_.next(from.x, from.y) >= to.y;
        if (from.y > to.y) return columns_.previous(from.x, from.y) <= to.y;
        return true;
    }
    /// Appends the cells behind `path.back()` up to `to`, if the way from one of these to the other
    /// is free as above.
    void append_free(std::vector<cell>& path, cell to) const {
        cell at = path.back();
        const cell step = step_towards(at, to);
        const int x = std::abs(to.x - at.x);
        const int y = std::abs(to.y - at.y);
        const cell straight = x > y ? cell{step.x, 0} : cell{0, step.y};
        const bool is_diagonal_first = x == 0 || y == 0 || is_free(at, to);
        const cell steps[2] = {is_diagonal_first ? step : straight,
                               is_diagonal_first ? straight : step};
        const int diagonal = std::min(x, y);
        const int first = is_diagonal_first ? diagonal : std::max(x, y) - diagonal;
        for (int i = 0; i < std::max(x, y); ++i) {
            const cell by = steps[i < first ? 0 : 1];
            at = {at.x + by.x, at.y + by.y};
            path.push_back(at);
        }
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return walls_.bytes() + rows_.bytes() + columns_.bytes() + subgoals_.bytes() +
               before_.size() * sizeof(std::uint32_t) + cells_.size() * sizeof(cell);
    }

private:
    void take_open(int x, int y) {
        walls_.unmark(y, x);
        rows_.unmark(y, x);
        columns_.unmark(x, y);
    }
    /// Takes those of a word, from its first place on.
    void take_subgoals(int left, int y) {
        before_[subgoals_.word(y, left)] = static_cast<std::uint32_t>(cells_.size());
        for (int x = left; x < std::min(clearance_rows::end_of_word(left), width_); ++x)
            if (open({x, y}) && is_corner({x, y})) take_subgoal({x, y});
    }
    void take_subgoal(cell c) {
        subgoals_.mark(c.y, c.x);
        rows_.mark(c.y, c.x);
        columns_.mark(c.x, c.y);
        cells_.push_back(c);
    }

    [[nodiscard]] bool closed(int x, int y) const noexcept { return walls_.is_marked(y, x); }
    [[nodiscard]] bool can_step(cell from, cell step) const noexcept {
        return !closed(from.x + step.x, from.y + step.y) &&
               (cuts || (!closed(from.x + step.x, from.y) && !closed(from.x, from.y + step.y)));
    }

    /// Whether there is a direction in which the cell is entered and then has a forced neighbour.
    [[nodiscard]] bool is_corner(cell c) const noexcept {
        for (const int x : {-1, 1}) {
            for (const int y : {-1, 1}) {
                const bool beside = closed(c.x + x, c.y);
                const bool above = closed(c.x, c.y + y);
                const bool diagonal = closed(c.x + x, c.y + y);
                if (cuts ? (beside || above) && !diagonal : diagonal && !beside && !above)
                    return true;
            }
        }
        return false;
    }

    template <class Reach>
    void straight(cell from, cell step, std::uint32_t diagonal, Reach&& reach) const {
        cell to = from;
        if (step.y == 0) {
            to.x = step.x > 0 ? rows_.next(from.y, from.x) : rows_.previous(from.y, from.x);
        } else {
            to.y = step.y > 0 ? columns_.next(from.x, from.y) : columns_.previous(from.x, from.y);
        }
        if (!is_subgoal(to)) return;
        const int steps = std::abs(to.x - from.x) + std::abs(to.y - from.y);
        reach(number(to), octile_length{static_cast<std::uint32_t>(steps), diagonal});
    }

    [[nodiscard]] static cell step_towards(cell from, cell to) noexcept {
        return {(to.x > from.x) - (to.x < from.x), (to.y > from.y) - (to.y < from.y)};
    }

    int width_;
    int height_;
    clearance_rows walls_;
    clearance_rows rows_;     // walls and subgoals
    clearance_rows columns_;  // the same by columns
    clearance_rows subgoals_;
    std::vector<std::uint32_t> before_;  // subgoals numbered before each word
    std::vector<cell> cells_;
};

/// An edge to another node. One that stands for two has the node between them as its middle.
struct hierarchy_edge {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    std::uint64_t length;
    std::uint32_t to;
    std::uint32_t middle;
};

/// What of a hierarchy takes long to make: arrays that somebody keeps, in memory or in a file.
struct hierarchy_arrays {
    std::span<const std::uint32_t> nodes;  ///< by the numbers of the subgoals in their map
    std::span<const std::uint32_t> first;  ///< of the edges of each node, and their end
    std::span<const hierarchy_edge> edges;
    std::uint32_t core = 0;  ///< its first node
};

/// Nodes are subgoals, numbered as they were contracted: edges lead to higher numbers, or from one
/// to another of the last, the core. A shortest path goes up, in the core, and down.
template <grid_moves Moves>
class subgoal_graph {
    using builder = hierarchy_builder<std::int64_t, arc_kind::undirected>;

public:
    using units = map_units;

    /// The graph of a grid; of no use where `control` ended before it was whole.
    subgoal_graph(const basic_grid<Moves>& g, search_control& control,
                  const contraction_limits& limits = default_limits)
        : subgoal_graph(subgoal_map<Moves>(g, &control), control, limits) {}
    /// The same of a map that is made.
    subgoal_graph(subgoal_map<Moves> map, search_control& control,
                  const contraction_limits& limits = default_limits)
        : map_(std::move(map)) {
        builder hierarchy(control, limits);
        add_edges(hierarchy, control);
        if (control.running()) remove_needless(hierarchy, control);
        if (control.running()) hierarchy.run();
        if (control.running()) number(hierarchy, control);
        if (!control.running()) return;
        find_cells();
        find_parts();
        landmarks_.make(*this, made_.core, &control);
    }
    /// One that was stored, of the same grid; `is_sound` tells whether it is. The arrays stay where
    /// they are, and `owner` keeps them.
    subgoal_graph(const basic_grid<Moves>& g, const hierarchy_arrays& stored,
                  erased_unique_ptr owner)
        : map_(g), owner_(std::move(owner)), made_(stored) {
        is_sound_ = has_numbers();
        if (!is_sound_) return;
        find_cells();
        is_sound_ = has_lengths();
        if (is_sound_) find_parts();
        if (is_sound_) landmarks_.make(*this, made_.core, nullptr);
    }
    subgoal_graph(const subgoal_graph&) = delete;
    subgoal_graph& operator=(const subgoal_graph&) = delete;

    [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
    [[nodiscard]] const hierarchy_arrays& made() const noexcept { return made_; }

    [[nodiscard]] const subgoal_map<Moves>& map() const noexcept { return map_; }
    [[nodiscard]] std::size_t size() const noexcept { return cells_.size(); }
    [[nodiscard]] cell at(std::uint32_t node) const noexcept { return cells_[node]; }
    /// Nodes are connected if they have the same number here.
    [[nodiscard]] std::uint32_t part(std::uint32_t node) const noexcept { return parts_[node]; }
    [[nodiscard]] bool is_in_core(std::uint32_t node) const noexcept { return node >= made_.core; }
    /// The edges of a node to higher ones, of one in the core to the others in it.
    [[nodiscard]] std::span<const hierarchy_edge> up(std::uint32_t node) const noexcept {
        return {made_.edges.data() + made_.first[node], made_.edges.data() + made_.first[node + 1]};
    }

    /// Calls `reach(node, units)` for the node of a cell, or for those next to it.
    template <class Reach>
    void for_each_next(cell from, Reach&& reach) const {
        if (map_.is_subgoal(from)) return reach(made_.nodes[map_.number(from)], std::uint64_t{0});
        map_.for_each_next(from, [&](std::uint32_t number, octile_length l) {
            reach(made_.nodes[number], units::sum(l));
        });
    }

    [[nodiscard]] const core_landmarks& landmarks() const noexcept { return landmarks_; }
    /// The cells of a path of edges and of all nodes that its edges lead over.
    [[nodiscard]] std::vector<cell> unpacked(const std::vector<std::uint32_t>& path) const {
        std::vector<cell> cells{cells_[path.front()]};
        std::vector<std::uint32_t> ahead(path.rbegin(), path.rend());
        for (std::uint32_t at = path.front(); ahead.size() > 1;) {
            const std::uint32_t to = ahead[ahead.size() - 2];
            const std::uint32_t middle = find_edge(std::min(at, to), std::max(at, to))->middle;
            if (middle != hierarchy_edge::no_middle) {
                ahead.back() = middle;
                ahead.push_back(at);
            } else {
                ahead.pop_back();
                cells.push_back(cells_[at = to]);
            }
        }
        return cells;
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return map_.bytes() + cells_.size() * node_bytes + landmarks_.bytes() +
               made_.edges.size() * sizeof(hierarchy_edge);
    }

private:
    static constexpr std::size_t node_bytes = sizeof(cell) + 3 * sizeof(std::uint32_t);
    static constexpr contraction_limits default_limits{.core_neighbours = 14};

    [[nodiscard]] const hierarchy_edge* find_edge(std::uint32_t low,
                                                  std::uint32_t high) const noexcept {
        for (const hierarchy_edge& e : up(low))
            if (e.to == high) return &e;
        return nullptr;
    }

    /// The edges of all subgoals to those next to them.
    void add_edges(builder& to, search_control& control) const {
        const std::size_t nodes = map_.cells().size();
        if (!to.prepare(nodes, 4 * nodes)) return;
        for (std::uint32_t n = 0; n < nodes && control.tick(); ++n)
            map_.for_each_next(map_.cells()[n], [&](std::uint32_t next, octile_length l) {
                to.add_edge(n, next, static_cast<std::int64_t>(units::sum(l)));
            });
    }

    /// Removes edges that are as long as two others together, which are shorter each: so what is
    /// left has the same distances.
    void remove_needless(builder& all, search_control& control) const {
        const auto& edges = all.graph().out;
        const std::size_t nodes = map_.cells().size();
        buffer<std::int64_t> lengths(control.budget());
        buffer<std::array<std::uint32_t, 2>> needless(control.budget());
        if (!control.fits(lengths.assign_zeros(nodes))) return;
        for (std::uint32_t n = 0; n < nodes && control.tick(); ++n) {
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e)
                lengths[e->to] = e->length.cost;
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e) {
                const bool is_needless =
                    n < e->to && std::any_of(
                                     edges.begin(e->to), edges.end(e->to),
                                     [&](const auto& back) {
                                         const std::int64_t there = lengths[back.to];
                                         return there != 0 &&
                                                there + back.length.cost <= e->length.cost;
                                     });
                if (is_needless && !control.fits(needless.push(std::array{n, e->to}))) return;
            }
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e) lengths[e->to] = 0;
        }
        for (const auto& [from, to] : needless) all.remove_edge(from, to);
    }

    /// The arrays of a hierarchy that was made here.
    struct own_arrays {
        std::vector<std::uint32_t> nodes;
        std::vector<std::uint32_t> first = {0};
        std::vector<hierarchy_edge> edges;
    };

    /// Numbers the nodes as they were taken out, then the core.
    void number(const builder& hierarchy, search_control& control) {
        std::vector<std::uint32_t> order(hierarchy.order().begin(), hierarchy.order().end());
        for (std::uint32_t n = 0; n < map_.cells().size(); ++n)
            if (hierarchy.graph().is_leaving[n] == 0) order.push_back(n);
        const auto& edges = hierarchy.graph().out;
        std::size_t count = 0;
        for (const std::uint32_t subgoal : order) count += edges.count(subgoal);
        if (!control.fits(
                control.budget().take(count * sizeof(hierarchy_edge) + order.size() * node_bytes)))
            return;
        auto* const own = new own_arrays;
        owner_ = erased_unique_ptr(own);
        own->nodes.resize(order.size());
        own->edges.reserve(count);
        for (std::uint32_t n = 0; n < order.size(); ++n) own->nodes[order[n]] = n;
        for (const std::uint32_t subgoal : order) {
            for (const auto* e = edges.begin(subgoal); e != edges.end(subgoal); ++e) {
                const bool is_short = e->middle == hierarchy_edge::no_middle;
                own->edges.push_back({static_cast<std::uint64_t>(e->length.cost), own->nodes[e->to],
                                      is_short ? e->middle : own->nodes[e->middle]});
            }
            own->first.push_back(static_cast<std::uint32_t>(own->edges.size()));
        }
        made_ = {own->nodes, own->first, own->edges,
                 static_cast<std::uint32_t>(hierarchy.order().size())};
    }
    void find_cells() {
        cells_.resize(made_.nodes.size());
        for (std::size_t i = 0; i < cells_.size(); ++i) cells_[made_.nodes[i]] = map_.cells()[i];
    }

    /// Whether all numbers are those of nodes and edges that there are.
    [[nodiscard]] bool has_numbers() const {
        const std::size_t nodes = map_.cells().size();
        if (made_.nodes.size() != nodes || made_.first.size() != nodes + 1 || made_.core > nodes)
            return false;
        std::vector<bool> met(nodes);
        for (const std::uint32_t node : made_.nodes) {
            if (node >= nodes || met[node]) return false;
            met[node] = true;
        }
        if (made_.first.front() != 0 || made_.first.back() != made_.edges.size() ||
            !std::is_sorted(made_.first.begin(), made_.first.end()))
            return false;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            for (const hierarchy_edge& e : up(node)) {
                const bool is_up = e.to > node || (node >= made_.core && e.to >= made_.core);
                if (!is_up || e.to >= nodes || e.to == node) return false;
                if (e.middle != hierarchy_edge::no_middle && e.middle >= std::min(node, e.to))
                    return false;
            }
        }
        return true;
    }
    /// Whether each edge is free between its cells, or as long as the two that it stands for.
    [[nodiscard]] bool has_lengths() const {
        // Sums of what somebody made up could double from edge to edge, beyond any number.
        const std::uint64_t longest = units::sum({0, 2}) *
                                      static_cast<std::uint64_t>(map_.width()) *
                                      static_cast<std::uint64_t>(map_.height());
        for (std::uint32_t node = 0; node < size(); ++node) {
            for (const hierarchy_edge& e : up(node)) {
                if (e.length > longest) return false;
                if (e.middle != hierarchy_edge::no_middle) {
                    const hierarchy_edge* const one = find_edge(e.middle, node);
                    const hierarchy_edge* const other = find_edge(e.middle, e.to);
                    if (one == nullptr || other == nullptr ||
                        e.length != one->length + other->length)
                        return false;
                } else if (e.length != units::sum(octile_distance(at(node), at(e.to))) ||
                           !(map_.is_free(at(node), at(e.to)) ||
                             map_.is_free(at(e.to), at(node)))) {
                    return false;
                }
                if (node < made_.core) continue;
                const hierarchy_edge* const back = find_edge(e.to, node);
                if (back == nullptr || back->length != e.length) return false;
            }
        }
        return true;
    }

    /// The core is searched; any other node is in the part of those above it.
    void find_parts() {
        parts_.assign(size(), hierarchy_edge::no_middle);
        std::vector<std::uint32_t> met;
        const auto meet = [&](std::uint32_t node, std::uint32_t part) {
            if (parts_[node] != hierarchy_edge::no_middle) return;
            parts_[node] = part;
            met.push_back(node);
        };
        for (std::uint32_t root = made_.core; root < size(); ++root) {
            for (meet(root, root); !met.empty();) {
                const std::uint32_t node = met.back();
                met.pop_back();
                for (const hierarchy_edge& e : up(node)) meet(e.to, root);
            }
        }
        for (std::uint32_t node = made_.core; node-- > 0;)
            parts_[node] = up(node).empty() ? node : parts_[up(node).front().to];
    }

    subgoal_map<Moves> map_;
    erased_unique_ptr owner_;  // of the arrays
    hierarchy_arrays made_;
    std::vector<cell> cells_;
    std::vector<std::uint32_t> parts_;
    core_landmarks landmarks_;
    bool is_sound_ = true;
};

/// A search that can be restarted in its memory. An expansion is that of a subgoal.
template <grid_moves Moves>
class subgoal_search : public engine<subgoal_search<Moves>> {
    using base = engine<subgoal_search>;
    friend base;
    using base::control_;
    using units = typename subgoal_graph<Moves>::units;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

public:
    using result_type = senda::result<cell, double>;

    subgoal_search(const subgoal_graph<Moves>& graph, cell start, cell goal, const options& o)
        : base(o, engine_kind::subgoals),
          graph_(graph),
          from_start_(control_.budget()),
          from_goal_(control_.budget()),
          bounds_(o.limits) {
        begin(start, goal);
    }

    /// Starts again with other options.
    void restart(cell start, cell goal, const options& o) {
        control_.set_options(o);
        this->start_again([&] { begin(start, goal); });
    }

    /// The length of the path, or `infinite`.
    [[nodiscard]] double cost() const noexcept {
        return this->status() == status::found ? length(best_) : infinite<double>;
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{answer_of(control_)};
        if (r.status == status::found) {
            r.cost = r.lower_bound = length(best_);
            append_path(r.path);
        } else {
            r.lower_bound = bounds_.lower_bound(r.status);
        }
        return r;
    }

private:
    /// How a node was reached from one end.
    struct label {
        std::uint64_t length;
        std::uint32_t parent;  // `none` if from the end itself
        std::uint32_t round;   // labels of other searches do not count
    };
    struct item {
        std::uint64_t through;  // a lower bound of paths through the node
        std::uint64_t length;
        std::uint32_t node;
    };
    struct before {
        bool operator()(const item& a, const item& b) const noexcept {
            return a.through != b.through ? a.through < b.through : a.length > b.length;
        }
    };
    /// The search from one end.
    struct side {
        explicit side(memory_budget& budget) noexcept
            : first(budget), labels(budget), open(budget) {}

        [[nodiscard]] std::uint64_t least() const noexcept {
            return open.empty() ? unknown : open.top().through;
        }

        buffer<item> first;  // next to this end
        buffer<label> labels;
        four_ary_heap<item, before> open;
        cell to = {};                     // the other end
        core_landmarks::row to_row = {};  // its distances from landmarks
        std::uint32_t part = none;
    };

    void begin(cell start, cell goal) {
        bounds_ = cost_bounds<double>(control_.limits());
        best_ = unknown;
        meeting_node_ = none;
        start_ = start;
        goal_ = goal;
        if (!graph_.map().open(start) || !graph_.map().open(goal))
            return control_.end(status::exhausted);
        if (graph_.map().is_free(start, goal)) {
            take_path(units::sum(octile_distance(start, goal)), none);
            return control_.end(best_ != unknown ? status::found : status::cost_limit);
        }
        if (!control_.fits(next_round())) return;
        connect(start, from_start_, from_goal_);
        connect(goal, from_goal_, from_start_);
        begin(from_start_);
        begin(from_goal_);
        if (from_start_.part != from_goal_.part || from_start_.part == none)
            control_.end(status::exhausted);
    }
    /// Finds the nodes next to one end, which the search from the other end comes to.
    void connect(cell at, side& from, side& other) {
        from.part = none;
        from.first.clear();
        other.to = at;
        other.to_row = core_landmarks::unreached;
        graph_.for_each_next(at, [&](std::uint32_t node, std::uint64_t length) {
            from.part = graph_.part(node);
            graph_.landmarks().improve(other.to_row, node, length);
            (void)control_.fits(from.first.push(item{0, length, node}));
        });
    }
    void begin(side& from) {
        control_.count_generated(from.first.size());
        for (const item& i : from.first) reach(from, i.node, i.length, none);
    }
    [[nodiscard]] bool next_round() {
        if (from_start_.labels.size() == graph_.size() &&
            from_goal_.labels.size() == graph_.size() && ++round_ != 0)
            return true;
        round_ = 1;
        return from_start_.labels.assign_zeros(graph_.size()) &&
               from_goal_.labels.assign_zeros(graph_.size());
    }

    void forget() noexcept {
        from_start_.open.clear();
        from_goal_.open.clear();
    }

    [[nodiscard]] static double length(std::uint64_t of_units) noexcept {
        return units::length(of_units).value();
    }

    void advance(std::uint64_t most) {
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() - end != 0;) {
            const bool is_forward = from_start_.least() <= from_goal_.least();
            side& from = is_forward ? from_start_ : from_goal_;
            side& other = is_forward ? from_goal_ : from_start_;
            if (from.least() >= best_) {
                control_.end(best_ != unknown ? status::found : status::cost_limit);
            } else {
                visit(from, other, from.open.pop());
            }
        }
    }

    void visit(side& from, const side& other, const item& first) {
        if (first.length != from.labels[first.node].length) return;  // it was queued twice
        bounds_.raise_lower_bound(units::at_least(first.through));
        if (!control_.may_expand()) return;
        const label& there = other.labels[first.node];
        if (there.round == round_ && first.length + there.length < best_)
            take_path(first.length + there.length, first.node);
        // Within the core one search is enough: that from the start.
        const bool goes_on =
            graph_.is_in_core(first.node) ? &from == &from_start_ : !is_stalled(from, first);
        if (goes_on) expand(from, first);
    }

    /// Whether a path over a higher node is shorter: then no shortest path goes on from here.
    [[nodiscard]] bool is_stalled(const side& from, const item& at) const noexcept {
        for (const hierarchy_edge& e : graph_.up(at.node)) {
            const label& above = from.labels[e.to];
            if (above.round == round_ && above.length + e.length < at.length) return true;
        }
        return false;
    }

    void expand(side& from, const item& at) {
        const auto edges = graph_.up(at.node);
        control_.count_generated(edges.size());
        for (const hierarchy_edge& e : edges) reach(from, e.to, at.length + e.length, at.node);
    }

    void reach(side& from, std::uint32_t node, std::uint64_t units_so_far, std::uint32_t parent) {
        label& known = from.labels[node];
        if (known.round == round_ && known.length <= units_so_far) return;
        known = {units_so_far, parent, round_};
        const std::uint64_t through =
            units_so_far + std::max(units::sum(octile_distance(graph_.at(node), from.to)),
                                    graph_.landmarks().at_least(node, from.to_row));
        if (through >= best_) return;
        const double cost = units::at_least(through);
        if (!bounds_.admits(cost)) return bounds_.prune(cost);
        (void)control_.fits(from.open.push({through, units_so_far, node}));
    }

    /// Keeps a path that is shorter than those before, unless it is beyond the limit on costs.
    void take_path(std::uint64_t of_units, std::uint32_t over) {
        if (!bounds_.admits(length(of_units))) return bounds_.prune(length(of_units));
        best_ = of_units;
        meeting_node_ = over;
    }

    void append_path(std::vector<cell>& path) const {
        const octile_length steps = units::length(best_);
        path.reserve(std::size_t{steps.straight} + steps.diagonal + 1);
        path.push_back(start_);
        for (const cell turn : turns()) graph_.map().append_free(path, turn);
    }

    /// Where the path may turn, from the first subgoal to the goal.
    [[nodiscard]] std::vector<cell> turns() const {
        if (meeting_node_ == none) return {goal_};
        std::vector<std::uint32_t> nodes{meeting_node_};
        while (from_start_.labels[nodes.back()].parent != none)
            nodes.push_back(from_start_.labels[nodes.back()].parent);
        std::reverse(nodes.begin(), nodes.end());
        while (from_goal_.labels[nodes.back()].parent != none)
            nodes.push_back(from_goal_.labels[nodes.back()].parent);
        std::vector<cell> cells = graph_.unpacked(nodes);
        cells.push_back(goal_);
        return cells;
    }

    const subgoal_graph<Moves>& graph_;
    side from_start_;
    side from_goal_;
    cell start_ = {};
    cell goal_ = {};
    cost_bounds<double> bounds_;
    std::uint64_t best_ = unknown;
    std::uint32_t meeting_node_ = none;
    std::uint32_t round_ = 0;
};

}  // namespace senda::detail
