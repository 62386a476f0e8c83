// SPDX-License-Identifier: MIT
#include "made.hpp"
#include "outputs.hpp"
#include "report.hpp"

#include "../common/refuse.hpp"

#include <senda/graph/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

int code_of(const senda::diagnostic& fault) {
    const std::string_view code = fault.code;
    if (code == "cancelled") return program::interrupted;
    if (code.ends_with("_limit") || code == "no_memory") return program::limit_reached;
    if (code == "no_route") return program::no_solution;
    if (code == "bad_mask") return program::bad_input;
    return program::wrong_usage;
}

int refuse(const arguments& args, program::console& out, const senda::diagnostic& fault) {
    const int code = code_of(fault);
    if (args.json) {
        out.print(fault_json(fault, code == program::interrupted     ? "cancelled"
                                    : code == program::limit_reached ? "limit"
                                                                     : "invalid"));
    } else {
        out.error(fault.message);
    }
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

}  // namespace

int run(const arguments& args, program::console& out) {
    std::optional<senda::grid> mask;
    std::string mask_text;
    if (!args.mask.empty()) {
        program::input input = program::read_input(args.mask, limit_of_mask);
        if (!input) return refuse_mask(args, out, program::unreadable(input.error), {});
        mask_text = std::move(input.text);
        senda::parsed<senda::grid> read = senda::grid::from_text(mask_text);
        if (!read) return refuse_mask(args, out, read.error(), mask_text);
        mask = *std::move(read);
    }
    const senda::parsed<made_maze> made = make(args, mask);
    if (!made && made.error().code == "bad_mask")
        return refuse_mask(args, out, made.error(), mask_text);
    if (!made) return refuse(args, out, made.error());
    const written_files written = write_outputs(args, *made);
    for (const senda::diagnostic& fault : written.faults)
        if (fault.code != "unwritable" && fault.code != "cancelled")
            return refuse(args, out, fault);
    // What was made is told whatever becomes of the files.
    if (args.json) {
        out.print(report_json(args, *made));
    } else {
        out.print(report_text(args, *made, written.files));
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(args, *made, out);
        }
    }
    for (const senda::diagnostic& fault : written.faults) out.error(fault.message);
    return written.faults.empty() ? program::answered : code_of(written.faults.back());
}
