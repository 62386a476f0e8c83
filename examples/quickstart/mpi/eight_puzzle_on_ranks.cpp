// SPDX-License-Identifier: MIT
// A sliding puzzle on as many machines as there are: mpirun -np 4 eight_puzzle_on_ranks
#include <senda/scale/mpi/bfs.hpp>

#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <string>
#include <utility>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const auto next = [](const std::string& board, auto&& emit) {
        const int blank = static_cast<int>(board.find('.'));
        for (const int to : {blank - 3, blank - 1, blank + 1, blank + 3}) {
            if (to < 0 || to > 8 || (to / 3 != blank / 3 && to % 3 != blank % 3)) continue;
            std::string moved = board;
            std::swap(moved[static_cast<std::size_t>(blank)], moved[static_cast<std::size_t>(to)]);
            emit(moved);
        }
    };
    // Every rank calls it, and every rank gets the answer.
    const auto found =
        senda::mpi::bfs(MPI_COMM_WORLD, next, std::string("8672543.1"), std::string("12345678."));
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::cout << found.cost << " moves; " << found.reached << " boards, at most "
                  << found.statistics.bytes << " bytes on a rank\n";
    }
    MPI_Finalize();
    return found.cost == 31 ? EXIT_SUCCESS : EXIT_FAILURE;
}
