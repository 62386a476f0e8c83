// SPDX-License-Identifier: MIT
// Mazes and routes written as text, for the tests.
#pragma once

#include <maze/format.hpp>
#include <senda/maze/board.hpp>

#include <doctest/doctest.h>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

inline senda::maze::board board_of(std::string_view text) {
    senda::parsed<senda::maze::board> parsed = senda::maze::parse(text);
    REQUIRE(parsed);
    return *std::move(parsed);
}

inline std::vector<senda::maze::place> route_of(const senda::maze::board& b,
                                                std::string_view text) {
    std::vector<senda::maze::place> route;
    const auto points = senda::maze::parse_route(text);
    REQUIRE(points);
    for (const senda::maze::point p : *points) route.push_back(b.place_of(p));
    return route;
}

/// A maze that can be won only with its treasure.
inline const senda::maze::board& treasure_maze() {
    static const senda::maze::board b =
        board_of("N=4, M=11, P=8\n###########\n#S3333333E#\n#T00000333#\n###########\n");
    return b;
}

}  // namespace support
