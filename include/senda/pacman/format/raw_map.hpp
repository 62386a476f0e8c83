// SPDX-License-Identifier: MIT
// A map as a file spells it: what the readers of both formats have in common.
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
#include <tuple>
#include <utility>
#include <vector>

namespace senda::pacman {

/// How a map file is read.
enum class reading {
    lenient,  ///< what is harmless or can be repaired is accepted with a warning
    strict    ///< what would be a warning is an error with the same code
};

/// The most columns and the most rows that a file may have.
inline constexpr std::uint32_t most_side = 20;

namespace detail {

/// A place in a file, from 1 and in characters.
struct spot {
    std::size_t line = 0;
    std::size_t column = 0;
};

/// The spots of the bytes of a line, or of a part of one that begins at `first`.
struct line_spots {
    std::string_view text;
    spot first;

    [[nodiscard]] spot operator()(std::size_t offset) const noexcept {
        return {first.line, first.column + count_characters(text.substr(0, offset))};
    }
};

[[nodiscard]] inline diagnostic fault_at(spot where, std::string_view code, std::string message) {
    return {std::string{code}, std::move(message), where.line, where.column};
}

/// Warnings in the order of the text, one of each kind.
class warning_list {
public:
    void add(spot where, std::string_view code, std::string_view message) {
        if (has(message)) return;
        diagnostic d = fault_at(where, code, std::string{message});
        const auto before = [](const diagnostic& a, const diagnostic& b) {
            return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
        };
        list_.insert(std::upper_bound(list_.begin(), list_.end(), d, before), std::move(d));
    }

    /// Whether there is a warning with that message.
    [[nodiscard]] bool has(std::string_view message) const noexcept {
        return std::any_of(list_.begin(), list_.end(),
                           [message](const diagnostic& d) { return d.message == message; });
    }

    /// The answer of a reader: in strict reading, a warning is an error.
    [[nodiscard]] parsed<board> conclude(parsed<board> read, reading how) && {
        if (how == reading::lenient) {
            read.warnings = std::move(list_);
        } else if (read && !list_.empty()) {
            return std::move(list_.front());
        }
        return read;
    }

private:
    std::vector<diagnostic> list_;
};

/// A number of a file.
struct drafted_number {
    std::string_view name;                   // as the format calls it
    std::string text = {};                   // as it is written
    std::optional<std::int64_t> value = {};  // nothing if it does not fit
    spot where = {};

    /// The number if it is one of those between the two.
    [[nodiscard]] std::optional<std::uint32_t> within(std::uint32_t least,
                                                      std::uint32_t most) const noexcept {
        if (!value || *value < least || *value > most) return std::nullopt;
        return static_cast<std::uint32_t>(*value);
    }
    /// Such as `M is '21'`.
    [[nodiscard]] std::string described() const {
        return std::string{name} + " is " + quoted(text, 24);
    }
};

struct drafted_token {
    std::string text;
    spot where;
};

/// A row of a file: its first tokens, how many it has in all, and where it ends.
struct drafted_row {
    std::vector<drafted_token> tokens = {};
    std::size_t count = 0;
    spot end = {};

    // One more than there may be is enough to say that there are too many.
    void add(std::string_view token, spot where) {
        if (count++ <= most_side) tokens.push_back({std::string{token}, where});
    }
};

/// All of a file.
struct draft {
    drafted_number width, height, start_x, start_y, energy, goal_x, goal_y;
    std::vector<drafted_row> rows = {};  // one more than there may be at most
    spot end = {};                       // where a row that is missing would be
};

/// Calls `visit(field)` for each part of a line between commas, without the blanks around it, and
/// warns of those.
template <class Visit>
void for_each_field(const line_spots& line, warning_list& warnings, const Visit& visit) {
    constexpr std::string_view blanks = " \t";
    constexpr std::string_view ignored = "blanks around commas are ignored";
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
        const std::string_view whole = line.text.substr(begin, end - begin);
        const std::size_t lead = std::min(whole.find_first_not_of(blanks), whole.size());
        const std::string_view text = whole.substr(lead, whole.find_last_not_of(blanks) + 1 - lead);
        if (text.size() != whole.size() && !warnings.has(ignored))
            warnings.add(line(lead > 0 ? begin : begin + text.size()), "syntax", ignored);
        visit(text_field{text, begin + lead});
        if (end == line.text.size()) return;
        begin = end + 1;
    }
}

/// The row that a line of tokens between commas makes.
[[nodiscard]] inline drafted_row split_row(const line_spots& line, warning_list& warnings) {
    drafted_row row;
    for_each_field(line, warnings, [&](const text_field& field) {
        row.add(field.text, row.count <= most_side ? line(field.offset) : spot{});
    });
    row.end = line(line.text.size());
    return row;
}

/// A text without its byte order mark, of which it warns.
[[nodiscard]] inline std::string_view without_mark(std::string_view text, warning_list& warnings) {
    const line_reader lines{text};
    if (lines.had_byte_order_mark())
        warnings.add({1, 1}, "encoding",
                     "the text begins with a byte order mark, which is skipped");
    return lines.rest();
}

/// What keeps a text from being a file of any format: it is empty, or not UTF-8.
[[nodiscard]] inline std::optional<diagnostic> fault_of_text(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fault_at({1, 1}, "empty_input", "the text is empty: expected a map");
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        std::string_view rest = line->text;
        for (std::size_t column = 1; !rest.empty(); ++column) {
            const utf8_character c = first_character(rest);
            if (!c.valid)
                return fault_at({line->number, column}, "encoding",
                                "the byte " + quoted(rest.substr(0, 1)) +
                                    " is not UTF-8: expected a text file");
            rest.remove_prefix(c.size);
        }
    }
    return std::nullopt;
}

}  // namespace detail

}  // namespace senda::pacman
