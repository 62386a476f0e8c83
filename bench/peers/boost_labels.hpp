// SPDX-License-Identifier: MIT
// Resource-constrained shortest paths of Boost.Graph: `r_c_shortest_paths`, its label setting.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/r_c_shortest_paths.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace bench::peers {

/// A place that is open for some time, and what is to be picked up there.
struct boost_stop {
    std::size_t number;
    int opens;
    int closes;
    int load;
};
struct boost_leg {
    std::size_t number;
    int cost;
    int time;
};
using boost_trips =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost_stop, boost_leg>;

/// What a path took; the first that Boost extends costs least.
struct boost_spent {
    int cost;
    int time;
    int load;

    friend bool operator==(const boost_spent&, const boost_spent&) = default;
    friend bool operator<(const boost_spent& a, const boost_spent& b) {
        return std::tie(a.cost, a.time, a.load) < std::tie(b.cost, b.time, b.load);
    }
};

/// The rules of time and capacity, as Boost asks for them.
struct boost_rules {
    int capacity;

    bool operator()(const boost_trips& g, boost_spent& to, const boost_spent& from,
                    boost::graph_traits<boost_trips>::edge_descriptor e) const {
        const boost_leg& leg = get(boost::edge_bundle, g)[e];
        const boost_stop& stop = get(boost::vertex_bundle, g)[target(e, g)];
        to = {from.cost + leg.cost, std::max(stop.opens, from.time + leg.time),
              from.load + stop.load};
        return to.time <= stop.closes && to.load <= capacity;
    }
};
struct boost_dominance {
    bool operator()(const boost_spent& a, const boost_spent& b) const {
        return a.cost <= b.cost && a.time <= b.time && a.load <= b.load;
    }
};

/// Remembers the first label that is extended at the goal, which is the cheapest: when Boost is
/// asked for one path, it ends there, and hands out another.
struct boost_cheapest : boost::default_r_c_shortest_paths_visitor {
    std::size_t goal;
    std::vector<boost_spent>* found;

    template <class Label>
    void on_label_popped(const Label& l, const boost_trips&) const {
        if (l.resident_vertex == goal) found->assign(1, l.cumulated_resource_consumption);
    }
};

/// What the paths from the first place to the last take that none dominates; or only the cheapest.
inline std::vector<boost_spent> boost_labels(const boost_trips& g, int capacity, bool all) {
    const auto places = get(&boost_stop::number, g);
    const auto legs = get(&boost_leg::number, g);
    const std::size_t goal = num_vertices(g) - 1;
    const boost_spent nothing{0, 0, 0};
    using path = std::vector<boost::graph_traits<boost_trips>::edge_descriptor>;
    std::vector<boost_spent> found;
    if (all) {
        std::vector<path> paths;
        boost::r_c_shortest_paths(g, places, legs, std::size_t{0}, goal, paths, found, nothing,
                                  boost_rules{capacity}, boost_dominance{});
    } else {
        path one;
        boost_spent of_one = nothing;
        boost_cheapest visitor{{}, goal, &found};
        boost::r_c_shortest_paths(g, places, legs, std::size_t{0}, goal, one, of_one, nothing,
                                  boost_rules{capacity}, boost_dominance{},
                                  boost::default_r_c_shortest_paths_allocator{}, visitor);
    }
    return found;
}

}  // namespace bench::peers
