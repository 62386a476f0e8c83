// SPDX-License-Identifier: MIT
#include <common/terminal_style.hpp>

#include <doctest/doctest.h>
#include <string>

namespace {

using program::charset_of;
using program::color_choice;
using program::style_for;
using program::terminal_charset;
using program::terminal_colors;
using program::terminal_environment;
using program::terminal_style;

}  // namespace

TEST_CASE("colours are for terminals that have them, unless the user says otherwise") {
    struct row {
        bool is_terminal;
        const char* no_color;
        const char* term;
        const char* colorterm;
        color_choice choice;
        terminal_colors expected;
    };
    constexpr auto automatic = color_choice::automatic;
    constexpr auto always = color_choice::always;
    constexpr auto never = color_choice::never;
    constexpr auto none = terminal_colors::none;
    constexpr auto ansi256 = terminal_colors::ansi256;
    constexpr auto truecolor = terminal_colors::truecolor;
    const row rows[] = {
        {true, nullptr, "xterm-256color", nullptr, automatic, ansi256},
        {true, nullptr, "xterm", nullptr, automatic, ansi256},
        {true, nullptr, "xterm-256color", "truecolor", automatic, truecolor},
        {true, nullptr, "xterm-256color", "24bit", automatic, truecolor},
        {true, nullptr, "xterm-256color", "yes", automatic, ansi256},
        {true, nullptr, "xterm-direct", nullptr, automatic, truecolor},
        {true, nullptr, "dumb", "truecolor", automatic, none},
        {true, nullptr, "vt100", nullptr, automatic, none},
        {true, nullptr, "xterm-mono", nullptr, automatic, none},
        {true, nullptr, "", nullptr, automatic, none},
        {true, nullptr, nullptr, nullptr, automatic, none},
        {false, nullptr, "xterm-256color", "truecolor", automatic, none},
        // NO_COLOR counts if it is set to anything at all, but not if it is empty.
        {true, "1", "xterm-256color", "truecolor", automatic, none},
        {true, "0", "xterm-256color", "truecolor", automatic, none},
        {true, "", "xterm-256color", "truecolor", automatic, truecolor},
        {true, "1", "xterm-256color", "truecolor", always, truecolor},
        {false, "1", nullptr, nullptr, always, ansi256},
        {false, nullptr, "xterm-256color", "truecolor", always, truecolor},
        {true, nullptr, "xterm-256color", "truecolor", never, none},
        {false, nullptr, nullptr, nullptr, never, none},
    };
    for (const row& r : rows) {
        CAPTURE(r.is_terminal);
        CAPTURE(std::string(r.no_color ? r.no_color : "(none)"));
        CAPTURE(std::string(r.term ? r.term : "(none)"));
        CAPTURE(std::string(r.colorterm ? r.colorterm : "(none)"));
        terminal_environment e;
        e.is_terminal = r.is_terminal;
        e.no_color = r.no_color;
        e.term = r.term;
        e.colorterm = r.colorterm;
        CHECK(style_for(e, r.choice).colors == r.expected);
    }
}

TEST_CASE("the first locale variable that is not empty says the charset") {
    struct row {
        const char* lc_all;
        const char* lc_ctype;
        const char* lang;
        terminal_charset expected;
    };
    constexpr auto ascii = terminal_charset::ascii;
    constexpr auto unicode = terminal_charset::unicode;
    const row rows[] = {
        {nullptr, nullptr, nullptr, ascii},
        {"", "", "", ascii},
        {nullptr, nullptr, "es_ES.UTF-8", unicode},
        {nullptr, nullptr, "en_US.utf8", unicode},
        {nullptr, nullptr, "C.UTF-8", unicode},
        {nullptr, nullptr, "C", ascii},
        {nullptr, nullptr, "es_ES.ISO-8859-1", ascii},
        {"C", "en_US.UTF-8", "en_US.UTF-8", ascii},
        {"en_US.UTF-8", "C", "C", unicode},
        {"", "C", "en_US.UTF-8", ascii},
        {nullptr, "en_US.Utf-8", "C", unicode},
        {"", "", "de_DE.UTF-8@euro", unicode},
    };
    for (const row& r : rows) {
        terminal_environment e;
        e.lc_all = r.lc_all;
        e.lc_ctype = r.lc_ctype;
        e.lang = r.lang;
        CAPTURE(std::string(r.lc_all ? r.lc_all : "(none)"));
        CAPTURE(std::string(r.lc_ctype ? r.lc_ctype : "(none)"));
        CAPTURE(std::string(r.lang ? r.lang : "(none)"));
        CHECK(charset_of(e) == r.expected);
        CHECK(style_for(e).charset == r.expected);
    }
}

TEST_CASE("a style is decided while compiling, too") {
    constexpr terminal_environment e{.is_terminal = true, .term = "xterm", .lang = "C.UTF-8"};
    static_assert(style_for(e) ==
                  terminal_style{terminal_colors::ansi256, terminal_charset::unicode});
    static_assert(style_for({}) == terminal_style{});
}
