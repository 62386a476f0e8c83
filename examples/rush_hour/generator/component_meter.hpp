// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/generator/random_board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::rush_hour::detail {

/// Measures how many slides the hardest position of a component needs, one board after the other,
/// and picks positions from the component measured last.
class component_meter {
public:
    /// Counts and allocates by the control, which must outlive it.
    explicit component_meter(senda::search_control& control) : control_(&control) {}

    /// The most slides that a position reachable from `b` needs; nothing if none is solved, if more
    /// than `most_positions` can be reached, or if a limit came, which then ends the control.
    [[nodiscard]] std::optional<std::uint32_t> measure(const board& b, std::size_t most_positions) {
        park_.emplace(b);
        if (park_->exits() == 0) return std::nullopt;
        const senda::status ended =
            find_distances(*park_, *control_, all_, distances_, most_positions);
        if (ended == status::cost_limit) return std::nullopt;
        if (ended != status::exhausted) control_->end(ended);
        if (ended != status::exhausted || distances_.size() == 0) return std::nullopt;
        return static_cast<std::uint32_t>(distances_.levels() - 1);
    }

    /// A random position that needs so many slides, whatever the order in which they were found.
    [[nodiscard]] board random_position(std::uint32_t slides, random_source& random) const {
        const std::uint64_t salt = random.next();
        return first_position(
            slides, [salt](std::uint32_t number) { return senda::splitmix64(number ^ salt); });
    }

    /// A random position of the component.
    [[nodiscard]] board random_position(random_source& random) const {
        const std::uint64_t salt = random.next();
        return first_position(0, distances_.size(), [salt](std::uint32_t number) {
            return senda::splitmix64(number ^ salt);
        });
    }

    /// The position that stands for its component: the first of the hardest, by their numbers.
    [[nodiscard]] board representative() const {
        return first_position(static_cast<std::uint32_t>(distances_.levels() - 1),
                              [](std::uint32_t number) { return number; });
    }

private:
    template <class Order>
    board first_position(std::uint32_t slides, Order&& order) const {
        assert(slides < distances_.levels());
        return first_position(distances_.level_begin(slides),
                              distances_.level_begin(slides + std::size_t{1}), order);
    }
    template <class Order>
    board first_position(std::size_t begin, std::size_t end, Order&& order) const {
        std::size_t first = begin;
        auto least = order(park_->number_of(distances_[first]));
        for (std::size_t i = begin + 1; i < end; ++i) {
            const auto next = order(park_->number_of(distances_[i]));
            if (next >= least) continue;
            least = next;
            first = i;
        }
        return named(distances_[first]);
    }

    board named(const position& p) const {
        const board b = park_->board_of(p);
        return lettered(b.vehicles(), b.walls());
    }

    senda::search_control* control_;
    std::optional<car_park> park_;       // measured last
    breadth_first_search all_{2};        // from its board
    breadth_first_search distances_{2};  // from the solved positions
};

}  // namespace senda::rush_hour::detail
