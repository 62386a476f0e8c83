// SPDX-License-Identifier: MIT
// What does A* gain by many ranks, and how much more does it expand? A 15-puzzle whose tiles cost
// fractions to move, or one step each: expansions and seconds; on one rank also of `senda::astar`.
//
// usage: mpirun -np RANKS mpi_astar [MOVES [SEED]]    a start by so many random moves
#include "puzzle15.hpp"

#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/astar.hpp>
#include <senda/search/astar.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <vector>

namespace {

using bench::puzzle15;

double weight(std::uint64_t tile) { return 1 + std::sqrt(static_cast<double>(tile)) / 16; }

/// Each tile has a cost of its own to move.
struct weighed {
    using node_type = std::uint64_t;
    using cost_type = double;
    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        puzzle15{}.successors(board, [&](std::uint64_t next) {
            std::uint64_t changed = board ^ next;
            while ((changed & 0xfu) == 0) changed >>= 4;
            emit(next, weight(changed & 0xfu));
        });
    }
};
double weighed_distance(std::uint64_t board) {
    double sum = 0;
    for (int square = 0; square < 16; ++square, board >>= 4) {
        const auto tile = static_cast<int>(board & 0xfu);
        sum += bench::manhattan15::distance(square, tile) * weight(board & 0xfu);
    }
    return sum;
}

std::uint64_t shuffled(int moves, std::uint64_t seed) {
    std::uint64_t board = puzzle15::goal;
    std::uint64_t before = board;
    for (; moves > 0; --moves) {
        std::vector<std::uint64_t> next;
        puzzle15{}.successors(board, [&](std::uint64_t n) {
            if (n != before) next.push_back(n);
        });
        before = board;
        board = next[senda::hash_value(++seed) % next.size()];
    }
    return board;
}

template <class Result>
void print(const char* name, const Result& r) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) return;
    std::printf("%-22s %s, cost %.9g, %zu steps: %9llu expanded, %7.3f s, %.0f MB a rank\n", name,
                to_string(r.status), static_cast<double>(r.cost), r.path.size() - 1,
                static_cast<unsigned long long>(r.statistics.expanded), r.statistics.seconds,
                static_cast<double>(r.statistics.bytes) / 1e6);
}

template <class G, class H>
void measure(const G& g, const H& h, std::uint64_t start) {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    print("  ranks", senda::mpi::astar(MPI_COMM_WORLD, g, start, puzzle15::goal, h));
    if (ranks == 1) print("  senda::astar", senda::astar(g, start, puzzle15::goal, h));
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int moves = argc > 1 ? std::atoi(argv[1]) : 90;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const std::uint64_t start = shuffled(moves, 1000 * seed);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::puts("fractions");
    measure(weighed{}, weighed_distance, start);
    if (rank == 0) std::puts("steps");
    measure(puzzle15{}, bench::manhattan15{}, start);
    MPI_Finalize();
}
