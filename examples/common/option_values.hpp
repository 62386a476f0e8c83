// SPDX-License-Identifier: MIT
// What the options of a program are, for the shells and the manual page: all from the same source
// as the help.
#pragma once

#include "options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace program {

/// All names of an option as they are typed: `-h`, `--help`.
inline std::vector<std::string> typed_names(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back('-' + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

/// Whether a value follows the name of an option.
inline bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Whether the value is a file.
inline bool is_file(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type == file_type || type == output_type;
}

/// The words that the value can be; none if it can be others too.
inline std::vector<std::string> value_words(const CLI::Option& option) {
    std::vector<std::string> words;
    const std::string type = option.get_type_name();
    if (type.find('|') == type.npos) return words;
    for (std::size_t begin = 0; begin <= type.size();) {
        const std::size_t end = std::min(type.find('|', begin), type.size());
        words.push_back(type.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// The first line of a description, with blanks for the ends of those that go on.
inline std::string in_one_line(std::string text) {
    for (char& c : text)
        if (c == '\n') c = ' ';
    return text;
}

/// The notes and the examples at the end of a help.
struct help_end {
    std::vector<std::string> notes;  // line by line
    std::vector<std::string> examples;
};

inline help_end end_of_help(const CLI::App& app) {
    help_end end;
    const std::string footer = app.get_footer();
    bool in_examples = false;
    for (std::size_t begin = 0; begin < footer.size();) {
        const std::size_t stop = std::min(footer.find('\n', begin), footer.size());
        const std::string line = footer.substr(begin, stop - begin);
        begin = stop + 1;
        if (line == "Examples:")
            in_examples = true;
        else if (in_examples)
            end.examples.push_back(line.substr(std::min<std::size_t>(2, line.size())));
        else
            end.notes.push_back(line);
    }
    while (!end.notes.empty() && end.notes.back().empty()) end.notes.pop_back();
    return end;
}

}  // namespace program
