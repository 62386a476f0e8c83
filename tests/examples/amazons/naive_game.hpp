// SPDX-License-Identifier: MIT
// The game of the Amazons on a grid of characters, as the rules read; it shares nothing with senda.
#pragma once

#include "support/random_graphs.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace naive {

/// Column and row from 0, the row from the bottom.
using place = std::pair<int, int>;
/// From, to, arrow.
using three_places = std::array<place, 3>;

inline constexpr std::array<place, 8> ways = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

inline std::string name(place p) {
    return std::string(1, "abcdefghij"[p.first]) + std::to_string(p.second + 1);
}

struct game {
    int columns = 10;
    int rows = 10;
    std::vector<std::string> cells;  ///< by rows from the bottom, of 'W', 'B', 'x' and '.'
    char turn = 'W';

    game(int width, int height)
        : columns(width),
          rows(height),
          cells(static_cast<std::size_t>(height),
                std::string(static_cast<std::size_t>(width), '.')) {}

    [[nodiscard]] bool inside(place p) const {
        return p.first >= 0 && p.first < columns && p.second >= 0 && p.second < rows;
    }
    char& at(place p) {
        return cells[static_cast<std::size_t>(p.second)][static_cast<std::size_t>(p.first)];
    }
    [[nodiscard]] char at(place p) const {
        return cells[static_cast<std::size_t>(p.second)][static_cast<std::size_t>(p.first)];
    }

    [[nodiscard]] std::vector<place> places() const {
        std::vector<place> all;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) all.emplace_back(column, row);
        return all;
    }
    [[nodiscard]] std::vector<place> with(char what) const {
        std::vector<place> all;
        for (const place& p : places())
            if (at(p) == what) all.push_back(p);
        return all;
    }

    [[nodiscard]] std::set<place> queen_moves(place from) const {
        std::set<place> found;
        for (const auto& [x, y] : ways)
            for (place p{from.first + x, from.second + y}; inside(p) && at(p) == '.';
                 p = {p.first + x, p.second + y})
                found.insert(p);
        return found;
    }
    [[nodiscard]] std::set<place> king_moves(place from) const {
        std::set<place> found;
        for (const auto& [x, y] : ways) {
            const place p{from.first + x, from.second + y};
            if (inside(p) && at(p) == '.') found.insert(p);
        }
        return found;
    }

    [[nodiscard]] game after(const three_places& play) const {
        game next = *this;
        next.at(play[0]) = '.';
        next.at(play[1]) = turn;
        next.at(play[2]) = 'x';
        next.turn = turn == 'W' ? 'B' : 'W';
        return next;
    }

    [[nodiscard]] std::set<three_places> plays() const {
        std::set<three_places> found;
        for (const place& from : with(turn))
            for (const place& to : queen_moves(from)) {
                game moved = *this;
                moved.at(from) = '.';
                moved.at(to) = turn;
                for (const place& arrow : moved.queen_moves(to)) found.insert({from, to, arrow});
            }
        return found;
    }

    [[nodiscard]] std::string list(char what) const {
        std::string text;
        for (const place& p : with(what)) text += (text.empty() ? "" : ",") + name(p);
        return text;
    }
    [[nodiscard]] std::string text() const {
        return list('W') + '\n' + list('B') + '\n' + list('x') + '\n' +
               (turn == 'W' ? "1\n" : "2\n");
    }
};

/// So many amazons each and so many arrows anywhere.
inline game random_game(support::split_mix64& random, int columns, int rows, int amazons,
                        int arrows) {
    game g(columns, rows);
    const auto put = [&](char what) {
        place p;
        do p = {random.below(columns), random.below(rows)};
        while (g.at(p) != '.');
        g.at(p) = what;
    };
    for (int i = 0; i < amazons; ++i) put('W');
    for (int i = 0; i < amazons; ++i) put('B');
    for (int i = 0; i < arrows; ++i) put('x');
    if (random.percent(50)) g.turn = 'B';
    return g;
}

/// A position on 10 x 10, from an empty board to a crowded one.
inline game random_game(support::split_mix64& random) {
    return random_game(random, 10, 10, 4, random.below(88));
}

}  // namespace naive
