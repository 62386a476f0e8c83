// SPDX-License-Identifier: MIT
#include "made.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "shaped.hpp"

#include "../common/board_file.hpp"
#include "../common/interrupt.hpp"
#include "../common/refuse.hpp"

#include <maze/format.hpp>
#include <senda/graph/grid.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

int refuse(const arguments& args, program::console& out, const senda::diagnostic& fault) {
    const int code = code_of(fault);
    if (args.json)
        out.print(fault_json(fault, status_of(code)));
    else
        out.error(fault.message);
    return code;
}

/// Says what is wrong with the mask, and where.
int refuse_mask(const arguments& args, program::console& out, const senda::diagnostic& fault,
                std::string_view text) {
    if (args.json)
        out.print(fault_json(fault, "invalid"));
    else
        out.show(fault, program::shown_name(args.mask), text);
    return program::bad_input;
}

/// How long a mask may be, by its beginning: no row is as long as that.
std::optional<program::input_limit> limit_of_mask(std::string_view beginning) {
    const std::size_t row = std::min(beginning.find_first_not_of("\r\n"), beginning.size());
    const bool has_row = beginning.find('\n', row) != beginning.npos;
    constexpr std::size_t most = std::size_t{256} << 20U;
    return program::input_limit{has_row ? most : beginning.size()};
}

/// How long a MAZE file may be, by its beginning.
std::optional<program::input_limit> limit_of_maze(std::string_view beginning) {
    const std::optional<std::uint64_t> most = senda::maze::most_bytes(beginning);
    if (!most) return std::nullopt;
    return program::input_limit{static_cast<std::size_t>(*most)};
}

/// Prints what is known, then what is not. Returns the exit code.
int conclude(const arguments& args, const made_maze& made, std::span<const written_file> files,
             program::console& out) {
    const int code = made.missing.empty() ? program::answered : code_of(made.missing.front());
    if (args.json) {
        out.print(report_json(args, made, made.missing.empty() ? "" : status_of(code)));
    } else {
        out.print(report_text(args, made, files));
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(args, made, out);
        }
    }
    for (const senda::diagnostic& fault : made.missing) out.error(fault.message);
    return code;
}

/// All that comes after a maze is there: what is quick first, so that nothing that is known is lost
/// when the rest is stopped.
int complete(const arguments& args, made_maze made, const deadline& until, program::console& out) {
    std::vector<written_file> files;
    explore(args, made, until);
    if (!program::interruption::requested()) {
        // The text comes first: it alone can be refused for what it holds.
        senda::diagnostic fault = choose_life(args, made, until);
        if (fault.code.empty()) fault = write_text(args, made, files);
        const bool is_refused = code_of(fault) == program::wrong_usage &&
                                fault.code != "unwritable" && !fault.code.empty();
        if (is_refused) return refuse(args, out, fault);
        if (!fault.code.empty()) made.missing.push_back(std::move(fault));
        write_pictures(args, made, files);
    }
    if (!program::interruption::requested()) rate(args, made, until);
    measure(args, made, until);
    return conclude(args, made, files, out);
}

/// Reads the MAZE file instead of making a maze.
int run_on_file(const arguments& args, const deadline& until, program::console& out) {
    using senda::maze::reading;
    program::file_arguments file;
    file.file = args.read;
    file.json = args.json;
    const auto read = program::read_board_file<senda::maze::board>(
        file, limit_of_maze, out, [&](std::string_view text) {
            return senda::maze::parse(text, args.strict ? reading::strict : reading::lenient);
        });
    if (!read.board) return read.code;
    senda::parsed<made_maze> made = make(args, *read.board, until);
    if (!made) return refuse(args, out, made.error());
    return complete(args, *std::move(made), until, out);
}

}  // namespace

int run(const arguments& args, program::console& out) {
    const deadline until(args.limits);
    if (args.rooms != room_shape::square) {
        const senda::parsed<shaped_answer> answer = make_shaped(args, until);
        if (!answer) return refuse(args, out, answer.error());
        out.print(answer->text);
        for (const senda::diagnostic& fault : answer->missing) out.error(fault.message);
        return answer->missing.empty() ? program::answered : code_of(answer->missing.front());
    }
    if (!args.read.empty()) return run_on_file(args, until, out);
    std::optional<senda::grid> mask;
    std::string mask_text;
    if (!args.mask.empty()) {
        program::input input = program::read_input(args.mask, limit_of_mask);
        if (!input) return refuse_mask(args, out, program::unreadable(input.error), {});
        mask_text = std::move(input.text);
        senda::parsed<senda::grid> read = senda::grid::parse(mask_text);
        if (!read) return refuse_mask(args, out, read.error(), mask_text);
        mask = *std::move(read);
    }
    senda::parsed<made_maze> made = make(args, mask, until);
    if (!made && made.error().code == "bad_mask")
        return refuse_mask(args, out, made.error(), mask_text);
    if (!made) return refuse(args, out, made.error());
    return complete(args, *std::move(made), until, out);
}
