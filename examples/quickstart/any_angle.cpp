// SPDX-License-Identifier: MIT
// A path in any direction beside one of single steps, over ponds on a map. With the name of a file
// it draws both: `any_angle any_angle` writes any_angle.svg and any_angle.png.
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>
#include <senda/grid/any_angle.hpp>
#include <senda/grid/jump_point.hpp>

#include <array>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

int main(int count, char** arguments) {
    struct pond {
        int x, y, radius;
    };
    constexpr std::array ponds{pond{13, 8, 6}, pond{12, 27, 8}, pond{31, 15, 8}, pond{36, 34, 7},
                               pond{51, 7, 7}, pond{54, 25, 6}, pond{68, 14, 5}, pond{69, 33, 7}};
    const senda::octile_grid map(80, 40, [&](senda::cell c) {
        for (const auto& [x, y, radius] : ponds)
            if ((c.x - x) * (c.x - x) + (c.y - y) * (c.y - y) < radius * (radius + 1)) return false;
        return true;
    });
    const auto steps = senda::jump_point(map, {2, 2}, {77, 37});
    const auto straight = senda::any_angle(map, {2, 2}, {77, 37});
    std::cout << "in single steps " << steps.cost << ", in any direction " << straight.cost
              << " with " << straight.path.size() - 2 << " turns\n";
    if (count < 2) return 0;

    constexpr double side = 10;  // of a cell in the picture
    senda::draw::canvas picture(80 * 10, 40 * 10, senda::draw::palette::paper);
    for (int y = 0; y < map.height(); ++y)
        for (int x = 0; x < map.width(); ++x)
            if (!map.open({x, y}))
                picture.rectangle({x * side, y * side, side, side}, senda::draw::palette::stone);
    const auto line = [&](const auto& path, auto place, senda::draw::color paint) {
        std::vector<senda::draw::point> points;
        for (const auto& p : path) points.push_back({place(p).x * side, place(p).y * side});
        picture.polyline(points, {.paint = paint, .width = 4, .ends = senda::draw::cap::round});
    };
    line(steps.path, senda::centre, senda::draw::palette::blue);
    line(straight.path, [](senda::point p) { return p; }, senda::draw::palette::red);
    std::ofstream(arguments[1] + std::string(".svg")) << senda::draw::to_svg(picture);
    std::ofstream(arguments[1] + std::string(".png"), std::ios::binary) << to_png(picture);
}
