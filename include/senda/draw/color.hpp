// SPDX-License-Identifier: MIT
// Colours: four bytes each, their text, and how they mix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::draw {

/// A colour of the sRGB space; an alpha of 0 is transparent and one of 255 opaque.
struct color {
    std::uint8_t red = 0;      ///< from 0 to 255
    std::uint8_t green = 0;    ///< from 0 to 255
    std::uint8_t blue = 0;     ///< from 0 to 255
    std::uint8_t alpha = 255;  ///< how opaque it is

    friend constexpr bool operator==(const color&, const color&) = default;
};

/// The colour that shows what is behind it.
inline constexpr color transparent{0, 0, 0, 0};

/// Whether nothing shines through.
[[nodiscard]] constexpr bool is_opaque(color c) noexcept { return c.alpha == 255; }

/// The text of a colour: `#rgb` or `#rrggbb`, or `#rrggbbaa` if it is not opaque.
[[nodiscard]] inline std::string to_hex(color c) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto is_double = [](std::uint8_t byte) { return byte >> 4U == (byte & 15U); };
    const bool is_short =
        is_opaque(c) && is_double(c.red) && is_double(c.green) && is_double(c.blue);
    std::string text = "#";
    const auto add = [&](std::uint8_t byte) {
        text += digits[byte >> 4U];
        if (!is_short) text += digits[byte & 15U];
    };
    add(c.red);
    add(c.green);
    add(c.blue);
    if (!is_opaque(c)) add(c.alpha);
    return text;
}

/// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, in either case; nothing if it is none of them.
[[nodiscard]] constexpr std::optional<color> parse_hex(std::string_view text) noexcept {
    if (text.empty() || text.front() != '#') return std::nullopt;
    text.remove_prefix(1);
    const bool is_short = text.size() == 3 || text.size() == 4;
    if (!is_short && text.size() != 6 && text.size() != 8) return std::nullopt;

    std::uint8_t bytes[4] = {0, 0, 0, 255};
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t found = std::string_view{"0123456789abcdefABCDEF"}.find(text[at]);
        if (found == std::string_view::npos) return std::nullopt;
        const std::size_t digit = found < 16 ? found : found - 6;
        std::uint8_t& byte = bytes[is_short ? at : at / 2];
        const std::size_t high = is_short ? digit : at % 2 == 0 ? 0 : byte;
        byte = static_cast<std::uint8_t>(high << 4U | digit);
    }
    return color{bytes[0], bytes[1], bytes[2], bytes[3]};
}

/// Linear interpolation between two colours: `part` 0 is `from`, 1 is `to`.
[[nodiscard]] constexpr color mix(color from, color to, double part) noexcept {
    if (!(part > 0)) return from;
    if (part >= 1) return to;
    const auto between = [part](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(a + (b - a) * part + 0.5);
    };
    return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue),
            between(from.alpha, to.alpha)};
}

/// The colour with another alpha, so that what is below shows through.
[[nodiscard]] constexpr color with_alpha(color c, std::uint8_t alpha) noexcept {
    return {c.red, c.green, c.blue, alpha};
}

/// Alpha blending: `top`, which covers `coverage` / 255 of the place, over `below`.
[[nodiscard]] constexpr color over(color top, color below, unsigned coverage = 255) noexcept {
    const unsigned shown = top.alpha * coverage;  // in 255 * 255ths
    constexpr unsigned whole = 255 * 255;
    if (shown == 0) return below;
    if (shown == whole) return top;
    if (is_opaque(below)) {
        const auto blend = [shown](std::uint8_t a, std::uint8_t b) {
            return static_cast<std::uint8_t>((a * shown + b * (whole - shown) + whole / 2) / whole);
        };
        return {blend(top.red, below.red), blend(top.green, below.green),
                blend(top.blue, below.blue)};
    }
    // Each of the two counts by the part of the place where it is what is seen.
    const unsigned beneath = below.alpha * (whole - shown) / 255;
    const unsigned both = shown + beneath;
    const auto blend = [=](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>((a * shown + b * beneath + both / 2) / both);
    };
    return {blend(top.red, below.red), blend(top.green, below.green), blend(top.blue, below.blue),
            static_cast<std::uint8_t>((both + 127) / 255)};
}

/// How much light a colour gives, from 0 (black) to 1 (white).
[[nodiscard]] constexpr double luminance(color c) noexcept {
    // The exponent 2.2 of sRGB, near enough as a square to compare colours by.
    const auto light = [](std::uint8_t byte) { return byte * byte / (255.0 * 255.0); };
    return 0.2126 * light(c.red) + 0.7152 * light(c.green) + 0.0722 * light(c.blue);
}

}  // namespace senda::draw
