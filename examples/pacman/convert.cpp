// SPDX-License-Identifier: MIT
// pacman convert: a map in the other format.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"

#include <senda/pacman/format.hpp>
#include <senda/pacman/json_format.hpp>

namespace pacman = senda::pacman;

int convert(const convert_arguments& told) {
    program::console out(told.color);
    const map_file file = read_map(told, out);
    if (!file.board) return program::finished(out, file.code);
    const pacman::board& b = *file.board;
    out.print(told.json                     ? convert_document(b, file.warnings, told.to)
              : told.to == map_format::text ? pacman::to_text(b)
                                            : pacman::to_json(b));
    return program::finished(out, program::answered);
}
