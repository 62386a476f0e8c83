// SPDX-License-Identifier: MIT
// The nearest ASCII character, for fonts and terminals that know no others.
#pragma once

#include <string_view>

namespace senda::draw {

/// The ASCII character that looks most like `code`, itself if it is one that can be printed; `?` if
/// nothing does. Accents go, frames become `+`, `-`, `=` and `|`, and filled blocks `#`.
[[nodiscard]] constexpr char ascii_of(char32_t code) noexcept {
    if (code >= 0x20 && code < 0x7F) return static_cast<char>(code);
    if (code >= 0xC0 && code <= 0xFF) {
        constexpr std::string_view letters =
            "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
        return letters[code - 0xC0];
    }
    if (code >= 0x2500 && code <= 0x257F) {
        constexpr std::u32string_view level = U"─━┄┅┈┉╌╍╴╶╸╺╼╾";
        constexpr std::u32string_view upright = U"│┃┆┇┊┋╎╏║╵╷╹╻╽╿";
        if (code == U'═') return '=';
        if (level.find(code) != level.npos) return '-';
        return upright.find(code) != upright.npos ? '|' : '+';
    }
    if (code >= 0x2580 && code <= 0x259F)
        return code == U'░' ? '.' : code == U'▒' ? ':' : code == U'▓' ? '%' : '#';
    constexpr std::u32string_view others = U"·•●○◆◇■□▲▼◀▶△▽◁▷←↑→↓×–—…’“”¡¿\u00A0";
    constexpr std::string_view alike = ".*Oo**##^v<>^v<><^>vx--.'\"\"!? ";
    static_assert(others.size() == alike.size());
    const auto at = others.find(code);
    return at == others.npos ? '?' : alike[at];
}

}  // namespace senda::draw
