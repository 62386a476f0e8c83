// SPDX-License-Identifier: MIT
// How many moves does a knight need to each square? One search without a goal answers for all.
#include <senda/graph/cell.hpp>
#include <senda/search/bfs.hpp>

#include <iostream>

// The sink spelling: successors are handed on one by one, and no container is made.
struct knight {
    static constexpr int side = 8;

    template <class Emit>
    void successors(senda::cell from, Emit&& emit) const {
        for (auto [x, y] :
             {senda::cell{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}) {
            const senda::cell to{from.x + x, from.y + y};
            if (to.x >= 0 && to.x < side && to.y >= 0 && to.y < side) emit(to);
        }
    }
};

int main() {
    senda::bfs_search moves{knight{}, senda::cell{0, 7}};  // from a1, at the lower left
    moves.run();

    for (int y = 0; y < knight::side; ++y) {
        std::cout << knight::side - y << " ";
        for (int x = 0; x < knight::side; ++x) std::cout << ' ' << *moves.cost_to({x, y});
        std::cout << '\n';
    }
    std::cout << "   a b c d e f g h\n"
              << "From a1 to h8 it takes " << *moves.cost_to({7, 0}) << " moves.\n";
}
