// SPDX-License-Identifier: MIT
// Rooms from MAZE files and masks: what is accepted is written and read again.
#include "../target.hpp"

#include <maze/format.hpp>
#include <mazegen/maze_text.hpp>
#include <mazegen/maze_text_reader.hpp>
#include <senda/graph/grid.hpp>

#include <string>
#include <string_view>

namespace fuzz {

namespace mazegen_text_target {

inline void check_rooms(std::string_view input) {
    const auto read = senda::mazegen::parse_maze_text(input);
    check_answer(read, input);
    if (!read) return;
    const senda::mazegen::maze& m = read->maze;
    MUST(m.rows() >= 1 && m.cols() >= 1);
    if (read->entrance) MUST(m.is_room(*read->entrance));
    if (read->exit) MUST(m.is_room(*read->exit));
    if (!read->entrance || !read->exit) return;
    const auto text =
        senda::mazegen::to_maze_text(m, {*read->entrance, *read->exit}, {.life = read->life});
    MUST(text);
    const auto again = senda::mazegen::parse_maze_text(*text);
    MUST(again && again->maze == m && again->entrance == read->entrance);
    MUST(again->exit == read->exit && again->life == read->life);
    MUST(again->treasures == 0 && again->digits == 0);
    // The other reader of the format takes all that this one takes.
    MUST(senda::maze::parse(*text));
    MUST(senda::maze::parse(input));
}

inline void check_mask(std::string_view input) {
    const auto read = senda::grid::parse(input);
    check_answer(read, input);
    if (!read) return;
    std::string text;
    for (int y = 0; y < read->height(); ++y) {
        for (int x = 0; x < read->width(); ++x) text += read->open({x, y}) ? '.' : '#';
        text += '\n';
    }
    const auto again = senda::grid::parse(text);
    MUST(again && again->width() == read->width() && again->height() == read->height());
    for (int y = 0; y < read->height(); ++y)
        for (int x = 0; x < read->width(); ++x) MUST(again->open({x, y}) == read->open({x, y}));
    using weighted = senda::basic_grid<senda::grid_moves::straight, int>;
    const auto heavy = weighted::parse(input);
    check_answer(heavy, input);
    MUST(heavy && heavy->width() == read->width() && heavy->height() == read->height());
}

}  // namespace mazegen_text_target

inline void mazegen_text(std::string_view input) {
    mazegen_text_target::check_rooms(input);
    mazegen_text_target::check_mask(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(mazegen_text)
