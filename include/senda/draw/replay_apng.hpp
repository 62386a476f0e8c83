// SPDX-License-Identifier: MIT
// A replay as a moving picture, for where no page can be: a message, a document, a slide.
#pragma once

#include <senda/detail/draw/page/replay_film.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda::draw::detail {

/// Counts the colours of pictures, and then gives each one of a palette.
class color_reduction {
public:
    /// Counts the colours of pixels.
    void count(std::span<const color> pixels) {
        for (std::size_t from = 0; from < pixels.size();) {
            std::size_t to = from + 1;
            while (to < pixels.size() && pixels[to] == pixels[from]) ++to;
            counted& entry = colors_[number_of(pixels[from])];
            entry.is = pixels[from];
            entry.pixels += to - from;
            from = to;
        }
    }

    /// The palette: `transparent` and at most 255 others.
    [[nodiscard]] std::vector<color> palette() {
        std::vector<counted*> sorted;
        for (auto& [number, entry] : colors_)
            if (entry.is != transparent) sorted.push_back(&entry);
        std::sort(sorted.begin(), sorted.end(), [](const counted* a, const counted* b) {
            return std::pair{b->pixels, number_of(a->is)} < std::pair{a->pixels, number_of(b->is)};
        });
        constexpr std::size_t most = 255;
        std::vector<color> chosen = {transparent};
        for (std::size_t i = 0; i < std::min(sorted.size(), most); ++i)
            chosen.push_back(sorted[i]->is);
        for (counted* entry : sorted) entry->shown = nearest(entry->is, chosen);
        return chosen;
    }

    /// The colour of the palette for one that was counted.
    [[nodiscard]] color of(color c) const { return colors_.find(number_of(c))->second.shown; }

private:
    struct counted {
        color is;
        std::uint64_t pixels = 0;
        color shown = transparent;
    };

    [[nodiscard]] static std::uint32_t number_of(color c) noexcept {
        return std::uint32_t{c.red} << 24U | std::uint32_t{c.green} << 16U |
               std::uint32_t{c.blue} << 8U | c.alpha;
    }

    [[nodiscard]] static color nearest(color c, std::span<const color> among) {
        const auto distance = [c](color other) {
            const auto square = [](int a, int b) { return (a - b) * (a - b); };
            return 2 * square(c.red, other.red) + 4 * square(c.green, other.green) +
                   square(c.blue, other.blue) + 8 * square(c.alpha, other.alpha);
        };
        return *std::min_element(among.begin(), among.end(),
                                 [&](color a, color b) { return distance(a) < distance(b); });
    }

    std::unordered_map<std::uint32_t, counted> colors_;
};

}  // namespace senda::draw::detail

namespace senda::draw {

/// How a replay becomes a moving picture.
struct apng_options {
    /// The most pixels that a side of the picture of the replay has; a larger one is made smaller.
    int longest = 1200;
    std::uint32_t plays = 0;  ///< how often it is played; 0 is for ever
};

/// Writes a replay as an APNG file to a sink, with its values and captions below the picture. It
/// is as fast as the page, takes half a minute at most if that sets no pace, and leaves out frames
/// that nobody could see. It has at most 255 colours: those beyond become the nearest. All is drawn
/// twice, the first time to know them.
template <ByteSink Sink>
void write_apng(const replay_page& page, Sink&& sink, const apng_options& options = {}) {
    const detail::replay_record& replay = page.record();
    const canvas& ground = replay.background;
    const double longest = std::max(options.longest, 1);
    detail::replay_film film(replay,
                             std::min(1.0, longest / std::max(ground.width(), ground.height())));

    using boxes = std::span<const detail::pixel_box>;
    const auto for_each_row = [](boxes parts, auto visit) {
        for (const detail::pixel_box& b : parts)
            for (int y = b.top; y < b.bottom; ++y)
                visit(y, static_cast<std::size_t>(b.left),
                      static_cast<std::size_t>(b.right - b.left));
    };
    detail::color_reduction colors;
    std::uint32_t frames = 0;
    film.play([&](const image& picture, boxes changed, int) {
        ++frames;
        for_each_row(changed, [&](int y, std::size_t left, std::size_t columns) {
            colors.count(picture.row(y).subspan(left, columns));
        });
    });
    const auto pass_on = [&sink](std::string_view piece) { sink(piece); };
    image shown(film.width(), film.height());
    apng_writer writer(pass_on, static_cast<std::uint32_t>(shown.width()),
                       static_cast<std::uint32_t>(shown.height()), frames, colors.palette(),
                       options.plays);
    film.play([&](const image& picture, boxes changed, int time) {
        for_each_row(changed, [&](int y, std::size_t left, std::size_t columns) {
            const auto from = picture.row(y).subspan(left, columns);
            color* const to = &shown.at(static_cast<int>(left), y);
            for (std::size_t i = 0; i < columns; ++i)
                to[i] = i > 0 && from[i] == from[i - 1] ? to[i - 1] : colors.of(from[i]);
        });
        writer.frame(shown, static_cast<frame_time>(std::clamp(time, 1, 60'000)),
                     detail::around(changed));
    });
    writer.finish();
}

/// A replay as the bytes of an APNG file.
[[nodiscard]] inline std::string to_apng(const replay_page& page,
                                         const apng_options& options = {}) {
    std::string bytes;
    write_apng(page, [&bytes](std::string_view piece) { bytes += piece; }, options);
    return bytes;
}

}  // namespace senda::draw
