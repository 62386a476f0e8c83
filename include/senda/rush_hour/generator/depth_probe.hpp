// SPDX-License-Identifier: MIT
// How hard the hardest position is that can be reached from a board, unless there are too many.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/engine/breadth_first_search.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/search/control.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/random.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::rush_hour::detail {

/// Measures one component after the other in the same memory. What it says does not depend on the
/// order in which positions are found.
class depth_probe {
public:
    /// Works under the limits of `control`, which must outlive it.
    explicit depth_probe(senda::detail::search_control& control) noexcept
        : control_(&control), all_(control.budget()), measured_(control.budget()) {}

    /// The most slides that any position needs that can be reached from a board. Nothing if none is
    /// solved, if there are more than `most` positions, or if a limit came first.
    [[nodiscard]] std::optional<std::uint32_t> measure(const board& b, std::size_t most) {
        park_.emplace(b);
        if (park_->exits() == 0) return std::nullopt;
        const position start = park_->start();
        const bool has_room = all_.restart(*park_, metric::slide) &&
                              all_.add(start, park_->number_of(start)) &&
                              measured_.restart(*park_, metric::slide);
        if (!has_room) return stopped(status::memory_limit);
        // One level at a time, to see early that there are too many.
        senda::status ended = status::cost_limit;
        while (ended == status::cost_limit && all_.size() <= most)
            ended = all_.run(*control_, {}, all_.level_ends().size() + 1);
        if (ended == status::cost_limit || all_.size() > most) return std::nullopt;
        if (ended != status::exhausted) return stopped(ended);
        return measure_from_solved();
    }

    /// A position that needs so many slides, which `measure` found there to be: any of them, as
    /// chance wants it.
    [[nodiscard]] board at_distance(std::uint32_t slides, random_source& random) const {
        assert(slides < measured_.level_ends().size());
        const std::uint64_t salt = random.next();
        std::size_t chosen = measured_.level_begin(slides);
        std::uint64_t least = ~std::uint64_t{0};
        for (std::size_t i = chosen; i < measured_.level_ends()[slides]; ++i) {
            const std::uint64_t lot = senda::detail::scatter(measured_[i].number ^ salt);
            if (lot >= least) continue;
            least = lot;
            chosen = i;
        }
        return park_->board_of(measured_.place(chosen));
    }

private:
    std::optional<std::uint32_t> stopped(senda::status why) {
        control_->end(why);
        return std::nullopt;
    }

    std::optional<std::uint32_t> measure_from_solved() {
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (park_->is_solved(all_[i].place) && !measured_.add(all_[i].place, all_[i].number))
                return stopped(status::memory_limit);
        if (measured_.size() == 0) return std::nullopt;
        const senda::status ended = measured_.run(*control_);
        if (ended != status::exhausted) return stopped(ended);
        return static_cast<std::uint32_t>(measured_.level_ends().size() - 1);
    }

    senda::detail::search_control* control_;
    std::optional<car_park> park_;
    flood all_;       // from the board
    flood measured_;  // from the solved positions: its levels are the distances to them
};

}  // namespace senda::rush_hour::detail
