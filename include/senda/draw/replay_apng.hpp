// SPDX-License-Identifier: MIT
// A replay as a moving picture, for where no page can be: a message, a document, a slide.
#pragma once

#include <senda/draw/apng.hpp>
#include <senda/draw/page/replay_film.hpp>
#include <senda/draw/png/color_table.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace senda::draw {

/// How a replay becomes a moving picture.
struct apng_options {
    /// Pixels for each of the replay; 0 makes it as large as the page, but at most 1000 a side.
    double scale = 0;
    std::uint32_t plays = 0;  ///< how often it is played; 0 is for ever
};

/// Writes a replay as an APNG file to a sink, with its values and captions below the picture. It
/// is as fast as the page, takes half a minute at most if that sets no pace, and leaves out frames
/// that nobody could see. All is drawn twice, the first time to know the colours.
template <ByteSink Sink>
void write_apng(const replay_page& page, Sink&& sink, const apng_options& options = {}) {
    const detail::replay_record& replay = page.record();
    const canvas& ground = replay.background;
    const double fitting = std::min(1.0, 1000.0 / std::max(ground.width(), ground.height()));
    detail::replay_film film(replay, options.scale > 0 ? options.scale : fitting);

    detail::color_table table;
    std::uint32_t frames = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool has_palette = table.index_of(transparent) == 0;
    film.play([&](const image& picture, const detail::pixel_box& changed, int) {
        ++frames;
        width = static_cast<std::uint32_t>(picture.width());
        height = static_cast<std::uint32_t>(picture.height());
        for (int y = changed.top; y < changed.bottom && has_palette; ++y)
            has_palette = add_colors(
                table, picture.row(y).subspan(static_cast<std::size_t>(changed.left),
                                              static_cast<std::size_t>(changed.right) -
                                                  static_cast<std::size_t>(changed.left)));
    });
    if (!has_palette) table.colors.clear();
    const auto pass_on = [&sink](std::string_view piece) { sink(piece); };
    apng_writer writer(pass_on, width, height, frames, table.colors, options.plays);
    film.play([&](const image& picture, const detail::pixel_box& changed, int time) {
        writer.frame(picture, static_cast<frame_time>(std::clamp(time, 1, 60'000)), changed);
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
