// SPDX-License-Identifier: MIT
// Resource models with a plain twin for the references.
#pragma once

#include "random_graphs.hpp"

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

}  // namespace support
