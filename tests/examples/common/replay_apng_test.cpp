// SPDX-License-Identifier: MIT
#include <common/replay_apng.hpp>
#include <common/replay_page.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/raster.hpp>

#include "draw/apng_reader.hpp"
#include "draw/random_canvas.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace replay_apng_test {

using senda::draw::canvas;
using senda::draw::color;
using senda::draw::image;
using senda::draw::look_id;
using senda::draw::point;
using senda::draw::replay_page;
using senda::draw::sprite_id;
using senda::draw::to_apng;
using support::split_mix64;
using test_draw::read_apng;

constexpr color red{255, 0, 0};
constexpr color blue{0, 0, 255};

bool shows(const test_draw::read_apng_frame& frame, const image& picture) {
    return std::equal(frame.pixels.begin(), frame.pixels.end(), picture.pixels().begin(),
                      picture.pixels().end());
}

/// What is seen of a replay, drawn anew from a list of what is in it.
struct drawn_replay {
    struct sprite {
        std::size_t look;
        point at;
        bool is_shown;
        color paint;
    };
    canvas ground{300, 120, {250, 250, 240}};
    std::vector<canvas> looks;
    std::vector<sprite> sprites;
    std::vector<point> trail;

    [[nodiscard]] image picture() const {
        canvas all = ground;
        if (trail.size() > 1) all.polyline(trail, {{40, 120, 60}, 3, senda::draw::cap::round});
        for (const sprite& s : sprites)
            if (s.is_shown) all.add(looks[s.look], s.at, red, s.paint);
        return senda::draw::rasterize(all);
    }
};

/// Whether all but a few pixels, those at the edges of shapes, have exactly their colours.
bool looks_like(const test_draw::read_apng_frame& frame, const image& picture) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < frame.pixels.size(); ++i)
        same += frame.pixels[i] == picture.pixels()[i] ? 1 : 0;
    return same * 100 > frame.pixels.size() * 97;
}

TEST_CASE("random replays: each frame is the still picture of what is in it") {
    int exact = 0;
    int reduced = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        drawn_replay now;
        for (int i = random.below(3); i > 0; --i)
            now.ground.rectangle({random.below(250), random.below(100), 40, 17},
                                 test_draw::random_color(random, 100));
        replay_page page{"Random", now.ground};
        std::vector<look_id> looks;
        for (int i = 0; i < 3; ++i) {
            canvas look{1, 1};
            look.circle({0, 0}, random.between(2, 9), red);
            look.rectangle({-3, 1, random.between(1, 12), 4}, blue);
            if (i == 1) look.text({0, 0}, "g7", {.paint = blue, .size = 13});
            if (i == 2) look.line({-8, -3}, {9, 4}, {blue, 3, senda::draw::cap::square});
            if (i == 2) look.ring({2, 2}, 6, {red, 2});
            looks.push_back(page.add_look(look, red));
            now.looks.push_back(look);
        }
        const auto place = [&]() -> point {
            return {random.between(-40, 1240) / 4.0, random.between(-40, 480) / 4.0};
        };
        std::vector<sprite_id> ids;
        for (int i = random.between(1, 4); i > 0; --i) {
            now.sprites.push_back({static_cast<std::size_t>(random.below(3)), place(), true, red});
            ids.push_back(page.add_sprite(looks[now.sprites.back().look], now.sprites.back().at));
        }
        page.trail(ids[0], {40, 120, 60}, 3);
        now.trail.push_back(now.sprites[0].at);
        std::vector<image> expected;
        for (int f = random.between(1, 12); f > 0; --f) {
            if (!expected.empty()) page.next_frame();
            for (int n = random.below(5); n > 0; --n) {
                const auto i = static_cast<std::size_t>(random.below(static_cast<int>(ids.size())));
                drawn_replay::sprite& s = now.sprites[i];
                if (random.percent(60)) {
                    const point to = place();
                    if (i == 0) now.trail.push_back(to);
                    s.at = to;
                    page.move(ids[i], s.at);
                } else if (i > 0 && random.percent(60)) {
                    s.is_shown = random.percent(50);
                    s.is_shown ? page.show(ids[i]) : page.hide(ids[i]);
                } else {
                    s.paint = random.percent(50) ? blue : color{20, 160, 30};
                    page.paint(ids[i], s.paint);
                }
            }
            expected.push_back(now.picture());
        }
        const auto file = read_apng(to_apng(page));
        REQUIRE(file);
        CHECK(file->width == 300);
        CHECK(file->height == 120);  // nothing is said, so nothing is below
        CHECK(file->plays == 0);
        REQUIRE(file->frames.size() == expected.size());
        const bool has_few_colors = file->palette_size < 256;
        for (std::size_t f = 0; f < expected.size(); ++f)
            REQUIRE((has_few_colors ? shows : looks_like)(file->frames[f], expected[f]));
        ++(has_few_colors ? exact : reduced);
    }
    CHECK(exact > 0);
    CHECK(reduced > 0);
}

TEST_CASE("what moves while it is hidden leaves no trail") {
    replay_page page{"Hidden", canvas{300, 40}};
    const sprite_id mole = page.add_sprite(page.add_look(canvas{1, 1}), {20, 20});
    page.trail(mole, red, 4);
    page.next_frame();
    page.move(mole, {60, 20});
    page.hide(mole);
    page.move(mole, {120, 20});
    page.show(mole);
    page.move(mole, {160, 20});
    const auto file = read_apng(to_apng(page));
    REQUIRE(file);
    canvas expected{300, 40};
    expected.line({20, 20}, {60, 20}, {red, 4, senda::draw::cap::round});
    expected.line({120, 20}, {160, 20}, {red, 4, senda::draw::cap::round});
    CHECK(shows(file->frames[1], senda::draw::rasterize(expected)));
}

replay_page walk(int steps) {
    replay_page page{"Walk", canvas{240, 20}};
    canvas dot{1, 1};
    dot.circle({0, 0}, 5, red);
    const sprite_id walker = page.add_sprite(page.add_look(dot), {10, 10});
    for (int i = 1; i <= steps; ++i) {
        page.next_frame();
        page.move(walker, {10 + i % 220, 10});
    }
    return page;
}

TEST_CASE("a moving picture is as fast as its page, and no longer than half a minute") {
    struct expected {
        int steps;
        std::size_t frames;
        double seconds;  // a frame in the middle
    };
    const expected many = support::is_slow ? expected{1599, 800, 0.02} : expected{4499, 1500, 0.02};
    for (const auto& [steps, frames, seconds] :
         {expected{9, 10, 0.2}, expected{299, 300, 0.1}, many}) {
        CAPTURE(steps);
        const auto file = read_apng(to_apng(walk(steps)));
        REQUIRE(file);
        REQUIRE(file->frames.size() == frames);
        CHECK(file->frames[frames / 2].seconds == doctest::Approx(seconds));
        CHECK(file->frames.front().seconds > seconds);
        CHECK(file->frames.back().seconds > 2);
    }
    replay_page slow = walk(3);
    slow.pace(2);
    CHECK(read_apng(to_apng(slow))->frames[1].seconds == doctest::Approx(0.5));
}

TEST_CASE("what glides is seen on its way, in the time of its frame") {
    replay_page page = walk(1);
    page.pace(2);
    page.glide();
    const auto file = read_apng(to_apng(page));
    REQUIRE(file);
    REQUIRE(file->frames.size() == 7);
    CHECK(shows(file->frames.back(), [&] {
        canvas last{240, 20};
        last.circle({11, 10}, 5, red);
        return senda::draw::rasterize(last);
    }()));
}

TEST_CASE("values and captions are below the picture, and it may be made smaller") {
    replay_page page{"Said", canvas{400, 100, blue}};
    page.value("life", 12);
    page.caption("A caption that is much longer than the picture is wide, so that it takes lines.");
    const auto whole = read_apng(to_apng(page));
    REQUIRE(whole);
    CHECK(whole->width == 400);
    CHECK(whole->height == 100 + 3 * 20 + 8);
    bool is_blue = true;
    bool has_text = false;
    const auto& pixels = whole->frames[0].pixels;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        (i < 400 * 100 ? is_blue = is_blue && pixels[i] == blue
                       : has_text = has_text || pixels[i] == senda::draw::palette::ink);
    CHECK(is_blue);
    CHECK(has_text);
    const auto small = read_apng(to_apng(page, 300));
    REQUIRE(small);
    CHECK(small->width == 300);
    const auto narrow = read_apng(to_apng(replay_page{"Narrow", canvas{20, 20, blue}}));
    REQUIRE(narrow);
    CHECK(narrow->width == 240);
    CHECK(narrow->frames[0].pixels[119] == blue);
    CHECK(narrow->frames[0].pixels[100] == senda::draw::palette::paper);
    const auto large = read_apng(to_apng(replay_page{"Large", canvas{4000, 200}}));
    REQUIRE(large);
    CHECK(large->width == 1200);
    CHECK(large->height == 60);
}

TEST_CASE("nothing is drawn outside of the bounds of a canvas") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        const canvas shapes = test_draw::shapes_of_all_kinds(seed);
        const image drawn = senda::draw::rasterize(shapes);
        const senda::draw::detail::replay_area a = senda::draw::detail::bounds_of(shapes);
        bool is_bounded = true;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x)
                if (x + 2 < a.left || x - 1 > a.right || y + 2 < a.top || y - 1 > a.bottom)
                    is_bounded = is_bounded && drawn.at(x, y) == shapes.background();
        CHECK(is_bounded);
    }
}

}  // namespace replay_apng_test
