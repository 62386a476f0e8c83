// SPDX-License-Identifier: MIT
// The help of all programs and commands.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

/// Lays out the help by itself, and has only names and descriptions from CLI11, whose own layout is
/// another one from version to version. Left out is what everybody knows: the types of values and
/// that something is required.
class plain_formatter : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode /*mode*/) const override {
        std::string arguments;
        std::vector<std::pair<std::string, std::string>> groups;
        // An option that was put into no group is where the help is.
        const std::string ungrouped = app->get_help_ptr()->get_group();
        for (const CLI::Option* option : app->get_options()) {
            const std::string line = entry(label_of(*option), option->get_description());
            if (option->get_positional()) {
                arguments += line;
                continue;
            }
            const std::string group =
                option->get_group() == ungrouped ? "Options" : option->get_group();
            auto place = std::find_if(groups.begin(), groups.end(),
                                      [&group](const auto& one) { return one.first == group; });
            if (place == groups.end()) place = groups.insert(place, {group, {}});
            place->second += line;
        }
        std::string commands;
        for (const CLI::App* command : app->get_subcommands({}))
            commands += entry(command->get_name(), command->get_description());

        std::string help = app->get_description() + '\n' + usage(*app, name);
        help += section("Arguments", arguments);
        for (const auto& [title, lines] : groups) help += section(title, lines);
        help += section("Commands", commands);
        const std::string footer = app->get_footer();
        return footer.empty() ? help : help + '\n' + footer + '\n';
    }

private:
    static std::string usage(const CLI::App& app, const std::string& name) {
        std::string usage = "Usage: " + name;
        if (!app.get_subcommands({}).empty()) return usage + " COMMAND ...\n";
        for (const CLI::Option* option : app.get_options())
            if (option->get_positional()) usage += ' ' + option->get_name(true);
        return usage + " [OPTIONS]\n";
    }

    static std::string section(const std::string& title, const std::string& lines) {
        return lines.empty() ? std::string{} : '\n' + title + ":\n" + lines;
    }

    /// `FILE`, `-h,--help` or `--limit-time TIME`.
    static std::string label_of(const CLI::Option& option) {
        if (option.get_positional()) return option.get_name(true);
        std::string label;
        for (const std::string& name : option.get_snames()) label += ",-" + name;
        for (const std::string& name : option.get_lnames()) label += ",--" + name;
        label.erase(0, 1);
        const std::string& value = option.get_option_text();
        return value.empty() ? label : label + ' ' + value;
    }

    /// A label and, in a column of its own, the lines of what it means.
    static std::string entry(const std::string& label, const std::string& description) {
        constexpr std::size_t width = 24;
        std::string text = "  " + label;
        if (text.size() >= width)
            text += '\n' + std::string(width, ' ');
        else
            text.resize(width, ' ');
        for (const char c : description) {
            text += c;
            if (c == '\n') text.append(width, ' ');
        }
        return text + '\n';
    }
};

/// The end of a help: examples, one a line, that run as they stand.
inline std::string examples(std::initializer_list<std::string_view> lines) {
    std::string text = "Examples:";
    for (const std::string_view line : lines) text += "\n  " + std::string{line};
    return text;
}

/// Ends the help of a command with notes, which may be empty, and examples.
inline void add_examples(CLI::App& command, std::initializer_list<std::string_view> lines,
                         const std::string& notes = {}) {
    command.footer(notes + (notes.empty() ? "" : "\n\n") + examples(lines));
}

}  // namespace program
