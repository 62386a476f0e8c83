// SPDX-License-Identifier: MIT
// A map as a file spells it, before it is checked: what the readers of both formats fill. Cells
// are tokens: V, J3, Z7, Z, B2, B.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman {

using senda::reading;

/// The most columns and the most rows that a file may have.
inline constexpr std::uint32_t most_side = 20;

/// The token of a cell.
[[nodiscard]] inline std::string to_token(tile t) {
    const auto with_value = [t](char letter) { return letter + std::to_string(t.value); };
    switch (t.what) {
        case kind::empty: return "V";
        case kind::food: return with_value('J');
        case kind::wall: return with_value('Z');
        case kind::solid: return "Z";
        case kind::bomb: return with_value('B');
        case kind::lethal: return "B";
    }
    return {};
}

/// A token that was read, and what about it is not as the rules have it.
struct parsed_token {
    std::optional<pacman::tile> tile = {};  ///< nothing if the token is unknown
    bool lower_case = false;                ///< a letter that should be a capital
    bool odd_value = false;                 ///< not one digit from 1 to 9
};

/// Reads a token: `V`, `J`, `Z` or `B` with a value up to `most_value`, or `Z` or `B` without one;
/// the letter may be in lower case.
[[nodiscard]] constexpr parsed_token parse_token(std::string_view text) noexcept {
    if (text.empty()) return {};
    parsed_token read;
    read.lower_case = text[0] >= 'a' && text[0] <= 'z';
    const char letter = read.lower_case ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
    const std::string_view digits = text.substr(1);
    if (digits.empty()) {
        if (letter == 'V') read.tile = tile{kind::empty};
        if (letter == 'Z') read.tile = tile{kind::solid};
        if (letter == 'B') read.tile = tile{kind::lethal};
        return read;
    }
    const parsed_number<std::uint32_t> value = parse_integer<std::uint32_t>(digits);
    if (!value || value.value > most_value) return read;
    read.odd_value = digits.size() != 1 || value.value == 0;
    if (letter == 'J') read.tile = tile{kind::food, value.value};
    if (letter == 'Z') read.tile = tile{kind::wall, value.value};
    if (letter == 'B') read.tile = tile{kind::bomb, value.value};
    return read;
}

namespace detail {

/// A line, or a part of one, and where it begins.
struct located_text {
    std::string_view text;
    text_position first;

    /// The position of a byte.
    [[nodiscard]] text_position at(std::size_t offset) const noexcept {
        return {first.line, first.column + count_characters(text.substr(0, offset))};
    }
};

/// A number of a file.
struct raw_number {
    std::string_view name = {};              // as the format calls it
    std::string text = {};                   // as it is written
    std::optional<std::int64_t> value = {};  // nothing if it does not fit
    text_position where = {};

    /// Takes a number as it is written.
    parsed_number<std::int64_t> take(std::string_view written, text_position at) {
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(written);
        text = written;
        value = number ? std::optional{number.value} : std::nullopt;
        where = at;
        return number;
    }
    /// Such as `M is '21'`.
    [[nodiscard]] std::string described() const {
        return std::string{name} + " is " + quoted(text, 24);
    }
};

/// A token of a row.
struct raw_token {
    std::string text;
    text_position where;
};

/// A row of a file: its first tokens, how many it has in all, and where it ends.
struct raw_row {
    std::vector<raw_token> tokens = {};
    std::size_t count = 0;
    text_position end = {};

    // One more than there may be is enough to say that there are too many.
    void add(std::string_view token, text_position where) {
        if (count++ <= most_side) tokens.push_back({std::string{token}, where});
    }
};

/// All that a file says.
struct raw_map {
    raw_number width, height, start_x, start_y, energy, goal_x, goal_y;
    std::vector<raw_row> rows = {};  // one more than there may be at most
    text_position end = {};          // where a row that is missing would be
};

/// Calls `visit(field)` for each part of a line between commas, without the blanks around it, and
/// warns of those.
template <class Visit>
void for_each_field(const located_text& line, diagnostic_list& found, const Visit& visit) {
    constexpr std::string_view blanks = " \t";
    constexpr std::string_view ignored = "blanks around commas are ignored";
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
        const std::string_view whole = line.text.substr(begin, end - begin);
        const std::size_t lead = std::min(whole.find_first_not_of(blanks), whole.size());
        const std::string_view text = whole.substr(lead, whole.find_last_not_of(blanks) + 1 - lead);
        if (text.size() != whole.size() && !found.has_warning(ignored))
            found.warn(line.at(lead > 0 ? begin : begin + text.size()), "syntax", ignored);
        visit(text_field{text, begin + lead});
        if (end == line.text.size()) return;
        begin = end + 1;
    }
}

/// The row that a line of tokens between commas makes.
[[nodiscard]] inline raw_row split_row(const located_text& line, diagnostic_list& found) {
    raw_row row;
    for_each_field(line, found, [&](const text_field& field) {
        row.add(field.text, row.count <= most_side ? line.at(field.offset) : text_position{});
    });
    row.end = line.at(line.text.size());
    return row;
}

}  // namespace detail

}  // namespace senda::pacman
