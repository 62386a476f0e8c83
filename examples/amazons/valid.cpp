// SPDX-License-Identifier: MIT
// amazons valid: whether an amazon of the player to move can go, or shoot, from one cell to
// another.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include <senda/amazons/cell.hpp>
#include <senda/amazons/queries.hpp>

#include <optional>
#include <string>

namespace amazons = senda::amazons;

namespace {

/// Whether a word is the name of a cell, on this board or outside of it.
bool is_like_a_cell(const std::string& word) {
    if (word.size() < 2 || word[0] < 'a' || word[0] > 'z') return false;
    return word.find_first_not_of("0123456789", 1) == std::string::npos;
}

struct verdict {
    const char* reason = nullptr;  // a short name; none if it is valid
    std::string message;
};

verdict verdict_of(const amazons::board& b, const valid_arguments& args) {
    const std::optional<amazons::cell> from = amazons::parse_cell(args.from);
    const std::optional<amazons::cell> to = amazons::parse_cell(args.to);
    if (!from || !to) return {"outside", (from ? args.to : args.from) + " is not on the board"};
    const bool shoots = args.what == valid_question::shot;
    if (shoots ? is_valid_shot(b, *from, *to) : is_valid_move(b, *from, *to))
        return {nullptr, "the amazon on " + args.from +
                             (shoots ? " can shoot at " : " can go to ") + args.to};
    if (!b.amazons(b.to_move()).contains(*from))
        return {"not_your_amazon", "no amazon of the player to move stands on " + args.from};
    return {
        shoots ? "cannot_shoot_there" : "cannot_go_there",
        "the amazon on " + args.from + (shoots ? " cannot shoot at " : " cannot go to ") + args.to};
}

}  // namespace

int valid(const valid_arguments& args, program::console& out) {
    for (const std::string* word : {&args.from, &args.to})
        if (!is_like_a_cell(*word))
            return program::refuse(out, args.json, word == &args.from ? "<from>" : "<to>", *word,
                                   {{"bad_cell",
                                     "unknown cell '" + *word +
                                         "': expected a column from a to j and a row from 1 to 10",
                                     1, 1}});
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    const verdict v = verdict_of(*file.board, args);
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
