// SPDX-License-Identifier: MIT
// The pictures that a command line asks for, written into files.
#pragma once

#include "console.hpp"
#include "files.hpp"
#include "json.hpp"
#include "picture_files.hpp"

#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>

#include <cstring>
#include <string>

namespace program {

namespace detail {

inline std::string cannot_write(const std::string& name, int error) {
    return "cannot write '" + name + "': " + std::strerror(error);
}

}  // namespace detail

/// Says which picture could not be written, if that is known before the work begins.
inline bool can_write(const picture_files& files, bool as_json, console& out) {
    for (const std::string* name : {&files.svg, &files.png, &files.html}) {
        if (name->empty()) continue;
        const int error = error_of_writing(*name);
        if (error == 0) continue;
        const std::string message = detail::cannot_write(*name, error);
        if (as_json) {
            out.print(invalid_json({{"unwritable", message}}) + '\n');
        } else {
            out.error(message);
        }
        return false;
    }
    return true;
}

/// Writes a file with a function that is given the sink; false if that is not possible.
template <class Write>
bool write_file(const std::string& name, const console& out, Write write) {
    output_file file(name);
    if (file.error() == 0) write(file);
    const int error = file.finish();
    if (error != 0) out.error(detail::cannot_write(name, error));
    return error == 0;
}

/// Writes the pictures that were asked for; false if one could not be written.
///
/// `picture`  gives the canvas, `page` the page that plays; each is called only if it is needed.
template <class Picture, class Page>
bool write_pictures(const picture_files& files, const std::string& title, const console& out,
                    Picture picture, Page page) {
    bool good = true;
    if (!files.svg.empty() || !files.png.empty()) {
        const senda::draw::canvas drawn = picture();
        if (!files.svg.empty())
            good &= write_file(files.svg, out,
                               [&](auto& file) { senda::draw::write_svg(drawn, file, title); });
        if (!files.png.empty())
            good &= write_file(files.png, out,
                               [&](auto& file) { senda::draw::write_png(drawn, file); });
    }
    if (!files.html.empty())
        good &= write_file(files.html, out, [&](auto& file) { page().write(file); });
    return good;
}

}  // namespace program
