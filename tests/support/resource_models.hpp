// SPDX-License-Identifier: MIT
// Resource models with a plain twin for the references.
#pragma once

#include "random_graphs.hpp"
#include "rounds.hpp"

#include <optional>
#include <senda/graph/edge.hpp>

namespace support {

/// Nothing to run out of.
struct no_resource {
    friend bool operator==(no_resource, no_resource) = default;
};

struct no_rules {
    template <class Edge>
    std::optional<no_resource> extend(no_resource left, int, const Edge&) const {
        return left;
    }
};

/// A tank that every edge drains by its cost; some nodes fill it up again. More is better.
struct fuel_rules {
    int tank = 10;
    unsigned stations = 0;  // one bit a node

    std::optional<int> step(int fuel, int to, int cost) const {
        if (cost > fuel) return std::nullopt;
        return (stations >> to & 1U) != 0 ? tank : fuel - cost;
    }
    template <class Edge>
    std::optional<int> extend(int fuel, int, const Edge& edge) const {
        return step(fuel, edge.to, static_cast<int>(edge.cost));
    }
};

/// What was collected on the way, one bit a thing. Some edges are locked by a bit.
struct key_rules {
    unsigned things = 0;  // nodes with something to collect
    int locks = 3;        // every so many nodes is behind a door

    std::optional<unsigned> step(unsigned keys, int from, int to) const {
        if (to % locks == 1 && keys == 0 && from != to) return std::nullopt;
        return keys | (things & 1U << to);
    }
    template <class Edge>
    std::optional<unsigned> extend(unsigned keys, int from, const Edge& edge) const {
        return step(keys, from, edge.to);
    }
    bool dominates(unsigned a, unsigned b) const { return (a & b) == b; }
};

/// A resource that only knows equality: the number of moves, modulo a few.
struct beat {
    int value;
    friend bool operator==(const beat&, const beat&) = default;
};

struct beat_rules {
    int period = 3;

    template <class Edge>
    std::optional<beat> extend(const beat& now, int, const Edge& edge) const {
        const beat next{(now.value + 1) % period};
        if (next.value == 0 && edge.to % 2 == 0) return std::nullopt;  // closed at that beat
        return next;
    }
};

/// Nodes in a row with several edges from each to the next, and some that skip one or lead back:
/// whatever is traded for the cost, many labels at a node are worth keeping.
inline test_graph trading_graph(split_mix64& random, int most_nodes = 8) {
    test_graph graph{random.between(4, most_nodes)};
    for (int from = 0; from + 1 < graph.node_count(); ++from) {
        for (int edges = random.between(2, 4); edges > 0; --edges)
            graph.add(from, from + 1, random.between(1, 12));
        if (from + 2 < graph.node_count()) graph.add(from, from + 2, random.between(1, 20));
        if (from > 0 && random.percent(30)) graph.add(from, from - 1, random.between(0, 5));
    }
    return graph;
}

/// A number: what is cheap takes much of it. More is better.
struct trade_rules {
    using resource = int;

    std::optional<int> step(int left, int from, int to, int cost) const {
        const int toll = 14 - cost / 2 + (from * 3 + to) % 3;
        return toll > left ? std::nullopt : std::optional{left - toll};
    }
    template <class Edge>
    std::optional<int> extend(int left, int from, const Edge& edge) const {
        return step(left, from, edge.to, static_cast<int>(edge.cost));
    }
    static bool beats(int a, int b) { return a >= b; }
    static int value(int left) { return left; }
};

/// A set of bits with a dominance of its own: every edge adds one.
struct gathering_rules {
    using resource = unsigned;

    std::optional<int> step(int set, int from, int to, int cost) const {
        return set | 1 << (from * 5 + to * 3 + cost) % 9;
    }
    template <class Edge>
    std::optional<unsigned> extend(unsigned set, int from, const Edge& edge) const {
        const auto next = step(static_cast<int>(set), from, edge.to, static_cast<int>(edge.cost));
        return static_cast<unsigned>(*next);
    }
    bool dominates(unsigned a, unsigned b) const { return (a & b) == b; }
    static bool beats(int a, int b) { return (a & b) == b; }
    static int value(unsigned set) { return static_cast<int>(set); }
};

/// The time of day, which is only equal or not; `Time` has a member `value`.
template <class Time>
struct clock_rules {
    using resource = Time;

    std::optional<int> step(int now, int, int to, int cost) const {
        const int next = (now + 3 * cost + to) % 61;
        return next % 7 == 3 ? std::nullopt : std::optional{next};
    }
    template <class Edge>
    std::optional<Time> extend(const Time& now, int from, const Edge& edge) const {
        const auto next = step(value(now), from, edge.to, static_cast<int>(edge.cost));
        return next ? std::optional{Time{*next}} : std::nullopt;
    }
    static bool beats(int a, int b) { return a == b; }
    static int value(const Time& now) { return now.value; }
};

/// Like `beat`, but without a hash.
struct unhashed_beat {
    int value;
    double unused = 0;
    friend bool operator==(const unhashed_beat&, const unhashed_beat&) = default;
};

}  // namespace support
