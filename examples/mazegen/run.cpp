// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "made.hpp"
#include "outputs.hpp"
#include "report.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

int code_of(const senda::diagnostic& fault) {
    const std::string_view code = fault.code;
    if (code == "cancelled") return program::interrupted;
    if (code.ends_with("_limit") || code == "no_memory") return program::limit_reached;
    if (code == "no_route") return program::no_solution;
    if (code == "unreadable" || code == "bad_mask" || fault.line > 0) return program::bad_input;
    return program::wrong_usage;
}

int refuse(const arguments& told, program::console& out, const senda::diagnostic& fault) {
    const int code = code_of(fault);
    if (told.json) {
        out.print(fault_json(fault, code == program::interrupted     ? "cancelled"
                                    : code == program::limit_reached ? "limit"
                                                                     : "invalid"));
    } else {
        out.error(fault.message +
                  (fault.line > 0 ? " (line " + std::to_string(fault.line) + ')' : ""));
    }
    return code;
}

int do_all(const arguments& told, program::console& out) {
    if (const senda::diagnostic fault = fault_of_outputs(told); !fault.code.empty())
        return refuse(told, out, fault);
    const senda::parsed<made_maze> made = make(told);
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
    const int code = do_all(told, out);
    if (program::console::finish()) return code;
    out.error("cannot write to the standard output");
    return program::wrong_usage;
}
