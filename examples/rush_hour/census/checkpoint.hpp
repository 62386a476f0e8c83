// SPDX-License-Identifier: MIT
// What a census has counted, as a text from which it goes on.
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/census/counts.hpp>
#include <rush_hour/share.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace senda::rush_hour::detail {

inline constexpr std::string_view checkpoint_title = "senda rush_hour census ";
inline constexpr std::uint64_t checkpoint_version = 1;

/// Which census a checkpoint belongs to.
struct census_identity {
    std::uint64_t walls = 0;
    std::uint64_t outside = 0;
    std::uint64_t shards = 0;

    friend bool operator==(const census_identity&, const census_identity&) = default;
};

/// FNV-1a, the same on every machine.
[[nodiscard]] constexpr std::uint64_t checksum_of(std::string_view text) noexcept {
    std::uint64_t sum = 0xcbf2'9ce4'8422'2325U;
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3U;
    return sum;
}

/// The numbers of a checkpoint, each in a line with its name.
[[nodiscard]] inline auto numbers_of(census_counts& c) {
    return std::array<std::pair<std::string_view, std::uint64_t*>, 8>{
        {{"done", &c.shards},
         {"pushed", &c.pushed},
         {"components", &c.components},
         {"positions", &c.positions},
         {"solvable", &c.solvable},
         {"boards", &c.boards},
         {"behind", &c.behind},
         {"squares", &c.squares}}};
}

[[nodiscard]] inline std::string checkpoint_text(const census_identity& which,
                                                 census_counts counts) {
    const auto line = [](std::string_view name, std::uint64_t value) {
        return std::string{name} + ' ' + std::to_string(value) + '\n';
    };
    std::string text = std::string{checkpoint_title} + std::to_string(checkpoint_version) + '\n' +
                       line("walls", which.walls) + line("outside", which.outside) +
                       line("shards", which.shards);
    for (const auto& [name, value] : numbers_of(counts)) text += line(name, *value);
    share_coder coder;
    for (std::size_t moves = 0; moves < counts.by_moves.size(); ++moves) {
        const census_row& row = counts.by_moves[moves];
        if (row.boards == 0) continue;
        text += "moves " + std::to_string(moves) + ' ' + std::to_string(row.boards) + ' ' +
                std::to_string(row.positions);
        for (const board& b : row.examples) text += ' ' + coder.encode(b);
        text += '\n';
    }
    return text + line("checksum", checksum_of(text));
}

/// Reads a checkpoint line by line.
class checkpoint_reader {
public:
    explicit checkpoint_reader(std::string_view text) : text_(text), lines_(text) {}

    [[nodiscard]] parsed<census_counts> read(const census_identity& expected) {
        if (auto wrong = fault_of_whole()) return *std::move(wrong);
        census_identity which;
        (void)next_line();
        if (!number("walls", which.walls) || !number("outside", which.outside) ||
            !number("shards", which.shards))
            return damaged();
        if (which != expected)
            return fault("the checkpoint is of another census: it has boards with up to " +
                             std::to_string(which.walls) + " walls in " +
                             std::to_string(which.shards) + " shards, this one up to " +
                             std::to_string(expected.walls) + " in " +
                             std::to_string(expected.shards),
                         2);
        census_counts counts;
        for (const auto& [name, value] : numbers_of(counts))
            if (!number(name, *value)) return damaged();
        if (counts.shards > which.shards) return damaged();
        while (next_line() && line_.substr(0, 6) == "moves ")
            if (!add_row(counts)) return damaged();
        if (line_.substr(0, 9) != "checksum ") return damaged();
        return counts;
    }

private:
    static diagnostic fault(std::string message, std::size_t line) {
        return {"bad_checkpoint", std::move(message), line, 1};
    }
    diagnostic damaged() const {
        return fault("the checkpoint is damaged in this line", lines_.number());
    }

    std::optional<diagnostic> fault_of_whole() const {
        if (text_.substr(0, checkpoint_title.size()) != checkpoint_title)
            return fault("this is no checkpoint of a census: expected it to begin with '" +
                             std::string{checkpoint_title} + "1'",
                         1);
        const std::string_view version =
            text_.substr(checkpoint_title.size(), text_.find('\n') - checkpoint_title.size());
        if (version != std::to_string(checkpoint_version))
            return fault("the checkpoint has version " + quoted(version) + ": expected " +
                             std::to_string(checkpoint_version),
                         1);
        constexpr std::string_view last = "\nchecksum ";
        const std::size_t end = text_.rfind(last);
        if (end == std::string_view::npos || text_.back() != '\n')
            return fault("the checkpoint is truncated: its last line is not a checksum", 1);
        const std::string_view sum = text_.substr(end + last.size());
        const auto said = parse_integer<std::uint64_t>(sum.substr(0, sum.size() - 1));
        if (!said || said.value != checksum_of(text_.substr(0, end + 1)))
            return fault("the checkpoint is damaged: its checksum is wrong", 1);
        return std::nullopt;
    }

    bool next_line() {
        const auto next = lines_.next();
        line_ = next ? next->text : std::string_view{};
        return next.has_value();
    }

    bool number(std::string_view name, std::uint64_t& value) {
        if (!next_line() || line_.substr(0, name.size() + 1) != std::string{name} + ' ')
            return false;
        const auto read = parse_integer<std::uint64_t>(line_.substr(name.size() + 1));
        value = read.value;
        return static_cast<bool>(read);
    }

    bool add_row(census_counts& counts) {
        field_reader fields{line_, " "};
        (void)fields.next();
        std::array<std::uint64_t, 3> numbers{};
        for (std::uint64_t& n : numbers) {
            const auto field = fields.next();
            const auto read = parse_integer<std::uint64_t>(field ? field->text : "");
            if (!read) return false;
            n = read.value;
        }
        if (numbers[0] > 1000) return false;
        census_row& row = row_of(counts, numbers[0]);
        row.boards = numbers[1];
        row.positions = numbers[2];
        while (const auto field = fields.next()) {
            const parsed<board> b = coder_.decode(field->text);
            if (!b) return false;
            row.examples.push_back(*b);
        }
        return true;
    }

    std::string_view text_;
    line_reader lines_;
    std::string_view line_;
    share_coder coder_;
};

}  // namespace senda::rush_hour::detail
