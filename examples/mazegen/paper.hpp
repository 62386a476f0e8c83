// SPDX-License-Identifier: MIT
// Pictures on paper.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/svg.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace senda::draw {

/// A sheet of paper.
struct paper {
    std::string_view name;  ///< what it is called
    double width = 210;     ///< in millimetres
    double height = 297;    ///< in millimetres

    /// This sheet on its side.
    [[nodiscard]] constexpr paper turned() const noexcept { return {name, height, width}; }
};

/// The sheets that have names, upright.
inline constexpr std::array<paper, 5> papers = {{{"a3", 297, 420},
                                                 {"a4", 210, 297},
                                                 {"a5", 148, 210},
                                                 {"letter", 215.9, 279.4},
                                                 {"legal", 215.9, 355.6}}};

/// Writes a canvas as an SVG file of the size of a sheet of paper to a sink, in pieces: as large as
/// it fits, in the middle, upright or on its side.
template <ByteSink Sink>
void write_svg(const canvas& picture, Sink&& sink, const paper& on, std::string_view title = {}) {
    constexpr double margin = 10;                       // millimetres, on all sides
    const auto scale_on = [&picture](const paper& p) {  // millimetres that a pixel takes
        return std::min((p.width - 2 * margin) / picture.width(),
                        (p.height - 2 * margin) / picture.height());
    };
    const paper sheet = scale_on(on.turned()) > scale_on(on) ? on.turned() : on;
    const auto number = [](double value) {
        std::string text;
        append_number(text, to_hundredths(value));
        return text;
    };
    const double width = sheet.width / scale_on(sheet);
    const double height = sheet.height / scale_on(sheet);
    detail::write_svg(picture, sink,
                      " width=\"" + number(sheet.width) + "mm\" height=\"" + number(sheet.height) +
                          "mm\" viewBox=\"" + number((picture.width() - width) / 2) + ' ' +
                          number((picture.height() - height) / 2) + ' ' + number(width) + ' ' +
                          number(height) + "\" role=\"img\"",
                      title);
}

}  // namespace senda::draw
