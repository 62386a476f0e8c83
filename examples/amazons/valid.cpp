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

verdict verdict_of(const amazons::board& b, const valid_arguments& told) {
    const std::optional<amazons::cell> from = amazons::parse_cell(told.from);
    const std::optional<amazons::cell> to = amazons::parse_cell(told.to);
    if (!from || !to) return {"outside", (from ? told.to : told.from) + " is not on the board"};
    const bool shoots = told.what == valid_question::shot;
    if (shoots ? is_valid_shot(b, *from, *to) : is_valid_move(b, *from, *to))
        return {nullptr, "the amazon on " + told.from +
                             (shoots ? " can shoot at " : " can go to ") + told.to};
    if (!b.amazons(b.to_move()).contains(*from))
        return {"not_your_amazon", "no amazon of the player to move stands on " + told.from};
    return {
        shoots ? "cannot_shoot_there" : "cannot_go_there",
        "the amazon on " + told.from + (shoots ? " cannot shoot at " : " cannot go to ") + told.to};
}

}  // namespace

int valid(const valid_arguments& told) {
    program::console out(told.color);
    for (const std::string* word : {&told.from, &told.to})
        if (!is_like_a_cell(*word))
            return program::finished(
                out,
                program::refuse(out, told.json, word == &told.from ? "<from>" : "<to>", *word,
                                {{"bad_cell",
                                  "unknown cell '" + *word +
                                      "': expected a column from a to j and a row from 1 to 10",
                                  1, 1}}));
    const position_file file = read_position(told, out);
    if (!file.board) return program::finished(out, file.code);
    const verdict v = verdict_of(*file.board, told);
    const bool good = v.reason == nullptr;
    if (told.json) {
        out.print(valid_document(v.reason, v.message, file.warnings));
    } else {
        using program::accent;
        out.print(out.with(good ? accent::good : accent::bad, good ? "valid" : "not valid") + ": " +
                  v.message + '\n');
    }
    return program::finished(out, good ? program::answered : program::no_solution);
}
