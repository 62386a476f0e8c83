// SPDX-License-Identifier: MIT
// How far the cells of a grid once were from a goal, and what that says of them now.
#pragma once

#include <senda/detail/repair/cell_moves.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

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

}  // namespace senda::detail
