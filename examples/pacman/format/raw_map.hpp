// SPDX-License-Identifier: MIT
// A map as a file spells it: what the readers of both formats fill, then checked and made a board.
// Cells are tokens: V, J3, Z7, Z, B2, B.
#pragma once

#include <common/format.hpp>
#include <pacman/board.hpp>
#include <pacman/format/reading_words.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman {

using senda::reading;

/// The most columns and the most rows that the rules allow, and that maps are made with.
inline constexpr std::uint32_t most_side = 20;

/// The most columns and the most rows of a file that is read, with a warning above `most_side`.
inline constexpr std::uint32_t largest_side = 200;

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
    [[nodiscard]] std::string described(const reading_words& w) const {
        return substitute(w.value, {name, quoted(text, 24)});
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
        if (count++ <= largest_side) tokens.push_back({std::string{token}, where});
    }
};

/// All that a file says.
struct raw_map {
    raw_number width, height, start_x, start_y, energy, goal_x, goal_y;
    std::vector<raw_row> rows = {};  // one more than there may be at most
    text_position end = {};          // where a row that is missing would be
};

/// What is wrong with a file while it is read, in the words of a language.
class map_faults : public diagnostic_list {
public:
    map_faults(reading how, const reading_words& w)
        : diagnostic_list(1, &diagnostic::message), how_(how), words_(&w) {}

    [[nodiscard]] const reading_words& words() const noexcept { return *words_; }

    /// Notes what a lenient reading accepts and a strict one refuses.
    void oddity(text_position where, std::string_view code, const oddity_words& o,
                std::initializer_list<std::string_view> values = {}) {
        warn(where, code, substitute(sentence_of(o), values));
    }
    /// Whether an oddity was noted whose sentence has no gaps.
    [[nodiscard]] bool has(const oddity_words& o) const noexcept {
        return has_warning(sentence_of(o));
    }

    /// Turns what a strict reading refuses into errors.
    void conclude() { diagnostic_list::conclude(how_); }

private:
    [[nodiscard]] const char* sentence_of(const oddity_words& o) const noexcept {
        return how_ == reading::strict ? o.refused : o.accepted;
    }

    reading how_;
    const reading_words* words_;
};

/// Calls `visit(field)` for each part of a line between commas, without the blanks around it, and
/// warns of those.
template <class Visit>
void for_each_field(const located_text& line, map_faults& found, const Visit& visit) {
    constexpr std::string_view blanks = " \t";
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
        const std::string_view whole = line.text.substr(begin, end - begin);
        const std::size_t lead = std::min(whole.find_first_not_of(blanks), whole.size());
        const std::string_view text = whole.substr(lead, whole.find_last_not_of(blanks) + 1 - lead);
        if (text.size() != whole.size() && !found.has(found.words().blanks))
            found.oddity(line.at(lead > 0 ? begin : begin + text.size()), "syntax",
                         found.words().blanks);
        visit(text_field{text, begin + lead});
        if (end == line.text.size()) return;
        begin = end + 1;
    }
}

/// The row that a line of tokens between commas makes.
[[nodiscard]] inline raw_row split_row(const located_text& line, map_faults& found) {
    raw_row row;
    for_each_field(line, found, [&](const text_field& field) {
        row.add(field.text, row.count <= largest_side ? line.at(field.offset) : text_position{});
    });
    row.end = line.at(line.text.size());
    return row;
}

/// Makes a board of a raw map, or says what is wrong with it.
class map_builder {
public:
    map_builder(const raw_map& raw, map_faults& found)
        : raw_(&raw), found_(&found), words_(&found.words()) {}

    /// The board; nothing if there is an error.
    [[nodiscard]] std::optional<board> build() {
        point start;
        point goal;
        if (!read_size() || !read_energy() ||
            !read_point(words_->start, raw_->start_x, raw_->start_y, start) ||
            !read_point(words_->goal, raw_->goal_x, raw_->goal_y, goal) || !check_rows() ||
            !read_tiles())
            return std::nullopt;
        clear(words_->start, start, raw_->start_x.where);
        clear(words_->goal, goal, raw_->goal_x.where);
        if (start == goal) found_->oddity(raw_->goal_x.where, "same", words_->same);
        return *board::make(width_, height_, tiles_, start, goal, *raw_->energy.value);
    }

private:
    bool refuse(text_position where, std::string_view code, std::string_view sentence,
                std::initializer_list<std::string_view> values) {
        return found_->error(where, code, substitute(sentence, values));
    }

    bool read_side(const raw_number& n, std::uint32_t& into) {
        if (!take(n, largest_side, into))
            return refuse(n.where, "size", words_->not_within,
                          {n.described(*words_), text_of(most_side)});
        if (into > most_side)
            found_->oddity(n.where, "size", words_->large,
                           {n.described(*words_), text_of(most_side)});
        return true;
    }
    static bool take(const raw_number& n, std::uint32_t most, std::uint32_t& into) {
        if (!n.value || *n.value < 1 || *n.value > most) return false;
        into = static_cast<std::uint32_t>(*n.value);
        return true;
    }
    static std::string text_of(std::int64_t number) { return std::to_string(number); }

    bool read_size() { return read_side(raw_->width, width_) && read_side(raw_->height, height_); }

    bool read_energy() {
        const raw_number& e = raw_->energy;
        if (!e.value || *e.value > most_energy || *e.value < -most_energy)
            return refuse(e.where, "energy", words_->not_within,
                          {e.described(*words_), text_of(most_energy)});
        if (*e.value < 1) found_->oddity(e.where, "energy", words_->little_energy, {e.text});
        return true;
    }

    bool read_point(std::string_view name, const raw_number& x, const raw_number& y, point& into) {
        const auto read = [&](const raw_number& n, std::uint32_t most, std::uint32_t& to) {
            return take(n, most, to) || refuse(n.where, "outside", words_->outside,
                                               {name, n.described(*words_), text_of(most)});
        };
        return read(x, width_, into.x) && read(y, height_, into.y);
    }

    bool check_rows() {
        const std::vector<raw_row>& rows = raw_->rows;
        const auto refuse_rows = [&](text_position where, const char* sentence, std::size_t count) {
            return refuse(where, "rows", sentence,
                          {pluralize(count, words_->row), text_of(height_), raw_->height.name});
        };
        if (rows.size() < height_) return refuse_rows(raw_->end, words_->few_rows, rows.size());
        if (rows.size() == height_) return true;
        const raw_row& extra = rows[height_];
        return refuse_rows(extra.tokens.empty() ? extra.end : extra.tokens[0].where,
                           words_->many_rows, height_);
    }

    bool read_tiles() {
        tiles_.reserve(std::size_t{width_} * height_);
        for (const raw_row& row : raw_->rows) {
            if (row.count != width_)
                return refuse(
                    row.count > width_ ? row.tokens[width_].where : row.end, "columns",
                    words_->columns,
                    {pluralize(row.count, words_->cell), text_of(width_), raw_->width.name});
            for (const raw_token& token : row.tokens)
                if (!read_tile(token)) return false;
        }
        return true;
    }

    bool read_tile(const raw_token& token) {
        const parsed_token read = parse_token(token.text);
        const std::string written = quoted(token.text, 24);
        if (!read.tile)
            return token.text.empty()
                       ? refuse(token.where, "token", words_->no_cell, {words_->tokens})
                       : refuse(token.where, "token", words_->unknown_cell,
                                {written, words_->tokens});
        if (read.lower_case) found_->oddity(token.where, "token", words_->lower_case, {written});
        if (read.odd_value) found_->oddity(token.where, "token", words_->odd_value, {written});
        tiles_.push_back(*read.tile);
        return true;
    }

    void clear(std::string_view name, point p, text_position where) {
        tile& t = tiles_[std::size_t{p.y - 1} * width_ + (p.x - 1)];
        if (t.what != kind::empty)
            found_->oddity(where, "occupied", words_->occupied, {name, to_token(t)});
        t = {};
    }

    const raw_map* raw_;
    map_faults* found_;
    const reading_words* words_;
    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::vector<tile> tiles_;
};

/// Whether a text can be a file of any format: it is not empty, and UTF-8.
[[nodiscard]] inline bool check_text(std::string_view text, map_faults& found) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return found.error({1, 1}, "empty_input", found.words().empty);
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        std::string_view rest = line->text;
        for (std::size_t column = 1; !rest.empty(); ++column) {
            const utf8_character c = first_character(rest);
            if (!c.valid)
                return found.error({line->number, column}, "encoding",
                                   substitute(found.words().not_utf8, {quoted(rest.substr(0, 1))}));
            rest.remove_prefix(c.size);
        }
    }
    return true;
}

/// Reads a map file with the reader of its format, whose `read()` makes the raw map.
template <class Reader>
[[nodiscard]] parsed<board> parse_map(std::string_view text, reading how, const reading_words& w) {
    map_faults found(how, w);
    const line_reader lines{text};
    if (lines.had_byte_order_mark()) found.oddity({1, 1}, "encoding", w.byte_order_mark);
    std::optional<board> made;
    if (check_text(lines.rest(), found)) {
        const raw_map raw = Reader{lines.rest(), found}.read();
        if (found.errors.empty()) made = map_builder{raw, found}.build();
    }
    found.conclude();
    if (!found.errors.empty()) return {std::move(found.errors[0]), std::move(found.warnings)};
    return {*std::move(made), std::move(found.warnings)};
}

}  // namespace detail

}  // namespace senda::pacman
