// SPDX-License-Identifier: MIT
// A route over a grid as a line in a picture or a terminal, and numbers along it as a band below.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/text/counted.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw {

namespace detail {

/// Whether a route visits a point again.
[[nodiscard]] inline bool revisits(std::span<const point> route) {
    // As one number a point, which sorts faster than two.
    const auto bits = [](double number) {
        return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(number))};
    };
    std::vector<std::uint64_t> sorted;
    sorted.reserve(route.size());
    for (const point& p : route) sorted.push_back(bits(p.x) << 32U | bits(p.y));
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

}  // namespace detail

/// The line of a route through the middles of neighbouring cells, which have the side `cell`. If it
/// visits a point again, it keeps to the right, so that both passes are seen.
[[nodiscard]] inline std::vector<point> route_line(std::span<const point> middles, double cell) {
    const double aside = detail::revisits(middles) ? cell * 0.17 : 0;
    const auto to_the_right = [aside](const point& from, const point& to) -> point {
        if (to.x > from.x) return {0, aside};
        if (to.x < from.x) return {0, -aside};
        return to.y > from.y ? point{-aside, 0} : point{aside, 0};
    };
    std::vector<point> line;
    line.reserve(middles.size());
    for (std::size_t i = 0; i < middles.size(); ++i) {
        const point& middle = middles[i];
        const auto add = [&](const point& offset) {
            line.push_back({middle.x + offset.x, middle.y + offset.y});
        };
        const bool is_first = i == 0;
        const bool is_last = i + 1 == middles.size();
        const point in = is_first ? point{} : to_the_right(middles[i - 1], middle);
        const point out = is_last ? point{} : to_the_right(middle, middles[i + 1]);
        if (is_first || is_last) {
            if (!is_first) add(in);
            add({0, 0});
            if (!is_last) add(out);
        } else if (in == out) {
            add(in);
        } else if (middles[i - 1] == middles[i + 1]) {  // it turns back
            add(in);
            add(out);
        } else {
            add({in.x + out.x, in.y + out.y});
        }
    }
    return line;
}

/// Draws the `route_line` of a route; the paper below it is wider by `outline`, if that is not 0.
inline void draw_route(canvas& picture, std::span<const point> middles, double cell,
                       const stroke& how, double outline) {
    const std::vector<point> line = route_line(middles, cell);
    if (outline > 0) picture.polyline(line, {palette::paper, how.width + outline, how.ends});
    picture.polyline(line, how);
}

/// Which neighbours a route joins each cell to, where cells have numbers that differ by 1 from one
/// column to the next and by a stride from row to row. Without a route it takes no memory.
class route_marks {
public:
    /// The side of a cell to which a neighbour is joined, as a bit.
    enum side : std::uint8_t { up = 1, down = 2, left = 4, right = 8 };

    route_marks() = default;
    /// The marks of a route of cells below `bound`.
    route_marks(std::size_t bound, std::uint32_t stride, std::span<const std::uint32_t> route) {
        if (route.empty()) return;
        marks_.resize(bound);
        for (const std::uint32_t cell : route) marks_[cell] |= visited;
        for (std::size_t i = 1; i < route.size(); ++i) {
            const std::uint32_t from = route[i - 1];
            const std::uint32_t to = route[i];
            if (to == from + 1) join(from, right, left, to);
            if (from == to + 1) join(from, left, right, to);
            if (to == from + stride) join(from, down, up, to);
            if (from == to + stride) join(from, up, down, to);
        }
    }
    /// The marks of a route on a board that says its bound and its stride.
    template <class Board>
    route_marks(const Board& b, std::span<const std::uint32_t> route)
        : route_marks(b.bound(), b.stride(), route) {}

    /// Whether the route visits a cell.
    [[nodiscard]] bool passes(std::uint32_t cell) const noexcept { return of(cell) != 0; }
    /// Whether the route joins a cell to its neighbour on that side.
    [[nodiscard]] bool joins(std::uint32_t cell, side to) const noexcept {
        return (of(cell) & to) != 0;
    }

    /// The character of the line in a cell that the route visits.
    [[nodiscard]] char32_t line_in(std::uint32_t cell) const noexcept {
        constexpr std::u32string_view lines = U"•╵╷│╴┘┐┤╶└┌├─┴┬┼";
        return lines[of(cell) & 15U];
    }

private:
    static constexpr std::uint8_t visited = 16;

    void join(std::uint32_t from, side there, side back, std::uint32_t to) {
        marks_[from] |= there;
        marks_[to] |= back;
    }
    [[nodiscard]] std::uint8_t of(std::uint32_t cell) const noexcept {
        return marks_.empty() ? std::uint8_t{0} : marks_[cell];
    }

    std::vector<std::uint8_t> marks_;
};

/// A dot on a profile.
struct profile_mark {
    std::size_t at = 0;  ///< which of the numbers
    color paint;         ///< its colour
};

/// What a profile shows: a number for each place of a route, at least one, and dots on some.
struct profile {
    std::span<const std::int64_t> numbers;     ///< one a place of the route
    std::span<const profile_mark> marks = {};  ///< the dots
    std::string_view caption = {};             ///< what the numbers are
    color paint = palette::blue;               ///< of the line

    static constexpr int height = 84;        ///< of the drawing, in pixels
    static constexpr int least_width = 200;  ///< or the caption has no room

    /// The height of a profile below a picture of that width: 0 if there is no room, or no route.
    [[nodiscard]] static constexpr int height_below(int width, std::size_t numbers) noexcept {
        return numbers > 1 && width >= least_width ? height : 0;
    }
};

/// A caption for the numbers along a route: `12 steps, life 9 to 4`.
[[nodiscard]] inline std::string profile_caption(std::span<const std::int64_t> numbers,
                                                 std::string_view step, std::string_view value) {
    return counted(numbers.size() - 1, step) + ", " + std::string{value} + ' ' +
           std::to_string(numbers.front()) + " to " + std::to_string(numbers.back());
}

/// Draws a profile into a part of a picture: a column for each number, none for those below 0.
inline void draw_profile(canvas& picture, const box& where, const profile& what) {
    constexpr double caption = 26;
    picture.rectangle(where, palette::paper);
    const box band{where.x + 10, where.y + caption, where.width - 20, where.height - caption - 10};
    const std::int64_t most = *std::max_element(what.numbers.begin(), what.numbers.end());
    const auto top_of = [&](std::int64_t number) {
        const double part = static_cast<double>(std::max<std::int64_t>(number, 0)) /
                            static_cast<double>(std::max<std::int64_t>(most, 1));
        return band.y + band.height * (1 - part);
    };
    const auto columns = static_cast<std::size_t>(band.width);
    const color shade = mix(palette::paper, what.paint, 0.35);
    for (std::size_t x = 0; x < columns; ++x) {
        const double top = top_of(what.numbers[x * what.numbers.size() / columns]);
        picture.rectangle({band.x + double(x), top, 1, band.y + band.height - top}, shade);
    }
    for (const profile_mark& m : what.marks) {
        const double x = band.x + band.width * (double(m.at) + 0.5) / double(what.numbers.size());
        picture.circle({x, top_of(what.numbers[m.at])}, 4, m.paint);
    }
    picture.text({band.x, where.y + 14}, what.caption,
                 {.paint = palette::slate, .size = 13, .at = anchor::start});
}

}  // namespace senda::draw
