// SPDX-License-Identifier: MIT
#include <mazegen/paper.hpp>
#include <senda/draw/svg.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace paper_test {

using namespace senda::draw;

TEST_CASE("a picture on paper is as large as it fits, in the middle, and turned if that helps") {
    for (const paper& sheet : papers) {
        CAPTURE(sheet.name);
        for (const auto& [width, height] :
             {std::pair{300, 300}, {300, 900}, {900, 300}, {50, 70}}) {
            const canvas picture(width, height);
            std::string svg;
            write_svg(picture, [&](std::string_view piece) { svg += piece; }, sheet, "a & b");
            const auto number_after = [&](const std::string& name) {
                return std::stod(svg.substr(svg.find(name) + name.size()));
            };
            const double wide = number_after(" width=\"");
            const double tall = number_after(" height=\"");
            CHECK(svg.find("mm\" height=\"") != svg.npos);
            CHECK((wide > tall) == (width > height));
            CHECK(wide + tall == doctest::Approx(sheet.width + sheet.height));
            std::istringstream box(svg.substr(svg.find("viewBox=\"") + 9));
            double x = 0;
            double y = 0;
            double across = 0;
            double down = 0;
            box >> x >> y >> across >> down;
            CHECK(across / down == doctest::Approx(wide / tall).epsilon(0.001));
            CHECK(std::abs(x - (width - across) / 2) <= 0.011);
            CHECK(std::abs(y - (height - down) / 2) <= 0.011);
            // 10 millimetres of margin on one axis, and more on the other.
            const double scale = wide / across;
            const double left = -x * scale;
            const double top = -y * scale;
            CHECK(std::min(left, top) == doctest::Approx(10).epsilon(0.01));
            CHECK(svg.find("<title>a &amp; b</title>") != svg.npos);
            CHECK(svg.ends_with("</svg>\n"));
        }
    }
}

}  // namespace paper_test
