// SPDX-License-Identifier: MIT
// A search with checkpoints in which a rank kills itself at a random moment; told not to, it ends,
// and says whether the answer is right.
//
// usage: mpirun -np RANKS chaos bfs|astar FOLDER SEED    a seed of 0 kills nobody
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/astar.hpp>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/search/verify.hpp>
#include <sys/time.h>

namespace {

/// Eight pancakes in eight bytes, of which each call may be the last.
struct pancakes {
    using node_type = std::uint64_t;
    mutable std::uint64_t calls_left;

    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        if (--calls_left == 0) (void)std::raise(SIGKILL);
        for (unsigned i = 2; i <= 8; ++i) {
            std::uint64_t t = i == 8 ? 0 : s >> (8 * i) << (8 * i);
            for (unsigned k = 0; k < i; ++k) t |= (s >> (8 * k) & 0xffu) << (8 * (i - 1 - k));
            emit(t);
        }
    }
};

constexpr std::uint64_t start = 0x0807060504030201u;
constexpr std::uint64_t goal = 0x0305010702080604u;

/// A quarter of the pancakes that lie on one that they must not lie on in the end: an estimate that
/// leaves many layers.
int gaps(std::uint64_t s) {
    const auto follows = [](std::uint64_t a, std::uint64_t b) {
        for (unsigned k = 0; k < 7; ++k) {
            const std::uint64_t upper = goal >> (8 * k) & 0xffu;
            const std::uint64_t lower = goal >> (8 * k + 8) & 0xffu;
            if ((a == upper && b == lower) || (a == lower && b == upper)) return true;
        }
        return false;
    };
    int count = 0;
    for (unsigned k = 0; k < 7; ++k)
        count += follows(s >> (8 * k) & 0xffu, s >> (8 * k + 8) & 0xffu) ? 0 : 1;
    return count / 4;
}

int search(bool is_astar, const char* folder, std::uint64_t seed) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::uint64_t victim = senda::hash_value(seed) % static_cast<std::uint64_t>(ranks);
    const bool is_victim = seed != 0 && victim == static_cast<std::uint64_t>(rank);
    const std::uint64_t moment = senda::hash_value(~seed);
    if (is_victim && seed % 2 == 0) {  // also while files are written
        std::signal(SIGALRM, [](int) { (void)std::raise(SIGKILL); });
        itimerval after{};
        after.it_value.tv_usec = static_cast<suseconds_t>(1 + moment % 100'000);
        setitimer(ITIMER_REAL, &after, nullptr);
    }
    const std::uint64_t calls = is_victim && seed % 2 != 0 ? 1 + moment % 20'000 : 0;
    const pancakes g{calls};
    const senda::mpi::checkpoints written{.folder = folder, .every = 0.0, .name = "chaos"};
    const auto r = is_astar ? senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, gaps, {}, written)
                            : senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal, {}, written);
    const bool is_right = r && r.cost == 8 && verify(g, start, goal, r);
    if (rank == 0) {
        std::printf("%s after %d flips, %llu states %s\n", to_string(r.status), r.cost,
                    static_cast<unsigned long long>(r.reached), r.message.c_str());
    }
    return is_right ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    MPI_Init(&argc, &argv);
    const bool is_astar = std::strcmp(argv[1], "astar") == 0;
    const int code = search(is_astar, argv[2], std::strtoull(argv[3], nullptr, 10));
    MPI_Finalize();
    return code;
}
