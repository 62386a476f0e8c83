// SPDX-License-Identifier: MIT
// pacman convert: a map in the other format.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"

#include <pacman/format.hpp>
#include <pacman/json_format.hpp>

namespace pacman = senda::pacman;

int convert(const convert_arguments& args, program::console& out) {
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;
    out.print(args.json                     ? convert_document(b, file.warnings, args.to)
              : args.to == map_format::text ? pacman::to_text(b)
                                            : pacman::to_json(b));
    return program::answered;
}
