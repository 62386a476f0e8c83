// SPDX-License-Identifier: MIT
#include <senda/draw/png.hpp>
#include <senda/draw/raster.hpp>

#include "apng_reader.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace apng_test {

using senda::draw::apng_writer;
using senda::draw::color;
using senda::draw::color_reduction;
using senda::draw::image;
using senda::draw::pixel_box;
using support::split_mix64;
using test_draw::read_apng;

bool shows(const test_draw::read_apng_frame& frame, const image& picture) {
    return std::equal(frame.pixels.begin(), frame.pixels.end(), picture.pixels().begin(),
                      picture.pixels().end());
}

TEST_CASE("each frame of random pictures comes back, and only its changed part is written") {
    for (std::uint64_t seed = 0; seed < support::rounds(120U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const int colors = random.between(1, 255);
        std::vector<color> palette;
        for (int i = 0; i < colors; ++i)
            palette.push_back(
                {static_cast<std::uint8_t>(i), 7, static_cast<std::uint8_t>(random.below(256))});
        const auto any = [&] { return palette[static_cast<std::size_t>(random.below(colors))]; };
        image picture{random.between(1, 40), random.between(1, 40), any()};
        std::vector<image> frames = {picture};
        for (int n = random.below(8); n > 0; --n) {
            const int left = random.below(picture.width());
            const int top = random.below(picture.height());
            const int right = random.between(left, picture.width());
            const int bottom = random.between(top, picture.height());
            for (int y = top; y < bottom; ++y)
                for (int x = left; x < right; ++x)
                    if (random.percent(60)) picture.at(x, y) = any();
            frames.push_back(picture);
        }
        color_reduction counted;
        for (const image& f : frames) counted.count(f.pixels());
        std::string bytes;
        auto sink = [&bytes](std::string_view piece) { bytes += piece; };
        apng_writer writer(sink, picture.width(), picture.height(),
                           static_cast<std::uint32_t>(frames.size()), counted);
        const pixel_box whole[] = {{0, 0, picture.width(), picture.height()}};
        for (std::size_t i = 0; i < frames.size(); ++i)
            writer.frame(frames[i], 100 + static_cast<int>(i), whole);
        writer.finish();

        const auto file = read_apng(bytes);
        REQUIRE(file);
        CHECK(file->plays == 0);
        CHECK(file->palette_size <= palette.size() + 1);
        REQUIRE(file->frames.size() == frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const auto& f = file->frames[i];
            REQUIRE(shows(f, frames[i]));
            CHECK(f.seconds == doctest::Approx(0.1 + 0.001 * static_cast<double>(i)));
            if (i == 0) continue;
            std::uint32_t left = 1000, top = 1000, right = 0, bottom = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    if (frames[i].at(x, y) != frames[i - 1].at(x, y)) {
                        left = std::min(left, static_cast<std::uint32_t>(x));
                        right = std::max(right, static_cast<std::uint32_t>(x + 1));
                        top = std::min(top, static_cast<std::uint32_t>(y));
                        bottom = static_cast<std::uint32_t>(y + 1);
                    }
            if (bottom == 0) {
                CHECK(f.width * f.height == 1);
                continue;
            }
            CHECK(f.left == left);
            CHECK(f.top == top);
            CHECK(f.width == right - left);
            CHECK(f.height == bottom - top);
        }
    }
}

}  // namespace apng_test
