// SPDX-License-Identifier: MIT
// Questions about a maze answered by its parts, if it falls apart at single cells. Each answer is
// exact, or there is none: if the maze does not fall apart, if its parts do not say enough, or if a
// limit came first.
#pragma once

#include <maze/answer.hpp>
#include <maze/parts/part_counts.hpp>
#include <maze/parts/part_fronts.hpp>
#include <maze/parts/part_tree.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// Whether it is worth while to look for parts. A large maze has to be made of corridors mostly: a
/// field has one block that is as large as all.
[[nodiscard]] inline bool may_fall_apart(const board& b) noexcept {
    constexpr place few = 10'000;
    constexpr place many = 10'000'000;
    if (b.treasures().empty() || b.bound() > many) return false;
    if (b.bound() <= few) return true;
    const char* const cells = b.cells();
    place open = 0;
    place joined = 0;  // pairs of neighbours
    for (place p = 0; p < b.bound() - b.stride(); ++p) {
        const bool is_open = cells[p] != '#';
        open += is_open ? 1 : 0;
        joined += is_open && cells[p + 1] != '#' ? 1 : 0;
        joined += is_open && cells[p + b.stride()] != '#' ? 1 : 0;
    }
    return joined <= open + open / 4;
}

/// The front of a maze by its parts, as far as they tell.
class front_by_parts {
public:
    front_by_parts(const board& b, search_control& control,
                   std::uint64_t work = part_fronts::little_work)
        : board_(&b),
          tree_(b, control),
          parts_(b, tree_, control, part_fronts::aim::front, work),
          is_known_(may_fall_apart(b) && tree_.build() && parts_.fits() && parts_.run()) {
        if (is_known_) real_ = parts_.front();
    }

    /// One route for each pair of steps and life that no route beats; none if all starve.
    [[nodiscard]] std::optional<std::vector<route>> all() const {
        if (!is_known_ || !parts_.assumed().empty()) return std::nullopt;
        std::vector<route> routes;
        routes.reserve(real_.size());
        for (const part_fronts::pair& p : real_) routes.push_back(route_of(p));
        return routes;
    }

    /// The route with the fewest steps, and among those with the most life; an empty one if all
    /// starve.
    [[nodiscard]] std::optional<route> shortest() const {
        if (!is_known_) return std::nullopt;
        for (const part_fronts::pair& p : parts_.assumed())
            if (real_.empty() || p.steps <= real_.front().steps) return std::nullopt;
        return real_.empty() ? route{} : route_of(real_.front());
    }

    /// The route with the most life, and among those with the fewest steps; an empty one if all
    /// starve.
    [[nodiscard]] std::optional<route> richest() const {
        if (!is_known_) return std::nullopt;
        for (const part_fronts::pair& p : parts_.assumed())
            if (real_.empty() || p.change >= real_.back().change) return std::nullopt;
        return real_.empty() ? route{} : route_of(real_.back());
    }

private:
    [[nodiscard]] route route_of(const part_fronts::pair& p) const {
        return {parts_.route(p.id), board_->life() + p.change};
    }

    const board* board_;
    part_tree tree_;
    part_fronts parts_;
    bool is_known_;
    std::vector<part_fronts::pair> real_;
};

/// Two bounds on the least life with which a maze can be won.
[[nodiscard]] inline std::optional<std::pair<life_points, life_points>> least_life_by_parts(
    const board& b, search_control& control) {
    part_tree tree(b, control);
    part_fronts parts(b, tree, control, part_fronts::aim::least_life);
    if (!may_fall_apart(b) || !tree.build() || !parts.fits() || !parts.run()) return std::nullopt;
    life_points upper = most_life;
    for (const part_fronts::pair& p : parts.front()) upper = std::min<life_points>(upper, p.need);
    life_points lower = upper;
    for (const part_fronts::pair& p : parts.assumed()) lower = std::min<life_points>(lower, p.need);
    return std::pair{lower, upper};
}

/// The number of optimal routes of a maze that was solved.
[[nodiscard]] inline std::optional<big_unsigned> count_by_parts(const board& b,
                                                                const answer& solved,
                                                                search_control& control) {
    // Shortest paths are counted without parts.
    if (!solved || solved.optimal->steps() == solved.connectivity.steps || !may_fall_apart(b))
        return std::nullopt;
    part_tree tree(b, control);
    if (!tree.build()) return std::nullopt;
    part_counts parts(b, tree, control);
    return parts.fits() ? parts.run(solved.optimal->steps()) : std::nullopt;
}

/// What a control used.
[[nodiscard]] inline maze::statistics statistics_of(const search_control& control) {
    const senda::statistics used = control.statistics();
    return {used.expanded, used.expanded, used.bytes, used.seconds};
}

/// The limits that a control leaves for another solver.
[[nodiscard]] inline options options_left(const search_control& control) {
    options left = control.options();
    const senda::statistics used = control.statistics();
    left.limits.expansions -= std::min(used.expanded, left.limits.expansions);
    left.limits.time = std::max(0.0, left.limits.time.seconds() - used.seconds);
    return left;
}

/// What `ask(control)` says with the limits that another control leaves. If it meets one of them in
/// vain, the other may still go on.
template <class Ask>
[[nodiscard]] auto ask_parts(search_control& whole, const Ask& ask) {
    options left = options_left(whole);
    left.limits.bytes = whole.budget().left();
    search_control own(left);
    auto said = ask(own);
    whole.count_expanded(own.expanded());
    const std::uint64_t bytes = own.statistics().bytes;
    if (whole.budget().take(bytes)) whole.budget().give(bytes);  // it counts for the most
    return said;
}

}  // namespace senda::maze::detail
