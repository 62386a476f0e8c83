// SPDX-License-Identifier: MIT
// A list that stands on the command line, in one piece or in many, or comes from the standard
// input.
#pragma once

#include "files.hpp"

#include <string>
#include <vector>

namespace program {

/// A list as text, and what it is called in messages.
struct given_list {
    std::string name;
    input read;
};

/// Whether the words of a list say that it comes from the standard input.
[[nodiscard]] inline bool is_standard_input(const std::vector<std::string>& words) {
    return words.size() == 1 && words[0] == "-";
}

/// Reads a list; `name` is what it is called if it stands on the command line. `limit_of` says how
/// much may come from the standard input, as for `read_input`.
template <class LimitOf>
given_list read_list(const std::string& name, const std::vector<std::string>& words,
                     const LimitOf& limit_of) {
    if (is_standard_input(words)) return {shown_name("-"), read_input("-", limit_of)};
    given_list given{name, {}};
    for (const std::string& word : words)
        given.read.text += (given.read.text.empty() ? "" : " ") + word;
    return given;
}

}  // namespace program
