// SPDX-License-Identifier: MIT
// A random map of wished densities, on which nothing is solved yet.
#pragma once

#include <pacman/board.hpp>
#include <pacman/rules.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman {

/// How much of a random map is what, in percent of its cells.
struct map_densities {
    std::uint32_t walls = 22;  ///< infinite walls, in bars
    std::uint32_t doors = 6;   ///< walls that can be climbed, in those bars where two sides meet
    std::uint32_t bombs = 6;   ///< bombs, of which some are lethal
    std::uint32_t food = 14;   ///< food

    friend constexpr bool operator==(const map_densities&, const map_densities&) = default;
};

namespace detail {

/// Draws a map by chance.
class random_map {
public:
    random_map(std::uint32_t width, std::uint32_t height, const map_densities& d,
               random_source& random)
        : width_(width), height_(height), random_(&random), tiles_(std::size_t{width} * height) {
        bars(share(d.walls + d.doors));
        doors(share(d.doors));
        scatter(kind::food, share(d.food));
        scatter(kind::bomb, share(d.bombs));
    }

    /// The map with a start and a goal far from it; nothing if there are no such cells.
    [[nodiscard]] std::optional<board> finished(energy start_energy) {
        const std::vector<std::size_t> free =
            cells_where([this](std::size_t i) { return tiles_[i].what == kind::empty; });
        if (free.size() < 2) return std::nullopt;
        const point start = at(free[random_->below(free.size())]);
        const board reachable = *board::make(width_, height_, tiles_, start, start, start_energy);
        std::vector<std::pair<std::uint32_t, point>> goals;  // with their distances
        for_each_reachable(reachable, reachable.start(), [&](place p, std::uint32_t moves) {
            if (reachable[p].what == kind::empty) goals.emplace_back(moves, reachable.xy(p));
        });
        // They come in the order of their distances; one of the farthest third is taken.
        const std::uint32_t least = std::max(2 * goals.back().first / 3, (width_ + height_) / 3);
        const auto first = std::find_if(goals.begin(), goals.end(),
                                        [&](const auto& g) { return g.first >= least; });
        const auto count = static_cast<std::uint64_t>(goals.end() - first);
        if (count == 0 || first->first == 0) return std::nullopt;
        const point goal = first[static_cast<std::ptrdiff_t>(random_->below(count))].second;
        return *board::make(width_, height_, tiles_, start, goal, start_energy);
    }

private:
    [[nodiscard]] std::size_t share(std::uint32_t percent) const noexcept {
        return tiles_.size() * percent / 100;
    }
    [[nodiscard]] point at(std::size_t i) const noexcept {
        return {static_cast<std::uint32_t>(i % width_) + 1,
                static_cast<std::uint32_t>(i / width_) + 1};
    }
    std::uint32_t between(std::uint32_t low, std::uint32_t high) {
        return low + static_cast<std::uint32_t>(random_->below(high - low + 1));
    }

    template <class Holds>
    [[nodiscard]] std::vector<std::size_t> cells_where(const Holds& holds) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < tiles_.size(); ++i)
            if (holds(i)) found.push_back(i);
        return found;
    }

    /// Bars of infinite walls, across and down, until there are enough.
    void bars(std::size_t count) {
        while (count > 0) {
            const bool across = random_->below(2) == 0;
            const std::uint32_t side = across ? width_ : height_;
            std::uint32_t length = between(2, std::max(3U, side / 2));
            std::uint32_t x = between(1, width_);
            std::uint32_t y = between(1, height_);
            for (; length > 0 && count > 0 && x <= width_ && y <= height_; --length) {
                tile& t = tiles_[std::size_t{y - 1} * width_ + (x - 1)];
                if (t.what == kind::empty) --count;
                t = {kind::solid};
                ++(across ? x : y);
            }
        }
    }

    /// Doors in walls between two empty cells.
    void doors(std::size_t count) {
        const auto is_empty = [this](std::int64_t x, std::int64_t y) {
            return x >= 1 && y >= 1 && x <= width_ && y <= height_ &&
                   tiles_[static_cast<std::size_t>((y - 1) * width_ + (x - 1))].what == kind::empty;
        };
        std::vector<std::size_t> places = cells_where([&](std::size_t i) {
            const std::int64_t x = at(i).x;
            const std::int64_t y = at(i).y;
            return tiles_[i].what == kind::solid && ((is_empty(x - 1, y) && is_empty(x + 1, y)) ||
                                                     (is_empty(x, y - 1) && is_empty(x, y + 1)));
        });
        // Compilers differ in which side of an assignment draws first.
        for (; count > 0 && !places.empty(); --count) {
            tile& here = tiles_[drawn(places)];
            here = {kind::wall, between(2, 9)};
        }
    }

    void scatter(kind what, std::size_t count) {
        std::vector<std::size_t> places =
            cells_where([this](std::size_t i) { return tiles_[i].what == kind::empty; });
        constexpr std::uint64_t bombs_to_a_lethal_one = 6;
        for (; count > 0 && !places.empty(); --count) {
            const bool is_lethal = what == kind::bomb && random_->below(bombs_to_a_lethal_one) == 0;
            tile& here = tiles_[drawn(places)];
            here = is_lethal ? tile{kind::lethal} : tile{what, between(1, 9)};
        }
    }

    /// Draws a place, which is not drawn again.
    std::size_t drawn(std::vector<std::size_t>& places) {
        std::swap(places[random_->below(places.size())], places.back());
        const std::size_t place = places.back();
        places.pop_back();
        return place;
    }

    std::uint32_t width_;
    std::uint32_t height_;
    random_source* random_;
    std::vector<tile> tiles_;
};

}  // namespace detail

}  // namespace senda::pacman
