// SPDX-License-Identifier: MIT
#include <senda/mazegen/animation.hpp>

#include "../draw/played_page.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/braid.hpp>
#include <senda/search/bfs.hpp>
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
