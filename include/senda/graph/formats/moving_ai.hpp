// SPDX-License-Identifier: MIT
// The map and scenario files of the Moving AI benchmarks for pathfinding on grids
// (N. Sturtevant, Benchmarks for Grid-Based Pathfinding, 2012).
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda {

/// A map of terrain, one character a cell: `.` and `G` ground, `S` swamp, `W` water, `T` trees,
/// `@` and `O` out of bounds.
struct map {
    int width = 0;        ///< columns
    int height = 0;       ///< rows
    std::string terrain;  ///< row by row from the top, `width` characters each

    /// Whether a cell is on the map.
    [[nodiscard]] bool contains(cell c) const noexcept {
        return c.x >= 0 && c.x < width && c.y >= 0 && c.y < height;
    }

    /// The terrain of a cell of this map.
    [[nodiscard]] char at(cell c) const noexcept {
        assert(contains(c));
        return terrain[static_cast<std::size_t>(c.y) * static_cast<std::size_t>(width) +
                       static_cast<std::size_t>(c.x)];
    }

    friend bool operator==(const map&, const map&) = default;
};

/// A query on a map and its answer: the length of the shortest path on an `octile_grid`.
struct scenario {
    int bucket = 0;        ///< groups queries of like length
    std::string map_name;  ///< as written; mostly a path that does not exist on this machine
    int width = 0;         ///< the columns of the map
    int height = 0;        ///< the rows of the map
    cell start;            ///< where the path begins
    cell goal;             ///< where it ends
    double length = 0;     ///< as written, mostly rounded to six digits

    friend bool operator==(const scenario&, const scenario&) = default;
};

/// The terrain that the scenarios of the benchmark walk on: ground and swamp.
struct walkable_terrain {
    /// Whether one can walk on terrain that is drawn so.
    [[nodiscard]] constexpr bool operator()(char terrain) const noexcept {
        return terrain == '.' || terrain == 'G' || terrain == 'S';
    }
};

namespace detail {

using map_fault = std::optional<diagnostic>;

/// What is wrong at a byte of a line.
inline diagnostic fault_at(const text_line& line, std::size_t offset, std::string code,
                           std::string message) {
    return {std::move(code), std::move(message), line.number, column_of(line.text, offset)};
}

/// Reads a field as a whole number from `least` up.
inline map_fault parse_whole_number(const text_line& line, const text_field& field, int least,
                                    std::string_view name, std::string_view code, int& into) {
    const parsed_number<int> number = parse_integer<int>(field.text);
    if (number && number.value >= least) {
        into = number.value;
        return std::nullopt;
    }
    return fault_at(line, field.offset + number.offset, std::string{code},
                    "the " + std::string{name} + " is " + quoted(field.text) +
                        ": expected a whole number from " + std::to_string(least) + " to " +
                        std::to_string(std::numeric_limits<int>::max()));
}

/// Reads the lines `type octile`, `height`, `width` and `map`.
inline map_fault parse_map_header(line_reader& lines, map& into) {
    for (const std::string name : {"type", "height", "width", "map"}) {
        const std::optional<text_line> line = lines.next();
        if (!line)
            return diagnostic{"bad_header", "the header ends before the line '" + name + "'",
                              lines.number() + 1, 1};
        field_reader fields{line->text};
        const text_field key = fields.next().value_or(text_field{});
        if (key.text != name)
            return fault_at(*line, key.offset, "bad_header",
                            "this line begins with " + quoted(key.text) + ": expected " + name);
        if (name != "map") {
            const std::optional<text_field> value = fields.next();
            if (!value)
                return fault_at(*line, line->text.size(), "bad_header",
                                "expected a value after '" + name + "'");
            if (name == "type" && value->text != "octile")
                return fault_at(*line, value->offset, "bad_type",
                                "the type is " + quoted(value->text) + ": expected 'octile'");
            int& number = name == "height" ? into.height : into.width;
            if (name != "type")
                if (map_fault bad =
                        parse_whole_number(*line, *value, 1, name, "bad_" + name, number))
                    return bad;
        }
        if (const std::optional<text_field> extra = fields.next())
            return fault_at(*line, extra->offset, "bad_header", "expected nothing more here");
    }
    return std::nullopt;
}

/// Reads one row; terrain that is not the benchmark's is kept, with a warning the first time.
inline map_fault parse_map_row(const text_line& row, map& into, std::vector<diagnostic>& warnings) {
    const auto width = static_cast<std::size_t>(into.width);
    for (std::size_t x = 0; x < std::min(width, row.text.size()); ++x) {
        const char terrain = row.text[x];
        if (std::string_view{".GSWT@O"}.find(terrain) != std::string_view::npos) continue;
        const bool readable = terrain > ' ' && terrain <= '~';
        if (readable && !warnings.empty() && warnings.back().code == "unknown_terrain") continue;
        const std::string_view rest = row.text.substr(x);
        diagnostic unknown{readable ? "unknown_terrain" : "bad_terrain",
                           "unknown terrain " + quoted(rest.substr(0, first_character(rest).size)) +
                               ": expected one of .GSWT@O",
                           row.number, x + 1};
        if (!readable) return unknown;
        warnings.push_back(std::move(unknown));
    }
    if (row.text.size() != width)
        return diagnostic{"bad_row_length",
                          "this row has " + std::to_string(count_characters(row.text)) +
                              " cells: expected " + std::to_string(width),
                          row.number, std::min(row.text.size(), width) + 1};
    into.terrain += row.text;
    return std::nullopt;
}

inline map_fault parse_map_rows(line_reader& lines, map& into, std::vector<diagnostic>& warnings) {
    // A header can promise any size, so memory is taken for no more than the text holds.
    const auto width = static_cast<std::size_t>(into.width);
    const auto height = static_cast<std::size_t>(into.height);
    const std::size_t held = lines.rest().size();
    into.terrain.reserve(height > held / width ? held : width * height);
    for (int y = 0; y < into.height; ++y) {
        const std::optional<text_line> row = lines.next();
        if (!row)
            return diagnostic{"bad_row_count",
                              "the map ends after " + std::to_string(y) + " rows: expected " +
                                  std::to_string(into.height),
                              lines.number() + 1, 1};
        if (map_fault bad = parse_map_row(*row, into, warnings)) return bad;
    }
    while (const std::optional<text_line> line = lines.next())
        if (!line->text.empty())
            return diagnostic{"bad_row_count",
                              "more rows than the height of " + std::to_string(into.height),
                              line->number, 1};
    return std::nullopt;
}

/// Reads one line of nine fields. They are parted by tabs, or by blanks in a line without tabs.
inline map_fault parse_scenario(const text_line& line, scenario& into) {
    const bool tabs = line.text.find('\t') != std::string_view::npos;
    field_reader reader{line.text, tabs ? "\t" : " "};
    std::array<text_field, 9> fields;
    std::size_t count = 0;
    std::optional<text_field> next = reader.next();
    for (; next && count < fields.size(); next = reader.next()) fields[count++] = *next;
    if (next || count < fields.size())
        return fault_at(line, next ? next->offset : line.text.size(), "bad_fields",
                        (next ? std::string{"more than 9 fields"}
                              : "only " + std::to_string(count) + " fields") +
                            ": expected bucket, map, width, height, start x, start y, goal x, "
                            "goal y and length");

    struct whole_number {
        std::size_t field;
        int least;
        std::string_view name;
        int& into;
    };
    const whole_number numbers[] = {
        {0, 0, "bucket", into.bucket},   {2, 1, "width", into.width},
        {3, 1, "height", into.height},   {4, 0, "start x", into.start.x},
        {5, 0, "start y", into.start.y}, {6, 0, "goal x", into.goal.x},
        {7, 0, "goal y", into.goal.y}};
    for (const auto& [field, least, name, value] : numbers) {
        if (map_fault bad =
                parse_whole_number(line, fields[field], least, name, "bad_number", value))
            return bad;
        if (field < 4) continue;
        const int size = field % 2 == 0 ? into.width : into.height;
        if (value >= size)
            return fault_at(line, fields[field].offset, "outside",
                            "the " + std::string{name} + " is " + std::to_string(value) +
                                ": expected less than " + std::to_string(size));
    }
    const parsed_number<double> length = parse_decimal(fields[8].text);
    if (!length)
        return fault_at(
            line, fields[8].offset + length.offset, "bad_number",
            "the length is " + quoted(fields[8].text) + ": expected a decimal number from 0 up");
    into.length = length.value;
    into.map_name = fields[1].text;
    return std::nullopt;
}

/// Reads the line `version 1` or `version 1.0`.
inline map_fault parse_scenario_version(line_reader& lines) {
    const text_line line = lines.next().value_or(text_line{{}, 1});
    field_reader fields{line.text};
    const text_field key = fields.next().value_or(text_field{});
    const text_field version = fields.next().value_or(text_field{{}, line.text.size()});
    const std::optional<text_field> extra = fields.next();
    const bool is_known = version.text == "1" || version.text == "1.0";
    if (key.text == "version" && is_known && !extra) return std::nullopt;
    const std::size_t offset = key.text != "version" ? key.offset
                               : !is_known           ? version.offset
                                                     : extra->offset;
    return fault_at(line, offset, "bad_version", "expected 'version 1' in the first line");
}

}  // namespace detail

/// Reads a `.map`. Errors: `empty_input bad_header bad_type bad_height bad_width bad_row_count
/// bad_row_length bad_terrain`. Warnings: `bom`; `unknown_terrain` for a character that the format
/// does not know, which is kept.
[[nodiscard]] inline parsed<map> parse_map(std::string_view text) {
    std::vector<diagnostic> warnings;
    line_reader lines{text};
    warn_of_byte_order_mark(lines, warnings);
    if (lines.rest().empty())
        return {diagnostic{"empty_input", "the map is empty", 1, 1}, std::move(warnings)};
    map made;
    detail::map_fault bad = detail::parse_map_header(lines, made);
    if (!bad) bad = detail::parse_map_rows(lines, made, warnings);
    if (bad) return {*std::move(bad), std::move(warnings)};
    return {std::move(made), std::move(warnings)};
}

/// Reads a `.scen`; empty lines are skipped. Errors: `empty_input bad_version bad_fields bad_number
/// outside`. Warnings: `bom`.
[[nodiscard]] inline parsed<std::vector<scenario>> parse_scenarios(std::string_view text) {
    std::vector<diagnostic> warnings;
    line_reader lines{text};
    warn_of_byte_order_mark(lines, warnings);
    if (lines.rest().empty())
        return {diagnostic{"empty_input", "there are no scenarios", 1, 1}, std::move(warnings)};
    std::vector<scenario> made;
    detail::map_fault bad = detail::parse_scenario_version(lines);
    while (!bad) {
        const std::optional<text_line> line = lines.next();
        if (!line) return {std::move(made), std::move(warnings)};
        if (line->text.empty()) continue;
        bad = detail::parse_scenario(*line, made.emplace_back());
    }
    return {*std::move(bad), std::move(warnings)};
}

/// The text of a `.map`, as `parse_map` reads it.
[[nodiscard]] inline std::string write_map(const map& m) {
    std::string out = "type octile\nheight " + std::to_string(m.height) + "\nwidth " +
                      std::to_string(m.width) + "\nmap\n";
    const auto width = static_cast<std::size_t>(m.width);
    for (std::size_t at = 0; at < m.terrain.size() && width > 0; at += width) {
        out.append(m.terrain, at, width);
        out += '\n';
    }
    return out;
}

/// The grid of a map: `rule(terrain)` says whether a cell is open (bool) or what it weighs.
template <class Grid = octile_grid, std::invocable<char> Rule = walkable_terrain>
[[nodiscard]] Grid to_grid(const map& m, Rule rule = {}) {
    return Grid(m.width, m.height, [&](cell c) { return rule(m.at(c)); });
}

}  // namespace senda
