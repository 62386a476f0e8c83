// SPDX-License-Identifier: MIT
// maze verify: replays a route by the rules, and says whether it wins or where it fails.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

#include "../common/list_argument.hpp"

#include <maze/format.hpp>
#include <maze/game.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace maze = senda::maze;

namespace {

/// How long a route may be, by its beginning: what is wrong there stays wrong.
std::optional<program::input_limit> limit_of_route(std::string_view beginning) {
    if (beginning.find_first_not_of("0123456789(), \t\r\n") != beginning.npos) return std::nullopt;
    return program::long_input;
}

}  // namespace

int verify(const verify_arguments& args, program::console& out) {
    if (args.file == "-" && args.route == program::from_standard_input) {
        out.error("FILE and ROUTE cannot both be the standard input");
        return program::wrong_usage;
    }
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;

    const maze::words& w = args.words();
    const auto parse = [&w](std::string_view text) { return maze::parse_route(text, w.reading); };
    const auto route =
        program::read_list("<route>", args.route, limit_of_route, parse, args.json, out);
    if (!route) return route.code;

    const maze::replayed walk = maze::replay(b, std::span<const maze::point>{*route});
    const std::string message = maze::explain(b, *route, walk, w);
    if (args.json) {
        out.print(verify_document(b, file.warnings, *route, walk, message));
    } else {
        out.print(out.with(walk ? program::accent::good : program::accent::bad, message) + '\n');
        const bool on_terminal = program::console::output_is_terminal();
        constexpr std::size_t too_many_to_read = 200;
        std::string lives;
        for (const maze::life_points life : walk.life)
            lives += (lives.empty() ? "" : " ") + std::to_string(life);
        if (!lives.empty() && !(on_terminal && walk.life.size() > too_many_to_read))
            out.print(senda::substitute(w.lives, {lives}) + '\n');
        if (args.show || on_terminal) {
            std::vector<maze::place> walked;
            walked.reserve(walk.life.size());
            for (std::size_t i = 0; i < walk.life.size(); ++i)
                walked.push_back(b.place_of((*route)[i]));
            out.print("\n");
            print_picture(b, walked, out);
        }
    }
    return walk ? program::answered : program::no_solution;
}
