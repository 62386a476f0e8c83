// SPDX-License-Identifier: MIT
// maze verify: replays a route by the rules, and says whether it wins or where it fails.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

#include <senda/maze/format.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <span>

namespace maze = senda::maze;

namespace {

struct given_route {
    std::string name;  // where it comes from
    program::input read;
};

/// The route of the command line, in one piece or in many, or from the standard input.
given_route read_route(const verify_arguments& told) {
    if (told.route.size() == 1 && told.route[0] == "-")
        return {program::shown_name("-"), program::read_input("-")};
    given_route given{"<route>", {}};
    for (const std::string& part : told.route)
        given.read.text += (given.read.text.empty() ? "" : " ") + part;
    return given;
}

}  // namespace

int verify(const verify_arguments& told) {
    program::console out(told.color);
    if (told.file == "-" && told.route.size() == 1 && told.route[0] == "-") {
        out.error("FILE and ROUTE cannot both be the standard input");
        return program::wrong_usage;
    }
    const maze_file file = read_maze(told, out);
    if (!file.board) return finished(out, file.code);
    const maze::board& b = *file.board;

    const given_route given = read_route(told);
    if (program::interruption::requested()) return program::interrupted;
    if (!given.read)
        return finished(
            out, refuse(told, out, given.name, {}, {{"unreadable", "cannot read the route"}}));
    const senda::parsed<std::vector<maze::point>> route = maze::parse_route(given.read.text);
    if (!route)
        return finished(out, refuse(told, out, given.name, given.read.text, {route.error()}));

    const maze::replayed walk = maze::replay(b, std::span<const maze::point>{*route});
    const std::string message = maze::explain(b, *route, walk);
    if (told.json) {
        out.print(verify_document(b, file.warnings, *route, walk, message));
    } else {
        out.print(out.with(walk ? program::accent::good : program::accent::bad, message) + '\n');
        const bool on_terminal = program::console::output_is_terminal();
        constexpr std::size_t too_many_to_read = 200;
        std::string lives;
        for (const maze::life_points life : walk.life) lives += ' ' + std::to_string(life);
        if (!lives.empty() && !(on_terminal && walk.life.size() > too_many_to_read))
            out.print("life:" + lives + '\n');
        if (told.show || on_terminal) {
            std::vector<maze::place> walked;
            for (std::size_t i = 0; i < walk.life.size(); ++i)
                walked.push_back(b.place_of((*route)[i]));
            out.print("\n");
            print_picture(b, walked, out);
        }
    }
    return finished(out, walk ? program::answered : program::no_solution);
}
