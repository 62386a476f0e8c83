// SPDX-License-Identifier: MIT
// survey tiles: sliding tiles in a frame.
#include "commands.hpp"
#include "count.hpp"
#include "report.hpp"

#include "../common/exit_code.hpp"
#include "../common/refuse.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

/// The tiles row by row; _ is the blank.
template <std::size_t Rows, std::size_t Columns>
std::string tiles_text(const puzzles::nibbles& state) {
    std::string text;
    for (std::size_t place = 0; place < Rows * Columns; ++place) {
        if (place > 0) text += place % Columns == 0 ? " / " : " ";
        const unsigned tile = puzzles::tiles<Rows, Columns>::tile(state, place);
        text += tile == 0 ? "_" : std::to_string(tile);
    }
    return text;
}

/// The same puzzle without numbers.
template <std::size_t Rows, std::size_t Columns>
struct hashed_tiles {
    using node_type = puzzles::nibbles;

    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        puzzles::tiles<Rows, Columns>::successors(n, emit);
    }
};

template <std::size_t Rows, std::size_t Columns>
int by_number(const tiles_arguments& args, program::console& out) {
    using puzzle = puzzles::tiles<Rows, Columns>;
    return report(count_numbered("tiles " + args.size, puzzle{}, puzzle::solved(), args,
                                 tiles_text<Rows, Columns>),
                  args, out);
}

template <std::size_t Rows, std::size_t Columns>
int by_hash(const tiles_arguments& args, program::console& out) {
    if (!args.depth)
        return program::refuse_option(
            out, args.json,
            {"missing_depth",
             "tiles of " + args.size + " have too many states: say how deep with --depth"});
    using puzzle = hashed_tiles<Rows, Columns>;
    return report(
        count_hashed("tiles " + args.size, puzzle{}, puzzles::tiles<Rows, Columns>::solved(), args,
                     extent::endless, tiles_text<Rows, Columns>),
        args, out);
}

}  // namespace

int survey_tiles(const tiles_arguments& args, program::console& out) {
    struct sized {
        const char* size;
        int (*survey)(const tiles_arguments&, program::console&);
    };
    constexpr sized sizes[] = {
        {"2x2", by_number<2, 2>}, {"2x3", by_number<2, 3>}, {"2x4", by_number<2, 4>},
        {"2x5", by_number<2, 5>}, {"2x6", by_number<2, 6>}, {"3x3", by_number<3, 3>},
        {"3x4", by_number<3, 4>}, {"3x5", by_hash<3, 5>},   {"4x4", by_hash<4, 4>},
    };
    for (const sized& s : sizes) {
        if (args.size == s.size) return s.survey(args, out);
    }
    return program::refuse_option(
        out, args.json, {"bad_size", "'" + args.size + "' is not 2x2 to 2x6, 3x3 to 3x5 or 4x4"});
}
