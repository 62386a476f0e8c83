// SPDX-License-Identifier: MIT
// How much do threads gain for bfs on large grids? Milliseconds, the best of some rounds, for 1, 2,
// 4, 8 and 16 threads, with how many worked: grid_threads [rounds]
#include "inputs.hpp"

#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace {

struct measured {
    double ms = std::numeric_limits<double>::infinity();
    unsigned threads = 1;
    senda::steps cost = 0;
};

measured search(const senda::grid& g, senda::cell start, senda::cell goal, unsigned threads,
                int rounds) {
    measured best;
    for (int round = 0; round < rounds; ++round) {
        const auto found = senda::bfs(g, start, goal, {.threads = threads});
        best.ms = std::min(best.ms, 1000 * found.statistics.seconds);
        best.threads = found.statistics.threads;
        best.cost = found.cost;
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 5;
    for (const bench::map_kind kind : {bench::map_kind::braid10, bench::map_kind::open25}) {
        for (const std::uint32_t side : {4001u, 10001u}) {
            const bench::grid_map map = bench::make_map(kind, side);
            const auto length = static_cast<int>(side);
            const senda::grid g(length, length, [&](senda::cell c) {
                return map.open[map.at(static_cast<std::uint32_t>(c.x),
                                       static_cast<std::uint32_t>(c.y))] != 0;
            });
            std::printf("%s %u:", bench::to_string(kind), side);
            double alone = 0;
            for (const unsigned threads : {1u, 2u, 4u, 8u, 16u}) {
                const measured best = search(g, {1, 1}, {length - 2, length - 2}, threads, rounds);
                if (static_cast<std::uint32_t>(best.cost) != bench::answer_of(kind, side).length) {
                    std::printf(" wrong\n");
                    return 1;
                }
                if (threads == 1) alone = best.ms;
                std::printf("  %u threads (%u) %.1f ms %.2fx", threads, best.threads, best.ms,
                            alone / best.ms);
                std::fflush(stdout);
            }
            std::printf("\n");
        }
    }
    return 0;
}
