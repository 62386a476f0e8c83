// SPDX-License-Identifier: MIT
// What the command lines of all programs have in common: commands, and what is said about a line
// that cannot be understood.
#pragma once

#include "closest_word.hpp"
#include "completion.hpp"
#include "console.hpp"
#include "exit_code.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "manual.hpp"
#include "options.hpp"
#include "platform.hpp"

#include <senda/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

namespace detail {

/// Thrown by an option that prints something and ends the program.
struct call_for_text {
    std::string text;
};

}  // namespace detail

/// Makes a program with the options that all have.
inline std::unique_ptr<CLI::App> make_program(const std::string& name,
                                              const std::string& description) {
    effect_rules().clear();
    auto app = std::make_unique<CLI::App>(description, name);
    app->formatter(std::make_shared<plain_formatter>());
    app->set_help_flag("-h,--help", "Say what there is, and end");
    app->set_version_flag("--version", name + " (senda) " + senda::version_string,
                          "Say which version this is, and end");
    add_choice_function<shell>(
        *app, "--completion",
        [a = app.get()](shell which) { throw detail::call_for_text{completion_script(*a, which)}; },
        {{"bash", shell::bash}, {"zsh", shell::zsh}, {"fish", shell::fish}},
        "Print the script by which a shell completes words, and end");
    app->add_flag_callback(
        "--man", [a = app.get()] { throw detail::call_for_text{manual_page(*a)}; },
        "Print the manual page, and end");
    app->require_subcommand(0, 1);
    return app;
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
        const std::optional<std::string> meant = closest_word(word, known);
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
    // What CLI11 says of options that need or exclude others, in the words of all programs.
    const std::pair<std::string_view, std::string_view> words[] = {
        {" excludes ", " does not go with "}, {" requires ", " has no effect without "}};
    for (const auto& [theirs, ours] : words) {
        const std::size_t at = text.find(theirs);
        const bool is_relation = dynamic_cast<const CLI::ExcludesError*>(&e) != nullptr ||
                                 dynamic_cast<const CLI::RequiresError*>(&e) != nullptr;
        if (is_relation && at != text.npos) return text.replace(at, theirs.size(), ours);
    }
    if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr) {
        const std::size_t end = text.find(" is required");
        if (end != std::string::npos) text = text.substr(0, end) + " is missing";
    }
    return text;
}

/// Refuses files to write that get in each other's way; leaves the standard output to one of them.
inline void settle_outputs(const CLI::App& command) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_type_name() != output_type || option->count() == 0) continue;
        const std::string option_name = option->get_name();
        const std::string& file = option->results().back();
        if (file.empty()) throw CLI::ValidationError(option_name, "the name of a file is missing");
        const bool is_device = platform::status_of(file).kind == platform::file_kind::other;
        for (const auto& [other, taken] : files)
            if (taken == file && !is_device)
                throw CLI::ValidationError(option_name,
                                           "'" + file + "' is what " + other + " writes");
        files.emplace_back(option_name, file);
        if (file != "-") continue;
        const CLI::Option* const document = command.get_option_no_throw("--json");
        if (document != nullptr && document->count() > 0)
            throw CLI::ValidationError(option_name,
                                       "--json has the standard output for its document");
        console::leave_output_to_file();
    }
}

/// Refuses options that have no effect on what is asked for.
inline void check_effects(const CLI::App& command) {
    const std::vector<const CLI::Option*> here = command.get_options();
    for (const effect_rule& rule : effect_rules())
        if (rule.option->count() > 0 &&
            std::find(here.begin(), here.end(), rule.option) != here.end() && rule.has_none())
            throw CLI::ValidationError(rule.option->get_name(), "has no effect " + rule.where);
}

}  // namespace detail

/// Reads the command line. Returns the exit code if the program ends here: help was asked for, or
/// the line is wrong.
inline std::optional<int> read_command_line(CLI::App& app, int argc, char** argv) {
    const bool has_commands = !app.get_subcommands({}).empty();
    try {
        app.parse(argc, argv);
        if (has_commands ? app.get_subcommands().empty() : argc < 2) {
            console{}.print(app.help());
            return answered;
        }
        const CLI::App& command = has_commands ? *app.get_subcommands().front() : app;
        detail::settle_outputs(command);
        detail::check_effects(command);
    } catch (const detail::call_for_text& e) {
        console{}.print(e.text);
        return answered;
    } catch (const CLI::CallForHelp&) {
        console{}.print(app.help());
        return answered;
    } catch (const CLI::CallForVersion& e) {
        console{}.print(std::string{e.what()} + '\n');
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

/// The commands of a program, with their options and what runs them.
class command_set {
public:
    command_set(const std::string& name, const std::string& description,
                std::initializer_list<std::string_view> lines, const std::string& notes = {})
        : app_(make_program(name, description)) {
        add_examples(*app_, lines, notes + "'" + name + " COMMAND --help' says more about each.");
    }

    /// Adds a command: `add_options(command, arguments)` describes what it takes, and
    /// `action(arguments, console)` runs it and returns the exit code.
    template <class Arguments>
    void add(const std::string& name, const std::string& help,
             void (*add_options)(CLI::App&, Arguments&),
             int (*action)(const Arguments&, console&)) {
        const auto args = std::make_shared<Arguments>();
        CLI::App* const command = app_->add_subcommand(name, help);
        add_options(*command, *args);
        commands_.emplace_back(command, [args, action] {
            console out(args->color);
            return finished(out, action(*args, out));
        });
    }

    /// Reads the command line and runs the command that it names; returns the exit code.
    int run(int argc, char** argv) {
        if (const auto code = read_command_line(*app_, argc, argv)) return *code;
        interruption::listen();
        const auto chosen = std::find_if(commands_.begin(), commands_.end(),
                                         [](const auto& one) { return one.first->parsed(); });
        return chosen->second();
    }

private:
    std::unique_ptr<CLI::App> app_;
    std::vector<std::pair<CLI::App*, std::function<int()>>> commands_;
};

}  // namespace program
