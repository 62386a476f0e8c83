// SPDX-License-Identifier: MIT
// The graph (`.gr`) and coordinate (`.co`) files of the Ninth DIMACS Implementation Challenge, on
// shortest paths. Nodes are numbered from 1 there and from 0 here.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/csr.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <charconv>
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

/// Where a node lies, as a `.co` file says it: of roads, longitude and latitude in millionths of a
/// degree.
struct dimacs_point {
    std::int32_t x = 0;  ///< to the east
    std::int32_t y = 0;  ///< to the north

    friend bool operator==(const dimacs_point&, const dimacs_point&) = default;
};

namespace detail {

/// Reads the lines `p`, and then those of numbers behind a letter. What is wrong is in `faults`.
class dimacs_reader : public format_reader {
public:
    /// `problem` is how the line `p` must look; `letter` begins the lines that follow it.
    dimacs_reader(std::string_view text, std::string_view problem, char letter)
        : format_reader(text), problem_(problem), letter_(letter) {}

    /// Reads the line `p`: numbers in the place of the last words of `problem`.
    template <std::size_t Count>
    bool read_problem(const std::array<expected_number, Count>& expected,
                      std::array<std::int64_t, Count>& into) {
        if (lines.rest().empty()) return faults.error({1, 1}, "empty_input", "the text is empty");
        if (!advance()) return refuse_end("no_problem", "the text ends before" + problem_line());
        field_reader fields{line.text};
        field_reader words{problem_};
        const auto blanks = std::count(problem_.begin(), problem_.end(), ' ');
        for (std::size_t i = Count; i <= static_cast<std::size_t>(blanks); ++i) {
            const std::optional<text_field> word = words.next();
            const text_field field = fields.next().value_or(text_field{{}, line.text.size()});
            if (field.text == word->text) continue;
            if (word->text == "p")
                return refuse(
                    field.offset, "no_problem",
                    "this line begins with " + quoted(field.text) + ", before" + problem_line());
            return refuse(field.offset, "bad_problem", "expected" + problem_line());
        }
        return read_slowly(fields, expected, into);
    }

    /// Reads the next line of numbers; false after the last, and if there is a fault.
    template <std::size_t Count>
    bool next(const std::array<expected_number, Count>& expected,
              std::array<std::int64_t, Count>& into) {
        if (!advance()) return false;
        if (line.text.front() == letter_ && read_fast(expected, into)) return true;
        field_reader fields{line.text};
        const text_field first = fields.next().value_or(text_field{});
        if (first.text == std::string_view{&letter_, 1}) return read_slowly(fields, expected, into);
        if (first.text == "p")
            return refuse(first.offset, "second_problem", "a second line 'p': expected one");
        return refuse(first.offset, "bad_line",
                      "this line begins with " + quoted(first.text) + ": expected c or " + letter_);
    }

    /// The most lines of `numbers` numbers each that the rest of the text can hold.
    [[nodiscard]] std::size_t most_lines(std::size_t numbers) const noexcept {
        return (lines.rest().size() + 1) / (2 + 2 * numbers);  // `a 1 1 0`, and the end of a line
    }

private:
    /// Goes to the next line that says something; false after the last.
    bool advance() {
        while (format_reader::advance()) {
            if (!line.text.empty() && line.text.front() == letter_) return true;
            const std::size_t first = line.text.find_first_not_of(" \t");
            if (first == std::string_view::npos) {
                if (!std::exchange(warned_, true))
                    faults.warn({line.number, 1}, "empty_line", "an empty line, which is skipped");
            } else if (line.text[first] != 'c') {
                return true;
            }
        }
        return false;
    }

    /// Reads numbers that stand after one blank each, as programs write them, about as fast as
    /// memory gives them; false for all else.
    template <std::size_t Count>
    bool read_fast(const std::array<expected_number, Count>& expected,
                   std::array<std::int64_t, Count>& into) const noexcept {
        const char* at = line.text.data() + 1;
        const char* const end = line.text.data() + line.text.size();
        for (std::size_t i = 0; i < Count; ++i) {
            if (end - at < 2 || *at != ' ') return false;
            ++at;
            const bool is_negative = *at == '-';
            if (is_negative) ++at;
            const char* const first = at;
            std::uint64_t value = 0;
            for (; at != end && is_digit(*at); ++at)
                value = value * 10 + static_cast<std::uint64_t>(*at - '0');
            constexpr std::ptrdiff_t most_digits = 18;  // no such number is too large
            if (at == first || at - first > most_digits) return false;
            const auto number = static_cast<std::int64_t>(value);
            into[i] = is_negative ? -number : number;
            if (!expected[i].allows(into[i])) return false;
        }
        return at == end;
    }

    /// Reads numbers however they stand, or says what is wrong.
    template <std::size_t Count>
    bool read_slowly(field_reader& fields, const std::array<expected_number, Count>& expected,
                     std::array<std::int64_t, Count>& into) {
        for (std::size_t i = 0; i < Count; ++i) {
            const expected_number& e = expected[i];
            const std::optional<text_field> field = fields.next();
            if (!field)
                return refuse(line.text.size(), "bad_fields",
                              "the line ends before the " + std::string{e.name});
            if (!read_number(*field, e, into[i])) return false;
        }
        if (const std::optional<text_field> extra = fields.next())
            return refuse(extra->offset, "bad_fields",
                          "expected nothing after the " + std::string{expected.back().name});
        return true;
    }

    [[nodiscard]] std::string problem_line() const {
        return " the line '" + std::string{problem_} + "'";
    }

    std::string_view problem_;
    char letter_;
    bool warned_ = false;  // of an empty line: files may have millions
};

/// A file whose arcs do not fill it may have this number of nodes without any, and one more a byte.
inline constexpr std::size_t dimacs_nodes_for_free = std::size_t{1} << 20U;

/// Appends a line of numbers behind a letter.
template <std::integral... Numbers>
void append_dimacs_line(std::string& out, char letter, Numbers... numbers) {
    std::array<char, 24> digits;
    const auto append = [&](auto number) {
        out += ' ';
        out.append(digits.data(),
                   std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    };
    out += letter;
    (append(numbers), ...);
    out += '\n';
}

}  // namespace detail

/// Reads the text of a `.gr`: lines `c` of comment, one line `p sp NODES ARCS`, and for each arc a
/// line `a FROM TO COST`. A line may end in CRLF. Costs are whole numbers of up to 63 bits that fit
/// `Weight`, so that only a graph with signed ones can have some below zero.
///
/// Nodes need no arcs, so a text can promise more of them than there is memory: there may be 2^20
/// and one more for each byte of the text. All else is in proportion to the text.
///
/// Errors: `empty_input`; `no_problem` if the line `p` is missing or not the first but comments,
/// `bad_problem` if it is wrong, `second_problem`; `too_many_nodes`; `bad_line` with another
/// letter, `bad_fields` with more or fewer numbers, `bad_node` if an end is not from 1 to the
/// number of nodes, `bad_cost`; `bad_arc_count` if there are more or fewer than promised. Warnings:
/// `bom`, `empty_line`.
///
/// `text`  all of the file.
/// `how`   whether warnings are errors.
template <std::integral Weight = std::uint32_t>
    requires(!std::same_as<Weight, bool>)
[[nodiscard]] parsed<csr<Weight>> parse_dimacs_graph(std::string_view text,
                                                     reading how = reading::lenient) {
    using edge = typename csr<Weight>::edge_type;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr auto most_nodes = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    constexpr auto least_cost = static_cast<std::int64_t>(std::numeric_limits<Weight>::min());
    constexpr auto most_cost = static_cast<std::int64_t>(
        std::min<std::uint64_t>(most, std::numeric_limits<Weight>::max()));
    detail::dimacs_reader in{text, "p sp NODES ARCS", 'a'};
    std::array<std::int64_t, 2> counts{};
    csr<Weight> made;
    if (in.read_problem(std::array<detail::expected_number, 2>{{
                            {"number of nodes", "bad_problem", 0, most_nodes},
                            {"number of arcs", "bad_problem", 0, most},
                        }},
                        counts)) {
        const auto nodes = static_cast<std::size_t>(counts[0]);
        const auto arcs = static_cast<std::uint64_t>(counts[1]);
        const std::size_t nodes_held = detail::dimacs_nodes_for_free + text.size();
        if (nodes > nodes_held)
            in.refuse(0, "too_many_nodes",
                      "a text of " + std::to_string(text.size()) + " bytes promises " +
                          std::to_string(nodes) + " nodes: expected at most " +
                          std::to_string(nodes_held));
        const std::array<detail::expected_number, 3> expected{{
            {"node where the arc begins", "bad_node", 1, counts[0]},
            {"node where the arc ends", "bad_node", 1, counts[0]},
            {"cost", "bad_cost", least_cost, most_cost},
        }};
        std::vector<edge> edges;
        edges.reserve(static_cast<std::size_t>(
            std::min<std::uint64_t>(in.is_good() ? arcs : 0, in.most_lines(3))));
        std::array<std::int64_t, 3> arc{};
        while (in.is_good() && in.next(expected, arc)) {
            if (edges.size() == arcs)
                in.refuse(0, "bad_arc_count",
                          "more arcs than the line 'p' promises: expected " + std::to_string(arcs));
            else
                edges.push_back({static_cast<std::uint32_t>(arc[0] - 1),
                                 static_cast<std::uint32_t>(arc[1] - 1),
                                 static_cast<Weight>(arc[2])});
        }
        if (in.is_good() && edges.size() < arcs)
            in.refuse_end("bad_arc_count", "the text ends after " + std::to_string(edges.size()) +
                                               " arcs: expected " + std::to_string(arcs));
        if (in.is_good()) made = *csr<Weight>::from_edges(nodes, edges);
    }
    return in.conclude(std::move(made), how);
}

/// Reads the text of a `.co`: lines `c` of comment, one line `p aux sp co NODES`, and for each node
/// a line `v NODE X Y`, in any order. Returns the points by node. Errors as `parse_dimacs_graph`,
/// and `bad_coordinate`; `second_point` if a node has two; `bad_point_count` if there are fewer
/// than promised. Warnings: `bom`, `empty_line`.
///
/// `text`  all of the file.
/// `how`   whether warnings are errors.
[[nodiscard]] inline parsed<std::vector<dimacs_point>> parse_dimacs_coordinates(
    std::string_view text, reading how = reading::lenient) {
    using whole = std::numeric_limits<std::int32_t>;
    constexpr auto most_nodes = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    detail::dimacs_reader in{text, "p aux sp co NODES", 'v'};
    std::array<std::int64_t, 1> count{};
    std::vector<dimacs_point> points;
    if (in.read_problem(std::array<detail::expected_number, 1>{{
                            {"number of nodes", "bad_problem", 0, most_nodes},
                        }},
                        count)) {
        const auto nodes = static_cast<std::uint64_t>(count[0]);
        if (nodes > in.most_lines(3))
            in.refuse(0, "bad_point_count",
                      "the rest of the text has room for " + std::to_string(in.most_lines(3)) +
                          " points: expected " + std::to_string(nodes));
        else
            points.resize(static_cast<std::size_t>(nodes));
        const std::array<detail::expected_number, 3> expected{{
            {"node", "bad_node", 1, count[0]},
            {"coordinate x", "bad_coordinate", whole::min(), whole::max()},
            {"coordinate y", "bad_coordinate", whole::min(), whole::max()},
        }};
        std::vector<bool> is_known(points.size());
        std::size_t known = 0;
        std::array<std::int64_t, 3> point{};
        while (in.is_good() && in.next(expected, point)) {
            const auto node = static_cast<std::size_t>(point[0] - 1);
            if (is_known[node])
                in.refuse(0, "second_point", "a second point of node " + std::to_string(point[0]));
            is_known[node] = true;
            ++known;
            points[node] = {static_cast<std::int32_t>(point[1]),
                            static_cast<std::int32_t>(point[2])};
        }
        if (in.is_good() && known < points.size())
            in.refuse_end("bad_point_count", "the text ends after " + std::to_string(known) +
                                                 " points: expected " + std::to_string(nodes));
    }
    return in.conclude(std::move(points), how);
}

/// The text of a `.gr`, as `parse_dimacs_graph` reads it.
template <std::integral Weight>
[[nodiscard]] std::string write_dimacs_graph(const csr<Weight>& g) {
    const detail::csr_rows<Weight> rows = g.edge_rows();
    std::string out =
        "p sp " + std::to_string(g.node_count()) + ' ' + std::to_string(g.edge_count()) + '\n';
    for (std::size_t n = 0; n < rows.node_count; ++n) {
        for (std::size_t i = rows.offsets[n]; i < rows.offsets[n + 1]; ++i)
            detail::append_dimacs_line(out, 'a', n + 1, std::size_t{rows.edges[i].to} + 1,
                                       rows.edges[i].cost);
    }
    return out;
}

/// The text of a `.co`, as `parse_dimacs_coordinates` reads it.
[[nodiscard]] inline std::string write_dimacs_coordinates(const std::vector<dimacs_point>& points) {
    std::string out = "p aux sp co " + std::to_string(points.size()) + '\n';
    for (std::size_t n = 0; n < points.size(); ++n) {
        detail::append_dimacs_line(out, 'v', n + 1, points[n].x, points[n].y);
    }
    return out;
}

}  // namespace senda
