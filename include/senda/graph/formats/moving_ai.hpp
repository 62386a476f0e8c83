// SPDX-License-Identifier: MIT
// The map and scenario files of the Moving AI benchmarks for pathfinding on grids
// (N. Sturtevant, Benchmarks for Grid-Based Pathfinding, 2012).
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

/// A whole number from `least` up.
[[nodiscard]] constexpr expected_number number_from(int least, std::string_view name,
                                                    std::string_view code) noexcept {
    return {name, code, least, std::numeric_limits<int>::max()};
}

/// Reads the lines `type octile`, `height`, `width` and `map`.
inline bool read_map_header(format_reader& in, map& into) {
    for (const std::string name : {"type", "height", "width", "map"}) {
        if (!in.advance())
            return in.refuse_end("bad_header", "the header ends before the line '" + name + "'");
        field_reader fields{in.line.text};
        const text_field key = fields.next().value_or(text_field{});
        if (key.text != name)
            return in.refuse(key.offset, "bad_header",
                             "this line begins with " + quoted(key.text) + ": expected " + name);
        if (name != "map") {
            const std::optional<text_field> value = fields.next();
            if (!value)
                return in.refuse(in.line.text.size(), "bad_header",
                                 "expected a value after '" + name + "'");
            std::int64_t number = 0;
            if (name != "type") {
                if (!in.read_number(*value, number_from(1, name, "bad_" + name), number))
                    return false;
            } else if (value->text != "octile") {
                return in.refuse(value->offset, "bad_type",
                                 "the type is " + quoted(value->text) + ": expected 'octile'");
            }
            if (name == "height") into.height = static_cast<int>(number);
            if (name == "width") into.width = static_cast<int>(number);
        }
        if (const std::optional<text_field> extra = fields.next())
            return in.refuse(extra->offset, "bad_header", "expected nothing more here");
    }
    return true;
}

/// Reads one row; terrain that is not the benchmark's is kept, with a warning the first time.
inline bool read_map_row(format_reader& in, map& into) {
    const std::string_view row = in.line.text;
    const auto width = static_cast<std::size_t>(into.width);
    for (std::size_t x = 0; x < std::min(width, row.size()); ++x) {
        const char terrain = row[x];
        if (std::string_view{".GSWT@O"}.find(terrain) != std::string_view::npos) continue;
        const bool readable = terrain > ' ' && terrain <= '~';
        if (readable && in.faults.has_warning("unknown_terrain")) continue;
        const std::string_view unknown = row.substr(x, first_character(row.substr(x)).size);
        const std::string message =
            "unknown terrain " + quoted(unknown) + ": expected one of .GSWT@O";
        if (!readable) return in.refuse(x, "bad_terrain", message);
        in.faults.warn({in.line.number, x + 1}, "unknown_terrain", message);
    }
    if (row.size() != width)
        return in.refuse(std::min(row.size(), width), "bad_row_length",
                         "this row has " + std::to_string(count_characters(row)) +
                             " cells: expected " + std::to_string(width));
    into.terrain += row;
    return true;
}

inline bool read_map_rows(format_reader& in, map& into) {
    // A header can promise any size, so memory is taken for no more than the text holds.
    const auto width = static_cast<std::size_t>(into.width);
    const auto height = static_cast<std::size_t>(into.height);
    const std::size_t held = in.lines.rest().size();
    into.terrain.reserve(height > held / width ? held : width * height);
    for (int y = 0; y < into.height; ++y) {
        if (!in.advance())
            return in.refuse_end("bad_row_count", "the map ends after " + std::to_string(y) +
                                                      " rows: expected " +
                                                      std::to_string(into.height));
        if (!read_map_row(in, into)) return false;
    }
    while (in.advance())
        if (!in.line.text.empty())
            return in.refuse(0, "bad_row_count",
                             "more rows than the height of " + std::to_string(into.height));
    return true;
}

/// Reads one line of nine fields. They are parted by tabs, or by blanks in a line without tabs.
inline bool read_scenario(format_reader& in, scenario& into) {
    const bool tabs = in.line.text.find('\t') != std::string_view::npos;
    field_reader reader{in.line.text, tabs ? "\t" : " "};
    std::array<text_field, 9> fields;
    std::size_t count = 0;
    std::optional<text_field> next = reader.next();
    for (; next && count < fields.size(); next = reader.next()) fields[count++] = *next;
    if (next || count < fields.size())
        return in.refuse(next ? next->offset : in.line.text.size(), "bad_fields",
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
        std::int64_t number = 0;
        if (!in.read_number(fields[field], number_from(least, name, "bad_number"), number))
            return false;
        value = static_cast<int>(number);
        if (field < 4) continue;
        const int size = field % 2 == 0 ? into.width : into.height;
        if (value >= size)
            return in.refuse(fields[field].offset, "outside",
                             "the " + std::string{name} + " is " + std::to_string(value) +
                                 ": expected less than " + std::to_string(size));
    }
    const parsed_number<double> length = parse_decimal(fields[8].text);
    if (!length)
        return in.refuse(
            fields[8].offset + length.offset, "bad_number",
            "the length is " + quoted(fields[8].text) + ": expected a decimal number from 0 up");
    into.length = length.value;
    into.map_name = fields[1].text;
    return true;
}

/// Reads the line `version 1` or `version 1.0`.
inline bool read_scenario_version(format_reader& in) {
    in.advance();
    field_reader fields{in.line.text};
    const text_field key = fields.next().value_or(text_field{});
    const text_field version = fields.next().value_or(text_field{{}, in.line.text.size()});
    const std::optional<text_field> extra = fields.next();
    const bool is_known = version.text == "1" || version.text == "1.0";
    if (key.text == "version" && is_known && !extra) return true;
    const std::size_t offset = key.text != "version" ? key.offset
                               : !is_known           ? version.offset
                                                     : extra->offset;
    return in.refuse(offset, "bad_version", "expected 'version 1' in the first line");
}

}  // namespace detail

/// Reads a `.map`. Errors: `empty_input bad_header bad_type bad_height bad_width bad_row_count
/// bad_row_length bad_terrain`. Warnings: `bom`; `unknown_terrain` for a character that the format
/// does not know, which is kept.
[[nodiscard]] inline parsed<map> parse_map(std::string_view text) {
    detail::format_reader in{text};
    map made;
    if (in.lines.rest().empty())
        in.faults.error({1, 1}, "empty_input", "the map is empty");
    else if (detail::read_map_header(in, made))
        detail::read_map_rows(in, made);
    return in.conclude(std::move(made));
}

/// Reads a `.scen`; empty lines are skipped. Errors: `empty_input bad_version bad_fields bad_number
/// outside`. Warnings: `bom`.
[[nodiscard]] inline parsed<std::vector<scenario>> parse_scenarios(std::string_view text) {
    detail::format_reader in{text};
    std::vector<scenario> made;
    if (in.lines.rest().empty())
        in.faults.error({1, 1}, "empty_input", "there are no scenarios");
    else
        detail::read_scenario_version(in);
    while (in.is_good() && in.advance())
        if (!in.line.text.empty()) detail::read_scenario(in, made.emplace_back());
    return in.conclude(std::move(made));
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
