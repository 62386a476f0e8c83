// SPDX-License-Identifier: MIT
// What the tests on many ranks share.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <mpi.h>
#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ranks {

inline int rank() {
    int r = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    return r;
}
inline int size() {
    int s = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &s);
    return s;
}

template <class Node>
std::vector<unsigned char> packed(const Node& node) {
    senda::mpi::bytes to;
    pack(node, to);
    return {to.data(), to.data() + to.size()};
}

/// Whether a number is the same on all ranks.
inline bool is_same_on_all(std::uint64_t number) {
    std::uint64_t both[] = {number, ~number};
    MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    return both[0] == ~both[1];
}

/// Whether all ranks have the same result, path included.
template <class Result>
bool is_same_on_all(const Result& r) {
    std::uint64_t seed = r.path.size();
    const auto add = [&](std::uint64_t next) { seed = senda::hash_combine(seed, next); };
    for (const auto& node : r.path) {
        for (const unsigned char byte : packed(node)) add(byte);
    }
    for (const auto& action : r.actions) {
        for (const unsigned char byte : packed(action)) add(byte);
    }
    add(static_cast<std::uint64_t>(r.status));
    add(senda::hash_value(r.cost));
    add(senda::hash_value(r.lower_bound));
    add(r.reached);
    add(r.statistics.expanded);
    add(r.statistics.generated);
    add(r.statistics.bytes);
    add(static_cast<std::uint64_t>(r.stopped_by));
    add(senda::hash_value(r.message));
    return is_same_on_all(seed);
}

/// A test graph whose nodes a search hashes.
template <class Cost = int>
struct hashed {
    using node_type = int;
    using cost_type = Cost;
    const support::basic_test_graph<Cost>* graph;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const auto& edge : graph->from(n)) emit(edge.to, edge.cost);
    }
};

/// The same with numbers for its nodes.
struct numbered : hashed<int> {
    static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    [[nodiscard]] std::size_t index_bound() const { return graph->out.size(); }
};

/// The 8-puzzle, a square in four bits and the blank in the last.
struct eight_puzzle {
    using node_type = std::uint64_t;
    static constexpr std::uint64_t solved = 0x8087654321u;
    static constexpr std::uint64_t farthest = 0x7103452768u;  // by 31 moves

    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        const auto blank = static_cast<unsigned>(board >> 36);
        const auto move = [&](unsigned from) {
            const std::uint64_t tile = board >> (4 * from) & 0xfu;
            const std::uint64_t others = board & 0xfffffffffu & ~(std::uint64_t{0xf} << (4 * from));
            emit(others | tile << (4 * blank) | std::uint64_t{from} << 36);
        };
        if (blank >= 3) move(blank - 3);
        if (blank % 3 != 0) move(blank - 1);
        if (blank % 3 != 2) move(blank + 1);
        if (blank < 6) move(blank + 3);
    }
    /// How many tiles are not in their place: few enough that many boards have the same f.
    static int misplaced(std::uint64_t board) {
        int count = 0;
        for (unsigned i = 0; i < 8; ++i) count += (board >> (4 * i) & 0xfu) != i + 1 ? 1 : 0;
        return count;
    }
};

/// The path that the rule of ties picks, from layers as sets: nothing here knows of ranks.
template <class Node, class Successors, class IsGoal, class Hash>
std::vector<Node> least_path(const std::vector<Node>& starts, const Successors& successors,
                             const IsGoal& is_goal, const Hash& hash) {
    const auto key = [&](const Node& n) { return std::pair(hash(n), packed(n)); };
    const auto least = [&](const std::vector<Node>& of) {
        return *std::min_element(of.begin(), of.end(),
                                 [&](const Node& a, const Node& b) { return key(a) < key(b); });
    };
    std::vector<std::set<Node>> layers{std::set<Node>(starts.begin(), starts.end())};
    std::set<Node> seen = layers.back();
    for (;;) {
        std::vector<Node> goals;
        for (const Node& n : layers.back()) {
            if (is_goal(n)) goals.push_back(n);
        }
        if (!goals.empty()) {
            std::vector<Node> path{least(goals)};
            for (std::size_t i = layers.size() - 1; i != 0; --i) {
                std::vector<Node> parents;
                for (const Node& n : layers[i - 1]) {
                    const std::vector<Node> next = successors(n);
                    if (std::find(next.begin(), next.end(), path.back()) != next.end())
                        parents.push_back(n);
                }
                path.push_back(least(parents));
            }
            std::reverse(path.begin(), path.end());
            return path;
        }
        std::set<Node> next;
        for (const Node& n : layers.back()) {
            for (const Node& to : successors(n)) {
                if (seen.insert(to).second) next.insert(to);
            }
        }
        if (next.empty()) return {};
        layers.push_back(std::move(next));
    }
}

}  // namespace ranks
