// SPDX-License-Identifier: MIT
// The pictures of a plan that a command line asks for.
#pragma once

#include "documents.hpp"
#include "picture.hpp"

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <string>

/// Writes the pictures; false if one could not be written. What is too much to move is said.
inline bool write_pictures(const program::picture_files& files, const senda::grid& g,
                           const agent_list& agents, const cell_plan& p, const std::string& title,
                           const program::console& out) {
    const bool is_written =
        program::write_pictures(files, title, out, [&] { return to_picture(g, agents, p.paths); });
    if (files.html.empty() && files.apng.empty()) return is_written;
    if (!p) {
        out.note("without a plan there is nothing that moves: no page is written");
        return is_written;
    }
    const replay_size size(p.paths);
    if (size.agents < p.paths.size())
        out.note("only the first " + std::to_string(size.agents) + " of " +
                 std::to_string(p.paths.size()) + " agents move; the others stand at their goals");
    const senda::draw::replay_page page = to_replay_page(g, agents, p.paths, title);
    const bool has_page =
        program::write_file(files.html, out, [&](auto& sink) { page.write(sink); });
    // Where more moves than can be followed, small is large enough.
    const int longest = size.moves <= replay_size::most_gliding ? program::longest_film : 600;
    const bool has_film = program::write_file(
        files.apng, out, [&](auto& sink) { senda::draw::write_apng(page, sink, longest); });
    return is_written && has_page && has_film;
}
