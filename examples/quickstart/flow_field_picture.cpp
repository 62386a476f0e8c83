// SPDX-License-Identifier: MIT
// Draws a flow field: an arrow a cell, in bands of colour by how far the goal is. With a name it
// writes the picture to a file.
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/grid/flow_field.hpp>

#include <cmath>
#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
    const auto wall = [](senda::cell c) {
        return (c.x == 12 && c.y > 3) || (c.y == 12 && c.x > 18 && c.x < 31) ||
               (c.x == 24 && c.y < 9) || (c.y == 18 && c.x > 3 && c.x < 9);
    };
    const senda::octile_grid map(36, 24, [&](senda::cell c) { return !wall(c); });
    const senda::cell goal{29, 5};
    const senda::flow_field field(map, goal);

    constexpr double side = 16;
    const double farthest = field.distance({0, 23});

    senda::draw::canvas picture(36 * 16, 24 * 16, senda::draw::palette::ink);
    for (int y = 0; y < map.height(); ++y) {
        for (int x = 0; x < map.width(); ++x) {
            if (!map.open({x, y})) continue;
            const double left = x * side;
            const double top = y * side;
            const double band = std::floor(field.distance({x, y}) / 3) * 3;
            const auto floor = senda::draw::distance_color(band / farthest);
            picture.rectangle({left, top, side, side}, floor);
            const auto [to_x, to_y] = field.next({x, y});
            const double along = to_x != x && to_y != y ? 3.2 : 4.5;
            const senda::draw::point head{left + side / 2 + along * (to_x - x),
                                          top + side / 2 + along * (to_y - y)};
            const senda::draw::point tail{left + side / 2 - along * (to_x - x),
                                          top + side / 2 - along * (to_y - y)};
            picture.line(tail, head, {senda::draw::readable_on(floor), 1.2});
            picture.circle(head, 2.2, senda::draw::readable_on(floor));
        }
    }
    picture.ring({(goal.x + 0.5) * side, (goal.y + 0.5) * side}, 6, {senda::draw::palette::red, 3});
    if (argc > 1) std::ofstream(argv[1], std::ios::binary) << senda::draw::to_png(picture);
    std::cout << "from the lower left corner: " << farthest << '\n';
}
