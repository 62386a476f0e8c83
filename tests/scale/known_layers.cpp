// SPDX-License-Identifier: MIT
// Layers of the 15-puzzle in files, from the blank in a corner: how many states they have, and what
// they take of time, memory and disk. It goes on where an earlier run was stopped.
//
// usage: known_layers DEPTH FOLDER [THREADS [MEGABYTES]]
#include "../../examples/common/puzzles.hpp"

#include <senda/scale/disk_bfs.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

namespace {

using puzzle = puzzles::tiles<4, 4>;

/// All states to some depths.
struct known {
    int depth;
    std::uint64_t states;
};
constexpr known all_known[] = {
    {22, 12'318'701}, {25, 79'070'945}, {28, 465'344'643}, {29, 822'416'571}, {34, 11'755'097'826}};

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

}  // namespace

int main(int count, char** words) {
    const int depth = count > 2 ? std::atoi(words[1]) : 0;
    if (depth < 1) {
        std::fprintf(stderr, "usage: known_layers DEPTH FOLDER [THREADS [MEGABYTES]]\n");
        return 2;
    }
    const double megabytes = count > 4 ? std::atof(words[4]) : 1000;
    const senda::disk_options options{
        .folder = words[2],
        .limits = {.bytes = static_cast<std::uint64_t>(megabytes * 1e6), .cost = depth},
        .threads = static_cast<unsigned>(count > 3 ? std::atoi(words[3]) : 1),
        .edges = senda::disk_edges::undirected};
    std::uint64_t states = 0;
    std::uint64_t before = 0;  // as an earlier run left them
    bool is_right = true;
    const auto begun = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    const auto r =
        senda::disk_bfs(puzzle{}, puzzle::solved(), senda::no_goal{}, options,
                        [&](senda::steps at, std::uint64_t layer) {
                            std::printf("%3d: %11llu states, after %.1f s\n", at,
                                        static_cast<unsigned long long>(layer), elapsed());
                            std::fflush(stdout);
                        });
    for (std::size_t i = 0; i < r.layers.size(); ++i) {
        states += r.layers[i];
        if (i < r.layers_resumed) before = states;
        for (const known& k : all_known) {
            if (static_cast<std::size_t>(k.depth) == i && k.states != states) {
                std::printf("WRONG: %llu states to depth %d, not %llu\n",
                            static_cast<unsigned long long>(states), k.depth,
                            static_cast<unsigned long long>(k.states));
                is_right = false;
            }
        }
    }
    if (!r.error.message.empty()) std::printf("%s\n", r.error.message.c_str());
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const double most = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
    const auto a_state = [&](double whole, std::uint64_t of) {
        return of == 0 ? 0 : whole / static_cast<double>(of);
    };
    std::printf(
        "to depth %zu: %llu states, %zu layers from before, %u threads, %.1f s (%.1f s processor), "
        "%.2f M states a second; %.2f bytes a state on disk, %.2f at most; %.0f MB of memory\n",
        r.layers.size() - 1, static_cast<unsigned long long>(states), r.layers_resumed,
        r.statistics.threads, elapsed(), seconds(used.ru_utime) + seconds(used.ru_stime),
        static_cast<double>(states - before) / elapsed() / 1e6,
        a_state(static_cast<double>(r.layer_bytes), states),
        a_state(static_cast<double>(r.disk_peak), states), most);
    is_right = is_right && r.status == senda::status::cost_limit && most <= megabytes;
    return is_right ? 0 : 1;
}
