// SPDX-License-Identifier: MIT
// A route over a grid as a line in a picture or a terminal, and numbers along it as a band below.
#pragma once

#include <common/axes.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
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

/// The line of a route through the middles of neighbouring cells, which have the side `cell`, place
/// by place. If it visits a point again, it keeps to the right, so that both passes are seen.
class route_lanes {
public:
    /// The lanes of a route, which must outlive them.
    route_lanes(std::span<const point> middles, double cell)
        : middles_(middles), aside_(detail::revisits(middles) ? cell * 0.17 : 0) {}

    /// The points of the line that belong to a place of the route; at least one.
    template <std::invocable<point> Visit>
    void at(std::size_t place, Visit&& visit) const {
        const point& middle = middles_[place];
        const auto add = [&](const point& offset) {
            visit(point{middle.x + offset.x, middle.y + offset.y});
        };
        const bool is_first = place == 0;
        const bool is_last = place + 1 == middles_.size();
        const point in = is_first ? point{} : to_the_right(middles_[place - 1], middle);
        const point out = is_last ? point{} : to_the_right(middle, middles_[place + 1]);
        if (is_first || is_last) {
            if (!is_first) add(in);
            add({0, 0});
            if (!is_last) add(out);
        } else if (in == out) {
            add(in);
        } else if (middles_[place - 1] == middles_[place + 1]) {  // it turns back
            add(in);
            add(out);
        } else {
            add({in.x + out.x, in.y + out.y});
        }
    }

private:
    [[nodiscard]] point to_the_right(const point& from, const point& to) const noexcept {
        if (to.x > from.x) return {0, aside_};
        if (to.x < from.x) return {0, -aside_};
        return to.y > from.y ? point{-aside_, 0} : point{aside_, 0};
    }

    std::span<const point> middles_;
    double aside_;
};

/// The whole line of a route, as `route_lanes` has it.
[[nodiscard]] inline std::vector<point> route_line(std::span<const point> middles, double cell) {
    const route_lanes lanes(middles, cell);
    std::vector<point> line;
    line.reserve(middles.size());
    for (std::size_t i = 0; i < middles.size(); ++i)
        lanes.at(i, [&line](const point& p) { line.push_back(p); });
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

    static constexpr int height = 120;       ///< of the drawing, in pixels
    static constexpr int least_width = 200;  ///< or the caption has no room

    /// The height of a profile below a picture of that width: 0 if there is no room, or no route.
    [[nodiscard]] static constexpr int height_below(int width, std::size_t numbers) noexcept {
        if (numbers < 2 || width < least_width) return 0;
        return std::clamp(height * width / 900, height, 2 * height);  // large pictures are shrunk
    }
};

/// Where the numbers of a profile are in a picture.
class profile_scale {
public:
    /// The scale of at least one number in a part of a picture.
    profile_scale(const box& where, std::span<const std::int64_t> numbers)
        : most_(std::max<std::int64_t>(*std::max_element(numbers.begin(), numbers.end()), 1)),
          count_(numbers.size()),
          unit_(where.height / profile::height) {
        const double left = std::ceil((16 + 0.6 * letters * detail::digits_of(most_)) * unit_);
        const double top = std::ceil(24 * unit_);
        band_ = {where.x + left, where.y + top, where.width - left - std::ceil(12 * unit_),
                 where.height - top - std::ceil(20 * unit_)};
    }

    /// The part inside the axes.
    [[nodiscard]] const box& band() const noexcept { return band_; }
    /// The largest number, or 1.
    [[nodiscard]] std::int64_t most() const noexcept { return most_; }
    /// How many pixels there are for each one of the smallest drawing.
    [[nodiscard]] double unit() const noexcept { return unit_; }
    /// The middle of a number of the route, from the left.
    [[nodiscard]] double x(std::size_t at) const noexcept {
        return band_.x + band_.width * (double(at) + 0.5) / double(count_);
    }
    /// The height of a number, from the top; none is below the axis.
    [[nodiscard]] double y(std::int64_t number) const noexcept {
        const double part = double(std::max<std::int64_t>(number, 0)) / double(most_);
        return band_.y + band_.height * (1 - part);
    }

    static constexpr double letters = 11;  ///< the size of those along the axes, in units

private:
    std::int64_t most_;
    std::size_t count_;
    double unit_;
    box band_;
};

namespace detail {

/// The axes of a profile: numbers on the left, places of the route below.
inline void draw_profile_axes(canvas& picture, const profile_scale& scale, std::size_t places) {
    const box& band = scale.band();
    const double unit = scale.unit();
    const double size = profile_scale::letters * unit;
    const double bottom = band.y + band.height;
    const std::int64_t numbers_apart = tick_step(double(scale.most()) * 18 * unit / band.height);
    for (std::int64_t n = 0; n <= scale.most(); n += numbers_apart) {
        picture.line({band.x, scale.y(n)}, {band.x + band.width, scale.y(n)},
                     {with_alpha(palette::stone, n == 0 ? 255 : 90), unit});
        picture.text({band.x - 5 * unit, scale.y(n)}, std::to_string(n),
                     {.paint = palette::slate, .size = size, .at = anchor::end});
    }
    const double longest = 0.6 * size * digits_of(static_cast<std::int64_t>(places));
    const auto apart =
        static_cast<std::size_t>(tick_step((longest + 24 * unit) * double(places) / band.width));
    for (std::size_t i = 0; i < places; i += apart) {
        picture.line({scale.x(i), bottom}, {scale.x(i), bottom + 4 * unit}, {palette::stone, unit});
        picture.text({scale.x(i), bottom + 11 * unit}, std::to_string(i),
                     {.paint = palette::slate, .size = size});
    }
}

}  // namespace detail

/// Draws a profile into a part of a picture: a column for each number, none for those below 0, and
/// axes for the places of the route and the numbers.
inline void draw_profile(canvas& picture, const box& where, const profile& what) {
    picture.rectangle(where, palette::paper);
    const profile_scale scale(where, what.numbers);
    const box& band = scale.band();
    const auto columns = static_cast<std::size_t>(band.width);
    const color shade = mix(palette::paper, what.paint, 0.35);
    for (std::size_t x = 0; x < columns; ++x) {
        const double top = scale.y(what.numbers[x * what.numbers.size() / columns]);
        picture.rectangle({band.x + double(x), top, 1, band.y + band.height - top}, shade);
    }
    detail::draw_profile_axes(picture, scale, what.numbers.size());
    for (const profile_mark& m : what.marks)
        picture.circle({scale.x(m.at), scale.y(what.numbers[m.at])}, 4 * scale.unit(), m.paint);
    picture.text({where.x + 10 * scale.unit(), where.y + 13 * scale.unit()}, what.caption,
                 {.paint = palette::slate, .size = 13 * scale.unit(), .at = anchor::start});
}

}  // namespace senda::draw
