// SPDX-License-Identifier: MIT
#include <senda/maze/format.hpp>
#include <senda/maze/replay_picture.hpp>

#include "written_mazes.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace maze = senda::maze;

using support::route_of;
using support::treasure_maze;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a replay has a frame a step and one for the start") {
    const maze::board b = treasure_maze();
    const std::vector<maze::place> route =
        route_of(b, "(1,2) (1,1) (2,1) (3,1) (4,1) (5,1) (5,2) (6,2) (7,2) (8,2) (9,2)");
    const senda::draw::replay_page page = maze::to_replay_page(b, route, "a <b> & c");
    CHECK(page.frame_count() == 11);
    const std::string html = page.to_html();
    CHECK(has(html, "a &lt;b&gt; &amp; c"));
    CHECK(has(html, "\"values\":[\"step\",\"life\",\"treasures\"]"));
    for (const char* said : {"A treasure: 5 life more.", "A 3: 3 life less.",
                             "Nothing is lost here.", "The end: won."})
        CHECK(has(html, said));
}

TEST_CASE("a replay ends where a route fails") {
    const maze::board b = treasure_maze();
    const auto frames = [&b](const std::string& text) {
        return maze::to_replay_page(b, route_of(b, text), "x").frame_count();
    };
    CHECK(frames("(1,2) (2,2) (3,2) (4,2) (5,2)") == 4);
    CHECK(frames("(1,2) (1,3)") == 1);
    CHECK(frames("(5,2) (4,2)") == 1);
    CHECK(maze::to_replay_page(b, {}, "x").frame_count() == 1);
    CHECK(has(maze::to_replay_page(b, route_of(b, "(1,2) (2,2) (3,2) (4,2)"), "x").to_html(),
              "The last life is lost."));
}
