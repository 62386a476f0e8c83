// SPDX-License-Identifier: MIT
// What a terminal shows, by its variables and by what the user wants.
#pragma once

#include <common/text_grid.hpp>

#include <algorithm>
#include <string_view>

namespace program {

using senda::draw::terminal_charset;
using senda::draw::terminal_colors;
using senda::draw::terminal_style;

/// What the user wants, as in `--color auto|always|never`.
enum class color_choice { automatic, always, never };

/// Whether the output is a terminal, and variables as `std::getenv` gives them.
struct terminal_environment {
    bool is_terminal = false;         ///< whether a person sees the output
    const char* no_color = nullptr;   ///< `NO_COLOR`
    const char* term = nullptr;       ///< `TERM`
    const char* colorterm = nullptr;  ///< `COLORTERM`
    const char* lc_all = nullptr;     ///< `LC_ALL`
    const char* lc_ctype = nullptr;   ///< `LC_CTYPE`
    const char* lang = nullptr;       ///< `LANG`
};

namespace detail {

[[nodiscard]] constexpr std::string_view value_of(const char* variable) noexcept {
    return variable == nullptr ? std::string_view{} : std::string_view{variable};
}

/// Whether `text` contains `part`, which is in lower case, in either case.
[[nodiscard]] constexpr bool mentions(std::string_view text, std::string_view part) noexcept {
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace detail

/// The charset of a locale: of LC_ALL, LC_CTYPE and LANG, the first that is not empty says it.
[[nodiscard]] constexpr terminal_charset charset_of(const terminal_environment& e) noexcept {
    std::string_view locale = detail::value_of(e.lc_all);
    if (locale.empty()) locale = detail::value_of(e.lc_ctype);
    if (locale.empty()) locale = detail::value_of(e.lang);
    const bool is_utf8 = detail::mentions(locale, "utf-8") || detail::mentions(locale, "utf8");
    return is_utf8 ? terminal_charset::unicode : terminal_charset::ascii;
}

/// What to write for a terminal, or for a file or a pipe: colours only on a terminal that has them
/// and if NO_COLOR is not set, unless the user says otherwise.
[[nodiscard]] constexpr terminal_style style_for(
    const terminal_environment& e, color_choice choice = color_choice::automatic) noexcept {
    const std::string_view term = detail::value_of(e.term);
    const std::string_view colorterm = detail::value_of(e.colorterm);
    const bool is_plain = term.empty() || term == "dumb" || term.substr(0, 2) == "vt" ||
                          detail::mentions(term, "-mono") || !detail::value_of(e.no_color).empty();
    const bool is_true = detail::mentions(colorterm, "truecolor") ||
                         detail::mentions(colorterm, "24bit") ||
                         detail::mentions(term, "truecolor") || detail::mentions(term, "-direct");
    const bool is_colored = choice == color_choice::always ||
                            (choice == color_choice::automatic && e.is_terminal && !is_plain);
    return {!is_colored ? terminal_colors::none
            : is_true   ? terminal_colors::truecolor
                        : terminal_colors::ansi256,
            charset_of(e)};
}

}  // namespace program
