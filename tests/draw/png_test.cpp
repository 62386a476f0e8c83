// SPDX-License-Identifier: MIT
#include <senda/draw/png.hpp>

#include "inflate.hpp"
#include "random_canvas.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using senda::draw::canvas;
using senda::draw::color;
using senda::draw::image;
using senda::draw::to_png;
using support::split_mix64;
using test_draw::read_png;

bool shows(const std::string& file, const image& picture) {
    const auto back = read_png(file);
    return back && back->width == static_cast<std::uint32_t>(picture.width()) &&
           back->height == static_cast<std::uint32_t>(picture.height()) &&
           std::equal(back->pixels.begin(), back->pixels.end(), picture.pixels().begin(),
                      picture.pixels().end());
}

/// An image with so many different colours, in no order.
image colorful(split_mix64& random, int width, int height, int colors, bool opaque = true) {
    std::vector<color> palette;
    for (int i = 0; i < colors; ++i)
        palette.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8),
                           static_cast<std::uint8_t>(random.below(256)),
                           static_cast<std::uint8_t>(opaque ? 255 : random.below(256))});
    image picture{width, height};
    int next = 0;  // each of them at least once
    for (color& c : picture.pixels())
        c = palette[static_cast<std::size_t>(next < colors ? next++ : random.below(colors))];
    return picture;
}

}  // namespace

TEST_CASE("the smallest file is what the specification says, byte by byte") {
    const std::string file = to_png(canvas{1, 1, {255, 0, 0}});
    const std::string head("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\1\0\0\0\1\1\3\0\0\0", 8 + 8 + 13);
    CHECK(file.substr(0, head.size()) == head);
    const std::string palette("\0\0\0\3PLTE\xff\0\0", 11);
    CHECK(file.substr(head.size() + 4, palette.size()) == palette);
    const std::string end("\0\0\0\0IEND\xae\x42\x60\x82", 12);
    CHECK(file.substr(file.size() - end.size()) == end);
    CHECK(shows(file, image{1, 1, {255, 0, 0}}));
}

TEST_CASE("a picture has the same bytes on every machine") {
    for (const auto& [colors, opaque, checksum] : {std::tuple{20, true, 1833349190U},
                                                   {20, false, 2517469230U},
                                                   {300, true, 4189697533U},
                                                   {300, false, 3431853199U}}) {
        CAPTURE(colors);
        CAPTURE(opaque);
        split_mix64 random{5};
        const std::string file = to_png(colorful(random, 37, 29, colors, opaque));
        CHECK(senda::draw::crc32(file) == checksum);
    }
}

TEST_CASE("the colours decide the bits of a pixel") {
    struct expected {
        int colors, depth, kind;
    };
    split_mix64 random{1};
    for (const auto& [colors, depth, kind] :
         {expected{1, 1, 3}, expected{2, 1, 3}, expected{3, 2, 3}, expected{4, 2, 3},
          expected{5, 4, 3}, expected{16, 4, 3}, expected{17, 8, 3}, expected{255, 8, 3},
          expected{256, 8, 3}, expected{257, 8, 2}, expected{1000, 8, 2}}) {
        CAPTURE(colors);
        for (const int width : {1, 7, 8, 9, 33}) {
            const image picture = colorful(random, width, 1000 / width + 1, colors);
            const std::string file = to_png(picture);
            REQUIRE(shows(file, picture));
            const auto back = read_png(file);
            CHECK(back->depth == depth);
            CHECK(back->kind == kind);
            CHECK(back->palette_size == (kind == 3 ? static_cast<std::size_t>(colors) : 0));
        }
    }
}

TEST_CASE("what is not opaque stays so, with a palette and without") {
    split_mix64 random{2};
    for (const int colors : {1, 2, 20, 256, 400}) {
        CAPTURE(colors);
        const image picture = colorful(random, 30, 30, colors, false);
        const std::string file = to_png(picture);
        CHECK(shows(file, picture));
        CHECK(read_png(file)->kind == (colors > 256 ? 6 : 3));
    }
    CHECK(shows(to_png(canvas{3, 2, senda::draw::transparent}),
                image{3, 2, senda::draw::transparent}));
}

TEST_CASE("a canvas becomes the pixels that it is rasterized to") {
    for (std::uint64_t seed = 0; seed < support::rounds(150U); ++seed) {
        CAPTURE(seed);
        const canvas picture = test_draw::random_canvas(seed);
        REQUIRE(shows(to_png(picture), rasterize(picture)));
        if (seed % 4 == 0) REQUIRE(shows(to_png(picture, 2.5), rasterize(picture, 2.5)));
    }
}

TEST_CASE("a picture of several strips is the same as one drawn at once") {
    // Several strips of 2^20 pixels, with shapes across the seams.
    constexpr int side = support::is_slow ? 1100 : 1500;
    canvas picture{side, side};
    split_mix64 random{3};
    for (int i = 0; i < support::rounds(300); ++i) {
        const auto place = [&] { return random.below(side); };
        picture.line({place(), place()}, {place(), place()},
                     {{static_cast<std::uint8_t>(i), 0, 0}, 5, senda::draw::cap::round});
        picture.rectangle({place(), place(), 10, 300}, {0, 0, static_cast<std::uint8_t>(i)});
    }
    picture.circle({750, 699}, 300, {0, 255, 0, 100});
    const std::string file = to_png(picture);
    const auto back = read_png(file);
    REQUIRE(back);
    const image whole = rasterize(picture);
    CHECK(std::equal(back->pixels.begin(), back->pixels.end(), whole.pixels().begin()));
    CHECK(back->data_chunks > 1);
}

TEST_CASE("a picture that is given part by part is the same file as one given at once") {
    constexpr int side = 1200;  // two strips
    struct bar {
        int top;
        std::uint8_t shade;
    };
    std::vector<bar> bars;
    for (int top = 0; top < side; top += 37) bars.push_back({top, static_cast<std::uint8_t>(top)});
    std::vector<int> asked;
    const auto part = [&](int top, int rows) {
        asked.push_back(top);
        canvas picture{side, side};
        for (const bar& b : bars)
            if (b.top + 20 > top && b.top < top + rows)
                picture.rectangle({10.5, double(b.top), 900, 20}, {b.shade, 0, 0});
        return picture;
    };
    std::string in_parts;
    senda::draw::write_png(side, side, part, [&](std::string_view piece) { in_parts += piece; });
    CHECK(in_parts == to_png(part(0, side)));
    CHECK(std::count(asked.begin(), asked.end(), 0) >= 2);
    CHECK(std::any_of(asked.begin(), asked.end(), [](int top) { return top > 0; }));
}

TEST_CASE("rows longer than the window of the compression are right, and short if they repeat") {
    split_mix64 random{4};
    const std::size_t width = 40'000;
    image repeated{static_cast<int>(width), 20};
    for (std::size_t i = 0; i < repeated.pixels().size(); ++i)
        repeated.pixels()[i] = i < width ? color{static_cast<std::uint8_t>(random.below(200)), 0, 0}
                                         : repeated.pixels()[i - width];
    const std::string file = to_png(repeated);
    const auto back = read_png(file);
    REQUIRE(back);
    CHECK(shows(file, repeated));
    CHECK(std::count(back->filters.begin(), back->filters.end(), 2) >= 19);
    CHECK(file.size() < width + 5000);

    image noisy = colorful(random, 15'000, 3, 40'000);
    std::copy_n(noisy.pixels().begin(), 15'000, noisy.pixels().begin() + 15'000);
    CHECK(shows(to_png(noisy), noisy));
}

TEST_CASE("a picture of a million pixels wide is short if it is plain") {
    CHECK(to_png(canvas{1'000'000, 8}).size() < 2000);
}

TEST_CASE("a picture of walls takes a few bytes a room") {
    split_mix64 random{5};
    canvas picture{100 * 10 + 2, 100 * 10 + 2};
    for (int row = 0; row < 100; ++row)
        for (int col = 0; col < 100; ++col)
            picture.rectangle(
                {col * 10, row * 10, random.percent(50) ? 12 : 2, random.percent(50) ? 12 : 2},
                {0, 0, 0});
    CHECK(to_png(picture).size() < 100 * 100 * 2);
}
