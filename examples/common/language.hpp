// SPDX-License-Identifier: MIT
// The language that a program speaks: the one that is asked for, or that of the user.
#pragma once

#include "options.hpp"
#include "platform.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace program {

/// The language of the user as two letters, such as `cs`, by the first of LC_ALL, LC_MESSAGES and
/// LANG that says one; empty if none does.
inline std::string user_language() {
    for (const char* const variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const set = platform::environment(variable);
        const std::string value = set == nullptr ? "" : set;
        if (value.empty()) continue;
        const bool ends_there =
            value.size() == 2 || (value.size() > 2 && (value[2] == '_' || value[2] == '.'));
        return ends_there ? value.substr(0, 2) : std::string{};
    }
    return {};
}

/// Adds `--lang`: one of the languages by its two letters; if not said, that of the user if it is
/// one of them, and else the first.
template <class Language>
CLI::Option* add_language(CLI::App& app, Language& into, const choices<Language>& languages) {
    into = languages.front().second;
    const std::string wanted = user_language();
    for (const auto& [letters, language] : languages)
        if (letters == wanted) into = language;
    return add_choice<Language>(app, "--lang", into, languages,
                                "The language of the answers; that of LANG if not said");
}

}  // namespace program
