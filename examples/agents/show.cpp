// SPDX-License-Identifier: MIT
// agents show: a picture of a map, with the starts and goals of agents.
#include "commands.hpp"
#include "instance_file.hpp"
#include "pictures.hpp"

#include "../common/quantity.hpp"

#include <common/format.hpp>

#include <cstddef>
#include <string>

namespace {

/// A character a cell: walls, starts (o), goals (x), and both (%).
std::string drawn(const senda::grid& g, const agent_list& agents) {
    const auto width = static_cast<std::size_t>(g.width());
    std::string text;
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) text += g.open({x, y}) ? '.' : '#';
        text += '\n';
    }
    const auto at = [&](senda::cell c) -> char& {
        return text[static_cast<std::size_t>(c.y) * (width + 1) + static_cast<std::size_t>(c.x)];
    };
    for (const senda::cell c : agents.starts) at(c) = 'o';
    for (const senda::cell c : agents.goals) at(c) = at(c) == '.' ? 'x' : '%';
    return text;
}

}  // namespace

int show_map(const show_arguments& args, program::console& out) {
    instance_file file = args.scenario.empty()
                             ? read_map(args, out)
                             : read_instance(args, args.scenario, args.agents, out);
    if (!file) return file.code;
    if (const int code = code_of_count(file, args.agents, args.json, out)) return code;
    const senda::grid& g = *file.map;
    std::size_t open = 0;
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) open += g.open({x, y}) ? 1 : 0;
    if (args.json) {
        out.print(json_object{}
                      .add("status", "valid")
                      .add("width", g.width())
                      .add("height", g.height())
                      .add("open", open)
                      .add("agents", file.agents.size())
                      .add_warnings(file.warnings)
                      .finish_document());
    } else {
        if (g.width() <= out.room({64, 80}).cols) out.print(drawn(g, file.agents));
        out.print(std::to_string(g.width()) + " x " + std::to_string(g.height()) + " cells, " +
                  program::count_text(open) + " open, " +
                  senda::pluralize(file.agents.size(), "agent") + '\n');
    }
    const bool is_written =
        program::write_pictures(args.pictures, program::shown_name(args.map), out,
                                [&] { return to_picture(g, file.agents, {}); });
    return is_written ? program::answered : program::wrong_usage;
}
