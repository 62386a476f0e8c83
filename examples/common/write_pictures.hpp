// SPDX-License-Identifier: MIT
// The pictures that a command line asks for, written into files.
#pragma once

#include "arguments.hpp"
#include "console.hpp"
#include "files.hpp"
#include "refuse.hpp"

#include <common/replay_apng.hpp>
#include <common/replay_page.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>

#include <string>
#include <type_traits>

namespace program {

/// Writes a file with a function that is given the sink; false if that is not possible. Without a
/// name there is nothing to write.
template <class Write>
bool write_file(const std::string& name, const console& out, Write write) {
    if (name.empty()) return true;
    output_file file(name);
    if (file.error() == 0) write(file);
    const int error = file.finish();
    if (error != 0) out.error(unwritable(name, error).message);
    return error == 0;
}

/// Writes a picture as SVG and as PNG; false if one could not be written.
///
/// `picture`  gives the canvas; it is called only if it is needed.
template <class Picture>
bool write_pictures(const picture_files& files, const std::string& title, const console& out,
                    Picture picture) {
    if (files.svg.empty() && files.png.empty()) return true;
    const senda::draw::canvas drawn = picture();
    const bool has_svg =
        write_file(files.svg, out, [&](auto& file) { senda::draw::write_svg(drawn, file, title); });
    const bool has_png =
        write_file(files.png, out, [&](auto& file) { senda::draw::write_png(drawn, file); });
    return has_svg && has_png;
}

inline constexpr int longest_still = 2000;  ///< the pixels of the longer side, about
inline constexpr int longest_film = 1000;   ///< of what is sent around and has many frames

/// The same, and the page that `page` gives, or what it plays as a moving picture. It may take the
/// pixels that the longer side should have.
template <class Picture, class Page>
bool write_pictures(const picture_files& files, const std::string& title, const console& out,
                    Picture picture, Page page) {
    const bool has_pictures = write_pictures(files, title, out, picture);
    if (files.html.empty() && files.apng.empty()) return has_pictures;
    const auto made = [&page]([[maybe_unused]] int longest) {
        if constexpr (std::is_invocable_v<Page&, int>)
            return page(longest);
        else
            return page();
    };
    const bool has_page =
        write_file(files.html, out, [&](auto& file) { made(longest_still).write(file); });
    const bool has_film = write_file(files.apng, out, [&](auto& file) {
        senda::draw::write_apng(made(longest_film), file,
                                files.cell > 0 ? 2500 : longest_film * 6 / 5);
    });
    return has_pictures && has_page && has_film;
}

}  // namespace program
