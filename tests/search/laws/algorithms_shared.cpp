// SPDX-License-Identifier: MIT
// The searches that many tests run, compiled here for all of them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <senda/search/observer.hpp>
#include <vector>

#include "support/algorithms.hpp"
#include "support/heuristics.hpp"
#include "support/shared_algorithms.hpp"

namespace algorithms_shared {

using namespace support;

template <class Engine>
class held : public shared_search<int, int, int> {
public:
    template <class Make>
    explicit held(const Make& make) : engine_(make()) {}

    senda::status step(std::uint64_t expansions) override { return engine_.step(expansions); }
    senda::status run() override { return engine_.run(); }
    void restart(const int& start, const int& goal) override { engine_.restart(start, goal); }
    senda::status status() const override { return engine_.status(); }
    senda::statistics statistics() const override { return engine_.statistics(); }
    senda::result<int, int, int> result() const override { return engine_.result(); }

private:
    Engine engine_;
};

template <class Algorithm, class G, class Estimate, class Node, class Cost, class Action>
void set(shared_algorithm<G, Estimate, Node, Cost, Action>& it) {
    it.name = Algorithm::name;
    it.optimal = Algorithm::optimal;
    it.run = [](const G& g, const Node& start, const Node& goal, const Estimate& h,
                const senda::options& o) { return Algorithm::call_with(h, g, start, goal, o); };
}

/// The engine is of the type that the one-line call makes: it refers to a heuristic and an
/// observer.
template <class Algorithm, class G>
void set(shared_engine<G>& it) {
    set<Algorithm>(static_cast<shared_algorithm<G, table_heuristic<int>, int, int, int>&>(it));
    it.begin = [](const G& g, int start, int goal) {
        static const table_heuristic<int> nothing_known;
        static senda::no_observer nobody;
        const auto make = [&] {
            return Algorithm::engine_with(nothing_known, g, start, goal, senda::options{}, nobody);
        };
        return std::unique_ptr<shared_search<int, int, int>>(new held<decltype(make())>(make));
    };
}

template <class Algorithm>
void set(dense_algorithm& it) {
    using graph = dense_algorithm::graph;
    using nodes = dense_algorithm::nodes;
    using estimate = dense_algorithm::estimate;
    set<Algorithm>(static_cast<shared_engine<graph>&>(it));
    it.run_from_several = [](const graph& g, const nodes& start, const int& goal) {
        const estimate nothing_known;
        return Algorithm::call_with(nothing_known, g, start, goal);
    };
    it.run_to_several = [](const graph& g, const int& start, const nodes& goal) {
        const estimate nothing_known;
        return Algorithm::call_with(nothing_known, g, start, goal);
    };
    it.run_between_several = [](const graph& g, const nodes& start, const nodes& goal,
                                const estimate& h) {
        return Algorithm::call_with(h, g, start, goal);
    };
    it.run_watched = [](const graph& g, const int& start, const int& goal, const estimate& h,
                        const senda::options& o, steering& observer) {
        return Algorithm::call_with(h, g, start, goal, o, observer);
    };
}

template <class Shared, class... Algorithms>
std::vector<Shared> list() {
    std::vector<Shared> all(sizeof...(Algorithms));
    std::size_t next = 0;
    (set<Algorithms>(all[next++]), ...);
    return all;
}

}  // namespace algorithms_shared

namespace support {

const std::vector<dense_algorithm>& dense_algorithms() {
    static const auto all =
        algorithms_shared::list<dense_algorithm, bfs_algorithm, dfs_algorithm, dijkstra_algorithm,
                                astar_algorithm, greedy_algorithm, ida_star_algorithm,
                                bidirectional_algorithm>();
    return all;
}

const std::vector<hashed_algorithm>& hashed_algorithms() {
    static const auto all =
        algorithms_shared::list<hashed_algorithm, bfs_algorithm, dfs_algorithm, dijkstra_algorithm,
                                astar_algorithm, greedy_algorithm, ida_star_algorithm,
                                bidirectional_algorithm>();
    return all;
}

const std::vector<edges_algorithm>& edges_algorithms() {
    static const auto all =
        algorithms_shared::list<edges_algorithm, bfs_algorithm, dfs_algorithm, dijkstra_algorithm,
                                astar_algorithm, greedy_algorithm, ida_star_algorithm>();
    return all;
}

const std::vector<real_algorithm>& real_algorithms() {
    static const auto all =
        algorithms_shared::list<real_algorithm, dfs_algorithm, dijkstra_algorithm, astar_algorithm,
                                greedy_algorithm, ida_star_algorithm, bidirectional_algorithm>();
    return all;
}

const std::vector<plane_algorithm>& plane_algorithms() {
    static const auto all =
        algorithms_shared::list<plane_algorithm, bfs_algorithm, dfs_algorithm, dijkstra_algorithm,
                                astar_algorithm, greedy_algorithm, ida_star_algorithm,
                                bidirectional_algorithm>();
    return all;
}

}  // namespace support
