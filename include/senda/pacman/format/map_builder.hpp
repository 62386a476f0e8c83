// SPDX-License-Identifier: MIT
// The way from a map as a file spells it to a board, with all that the formats ask of one.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/format/raw_map.hpp>
#include <senda/pacman/format/tokens.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Makes a board of a draft, or says what is wrong with it.
class draft_reader {
public:
    draft_reader(const draft& d, warning_list& warnings) : draft_(&d), warnings_(&warnings) {}

    [[nodiscard]] parsed<board> read() {
        if (!read_size() || !read_energy()) return *std::move(fault_);
        const std::optional<point> start = read_point("start", draft_->start_x, draft_->start_y);
        if (!start) return *std::move(fault_);
        const std::optional<point> goal = read_point("goal", draft_->goal_x, draft_->goal_y);
        if (!goal || !check_rows() || !read_tiles()) return *std::move(fault_);
        clear("start", *start, draft_->start_x);
        clear("goal", *goal, draft_->goal_x);
        if (*start == *goal)
            warnings_->add(draft_->goal_x.where, "same",
                           "the goal is the start: the game is won without a move");
        return board::make(width_, height_, tiles_, *start, *goal, *draft_->energy.value);
    }

private:
    bool refuse(spot where, std::string_view code, std::string message) {
        fault_ = fault_at(where, code, std::move(message));
        return false;
    }

    bool read_size() {
        for (const drafted_number* side : {&draft_->width, &draft_->height})
            if (!side->within(1, most_side))
                return refuse(side->where, "size",
                              side->described() + ": expected a whole number from 1 to " +
                                  std::to_string(most_side));
        width_ = *draft_->width.within(1, most_side);
        height_ = *draft_->height.within(1, most_side);
        return true;
    }

    bool read_energy() {
        const drafted_number& e = draft_->energy;
        if (!e.value || *e.value > most_energy || *e.value < -most_energy)
            return refuse(e.where, "energy",
                          e.described() + ": expected a whole number from 1 to " +
                              std::to_string(most_energy));
        if (*e.value < 1)
            warnings_->add(e.where, "energy",
                           "the energy is " + e.text + ": the rules ask for at least 1");
        return true;
    }

    std::optional<point> read_point(std::string_view name, const drafted_number& x,
                                    const drafted_number& y) {
        const std::optional<std::uint32_t> column = x.within(1, width_);
        const std::optional<std::uint32_t> row = y.within(1, height_);
        if (column && row) return point{*column, *row};
        refuse((column ? y : x).where, "outside",
               "the " + std::string{name} +
                   " is not on the map: " + (column ? y.described() : x.described()) +
                   ", expected a whole number from 1 to " +
                   std::to_string(column ? height_ : width_));
        return std::nullopt;
    }

    bool check_rows() {
        const std::vector<drafted_row>& rows = draft_->rows;
        const std::string expected = ": expected " + std::to_string(height_) + ", as " +
                                     std::string{draft_->height.name} + " says";
        if (rows.size() < height_)
            return refuse(draft_->end, "rows",
                          "the map has " + counted(rows.size(), "row") + expected);
        if (rows.size() > height_) {
            const drafted_row& extra = rows[height_];
            return refuse(extra.tokens.empty() ? extra.end : extra.tokens[0].where, "rows",
                          "the map goes on after " + counted(height_, "row") + expected);
        }
        return true;
    }

    bool read_tiles() {
        tiles_.reserve(std::size_t{width_} * height_);
        for (const drafted_row& row : draft_->rows) {
            if (row.count != width_)
                return refuse(row.count > width_ ? row.tokens[width_].where : row.end, "columns",
                              "this row has " + counted(row.count, "cell") + ": expected " +
                                  std::to_string(width_) + ", as " +
                                  std::string{draft_->width.name} + " says");
            for (const drafted_token& token : row.tokens)
                if (!read_tile(token)) return false;
        }
        return true;
    }

    bool read_tile(const drafted_token& token) {
        const parsed_token read = parse_token(token.text);
        if (!read.tile)
            return refuse(token.where, "token",
                          (token.text.empty() ? std::string{"there is no cell between the commas"}
                                              : "unknown cell " + quoted(token.text, 24)) +
                              ": expected V, J1 to J9, Z1 to Z9, Z, B1 to B9 or B");
        if (read.lower_case)
            warnings_->add(token.where, "token", "a letter in lower case is read as upper case");
        if (read.odd_value)
            warnings_->add(token.where, "token",
                           "a value that is not a digit from 1 to 9 is taken as it is");
        tiles_.push_back(*read.tile);
        return true;
    }

    void clear(std::string_view name, point p, const drafted_number& where) {
        tile& t = tiles_[std::size_t{p.y - 1} * width_ + (p.x - 1)];
        if (t.what != kind::empty)
            warnings_->add(where.where, "occupied",
                           "the " + std::string{name} + " is on " + to_token(t) +
                               ": the cell is taken as empty");
        t = {};
    }

    const draft* draft_;
    warning_list* warnings_;
    std::optional<diagnostic> fault_;
    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::vector<tile> tiles_;
};

}  // namespace senda::pacman::detail
