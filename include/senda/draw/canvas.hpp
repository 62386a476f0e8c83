// SPDX-License-Identifier: MIT
// A picture as a value: a size, a background and shapes in the order in which they are drawn.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/draw/color.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::draw {

/// A position on an axis or a length, in pixels; any number becomes one. It is clamped to `reach`,
/// and what is no number becomes 0, so that drawing cannot overflow.
class coordinate {
public:
    /// The largest coordinate: whole numbers are exact up to here.
    static constexpr int reach = 1 << 24;

    constexpr coordinate() = default;
    /// The coordinate nearest to a number.
    template <class Number>
        requires std::is_arithmetic_v<Number>
    constexpr explicit(false) coordinate(Number value) noexcept
        : value_(clamped(static_cast<double>(value))) {}

    /// The coordinate as a number.
    constexpr explicit(false) operator double() const noexcept { return value_; }

private:
    static constexpr float clamped(double value) noexcept {
        if (value != value) return 0;  // not a number
        return static_cast<float>(std::clamp<double>(value, -reach, reach));
    }

    float value_ = 0;
};

/// A place in a picture: x to the right and y down from the upper left corner. Whole numbers are
/// the corners of pixels, so the middle of the first pixel is (0.5, 0.5).
struct point {
    coordinate x;  ///< from the left
    coordinate y;  ///< from the top

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// A rectangle with sides along the axes: its upper left corner and its size.
struct box {
    coordinate x;       ///< of the left side
    coordinate y;       ///< of the upper side
    coordinate width;   ///< from the left side to the right
    coordinate height;  ///< from the upper side to the lower

    friend constexpr bool operator==(const box&, const box&) = default;
};

/// Part of a picture: whole pixels from (left, top) to before (right, bottom).
struct pixel_box {
    int left = 0;    ///< its first column
    int top = 0;     ///< its first row
    int right = 0;   ///< the column after it
    int bottom = 0;  ///< the row after it

    /// Whether no pixel is in it.
    [[nodiscard]] constexpr bool is_empty() const noexcept {
        return left >= right || top >= bottom;
    }
    /// Makes it large enough to hold another; an empty one becomes that.
    constexpr void join(const pixel_box& other) noexcept {
        *this = is_empty()
                    ? other
                    : pixel_box{std::min(left, other.left), std::min(top, other.top),
                                std::max(right, other.right), std::max(bottom, other.bottom)};
    }
};

/// How a line ends.
enum class cap : std::uint8_t {
    butt,    ///< at its last point
    square,  ///< half its width later
    round    ///< half its width later, in half a circle
};

/// How a line is drawn. Corners are round if the ends are; a line with right angles only, along the
/// axes, has sharp ones otherwise.
struct stroke {
    color paint;           ///< its colour
    coordinate width = 1;  ///< across the line
    cap ends = cap::butt;  ///< how it ends

    friend constexpr bool operator==(const stroke&, const stroke&) = default;
};

/// Which part of a text stands at its point.
enum class anchor : std::uint8_t { start, middle, end };

/// How a text is drawn. `size` is the height of a line of it; its capitals are 0.7 of that.
struct lettering {
    color paint;                 ///< its colour
    coordinate size = 12;        ///< the height of a line
    anchor at = anchor::middle;  ///< which part of the text is at its place

    friend constexpr bool operator==(const lettering&, const lettering&) = default;
};

/// What a run of a canvas holds.
enum class shape : std::uint8_t {
    rectangle,  ///< 4 numbers: x, y, width, height
    rounded,    ///< the same; the width of the run is the radius of the corners
    line,       ///< 4 numbers: x and y of both ends
    circle,     ///< 3 numbers: x and y of the middle, radius; with a width, the line around it
    polyline,   ///< one line through all the points
    polygon,    ///< the area inside all the points
    text        ///< labels; the width of the run is their size
};

/// A short text of a canvas.
struct label {
    point at;          ///< where it is anchored
    std::string text;  ///< what it says

    friend bool operator==(const label&, const label&) = default;
};

/// Shapes of one kind and one look that follow one another.
struct shape_run {
    shape kind = shape::rectangle;  ///< what they are
    cap ends = cap::butt;           ///< of lines
    anchor at = anchor::start;      ///< of labels
    color paint;                    ///< their colour
    coordinate width;               ///< of lines, or the size of labels
    std::size_t first = 0;          ///< of its numbers, or of its labels
    std::size_t count = 0;          ///< how many shapes there are in the run

    friend constexpr bool operator==(const shape_run&, const shape_run&) = default;
};

/// A picture: shapes on a background, each drawn over those before it. Sixteen bytes a rectangle or
/// line; rectangles that lengthen the one before them cost nothing.
class canvas {
public:
    static constexpr int largest_text = 1000;  ///< the size of a text, at most

    /// An empty picture. It has at least one pixel and at most `coordinate::reach` a side.
    canvas(int width, int height, color background = {255, 255, 255})
        : width_(std::clamp(width, 1, coordinate::reach)),
          height_(std::clamp(height, 1, coordinate::reach)),
          background_(background) {}

    /// The width in pixels.
    [[nodiscard]] int width() const noexcept { return width_; }
    /// The height in pixels.
    [[nodiscard]] int height() const noexcept { return height_; }
    /// The colour behind all shapes.
    [[nodiscard]] color background() const noexcept { return background_; }

    /// Fills a rectangle.
    void rectangle(const box& b, color paint) {
        if (b.width <= 0 || b.height <= 0 || paint.alpha == 0) return;
        const shape_run look{shape::rectangle, {}, {}, paint, 0};
        if (continues(look) && lengthen(b)) return;
        add(look, {b.x, b.y, b.width, b.height});
    }

    /// Fills a rectangle with round corners.
    void rounded_rectangle(const box& b, coordinate radius, color paint) {
        if (radius <= 0) return rectangle(b, paint);
        if (b.width <= 0 || b.height <= 0 || paint.alpha == 0) return;
        const double most = std::min(b.width, b.height) / 2;
        add({shape::rounded, {}, {}, paint, std::min<double>(radius, most)},
            {b.x, b.y, b.width, b.height});
    }

    /// Draws a straight line.
    void line(point from, point to, const stroke& how) {
        if (!is_visible(how)) return;
        add({shape::line, how.ends, {}, how.paint, how.width}, {from.x, from.y, to.x, to.y});
    }

    /// Fills a circle.
    void circle(point middle, coordinate radius, color paint) {
        if (radius <= 0 || paint.alpha == 0) return;
        add({shape::circle, {}, {}, paint, 0}, {middle.x, middle.y, radius});
    }

    /// Draws the line around a circle.
    void ring(point middle, coordinate radius, const stroke& how) {
        if (radius <= 0 || !is_visible(how)) return;
        add({shape::circle, {}, {}, how.paint, how.width}, {middle.x, middle.y, radius});
    }

    /// Draws a line through the points, without repeated ones; closed if it ends where it began.
    void polyline(std::span<const point> points, const stroke& how) {
        if (points.empty() || !is_visible(how)) return;
        add_points({shape::polyline, how.ends, {}, how.paint, how.width}, points);
    }

    /// Fills the area inside the points; where it winds around twice, that is inside too.
    void polygon(std::span<const point> points, color paint) {
        if (points.size() < 3 || paint.alpha == 0) return;
        add_points({shape::polygon, {}, {}, paint, 0}, points);
    }

    /// Writes a text of one line, its capitals centred on the point, at most `largest_text` high.
    void text(point at, std::string_view characters, const lettering& how) {
        if (characters.empty() || how.paint.alpha == 0 || how.size <= 0) return;
        const double size = std::min<double>(how.size, largest_text);
        const shape_run look{shape::text, {}, how.at, how.paint, size};
        if (!continues(look)) begin(look, labels_.size());
        labels_.push_back({at, std::string{characters}});
        ++runs_.back().count;
    }

    /// Adds the shapes of another canvas with its point (0, 0) at a place; those in the colour
    /// `from` are painted in the colour `to` instead.
    void add(const canvas& other, point at, color from = {}, color to = {}) {
        for (shape_run run : other.runs_) {
            const std::size_t first = run.first;
            if (run.paint == from) run.paint = to;
            run.first = run.kind == shape::text ? labels_.size() : numbers_.size();
            runs_.push_back(run);
            if (run.kind == shape::text) {
                for (const label& l : std::span{other.labels_}.subspan(first, run.count))
                    labels_.push_back({{l.at.x + at.x, l.at.y + at.y}, l.text});
                continue;
            }
            // How many numbers a shape has, and how many of them are places: x and y by turns.
            const auto [size, places] = run.kind == shape::circle ? std::pair{3, 2}
                                        : run.kind == shape::line ? std::pair{4, 4}
                                        : run.kind == shape::polyline || run.kind == shape::polygon
                                            ? std::pair{2, 2}
                                            : std::pair{4, 2};
            int k = 0;
            for (const double n : std::span{other.numbers_}.subspan(first, run.count)) {
                numbers_.push_back(k >= places ? n : k % 2 == 0 ? n + at.x : n + at.y);
                k = (k + 1) % size;
            }
        }
    }

    /// The shapes, in order.
    [[nodiscard]] std::span<const shape_run> runs() const noexcept { return runs_; }

    /// The numbers of the shapes of a run that is not text.
    [[nodiscard]] std::span<const coordinate> numbers(const shape_run& run) const noexcept {
        return std::span{numbers_}.subspan(run.first, run.count);
    }

    /// The labels of a run of text.
    [[nodiscard]] std::span<const label> labels(const shape_run& run) const noexcept {
        return std::span{labels_}.subspan(run.first, run.count);
    }

    friend bool operator==(const canvas&, const canvas&) = default;

private:
    static bool is_visible(const stroke& how) noexcept {
        return how.width > 0 && how.paint.alpha > 0;
    }

    /// Whether a shape of this look can join the last run.
    [[nodiscard]] bool continues(shape_run look) const noexcept {
        if (runs_.empty()) return false;
        look.first = runs_.back().first;
        look.count = runs_.back().count;
        return look == runs_.back();
    }

    // A picture of cells comes row by row, so that most cells of a colour touch one before them.
    bool lengthen(const box& b) noexcept {
        coordinate* const last = numbers_.data() + numbers_.size() - 4;
        if (last[1] != b.y || last[3] != b.height || last[0] + last[2] != b.x) return false;
        const coordinate longer = last[2] + b.width;
        if (last[0] + longer != b.x + b.width) return false;  // it would have to be rounded
        last[2] = longer;
        return true;
    }

    void begin(shape_run look, std::size_t first) {
        look.first = first;
        runs_.push_back(look);
    }

    void add(const shape_run& look, std::initializer_list<coordinate> numbers) {
        if (!continues(look)) begin(look, numbers_.size());
        numbers_.insert(numbers_.end(), numbers);
        runs_.back().count += numbers.size();
    }

    void add_points(const shape_run& look, std::span<const point> points) {
        begin(look, numbers_.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            if (i == 0 || points[i] != points[i - 1])
                numbers_.insert(numbers_.end(), {points[i].x, points[i].y});
        runs_.back().count = numbers_.size() - runs_.back().first;
    }

    int width_;
    int height_;
    color background_;
    std::vector<shape_run> runs_;
    std::vector<coordinate> numbers_;
    std::vector<label> labels_;
};

namespace detail {

/// Whether the points of a polyline come back to the first.
[[nodiscard]] inline bool is_closed(std::span<const coordinate> points) noexcept {
    const std::size_t size = points.size();
    return size > 4 && points[0] == points[size - 2] && points[1] == points[size - 1];
}

/// Whether the corners of a polyline are sharp: only right angles are, and only along the axes. A
/// line that turns back on itself is round there, or it would end short of where others do.
[[nodiscard]] inline bool has_sharp_corners(std::span<const coordinate> points, cap ends) noexcept {
    if (ends == cap::round) return false;
    double before_x = 0;
    double before_y = 0;
    const auto is_sharp = [&](std::size_t i) {
        const double x = points[i] - points[i - 2];
        const double y = points[i + 1] - points[i - 1];
        const bool turns_back = x * before_x < 0 || y * before_y < 0;
        before_x = x;
        before_y = y;
        return (x == 0 || y == 0) && !turns_back;
    };
    for (std::size_t i = 2; i < points.size(); i += 2)
        if (!is_sharp(i)) return false;
    return !is_closed(points) || is_sharp(2);
}

}  // namespace detail

}  // namespace senda::draw
