// SPDX-License-Identifier: MIT
// Maps as JSON, read with nlohmann_json, and files of either format. The one header of senda that
// needs that library.
#pragma once

#include <pacman/board.hpp>
#include <pacman/format.hpp>
#include <pacman/format/json_map_reader.hpp>
#include <pacman/format/raw_map.hpp>
#include <pacman/words.hpp>
#include <senda/text/diagnostic.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::pacman {

/// Reads a map in the JSON format: an object with `SIRKA` (width), `VYSKA` (height), `START` with
/// `X`, `Y` and `E` (energy), `CIL` (goal) with `X` and `Y`, and `PLAN`, a list with a string of
/// tokens between commas for each row. Errors and warnings are those of `parse_text`, and the
/// errors `type missing_key`; warnings are also `syntax` for keys that are unknown or there twice,
/// and `type` for a row that is a list of tokens.
[[nodiscard]] inline parsed<board> parse_json(std::string_view text, reading how = reading::lenient,
                                              const words& w = english_words) {
    return detail::parse_map<detail::json_map_reader<nlohmann::json>>(text, how, w.reading);
}

/// Reads a map in either format: it is JSON if it begins with `{` or `[`.
[[nodiscard]] inline parsed<board> parse(std::string_view text, reading how = reading::lenient,
                                         const words& w = english_words) {
    std::string_view rest = line_reader{text}.rest();
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    const bool is_json = rest.starts_with('{') || rest.starts_with('[');
    return is_json ? parse_json(text, how, w) : parse_text(text, how, w);
}

/// A map in the JSON format, as `parse_json` reads it if it is not too large for the format.
[[nodiscard]] inline std::string to_json(const board& b) {
    const auto member = [](const char* key, auto value) {
        return std::string{"\""} + key + "\": " + std::to_string(value);
    };
    const auto coordinates = [&](point p) { return member("X", p.x) + ", " + member("Y", p.y); };
    std::string out = "{\n  " + member("SIRKA", b.width()) + ",\n  " + member("VYSKA", b.height());
    out += ",\n  \"START\": { " + coordinates(b.xy(b.start())) + ", " +
           member("E", b.start_energy()) + " },\n";
    out += "  \"CIL\": { " + coordinates(b.xy(b.goal())) + " },\n  \"PLAN\": [\n";
    for (std::uint32_t row = 1; row <= b.height(); ++row)
        out += "    \"" + detail::row_text(b, row) + (row < b.height() ? "\",\n" : "\"\n");
    return out + "  ]\n}\n";
}

}  // namespace senda::pacman
