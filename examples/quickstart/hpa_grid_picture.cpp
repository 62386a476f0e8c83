// SPDX-License-Identifier: MIT
// The regions of a map, their portals, a route from portal to portal and its cells, as a picture:
// `hpa_grid_picture map.png`.
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/hpa_grid.hpp>

#include <fstream>
#include <iostream>
#include <vector>

namespace palette = senda::draw::palette;
int main(int argc, char** argv) {
    constexpr int side = 253;  // four regions of 64 cells that share three lines
    constexpr int scale = 3;   // pixels a cell
    const senda::octile_grid g(side, side, [](senda::cell c) {
        const unsigned block = static_cast<unsigned>(c.x / 9 * 31 + c.y / 9) * 2654435761U;
        return (block >> 20) % 100 >= 45 || c.x % 27 == 0 || c.y % 18 == 4;
    });
    const senda::hpa_grid map{g};
    const auto route = map.route({0, 252}, {252, 4});
    if (!route) return 1;
    const auto middle = [](senda::cell c) {
        return senda::draw::point{(c.x + 0.5) * scale, (c.y + 0.5) * scale};
    };
    senda::draw::canvas picture(side * scale, side * scale, palette::paper);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            if (!g.open({x, y}))
                picture.rectangle({x * scale, y * scale, scale, scale}, palette::stone);
    for (int at = 63; at < side - 1; at += 63) {
        picture.line(middle({at, 0}), middle({at, side - 1}), {palette::gold, scale});
        picture.line(middle({0, at}), middle({side - 1, at}), {palette::gold, scale});
    }
    const auto draw_line = [&](const std::vector<senda::cell>& cells, senda::draw::color paint) {
        std::vector<senda::draw::point> line;
        for (const senda::cell c : cells) line.push_back(middle(c));
        picture.polyline(line, {paint, 3, senda::draw::cap::round});
    };
    for (const senda::cell portal : map.portals(1))
        picture.circle(middle(portal), 4, palette::teal);
    draw_line(route.waypoints, palette::red);
    draw_line(map.cells(route), palette::blue);
    for (const senda::cell c : route.waypoints) picture.circle(middle(c), 6, palette::red);
    if (argc > 1) std::ofstream(argv[1], std::ios::binary) << to_png(picture);
    std::cout << route.waypoints.size() << " waypoints, " << map.cells(route).size() << " cells\n";
}
