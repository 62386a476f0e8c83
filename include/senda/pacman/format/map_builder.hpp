// SPDX-License-Identifier: MIT
// Checks a map as a file spells it and makes a board of it.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/format/raw_map.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Makes a board of a raw map, or says what is wrong with it.
class map_builder {
public:
    map_builder(const raw_map& raw, diagnostic_list& found) : raw_(&raw), found_(&found) {}

    /// The board; nothing if there is an error.
    [[nodiscard]] std::optional<board> build() {
        point start;
        point goal;
        if (!read_size() || !read_energy() ||
            !read_point("start", raw_->start_x, raw_->start_y, start) ||
            !read_point("goal", raw_->goal_x, raw_->goal_y, goal) || !check_rows() || !read_tiles())
            return std::nullopt;
        clear("start", start, raw_->start_x.where);
        clear("goal", goal, raw_->goal_x.where);
        if (start == goal)
            found_->warn(raw_->goal_x.where, "same",
                         "the goal is the start: the game is won without a move");
        return *board::make(width_, height_, tiles_, start, goal, *raw_->energy.value);
    }

private:
    bool read_within(const raw_number& n, std::uint32_t most, std::string_view code,
                     const std::string& problem, std::uint32_t& into) {
        if (!n.value || *n.value < 1 || *n.value > most)
            return found_->error(
                n.where, code,
                problem + "expected a whole number from 1 to " + std::to_string(most));
        into = static_cast<std::uint32_t>(*n.value);
        return true;
    }

    bool read_size() {
        const auto read_side = [&](const raw_number& n, std::uint32_t& into) {
            return read_within(n, most_side, "size", n.described() + ": ", into);
        };
        return read_side(raw_->width, width_) && read_side(raw_->height, height_);
    }

    bool read_energy() {
        const raw_number& e = raw_->energy;
        if (!e.value || *e.value > most_energy || *e.value < -most_energy)
            return found_->error(e.where, "energy",
                                 e.described() + ": expected a whole number from 1 to " +
                                     std::to_string(most_energy));
        if (*e.value < 1)
            found_->warn(e.where, "energy",
                         "the energy is " + e.text + ": the rules ask for at least 1");
        return true;
    }

    bool read_point(std::string_view name, const raw_number& x, const raw_number& y, point& into) {
        const auto read = [&](const raw_number& n, std::uint32_t most, std::uint32_t& to) {
            const std::string problem =
                "the " + std::string{name} + " is not on the map: " + n.described() + ", ";
            return read_within(n, most, "outside", problem, to);
        };
        return read(x, width_, into.x) && read(y, height_, into.y);
    }

    bool check_rows() {
        const std::vector<raw_row>& rows = raw_->rows;
        const std::string expected = ": expected " + std::to_string(height_) + ", as " +
                                     std::string{raw_->height.name} + " says";
        if (rows.size() < height_)
            return found_->error(raw_->end, "rows",
                                 "the map has " + counted(rows.size(), "row") + expected);
        if (rows.size() > height_) {
            const raw_row& extra = rows[height_];
            return found_->error(extra.tokens.empty() ? extra.end : extra.tokens[0].where, "rows",
                                 "the map goes on after " + counted(height_, "row") + expected);
        }
        return true;
    }

    bool read_tiles() {
        tiles_.reserve(std::size_t{width_} * height_);
        for (const raw_row& row : raw_->rows) {
            if (row.count != width_)
                return found_->error(
                    row.count > width_ ? row.tokens[width_].where : row.end, "columns",
                    "this row has " + counted(row.count, "cell") + ": expected " +
                        std::to_string(width_) + ", as " + std::string{raw_->width.name} + " says");
            for (const raw_token& token : row.tokens)
                if (!read_tile(token)) return false;
        }
        return true;
    }

    bool read_tile(const raw_token& token) {
        const parsed_token read = parse_token(token.text);
        if (!read.tile)
            return found_->error(
                token.where, "token",
                (token.text.empty() ? std::string{"there is no cell between the commas"}
                                    : "unknown cell " + quoted(token.text, 24)) +
                    ": expected V, J1 to J9, Z1 to Z9, Z, B1 to B9 or B");
        if (read.lower_case)
            found_->warn(token.where, "token", "a letter in lower case is read as upper case");
        if (read.odd_value)
            found_->warn(token.where, "token",
                         "a value that is not a digit from 1 to 9 is taken as it is");
        tiles_.push_back(*read.tile);
        return true;
    }

    void clear(std::string_view name, point p, text_position where) {
        tile& t = tiles_[std::size_t{p.y - 1} * width_ + (p.x - 1)];
        if (t.what != kind::empty)
            found_->warn(where, "occupied",
                         "the " + std::string{name} + " is on " + to_token(t) +
                             ": the cell is taken as empty");
        t = {};
    }

    const raw_map* raw_;
    diagnostic_list* found_;
    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::vector<tile> tiles_;
};

/// Whether a text can be a file of any format: it is not empty, and UTF-8.
[[nodiscard]] inline bool check_text(std::string_view text, diagnostic_list& found) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return found.error({1, 1}, "empty_input", "the text is empty: expected a map");
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        std::string_view rest = line->text;
        for (std::size_t column = 1; !rest.empty(); ++column) {
            const utf8_character c = first_character(rest);
            if (!c.valid)
                return found.error({line->number, column}, "encoding",
                                   "the byte " + quoted(rest.substr(0, 1)) +
                                       " is not UTF-8: expected a text file");
            rest.remove_prefix(c.size);
        }
    }
    return true;
}

/// Reads a map file with the reader of its format, whose `read()` makes the raw map.
template <class Reader>
[[nodiscard]] parsed<board> read_map(std::string_view text, reading how) {
    diagnostic_list found(1, &diagnostic::message);
    const line_reader lines{text};
    if (lines.had_byte_order_mark())
        found.warn({1, 1}, "encoding", "the text begins with a byte order mark, which is skipped");
    std::optional<board> made;
    if (check_text(lines.rest(), found)) {
        const raw_map raw = Reader{lines.rest(), found}.read();
        if (found.errors.empty()) made = map_builder{raw, found}.build();
    }
    found.conclude(how);
    if (!found.errors.empty()) return {std::move(found.errors[0]), std::move(found.warnings)};
    return {*std::move(made), std::move(found.warnings)};
}

}  // namespace senda::pacman::detail
