// SPDX-License-Identifier: MIT
// survey rush_hour: all positions that slides can make of a board.
#include "commands.hpp"
#include "count.hpp"
#include "ranks.hpp"
#include "report.hpp"

#include "../common/board_file.hpp"
#include "../common/files.hpp"

#include <rush_hour/board.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/graph.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/sized_graph.hpp>

#include <string>
#include <string_view>

namespace rush_hour = senda::rush_hour;

int survey_rush_hour(const rush_hour_arguments& args, program::console& out) {
    const auto reading = args.strict ? rush_hour::reading::strict : rush_hour::reading::lenient;
    const auto read = program::parse_board_file<rush_hour::board>(
        ranks::read_on_first([&] { return program::read_input(args.file, program::short_input); }),
        program::shown_name(args.file), args.json, out,
        [&](std::string_view text) { return rush_hour::parse(text, reading); });
    if (!read.board) return read.code;
    const auto survey = [&](const auto& g, const auto& board_of) {
        return report(count_hashed("rush_hour " + rush_hour::to_text(*read.board), g, g.start(),
                                   args, extent::finite,
                                   [&](const auto& p) { return rush_hour::to_text(board_of(p)); }),
                      args, out);
    };
    if (read.board->shape().is_classic()) {
        const rush_hour::parking_graph g(*read.board);
        return survey(g, [&](const auto& p) { return g.park().board_of(p); });
    }
    const rush_hour::sized_parking_graph g(*read.board);
    return survey(g, [&](const auto& p) { return g.board_of(p); });
}
