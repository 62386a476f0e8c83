// SPDX-License-Identifier: MIT
// What the command lines of all programs have in common: help, choices, limits, and what is said
// about a line that cannot be understood.
#pragma once

#include "console.hpp"
#include "exit_code.hpp"
#include "file_arguments.hpp"
#include "nearest.hpp"
#include "picture_files.hpp"
#include "quantity.hpp"

#include <senda/draw/terminal_style.hpp>
#include <senda/search/options.hpp>
#include <senda/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

/// A word on the command line, and what it stands for.
template <class Value>
using choices = std::vector<std::pair<std::string, Value>>;

/// Help without what everybody knows: the types of values and that something is required.
class plain_formatter : public CLI::Formatter {
public:
    plain_formatter() {
        label("Positionals", "Arguments");
        column_width(24);
    }

    // One blank line between two parts.
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override {
        std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != help.npos;) help.erase(at, 1);
        return help;
    }

    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string& type = option->get_option_text();
        return type.empty() ? std::string{} : ' ' + type;
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = "Usage: " + name;
        if (!app->get_subcommands({}).empty()) return usage + " COMMAND ...\n";
        for (const CLI::Option* option : app->get_options())
            if (option->get_positional()) usage += ' ' + option->get_name(true);
        return usage + " [OPTIONS]\n";
    }
    std::string make_footer(const CLI::App* app) const override {
        return app->get_footer().empty() ? std::string{} : '\n' + app->get_footer() + '\n';
    }
};

/// Makes a program with the options that all have.
inline std::unique_ptr<CLI::App> make_program(const std::string& name,
                                              const std::string& description) {
    auto app = std::make_unique<CLI::App>(description, name);
    app->formatter(std::make_shared<plain_formatter>());
    app->set_help_flag("-h,--help", "Say what there is, and end");
    app->set_version_flag("--version", name + " (senda) " + senda::version_string,
                          "Say which version this is, and end");
    app->require_subcommand(0, 1);
    return app;
}

/// Adds a command to a program.
inline CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help) {
    return *app.add_subcommand(name, help)->group("Commands");
}

/// The end of a help: examples, one a line, that run as they stand.
inline std::string examples(std::initializer_list<std::string_view> lines) {
    std::string text = "Examples:";
    for (const std::string_view line : lines) text += "\n  " + std::string{line};
    return text;
}

/// `a, b or c`.
template <class Value>
std::string listed(const choices<Value>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 < words.size() ? ", " : " or ";
        text += words[i].first;
    }
    return text;
}

/// Adds an option whose value is one of a few words.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& into,
                        const choices<Value>& words, const std::string& help) {
    std::string shown;
    for (const auto& [word, value] : words) shown += (shown.empty() ? "" : "|") + word;
    return app
        .add_option_function<std::string>(
            name,
            [name, &into, words](const std::string& typed) {
                std::vector<std::string> known;
                for (const auto& [word, value] : words) {
                    if (word == typed) return void(into = value);
                    known.push_back(word);
                }
                const std::optional<std::string> meant = nearest(typed, known);
                throw CLI::ValidationError(name,
                                           "'" + typed + "' is none of " + listed(words) +
                                               (meant ? "; did you mean '" + *meant + "'?" : ""));
            },
            help)
        ->option_text(shown);
}

/// Adds an option whose value is a quantity that `parse` reads.
template <class Parse, class Take>
CLI::Option* add_quantity(CLI::App& app, const std::string& name, const std::string& shown,
                          const std::string& expected, const std::string& help, Parse parse,
                          Take take) {
    return app
        .add_option_function<std::string>(
            name,
            [=](const std::string& typed) {
                const auto value = parse(typed);
                if (!value) throw CLI::ValidationError(name, "'" + typed + "' is not " + expected);
                take(*value);
            },
            help)
        ->option_text(shown);
}

/// A whole number, which CLI11 would let begin with a minus and wrap around.
inline std::optional<std::uint64_t> parse_count(const std::string& typed) {
    const auto number = senda::parse_integer<std::uint64_t>(typed);
    return number ? std::optional{number.value} : std::nullopt;
}

/// Adds `--limit-time`, `--limit-memory` and `--limit-expansions`.
inline void add_limits(CLI::App& app, senda::limits& into) {
    const auto group = [](CLI::Option* option) { option->group("Limits"); };
    group(add_quantity(app, "--limit-time", "TIME", "a time such as 500ms, 2s or 1m",
                       "Give up after this time: 500ms, 2s, 1m", parse_seconds,
                       [&into](double seconds) { into.time = seconds; }));
    group(add_quantity(app, "--limit-memory", "SIZE", "a size such as 64K, 512M or 2G",
                       "Give up rather than hold more: 64K, 512M, 2G", parse_bytes,
                       [&into](std::uint64_t bytes) { into.bytes = bytes; }));
    group(add_quantity(app, "--limit-expansions", "N", "a whole number",
                       "Give up after so many states", parse_count,
                       [&into](std::uint64_t count) { into.expansions = count; }));
}

/// Adds `--color`.
inline void add_color(CLI::App& app, senda::draw::color_choice& into) {
    using senda::draw::color_choice;
    add_choice<color_choice>(
        app, "--color", into,
        {{"auto", color_choice::automatic},
         {"always", color_choice::always},
         {"never", color_choice::never}},
        "Colours: auto is where a terminal shows them and NO_COLOR is not set");
}

/// Adds `FILE`, `--strict` and `--color`.
inline void add_file(CLI::App& app, file_arguments& into, const std::string& about_file) {
    app.add_option("FILE", into.file, about_file + "; - is the standard input")->required();
    app.add_flag("--strict", into.strict, "Accept only what the format says");
    add_color(app, into.color);
}

/// Adds `--json`.
inline void add_json(CLI::App& app, file_arguments& into) {
    app.add_flag("--json", into.json, "Print one JSON document and nothing else");
}

/// Adds `--svg`, `--png` and, if there is something to say about it, `--html`.
inline void add_pictures(CLI::App& app, picture_files& into, const std::string& about_page) {
    const auto add = [&app](const std::string& name, std::string& file, const std::string& help) {
        app.add_option(name, file, help)->option_text("FILE")->group("Pictures");
    };
    add("--svg", into.svg, "Write the picture as SVG");
    add("--png", into.png, "Write the picture as PNG");
    if (!about_page.empty()) add("--html", into.html, about_page);
}

namespace detail {

/// The long names of the options of a command, or of a program and all its commands.
inline std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::vector<std::string> more = option_names(*command);
        names.insert(names.end(), more.begin(), more.end());
    }
    return names;
}

inline std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

/// What to say about a word that has no place on the command line.
inline std::string about_extra(const CLI::App& app, const CLI::App* command,
                               const std::string& typed) {
    const bool is_option = typed.size() > 1 && typed[0] == '-';
    const std::string word = is_option ? typed.substr(0, typed.find('=')) : typed;
    const auto suggest = [&word](const std::vector<std::string>& known) {
        const std::optional<std::string> meant = nearest(word, known);
        return meant ? "; did you mean '" + *meant + "'?" : std::string{};
    };
    if (is_option) {
        const std::vector<std::string> names = option_names(command ? *command : app);
        // One that is known and still too much stands before the command.
        if (std::find(names.begin(), names.end(), word) != names.end())
            return "'" + word + "' goes after the command";
        return "unknown option '" + word + "'" + suggest(names);
    }
    if (command == nullptr) return "unknown command '" + word + "'" + suggest(command_names(app));
    return "'" + word + "' is one argument too many";
}

inline std::string about(const CLI::App& app, const CLI::App* command, const CLI::ParseError& e) {
    // An option that was misspelled explains why something else seems to be missing.
    const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr;
    for (const std::string& word : app.remaining(true))
        if (is_extra || (word.size() > 1 && word[0] == '-')) return about_extra(app, command, word);
    std::string text = e.what();
    if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr) {
        const std::size_t end = text.find(" is required");
        if (end != std::string::npos) text = text.substr(0, end) + " is missing";
    }
    return text;
}

}  // namespace detail

/// Reads the command line. Returns the exit code if the program ends here: help was asked for, or
/// the line is wrong.
inline std::optional<int> read_command_line(CLI::App& app, int count, char** arguments) {
    const auto say = [](std::FILE* to, const std::string& text) {
        std::fwrite(text.data(), 1, text.size(), to);
    };
    const bool has_commands = !app.get_subcommands({}).empty();
    try {
        app.parse(count, arguments);
        if (has_commands ? app.get_subcommands().empty() : count < 2) {
            say(stdout, app.help());
            return answered;
        }
    } catch (const CLI::CallForHelp&) {
        say(stdout, app.help());
        return answered;
    } catch (const CLI::CallForVersion& e) {
        say(stdout, std::string{e.what()} + '\n');
        return answered;
    } catch (const CLI::ParseError& e) {
        const std::vector<CLI::App*> chosen = app.get_subcommands();
        const CLI::App* const command = !has_commands    ? &app
                                        : chosen.empty() ? nullptr
                                                         : chosen.front();
        const std::string name =
            app.get_name() + (chosen.empty() ? "" : ' ' + chosen.front()->get_name());
        console{}.error(detail::about(app, command, e) + "\nTry '" + name + " --help'.");
        return wrong_usage;
    }
    return std::nullopt;
}

}  // namespace program
