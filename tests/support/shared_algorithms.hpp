// SPDX-License-Identifier: MIT
// The searches of `algorithms.hpp` on a few graphs, each compiled once for all tests: a law that
// has nothing to do with types is stated for a plain value, not for a template.
#pragma once

#include "endless_graphs.hpp"
#include "heuristics.hpp"
#include "views.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// An observer of all kinds: each hook gets everything and may steer.
struct steering {
    using flow = senda::flow;
    std::function<flow(int, int)> at_node = [](int, int) { return flow::proceed; };
    std::function<flow(int, int, int)> at_edge = [](int, int, int) { return flow::proceed; };
    std::function<flow(int, int, int)> at_gain = [](int, int, int) { return flow::proceed; };

    flow on_expand(int node, int cost) { return at_node(node, cost); }
    flow on_generate(int from, int to, int cost) { return at_edge(from, to, cost); }
    flow on_improve(int from, int to, int cost) { return at_gain(from, to, cost); }
};

/// An engine, whatever its type.
template <class Node, class Cost, class Action>
class shared_search {
public:
    shared_search() = default;
    shared_search(const shared_search&) = delete;
    shared_search& operator=(const shared_search&) = delete;
    virtual ~shared_search() = default;

    virtual senda::status step(std::uint64_t expansions) = 0;
    virtual senda::status run() = 0;
    virtual void restart(const Node& start, const Node& goal) = 0;
    virtual senda::status status() const = 0;
    virtual senda::statistics statistics() const = 0;
    virtual senda::result<Node, Cost, Action> result() const = 0;
};

/// An algorithm on graphs of one type, led by estimates of one type if it is led at all.
template <class G, class Estimate, class Node, class Cost, class Action>
struct shared_algorithm {
    using graph = G;
    using answer = senda::result<Node, Cost, Action>;

    std::string name;
    bool optimal;
    answer (*run)(const G&, const Node&, const Node&, const Estimate&, const senda::options&);

    answer call(const G& g, const Node& start, const Node& goal,
                const senda::options& o = {}) const {
        return run(g, start, goal, Estimate{}, o);
    }
    answer led(const G& g, const Node& start, const Node& goal, const Estimate& h,
               const senda::options& o = {}) const {
        return run(g, start, goal, h, o);
    }
};

/// The same with its engine.
template <class G>
struct shared_engine : shared_algorithm<G, table_heuristic<int>, int, int, int> {
    using search = shared_search<int, int, int>;

    std::unique_ptr<search> (*begin)(const G&, int, int);

    std::unique_ptr<search> engine(const G& g, int start, int goal) const {
        return begin(g, start, goal);
    }
};

/// On the test graphs in arrays also from and to several nodes, and watched.
struct dense_algorithm : shared_engine<dense_view<int>> {
    using nodes = senda::any_of<int>;
    using estimate = table_heuristic<int>;
    using shared_engine::call;
    using shared_engine::led;

    answer (*run_from_several)(const graph&, const nodes&, const int&);
    answer (*run_to_several)(const graph&, const int&, const nodes&);
    answer (*run_between_several)(const graph&, const nodes&, const nodes&, const estimate&);
    answer (*run_watched)(const graph&, const int&, const int&, const estimate&,
                          const senda::options&, steering&);

    answer call(const graph& g, const nodes& start, int goal) const {
        return run_from_several(g, start, goal);
    }
    answer call(const graph& g, int start, const nodes& goal) const {
        return run_to_several(g, start, goal);
    }
    answer call(const graph& g, const nodes& start, const nodes& goal) const {
        return run_between_several(g, start, goal, {});
    }
    answer led(const graph& g, const nodes& start, const nodes& goal, const estimate& h) const {
        return run_between_several(g, start, goal, h);
    }
    answer call(const graph& g, int start, int goal, const senda::options& o,
                steering observer) const {
        return run_watched(g, start, goal, {}, o, observer);
    }
    answer led(const graph& g, int start, int goal, const estimate& h, steering observer) const {
        return run_watched(g, start, goal, h, {}, observer);
    }
};

using hashed_algorithm = shared_engine<senda::hashed<const dense_view<int>&>>;
using edges_algorithm = shared_algorithm<edges_view<int>, table_heuristic<int>, int, int, int>;
using real_algorithm =
    shared_algorithm<dense_view<double>, table_heuristic<double>, int, double, int>;
using plane_algorithm = shared_algorithm<plane, blind, position, int, senda::no_action>;

/// Each as many of the seven as its graph allows; bidirectional, where it is, comes last.
const std::vector<dense_algorithm>& dense_algorithms();
const std::vector<hashed_algorithm>& hashed_algorithms();
const std::vector<edges_algorithm>& edges_algorithms();
const std::vector<real_algorithm>& real_algorithms();
const std::vector<plane_algorithm>& plane_algorithms();

/// The one of a name.
template <class Algorithm>
const Algorithm& named(const std::vector<Algorithm>& algorithms, std::string_view name) {
    for (const Algorithm& each : algorithms)
        if (each.name == name) return each;
    throw std::invalid_argument(std::string{name});
}

inline const dense_algorithm& on_dense(std::string_view name) {
    return named(dense_algorithms(), name);
}
inline const edges_algorithm& on_edges(std::string_view name) {
    return named(edges_algorithms(), name);
}
inline const real_algorithm& on_reals(std::string_view name) {
    return named(real_algorithms(), name);
}
inline const plane_algorithm& on_plane(std::string_view name) {
    return named(plane_algorithms(), name);
}

}  // namespace support
