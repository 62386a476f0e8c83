// SPDX-License-Identifier: MIT
#include <amazons/board.hpp>

#include <amazons/format.hpp>
#include <amazons/queries.hpp>

#include "naive_game.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {
namespace board_test {

using namespace senda::amazons;

cell cell_of(naive::place p) { return cell_at(p.first, p.second); }

template <class Board>
Board board_of(const naive::game& g) {
    const auto set_of = [&](char what) {
        cell_set cells;
        for (const naive::place& p : g.with(what)) cells.insert(cell_of(p));
        return cells;
    };
    const auto made = Board::make(set_of('W'), set_of('B'), set_of('x'),
                                  g.turn == 'W' ? player::white : player::black);
    REQUIRE(made);
    return *made;
}

template <class Board>
std::set<play> plays_of(const Board& b) {
    std::set<play> found;
    play last{};
    b.for_each_play([&](const play& p) {
        CHECK((found.empty() || last < p));
        found.insert(p);
        last = p;
    });
    return found;
}

std::set<play> plays_of(const naive::game& g) {
    std::set<play> found;
    for (const naive::three_places& p : g.plays())
        found.insert({cell_of(p[0]), cell_of(p[1]), cell_of(p[2])});
    return found;
}

template <class Board>
bool looks_like(const Board& b, const naive::game& g) {
    const auto symbol = [&](naive::place p) {
        const char letter = g.at(p);
        return letter == 'W' ? '0' : letter == 'B' ? 'X' : letter == 'x' ? '*' : '.';
    };
    const std::vector<naive::place> places = g.places();
    return b.to_move() == (g.turn == 'W' ? player::white : player::black) &&
           std::all_of(places.begin(), places.end(),
                       [&](naive::place p) { return symbol_at(b, cell_of(p)) == symbol(p); });
}

std::uint64_t naive_perft(const naive::game& g, int depth) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (const naive::three_places& p : g.plays()) count += naive_perft(g.after(p), depth - 1);
    return count;
}

template <int Columns, int Rows>
void check_small_boards(int depth) {
    support::split_mix64 random{static_cast<std::uint64_t>(Columns * 100 + Rows)};
    using small = basic_board<Columns, Rows>;
    for (int round = 0; round < 20; ++round) {
        const int amazons = random.between(1, 2);
        const int arrows = random.below(Columns * Rows - 2 * amazons + 1);
        const naive::game g = naive::random_game(random, Columns, Rows, amazons, arrows);
        CAPTURE(g.text());
        const auto b = board_of<small>(g);
        CHECK(plays_of(b) == plays_of(g));
        if (arrows * 2 > Columns * Rows) CHECK(perft(b, depth) == naive_perft(g, depth));
    }
}

}  // namespace board_test
}  // namespace

TEST_CASE("a game starts as the rules say") {
    using namespace board_test;
    const board b;
    CHECK(b.to_move() == player::white);
    CHECK(to_text(b) == "a4,d1,g1,j4\na7,d10,g10,j7\n\n1\n");
    CHECK(b == new_board());
    CHECK(b.empty_cells().count() == 92);
    CHECK(b.arrows().empty());
    CHECK_FALSE(b.terminal());
    CHECK(to_picture_text(b).substr(0, 24) == "10 . . . X . . X . . .\n ");
    CHECK(to_picture_text(b).find(" 1 . . . 0 . . 0 . . .\n   a b c d e f g h i j\n") !=
          std::string::npos);
    CHECK(to_picture_text(b).ends_with("\n0 white   X black   * arrow   . empty cell\n"));
    CHECK(
        to_picture_text(b, "Ana", "Luis").ends_with("\n0 Ana   X Luis   * arrow   . empty cell\n"));
}

TEST_CASE("other boards start alike") {
    using namespace board_test;
    CHECK(to_text(basic_board<8, 8>{}) == "a3,c1,f1,h3\na6,c8,f8,h6\n\n1\n");
    CHECK(to_text(basic_board<6, 6>{}) == "a2,b1,e1,f2\na5,b6,e6,f5\n\n1\n");
    CHECK(to_text(basic_board<5, 5>{}) == "a2,b1,d1,e2\na4,b5,d5,e4\n\n1\n");
    CHECK(to_text(basic_board<5, 6>{}) == "a2,b1,d1,e2\na5,b6,d6,e5\n\n1\n");
    CHECK(to_text(basic_board<5, 4>{}) == "a2,b1,d1,e2\na3,b4,d4,e3\n\n1\n");
    CHECK(to_text(basic_board<4, 7>{}) == "a2,b1,c1,d2\na6,b7,c7,d6\n\n1\n");
    CHECK(new_board({4, 5}).amazons(player::black) == basic_board<5, 4>{}.amazons(player::black));
    CHECK(to_text(basic_board<3, 2>{}) == "a1\nc2\n\n1\n");
    CHECK(to_text(basic_board<10, 11>{}) == "a4,d1,g1,j4\na8,d11,g11,j8\n\n1\n");
    CHECK(basic_board<1, 1>{}.terminal() == senda::games::outcome::loss);
}

TEST_CASE("perft from the start counts what is known") {
    using namespace board_test;
    const board b;
    CHECK(perft(b, 0) == 1);
    CHECK(perft(b, 1) == 2'176);
    CHECK(perft(b, 2) == 4'307'152);
}

TEST_CASE("moves and shots are valid as in a naive game, for every pair of cells") {
    using namespace board_test;
    support::split_mix64 random{1};
    for (int round = 0; round < support::rounds(300); ++round) {
        const naive::game g = naive::random_game(random);
        CAPTURE(g.text());
        const auto b = board_of<board>(g);
        const std::vector<naive::place> places = g.places();
        int wrong = 0;
        int legal = 0;
        for (const naive::place& from : places) {
            const std::set<naive::place> reach = g.queen_moves(from);
            const bool has_amazon = g.at(from) == 'W' || g.at(from) == 'B';
            const bool has_own = g.at(from) == g.turn;
            for (const naive::place& to : places) {
                const bool right = reach.count(to) != 0;
                const cell c = cell_of(from);
                if (is_valid_move(b, c, cell_of(to)) != (right && has_amazon)) ++wrong;
                if (is_valid_shot(b, c, cell_of(to)) != right) ++wrong;
                if (is_legal_move(b, c, cell_of(to)) != (right && has_own)) ++wrong;
                if (is_legal_shot(b, c, cell_of(to)) != (right && has_own)) ++wrong;
                legal += right && has_own ? 1 : 0;
            }
        }
        CHECK(wrong == 0);
        int can = 0;
        for (const naive::place& p : places) {
            const bool amazon = g.at(p) == 'W' || g.at(p) == 'B';
            const bool right = amazon && !g.queen_moves(p).empty();
            if (can_move(b, cell_of(p)) != right) ++wrong;
            if (right && g.at(p) == g.turn) ++can;
        }
        CHECK(wrong == 0);
        CHECK(has_lost(b) == (can == 0));
        CHECK(has_lost(b) == (legal == 0));
        CHECK(b.terminal().has_value() == has_lost(b));
    }
}

TEST_CASE("whose turn it is does not matter to the board, and to the player it does") {
    using namespace board_test;
    const board b = *parse_board(
        "a7,g1,i9,j6\nb1,b10,g7,i3\n"
        "a10,a8,a6,b7,b6,b3,b2,e1,f1,g5,g9,h1,h4,h5,i1,j1\n1\n");
    const auto at = [](std::string_view name) { return *parse_cell(name); };
    CHECK(is_valid_move(b, at("b1"), at("a1")));  // black's, while white is to move
    CHECK_FALSE(is_legal_move(b, at("b1"), at("a1")));
    CHECK_FALSE(is_valid_move(b, at("i3"), at("f6")));  // an arrow on h4
    CHECK_FALSE(is_valid_move(b, at("c1"), at("d1")));  // nobody stands there
    CHECK(is_valid_shot(b, at("c1"), at("d1")));
    CHECK_FALSE(is_legal_shot(b, at("c1"), at("d1")));
    CHECK_FALSE(is_valid_shot(b, at("g6"), at("g8")));  // an amazon on g7
    CHECK(is_valid_shot(b, at("e1"), at("e4")));        // from where an arrow is
    CHECK(is_legal_move(b, at("g1"), at("g4")));
    CHECK(is_legal_shot(b, at("g1"), at("g4")));
    CHECK(is_valid_shot(b, at("b1"), at("a1"), at("b1")));
    CHECK_FALSE(b.is_legal({at("b1"), at("a1"), at("b1")}));
}

TEST_CASE("the first obstacle on a line is what a naive walk runs into") {
    using namespace board_test;
    support::split_mix64 random{6};
    for (int round = 0; round < support::rounds(100); ++round) {
        const naive::game g = naive::random_game(random);
        const auto b = board_of<board>(g);
        for (const naive::place& from : g.places()) {
            std::map<naive::place, std::optional<cell>> expected{{from, cell_of(from)}};
            for (const auto& [x, y] : naive::ways) {
                std::optional<cell> met;
                for (naive::place p{from.first + x, from.second + y}; g.inside(p);
                     p = {p.first + x, p.second + y}) {
                    if (!met && g.at(p) != '.') met = cell_of(p);
                    expected[p] = met;
                }
            }
            int wrong = 0;
            for (const naive::place& to : g.places())
                if (first_obstacle(b, cell_of(from), cell_of(to)) != expected[to]) ++wrong;
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("the plays are those of a naive game") {
    using namespace board_test;
    support::split_mix64 random{2};
    for (int round = 0; round < support::rounds(200); ++round) {
        const naive::game g =
            naive::random_game(random, 10, 10, random.between(1, 4), 30 + random.below(62));
        CAPTURE(g.text());
        const auto b = board_of<board>(g);
        const std::set<play> plays = plays_of(b);
        CHECK(plays == plays_of(g));
        CHECK(b.count_plays() == static_cast<int>(plays.size()));
        CHECK(b.count_moves() == plays.size());
        CHECK(b.has_play() == !plays.empty());
    }
}

TEST_CASE("a play is legal for no other three cells") {
    using namespace board_test;
    support::split_mix64 random{3};
    for (int round = 0; round < support::rounds(6); ++round) {
        const naive::game g = naive::random_game(random, 10, 10, 2, 50 + random.below(20));
        const auto b = board_of<board>(g);
        const std::set<play> plays = plays_of(g);
        naive::game other = g;
        other.turn = g.turn == 'W' ? 'B' : 'W';
        const std::set<play> of_other = plays_of(other);
        int wrong = 0;
        for (const naive::place& from : g.places()) {
            if (g.at(from) != 'W' && g.at(from) != 'B' && !random.percent(5)) continue;
            for (const naive::place& to : g.places())
                for (const naive::place& arrow : g.places()) {
                    const play p{cell_of(from), cell_of(to), cell_of(arrow)};
                    const bool right = plays.count(p) != 0;
                    if (b.is_legal(p) != right) ++wrong;
                    const bool valid = right || of_other.count(p) != 0;
                    if (is_valid_shot(b, p.from, p.to, p.arrow) != valid) ++wrong;
                }
        }
        CHECK(wrong == 0);
    }
    const board start;
    const std::uint8_t no_cell = 10;  // between two rows
    CHECK_FALSE(start.is_legal({cell_at(0, 3), {no_cell}, cell_at(0, 3)}));
    CHECK_FALSE(start.is_legal({{127}, {127}, {127}}));
    CHECK_FALSE(is_valid_move(start, cell{121}, cell{120}));
    CHECK_FALSE(is_valid_shot(start, cell{121}, cell{120}));
    CHECK_FALSE(is_valid_shot(start, cell{no_cell}, cell_at(9, 0)));
    CHECK_FALSE(can_move(start, cell{no_cell}));
}

TEST_CASE("visiting plays ends when it is told to") {
    using namespace board_test;
    int seen = 0;
    board{}.for_each_play([&](const play&) { return ++seen < 7; });
    CHECK(seen == 7);
}

TEST_CASE("make plays as in a naive game, and unmake restores everything") {
    using namespace board_test;
    support::split_mix64 random{4};
    for (int round = 0; round < support::rounds(12); ++round) {
        naive::game g = naive::random_game(random, 10, 10, 4, random.below(30));
        auto b = board_of<board>(g);
        std::vector<board> before;
        std::vector<play> made;
        for (;;) {
            const std::set<play> plays = plays_of(b);
            if (plays.empty()) break;
            const auto chosen =
                std::next(plays.begin(), random.below(static_cast<int>(plays.size())));
            before.push_back(b);
            made.push_back(*chosen);
            const auto place = [](cell c) { return naive::place{c.column(), c.row()}; };
            g = g.after({place(chosen->from), place(chosen->to), place(chosen->arrow)});
            b.make(*chosen);
            CHECK(looks_like(b, g));
            CHECK(b == board_of<board>(g));  // the hash too
        }
        for (; !made.empty(); made.pop_back(), before.pop_back()) {
            b.unmake(made.back());
            CHECK(b == before.back());
            CHECK(b.hash() == before.back().hash());
        }
    }
}

TEST_CASE("different positions have different hashes") {
    using namespace board_test;
    std::map<std::uint64_t, std::string> seen;
    board b;
    int positions = 0;
    b.for_each_play([&](const play& p) {
        board next = b;
        next.make(p);
        const std::string text = to_text(next);
        const auto [known, fresh] = seen.emplace(next.hash(), text);
        CHECK(known->second == text);
        positions += fresh ? 1 : 0;
    });
    CHECK(positions == 2'176);  // no two first plays lead to the same position
    const auto other =
        board::make(b.amazons(player::white), b.amazons(player::black), {}, player::black);
    REQUIRE(other);
    CHECK(other->hash() != b.hash());
    CHECK_FALSE(*other == b);
    CHECK(std::hash<board>{}(b) == static_cast<std::size_t>(b.hash()));
}

TEST_CASE("a position in which things share a cell cannot be made") {
    using namespace board_test;
    const cell_set a{cell_at(0, 0)};
    const cell_set c{cell_at(2, 0)};
    CHECK(board::make(a, c, {}, player::white));
    CHECK(board::make({}, {}, {}, player::black));
    CHECK_FALSE(board::make(a, a, {}, player::white));
    CHECK_FALSE(board::make(a, c, a, player::white));
    CHECK_FALSE(board::make(a, c, c, player::white));
    CHECK_FALSE(board::make(a, c, cell_set{cell{10}}, player::white));
    CHECK_FALSE(basic_board<5, 5>::make(cell_set{cell_at(5, 0)}, c, {}, player::white));
}

TEST_CASE("small boards have the plays of a naive game") {
    using namespace board_test;
    check_small_boards<3, 3>(3);
    check_small_boards<6, 4>(2);
    check_small_boards<5, 11>(2);
}

TEST_CASE("a board that is smaller than its type has the plays of a naive game of its size") {
    using namespace board_test;
    support::split_mix64 random{77};
    for (int round = 0; round < support::rounds(60); ++round) {
        const int columns = random.between(2, 10);
        const int rows = random.between(2, 10);
        const int amazons = random.between(1, columns * rows > 8 ? 4 : 1);
        naive::game g = naive::random_game(random, columns, rows, amazons,
                                           random.below(columns * rows - 2 * amazons + 1));
        CAPTURE(g.text());
        const board_size size{rows, columns};
        const auto read = parse_board(g.text(), reading::strict, size);
        if (size == board_size{} && amazons < 4) continue;
        REQUIRE(read);
        board b = *read;
        CHECK(b.size() == size);
        CHECK(b.area().count() == columns * rows);
        CHECK(looks_like(b, g));
        CHECK(to_text(b) == to_text(*parse_board(to_text(b), reading::strict, size)));
        CHECK(plays_of(b) == plays_of(g));
        CHECK(b.arrows().count() == static_cast<int>(g.with('x').size()));
        for (int column = 0; column < most_columns; ++column)
            for (int row = 0; row < most_rows; ++row)
                CHECK(b.contains(cell_at(column, row)) == g.inside({column, row}));
        const std::set<naive::three_places> plays = g.plays();
        if (plays.empty()) continue;
        const naive::three_places& p = *plays.begin();
        const board before = b;
        const play made{cell_of(p[0]), cell_of(p[1]), cell_of(p[2])};
        b.make(made);
        CHECK(looks_like(b, g.after(p)));
        b.unmake(made);
        CHECK(b == before);
    }
    CHECK_FALSE(board::holds({11, 10}));
    CHECK_FALSE(board::holds({10, 0}));
    CHECK_FALSE(board::make({}, {}, cell_set{cell_at(4, 0)}, player::white, {4, 4}));
    CHECK_FALSE(board::make({}, {}, {}, player::white, {4, 11}));
}

TEST_CASE("sizes are read as they are written, rows first") {
    using namespace board_test;
    for (int rows = 1; rows <= most_rows; ++rows)
        for (int columns = 1; columns <= most_columns; ++columns) {
            const board_size size{rows, columns};
            CHECK(to_string(size) == std::to_string(rows) + 'x' + std::to_string(columns));
            CHECK(parse_size(to_string(size)) == size);
        }
    for (const char* wrong :
         {"", "x", "5", "5x", "x5", "0x5", "5x0", "12x5", "5x11", "5X6", "5x6x7", " 5x6", "-5x6"})
        CHECK_FALSE(parse_size(wrong));
}

TEST_CASE("cells and plays have names") {
    using namespace board_test;
    for (int column = 0; column < most_columns; ++column)
        for (int row = 0; row < most_rows; ++row) {
            const cell c = cell_at(column, row);
            CHECK(c.column() == column);
            CHECK(c.row() == row);
            CHECK(cell_name(c) == naive::name({column, row}));
            CHECK(parse_cell(cell_name(c), 10, 11) == std::optional{c});
            CHECK(parse_cell(cell_name(c)).has_value() == (row < 10));
            CHECK(parse_cell(cell_name(c), 5, 6).has_value() == (column < 5 && row < 6));
        }
    for (const char* wrong : {"", "a", "4", "a0", "a01", "a00", "k1", "A1", "a11", "a100", "a1 ",
                              " a1", "a-1", "a+1", "aa", "1a", "`1", "a1x", "a:"})
        CHECK_FALSE(parse_cell(wrong));

    CHECK(to_string(play{cell_at(0, 3), cell_at(0, 4), cell_at(9, 9)}) == "a4-a5/j10");
    CHECK(parse_play("a4-a5/j10") ==
          std::optional{play{cell_at(0, 3), cell_at(0, 4), cell_at(9, 9)}});
    board{}.for_each_play(
        [](const play& p) { CHECK(parse_play(to_string(p)) == std::optional{p}); });
    for (const char* wrong : {"", "-/", "a4", "a4-a5", "a4-a5/", "a4/a5-a6", "a4-a5/k1", "a4a5a6",
                              "a4-a5/a6 ", "a4-a5-a6", "a4--a5/a6", "a11-a5/a6", "a4-a5//a6"})
        CHECK_FALSE(parse_play(wrong));
}
