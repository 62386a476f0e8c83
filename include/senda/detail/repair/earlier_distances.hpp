// SPDX-License-Identifier: MIT
// Distances to the goal on an earlier map, as bounds on one that has changed since.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/jumps/calendar_queue.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

}  // namespace senda::detail
