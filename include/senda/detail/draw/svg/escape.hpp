// SPDX-License-Identifier: MIT
// Text of any origin inside XML, HTML and JSON.
#pragma once

#include <senda/text/utf8.hpp>

#include <string>
#include <string_view>

namespace senda::draw {

namespace detail {

/// Calls `add(character, its bytes)` for each; what XML does not allow or is not UTF-8 is U+FFFD.
template <class Add>
void for_each_allowed(std::string_view text, Add add) {
    while (!text.empty()) {
        const utf8_character c = first_character(text);
        const bool is_control = c.code < 0x20 && c.code != U'\t' && c.code != U'\n';
        if (!c.valid || is_control || c.code == 0xFFFE || c.code == 0xFFFF) {
            add(U'\uFFFD', std::string_view{"\xEF\xBF\xBD"});
        } else {
            add(c.code, text.substr(0, c.size));
        }
        text.remove_prefix(c.size);
    }
}

}  // namespace detail

/// Adds `text` to XML or HTML, to its content or to a value in double quotes.
inline void append_xml(std::string& out, std::string_view text) {
    detail::for_each_allowed(text, [&out](char32_t code, std::string_view bytes) {
        switch (code) {
            case U'&': out += "&amp;"; break;
            case U'<': out += "&lt;"; break;
            case U'>': out += "&gt;"; break;
            case U'"': out += "&quot;"; break;
            default: out += bytes;
        }
    });
}

/// Adds `text` to JSON as a string in quotes, in which nothing can end a script element around it.
inline void append_json(std::string& out, std::string_view text) {
    out += '"';
    detail::for_each_allowed(text, [&out](char32_t code, std::string_view bytes) {
        switch (code) {
            case U'"': out += "\\\""; break;
            case U'\\': out += "\\\\"; break;
            case U'\n': out += "\\n"; break;
            case U'\t': out += "\\t"; break;
            case U'<': out += "\\u003c"; break;
            case U'>': out += "\\u003e"; break;
            case U'&': out += "\\u0026"; break;
            case 0x2028: out += "\\u2028"; break;
            case 0x2029: out += "\\u2029"; break;
            default: out += bytes;
        }
    });
    out += '"';
}

}  // namespace senda::draw
