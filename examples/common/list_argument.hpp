// SPDX-License-Identifier: MIT
// A list that stands on the command line, in one piece or in many, or comes from the standard
// input.
#pragma once

#include "console.hpp"
#include "files.hpp"
#include "refuse.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace program {

/// The words of a list that comes from the standard input.
inline const std::vector<std::string> from_standard_input{"-"};

/// A list, or the exit code if there is none; what is wrong has been said then.
template <class List>
struct list_argument {
    std::optional<List> list;
    int code = answered;

    [[nodiscard]] explicit operator bool() const noexcept { return list.has_value(); }
    [[nodiscard]] const List& operator*() const noexcept { return *list; }
};

/// Reads a list; `name` is what it is called if it stands on the command line. `limit_of` says how
/// much may come from the standard input, as for `read_input`; `parse(text)` gives the list.
template <class LimitOf, class Parse>
auto read_list(const std::string& name, const std::vector<std::string>& words,
               const LimitOf& limit_of, Parse parse, bool as_json, console& out) {
    const bool is_input = words == from_standard_input;
    const std::string shown = is_input ? shown_name("-") : name;
    input read;
    if (is_input) read = read_input("-", limit_of);
    for (const std::string& word : words)
        if (!is_input) read.text += (read.text.empty() ? "" : " ") + word;

    using argument = list_argument<std::remove_cvref_t<decltype(*parse(read.text))>>;
    if (const auto code = code_of_reading(out, as_json, shown, read)) return argument{{}, *code};
    auto list = parse(read.text);
    if (!list) return argument{{}, refuse(out, as_json, shown, read.text, list.errors())};
    return argument{*std::move(list)};
}

}  // namespace program
