// SPDX-License-Identifier: MIT
#include <rush_hour/census.hpp>

#include "reference.hpp"
#include "small_components.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <rush_hour/format.hpp>
#include <rush_hour/minimal.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace senda::rush_hour;
using counting = support::text_component::counting;

/// Cells outside of a board that has these columns and rows of the 6 x 6, which ends at the exit.
cell_set outside_of(int rows_from, int rows_to, int columns_from) {
    cell_set outside = 0;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            if (row < rows_from || row >= rows_to || column < columns_from)
                outside |= cell_at(row, column);
    return outside;
}

/// A census by text: every way to fill the cells, every component searched, every piece left out.
class text_census {
public:
    text_census(cell_set outside, int walls) : outside_(outside), walls_(walls) {
        std::string board(36, 'o');
        for (std::size_t i = 0; i < 36; ++i)
            if ((outside >> i & 1U) != 0) board[i] = 'x';
        fill(board, 0, 'B');
    }

    std::uint64_t components = 0, positions = 0, solvable = 0;
    std::map<std::uint32_t, std::set<std::string>> boards;  // by their moves

private:
    /// Decides about the cells from `cell` on, in reading order.
    void fill(std::string& board, std::size_t cell, char letter) {
        if (cell == 36) return take(board);
        if (cell == 18 && board.find('A') == std::string::npos) return;
        fill(board, cell + 1, letter);
        if (board[cell] != 'o') return;
        for (const std::size_t next : {1U, 6U})
            for (const std::size_t length : {2U, 3U}) {
                place(board, cell, next, length, letter, static_cast<char>(letter + 1));
                if (board.find('A') == std::string::npos && cell / 6 == 2 && next == 1 &&
                    length == 2)
                    place(board, cell, next, length, 'A', letter);
            }
        if (walls_ == 0) return;
        --walls_;
        board[cell] = 'x';
        fill(board, cell + 1, letter);
        board[cell] = 'o';
        ++walls_;
    }

    void place(std::string& board, std::size_t cell, std::size_t next, std::size_t length,
               char letter, char letter_after) {
        const std::size_t last = cell + (length - 1) * next;
        if (last >= 36 || (next == 1 && last / 6 != cell / 6)) return;
        for (std::size_t i = cell; i <= last; i += next)
            if (board[i] != 'o') return;
        for (std::size_t i = cell; i <= last; i += next) board[i] = letter;
        fill(board, cell + 1, letter_after);
        for (std::size_t i = cell; i <= last; i += next) board[i] = 'o';
    }

    bool is_outside(std::size_t cell) const { return (outside_ >> cell & 1U) != 0; }

    /// Whether the vehicle on a cell is vertical.
    static bool is_vertical(const std::string& board, std::size_t cell) {
        const std::size_t first = board.find(board[cell]);
        return first / 6 != board.rfind(board[cell]) / 6;
    }

    bool is_countable(const std::string& board) const {
        const std::size_t red_car = board.find('A');
        if (red_car == std::string::npos) return false;
        for (std::size_t line = 0; line < 6; ++line) {
            int in_row = 0, in_column = 0, row_vehicles = 0, column_vehicles = 0;
            for (std::size_t i = 0; i < 6; ++i) {
                const std::size_t cell = line * 6 + i;
                const bool own =
                    board[cell] >= 'A' && board[cell] <= 'Z' && !is_vertical(board, cell);
                row_vehicles += own ? 1 : 0;
                in_row += own || board[cell] == 'x' ? 1 : 0;
                const std::size_t below = i * 6 + line;
                const bool vertical =
                    board[below] >= 'A' && board[below] <= 'Z' && is_vertical(board, below);
                column_vehicles += vertical ? 1 : 0;
                in_column += vertical || is_outside(below) ? 1 : 0;
                if (line == 2 && cell > red_car && board[cell] == 'x') return false;
            }
            if ((row_vehicles > 0 && in_row == 6) || (column_vehicles > 0 && in_column == 6))
                return false;
            if (line == 2 && row_vehicles != 2) return false;
        }
        return true;
    }

    static std::string renamed(std::string board) {
        std::map<char, char> names{{'A', 'A'}, {'o', 'o'}, {'x', 'x'}};
        char next = 'B';
        for (char& c : board) {
            if (!names.contains(c)) names[c] = next++;
            c = names[c];
        }
        return board;
    }

    static std::pair<std::uint64_t, std::uint64_t> cells_of(const std::string& board) {
        std::pair<std::uint64_t, std::uint64_t> cells;
        for (std::size_t i = 0; i < 36; ++i)
            if (board[i] >= 'A' && board[i] <= 'Z')
                (is_vertical(board, i) ? cells.second : cells.first) |= std::uint64_t{1} << i;
        return cells;
    }

    void take(const std::string& board) {
        if (!is_countable(board) || seen_.contains(renamed(board))) return;
        const support::text_component all(board);
        for (const std::string& b : all.boards()) seen_.insert(renamed(b));
        ++components;
        positions += all.states();
        const int deepest = all.deepest(counting::slides);
        if (deepest < 0) return;
        ++solvable;
        std::string first;
        for (std::size_t i = 0; i < all.states(); ++i)
            if (all.distance(counting::slides, i) == deepest &&
                (first.empty() || cells_of(all.boards()[i]) < cells_of(first)))
                first = all.boards()[i];
        if (needs_all(first, deepest))
            boards[static_cast<std::uint32_t>(deepest)].insert(renamed(first));
    }

    bool needs_all(const std::string& board, int moves) const {
        for (std::size_t i = 0; i < 36; ++i) {
            std::string fewer = board;
            if (board[i] == 'x' && !is_outside(i)) {
                fewer[i] = 'o';
            } else if (board[i] > 'A' && board[i] <= 'Z') {
                std::replace(fewer.begin(), fewer.end(), board[i], 'o');
            } else {
                continue;
            }
            if (support::text_component(fewer).distance(counting::slides) == moves) return false;
        }
        return true;
    }

    cell_set outside_;
    int walls_;  // that may still be added
    std::set<std::string> seen_;
};

std::uint64_t compare_with_text(cell_set outside, std::uint32_t walls) {
    const text_census slow(outside, static_cast<int>(walls));
    census fast({.walls = walls, .outside = outside, .examples = 1000, .threads = 2});
    CHECK(fast.run() == senda::status::exhausted);
    const census_counts& n = fast.counts();
    CHECK(n.shards == fast.shards());
    CHECK(n.components == slow.components);
    CHECK(n.positions == slow.positions);
    CHECK(n.solvable == slow.solvable);
    std::uint64_t boards = 0;
    for (std::uint32_t moves = 0; moves < n.by_moves.size(); ++moves) {
        CAPTURE(moves);
        const auto found = slow.boards.find(moves);
        const std::set<std::string> expected =
            found == slow.boards.end() ? std::set<std::string>{} : found->second;
        std::set<std::string> examples;
        for (const board& b : n.by_moves[moves].examples) examples.insert(to_text(b));
        CHECK(examples == expected);
        CHECK(n.by_moves[moves].boards == expected.size());
        boards += expected.size();
    }
    CHECK(n.boards == boards);
    CHECK(fast.estimate() == doctest::Approx(static_cast<double>(boards)));
    CHECK(fast.standard_error() == 0);
    return boards;
}

}  // namespace

TEST_CASE("a census of small boards agrees with one that tries everything on text") {
    CHECK(compare_with_text(outside_of(1, 4, 2), 0) == 1);  // 3 x 4 cells
    if (support::is_slow) return;  // each row or wall makes ten times as many boards
    CHECK(compare_with_text(outside_of(1, 5, 2), 0) == 32);
    CHECK(compare_with_text(outside_of(0, 5, 3), 1) == 17);
    CHECK(compare_with_text(outside_of(1, 4, 2), 2) == 1);
}

TEST_CASE("what a census that is not complete expects is no further off than it says") {
    // The boards of the first shards of all 6 x 6 cells without walls, which has 476,118.
    constexpr std::array<std::uint64_t, 120> boards{
        5,  4,  5,  0,   195, 3,   3,   0,  332, 16, 8,   1,   354, 3,  20,  2,    1746, 14,
        0,  3,  1,  31,  8,   4,   0,   73, 0,   7,  7,   345, 5,   1,  110, 1010, 2,    44,
        43, 1,  49, 0,   256, 0,   47,  0,  28,  9,  173, 0,   3,   5,  376, 2,    180,  226,
        0,  0,  0,  109, 0,   8,   0,   3,  0,   18, 0,   35,  15,  6,  2,   241,  7,    24,
        4,  5,  49, 0,   6,   122, 5,   1,  24,  0,  15,  1,   12,  10, 100, 12,   27,   17,
        7,  15, 0,  280, 0,   12,  0,   99, 82,  18, 0,   881, 3,   20, 2,   608,  31,   75,
        0,  0,  71, 25,  4,   1,   108, 0,  5,   0,  574, 2};
    constexpr double all = 476'118;
    census c({});
    census_counts counts;
    for (const std::uint64_t n : boards) {
        ++counts.shards;
        counts.boards += n;
        counts.squares += n * n;
        REQUIRE(!c.resume(detail::checkpoint_text({0, 0, c.shards()}, counts)));
        CHECK(std::abs(c.estimate() - all) < 3 * c.standard_error());
    }
    CHECK(std::isfinite(c.standard_error()));
}

TEST_CASE("a census can be stopped and goes on from its checkpoint") {
    const cell_set outside = outside_of(1, 5, 2);
    census whole({.outside = outside});
    CHECK(whole.run() == senda::status::exhausted);

    census part({.outside = outside, .threads = 2, .limits = {.expansions = 2000}});
    std::uint64_t watched = 0;
    CHECK(part.run([&](const census& c) { CHECK(c.counts().shards == ++watched); }) ==
          senda::status::expansion_limit);
    CHECK(part.counts().shards == watched);
    CHECK(!part.complete());
    CHECK(part.estimate() > 0);
    CHECK(part.standard_error() > 0);
    // The limit is looked at in the order of shards, so that threads make no difference.
    census alone({.outside = outside, .limits = {.expansions = 2000}});
    CHECK(alone.run() == senda::status::expansion_limit);
    CHECK(alone.counts() == part.counts());

    census rest({.outside = outside});
    const auto fault = rest.resume(part.checkpoint());
    CHECK_MESSAGE(!fault, fault->message);
    CHECK(rest.counts() == part.counts());
    CHECK(rest.run() == senda::status::exhausted);
    CHECK(rest.counts() == whole.counts());

    const std::atomic<bool> stop{true};
    census stopped({.outside = outside, .stop = stop});
    CHECK(stopped.run() == senda::status::cancelled);
    CHECK(stopped.counts().shards == 0);

    if (support::is_slow) return;  // one shard of whole boards takes long
    // All threads end with the first that may not go on.
    census large({.threads = 2, .limits = {.expansions = 100}});
    CHECK(large.run() == senda::status::expansion_limit);
    CHECK(large.counts().shards < 10);
}

TEST_CASE("a checkpoint that does not fit is refused with the reason") {
    census some({.outside = outside_of(1, 4, 2)});
    CHECK(some.run() == senda::status::exhausted);
    const std::string good = some.checkpoint();
    const auto reason = [&](const std::string& text) {
        census again({.outside = outside_of(1, 4, 2)});
        const auto fault = again.resume(text);
        REQUIRE(fault);
        CHECK(fault->code == "bad_checkpoint");
        CHECK(again.counts() == census_counts{});
        return fault->message;
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(reason(""), "no checkpoint"));
    CHECK(has(reason("BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM"), "no checkpoint"));
    CHECK(has(reason("senda rush_hour census 2\n"), "version '2': expected 1"));
    for (std::size_t size = 30; size < good.size(); size += support::is_slow ? 37 : 7)
        CHECK(has(reason(good.substr(0, size)), "truncated"));
    for (std::size_t at = 26; at + 30 < good.size(); at += support::is_slow ? 31 : 5) {
        std::string wrong = good;
        wrong[at] = wrong[at] == '1' ? '2' : '1';
        CHECK(has(reason(wrong), "damaged"));
    }
    CHECK(has(reason(census({.walls = 1, .outside = outside_of(1, 4, 2)}).checkpoint()),
              "another census"));
    CHECK(has(reason(census({}).checkpoint()), "another census"));
}

TEST_CASE("a board is minimal if each vehicle and each wall costs a move") {
    int minimal = 0;
    support::for_each_small_component(
        77, 150, 400, [&](const board& b, const support::text_component& slow) {
            const int moves = slow.distance(counting::slides);
            bool expected = moves >= 0;
            const std::string text = to_text(b);
            for (std::size_t i = 0; i < 36 && expected; ++i) {
                std::string fewer = text;
                if (text[i] == 'x') {
                    fewer[i] = 'o';
                } else if (text[i] > 'A' && text[i] <= 'Z') {
                    std::replace(fewer.begin(), fewer.end(), text[i], 'o');
                } else {
                    continue;
                }
                expected =
                    solve(support::board_of(fewer)).cost != static_cast<std::uint32_t>(moves);
            }
            CHECK(is_minimal(b) == expected);
            minimal += expected ? 1 : 0;
        });
    CHECK(minimal > 0);
    CHECK(is_minimal(support::board_of("ooooooooooooAAoooooooooooooooooooooo")) == true);
    CHECK(
        !is_minimal(support::board_of("BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM"), {.expansions = 10}));
}

TEST_CASE("a census counts every published board") {
    std::istringstream in(support::shared_text("rush_hour/boards.txt"));
    std::uint32_t moves = 0;
    std::string text;
    std::uint64_t states = 0;
    for (int line = 0; in >> moves >> text >> states; ++line) {
        if (states > 3000 || (support::is_slow && line % 32 != 0)) continue;
        CAPTURE(text);
        CHECK(is_counted(support::board_of(text)) == true);
        // One move nearer to the exit it is not the hardest any more.
        const board b = support::board_of(text);
        const answer a = solve(b);
        CHECK(is_counted(*after(b, a.solution.front())) == false);
    }
}
