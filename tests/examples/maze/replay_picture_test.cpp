// SPDX-License-Identifier: MIT
#include <maze/format.hpp>
#include <maze/replay_picture.hpp>

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
    const std::string spanish =
        maze::to_replay_page(b, route_of(b, "(1,2) (2,2)"), "x", {}, maze::spanish_words).to_html();
    CHECK(has(spanish, "<html lang=\"es\">"));
    CHECK(has(spanish, "vida"));
    CHECK_FALSE(has(spanish, "life"));
    CHECK(has(maze::to_replay_page(b, route_of(b, "(1,2) (2,2) (3,2) (4,2)"), "x").to_html(),
              "The last life is lost."));
}

TEST_CASE("a corridor that is walked twice has two lanes on the page, and life has a chart") {
    const maze::board b = support::board_of("N=1, M=7, P=9\nT0S000E\n");
    const std::vector<maze::place> route =
        route_of(b, "(2,0) (1,0) (0,0) (1,0) (2,0) (3,0) (4,0) (5,0) (6,0)");
    const auto layout = maze::picture_layout::with_cells(b, 40);
    const senda::draw::replay_page page = maze::to_replay_page(b, route, "x", layout);
    const auto& replay = page.record();
    CHECK(replay.background.height() == layout.height(b) + senda::draw::profile::height);
    REQUIRE(replay.overlay);
    REQUIRE(replay.trails.size() == 1);
    const std::uint32_t runner = replay.trails[0].sprite;
    // All that the runner passes is the line of the still picture.
    std::vector<senda::draw::point> middles;
    for (const maze::place p : route) middles.push_back(layout.middle(b, p));
    std::vector<senda::draw::detail::replay_place> line;
    for (const senda::draw::point& p : senda::draw::route_line(middles, 40)) {
        const auto at = senda::draw::detail::to_place({p.x, p.y});
        if (line.empty() || line.back() != at) line.push_back(at);
    }
    std::vector<senda::draw::detail::replay_place> passed = {replay.sprites[runner].place};
    std::vector<std::int64_t> cursor;
    for (const auto& c : replay.changes) {
        if (c.kind != senda::draw::detail::change_kind::move) continue;
        if (c.target == runner)
            passed.push_back({passed.back().x + c.a, passed.back().y + c.b});
        else if (c.b == 0)
            cursor.push_back(c.a);
    }
    CHECK(passed == line);
    CHECK(cursor.size() >= route.size() - 1);
    for (const std::int64_t by : cursor) CHECK(by > 0);
}
