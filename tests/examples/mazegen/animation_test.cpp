// SPDX-License-Identifier: MIT
#include <mazegen/animation.hpp>

#include "examples/common/played_page.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/search_trace.hpp>
#include <senda/draw/color.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace senda::mazegen;
using senda::cell;

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
    return count;
}

/// Remembers what is dug, and digs it in an animation too.
struct recorder {
    animation* page;
    std::vector<std::pair<cell, cell>> dug = {};

    void on_carve(cell from, cell to) {
        dug.emplace_back(from, to);
        page->on_carve(from, to);
    }
};

}  // namespace

TEST_CASE("the digger comes to each room when it is dug, from where it was or out of the blue") {
    for (const algorithm_description& a : algorithms) {
        CAPTURE(a.name);
        auto page = animation::make(9, 12, "a maze");
        recorder seen{&*page};
        const auto m = generate(a.which, 9, 12, 5, seen);
        page->finish(*m);
        const auto frames = test_draw::played(test_draw::data_of(page->page().to_html()));
        REQUIRE(frames.size() == seen.dug.size() + 2);
        CHECK_FALSE(frames.front().sprites[0].shown);
        CHECK_FALSE(frames.back().sprites[0].shown);
        const senda::draw::room_layout layout{.room = 29, .wall = 7, .margin = 7};
        for (std::size_t i = 0; i < seen.dug.size(); ++i) {
            const cell to = seen.dug[i].second;
            const auto& digger = frames[i + 1].sprites[0];
            const senda::draw::point there = layout.middle(to.y, to.x);
            REQUIRE(digger.shown);
            REQUIRE(digger.x == doctest::Approx(there.x));
            REQUIRE(digger.y == doctest::Approx(there.y));
            REQUIRE(frames[i + 1].values.at("passages") == std::to_string(i + 1));
        }
    }
}

TEST_CASE("an animation has a frame for each passage, and leaves the maze what it is") {
    for (const algorithm_description& a : algorithms) {
        CAPTURE(a.name);
        auto page = animation::make(9, 12, "a maze");
        REQUIRE(page);
        const auto m = generate(a.which, 9, 12, 5, *page);
        CHECK(*m == *generate(a.which, 9, 12, 5));
        CHECK(page->page().frame_count() == 9 * 12);  // one before the first passage
        page->finish(*m);
        CHECK(page->page().frame_count() == 9 * 12 + 1);
    }
}

TEST_CASE("what is opened afterwards is dug too, and the route is walked") {
    auto page = animation::make(9, 12, "a maze");
    auto m = generate(wilson{}, 9, 12, 5, *page);
    const auto opened = open_walls(*m, 0.3, 1);
    REQUIRE(*opened > 0);
    page->finish(*m);
    const std::uint64_t before = 9 * 12 + *opened + 1;
    CHECK(page->page().frame_count() == before);
    const auto found = senda::bfs(*m, cell{0, 0}, cell{11, 8});
    page->walk({{0, 0}, {11, 8}}, found.path);
    CHECK(page->page().frame_count() == before + 1 + found.path.size());
}

TEST_CASE("an animation is one page with buttons, and needs nothing from outside") {
    auto page = animation::make(20, 20, "dig <here> & there");
    const auto m = generate(kruskal{}, 20, 20, 5, *page);
    page->finish(*m);
    page->walk({{0, 0}, {19, 19}}, {});
    const std::string html = page->page().to_html();
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(occurrences(html, "dig &lt;here&gt; &amp; there") >= 1);
    for (const char* const button : {"first", "back", "play", "step", "last", "place", "speed"})
        CHECK(occurrences(html, "id=\"" + std::string{button} + '"') == 1);
    CHECK(occurrences(html, "src=") == 0);
    CHECK(occurrences(html, "https:") == 0);
    CHECK(html.size() < 20'000 + 400 * 60);
    // The same page from the same seed.
    auto again = animation::make(20, 20, "dig <here> & there");
    again->finish(*generate(kruskal{}, 20, 20, 5, *again));
    again->walk({{0, 0}, {19, 19}}, {});
    CHECK(again->page().to_html() == html);
}

TEST_CASE("the parts that Kruskal joins have a colour each, until there is one") {
    auto page = animation::make(6, 7, "parts", {.colors_parts = true});
    recorder seen{&*page};
    const auto m = generate(kruskal{}, 6, 7, 3, seen);
    page->finish(*m);
    const auto frames = test_draw::played(test_draw::data_of(page->page().to_html()));
    const senda::draw::room_layout layout{.room = 29, .wall = 7, .margin = 7};
    const auto color_at = [&](const test_draw::page_state& frame, cell c) {
        const senda::draw::point there = layout.middle(c.y, c.x);
        for (std::size_t i = 2; i < frame.sprites.size(); ++i) {
            const auto& s = frame.sprites[i];
            if (s.shown && s.x == doctest::Approx(there.x) && s.y == doctest::Approx(there.y))
                return s.paint;
        }
        return std::string{};
    };
    auto dug = maze::make(6, 7);
    std::size_t most_colors = 0;
    for (std::size_t i = 0; i < seen.dug.size(); ++i) {
        const auto [from, to] = seen.dug[i];
        for (const direction d : directions)
            if (next_to(from, d) == to) dug->open(from, d);
        std::set<std::string> colors;
        for (const auto& [a, b] : list_passages(*dug)) {
            const std::string color = color_at(frames[i + 1], a);
            REQUIRE_FALSE(color.empty());
            REQUIRE(color == color_at(frames[i + 1], b));
            colors.insert(color);
        }
        for_each_room(*dug, [&](cell c) {
            if (dug->degree(c) == 0) REQUIRE(color_at(frames[i + 1], c).empty());
        });
        most_colors = std::max(most_colors, colors.size());
        if (i + 1 == seen.dug.size()) CHECK(colors.size() == 1);
    }
    CHECK(most_colors > 4);
    for_each_room(*m, [&](cell c) { CHECK(color_at(frames.back(), c).empty()); });
}

TEST_CASE("searches are shown side by side, an expansion a frame, and what they found") {
    auto m = generate(wilson{}, 5, 6, 3);
    (void)braid(*m, 1, 1);
    const entrances at{{0, 0}, {5, 4}};
    search_trace broad(*m, at.entrance);
    search_trace deep(*m, at.entrance);
    const auto by_breadth = senda::bfs(*m, at.entrance, at.exit, {}, broad);
    const auto by_depth = senda::dfs(*m, at.entrance, at.exit, {}, deep);
    auto page = animation::make(*m, "two", {.searches = {"bfs", "dfs"}});
    REQUIRE(page);
    page->finish(*m);
    CHECK(page->page().frame_count() == 1);  // there is nothing to dig
    const shown_search both[] = {{&broad, by_breadth.path}, {&deep, by_depth.path}};
    page->search(at, both);
    const auto frames = test_draw::played(test_draw::data_of(page->page().to_html()));
    const std::uint64_t most = std::max(broad.expanded(), deep.expanded());
    CHECK(frames.size() == 4 + most + std::max(by_breadth.path.size(), by_depth.path.size()));
    for (std::size_t i = 0; i <= most; ++i) {
        const auto& values = frames[i + 2].values;
        const auto value = [&](const char* name) {
            const auto found = values.find(name);
            return found == values.end() || found->second.empty() ? 0 : std::stoi(found->second);
        };
        CHECK(value("bfs expanded") ==
              static_cast<int>(std::min<std::uint64_t>(i, broad.expanded())));
        CHECK(value("dfs expanded") ==
              static_cast<int>(std::min<std::uint64_t>(i, deep.expanded())));
    }
    // The rooms of the routes are blue at the end, but for their marked ends.
    std::size_t blue = 0;
    for (const auto& s : frames.back().sprites)
        blue += s.shown && s.paint == to_hex(senda::draw::palette::blue) ? 1 : 0;
    CHECK(blue == by_breadth.path.size() + by_depth.path.size() - 4);
}

TEST_CASE("a page of many rooms has no coloured floors") {
    auto page = animation::make(201, 200, "large", {.colors_parts = true});
    CHECK_FALSE(page->has_colors(201 * 200));
    const auto m = generate(kruskal{}, 201, 200, 3, *page);
    CHECK(page->page().to_html().size() < 3'000'000);
    CHECK(
        animation::make(100, 100, "four", {.searches = {"a", "b", "c", "d"}})->has_colors(10'000));
    CHECK_FALSE(
        animation::make(101, 100, "four", {.searches = {"a", "b", "c", "d"}})->has_colors(10'100));
}

TEST_CASE("an animation of too many rooms is refused") {
    CHECK(animation::fault_of(500, 500).code.empty());
    CHECK(animation::fault_of(250'000, 1).code.empty());
    CHECK(animation::fault_of(501, 500).code == "too_many_rooms");
    CHECK(animation::fault_of(INT64_MAX, INT64_MAX).code == "too_many_rooms");
    CHECK(animation::fault_of(0, 5).code == "bad_size");
    const auto page = animation::make(1'000'000, 1'000'000, "");
    REQUIRE_FALSE(page);
    CHECK(page.error().code == "too_many_rooms");
}

TEST_CASE("a single room has an animation in which nothing is dug") {
    auto page = animation::make(1, 1, "one");
    const auto m = generate(wilson{}, 1, 1, 1, *page);
    page->finish(*m);
    page->walk({{0, 0}, {0, 0}}, {});
    CHECK(page->page().frame_count() == 3);
}
