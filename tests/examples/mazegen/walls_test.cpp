// SPDX-License-Identifier: MIT
#include <mazegen/walls.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/svg.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::draw::box_walls;
using senda::draw::canvas;
using senda::draw::color;
using senda::draw::draw_walls;
using senda::draw::for_each_wall_line;
using senda::draw::image;
using senda::draw::room_layout;
using senda::draw::terminal_charset;
using senda::draw::terminal_colors;
using senda::draw::terminal_style;
using senda::draw::to_text;
using support::split_mix64;

constexpr color black{0, 0, 0};
constexpr terminal_style plain{terminal_colors::none, terminal_charset::unicode};

/// Walls as two tables.
class test_walls {
public:
    test_walls(int rows, int cols)
        : rows_(rows),
          cols_(cols),
          above_(static_cast<std::size_t>((rows + 1) * cols)),
          left_(static_cast<std::size_t>(rows * (cols + 1))) {}

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    bool above(int row, int col) const {
        return above_[static_cast<std::size_t>(row * cols_ + col)] != 0;
    }
    bool left_of(int row, int col) const {
        return left_[static_cast<std::size_t>(row * (cols_ + 1) + col)] != 0;
    }
    char& above(int row, int col) { return above_[static_cast<std::size_t>(row * cols_ + col)]; }
    char& left_of(int row, int col) {
        return left_[static_cast<std::size_t>(row * (cols_ + 1) + col)];
    }
    void close_all() {
        std::fill(above_.begin(), above_.end(), char{1});
        std::fill(left_.begin(), left_.end(), char{1});
    }

private:
    int rows_;
    int cols_;
    std::vector<char> above_;
    std::vector<char> left_;
};

static_assert(senda::draw::Walls<test_walls>);

test_walls random_walls(split_mix64& random, int rows, int cols) {
    test_walls walls{rows, cols};
    const int chance = random.between(0, 100);
    for (int row = 0; row <= rows; ++row)
        for (int col = 0; col < cols; ++col) walls.above(row, col) = random.percent(chance) ? 1 : 0;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col <= cols; ++col)
            walls.left_of(row, col) = random.percent(chance) ? 1 : 0;
    return walls;
}

/// A maze in which there is one way between any two rooms: walls fall in random order.
test_walls perfect_maze(split_mix64& random, int rows, int cols) {
    test_walls walls{rows, cols};
    walls.close_all();
    std::vector<int> leader(static_cast<std::size_t>(rows * cols));
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int room) {
        while (leader[static_cast<std::size_t>(room)] != room)
            room = leader[static_cast<std::size_t>(room)] =
                leader[static_cast<std::size_t>(leader[static_cast<std::size_t>(room)])];
        return room;
    };
    std::vector<int> order(static_cast<std::size_t>(2 * rows * cols));
    std::iota(order.begin(), order.end(), 0);
    for (int i = static_cast<int>(order.size()) - 1; i > 0; --i)
        std::swap(order[static_cast<std::size_t>(i)],
                  order[static_cast<std::size_t>(random.below(i + 1))]);
    for (const int wall : order) {
        const int row = wall / 2 / cols;
        const int col = wall / 2 % cols;
        const bool is_level = wall % 2 == 0;
        if (is_level ? row == 0 : col == 0) continue;
        const int here = find(row * cols + col);
        const int there = find(is_level ? (row - 1) * cols + col : row * cols + col - 1);
        if (here == there) continue;
        leader[static_cast<std::size_t>(here)] = there;
        (is_level ? walls.above(row, col) : walls.left_of(row, col)) = 0;
    }
    return walls;
}

}  // namespace

TEST_CASE("lines of walls are as long as they go on, and each wall is in one of them") {
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(200); ++i) {
        const test_walls walls = random_walls(random, random.between(0, 6), random.between(0, 6));
        test_walls seen{walls.rows(), walls.cols()};
        bool all_right = true;
        for_each_wall_line(walls, [&](int row, int col, int to_row, int to_col) {
            if (row == to_row) {
                for (int c = col; c < to_col; ++c) {
                    all_right = all_right && walls.above(row, c) && !seen.above(row, c);
                    seen.above(row, c) = 1;
                }
                all_right = all_right && (col == 0 || !walls.above(row, col - 1)) &&
                            (to_col == walls.cols() || !walls.above(row, to_col)) && col < to_col;
            } else {
                for (int r = row; r < to_row; ++r) {
                    all_right = all_right && walls.left_of(r, col) && !seen.left_of(r, col);
                    seen.left_of(r, col) = 1;
                }
                all_right = all_right && col == to_col && row < to_row &&
                            (row == 0 || !walls.left_of(row - 1, col)) &&
                            (to_row == walls.rows() || !walls.left_of(to_row, col));
            }
        });
        for (int row = 0; row <= walls.rows(); ++row)
            for (int col = 0; col < walls.cols(); ++col)
                all_right =
                    all_right && walls.above(row, col) == (std::as_const(seen).above(row, col));
        for (int row = 0; row < walls.rows(); ++row)
            for (int col = 0; col <= walls.cols(); ++col)
                all_right =
                    all_right && walls.left_of(row, col) == (std::as_const(seen).left_of(row, col));
        CHECK(all_right);
    }
}

TEST_CASE("walls fill their own pixels and no others, at any thickness") {
    split_mix64 random{2};
    for (int i = 0; i < support::rounds(100); ++i) {
        const test_walls walls = random_walls(random, random.between(1, 5), random.between(1, 5));
        const room_layout layout{random.between(1, 7), random.between(1, 5), random.between(0, 4)};
        canvas picture{layout.length(walls.cols()), layout.length(walls.rows())};
        draw_walls(picture, walls, layout, black);
        const image drawn = rasterize(picture);
        image expected{drawn.width(), drawn.height()};
        const auto fill = [&](int row, int col, bool is_level) {
            const int length = layout.pitch() + layout.wall;
            for (int y = 0; y < (is_level ? layout.wall : length); ++y)
                for (int x = 0; x < (is_level ? length : layout.wall); ++x)
                    expected.at(layout.margin + col * layout.pitch() + x,
                                layout.margin + row * layout.pitch() + y) = black;
        };
        for (int row = 0; row <= walls.rows(); ++row)
            for (int col = 0; col < walls.cols(); ++col)
                if (walls.above(row, col)) fill(row, col, true);
        for (int row = 0; row < walls.rows(); ++row)
            for (int col = 0; col <= walls.cols(); ++col)
                if (walls.left_of(row, col)) fill(row, col, false);
        CHECK(drawn == expected);
        const senda::draw::box inside = layout.inside(walls.rows() - 1, walls.cols() - 1);
        CHECK(inside.x + inside.width + layout.wall + layout.margin == picture.width());
        CHECK(layout.middle(0, 0).x == layout.margin + layout.wall + layout.room / 2.0);
    }
}

TEST_CASE("a drawing of a perfect maze takes less than eight bytes a room in SVG") {
    split_mix64 random{3};
    const test_walls maze = perfect_maze(random, 300, 300);
    for (const room_layout& layout : {room_layout{15, 4, 10}, room_layout{16, 1, 0}}) {
        canvas picture{layout.length(300), layout.length(300)};
        draw_walls(picture, maze, layout, black);
        CHECK(picture.runs().size() == 1);
        CHECK(to_svg(picture).size() < 5 * 300 * 300);
    }
}

TEST_CASE("walls in a terminal are box characters") {
    test_walls walls{2, 2};
    walls.close_all();
    walls.above(1, 0) = 0;
    walls.left_of(0, 0) = 0;
    CHECK(to_text(box_walls(walls), plain) ==
          "╶───┬───┐\n"
          "    │   │\n"
          "╷   ├───┤\n"
          "│   │   │\n"
          "└───┴───┘\n");
    CHECK(to_text(box_walls(walls, 1), {}) ==
          "--+-+\n"
          "  | |\n"
          "| +-+\n"
          "| | |\n"
          "+-+-+\n");
    CHECK(to_text(box_walls(test_walls{1, 1}), plain) == "\n\n\n");
    CHECK(box_walls(test_walls{0, 0}).rows() == 1);
}

TEST_CASE("there is something between two rooms in a terminal exactly if there is a wall") {
    split_mix64 random{4};
    for (int i = 0; i < support::rounds(100); ++i) {
        const test_walls walls = random_walls(random, random.between(1, 6), random.between(1, 6));
        const int room = random.between(1, 4);
        const senda::draw::text_grid grid = box_walls(walls, room);
        REQUIRE(grid.rows() == 2 * walls.rows() + 1);
        REQUIRE(grid.cols() == walls.cols() * (room + 1) + 1);
        bool all_right = true;
        for (int row = 0; row < walls.rows(); ++row) {
            for (int col = 0; col < walls.cols(); ++col) {
                const int middle = col * (room + 1) + (room + 1) / 2;
                all_right = all_right && grid.at(2 * row + 1, middle).code == U' ' &&
                            (grid.at(2 * row, middle).code != U' ') == walls.above(row, col) &&
                            (grid.at(2 * row + 1, col * (room + 1)).code != U' ') ==
                                walls.left_of(row, col);
            }
        }
        CHECK(all_right);
    }
}

TEST_CASE("a picture of more rooms than there can be pixels is as large as it can be") {
    CHECK(room_layout{}.length(2'000'000'000) == senda::draw::coordinate::reach);
    CHECK(room_layout{15, 4, 10}.length(3) == 20 + 3 * 19 + 4);
}
