// SPDX-License-Identifier: MIT
// A canvas as SVG: valid, as short as the format allows, in pixels or in millimetres.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/sink.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace senda::draw {

/// Adds a text with something else in the place of some characters. What XML does not allow or is
/// not UTF-8 becomes U+FFFD.
inline void append_escaped(std::string& out, std::string_view text,
                           std::initializer_list<std::pair<char32_t, std::string_view>> escapes) {
    while (!text.empty()) {
        const utf8_character c = first_character(text);
        const bool is_control = c.code < 0x20 && c.code != U'\t' && c.code != U'\n';
        const bool is_allowed = c.valid && !is_control && c.code != 0xFFFE && c.code != 0xFFFF;
        std::string_view bytes = is_allowed ? text.substr(0, c.size) : "\xEF\xBF\xBD";
        for (const auto& [code, escape] : escapes)
            if (is_allowed && c.code == code) bytes = escape;
        out += bytes;
        text.remove_prefix(c.size);
    }
}

/// Adds `text` to XML or HTML, to its content or to a value in double quotes.
inline void append_xml(std::string& out, std::string_view text) {
    append_escaped(out, text, {{U'&', "&amp;"}, {U'<', "&lt;"}, {U'>', "&gt;"}, {U'"', "&quot;"}});
}

/// A length in hundredths of a pixel: sums of them are exact, so that no error grows along a path.
using hundredths = std::int64_t;

/// The nearest number of hundredths.
[[nodiscard]] inline hundredths to_hundredths(double pixels) noexcept {
    return static_cast<hundredths>(pixels * 100 + (pixels < 0 ? -0.5 : 0.5));
}

/// Adds a number in pixels: `-.5`, `12`, `3.25`.
inline void append_number(std::string& out, hundredths value) {
    if (value < 0) out += '-';
    const hundredths size = std::abs(value);
    const hundredths fraction = size % 100;
    if (size >= 100 || fraction == 0) out += std::to_string(size / 100);
    if (fraction == 0) return;
    out += '.';
    out += static_cast<char>('0' + fraction / 10);
    if (fraction % 10 != 0) out += static_cast<char>('0' + fraction % 10);
}

namespace detail {

struct path_point {
    hundredths x = 0;
    hundredths y = 0;

    friend bool operator==(const path_point&, const path_point&) = default;
};

[[nodiscard]] inline path_point to_path(double x, double y) noexcept {
    return {to_hundredths(x), to_hundredths(y)};
}

/// Adds the commands of a path to a text. Steps straight on become one.
class path_text {
public:
    explicit path_text(std::string& out) noexcept : out_(out) {}

    void move_to(path_point p) {
        finish();
        out_ += started_ ? 'm' : 'M';
        add_pair(p.x - at_.x, p.y - at_.y);
        at_ = p;
        started_ = true;
    }

    void line_to(path_point p) {
        const path_point step{p.x - at_.x, p.y - at_.y};
        at_ = p;
        if (goes_on(step)) {
            pending_.x += step.x;
            pending_.y += step.y;
            return;
        }
        finish();
        pending_ = step;
        has_pending_ = true;
    }

    /// Draws a line between two points; one that goes straight on becomes part of the one before.
    void segment(path_point from, path_point to) {
        if (from != at_ || !goes_on({to.x - from.x, to.y - from.y})) move_to(from);
        line_to(to);
    }

    /// Closes the figure that began at `first`, where the pen then is.
    void close(path_point first) {
        finish();
        out_ += 'z';
        at_ = first;
    }

    /// Writes what was held back; to be called at the end.
    void finish() {
        if (!has_pending_) return;
        has_pending_ = false;
        out_ += pending_.y == 0 ? 'h' : pending_.x == 0 ? 'v' : 'l';
        if (pending_.x != 0 && pending_.y != 0) return add_pair(pending_.x, pending_.y);
        append_number(out_, pending_.x + pending_.y);
    }

private:
    /// Whether a step is along an axis, in the direction of the one held back.
    [[nodiscard]] bool goes_on(path_point step) const noexcept {
        const auto same_sign = [](hundredths a, hundredths b) {
            return (a > 0 && b > 0) || (a < 0 && b < 0);
        };
        return has_pending_ && ((pending_.y == 0 && step.y == 0 && same_sign(pending_.x, step.x)) ||
                                (pending_.x == 0 && step.x == 0 && same_sign(pending_.y, step.y)));
    }

    void add_pair(hundredths x, hundredths y) {
        append_number(out_, x);
        if (y >= 0) out_ += ' ';
        append_number(out_, y);
    }

    std::string& out_;
    path_point at_;
    path_point pending_;
    bool has_pending_ = false;
    bool started_ = false;
};

/// Adds an attribute; its name has a blank before it.
inline void append_attribute(std::string& out, std::string_view name, double value) {
    out += name;
    out += "=\"";
    append_number(out, to_hundredths(value));
    out += '"';
}

/// Adds the colour of what is filled or stroked.
inline void append_paint(std::string& out, std::string_view property, color paint) {
    const std::string name = ' ' + std::string{property};
    out += name + "=\"" + to_hex(with_alpha(paint, 255)) + '"';
    if (!is_opaque(paint)) append_attribute(out, name + "-opacity", paint.alpha / 255.0);
}

/// Writes the shapes of a canvas, one element a run where that draws the same.
template <ByteSink Sink>
class svg_shapes {
public:
    svg_shapes(const canvas& picture, Sink& sink, std::optional<color> current)
        : picture_(picture), buffer_(sink), out_(buffer_.text()), current_(current) {}

    void write() {
        for (const shape_run& run : picture_.runs()) write(run);
        buffer_.flush();
    }

private:
    void write(const shape_run& run) {
        switch (run.kind) {
            case shape::rectangle: write_rectangles(run); break;
            case shape::rounded: write_rounded(run); break;
            case shape::line: write_lines(run); break;
            case shape::circle: write_circles(run); break;
            case shape::polyline: write_polyline(run); break;
            case shape::polygon: write_polygon(run); break;
            case shape::text: write_text(run); break;
        }
    }

    // Cells of one height are lines of that width: half as long as the four sides of each. What
    // shows through itself is not joined, since it would not where its parts overlap.
    void write_rectangles(const shape_run& run) {
        const auto numbers = picture_.numbers(run);
        bool is_one_height = numbers.size() > 4 && is_opaque(run.paint);
        for (std::size_t i = 3; i < numbers.size() && is_one_height; i += 4)
            is_one_height = numbers[i] == numbers[3];
        if (is_one_height) return write_bars(run, numbers);
        const std::size_t step = is_opaque(run.paint) ? numbers.size() : 4;
        for (std::size_t i = 0; i < numbers.size(); i += step)
            write_area(run, numbers.subspan(i, step));
    }

    void write_bars(const shape_run& run, std::span<const coordinate> numbers) {
        out_ += "<path";
        paint("stroke", run.paint);
        number(" stroke-width", numbers[3]);
        crisp();
        write_path(numbers.size(), 4, [&](path_text& path, std::size_t i) {
            const double y = numbers[i + 1] + numbers[3] / 2;
            path.segment(to_path(numbers[i], y), to_path(numbers[i] + numbers[i + 2], y));
        });
    }

    void write_area(const shape_run& run, std::span<const coordinate> numbers) {
        out_ += "<path";
        paint("fill", run.paint);
        crisp();
        write_path(numbers.size(), 4, [&](path_text& path, std::size_t i) {
            const path_point a = to_path(numbers[i], numbers[i + 1]);
            const path_point b =
                to_path(numbers[i] + numbers[i + 2], numbers[i + 1] + numbers[i + 3]);
            path.move_to(a);
            path.line_to({b.x, a.y});
            path.line_to(b);
            path.line_to({a.x, b.y});
            path.close(a);
        });
    }

    void write_rounded(const shape_run& run) {
        const auto numbers = picture_.numbers(run);
        for (std::size_t i = 0; i < numbers.size(); i += 4) {
            out_ += "<rect";
            attributes({" x", " y", " width", " height"}, numbers.subspan(i, 4));
            number(" rx", run.width);
            paint("fill", run.paint);
            end();
        }
    }

    void write_lines(const shape_run& run) {
        const auto numbers = picture_.numbers(run);
        const std::size_t step = is_opaque(run.paint) ? numbers.size() : 4;
        for (std::size_t i = 0; i < numbers.size(); i += step)
            write_segments(run, numbers.subspan(i, step));
    }

    void write_segments(const shape_run& run, std::span<const coordinate> numbers) {
        bool along_axes = true;
        for (std::size_t i = 0; i < numbers.size() && along_axes; i += 4)
            along_axes = numbers[i] == numbers[i + 2] || numbers[i + 1] == numbers[i + 3];
        out_ += "<path";
        pen(run, along_axes);
        write_path(numbers.size(), 4, [&](path_text& path, std::size_t i) {
            path.segment(to_path(numbers[i], numbers[i + 1]),
                         to_path(numbers[i + 2], numbers[i + 3]));
        });
    }

    void write_circles(const shape_run& run) {
        const auto numbers = picture_.numbers(run);
        out_ += "<g";
        paint(run.width > 0 ? "stroke" : "fill", run.paint);
        if (run.width > 0) {
            out_ += " fill=\"none\"";
            number(" stroke-width", run.width);
        }
        out_ += ">\n";
        for (std::size_t i = 0; i < numbers.size(); i += 3) {
            out_ += "<circle";
            attributes({" cx", " cy", " r"}, numbers.subspan(i, 3));
            end();
        }
        out_ += "</g>\n";
    }

    void write_polyline(const shape_run& run) {
        const auto points = picture_.numbers(run);
        const bool closed = is_closed(points);
        out_ += "<path";
        pen(run, has_sharp_corners(points, run.ends));
        write_points(points.first(points.size() - (closed ? 2 : 0)), closed);
    }

    void write_polygon(const shape_run& run) {
        out_ += "<path";
        paint("fill", run.paint);
        write_points(picture_.numbers(run), true);
    }

    void write_points(std::span<const coordinate> points, bool closed) {
        const path_point first = to_path(points[0], points[1]);
        write_path(points.size(), 2, [&](path_text& path, std::size_t i) {
            if (i == 0) path.move_to(first);
            if (i > 0 || (points.size() == 2 && !closed))
                path.line_to(to_path(points[i], points[i + 1]));
            if (i + 2 == points.size() && closed) path.close(first);
        });
    }

    void write_text(const shape_run& run) {
        constexpr double half_a_capital = 0.35;
        out_ += "<g";
        paint("fill", run.paint);
        number(" font-size", run.width);
        out_ += " font-family=\"ui-monospace,Menlo,Consolas,monospace\"";
        if (run.at == anchor::middle) out_ += " text-anchor=\"middle\"";
        if (run.at == anchor::end) out_ += " text-anchor=\"end\"";
        out_ += ">\n";
        for (const label& l : picture_.labels(run)) {
            out_ += "<text";
            number(" x", l.at.x);
            number(" y", l.at.y + half_a_capital * run.width);
            out_ += '>';
            append_xml(out_, l.text);
            out_ += "</text>\n";
            buffer_.flush_if_long();
        }
        out_ += "</g>\n";
    }

    void end() {
        out_ += "/>\n";
        buffer_.flush_if_long();
    }

    /// Ends a path element with its data: `draw(path, i)` adds the shape at number `i`.
    template <class Draw>
    void write_path(std::size_t size, std::size_t step, Draw draw) {
        out_ += " d=\"";
        path_text path{out_};
        for (std::size_t i = 0; i < size; i += step) {
            draw(path, i);
            buffer_.flush_if_long();
        }
        path.finish();
        out_ += '"';
        end();
    }

    void number(std::string_view name, double value) { append_attribute(out_, name, value); }

    void attributes(std::initializer_list<std::string_view> names,
                    std::span<const coordinate> values) {
        const coordinate* value = values.data();
        for (const std::string_view name : names) number(name, *value++);
    }

    void paint(std::string_view property, color paint) {
        if (paint != current_) return append_paint(out_, property, paint);
        out_ += ' ';
        out_ += property;
        out_ += "=\"currentColor\"";
    }

    void pen(const shape_run& run, bool has_right_angles) {
        paint("stroke", run.paint);
        out_ += " fill=\"none\"";
        if (run.width != 1) number(" stroke-width", run.width);
        if (run.ends == cap::square) out_ += " stroke-linecap=\"square\"";
        if (run.ends == cap::round) out_ += " stroke-linecap=\"round\"";
        if (run.ends == cap::round || !has_right_angles) {
            out_ += " stroke-linejoin=\"round\"";
        } else {
            crisp();
        }
    }

    // Without it, edges between two pixels of the screen are smeared over both.
    void crisp() { out_ += " shape-rendering=\"crispEdges\""; }

    const canvas& picture_;
    buffered_text<Sink> buffer_;
    std::string& out_;
    std::optional<color> current_;
};

}  // namespace detail

/// Adds the background of a canvas to a document of one's own.
inline void append_svg_background(std::string& out, const canvas& picture) {
    if (picture.background().alpha == 0) return;
    out += "<path";
    detail::append_paint(out, "fill", picture.background());
    out += " d=\"M0 0h" + std::to_string(picture.width()) + 'v' + std::to_string(picture.height()) +
           "H0z\"/>\n";
}

/// Writes the shapes of a canvas into a document of one's own; those painted in `current`, if
/// given, take the colour of the element around them.
template <ByteSink Sink>
void write_svg_shapes(const canvas& picture, Sink& sink, std::optional<color> current = {}) {
    detail::svg_shapes<Sink>{picture, sink, current}.write();
}

namespace detail {

/// Writes a file whose outermost element has some attributes, each with a blank before it.
template <ByteSink Sink>
void write_svg(const canvas& picture, Sink& sink, const std::string& attributes,
               std::string_view title) {
    std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attributes + ">\n";
    if (!title.empty()) {
        head += "<title>";
        append_xml(head, title);
        head += "</title>\n";
    }
    append_svg_background(head, picture);
    sink(std::string_view{head});
    write_svg_shapes(picture, sink);
    sink(std::string_view{"</svg>\n"});
}

}  // namespace detail

/// Writes a canvas as an SVG file to a sink, in pieces; screen readers say its title.
template <ByteSink Sink>
void write_svg(const canvas& picture, Sink&& sink, std::string_view title = {}) {
    const std::string width = std::to_string(picture.width());
    const std::string height = std::to_string(picture.height());
    detail::write_svg(picture, sink,
                      " width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width +
                          ' ' + height + (title.empty() ? "\"" : "\" role=\"img\""),
                      title);
}

/// A canvas as the text of an SVG file.
[[nodiscard]] inline std::string to_svg(const canvas& picture, std::string_view title = {}) {
    std::string text;
    write_svg(picture, [&text](std::string_view piece) { text += piece; }, title);
    return text;
}

}  // namespace senda::draw
