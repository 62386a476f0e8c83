// SPDX-License-Identifier: MIT
// How little memory do the fewest moves take? `frontier_bfs`, and on sliding tiles iterative
// deepening too, beside `bfs`: a table in Markdown of expansions, seconds of processor time and
// bytes.
#include <senda/graph/adaptors.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/hash.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/frontier_bfs.hpp>
#include <senda/search/iterative_deepening.hpp>

#include <cstdint>
#include <cstdio>
#include <ctime>

namespace {

/// Sliding tiles, four bits each; the blank is 0.
template <int Columns, int Rows>
struct tiles {
    using node_type = std::uint64_t;
    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        int blank = 0;
        while ((board >> (4 * blank) & 0xfu) != 0) ++blank;
        const auto slide = [&](int from) {
            const std::uint64_t tile = board >> (4 * from) & 0xfu;
            emit((board ^ tile << (4 * from)) | tile << (4 * blank));
        };
        if (blank >= Columns) slide(blank - Columns);
        if (blank % Columns != 0) slide(blank - 1);
        if (blank % Columns + 1 != Columns) slide(blank + 1);
        if (blank + Columns < Columns * Rows) slide(blank + Columns);
    }
    static constexpr int unused = 64 - 4 * Columns * Rows;  // bits
    static constexpr std::uint64_t solved = 0xfedcba9876543210u << unused >> unused;
};

/// A plane without an end, or `Side` cells wide with walls in 30 of 100.
template <int Side>
struct plane {
    using node_type = senda::cell;
    static bool is_free(senda::cell c) {
        if (Side == 0) return true;
        if (c.x < 0 || c.y < 0 || c.x >= Side || c.y >= Side) return false;
        const bool is_corner = c.x == c.y && c.x % (Side - 1) == 0;
        return is_corner || senda::hash_value(c) % 100 >= 30;
    }
    template <class Emit>
    void successors(senda::cell c, Emit&& emit) const {
        for (const senda::cell to : {senda::cell{c.x, c.y - 1}, senda::cell{c.x - 1, c.y},
                                     senda::cell{c.x + 1, c.y}, senda::cell{c.x, c.y + 1}})
            if (is_free(to)) emit(to);
    }
};

/// What is expanded last is the farthest, to a depth.
template <class G, class Node>
Node farthest(const G& g, Node from, int depth) {
    struct {
        Node last;
        void on_expand(const Node& n) { last = n; }
    } observer{from};
    (void)senda::bfs(g, from, senda::no_goal{}, {.limits = {.cost = depth}}, observer);
    return observer.last;
}

template <class Search>
void row(const char* name, const char* search_name, const Search& search) {
    const std::clock_t before = std::clock();
    const auto r = search();
    std::printf("| %s | `%s` | %d | %llu | %.2f s | %.3f MB |\n", name, search_name, r.cost,
                static_cast<unsigned long long>(r.statistics.expanded),
                static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC,
                static_cast<double>(r.statistics.bytes) / 1e6);
}
template <class G, class Node>
void rows(const char* name, const G& g, Node start, Node goal) {
    row(name, "bfs", [&] { return senda::bfs(g, start, goal); });
    row("", "frontier_bfs", [&] { return senda::frontier_bfs(senda::symmetric(g), start, goal); });
}

}  // namespace

int main() {
    std::puts("| | search | moves | expanded | time | memory |\n|---|---|---|---|---|---|");
    const tiles<3, 3> eight;
    rows("8-puzzle", eight, farthest(eight, eight.solved, 100), eight.solved);
    const tiles<2, 5> ten;
    rows("tiles of 2 x 5", ten, farthest(ten, ten.solved, 100), ten.solved);
    rows("a plane", plane<0>{}, senda::cell{0, 0}, senda::cell{600, 400});
    rows("a map of 1000 x 1000, 30 % walls", plane<1000>{}, senda::cell{0, 0},
         senda::cell{999, 999});
    const tiles<4, 4> fifteen;
    const std::uint64_t mixed = farthest(fifteen, fifteen.solved, 22);
    rows("15-puzzle: layers that double", fifteen, mixed, fifteen.solved);
    row("", "iterative_deepening_dfs",
        [&] { return senda::iterative_deepening_dfs(fifteen, mixed, fifteen.solved); });
    row("", "depth_limited_dfs, depth 22",
        [&] { return senda::depth_limited_dfs(fifteen, mixed, fifteen.solved, 22); });
}
