// SPDX-License-Identifier: MIT
// Maps as JSON, read with nlohmann_json, and files of either format. The one header of senda that
// needs that library.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/format.hpp>
#include <senda/pacman/format/raw_map.hpp>
#include <senda/pacman/format/map_builder.hpp>
#include <senda/pacman/format/json_map_reader.hpp>
#include <senda/pacman/format/json_scanner.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace senda::pacman {

namespace detail {

/// Hands on what the reader of nlohmann_json finds. It keeps no tree, so that no text, however
/// deep, takes more than a bit for each level.
class json_listener {
public:
    explicit json_listener(json_drafter& drafter) : drafter_(&drafter) {}

    /// What is wrong with the JSON itself.
    [[nodiscard]] std::optional<diagnostic>& fault() noexcept { return fault_; }

    bool null() { return value(json_type::null); }
    bool boolean(bool) { return value(json_type::boolean); }
    bool number_integer(std::int64_t) { return value(json_type::number); }
    bool number_unsigned(std::uint64_t) { return value(json_type::number); }
    bool number_float(double, const std::string&) { return value(json_type::number); }
    bool string(const std::string& text) { return value(json_type::string, text); }
    bool binary(const nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(json_type::object); }
    bool start_array(std::size_t) { return open(json_type::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(const std::string& name) {
        drafter_->key(name);
        return true;
    }

    bool parse_error(std::size_t bytes_read, const std::string&,
                     const nlohmann::json::exception& told) {
        constexpr int number_overflow = 406;
        fault_ = told.id == number_overflow ? drafter_->fault_of_huge_number()
                                            : malformed(bytes_read, told.what());
        return false;
    }

private:
    bool value(json_type type, std::string_view text = {}) {
        drafter_->value(type, text);
        return true;
    }
    bool open(json_type type) {
        drafter_->open(type);
        return true;
    }
    bool close() {
        drafter_->close();
        return true;
    }

    /// What was told, without its place and the bytes read last, which may end within a character.
    [[nodiscard]] diagnostic malformed(std::size_t bytes_read, std::string_view told) const {
        const std::size_t begin = told.find(" - ");
        std::string_view what = begin == std::string_view::npos ? told : told.substr(begin + 3);
        const bool is_token = what.starts_with("unexpected");
        what = what.substr(0, what.find("; last read"));
        // A token in the wrong place is shown from its beginning, a broken one where it breaks.
        const json_tokens& tokens = drafter_->tokens();
        const std::size_t last = bytes_read == 0 ? 0 : bytes_read - 1;
        const std::size_t offset = is_token ? std::min(tokens.next(), last) : last;
        return fault_at(tokens.spot_of(offset), "syntax", "malformed JSON: " + std::string{what});
    }

    json_drafter* drafter_;
    std::optional<diagnostic> fault_;
};

[[nodiscard]] inline parsed<board> read_json(std::string_view text, warning_list& warnings) {
    text = without_mark(text, warnings);
    if (std::optional<diagnostic> wrong = fault_of_text(text)) return *std::move(wrong);
    json_drafter drafter{text, warnings};
    json_listener listener{drafter};
    nlohmann::json::sax_parse(text.begin(), text.end(), &listener);
    if (listener.fault()) return *std::move(listener.fault());
    const parsed<draft> read = std::move(drafter).finish();
    if (!read) return read.error();
    return draft_reader{*read, warnings}.read();
}

/// Whether a text is meant to be JSON: its first character that is not blank says so.
[[nodiscard]] constexpr bool looks_like_json(std::string_view text) noexcept {
    text = line_reader{text}.rest();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

}  // namespace detail

/// Reads a map in the JSON format: an object with `SIRKA` (width), `VYSKA` (height), `START` with
/// `X`, `Y` and `E` (energy), `CIL` (goal) with `X` and `Y`, and `PLAN`, a list with a string of
/// tokens between commas for each row. Errors and warnings are those of `parse_text`, and the
/// errors `type missing_key`; warnings are also `syntax` for keys that are unknown or there twice,
/// and `type` for a row that is a list of tokens.
[[nodiscard]] inline parsed<board> parse_json(std::string_view text,
                                              reading how = reading::lenient) {
    detail::warning_list warnings;
    parsed<board> read = detail::read_json(text, warnings);
    return std::move(warnings).conclude(std::move(read), how);
}

/// Reads a map in either format: it is JSON if it begins with `{`.
[[nodiscard]] inline parsed<board> parse(std::string_view text, reading how = reading::lenient) {
    return detail::looks_like_json(text) ? parse_json(text, how) : parse_text(text, how);
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
