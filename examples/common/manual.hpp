// SPDX-License-Identifier: MIT
// The manual page of a program, for man(1).
#pragma once

#include "exit_code.hpp"
#include "help.hpp"
#include "option_values.hpp"

#include <senda/version.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

namespace detail {

/// A text in which troff finds nothing to do.
inline std::string troff_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        const bool begins_line = escaped.empty() || escaped.back() == '\n';
        if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else if (c == '\'')
            escaped += "\\(aq";
        else if (c == '^')
            escaped += "\\(ha";
        else if (c == '~')
            escaped += "\\(ti";
        else
            escaped += c;
    }
    return escaped;
}

/// Lines that stay as they are.
inline std::string troff_lines(const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    std::string text = ".PP\n.nf\n";
    for (const std::string& line : lines) text += (line.empty() ? "\\&" : troff_text(line)) + '\n';
    return text + ".fi\n";
}

inline std::string troff_entry(std::string_view label, std::string_view meaning) {
    return ".TP\n\\fB" + troff_text(label) + "\\fR\n" + troff_text(meaning) + '\n';
}

/// The arguments and options of a program or command, then its notes and examples. That a command
/// has a help goes without saying.
inline std::string manual_of(const CLI::App& app) {
    std::string text;
    const bool is_command = app.get_parent() != nullptr;
    for (const help_section& section : help_sections(app)) {
        if (section.title != "Arguments" && section.title != "Options")
            text += ".PP\n\\fI" + troff_text(section.title) + "\\fR\n";
        for (const auto& [label, meaning] : section.entries)
            if (!is_command || label != "-h,--help") text += troff_entry(label, meaning);
    }
    const help_end end = end_of_help(app);
    text += troff_lines(end.notes);
    if (!end.examples.empty()) text += ".PP\nExamples:\n" + troff_lines(end.examples);
    return text;
}

}  // namespace detail

/// The manual page of a program and all its commands.
inline std::string manual_page(const CLI::App& app) {
    using detail::troff_text;
    const std::string name = app.get_name();
    std::string title;
    for (const char c : name) title += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const bool has_commands = !app.get_subcommands({}).empty();
    std::string page = ".TH " + title + " 1 \"\" \"senda " + senda::version_string +
                       "\" \"senda\"\n.SH NAME\n" + name + " \\- " +
                       troff_text(app.get_description()) + "\n.SH SYNOPSIS\n\\fB" + name + "\\fR" +
                       (has_commands ? " \\fICOMMAND\\fR ..." : " [\\fIOPTIONS\\fR]") + "\n.SH " +
                       (has_commands ? "OPTIONS" : "DESCRIPTION") + '\n' + detail::manual_of(app);
    if (has_commands) page += ".SH COMMANDS\n";
    for (const CLI::App* command : app.get_subcommands({}))
        page += ".SS " + troff_text(usage_of(*command, name + ' ' + command->get_name())) + '\n' +
                troff_text(command->get_description()) + ".\n" + detail::manual_of(*command);
    page += ".SH EXIT STATUS\n";
    for (const auto& [code, meaning] : exit_codes)
        page += detail::troff_entry(std::to_string(code), meaning);
    return page + ".SH ENVIRONMENT\n" +
           detail::troff_entry("NO_COLOR",
                               "Set and not empty: no colours unless --color asks for them.") +
           detail::troff_entry("LC_ALL, LC_CTYPE, LANG",
                               "Whether pictures in the terminal are in UTF-8 or in ASCII.");
}

}  // namespace program
