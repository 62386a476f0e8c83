// SPDX-License-Identifier: MIT
// Scripts by which shells complete the command lines of a program.
#pragma once

#include "option_values.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

enum class shell { bash, zsh, fish };

namespace detail {

/// A program and its commands, each with what it is called in patterns: a program is empty.
inline std::vector<std::pair<std::string, const CLI::App*>> apps_of(const CLI::App& app) {
    std::vector<std::pair<std::string, const CLI::App*>> apps{{"", &app}};
    for (const CLI::App* command : app.get_subcommands({}))
        apps.emplace_back(command->get_name(), command);
    return apps;
}

/// A text between single quotes, which every shell understands.
inline std::string in_quotes(std::string_view text, std::string_view quote = "'\\''") {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += quote;
        else
            quoted += c;
    }
    return quoted + '\'';
}

inline std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += between;
        text += word;
    }
    return text;
}

inline std::vector<std::string> positional_words(const CLI::App& app) {
    std::vector<std::string> words;
    for (const CLI::Option* option : app.get_options())
        if (option->get_positional())
            for (const std::string& word : value_words(*option)) words.push_back(word);
    return words;
}

inline std::string bash_completion(const CLI::App& app) {
    std::string values;
    std::string names;
    std::string positionals;
    std::vector<std::string> commands;
    for (const auto& [command, a] : apps_of(app)) {
        if (!command.empty()) commands.push_back(command);
        std::vector<std::string> all;
        for (const CLI::Option* option : a->get_options()) {
            const std::vector<std::string> typed = typed_names(*option);
            all.insert(all.end(), typed.begin(), typed.end());
            if (typed.empty() || !takes_value(*option)) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : typed) patterns.push_back(command + ':' + name);
            const std::vector<std::string> words = value_words(*option);
            values += "        " + joined(patterns, " | ") + ") " +
                      (is_file(*option) ? "return ;;\n"
                       : !words.empty() ? "words=" + in_quotes(joined(words, " ")) + " ;;\n"
                                        : "compopt +o default 2>/dev/null; return ;;\n");
        }
        names += "            " + (command.empty() ? "''" : command) +
                 ") words=" + in_quotes(joined(all, " ")) + " ;;\n";
        const std::vector<std::string> words = positional_words(*a);
        if (!words.empty())
            positionals +=
                "            " + command + ") words=" + in_quotes(joined(words, " ")) + " ;;\n";
    }
    if (!commands.empty())
        positionals += "            '') words=" + in_quotes(joined(commands, " ")) + " ;;\n";
    const std::string name = app.get_name();
    std::string script = "# Completion of " + name +
                         " for bash; the names of files are left to the shell.\n"
                         "_senda_" +
                         name +
                         "() {\n"
                         "    local current=${COMP_WORDS[COMP_CWORD]}\n"
                         "    local previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                         "    local command= words= i\n"
                         "    COMPREPLY=()\n"
                         "    # --option=value is three words.\n"
                         "    if [[ $current == = ]]; then\n"
                         "        current=\n"
                         "    elif [[ $previous == = ]]; then\n"
                         "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                         "    fi\n";
    if (!commands.empty())
        script +=
            "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
            "        case ${COMP_WORDS[i]} in\n"
            "        " +
            joined(commands, " | ") +
            ") command=${COMP_WORDS[i]} && break ;;\n"
            "        esac\n"
            "    done\n";
    script += "    case $command:$previous in\n" + values +
              "    esac\n"
              "    if [[ -z $words && $current == -* ]]; then\n"
              "        case $command in\n" +
              names + "        esac\n";
    if (!positionals.empty())
        script +=
            "    elif [[ -z $words ]]; then\n"
            "        case $command in\n" +
            positionals + "        esac\n";
    return script +
           "    fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _senda_" +
           name + ' ' + name + '\n';
}

/// An argument of zsh's `_arguments`: in single quotes, with what it takes for its own escaped.
inline std::string zsh_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (std::string_view{"[]:\\"}.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

inline std::string zsh_action(const CLI::Option& option) {
    const std::vector<std::string> words = value_words(option);
    if (!words.empty()) return '(' + joined(words, " ") + ')';
    return is_file(option) || option.get_positional() ? "_files" : " ";
}

inline std::string zsh_arguments(const CLI::App& app, const std::string& indent) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        const std::string& shown = option->get_option_text();
        if (option->get_positional()) {
            const std::string name = option->get_name(true);
            text += " \\\n" + indent +
                    in_quotes((option->get_expected_max() > 1 ? "*:" : ":") + zsh_text(name) + ':' +
                              zsh_action(*option));
            continue;
        }
        for (const std::string& name : typed_names(*option)) {
            const bool has_value = takes_value(*option);
            text += " \\\n" + indent +
                    in_quotes(name + (has_value && name.starts_with("--") ? "=" : "") + '[' +
                              zsh_text(in_one_line(option->get_description())) + ']' +
                              (has_value ? ':' + zsh_text(shown) + ':' + zsh_action(*option) : ""));
        }
    }
    return text;
}

inline std::string zsh_completion(const CLI::App& app) {
    const std::string name = app.get_name();
    std::string script = "#compdef " + name + "\n# Completion of " + name + " for zsh.\n";
    if (app.get_subcommands({}).empty())
        return script + "_arguments" + zsh_arguments(app, "    ") + '\n';
    script += "local curcontext=$curcontext state line\ntypeset -A opt_args\n_arguments -C" +
              zsh_arguments(app, "    ") + " \\\n    '1: :->command' \\\n    '*:: :->rest'\n";
    script += "case $state in\ncommand)\n    local -a commands=(";
    for (const CLI::App* command : app.get_subcommands({}))
        script += "\n        " +
                  in_quotes(command->get_name() + ':' + in_one_line(command->get_description()));
    script += "\n    )\n    _describe command commands\n    ;;\nrest)\n    case $words[1] in\n";
    for (const CLI::App* command : app.get_subcommands({}))
        script += "    " + command->get_name() + ")\n        _arguments" +
                  zsh_arguments(*command, "            ") + "\n        ;;\n";
    return script + "    esac\n    ;;\nesac\n";
}

inline std::string fish_completion(const CLI::App& app) {
    const std::string name = app.get_name();
    const auto quoted = [](std::string_view text) {
        std::string escaped;
        for (const char c : text) {
            if (c == '\\') escaped += '\\';
            escaped += c;
        }
        return in_quotes(escaped, "\\'");
    };
    const bool has_commands = !app.get_subcommands({}).empty();
    std::string script = "# Completion of " + name + " for fish.\n";
    for (const auto& [command, a] : apps_of(app)) {
        const std::string condition = !has_commands ? ""
                                      : command.empty()
                                          ? " -n __fish_use_subcommand"
                                          : " -n '__fish_seen_subcommand_from " + command + '\'';
        if (!command.empty())
            script += "complete -c " + name + " -n __fish_use_subcommand -f -a " + command +
                      " -d " + quoted(in_one_line(a->get_description())) + '\n';
        for (const CLI::Option* option : a->get_options()) {
            const std::vector<std::string> words = value_words(*option);
            if (option->get_positional()) {
                if (!words.empty())
                    script += "complete -c " + name + condition + " -a " +
                              quoted(joined(words, " ")) + '\n';
                continue;
            }
            script += "complete -c " + name + condition;
            for (const std::string& s : option->get_snames()) script += " -s " + s;
            for (const std::string& l : option->get_lnames()) script += " -l " + l;
            if (takes_value(*option))
                script += is_file(*option) ? " -r -F"
                          : words.empty()  ? " -x"
                                           : " -x -a " + quoted(joined(words, " "));
            script += " -d " + quoted(in_one_line(option->get_description())) + '\n';
        }
    }
    return script;
}

}  // namespace detail

/// The script that completes the words of a program in a shell.
inline std::string completion_script(const CLI::App& app, shell which) {
    switch (which) {
        case shell::zsh: return detail::zsh_completion(app);
        case shell::fish: return detail::fish_completion(app);
        case shell::bash: break;
    }
    return detail::bash_completion(app);
}

}  // namespace program
