// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/generator/random_board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
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
    explicit component_meter(senda::search_control& control)
        : control_(&control), all_(control.budget()), distances_(control.budget()) {}

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
        return static_cast<std::uint32_t>(distances_.level_ends().size() - 1);
    }

    /// A random position that needs so many slides, whatever the order in which they were found.
    [[nodiscard]] board random_position(std::uint32_t slides, random_source& random) const {
        const std::uint64_t salt = random.next();
        return first_position(
            slides, [salt](const search_node& n) { return senda::splitmix64(n.number ^ salt); });
    }

    /// The same of all positions of the component.
    [[nodiscard]] board random_position(random_source& random) const {
        const std::uint64_t drawn = random.next();
        const search_node* chosen = std::min_element(
            distances_.begin(), distances_.end(), [drawn](const auto& a, const auto& b) {
                return senda::splitmix64(a.number ^ drawn) < senda::splitmix64(b.number ^ drawn);
            });
        return named(chosen->place);
    }

    /// The position that stands for its component: the first of the hardest, by their numbers.
    [[nodiscard]] board representative() const {
        return first_position(static_cast<std::uint32_t>(distances_.level_ends().size() - 1),
                              [](const search_node& n) { return n.number; });
    }

private:
    template <class Order>
    board first_position(std::uint32_t slides, Order&& order) const {
        assert(slides < distances_.level_ends().size());
        const search_node* chosen =
            std::min_element(distances_.begin() + distances_.level_begin(slides),
                             distances_.begin() + distances_.level_ends()[slides],
                             [&](const auto& a, const auto& b) { return order(a) < order(b); });
        return named(chosen->place);
    }

    board named(const position& p) const {
        const board b = park_->board_of(p);
        return lettered(b.vehicles(), b.walls());
    }

    senda::search_control* control_;
    std::optional<car_park> park_;    // measured last
    breadth_first_search all_;        // from its board
    breadth_first_search distances_;  // from the solved positions
};

}  // namespace senda::rush_hour::detail
