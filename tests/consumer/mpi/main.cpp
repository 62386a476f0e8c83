// SPDX-License-Identifier: MIT
// A search on one rank, which any MPI can be without `mpirun`.
#include <senda/scale/mpi/bfs.hpp>

#include <array>
#include <mpi.h>

int main(int count, char** words) {
    MPI_Init(&count, &words);
    const auto next = [](int n) { return std::array{2 * n, n + 1}; };
    const bool is_right = senda::mpi::bfs(MPI_COMM_WORLD, next, 1, 23).cost == 7;
    MPI_Finalize();
    return is_right ? 0 : 1;
}
