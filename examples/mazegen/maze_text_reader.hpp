// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/maze_text.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// A maze as a MAZE file gives it.
struct maze_from_text {
    mazegen::maze maze;            ///< the rooms and their passages
    std::optional<cell> entrance;  ///< where S stands
    std::optional<cell> exit;      ///< where E stands
    std::int64_t life = 0;         ///< as the header says it
    std::uint64_t treasures = 0;   ///< how many there are
    std::uint64_t digits = 0;      ///< cells of the floor that cost life
};

namespace detail {

/// Reads a text whose rooms are at odd rows and columns. What is wrong is in `fault`.
class maze_text_reader {
public:
    explicit maze_text_reader(std::string_view text) noexcept : lines_(text) {}

    [[nodiscard]] parsed<maze_from_text> read() {
        warn_of_byte_order_mark(lines_, warnings_);
        maze_from_text made;
        if (!read_header(made) || !check_rows()) return refusal();
        parsed<maze> rooms = maze::make((header_[0] - 1) / 2, (header_[1] - 1) / 2);
        if (!rooms) return {rooms.error(), std::move(warnings_)};
        made.maze = *std::move(rooms);
        for (std::int64_t row = 0; row < header_[0]; ++row) {
            line_ = lines_.next().value_or(line_);  // it is there, as was checked
            if (!take_row(made, row)) return refusal();
        }
        return {std::move(made), std::move(warnings_)};
    }

private:
    [[nodiscard]] parsed<maze_from_text> refusal() {
        return {std::move(fault_), std::move(warnings_)};
    }

    bool refuse(std::string_view code, std::string message, std::size_t offset) {
        fault_ = {std::string{code}, std::move(message), line_.number,
                  column_of(line_.text, offset)};
        return false;
    }

    bool read_header(maze_from_text& into) {
        const std::optional<text_line> first = lines_.next();
        line_ = first.value_or(text_line{{}, 1});
        if (!first) return refuse("empty_input", "the text is empty: expected a maze", 0);
        std::size_t at = 0;
        const auto take = [&](char expected) {
            at = std::min(line_.text.find_first_not_of(" \t", at), line_.text.size());
            if (at < line_.text.size() && line_.text[at] == expected) {
                ++at;
                return true;
            }
            return refuse("bad_header",
                          std::string{"expected '"} + expected + "' of 'N=.., M=.., P=..'", at);
        };
        for (std::size_t i = 0; i < header_.size(); ++i) {
            if ((i != 0 && !take(',')) || !take("NMP"[i]) || !take('=')) return false;
            at = std::min(line_.text.find_first_not_of(" \t", at), line_.text.size());
            const std::size_t end =
                std::min(line_.text.find_first_of(", \t", at), line_.text.size());
            const parsed_number<std::int64_t> number =
                parse_integer<std::int64_t>(line_.text.substr(at, end - at));
            if (number.fault == number_fault::malformed)
                return refuse("bad_header", "expected a whole number", at + number.offset);
            if (i < 2 && (!number || number.value < 3 || number.value % 2 == 0))
                return refuse("bad_dimensions",
                              std::string{"NM"[i]} +
                                  ": expected an odd number from 3 up, as rooms with walls have",
                              at);
            if (i == 2 && (!number || number.value < 1 || number.value > most_life))
                return refuse("bad_life",
                              "P: expected a number from 1 to " + std::to_string(most_life), at);
            header_[i] = number.value;
            at = end;
        }
        if (line_.text.find_first_not_of(" \t", at) != std::string_view::npos)
            return refuse("bad_header", "expected nothing after the life", at);
        into.life = header_[2];
        return true;
    }

    /// Checks that there are as many rows as promised, of the right length, before memory is taken.
    bool check_rows() {
        line_reader ahead = lines_;
        const std::size_t header = line_.number;
        for (std::int64_t row = 0; row < header_[0]; ++row) {
            const std::optional<text_line> line = ahead.next();
            line_ = line.value_or(text_line{{}, header + static_cast<std::size_t>(row) + 1});
            if (!line)
                return refuse("bad_row_count",
                              "the maze ends after " + std::to_string(row) + " rows: expected " +
                                  std::to_string(header_[0]),
                              0);
            if (line_.text.size() == static_cast<std::uint64_t>(header_[1])) continue;
            const std::size_t odd = line_.text.find_first_not_of("#0123456789TSE");
            if (odd != std::string_view::npos) return bad_cell(odd);
            return refuse("bad_row_length",
                          "this row has " + std::to_string(line_.text.size()) +
                              " cells: expected " + std::to_string(header_[1]),
                          std::min(line_.text.size(), static_cast<std::size_t>(header_[1])));
        }
        while (const std::optional<text_line> line = ahead.next()) {
            line_ = *line;
            if (!line->text.empty())
                return refuse("bad_row_count",
                              "the maze goes on after " + std::to_string(header_[0]) + " rows", 0);
        }
        return true;
    }

    bool bad_cell(std::size_t offset) {
        const std::string_view rest = line_.text.substr(offset);
        return refuse("bad_cell",
                      "unknown cell " + quoted(rest.substr(0, first_character(rest).size)) +
                          ": expected S, E, #, T or a digit",
                      offset);
    }

    bool no_rooms(std::string_view why, std::size_t offset) {
        return refuse("not_rooms",
                      std::string{why} +
                          ": expected rooms at even columns and lines "
                          "alone, and walls around them",
                      offset);
    }

    enum class kind : std::uint8_t { wall, floor, start, end, unknown };
    kind read_cell(std::size_t offset, maze_from_text& into) const noexcept {
        switch (const char c = line_.text[offset]; c) {
            case '#': return kind::wall;
            case '0': return kind::floor;
            case 'T': ++into.treasures; return kind::floor;
            case 'S': return kind::start;
            case 'E': return kind::end;
            default: into.digits += 1; return c >= '1' && c <= '9' ? kind::floor : kind::unknown;
        }
    }

    /// A row of cells: the passages between two rows of rooms, or rooms and passages in a row.
    bool take_row(maze_from_text& into, std::int64_t text_row) {
        const bool between = text_row % 2 == 0;
        const int row = static_cast<int>(text_row / 2);
        for (std::size_t at = 1; !between && at < line_.text.size(); at += 2)
            if (!take_room(into, {static_cast<int>(at / 2), row}, at)) return false;
        for (std::size_t at = 0; at < line_.text.size(); at += between ? 1 : 2) {
            const int column = static_cast<int>(at / 2);
            const cell from = between ? cell{column, row - 1} : cell{column - 1, row};
            const direction d = between ? direction::south : direction::east;
            const kind what = read_cell(at, into);
            if (what == kind::wall) continue;
            if (what == kind::unknown) return bad_cell(at);
            if (between && at % 2 == 0) return no_rooms("an opening where walls meet", at);
            if (!into.maze.contains(from) || !into.maze.contains(next_to(from, d)))
                return no_rooms("an opening in the outer wall", at);
            if (what != kind::floor) return no_rooms("S or E between two rooms", at);
            if (!into.maze.is_room(from) || !into.maze.is_room(next_to(from, d)))
                return no_rooms("a passage that leads nowhere", at);
            into.maze.open(from, d);
        }
        return true;
    }

    bool take_room(maze_from_text& into, cell here, std::size_t offset) {
        switch (read_cell(offset, into)) {
            case kind::floor: return true;
            case kind::start: return take_mark(into.entrance, here, "start", offset);
            case kind::end: return take_mark(into.exit, here, "end", offset);
            case kind::unknown: return bad_cell(offset);
            case kind::wall: break;
        }
        if (into.maze.has_passage(here, direction::north))
            return no_rooms("a wall where a passage from above leads to", offset);
        into.maze.leave_out(here);
        return true;
    }

    bool take_mark(std::optional<cell>& mark, cell here, const std::string& name,
                   std::size_t offset) {
        if (mark) return refuse("many_" + name + 's', "a second " + name, offset);
        mark = here;
        return true;
    }

    line_reader lines_;
    text_line line_;
    std::array<std::int64_t, 3> header_{};  // N, M and P
    diagnostic fault_;
    std::vector<diagnostic> warnings_;
};

}  // namespace detail

/// Reads the text of a MAZE file of rooms: 2R + 1 rows and 2C + 1 columns, with the room (r, c) at
/// row 2r + 1 and column 2c + 1; a wall there says that there is no room. What is strewn on the
/// floor is counted and left out. Errors: `empty_input bad_header bad_dimensions bad_life
/// bad_row_count bad_row_length bad_cell many_starts many_ends`, and `not_rooms` if the cells are
/// not rooms with walls between them. Warnings: `bom`.
[[nodiscard]] inline parsed<maze_from_text> parse_maze_text(std::string_view text) {
    return detail::maze_text_reader(text).read();
}

}  // namespace senda::mazegen
