// SPDX-License-Identifier: MIT
// What a plan is asked for: agents of a scenario on a map, as the files of the Moving AI benchmarks
// have them.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/grid.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Where agents begin and end.
struct agent_list {
    std::vector<senda::cell> starts;
    std::vector<senda::cell> goals;

    [[nodiscard]] std::size_t size() const noexcept { return starts.size(); }
};

/// What a reader gave, in which warnings are errors if it is to be strict.
template <class T>
[[nodiscard]] senda::parsed<T> read_as(senda::parsed<T> read, senda::reading how) {
    if (how == senda::reading::lenient) return read;
    std::vector<senda::diagnostic> warnings = std::exchange(read.warnings, {});
    if (!read || warnings.empty()) return read;
    return senda::parsed<T>(std::move(warnings));
}

/// Reads a map: agents walk on ground and swamp, from a cell to its four neighbours.
[[nodiscard]] inline senda::parsed<senda::grid> parse_grid(
    std::string_view text, senda::reading how = senda::reading::lenient) {
    senda::parsed<senda::map> read = read_as(senda::parse_map(text), how);
    if (!read) return {read.errors(), std::move(read.warnings)};
    return {senda::to_grid<senda::grid>(*read), std::move(read.warnings)};
}

namespace parsing {

/// The beginning of a scenario that has so many agents; all of it if there are fewer.
[[nodiscard]] inline std::string_view first_agents(std::string_view text, std::size_t count) {
    senda::line_reader lines{text};
    (void)lines.next();  // the version
    while (count > 0) {
        const auto line = lines.next();
        if (!line) return text;
        if (!line->text.empty()) --count;
    }
    return text.substr(0, text.size() - lines.rest().size());
}

/// The line of an agent, from 0, and the column of one of its fields, which are read already.
[[nodiscard]] inline senda::text_position place_of(std::string_view text, std::size_t agent,
                                                   std::size_t field) {
    senda::line_reader lines{text};
    (void)lines.next();
    auto line = lines.next();
    while (line && (line->text.empty() || agent-- > 0)) line = lines.next();
    if (!line) return {};
    const bool tabs = line->text.find('\t') != std::string_view::npos;
    senda::field_reader fields{line->text, tabs ? "\t" : " "};
    for (std::size_t i = 0; i < field; ++i) (void)fields.next();
    const std::size_t begin = fields.next().value_or(senda::text_field{}).offset;
    return {line->number, 1 + senda::count_characters(line->text.substr(0, begin))};
}

[[nodiscard]] inline std::string to_text(senda::cell c) {
    return '(' + std::to_string(c.x) + ", " + std::to_string(c.y) + ')';
}

/// Reads all agents of a scenario on a map.
[[nodiscard]] inline senda::parsed<agent_list> read_agents(std::string_view text,
                                                           const senda::grid& g) {
    senda::parsed<std::vector<senda::scenario>> read = senda::parse_scenarios(text);
    if (!read) return {read.errors(), std::move(read.warnings)};
    agent_list made;
    bool has_other_size = false;
    for (const senda::scenario& s : *read) {
        made.starts.push_back(s.start);
        made.goals.push_back(s.goal);
        const bool is_other = s.width != g.width() || s.height != g.height();
        if (!is_other || std::exchange(has_other_size, true)) continue;
        const senda::text_position at = place_of(text, made.size() - 1, 2);
        read.warnings.push_back({"other_size",
                                 "the map is said to have " + std::to_string(s.width) + " x " +
                                     std::to_string(s.height) + " cells: it has " +
                                     std::to_string(g.width()) + " x " + std::to_string(g.height()),
                                 at.line, at.column});
    }
    const auto refused = [&](const char* code, std::size_t agent, bool is_goal, std::string why) {
        const senda::text_position at = place_of(text, agent, is_goal ? 6 : 4);
        const senda::cell c = is_goal ? made.goals[agent] : made.starts[agent];
        return senda::parsed<agent_list>(
            senda::diagnostic{code,
                              std::string(is_goal ? "the goal " : "the start ") + to_text(c) + ' ' +
                                  std::move(why),
                              at.line, at.column},
            read.warnings);
    };
    for (std::size_t i = 0; i < made.size(); ++i) {
        for (const bool is_goal : {false, true}) {
            const senda::cell c = is_goal ? made.goals[i] : made.starts[i];
            if (!g.contains(c)) return refused("outside", i, is_goal, "is not on the map");
            if (!g.open(c)) return refused("blocked", i, is_goal, "is a cell where nobody can be");
        }
    }
    for (const bool is_goal : {false, true}) {
        std::vector<std::pair<std::uint32_t, std::size_t>> taken;
        taken.reserve(made.size());
        for (std::size_t i = 0; i < made.size(); ++i)
            taken.emplace_back(g.index(is_goal ? made.goals[i] : made.starts[i]), i);
        std::sort(taken.begin(), taken.end());
        std::size_t first = made.size();
        std::size_t before = 0;
        for (std::size_t k = 1; k < taken.size(); ++k) {
            if (taken[k].first != taken[k - 1].first || taken[k].second >= first) continue;
            first = taken[k].second;
            before = taken[k - 1].second;
        }
        if (first < made.size())
            return refused(
                is_goal ? "same_goal" : "same_start", first, is_goal,
                "is that of line " + std::to_string(place_of(text, before, 4).line) + ", too");
    }
    return {std::move(made), std::move(read.warnings)};
}

}  // namespace parsing

/// Reads the first `count` agents of a scenario on a map. Each has an open start and an open goal
/// of its own. Errors: those of `parse_scenarios` up to there; `outside blocked same_start
/// same_goal`. Warnings: `bom other_size`. Fewer agents than `count` are no error here.
[[nodiscard]] inline senda::parsed<agent_list> parse_agents(
    std::string_view text, const senda::grid& g, std::size_t count,
    senda::reading how = senda::reading::lenient) {
    return read_as(parsing::read_agents(parsing::first_agents(text, count), g), how);
}
