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

/// Options with a title in a help; each has a label and what it means.
struct help_section {
    std::string title;
    std::vector<std::pair<std::string, std::string>> entries;
};

namespace detail {

/// `FILE`, `-h,--help` or `--limit-time TIME`.
inline std::string label_of(const CLI::Option& option) {
    if (option.get_positional()) return option.get_name(true);
    std::string label;
    for (const std::string& name : option.get_snames()) label += ",-" + name;
    for (const std::string& name : option.get_lnames()) label += ",--" + name;
    label.erase(0, 1);
    const std::string& value = option.get_option_text();
    return value.empty() ? label : label + ' ' + value;
}

}  // namespace detail

/// The arguments and options of a program or command by their groups, in the order of the help.
inline std::vector<help_section> help_sections(const CLI::App& app) {
    std::vector<help_section> sections{{"Arguments", {}}};
    // An option that was put into no group is where the help is.
    const std::string ungrouped = app.get_help_ptr()->get_group();
    for (const CLI::Option* option : app.get_options()) {
        const std::string title = option->get_positional()           ? "Arguments"
                                  : option->get_group() == ungrouped ? "Options"
                                                                     : option->get_group();
        auto place = std::find_if(sections.begin(), sections.end(),
                                  [&title](const auto& one) { return one.title == title; });
        if (place == sections.end()) place = sections.insert(place, {title, {}});
        place->entries.emplace_back(detail::label_of(*option), option->get_description());
    }
    if (sections.front().entries.empty()) sections.erase(sections.begin());
    return sections;
}

/// `maze solve FILE [OPTIONS]`.
inline std::string usage_of(const CLI::App& app, const std::string& name) {
    if (!app.get_subcommands({}).empty()) return name + " COMMAND ...";
    std::string usage = name;
    for (const CLI::Option* option : app.get_options())
        if (option->get_positional()) usage += ' ' + option->get_name(true);
    return usage + " [OPTIONS]";
}

/// Lays out the help by itself, and has only names and descriptions from CLI11, whose own layout is
/// another one from version to version. Left out is what everybody knows: the types of values and
/// that something is required.
class plain_formatter : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode /*mode*/) const override {
        std::string help = app->get_description() + "\nUsage: " + usage_of(*app, name) + '\n';
        for (const help_section& section : help_sections(*app)) {
            help += '\n' + section.title + ":\n";
            for (const auto& [label, meaning] : section.entries) help += entry(label, meaning);
        }
        if (!app->get_subcommands({}).empty()) help += "\nCommands:\n";
        for (const CLI::App* command : app->get_subcommands({}))
            help += entry(command->get_name(), command->get_description());
        const std::string footer = app->get_footer();
        return footer.empty() ? help : help + '\n' + footer + '\n';
    }

private:
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
