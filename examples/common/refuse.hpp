// SPDX-License-Identifier: MIT
// What is said about an input or an option that is refused.
#pragma once

#include "console.hpp"
#include "exit_code.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "json.hpp"

#include <common/format.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace program {

/// Says what is wrong with an input, as JSON or for people. Returns the exit code.
///
/// `name`  what the input is called, `text` is all of it.
inline int refuse(console& out, bool as_json, std::string_view name, std::string_view text,
                  const diagnostics& errors, const diagnostics& warnings = {}) {
    if (as_json) {
        out.print(invalid_json(errors, warnings));
    } else {
        out.show(errors.front(), name, text);
        if (errors.size() > 1)
            out.note("and " + senda::pluralize(errors.size() - 1, "more error") +
                     "; --json lists all");
    }
    return bad_input;
}

/// Says what is wrong with an option, as JSON or for people. Returns the exit code.
inline int refuse_option(console& out, bool as_json, const senda::diagnostic& error) {
    if (as_json) {
        out.print(invalid_json({error}));
    } else {
        out.error(error.message);
    }
    return wrong_usage;
}

/// What is wrong with a file that cannot be read.
inline senda::diagnostic unreadable(int error) {
    return {"unreadable", std::string{"cannot read the file: "} + std::strerror(error)};
}

/// What is wrong with a file that cannot be written.
inline senda::diagnostic unwritable(const std::string& name, int error) {
    return {"unwritable",
            "cannot write " +
                (name == "-" ? "to the standard output" : '\'' + senda::printable(name) + '\'') +
                ": " + std::strerror(error)};
}

/// The exit code if a file could not be read, after that was said, or the program was asked to end.
inline std::optional<int> code_of_reading(console& out, bool as_json, std::string_view name,
                                          const input& read) {
    if (interruption::requested()) return interrupted;
    if (!read) return refuse(out, as_json, name, {}, {unreadable(read.error)});
    return std::nullopt;
}

}  // namespace program
