// SPDX-License-Identifier: MIT
// A map and the agents of a scenario, read from files.
#pragma once

#include "commands.hpp"
#include "instance.hpp"

#include "../common/board_file.hpp"

#include <common/format.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What was read, or the exit code; what is wrong has been said then.
struct instance_file {
    std::optional<senda::grid> map;
    agent_list agents;
    program::diagnostics warnings;
    int code = program::answered;

    [[nodiscard]] explicit operator bool() const noexcept { return code == program::answered; }
};

/// How much a map may be: what its header promises, but no board of any game needs. Nothing if the
/// header or the first row is wrong.
inline std::optional<program::input_limit> limit_of_map(std::string_view text) {
    senda::line_reader lines{text};
    std::size_t sides[] = {0, 0};  // height and width
    for (int i = 0; i < 4; ++i) {
        senda::field_reader fields{lines.next().value_or(senda::text_line{}).text};
        const std::string_view key = fields.next().value_or(senda::text_field{}).text;
        const auto number =
            senda::parse_integer<std::int32_t>(fields.next().value_or(senda::text_field{}).text);
        if (number && number.value > 0 && (key == "height" || key == "width"))
            sides[key == "width"] = static_cast<std::size_t>(number.value);
    }
    const auto [height, width] = sides;
    const std::size_t row = lines.next().value_or(senda::text_line{}).text.size();
    if (height == 0 || row > width || (row < width && !lines.rest().empty())) return {};
    const std::size_t bytes = std::max(program::short_input.bytes, height * (width + 2) + 1000);
    return program::input_limit{std::min(bytes, program::long_input.bytes)};
}

/// Reads the map that the command line names.
inline instance_file read_map(const map_arguments& args, program::console& out) {
    const auto how = args.strict ? senda::reading::strict : senda::reading::lenient;
    auto read = program::parse_board_file<senda::grid>(
        program::read_input(args.map, limit_of_map), program::shown_name(args.map), args.json, out,
        [&](std::string_view text) { return parse_grid(text, how); });
    return {std::move(read.board), {}, std::move(read.warnings), read.code};
}

/// Reads a map, and the first agents of a scenario: so many if it has them, or all if `count` is 0.
inline instance_file read_instance(const map_arguments& args, const std::string& scenario,
                                   std::size_t count, program::console& out) {
    if (args.map == "-" && scenario == "-") {
        out.error("MAP and SCEN cannot both be the standard input");
        return {{}, {}, {}, program::wrong_usage};
    }
    instance_file made = read_map(args, out);
    if (!made) return made;
    const auto how = args.strict ? senda::reading::strict : senda::reading::lenient;
    auto read = program::parse_board_file<agent_list>(
        program::read_input(scenario, program::short_input), program::shown_name(scenario),
        args.json, out, [&](std::string_view text) {
            return parse_agents(text, *made.map, count == 0 ? text.size() : count, how);
        });
    made.code = read.code;
    if (!made) return made;
    made.agents = *std::move(read.board);
    std::move(read.warnings.begin(), read.warnings.end(), std::back_inserter(made.warnings));
    return made;
}

/// The exit code if a scenario has not so many agents as were asked for, after that was said.
inline int code_of_count(const instance_file& file, std::size_t count, bool as_json,
                         program::console& out) {
    if (file.agents.size() >= count) return program::answered;
    return program::refuse_option(
        out, as_json,
        {"bad_agents", "--agents: '" + std::to_string(count) +
                           "' is more than the scenario has: expected a whole number from 1 to " +
                           std::to_string(file.agents.size())});
}
