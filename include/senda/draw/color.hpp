// SPDX-License-Identifier: MIT
// Colours: four bytes each, their text, how they mix, and the palettes of pictures.
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

/// Named colours that go together, stand out on white, and keep apart when printed in grey.
namespace palette {

inline constexpr color paper{0xff, 0xff, 0xff};   ///< the background
inline constexpr color mist{0xe4, 0xe8, 0xed};    ///< grid lines, empty floor
inline constexpr color stone{0x9e, 0xa6, 0xae};   ///< secondary lines
inline constexpr color slate{0x4b, 0x57, 0x63};   ///< secondary text
inline constexpr color ink{0x1d, 0x27, 0x32};     ///< walls and text
inline constexpr color red{0xd7, 0x3e, 0x3f};     ///< ends and danger
inline constexpr color orange{0xe8, 0x7f, 0x25};  ///< warnings
inline constexpr color gold{0xea, 0xb5, 0x32};    ///< what is worth something
inline constexpr color green{0x39, 0x9d, 0x57};   ///< starts and gains
inline constexpr color teal{0x2c, 0xa2, 0xa2};    ///< for a set of things
inline constexpr color blue{0x2a, 0x76, 0xc3};    ///< routes
inline constexpr color violet{0x7e, 0x53, 0xbc};  ///< for a set of things
inline constexpr color pink{0xe3, 0x80, 0xa9};    ///< for a set of things

}  // namespace palette

/// The ink or the paper, whichever is easier to read on `below`.
[[nodiscard]] constexpr color readable_on(color below) noexcept {
    return luminance(below) > 0.3 ? palette::ink : palette::paper;
}

/// The colour of a distance: `part` 0 is the nearest, a pale yellow, and 1 the farthest, a deep
/// violet. It darkens evenly all the way, so that it reads in grey too.
[[nodiscard]] constexpr color distance_color(double part) noexcept {
    // Points of even steps in lightness on a smooth path through the OKLCH space.
    constexpr color ramp[] = {{0xf9, 0xf6, 0xc8}, {0xf8, 0xec, 0xb2}, {0xf9, 0xe0, 0x9c},
                              {0xfc, 0xd3, 0x87}, {0xfe, 0xc6, 0x75}, {0xff, 0xb5, 0x6a},
                              {0xff, 0xa3, 0x61}, {0xff, 0x90, 0x5c}, {0xfb, 0x7e, 0x5f},
                              {0xf0, 0x6d, 0x6a}, {0xe2, 0x5e, 0x75}, {0xd2, 0x51, 0x7f},
                              {0xc0, 0x46, 0x88}, {0xa9, 0x40, 0x91}, {0x91, 0x3a, 0x97},
                              {0x78, 0x36, 0x9a}, {0x5f, 0x32, 0x98}};
    constexpr std::size_t steps = std::size(ramp) - 1;
    if (!(part > 0)) return ramp[0];
    if (part >= 1) return ramp[steps];
    const double place = part * steps;
    const auto before = static_cast<std::size_t>(place);
    return mix(ramp[before], ramp[before + 1], place - static_cast<double>(before));
}

}  // namespace senda::draw
