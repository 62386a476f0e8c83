// SPDX-License-Identifier: MIT
#include <senda/text/utf8.hpp>

#include <doctest/doctest.h>
#include <string>

namespace {

using senda::first_character;

std::string encoded(char32_t code) {
    const auto byte = [](char32_t value) {
        return static_cast<char>(static_cast<unsigned char>(value));
    };
    const auto tail = [&](unsigned shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0U | code >> 6U), tail(0)};
    if (code < 0x10000) return {byte(0xE0U | code >> 12U), tail(6), tail(0)};
    return {byte(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

}  // namespace

TEST_CASE("every Unicode scalar value is one character and nothing else is") {
    bool all_right = true;
    for (char32_t code = 0; code <= 0x120000; ++code) {
        const std::string bytes = encoded(code) + "x";
        const senda::utf8_character c = first_character(bytes);
        const bool scalar = code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
        const bool right = scalar ? c.valid && c.code == code && c.size == bytes.size() - 1
                                  : !c.valid && c.size == 1;
        if (!right) MESSAGE("code " << static_cast<unsigned>(code));
        all_right = all_right && right;
    }
    CHECK(all_right);
}

TEST_CASE("a byte that is not UTF-8 is a character of its own") {
    for (const char* broken : {"\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xE2\x82", "\xE0\x80\x80",
                               "\xF0\x9F\x98", "\xF8\x88\x80\x80\x80", "\xFF"}) {
        CAPTURE(broken);
        CHECK_FALSE(first_character(broken).valid);
        CHECK(first_character(broken).size == 1);
    }
    CHECK(senda::count_characters("\xF0\x9F\x98") == 3);
}

TEST_CASE("columns count characters, not bytes") {
    CHECK(senda::count_characters("") == 0);
    CHECK(senda::count_characters("señal") == 5);
    CHECK(senda::column_of("ñandú x", 0) == 1);
    CHECK(senda::column_of("ñandú x", 8) == 7);
    CHECK(senda::column_of("abc", 3) == 4);
}

TEST_CASE("display width tells wide characters and joining marks from the rest") {
    CHECK(senda::display_width(U'a') == 1);
    CHECK(senda::display_width(U'ñ') == 1);
    CHECK(senda::display_width(U'路') == 2);
    CHECK(senda::display_width(U'\U0001F600') == 2);
    CHECK(senda::display_width(U'\u0301') == 0);
}

TEST_CASE("a quoted text cannot control a terminal") {
    CHECK(senda::quoted("x") == "'x'");
    CHECK(senda::quoted("") == "''");
    CHECK(senda::quoted("ñ") == "'ñ'");
    CHECK(senda::quoted("a\x1b[31m") == "'a\\x1b[31m'");
    CHECK(senda::quoted("\t") == "'\\x09'");
    CHECK(senda::quoted("\xFFz") == "'\\xffz'");
    CHECK(senda::quoted(encoded(0x202E)) == "'\\xe2\\x80\\xae'");
    CHECK(senda::quoted(encoded(0x85)) == "'\\xc2\\x85'");
}

TEST_CASE("a printable text is itself, and spells out what cannot be printed") {
    CHECK(senda::printable("") == "");
    CHECK(senda::printable("a 'b' ñ") == "a 'b' ñ");
    CHECK(senda::printable("a\x1b[31m\n\x7f\xFF") == "a\\x1b[31m\\x0a\\x7f\\xff");
    const std::string long_text(1000, 'x');
    CHECK(senda::printable(long_text) == long_text);
}

TEST_CASE("a long quoted text is cut after whole characters") {
    CHECK(senda::quoted("abcdef", 3) == "'abc...'");
    CHECK(senda::quoted("abc", 3) == "'abc'");
    CHECK(senda::quoted("ñññ", 2) == "'ññ...'");
}

TEST_CASE("characters are written as UTF-8") {
    for (const char32_t code : {U'a', U'\u007F', U'\u0080', U'\u07FF', U'\u0800', U'\uFFFD',
                                U'\U00010000', U'\U0010FFFF'}) {
        std::string text;
        senda::append_utf8(text, code);
        const senda::utf8_character c = senda::first_character(text);
        CHECK(c.valid);
        CHECK(c.code == code);
        CHECK(c.size == text.size());
    }
}

TEST_CASE("characters have an ASCII look-alike") {
    using senda::ascii_of;
    for (char c = 32; c < 127; ++c) CHECK(ascii_of(static_cast<char32_t>(c)) == c);
    CHECK(ascii_of(U'\u00F1') == 'n');
    CHECK(ascii_of(U'\u00C9') == 'E');
    CHECK(ascii_of(U'\u0100') == 'A');
    CHECK(ascii_of(U'\u0159') == 'r');
    CHECK(ascii_of(U'\u016F') == 'u');
    CHECK(ascii_of(U'\u017E') == 'z');
    CHECK(ascii_of(U'\u017F') == 's');
    CHECK(ascii_of(U'\u2500') == '-');
    CHECK(ascii_of(U'\u2503') == '|');
    CHECK(ascii_of(U'\u253C') == '+');
    CHECK(ascii_of(U'\u2554') == '+');
    CHECK(ascii_of(U'\u2577') == '|');
    CHECK(ascii_of(U'\u2580') == '#');
    CHECK(ascii_of(U'\u2591') == '.');
    CHECK(ascii_of(U'\u25B6') == '>');
    CHECK(ascii_of(U'\u6F22') == '?');
    CHECK(ascii_of(U'\x1b') == '?');
}
