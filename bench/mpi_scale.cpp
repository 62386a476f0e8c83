// SPDX-License-Identifier: MIT
// How fast is breadth-first search on many ranks? All states of the 15-puzzle to a depth: one line,
// with nanoseconds a state on the wall, the best of some rounds. One rank also runs `senda::bfs`.
//
// usage: mpirun -np RANKS mpi_scale [DEPTH [ROUNDS]]
#include "puzzle15.hpp"

#include <senda/scale/mpi/bfs.hpp>
#include <senda/search/bfs.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <mpi.h>

namespace {

using bench::puzzle15;

struct measured {
    double wall = std::numeric_limits<double>::infinity();
    double processor = std::numeric_limits<double>::infinity();  // of this rank, waiting included
};

/// The least of each over some rounds; `search` returns the seconds on the wall.
template <class Search>
measured best_of(int rounds, const Search& search) {
    measured best;
    for (int round = 0; round < rounds; ++round) {
        const std::clock_t before = std::clock();
        best.wall = std::min(best.wall, search());
        best.processor =
            std::min(best.processor, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
    return best;
}

void measure(int depth, int rounds) {
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const senda::options o{.limits = {.cost = depth}};
    std::uint64_t states = 0;
    std::uint64_t bytes = 0;
    const measured here = best_of(rounds, [&] {
        const auto r =
            senda::mpi::bfs(MPI_COMM_WORLD, puzzle15{}, puzzle15::goal, senda::no_goal{}, o);
        states = r.reached;
        bytes = r.statistics.bytes;
        return r.statistics.seconds;
    });
    double processor = here.processor;
    MPI_Allreduce(MPI_IN_PLACE, &processor, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank != 0) return;
    const auto each = [&](double seconds) { return 1e9 * seconds / static_cast<double>(states); };
    std::printf(
        "15-puzzle to depth %d, %d ranks: %llu states, %.3f s, %.1f ns a state; all "
        "processors %.1f ns a state; %.1f bytes a state on the fullest rank\n",
        depth, ranks, static_cast<unsigned long long>(states), here.wall, each(here.wall),
        each(processor), static_cast<double>(bytes) / static_cast<double>(states));
    if (ranks != 1) return;
    std::uint64_t plain_bytes = 0;
    const measured plain = best_of(rounds, [&] {
        const auto r = senda::bfs(puzzle15{}, puzzle15::goal, senda::no_goal{}, o);
        plain_bytes = r.statistics.bytes;
        return r.statistics.seconds;
    });
    std::printf(
        "senda::bfs: %.3f s, %.1f ns a state; %.1f bytes a state; one rank takes %.2f of "
        "its time on the processor\n",
        plain.wall, each(plain.wall),
        static_cast<double>(plain_bytes) / static_cast<double>(states),
        here.processor / plain.processor);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    measure(argc > 1 ? std::atoi(argv[1]) : bench::puzzle15_depth,
            argc > 2 ? std::atoi(argv[2]) : 3);
    MPI_Finalize();
}
