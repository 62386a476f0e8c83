// SPDX-License-Identifier: MIT
// Functors and nodes that throw at a chosen call, and a count of the nodes alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <optional>
#include <string>

#include "random_graphs.hpp"

namespace support {

/// What a fuse throws.
struct boom {};

/// Counts calls down and throws at the last one.
struct fuse {
    static inline int left = 0;
    static inline int thrown = 0;

    static void tick() {
        if (left > 0 && --left == 0) {
            ++thrown;
            throw boom{};
        }
    }
};

/// A node that counts how many of its kind live. It has no default and its copies may throw too.
class counted {
public:
    static inline std::int64_t live = 0;
    static inline bool copies_throw = false;

    explicit counted(int number) : id_{number} { ++live; }
    counted(const counted& other) : id_{other.id_} {
        if (copies_throw) fuse::tick();
        ++live;
    }
    counted(counted&& other) noexcept : id_{other.id_} { ++live; }
    counted& operator=(const counted& other) {
        if (copies_throw) fuse::tick();
        id_ = other.id_;
        return *this;
    }
    counted& operator=(counted&& other) noexcept {
        id_ = other.id_;
        return *this;
    }
    ~counted() { --live; }

    int id() const { return id_; }
    friend bool operator==(const counted& a, const counted& b) {
        if (copies_throw) fuse::tick();
        return a.id_ == b.id_;
    }

private:
    int id_;
};

inline int id_of(const counted& node) { return node.id(); }

}  // namespace support

template <>
struct std::hash<support::counted> {
    std::size_t operator()(const support::counted& node) const {
        if (support::counted::copies_throw) support::fuse::tick();
        return static_cast<std::size_t>(node.id());
    }
};

namespace support {

/// Throws before, between and after the edges it emits.
struct unstable_graph {
    using node_type = counted;
    using cost_type = int;

    const test_graph* graph;

    template <class Emit>
    void successors(const counted& node, Emit&& emit) const {
        fuse::tick();
        for (const auto& edge : graph->from(node.id())) {
            emit(counted{edge.to}, edge.cost);
            fuse::tick();
        }
    }
    template <class Emit>
    void predecessors(const counted& node, Emit&& emit) const {
        fuse::tick();
        for (int from = 0; from < graph->node_count(); ++from)
            for (const auto& edge : graph->from(from))
                if (edge.to == node.id()) {
                    emit(counted{from}, edge.cost);
                    fuse::tick();
                }
    }
};

struct unstable_goal {
    int goal;
    bool operator()(const counted& node) const {
        fuse::tick();
        return node.id() == goal;
    }
};

struct unstable_estimate {
    int operator()(const counted&) const {
        fuse::tick();
        return 0;
    }
};

struct unstable_observer {
    void on_expand(const counted&) { fuse::tick(); }
    void on_generate(const counted&, const counted&) { fuse::tick(); }
    void on_improve(const counted&, const counted&) { fuse::tick(); }
};

struct unstable_rules {
    template <class Edge>
    std::optional<int> extend(int fuel, const counted&, const Edge& edge) const {
        fuse::tick();
        if (edge.cost > fuel) return std::nullopt;
        return fuel - edge.cost;
    }
    bool dominates(int a, int b) const {
        fuse::tick();
        return a >= b;
    }
};

/// Runs `search` with the fuse at 1, 2, 3, ... until it burns no more.
template <class Search>
void burn([[maybe_unused]] const char* name, Search search) {
    INFO("search: " << std::string{name});
    for (int length = 1;; length += 1 + length / 64) {
        REQUIRE(length < 1'000'000);
        fuse::left = length;
        fuse::thrown = 0;
        [[maybe_unused]] int caught = 0;
        try {
            search();
        } catch (const boom&) {
            ++caught;
        }
        const bool burnt = fuse::left == 0;
        fuse::left = 0;
        CHECK(caught == fuse::thrown);
        CHECK(counted::live == 0);
        if (!burnt) break;
    }
}

template <class Body>
void for_each_unstable_graph(int count, Body body) {
    for_each_graph(count, 6, [&](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        body(graph, start, goal);
    });
}

}  // namespace support
