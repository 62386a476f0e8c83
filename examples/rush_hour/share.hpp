// SPDX-License-Identifier: MIT
// Share codes: a board in 10 characters that can stand in an address, or in 16 if it has walls; in
// other sizes, and with other exits, in some more.
#pragma once

#include <common/format.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/format/sized_code.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::rush_hour {

/// Ranks all classic boards with the same walls, from 0 up without gaps; letters do not count.
class board_ranks {
public:
    /// The numbers of all boards with those walls.
    explicit board_ranks(cell_set walls = 0)
        : walls_(walls), counts_(std::size_t{layers} * profiles) {
        assert(walls <= every_cell);
        counts_[index_of({cell_count, 0, true})] = 1;
        for (int cell = cell_count - 1; cell >= 0; --cell)
            for (const bool has_red : {false, true}) {
                if (has_red ? cell <= row_begin : cell >= row_end) continue;
                for (state s{cell, 0, has_red}; s.profile < profiles; ++s.profile)
                    for_each_choice(s, [&](const choice&, const state& to) {
                        counts_[index_of(s)] += completions(to);
                    });
            }
    }

    /// The walls that all these boards have.
    [[nodiscard]] cell_set walls() const noexcept { return walls_; }

    /// How many boards there are.
    [[nodiscard]] std::uint64_t size() const noexcept { return completions({}); }

    /// The number of a board with these walls.
    [[nodiscard]] std::uint64_t rank(const board& b) const noexcept {
        assert(b.walls() == walls_ && b.shape() == classic);
        std::array<const vehicle*, cell_count> begins{};
        for (const vehicle& v : b.vehicles())
            begins[static_cast<std::size_t>(first_cell_of(v))] = &v;

        std::uint64_t before = 0;
        for (state at; at.cell < cell_count;) {
            const vehicle* v = begins[static_cast<std::size_t>(at.cell)];
            const choice made =
                v == nullptr ? choice{} : choice{v->length, v->direction, v->id == red_id};
            std::optional<state> next;
            for_each_choice(at, [&](const choice& c, const state& to) {
                if (c == made) next = to;
                if (!next) before += completions(to);
            });
            assert(next);
            at = *next;
        }
        return before;
    }

    /// The board with a number below `size()`: the red car A and the other vehicles B, C, ... in
    /// reading order of their top left cells.
    [[nodiscard]] board unrank(std::uint64_t number) const {
        assert(number < size());
        std::vector<vehicle> vehicles;
        char letter = red_id;
        for (state at; at.cell < cell_count;) {
            const state from = at;
            for_each_choice(from, [&](const choice& c, const state& to) {
                if (at.cell != from.cell) return;
                if (number >= completions(to)) {
                    number -= completions(to);
                    return;
                }
                if (c.length > 0)
                    vehicles.push_back(
                        {c.red ? red_id : ++letter, static_cast<std::uint8_t>(from.cell / side),
                         static_cast<std::uint8_t>(from.cell % side), c.length, c.direction});
                at = to;
            });
        }
        return *board::make(vehicles, walls_);
    }

private:
    /// What begins in a cell: a vehicle, or nothing if the length is 0.
    struct choice {
        std::uint8_t length = 0;
        axis direction = axis::horizontal;
        bool red = false;

        friend constexpr bool operator==(const choice&, const choice&) = default;
    };

    /// A board filled up to a cell, in reading order. The profile has a digit of base 3 for each
    /// column: how many cells the vertical vehicle there still goes down.
    struct state {
        int cell = 0;
        int profile = 0;
        bool has_red = false;
    };

    static constexpr std::array<int, side> power = {1, 3, 9, 27, 81, 243};
    static constexpr int profiles = 729;
    static constexpr int row_begin = exit_row * side;
    static constexpr int row_end = row_begin + side;
    static constexpr int layers = cell_count + side;

    // Only within its row is it open whether the red car is there already: two layers a cell.
    static constexpr int layer_of(int cell, bool has_red) noexcept {
        if (cell <= row_begin) return cell;
        if (cell >= row_end) return cell + side - 1;
        return row_begin + 2 * (cell - row_begin) - (has_red ? 0 : 1);
    }
    static constexpr std::size_t index_of(const state& s) noexcept {
        return static_cast<std::size_t>(layer_of(s.cell, s.has_red)) * std::size_t{profiles} +
               static_cast<std::size_t>(s.profile);
    }

    /// How many boards complete a state.
    [[nodiscard]] std::uint64_t completions(const state& s) const noexcept {
        return s.cell >= row_end && !s.has_red ? 0 : counts_[index_of(s)];
    }

    static constexpr int digit(int profile, int column) noexcept {
        return profile / power[static_cast<std::size_t>(column)] % 3;
    }

    /// Calls `visit(choice, state after it)` for all that can begin in the next cell.
    template <class Visit>
    void for_each_choice(const state& s, Visit&& visit) const {
        const int row = s.cell / side;
        const int column = s.cell % side;
        const int unit = power[static_cast<std::size_t>(column)];
        const bool wall = is_wall(s.cell);
        if (digit(s.profile, column) > 0) {
            if (!wall) visit(choice{}, state{s.cell + 1, s.profile - unit, s.has_red});
            return;
        }
        visit(choice{}, state{s.cell + 1, s.profile, s.has_red});
        if (wall) return;
        int room = 1;  // cells of the row that are free from here on, as far as they matter
        while (room < longest_vehicle && column + room < side && !is_wall(s.cell + room) &&
               digit(s.profile, column + room) == 0)
            ++room;
        for (std::uint8_t length = shortest_vehicle; length <= longest_vehicle; ++length) {
            if (length <= room) visit(choice{length}, state{s.cell + length, s.profile, s.has_red});
            if (row + length <= side)
                visit(choice{length, axis::vertical},
                      state{s.cell + 1, s.profile + (length - 1) * unit, s.has_red});
        }
        if (row == exit_row && !s.has_red && room >= 2)
            visit(choice{2, axis::horizontal, true}, state{s.cell + 2, s.profile, true});
    }

    [[nodiscard]] bool is_wall(int cell) const noexcept { return (walls_ >> cell & 1) != 0; }

    cell_set walls_;
    std::vector<std::uint64_t> counts_;
};

namespace detail {

// A code is a number in base 64 that leaves `code_remainder` when divided by a prime. A wrong
// character changes it by d * 64^k and a swap of two neighbours by 63 * d * 64^k, where 0 < d < 64:
// no multiple of the prime, so both are always detected. With a larger prime, codes could begin
// with
// '-', like an option.
inline constexpr std::uint64_t code_prime = 22'597'567;
inline constexpr std::uint64_t code_remainder = 7'232'633;

inline constexpr std::size_t rank_characters = 10;
inline constexpr std::size_t wall_characters = cell_count / 6;
inline constexpr std::uint64_t wall_base = std::uint64_t{1} << cell_count;

/// The number that up to 10 characters of the alphabet stand for.
[[nodiscard]] constexpr std::uint64_t from_base_64(std::string_view digits) noexcept {
    std::uint64_t value = 0;
    for (const char c : digits) value = value << 6U | code_alphabet.find(c);
    return value;
}

/// What the number of a code leaves when divided by the prime.
[[nodiscard]] constexpr std::uint64_t remainder_of_code(std::uint64_t rank_part,
                                                        cell_set walls) noexcept {
    if (walls == 0) return rank_part % code_prime;
    return (rank_part % code_prime * (wall_base % code_prime) + walls) % code_prime;
}

/// What has to be added to a multiple of the prime to make it the part of a code with the rank.
[[nodiscard]] constexpr std::uint64_t check_of(cell_set walls) noexcept {
    if (walls == 0) return code_remainder;
    const std::uint64_t wanted = (code_remainder + code_prime - walls % code_prime) % code_prime;
    // The inverse of wall_base is its power prime - 2, by Fermat's little theorem.
    std::uint64_t check = wanted;
    std::uint64_t factor = wall_base % code_prime;
    for (std::uint64_t exponent = code_prime - 2; exponent > 0; exponent >>= 1U) {
        if ((exponent & 1U) != 0) check = check * factor % code_prime;
        factor = factor * factor % code_prime;
    }
    return check;
}

[[nodiscard]] inline diagnostic bad_share_code(const std::string& what, std::size_t column) {
    return {"bad_share_code", what, 1, column};
}

}  // namespace detail

/// Makes and reads share codes. It keeps its tables for the next board with the same walls.
class share_coder {
public:
    /// The code of a board. It does not hold the letters of the vehicles.
    [[nodiscard]] std::string encode(const board& b) {
        if (!b.shape().is_classic()) return detail::sized_code(b);
        const std::uint64_t rank = ranks(b.walls()).rank(b);
        std::string code = detail::in_base_64(
            rank * detail::code_prime + detail::check_of(b.walls()), detail::rank_characters);
        if (b.walls() != 0) code += detail::in_base_64(b.walls(), detail::wall_characters);
        return code;
    }

    /// The board of a code: the red car A and the other vehicles B, C, ... in reading order of
    /// their top left cells. Error: `bad_share_code`.
    [[nodiscard]] parsed<board> decode(std::string_view code) {
        if (code.find(detail::shape_end) != code.npos) return decode_sized(code);
        if (std::optional<diagnostic> wrong = fault_of_text(code)) return *std::move(wrong);
        const std::uint64_t rank_part =
            detail::from_base_64(code.substr(0, detail::rank_characters));
        const cell_set walls = detail::from_base_64(code.substr(detail::rank_characters));
        const bool has_walls = code.size() > detail::rank_characters;
        const bool whole = has_walls == (walls != 0) &&
                           detail::remainder_of_code(rank_part, walls) == detail::code_remainder &&
                           rank_part / detail::code_prime < ranks(walls).size();
        if (!whole) return damaged(code);
        return ranks(walls).unrank(rank_part / detail::code_prime);
    }

private:
    static diagnostic damaged(std::string_view code) {
        return detail::bad_share_code(
            "the share code " + quoted(code) + " is damaged: a character of it is wrong", 1);
    }

    // A classic board has a code of the other kind, and no other.
    static parsed<board> decode_sized(std::string_view code) {
        const std::optional<board> found = detail::parse_sized_code(code);
        if (!found || found->shape().is_classic()) return damaged(code);
        return *found;
    }

    const board_ranks& ranks(cell_set walls) {
        if (!ranks_ || ranks_->walls() != walls) ranks_.emplace(walls);
        return *ranks_;
    }

    static std::optional<diagnostic> fault_of_text(std::string_view code) {
        const std::size_t length = count_characters(code);
        constexpr std::size_t longest = detail::rank_characters + detail::wall_characters;
        if (length != detail::rank_characters && length != longest)
            return detail::bad_share_code("the share code " + quoted(code) + " has " +
                                              pluralize(length, "character") +
                                              ": expected 10, or 16 with walls",
                                          std::min(length, longest) + 1);
        const std::size_t at = code.find_first_not_of(detail::code_alphabet);
        if (at == std::string_view::npos) return std::nullopt;
        const std::string_view rest = code.substr(at);
        return detail::bad_share_code("no share code has a " +
                                          quoted(rest.substr(0, first_character(rest).size)) +
                                          ": expected letters, digits, '-' and '_'",
                                      column_of(code, at));
    }

    std::optional<board_ranks> ranks_;
};

/// The share code of a board: 10 characters of `A-Z a-z 0-9 - _` that do not begin with '-', or 16
/// if it has walls, without the letters of the vehicles. That of a board which is not classic
/// begins with its shape, as in `5x7r3~`, where the exit is on the right of row 3.
[[nodiscard]] inline std::string share_code(const board& b) { return share_coder{}.encode(b); }

/// The board of a share code, as `share_coder::decode` reads it.
[[nodiscard]] inline parsed<board> parse_share_code(std::string_view code) {
    return share_coder{}.decode(code);
}

/// Whether a text without blanks around it is meant as a share code, good or bad, and not as a
/// board.
[[nodiscard]] inline bool looks_like_share_code(std::string_view text) {
    if (const std::size_t end = text.find(detail::shape_end); end != text.npos)
        return detail::parse_shape(text.substr(0, end)).has_value();
    if (text.find_first_not_of(detail::code_alphabet) != std::string_view::npos) return false;
    const auto is_near = [&](std::size_t length) {
        return text.size() + 2 >= length && text.size() <= length + 2;
    };
    const bool could_be_cells = std::all_of(text.begin(), text.end(), detail::is_cell);
    return could_be_cells ? parse_share_code(text).has_value() : is_near(10) || is_near(16);
}

/// Reads a board as `parse_text` does, or the share code of one. Errors: also `bad_share_code`.
[[nodiscard]] inline parsed<board> parse(std::string_view text, reading how = reading::lenient) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::string_view body = line_reader{text}.rest();  // without a byte order mark
    const std::string_view before = body.substr(0, body.find_first_not_of(blanks));
    const std::string_view code =
        body.substr(before.size(), body.find_last_not_of(blanks) + 1 - before.size());
    if (!looks_like_share_code(code)) return parse_text(text, how);
    parsed<board> found = parse_share_code(code);
    if (found) return found;
    diagnostic moved = found.error();
    moved.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    moved.column += before.size() - (before.rfind('\n') + 1);
    return moved;
}

}  // namespace senda::rush_hour
