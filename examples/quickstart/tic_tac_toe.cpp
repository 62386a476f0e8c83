// SPDX-License-Identifier: MIT
// Tic-tac-toe played perfectly by alpha-beta: a position, its moves, and when the game is over.
#include <senda/games/alpha_beta.hpp>

#include <iostream>
#include <optional>
#include <string>
#include <utility>

struct tic_tac_toe {
    using move_type = int;  // a square, row by row
    std::string board = ".........";
    char mover = 'x', other = 'o';

    void for_each_move(auto&& f) const {
        for (int i = 0; i < 9; ++i)
            if (board[std::size_t(i)] == '.') f(i);
    }
    void make(int i) { board[std::size_t(i)] = mover, std::swap(mover, other); }
    void unmake(int i) { board[std::size_t(i)] = '.', std::swap(mover, other); }
    std::optional<senda::games::outcome> terminal() const {
        for (const char* line : {"012", "345", "678", "036", "147", "258", "048", "246"}) {
            auto is_theirs = [&](int k) { return board[std::size_t(line[k] - '0')] == other; };
            if (is_theirs(0) && is_theirs(1) && is_theirs(2)) return senda::games::outcome::loss;
        }
        if (board.find('.') == std::string::npos) return senda::games::outcome::draw;
        return std::nullopt;
    }
    int evaluate() const { return 0; }  // nothing is guessed: it looks to the end of the game
};

int main() {
    tic_tac_toe game;
    while (!game.terminal()) {
        const auto best = senda::games::alpha_beta(game);
        game.make(*best.move);
        std::cout << game.board << "  score " << best.score << '\n';
    }
}
