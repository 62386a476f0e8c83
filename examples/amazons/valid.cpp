// SPDX-License-Identifier: MIT
// amazons valid: whether an amazon can go, or an arrow can fly, from one cell to another.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include <amazons/cell.hpp>
#include <amazons/queries.hpp>
#include <senda/text/utf8.hpp>

#include <optional>
#include <string>

namespace amazons = senda::amazons;

namespace {

struct verdict {
    const char* reason = nullptr;  // a short name; none if it is valid
    std::string message;
};

/// What is in the way from a cell to another.
std::string why_not(const amazons::board& b, amazons::cell from, amazons::cell to) {
    const std::optional<amazons::cell> there = first_obstacle(b, from, to);
    if (from == to) return ", where it is";
    if (!there) return ", which is not in a line with it";
    return std::string{b.arrows().contains(*there) ? ", an arrow" : ", an amazon"} + " is on " +
           cell_name(*there);
}

verdict verdict_of(const amazons::board& b, const valid_arguments& args, amazons::cell from,
                   amazons::cell to) {
    const bool shoots = args.what == valid_question::shot;
    const bool has_own = b.amazons(b.to_move()).contains(from);
    const bool has_amazon = has_own || b.amazons(opponent(b.to_move())).contains(from);
    if (args.player && !has_own)
        return {"not_your_amazon", "no amazon of the player to move stands on " + args.from};
    if (!shoots && !has_amazon) return {"no_amazon", "no amazon stands on " + args.from};
    const bool good = shoots ? is_valid_shot(b, from, to) : is_valid_move(b, from, to);
    const std::string what = has_amazon ? "the amazon on " + args.from : "a shot from " + args.from;
    const std::string does = !has_amazon ? (good ? " can reach " : " cannot reach ")
                             : shoots    ? (good ? " can shoot at " : " cannot shoot at ")
                                         : (good ? " can go to " : " cannot go to ");
    return {good     ? nullptr
            : shoots ? "cannot_shoot_there"
                     : "cannot_go_there",
            what + does + args.to + (good ? "" : why_not(b, from, to))};
}

}  // namespace

int valid(const valid_arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    const amazons::board& b = *file.board;
    const auto cell_of = [&](const std::string& word) {
        return amazons::parse_cell(word, b.size().columns, b.size().rows);
    };
    const std::optional<amazons::cell> from = cell_of(args.from);
    const std::optional<amazons::cell> to = cell_of(args.to);
    if (!from || !to) {
        const std::string& word = from ? args.to : args.from;
        return program::refuse(out, args.json, from ? "<to>" : "<from>", word,
                               {{"bad_cell",
                                 "unknown cell " + senda::quoted(word) + ": expected " +
                                     amazons::cells_expected(b.size().columns, b.size().rows),
                                 1, 1}},
                               file.warnings);
    }
    const verdict v = verdict_of(b, args, *from, *to);
    const bool good = v.reason == nullptr;
    if (args.json) {
        out.print(valid_document(v.reason, v.message, file.warnings));
    } else {
        using program::accent;
        out.print(out.with(good ? accent::good : accent::bad, good ? "valid" : "not valid") + ": " +
                  v.message + '\n');
    }
    return good ? program::answered : program::no_solution;
}
