// SPDX-License-Identifier: MIT
// Boards of other sizes and with other exits, against a search on nothing but their characters.
#include <rush_hour/examine.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/picture.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/sized_graph.hpp>
#include <rush_hour/sized_solve.hpp>
#include <rush_hour/solve.hpp>
#include <rush_hour/terminal_picture.hpp>
#include <senda/draw/raster.hpp>

#include "small_components.hpp"
#include "support/enum_names.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizes_test {

using namespace senda::rush_hour;

/// A car park of characters, solved the slow and obvious way.
struct text_park {
    int rows = 0;
    int columns = 0;
    char exit = '>';    // as it is marked
    int exit_line = 0;  // the row or column of the mark
    std::string cells;

    char& at(std::string& state, int row, int column) const {
        return state[static_cast<std::size_t>(row * columns + column)];
    }

    bool is_solved(const std::string& state) const {
        const int row = exit == '^' ? 0 : exit == 'v' ? rows - 1 : exit_line;
        const int column = exit == '<' ? 0 : exit == '>' ? columns - 1 : exit_line;
        return state[static_cast<std::size_t>(row * columns + column)] == 'A';
    }

    /// All states that one slide, or one step, leads to.
    std::vector<std::string> moves(const std::string& state, bool steps) const {
        std::vector<std::string> all;
        for (char letter = 'A'; letter <= 'Z'; ++letter) {
            std::vector<std::pair<int, int>> mine;
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < columns; ++c)
                    if (state[static_cast<std::size_t>(r * columns + c)] == letter)
                        mine.emplace_back(r, c);
            if (mine.empty()) continue;
            const bool across = mine[0].first == mine[1].first;
            for (const int sign : {-1, 1})
                for (int by = 1; by <= (steps ? 1 : 8); ++by) {
                    std::string next = state;
                    for (auto [r, c] : mine) at(next, r, c) = 'o';
                    bool fits = true;
                    for (auto [r, c] : mine) {
                        const int row = r + (across ? 0 : sign * by);
                        const int column = c + (across ? sign * by : 0);
                        fits = fits && row >= 0 && row < rows && column >= 0 && column < columns &&
                               at(next, row, column) == 'o';
                        if (fits) at(next, row, column) = letter;
                    }
                    if (!fits) break;
                    all.push_back(next);
                }
        }
        return all;
    }

    /// The fewest moves to the exit, -1 if there are none; nothing if there are too many states.
    std::optional<int> fewest(bool steps, std::size_t most_states) const {
        std::map<std::string, int> seen{{cells, 0}};
        std::vector<std::string> queue{cells};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const std::string state = queue[i];
            if (is_solved(state)) return seen[state];
            if (queue.size() > most_states) return std::nullopt;
            for (const std::string& next : moves(state, steps))
                if (seen.emplace(next, seen[state] + 1).second) queue.push_back(next);
        }
        return -1;
    }

    /// The text of the board, with that between its rows.
    std::string text(const std::string& end) const {
        std::string mark_line(static_cast<std::size_t>(columns), 'o');
        if (exit == '^' || exit == 'v') mark_line[static_cast<std::size_t>(exit_line)] = exit;
        std::string out = exit == '^' ? mark_line + end : "";
        for (int r = 0; r < rows; ++r) {
            if (exit == '<' && r == exit_line) out += '<';
            out += cells.substr(static_cast<std::size_t>(r * columns),
                                static_cast<std::size_t>(columns));
            if (exit == '>' && r == exit_line) out += '>';
            if (r + 1 < rows || exit == 'v') out += end;
        }
        return exit == 'v' ? out + mark_line : out;
    }
};

text_park random_park(support::split_mix64& random) {
    text_park p;
    p.rows = random.between(3, 8);
    p.columns = random.between(3, 8);
    p.exit = "<>^v"[random.below(4)];
    const bool lies = p.exit == '<' || p.exit == '>';
    p.exit_line = random.below(lies ? p.rows : p.columns);
    p.cells.assign(static_cast<std::size_t>(p.rows * p.columns), 'o');
    const auto park = [&](char letter, int length, bool across, int row, int column) {
        if (row + (across ? 1 : length) > p.rows || column + (across ? length : 1) > p.columns)
            return false;
        std::string next = p.cells;
        for (int i = 0; i < length; ++i) {
            char& c = p.at(next, row + (across ? 0 : i), column + (across ? i : 0));
            if (c != 'o') return false;
            c = letter;
        }
        p.cells = next;
        return true;
    };
    const int offset = random.below((lies ? p.columns : p.rows) - 1);
    park('A', 2, lies, lies ? p.exit_line : offset, lies ? offset : p.exit_line);
    for (int walls = random.below(3); walls > 0; --walls) {
        char& c = p.cells[static_cast<std::size_t>(random.below(p.rows * p.columns))];
        if (c == 'o') c = 'x';
    }
    char letter = 'B';
    for (int tries = 2 * random.below(p.rows * p.columns / 2); tries > 0 && letter <= 'Z'; --tries)
        if (park(letter, random.between(2, 3), random.percent(50), random.below(p.rows),
                 random.below(p.columns)))
            ++letter;
    return p;
}

TEST_CASE("boards of any shape are solved as a search on their characters solves them") {
    support::split_mix64 random{21};
    int solved = 0;
    int unsolvable = 0;
    const int rounds = support::is_slow ? 30 : 600;
    for (int round = 0; round < rounds; ++round) {
        const text_park p = random_park(random);
        const std::string text = p.text("/");
        CAPTURE(text);
        const std::optional<int> slides = p.fewest(false, 3000);
        const std::optional<int> steps = slides ? p.fewest(true, 3000) : std::nullopt;
        if (!steps) continue;
        const auto read = parse_text(text);
        REQUIRE_MESSAGE(read.has_value(), read.error().message);
        for (const engine how : {engine::fast, engine::bfs, engine::astar})
            for (const metric count : {metric::slide, metric::step}) {
                const int fewest = count == metric::slide ? *slides : *steps;
                const answer a = solve_any(*read, {.count = count, .how = how});
                if (fewest < 0) {
                    CHECK(a.outcome == outcome::no_route);
                    CHECK(a.lower_bound == no_moves);
                    continue;
                }
                REQUIRE(a.outcome == outcome::solved);
                CHECK(a.cost == static_cast<std::uint32_t>(fewest));
                CHECK(replay(*read, a.solution).verdict == verdict::solved);
                CHECK((count == metric::slide ? a.solution.size() : count_steps(a.solution)) ==
                      static_cast<std::size_t>(fewest));
            }
        ++(*slides < 0 ? unsolvable : solved);
    }
    CHECK(solved > rounds / 6);
    CHECK(unsolvable > rounds / 12);
}

/// The positions that a breadth-first search of a graph meets, in their order, but not too many.
template <class Graph, class Lines>
std::vector<std::uint64_t> met_in_order(const Graph& g, const Lines& lines_of) {
    std::vector<std::uint64_t> met;
    const auto note = [&](const auto& p) {
        met.push_back(lines_of(p));
        return false;
    };
    (void)senda::bfs(g, g.start(), note, {.limits = {.expansions = 2000}});
    return met;
}

TEST_CASE("the breadth-first graph of any shape meets the same positions in the same order") {
    support::split_mix64 random{33};
    std::size_t all_edges = 0;
    std::size_t edges = 0;
    for (int round = 0; round < support::rounds(300); ++round) {
        const board b = support::board_of(random_park(random).text("/"));
        CAPTURE(to_text(b));
        for (const metric count : {metric::slide, metric::step}) {
            const sized_parking_graph all(b, count);
            const breadth_first_sized_parking_graph some(b, count);
            const auto lines = met_in_order(some, [&](const marked_position& p) {
                some.successors(p, [&](const auto&...) { ++edges; });
                return p.lines;
            });
            CHECK(lines == met_in_order(all, [&](std::uint64_t p) {
                      all.successors(p, [&](const auto&...) { ++all_edges; });
                      return p;
                  }));
        }
    }
    CHECK(2 * edges < all_edges);
}

TEST_CASE("limits on moves mean the same to all searches of boards of any shape") {
    support::split_mix64 random{34};
    int stopped = 0;
    for (int round = 0; round < support::rounds(300); ++round) {
        const board b = support::board_of(random_park(random).text("/"));
        if (b.shape().is_classic()) continue;
        CAPTURE(to_text(b));
        for (const metric count : {metric::slide, metric::step})
            for (const int most : {0, 1, 2, 4}) {
                question q{.count = count, .how = engine::bfs, .limits = {.cost = most}};
                const answer by_bfs = solve_any(b, q);
                q.how = engine::fast;
                const answer a = solve_any(b, q);
                if (a.outcome == outcome::no_route) {  // known without a search, or by all of it
                    CHECK(!solve_any(b, {.count = count, .limits = {.expansions = 20'000}}));
                    continue;
                }
                CHECK(a.statistics.expanded <= by_bfs.statistics.expanded);
                if (by_bfs.outcome == outcome::no_route) {  // a level more showed that
                    CHECK(a.statistics.ended == senda::status::cost_limit);
                    CHECK(a.lower_bound == static_cast<std::uint32_t>(most) + 1);
                    continue;
                }
                CHECK(a.outcome == by_bfs.outcome);
                CHECK(a.cost == by_bfs.cost);
                CHECK(a.lower_bound == by_bfs.lower_bound);
                CHECK(a.statistics.ended == by_bfs.statistics.ended);
                stopped += a.outcome == outcome::limit;
            }
    }
    CHECK(stopped > support::rounds(100));
    CHECK(solve_any(support::board_of("..../AAB.>/..B./...."), {.limits = {.cost = 2}}).cost == 2u);
    CHECK(solve_any(support::board_of("..../..AA>/..../...."), {.limits = {.cost = 0}}).cost == 0u);
    const answer blocked = solve_any(support::board_of("..../AABB>/..../...."));
    CHECK(blocked.outcome == outcome::no_route);
    CHECK(blocked.lower_bound == no_moves);
    CHECK(blocked.statistics.expanded == 0);
}

TEST_CASE("the graph of any shape finds on classic boards what the engine finds") {
    support::split_mix64 random{5};
    for (int round = 0; round < support::rounds(60); ++round) {
        const board b = support::board_of(support::random_board_text(random));
        const sized_parking_graph g(b);
        CHECK(g.board_of(g.start()) == b);
        const auto found = senda::bfs(g, g.start(), g.goal(), {.limits = {.expansions = 20'000}});
        const answer a = solve(b, {.limits = {.expansions = 20'000}});
        if (a.outcome == outcome::limit || !senda::stopped_by(found.status).empty()) continue;
        CHECK(static_cast<bool>(found) == static_cast<bool>(a));
        if (a) CHECK(found.cost == static_cast<senda::steps>(*a.cost));
    }
}

TEST_CASE("a board of any shape comes back from its text, its lines and its share code") {
    support::split_mix64 random{8};
    for (int round = 0; round < support::rounds(300); ++round) {
        const text_park p = random_park(random);
        const std::string text = p.text("/");
        CAPTURE(text);
        const auto read = parse_text(text, reading::strict);
        REQUIRE_MESSAGE(read.has_value(), read.error().message);
        const board_shape& s = read->shape();
        if (s.is_classic()) continue;
        CHECK(s.rows == p.rows);
        CHECK(s.columns == p.columns);
        CHECK(s.exit_line == p.exit_line);
        CHECK(to_text(*read) == text);
        CHECK(*parse_text(p.text("\n")) == *read);
        CHECK(*parse_text(to_lines(*read), reading::strict) == *read);
        CHECK(*board::make(read->vehicles(), read->walls(), s) == *read);
        CHECK(read->solved() == p.is_solved(p.cells));

        const std::string code = share_code(*read);
        CHECK(looks_like_share_code(code));
        const auto back = parse(code);
        REQUIRE(back.has_value());
        CHECK(share_code(*back) == code);
        CHECK(back->shape() == s);
        CHECK(back->walls() == read->walls());
        CHECK(back->occupied() == read->occupied());
        CHECK(solve_any(*back, {.limits = {.expansions = 500}}).cost ==
              solve_any(*read, {.limits = {.expansions = 500}}).cost);
        // Any wrong character, and any swap of two neighbours, is noticed.
        for (std::size_t i = 0; i < code.size(); ++i) {
            if (code[i] == '~') continue;
            std::string wrong = code;
            wrong[i] = wrong[i] == 'B' ? 'C' : 'B';
            CHECK(!parse_share_code(wrong));
            if (i + 1 == code.size() || code[i + 1] == '~' || code[i] == code[i + 1]) continue;
            wrong = code;
            std::swap(wrong[i], wrong[i + 1]);
            CHECK(!parse_share_code(wrong));
        }
    }
}

TEST_CASE("rows beside one with an exit on the left are indented by a blank") {
    const board b = support::board_of("oBBB/<oAAo/oooo");
    CHECK(to_lines(b) == " .BBB\n<.AA.\n ....\n");
    CHECK(*parse_text(to_lines(b), reading::strict) == b);
    CHECK(parse_text("  .BBB\n<.AA.\n ....\n").warnings.front().code == "leading_blanks");
}

TEST_CASE("a board without a mark is classic, and one with the classic exit is the same board") {
    const std::string lines = ".BBB.C\nD..EFC\nDAAEFC\nGGHII.\n..HJJJ\n..H...\n";
    std::string marked = lines;
    marked.insert(marked.find("EFC\nGG") + 3, ">");
    CHECK(*parse_text(marked) == *parse_text(lines));
    CHECK(parse_text(lines)->shape().is_classic());
    // A row less is an error still, not another size.
    CHECK(parse_text(lines.substr(7)).error().code == "bad_length");
    support::check_names<edge>();
}

TEST_CASE("what is wrong with a shape is said with its place") {
    struct fault {
        std::string text;
        std::string code;
        std::size_t line;
        std::size_t column;
    };
    const fault faults[] = {
        {"....\nAA..>\n>...\n....", "bad_exit", 3, 1},       // not at the end of a row
        {"....\nAA..>\n....>\n....", "bad_exit", 3, 5},      // a second one
        {"....\n..^.\nA...\nA...\n....", "bad_exit", 2, 3},  // not above the board
        {"..^B\nA...\nA...\n....", "bad_exit", 1, 3},        // with cells in its line
        {"....\n\u00e9A..<\n....", "bad_exit", 2, 5},        // columns count characters
        {"\u00e9.../AA..>./....", "bad_exit", 1, 10},
        {".....^\n.A..\n.A..\n....", "bad_exit", 0, 0},  // beside the board
        {"../AA>", "bad_size", 0, 0},
        {"AA>\n..\n..\n..", "bad_size", 0, 0},
        {".........\nAA.......>\n.........", "bad_size", 0, 0},
        {"....\nAA..>\n...\n....", "bad_length", 3, 4},
        {"....\nAA..>\n....b\n....", "bad_length", 3, 5},
        {"....\nAA..>\n..b.\n....", "bad_character", 3, 3},
        {"....\nAA..\n....>\n....", "bad_red_car", 2, 1},  // in another row
        {".A..\n.A..>\n....\n....", "bad_red_car", 1, 2},  // vertical
        {"..../BB../..../....>", "no_red_car", 0, 0},
        {"..../AA..>/B.../.B..", "bad_vehicle_length", 1, 0},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        const auto read = parse_text(f.text);
        REQUIRE(!read);
        if (f.code == "bad_vehicle_length") {  // or shape, whichever comes first
            CHECK(read.error().code.starts_with("bad_vehicle"));
            continue;
        }
        CHECK(read.error().code == f.code);
        CHECK(read.error().line == f.line);
        CHECK(read.error().column == f.column);
    }
    const std::vector<vehicle> red = {{'A', 1, 0, 2, axis::horizontal}};
    CHECK(board::make(red, 0, {4, 4, edge::right, 1}).has_value());
    CHECK(board::make(red, 0, {4, 9, edge::right, 1}).error().code == "bad_size");
    CHECK(board::make(red, 0, {4, 4, edge::right, 4}).error().code == "bad_exit");
    CHECK(board::make(red, 0, {4, 4, edge::top, 1}).error().code == "bad_red_car");
    CHECK(board::make(red, cell_set{1} << 16, {4, 4, edge::right, 1}).error().code == "outside");
}

TEST_CASE("what takes classic boards only says nothing about others") {
    const board b = *parse_text("..../AAB.>/..B./....");
    CHECK(!component(b).complete());
    CHECK(!component(b).contains(b));
    CHECK(!rate(b));
    CHECK(solve(b).outcome == outcome::limit);
    examiner one;
    CHECK(one.examine(b, {}, depth::analysed).found.outcome == outcome::limit);
    const findings all = examine_any(one, b, {}, depth::analysed);
    CHECK(all.moves == 2u);
    CHECK(all.steps == 3u);
    CHECK(!all.rated);
    CHECK(!all.component);
    CHECK(about(b) == "4 x 4 cells, 2 vehicles");
    CHECK(explain({}, replay(b, {})).ends_with("the red car is 2 cells from the exit"));
}

TEST_CASE("moves are as long as the board allows") {
    CHECK(parse_moves("A+5").has_value());
    CHECK(parse_moves("A+6").error().code == "bad_move");
    const board_shape wide{4, 8, edge::right, 1};
    CHECK(parse_moves("A+7", wide).has_value());
    CHECK(parse_moves("A+8", wide).error().message.find("1 to 7") != std::string::npos);
}

TEST_CASE("a picture has the size of its board, with a gap in the kerb at the exit") {
    for (const char* const text : {"....../AA....>/....../......", "<....AA./......./.......",
                                   "..^/.../..A/..A/...", ".../A../A../.../v.."}) {
        CAPTURE(text);
        const board b = support::board_of(text);
        const board_shape& s = b.shape();
        picture_layout layout{.shape = s};
        const auto pixels = senda::draw::rasterize(to_picture(b), 1);
        CHECK(pixels.width() == layout.width());
        CHECK(pixels.height() == layout.height());
        const auto half = layout.kerb() / 2;
        const auto color_at = [&](double x, double y) {
            return pixels.at(static_cast<int>(x), static_cast<int>(y));
        };
        for (const edge e : {edge::right, edge::left, edge::top, edge::bottom}) {
            const bool lies = e == edge::right || e == edge::left;
            for (int line = 0; line < (lies ? s.rows : s.columns); ++line) {
                const auto from = lies ? layout.corner(line, e == edge::left ? 0 : s.columns)
                                       : layout.corner(e == edge::top ? 0 : s.rows, line);
                const double out = e == edge::left || e == edge::top ? -half : half;
                const double middle = layout.cell / 2.0;
                const auto seen = lies ? color_at(from.x + out, from.y + middle)
                                       : color_at(from.x + middle, from.y + out);
                const bool is_exit = s.exit == e && s.exit_line == line;
                CHECK((seen == colors::kerb) == !is_exit);
            }
        }
    }
}

TEST_CASE("the terminal shows boards of any shape with an arrow at the exit") {
    const senda::draw::terminal_style style{.charset = senda::draw::terminal_charset::unicode};
    const auto shown = [&](const char* text) {
        return to_text(to_text_grid(*parse_text(text), style, 8, 16), style);
    };
    CHECK(shown("oBB/AAo>/ooo") == R"(┌──────┐
│· B B │
│A A ·  ▶
│· · · │
└──────┘
)");
    CHECK(shown("<oAAo/oBBB/oooo") == R"(  ┌────────┐
 ◀ · A A · │
  │· B B B │
  │· · · · │
  └────────┘
)");
    CHECK(shown("oo^/Boo/BoA/ooA") == R"(     ▲
┌────  ┐
│B · · │
│B · A │
│· · A │
└──────┘
)");
    CHECK(shown("oAo/oAo/BBo/ovo") == R"(┌──────┐
│· A · │
│· A · │
│B B · │
└──  ──┘
   ▼
)");
}

}  // namespace sizes_test
