// SPDX-License-Identifier: MIT
#include <senda/draw/raster.hpp>
#include <senda/draw/svg.hpp>

#include "random_canvas.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "xml.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace svg_test {

using senda::draw::anchor;
using senda::draw::canvas;
using senda::draw::cap;
using senda::draw::color;
using senda::draw::image;
using senda::draw::point;
using senda::draw::to_svg;
using support::split_mix64;
using test_draw::xml_element;
using test_draw::xml_reader;

constexpr color black{0, 0, 0};

/// The part of a file between the background and the end.
std::string body(const canvas& picture) {
    const std::string text = to_svg(picture);
    const std::size_t begin = text.find("H0z\"/>\n") + 7;
    return text.substr(begin, text.size() - begin - 7);
}

struct corner {
    double x, y;
};

/// The lines of the path data that senda writes: figures of points, and whether each is closed.
struct figure {
    std::vector<corner> points;
    bool is_closed = false;
};

std::vector<figure> figures_of(const std::string& data) {
    std::vector<figure> figures;
    corner at{0, 0};
    const char* next = data.c_str();
    const auto number = [&] {
        char* end = nullptr;
        const double value = std::strtod(next, &end);
        REQUIRE(end != next);
        next = end;
        return value;
    };
    while (*next != '\0') {
        const char command = *next++;
        switch (command) {
            case 'M': at = {0, 0}; [[fallthrough]];
            case 'm':
                at.x += number();
                at.y += number();
                figures.push_back({{at}, false});
                continue;
            case 'h': at.x += number(); break;
            case 'H': at.x = number(); break;
            case 'v': at.y += number(); break;
            case 'l':
                at.x += number();
                at.y += number();
                break;
            case 'z':
                figures.back().is_closed = true;
                at = figures.back().points.front();
                continue;
            default: FAIL("unknown command");
        }
        figures.back().points.push_back(at);
    }
    return figures;
}

/// Fills the pixels between two corners, which must be between pixels.
void fill(image& picture, double x0, double y0, double x1, double y1, color paint) {
    for (const double edge : {x0, y0, x1, y1}) REQUIRE(edge == std::floor(edge));
    for (int y = std::max(0, static_cast<int>(y0)); y < std::min<double>(picture.height(), y1); ++y)
        for (int x = std::max(0, static_cast<int>(x0)); x < std::min<double>(picture.width(), x1);
             ++x)
            picture.at(x, y) = over(paint, picture.at(x, y));
}

/// Draws the paths of an SVG file of shapes along the axes by the rules of SVG, as far as those
/// need.
image drawn_by_the_rules(const std::vector<xml_element>& elements) {
    const auto size = [&](const char* name) { return std::stoi(elements[0].attributes.at(name)); };
    image picture{size("width"), size("height")};
    for (const xml_element& e : elements) {
        if (e.name != "path") continue;
        const auto has = [&](const std::string& name) { return e.attributes.contains(name); };
        const auto get = [&](const std::string& name, const std::string& otherwise) {
            return has(name) ? e.attributes.at(name) : otherwise;
        };
        const bool is_line = has("stroke");
        color paint = *senda::draw::parse_hex(e.attributes.at(is_line ? "stroke" : "fill"));
        const std::string opacity = get(is_line ? "stroke-opacity" : "fill-opacity", "1");
        paint.alpha = static_cast<std::uint8_t>(std::lround(std::stod(opacity) * 255));
        // A path is painted once, however often it covers a place.
        image once{picture.width(), picture.height(), senda::draw::transparent};
        for (const figure& f : figures_of(e.attributes.at("d"))) {
            if (!is_line) {
                const corner p = f.points[0];
                const corner q = f.points[2];
                fill(once, std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x),
                     std::max(p.y, q.y), black);
                continue;
            }
            const double half = std::stod(get("stroke-width", "1")) / 2;
            const std::string ends = get("stroke-linecap", "butt");
            REQUIRE(get("stroke-linejoin", "miter") == "miter");
            std::vector<corner> points = f.points;
            if (f.is_closed) points.push_back(points.front());
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                const corner a = points[i];
                const corner b = points[i + 1];
                const bool is_level = a.y == b.y;
                REQUIRE((is_level || a.x == b.x));
                // A mitre at a right angle fills the corner; going straight on fills it anyway.
                const auto turns = [&](std::size_t k) {
                    return (points[k - 1].y == points[k].y) != (points[k].y == points[k + 1].y);
                };
                const bool joins_before = i > 0 || f.is_closed;
                const bool joins_after = i + 2 < points.size() || f.is_closed;
                const bool corner_before = i > 0 ? turns(i) : f.is_closed;
                const bool corner_after = i + 2 < points.size() ? turns(i + 1) : f.is_closed;
                const double at_end = ends == "square" ? half : 0;
                const double before = joins_before ? (corner_before ? half : 0) : at_end;
                const double after = joins_after ? (corner_after ? half : 0) : at_end;
                const bool is_turned = is_level ? a.x > b.x : a.y > b.y;
                const double low = is_turned ? after : before;
                const double high = is_turned ? before : after;
                if (is_level)
                    fill(once, std::min(a.x, b.x) - low, a.y - half, std::max(a.x, b.x) + high,
                         a.y + half, black);
                else
                    fill(once, a.x - half, std::min(a.y, b.y) - low, a.x + half,
                         std::max(a.y, b.y) + high, black);
            }
        }
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (once.at(x, y) == black) picture.at(x, y) = over(paint, picture.at(x, y));
    }
    return picture;
}

TEST_CASE("an empty canvas is its background") {
    CHECK(
        to_svg(canvas{3, 2}) ==
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\" viewBox=\"0 0 3 2\">\n"
        "<path fill=\"#fff\" d=\"M0 0h3v2H0z\"/>\n"
        "</svg>\n");
    CHECK(
        to_svg(canvas{1, 1, senda::draw::transparent}) ==
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\" viewBox=\"0 0 1 1\">\n"
        "</svg>\n");
    CHECK(to_svg(canvas{1, 1, {1, 2, 3, 128}}).find("fill=\"#010203\" fill-opacity=\".5\"") !=
          std::string::npos);
}

TEST_CASE("each kind of shape is written in its shortest form") {
    canvas picture{50, 50};
    SUBCASE("rectangles of one look share a path") {
        picture.rectangle({1, 2, 3, 4}, black);
        picture.rectangle({10, 2, 5, 6}, black);
        CHECK(body(picture) ==
              "<path fill=\"#000\" shape-rendering=\"crispEdges\" "
              "d=\"M1 2h3v4h-3zm9 0h5v6h-5z\"/>\n");
    }
    SUBCASE("rectangles of one height too are lines") {
        picture.rectangle({1, 2, 3, 4}, black);
        picture.rectangle({10, 2, 5, 4}, black);
        CHECK(body(picture) ==
              "<path stroke=\"#000\" stroke-width=\"4\" shape-rendering=\"crispEdges\" "
              "d=\"M1 4h3m6 0h5\"/>\n");
    }
    SUBCASE("rectangles side by side are one") {
        for (int i = 0; i < 10; ++i) picture.rectangle({3 * i, 1, 3, 1}, black);
        CHECK(body(picture) ==
              "<path fill=\"#000\" shape-rendering=\"crispEdges\" d=\"M0 1h30v1h-30z\"/>\n");
    }
    SUBCASE("lines that go straight on are one, and others begin relative to the pen") {
        const senda::draw::stroke wall{black, 2, cap::square};
        picture.line({1, 1}, {9, 1}, wall);
        picture.line({9, 1}, {12, 1}, wall);
        picture.line({9, 9}, {9, 1}, wall);
        picture.line({1, 5}, {9, 5}, wall);
        CHECK(body(picture) ==
              "<path stroke=\"#000\" fill=\"none\" stroke-width=\"2\" stroke-linecap=\"square\" "
              "shape-rendering=\"crispEdges\" d=\"M1 1h11m-3 8v-8m-8 4h8\"/>\n");
    }
    SUBCASE("lines with flat ends make no corner") {
        picture.line({1, 1}, {9, 1}, {black, 2});
        picture.line({9, 1}, {9, 9}, {black, 2});
        picture.line({9, 9}, {9, 12}, {black, 2});
        CHECK(body(picture) ==
              "<path stroke=\"#000\" fill=\"none\" stroke-width=\"2\" "
              "shape-rendering=\"crispEdges\" d=\"M1 1h8m0 0v11\"/>\n");
    }
    SUBCASE("slanted lines are smooth") {
        picture.line({1, 1}, {4.5, 2.25}, {black});
        CHECK(body(picture) ==
              "<path stroke=\"#000\" fill=\"none\" stroke-linejoin=\"round\" "
              "d=\"M1 1l3.5 1.25\"/>\n");
    }
    SUBCASE("a polyline says only where it turns") {
        picture.polyline(std::vector<point>{{1, 1}, {2, 1}, {3, 1}, {3, 2}, {3, 3}, {1, 5}},
                         {{255, 0, 0}, 1.5, cap::round});
        CHECK(body(picture) ==
              "<path stroke=\"#f00\" fill=\"none\" stroke-width=\"1.5\" stroke-linecap=\"round\" "
              "stroke-linejoin=\"round\" d=\"M1 1h2v2l-2 2\"/>\n");
    }
    SUBCASE("a polyline that turns back is round there") {
        picture.polyline(std::vector<point>{{1, 1}, {9, 1}, {5, 1}}, {black, 2});
        CHECK(body(picture) ==
              "<path stroke=\"#000\" fill=\"none\" stroke-width=\"2\" "
              "stroke-linejoin=\"round\" d=\"M1 1h8h-4\"/>\n");
    }
    SUBCASE("a closed polyline is closed") {
        picture.polyline(std::vector<point>{{1, 1}, {9, 1}, {9, 9}, {1, 9}, {1, 1}}, {black, 2});
        CHECK(body(picture) ==
              "<path stroke=\"#000\" fill=\"none\" stroke-width=\"2\" "
              "shape-rendering=\"crispEdges\" d=\"M1 1h8v8h-8z\"/>\n");
    }
    SUBCASE("polygons, circles and rings") {
        picture.polygon(std::vector<point>{{0, 0}, {4, 0}, {2, 3}}, {1, 2, 3});
        picture.circle({5, 6}, 2.5, black);
        picture.circle({7, 6}, 2, black);
        picture.ring({9, 9}, 4, {black, 2});
        CHECK(body(picture) ==
              "<path fill=\"#010203\" d=\"M0 0h4l-2 3z\"/>\n"
              "<g fill=\"#000\">\n<circle cx=\"5\" cy=\"6\" r=\"2.5\"/>\n"
              "<circle cx=\"7\" cy=\"6\" r=\"2\"/>\n</g>\n"
              "<g stroke=\"#000\" fill=\"none\" stroke-width=\"2\">\n"
              "<circle cx=\"9\" cy=\"9\" r=\"4\"/>\n</g>\n");
    }
    SUBCASE("rounded rectangles") {
        picture.rounded_rectangle({1, 2, 30, 20}, 5, {0, 0, 0, 51});
        CHECK(body(picture) ==
              "<rect x=\"1\" y=\"2\" width=\"30\" height=\"20\" rx=\"5\" fill=\"#000\" "
              "fill-opacity=\".2\"/>\n");
    }
    SUBCASE("text is centred on its capitals") {
        picture.text({10, 20}, "a<b", {black, 10, anchor::end});
        CHECK(body(picture) ==
              "<g fill=\"#000\" font-size=\"10\" "
              "font-family=\"ui-monospace,Menlo,Consolas,monospace\" text-anchor=\"end\">\n"
              "<text x=\"10\" y=\"23.5\">a&lt;b</text>\n</g>\n");
    }
}

TEST_CASE("the numbers of a path are as short as they can be, and exact to a hundredth") {
    using senda::draw::append_number;
    using senda::draw::to_hundredths;
    const auto text = [](double value) {
        std::string out;
        append_number(out, to_hundredths(value));
        return out;
    };
    CHECK(text(0) == "0");
    CHECK(text(-0.001) == "0");
    CHECK(text(0.5) == ".5");
    CHECK(text(-0.5) == "-.5");
    CHECK(text(0.05) == ".05");
    CHECK(text(-12.25) == "-12.25");
    CHECK(text(100) == "100");
    CHECK(text(16777216) == "16777216");
}

TEST_CASE("no error grows along a path of many fractions") {
    canvas picture{100, 100};
    std::vector<point> way;
    for (int i = 0; i <= 3000; ++i) way.push_back({i / 30.0, (i % 2) / 3.0});
    picture.polyline(way, {black, 1, cap::round});
    const auto elements = xml_reader::read(to_svg(picture));
    REQUIRE(elements);
    const auto figures = figures_of(elements->back().attributes.at("d"));
    REQUIRE(figures.size() == 1);
    REQUIRE(figures[0].points.size() == way.size());
    double worst = 0;
    for (std::size_t i = 0; i < way.size(); ++i)
        worst = std::max({worst, std::abs(figures[0].points[i].x - way[i].x),
                          std::abs(figures[0].points[i].y - way[i].y)});
    CHECK(worst < 0.0051);
}

TEST_CASE("random pictures are well-formed XML, with the text that was put in") {
    for (std::uint64_t seed = 0; seed < support::rounds(500U); ++seed) {
        CAPTURE(seed);
        const canvas picture = test_draw::random_canvas(seed);
        split_mix64 random{seed};
        const std::string title = test_draw::random_text(random);
        const auto elements = xml_reader::read(to_svg(picture, title));
        REQUIRE(elements);
        std::size_t labels = 0;
        for (const auto& run : picture.runs())
            if (run.kind == senda::draw::shape::text) labels += run.count;
        CHECK(std::count_if(elements->begin(), elements->end(), [](const xml_element& e) {
                  return e.name == "text";
              }) == static_cast<std::ptrdiff_t>(labels));
        CHECK(((*elements)[1].name == "title") == !title.empty());
    }
    canvas quoted{9, 9};
    quoted.text({1, 1}, "]]> & <b a=\"1\"> \xFF \x02", {black});
    const auto elements = xml_reader::read(to_svg(quoted));
    REQUIRE(elements);
    CHECK(elements->back().text == "]]> & <b a=\"1\"> \xEF\xBF\xBD \xEF\xBF\xBD");
}

TEST_CASE("shapes along the axes look in SVG as they do in pixels") {
    for (std::uint64_t seed = 0; seed < support::rounds(600U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        canvas picture{24, 20};
        for (int i = random.between(1, 12); i > 0; --i) {
            // Opacities that the two decimals of the file keep.
            constexpr std::uint8_t alphas[] = {51, 102, 153, 204};
            const color paint{static_cast<std::uint8_t>(random.below(256)),
                              static_cast<std::uint8_t>(random.below(256)), 0,
                              random.percent(70) ? std::uint8_t{255} : alphas[random.below(4)]};
            const int height = random.between(1, 5);
            const double width = random.between(1, 3) * 2;
            const cap ends = random.percent(50) ? cap::butt : cap::square;
            const int kind = random.below(3);
            for (int again = random.between(1, 5); again > 0; --again) {
                const int x = random.between(-3, 24);
                const int y = random.between(-3, 20);
                const int length = random.between(1, 9);
                if (kind == 0) {
                    picture.rectangle({x, y, length, random.percent(80) ? height : 2}, paint);
                } else if (kind == 1) {
                    const bool is_level = random.percent(50);
                    const point to = is_level ? point{x + length, y} : point{x, y + length};
                    const bool is_turned = random.percent(50);
                    picture.line(is_turned ? to : point{x, y}, is_turned ? point{x, y} : to,
                                 {paint, width, ends});
                    // Often one that begins where this one ends, in any direction.
                    if (random.percent(60)) {
                        const int step = random.between(1, 6) * (random.percent(50) ? 1 : -1);
                        const point on = random.percent(50) ? point{to.x + step, to.y}
                                                            : point{to.x, to.y + step};
                        picture.line(to, on, {paint, width, ends});
                    }
                } else {
                    std::vector<point> way{{x, y}};
                    bool is_level = random.percent(50);
                    for (int leg = random.between(1, 4); leg > 0; --leg, is_level = !is_level) {
                        const int step = random.between(1, 8) * (random.percent(50) ? 1 : -1);
                        const point last = way.back();
                        way.push_back(is_level ? point{last.x + step, last.y}
                                               : point{last.x, last.y + step});
                    }
                    picture.polyline(way, {paint, width, ends});
                }
            }
        }
        const auto elements = xml_reader::read(to_svg(picture));
        REQUIRE(elements);
        REQUIRE(drawn_by_the_rules(*elements) == rasterize(picture));
    }
}

TEST_CASE("in pieces it is the same text, and no piece is long") {
    canvas picture{1000, 1000};
    split_mix64 random{1};
    for (int i = 0; i < 60'000; ++i)
        picture.rectangle({random.below(1000), random.below(1000), 3, random.between(1, 3)}, black);
    std::string all;
    std::size_t longest = 0;
    int pieces = 0;
    senda::draw::write_svg(picture, [&](std::string_view piece) {
        all += piece;
        longest = std::max(longest, piece.size());
        ++pieces;
    });
    CHECK(all == to_svg(picture));
    CHECK(longest < 70'000);
    CHECK(pieces > 5);
}

TEST_CASE("what takes the colour of its surroundings says so") {
    canvas picture{9, 9};
    picture.circle({1, 1}, 1, {1, 2, 3});
    picture.circle({1, 1}, 1, {3, 2, 1});
    std::string text;
    auto sink = [&text](std::string_view piece) { text += piece; };
    senda::draw::detail::svg_shapes<decltype(sink)>{picture, sink, color{3, 2, 1}}.write();
    CHECK(text.find("<g fill=\"#010203\">") != std::string::npos);
    CHECK(text.find("<g fill=\"currentColor\">") != std::string::npos);
}

}  // namespace svg_test
