// SPDX-License-Identifier: MIT
// A canvas on a sheet of paper: SVG in millimetres, for printing.
#pragma once

#include <senda/detail/draw/svg/escape.hpp>
#include <senda/detail/draw/svg/svg_path.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/svg.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

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

/// The sheet of that name.
[[nodiscard]] constexpr std::optional<paper> find_paper(std::string_view name) noexcept {
    for (const paper& p : papers)
        if (p.name == name) return p;
    return std::nullopt;
}

/// Where a picture lies on a sheet.
struct paper_fit {
    paper sheet;             ///< upright or on its side, whichever makes the picture larger
    double millimetres = 1;  ///< that a pixel of the picture takes

    /// As large as a picture fits on a sheet, with a margin in millimetres on all sides.
    paper_fit(const canvas& picture, const paper& upright, double margin = 10) noexcept
        : sheet(upright) {
        const auto scale_on = [&](const paper& p) {
            return std::min((p.width - 2 * margin) / picture.width(),
                            (p.height - 2 * margin) / picture.height());
        };
        if (scale_on(upright.turned()) > scale_on(upright)) sheet = upright.turned();
        millimetres = scale_on(sheet);
    }
};

/// Writes a canvas as an SVG file of the size of a sheet of paper to a sink, in pieces: as large as
/// it fits, in the middle, upright or on its side.
template <ByteSink Sink>
void write_svg(const canvas& picture, Sink&& sink, const paper& on, std::string_view title = {}) {
    const paper_fit fit(picture, on);
    const auto number = [](double value) {
        std::string text;
        detail::append_number(text, detail::to_hundredths(value));
        return text;
    };
    const double width = fit.sheet.width / fit.millimetres;
    const double height = fit.sheet.height / fit.millimetres;
    std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                       number(fit.sheet.width) + "mm\" height=\"" + number(fit.sheet.height) +
                       "mm\" viewBox=\"" + number((picture.width() - width) / 2) + ' ' +
                       number((picture.height() - height) / 2) + ' ' + number(width) + ' ' +
                       number(height) + "\" role=\"img\">\n";
    if (!title.empty()) {
        head += "<title>";
        append_xml(head, title);
        head += "</title>\n";
    }
    detail::append_background(head, picture);
    sink(std::string_view{head});
    detail::svg_shapes<std::remove_reference_t<Sink>>{picture, sink}.write();
    sink(std::string_view{"</svg>\n"});
}

}  // namespace senda::draw
