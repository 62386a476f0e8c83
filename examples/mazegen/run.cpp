// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "made.hpp"
#include "outputs.hpp"
#include "report.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/refuse.hpp"

#include <senda/graph/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
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

int refuse(const arguments& told, program::console& out, const senda::diagnostic& fault) {
    const int code = code_of(fault);
    if (told.json) {
        out.print(fault_json(fault, code == program::interrupted     ? "cancelled"
                                    : code == program::limit_reached ? "limit"
                                                                     : "invalid"));
    } else {
        out.error(fault.message);
    }
    return code;
}

/// Says what is wrong with the mask, and where.
int refuse_mask(const arguments& told, program::console& out, const senda::diagnostic& fault,
                std::string_view text) {
    if (told.json)
        out.print(fault_json(fault, "invalid"));
    else
        out.show(fault, program::shown_name(told.mask), text);
    return program::bad_input;
}

/// How long a mask may be, by its beginning: no row is as long as that.
std::optional<program::input_limit> limit_of_mask(std::string_view beginning) {
    const std::size_t row = std::min(beginning.find_first_not_of("\r\n"), beginning.size());
    const bool has_row = beginning.find('\n', row) != beginning.npos;
    constexpr std::size_t most = std::size_t{256} << 20U;
    return program::input_limit{has_row ? most : beginning.size()};
}

int do_all(const arguments& told, program::console& out) {
    if (const senda::diagnostic fault = fault_of_outputs(told); !fault.code.empty())
        return refuse(told, out, fault);
    std::optional<senda::grid> mask;
    std::string mask_text;
    if (!told.mask.empty()) {
        program::input input = program::read_input(told.mask, limit_of_mask);
        if (!input) return refuse_mask(told, out, program::unreadable(input.error), {});
        mask_text = std::move(input.text);
        senda::parsed<senda::grid> read = senda::grid::from_text(mask_text);
        if (!read) return refuse_mask(told, out, read.error(), mask_text);
        mask = *std::move(read);
    }
    const senda::parsed<made_maze> made = make(told, mask);
    if (!made && made.error().code == "bad_mask")
        return refuse_mask(told, out, made.error(), mask_text);
    if (!made) return refuse(told, out, made.error());
    const auto files = write_outputs(told, *made);
    if (!files) return refuse(told, out, files.error());
    if (told.json) {
        out.print(report_json(told, *made));
    } else if (writes_to_output(told.files)) {
        const std::string text = report_text(told, *made, *files);
        std::fwrite(text.data(), 1, text.size(), stderr);
    } else {
        out.print(report_text(told, *made, *files));
        if (told.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(told, *made, out);
        }
    }
    return program::answered;
}

}  // namespace

int run(const arguments& told) {
    program::console out(told.color);
    return program::finished(out, do_all(told, out));
}
