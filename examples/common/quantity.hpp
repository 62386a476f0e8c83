// SPDX-License-Identifier: MIT
// Times and sizes as people write them: `500ms`, `2s`, `1m`; `64K`, `512M`, `2G`.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace program {

namespace detail {

struct unit {
    std::string_view name;
    double factor;
};

/// A number and one of the units, of which the first may be left out.
template <std::size_t Count>
std::optional<double> parse_quantity(std::string_view text, const unit (&units)[Count]) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const senda::parsed_number<double> number = senda::parse_decimal(text.substr(0, end));
    if (!number) return std::nullopt;
    const std::string_view name = text.substr(end);
    if (name.empty()) return number.value * units[0].factor;
    for (const unit& u : units)
        if (u.name == name) return number.value * u.factor;
    return std::nullopt;
}

}  // namespace detail

/// A number with so many decimals.
inline std::string decimal_text(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

namespace detail {

/// A number with three significant digits, or all before the point.
inline std::string rounded(double value) {
    return decimal_text(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

}  // namespace detail

/// The seconds in a text such as `2s`, `500ms`, `1.5m` or `1h`; a number alone is seconds.
inline std::optional<double> parse_seconds(std::string_view text) {
    constexpr detail::unit units[] = {{"s", 1},  {"ms", 1e-3}, {"us", 1e-6},
                                      {"m", 60}, {"min", 60},  {"h", 3600}};
    return detail::parse_quantity(text, units);
}

/// The bytes in a text such as `64K`, `512M` or `2G`, in powers of 1024; a number alone is bytes.
inline std::optional<std::uint64_t> parse_bytes(std::string_view text) {
    constexpr double k = 1024;
    constexpr detail::unit units[] = {{"B", 1},          {"K", k},           {"KB", k},
                                      {"KiB", k},        {"k", k},           {"M", k * k},
                                      {"MB", k * k},     {"MiB", k * k},     {"G", k * k * k},
                                      {"GB", k * k * k}, {"GiB", k * k * k}, {"T", k * k * k * k}};
    const std::optional<double> bytes = detail::parse_quantity(text, units);
    if (!bytes) return std::nullopt;
    constexpr double most = 9e18;
    return static_cast<std::uint64_t>(std::min(*bytes, most));
}

/// A time for people: `0.31 ms`, `12.4 s`.
inline std::string seconds_text(double seconds) {
    if (seconds < 1) return detail::rounded(seconds * 1e3) + " ms";
    if (seconds < 100) return detail::rounded(seconds) + " s";
    return detail::rounded(seconds / 60) + " min";
}

/// A size for people: `512 bytes`, `1.20 MB`.
inline std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " bytes";
    double value = static_cast<double>(bytes);
    std::string_view units = "KMGT";
    for (value /= 1024; value >= 1024 && units.size() > 1; value /= 1024) units.remove_prefix(1);
    return detail::rounded(value) + ' ' + units.front() + 'B';
}

/// A count for people, in groups of three digits: `12,345`.
inline std::string count_text(std::string digits) {
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
    return digits;
}
inline std::string count_text(std::uint64_t count) { return count_text(std::to_string(count)); }

/// What a search did, for people.
template <class Statistics>
std::string search_text(const Statistics& s) {
    std::string text = count_text(s.expanded) + " expanded, ";
    if constexpr (requires { s.labels; }) text += count_text(s.labels) + " labels, ";
    return text + bytes_text(s.bytes) + ", " + seconds_text(s.seconds);
}

}  // namespace program
