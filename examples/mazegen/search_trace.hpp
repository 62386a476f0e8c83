// SPDX-License-Identifier: MIT
// What a search does in a maze, step by step: its frontier, its closed list, and the costs.
#pragma once

#include <mazegen/maze.hpp>
#include <senda/graph/cell.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace senda::mazegen {

/// An observer of a search in a maze that keeps what happened: `bfs(m, start, goal, {}, trace)`.
class search_trace {
public:
    /// A room that joined the frontier or the closed list.
    struct event {
        cell room;    ///< which
        bool closes;  ///< whether it was expanded, and not only seen
    };

    /// Nothing but the start in the frontier. The maze must outlive it.
    search_trace(const maze& m, cell start) : maze_(&m), known_(m.index_bound()) {
        reach(start, start, 0);
    }

    /// Notes that a room is expanded; the hook that searches call.
    void on_expand(cell room) {
        events_.push_back({room, true});
        known_[maze_->index(room)].is_closed = true;
        ++expanded_;
    }
    /// Notes a first or better path to a room; the hook that searches call.
    template <class Cost>
    void on_improve(cell from, cell to, Cost cost) {
        reach(from, to, static_cast<std::uint64_t>(cost));
    }

    /// All that happened, in order.
    [[nodiscard]] std::span<const event> events() const noexcept { return events_; }
    /// How many rooms were expanded.
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }
    /// The cost of the best path found to a room, the G of A*; nothing if none was.
    [[nodiscard]] std::optional<std::uint64_t> cost_to(cell room) const {
        const record& r = known_[maze_->index(room)];
        return r.is_seen ? std::optional{r.cost} : std::nullopt;
    }
    /// The room before another on the best path found to it; the start for itself.
    [[nodiscard]] cell parent_of(cell room) const { return known_[maze_->index(room)].parent; }
    /// Whether a room was expanded.
    [[nodiscard]] bool is_closed(cell room) const { return known_[maze_->index(room)].is_closed; }

private:
    struct record {
        std::uint64_t cost = 0;
        cell parent;
        bool is_seen = false;
        bool is_closed = false;
    };

    void reach(cell from, cell to, std::uint64_t cost) {
        record& r = known_[maze_->index(to)];
        if (!r.is_seen) events_.push_back({to, false});
        r = {cost, from, true, r.is_closed};
    }

    const maze* maze_;
    std::vector<record> known_;
    std::vector<event> events_;
    std::uint64_t expanded_ = 0;
};

}  // namespace senda::mazegen
