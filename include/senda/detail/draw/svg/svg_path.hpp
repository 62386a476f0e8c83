// SPDX-License-Identifier: MIT
// The short text of SVG paths: relative moves, in hundredths of a pixel.
#pragma once

#include <senda/text/utf8.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace senda::draw {

namespace detail {

/// Calls `add(character, its bytes)` for each; what XML does not allow or is not UTF-8 is U+FFFD.
template <class Add>
void for_each_allowed(std::string_view text, Add add) {
    while (!text.empty()) {
        const utf8_character c = first_character(text);
        const bool is_control = c.code < 0x20 && c.code != U'\t' && c.code != U'\n';
        if (!c.valid || is_control || c.code == 0xFFFE || c.code == 0xFFFF) {
            add(U'\uFFFD', std::string_view{"\xEF\xBF\xBD"});
        } else {
            add(c.code, text.substr(0, c.size));
        }
        text.remove_prefix(c.size);
    }
}

}  // namespace detail

/// Adds `text` to XML or HTML, to its content or to a value in double quotes.
inline void append_xml(std::string& out, std::string_view text) {
    detail::for_each_allowed(text, [&out](char32_t code, std::string_view bytes) {
        switch (code) {
            case U'&': out += "&amp;"; break;
            case U'<': out += "&lt;"; break;
            case U'>': out += "&gt;"; break;
            case U'"': out += "&quot;"; break;
            default: out += bytes;
        }
    });
}

/// Adds `text` to JSON as a string in quotes, in which nothing can end a script element around it.
inline void append_json(std::string& out, std::string_view text) {
    out += '"';
    detail::for_each_allowed(text, [&out](char32_t code, std::string_view bytes) {
        switch (code) {
            case U'"': out += "\\\""; break;
            case U'\\': out += "\\\\"; break;
            case U'\n': out += "\\n"; break;
            case U'\t': out += "\\t"; break;
            case U'<': out += "\\u003c"; break;
            case U'>': out += "\\u003e"; break;
            case U'&': out += "\\u0026"; break;
            case 0x2028: out += "\\u2028"; break;
            case 0x2029: out += "\\u2029"; break;
            default: out += bytes;
        }
    });
    out += '"';
}

}  // namespace senda::draw

namespace senda::draw::detail {

/// A length in hundredths of a pixel: sums of them are exact, so that no error grows along a path.
using hundredths = std::int64_t;

[[nodiscard]] inline hundredths to_hundredths(double pixels) noexcept {
    return static_cast<hundredths>(pixels * 100 + (pixels < 0 ? -0.5 : 0.5));
}

/// Adds a number in pixels: `-.5`, `12`, `3.25`; with `zero`, as in JSON, `-0.5`.
inline void append_number(std::string& out, hundredths value, bool zero = false) {
    if (value < 0) out += '-';
    const hundredths size = std::abs(value);
    const hundredths fraction = size % 100;
    if (zero || size >= 100 || fraction == 0) out += std::to_string(size / 100);
    if (fraction == 0) return;
    out += '.';
    out += static_cast<char>('0' + fraction / 10);
    if (fraction % 10 != 0) out += static_cast<char>('0' + fraction % 10);
}

inline void append_json_number(std::string& out, hundredths value) {
    append_number(out, value, true);
}

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

}  // namespace senda::draw::detail
