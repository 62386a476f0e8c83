// SPDX-License-Identifier: MIT
// Routes as text: `(x,y) (x,y) ...`, in the coordinates of the first quadrant.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::maze {

namespace detail {

/// Reads the points of a route one after the other.
class route_reader {
public:
    explicit route_reader(std::string_view text) noexcept : text_(text) {}

    senda::parsed<std::vector<point>> read() {
        std::vector<point> points;
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
            point p;
            const bool good =
                take('(') && take_number(p.x) && take(',') && take_number(p.y) && take(')');
            if (!good) return *std::move(fault_);
            points.push_back(p);
        }
        return points;
    }

private:
    bool take(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c)
            return refuse("expected '" + std::string{c} + "'");
        ++at_;
        return true;
    }

    bool take_number(std::uint32_t& into) {
        skip_blanks();
        const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
        const std::string_view digits = text_.substr(at_, end - at_);
        const parsed_number<std::uint32_t> number = parse_integer<std::uint32_t>(digits);
        if (number.fault == number_fault::malformed) return refuse("expected a number from 0 up");
        if (!number) return refuse("the number " + quoted(digits) + " is too large");
        into = number.value;
        at_ = end;
        return true;
    }

    bool refuse(const std::string& what) {
        line_reader lines{text_};
        text_line line{text_, 1};
        while (const std::optional<text_line> next = lines.next()) {
            line = *next;
            if (text_.size() - lines.rest().size() > at_) break;
        }
        // A byte order mark stands before the first line, and is no part of a route.
        const auto begin = static_cast<std::size_t>(line.text.data() - text_.data());
        fault_ = {"bad_route", what + " (a route is '(x,y) (x,y) ...')", line.number,
                  column_of(line.text, at_ - std::min(at_, begin))};
        return false;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<diagnostic> fault_;
};

}  // namespace detail

/// Reads a route such as `(1,2) (1,1) (2,1)`; blanks and line ends may stand anywhere but within
/// numbers. Error: `bad_route`.
[[nodiscard]] inline senda::parsed<std::vector<point>> parse_route(std::string_view text) {
    return detail::route_reader{text}.read();
}

/// A cell as people name it: `(3,1)`.
[[nodiscard]] inline std::string to_text(point p) {
    return '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ')';
}

/// The text of a route, as `parse_route` reads it.
[[nodiscard]] inline std::string to_text(const board& b, std::span<const place> route) {
    std::string out;
    for (const place p : route) {
        if (!out.empty()) out += ' ';
        out += to_text(b.xy(p));
    }
    return out;
}

}  // namespace senda::maze
