// SPDX-License-Identifier: MIT
// Characters of UTF-8 text: their bytes, their columns on a screen, and ASCII that looks alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace senda {

/// One character of a text. A byte that is not part of valid UTF-8 is a character of its own.
struct utf8_character {
    char32_t code = 0;     ///< the character; of a byte that is not valid, the byte
    std::size_t size = 0;  ///< in bytes
    bool valid = false;    ///< whether it is UTF-8
};

/// The first character of `text`, which is not empty.
[[nodiscard]] constexpr utf8_character first_character(std::string_view text) noexcept {
    const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const char32_t lead = byte(0);
    const utf8_character broken{lead, 1, false};
    if (lead < 0x80) return {lead, 1, true};
    if (lead < 0xC2 || lead > 0xF4) return broken;

    const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() < size) return broken;
    char32_t code = lead & (0x7FU >> size);
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xC0U) != 0x80U) return broken;
        code = code << 6U | (byte(at) & 0x3FU);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < smallest[size] || code > 0x10FFFF || surrogate) return broken;
    return {code, size, true};
}

/// The number of characters in `text`.
[[nodiscard]] constexpr std::size_t count_characters(std::string_view text) noexcept {
    std::size_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(first_character(text).size);
    return count;
}

/// The column, from 1 and in characters, of the byte at `offset` of `line`.
[[nodiscard]] constexpr std::size_t column_of(std::string_view line, std::size_t offset) noexcept {
    return 1 + count_characters(line.substr(0, offset));
}

/// Whether a character is valid, no control, and does not turn the direction of the line.
[[nodiscard]] constexpr bool is_printable(const utf8_character& c) noexcept {
    if (!c.valid || c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0)) return false;
    const bool directional = c.code == 0x061C || c.code == 0x200E || c.code == 0x200F ||
                             (c.code >= 0x2028 && c.code <= 0x202E) ||
                             (c.code >= 0x2066 && c.code <= 0x2069);
    return !directional;
}

/// How many columns a printable character fills on a terminal: 0, 1 or 2.
[[nodiscard]] constexpr std::size_t display_width(char32_t code) noexcept {
    struct range {
        char32_t first, last;
    };
    // The blocks of marks that join the character before them, and of East Asian wide characters.
    constexpr range joining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},
                                 {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
                                 {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                 {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};
    constexpr range wide[] = {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x2E80, 0x303E},
                              {0x3041, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
                              {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
                              {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                              {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
    for (const range r : joining)
        if (code >= r.first && code <= r.last) return 0;
    for (const range r : wide)
        if (code >= r.first && code <= r.last) return 2;
    return 1;
}

/// Adds a character as UTF-8.
inline void append_utf8(std::string& out, char32_t code) {
    const auto add = [&out](char32_t byte) { out += static_cast<char>(byte); };
    constexpr char32_t lead_bits[] = {0x00, 0xC0, 0xE0, 0xF0};
    const unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    add(lead_bits[more] | code >> 6 * more);
    for (unsigned i = more; i-- > 0;) add(0x80 | (code >> 6 * i & 0x3FU));
}

/// The ASCII character that looks most like `code`, itself if it is one that can be printed; `?` if
/// nothing does. Accents go, frames become `+`, `-`, `=` and `|`, and filled blocks `#`.
[[nodiscard]] constexpr char ascii_of(char32_t code) noexcept {
    // The characters by number: Visual C++ takes others than ASCII for UTF-8 only with /utf-8.
    if (code >= 0x20 && code < 0x7F) return static_cast<char>(code);
    if (code >= 0xC0 && code <= 0xFF) {
        constexpr std::string_view letters =
            "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
        return letters[code - 0xC0];
    }
    if (code >= 0x100 && code <= 0x17F) {
        constexpr std::string_view letters =
            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlLlLl"
            "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
        static_assert(letters.size() == 0x80);
        return letters[code - 0x100];
    }
    if (code >= 0x2500 && code <= 0x257F) {
        constexpr std::u32string_view level =
            U"\u2500\u2501\u2504\u2505\u2508\u2509\u254C\u254D\u2574\u2576\u2578\u257A\u257C\u257E";
        constexpr std::u32string_view upright =
            U"\u2502\u2503\u2506\u2507\u250A\u250B\u254E\u254F\u2551\u2575\u2577\u2579\u257B\u257D"
            U"\u257F";
        if (code == U'\u2550') return '=';
        if (level.find(code) != level.npos) return '-';
        return upright.find(code) != upright.npos ? '|' : '+';
    }
    if (code >= 0x2580 && code <= 0x259F)
        return code == U'\u2591' ? '.' : code == U'\u2592' ? ':' : code == U'\u2593' ? '%' : '#';
    constexpr std::u32string_view others =
        U"\u00B7\u2022\u25CF\u25CB\u25C6\u25C7\u25A0\u25A1\u25B2\u25BC\u25C0\u25B6\u25B3\u25BD"
        U"\u25C1\u25B7\u2190\u2191\u2192\u2193\u00D7\u2013\u2014\u2026\u2019\u201C\u201D\u00A1"
        U"\u00BF\u00A0";
    constexpr std::string_view alike = ".*Oo**##^v<>^v<><^>vx--.'\"\"!? ";
    static_assert(others.size() == alike.size());
    const auto at = others.find(code);
    return at == others.npos ? '?' : alike[at];
}

/// `text` for a terminal: what cannot be printed is written as `\x1b`.
[[nodiscard]] inline std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const utf8_character c = first_character(text);
        const std::string_view bytes = text.substr(0, c.size);
        text.remove_prefix(c.size);
        if (is_printable(c)) {
            out += bytes;
            continue;
        }
        for (const char byte : bytes) {
            constexpr std::string_view digits = "0123456789abcdef";
            const auto value = static_cast<unsigned char>(byte);
            out += "\\x";
            out += digits[value >> 4U];
            out += digits[value & 15U];
        }
    }
    return out;
}

/// `text` in single quotes for use in a message: what cannot be printed is written as `\x1b`, and
/// all after the first `limit` characters as `...`.
[[nodiscard]] inline std::string quoted(std::string_view text, std::size_t limit = 40) {
    std::string_view rest = text;
    for (; !rest.empty() && limit > 0; --limit) rest.remove_prefix(first_character(rest).size);
    return '\'' + printable(text.substr(0, text.size() - rest.size())) +
           (rest.empty() ? "'" : "...'");
}

}  // namespace senda
