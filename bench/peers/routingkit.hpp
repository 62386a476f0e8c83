// SPDX-License-Identifier: MIT
// RoutingKit's searches on the same roads: plain Dijkstra, its contraction hierarchy, and its
// customizable one.
#pragma once

#include <routingkit/contraction_hierarchy.h>
#include <routingkit/customizable_contraction_hierarchy.h>
#include <routingkit/dijkstra.h>
#include <routingkit/inverse_vector.h>
#include <routingkit/nested_dissection.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace bench {

/// The arrays that RoutingKit works on, which it wants as vectors of unsigned.
struct routingkit_roads {
    std::vector<unsigned> first_out, head, weight;
    std::vector<unsigned> tail = RoutingKit::invert_inverse_vector(first_out);

    [[nodiscard]] unsigned node_count() const {
        return static_cast<unsigned>(first_out.size() - 1);
    }
};

/// Its Dijkstra, with arrays that are kept from query to query.
class routingkit_dijkstra {
public:
    explicit routingkit_dijkstra(const routingkit_roads& g)
        : search_(g.first_out, g.tail, g.head), weight_(g.weight) {}

    /// The length, or RoutingKit's infinity, and the nodes settled.
    std::pair<unsigned, std::size_t> length(unsigned from, unsigned to) {
        search_.reset().add_source(from);
        std::size_t settled = 0;
        while (!search_.is_finished()) {
            ++settled;
            if (search_.settle(weight_).node == to) break;
        }
        return {search_.get_distance_to(to), settled};
    }
    /// The same with the path.
    std::pair<unsigned, std::size_t> path(unsigned from, unsigned to) {
        const auto found = length(from, to);
        nodes_ = search_.get_node_path_to(to);
        return found;
    }

private:
    RoutingKit::Dijkstra search_;
    RoutingKit::ScalarGetWeight weight_;
    std::vector<unsigned> nodes_;
};

/// Its contraction hierarchy.
class routingkit_hierarchy {
public:
    explicit routingkit_hierarchy(const routingkit_roads& g)
        : made_(RoutingKit::ContractionHierarchy::build(g.node_count(), g.tail, g.head, g.weight)),
          query_(made_) {}
    routingkit_hierarchy(const routingkit_hierarchy&) = delete;
    routingkit_hierarchy& operator=(const routingkit_hierarchy&) = delete;

    unsigned length(unsigned from, unsigned to) {
        return query_.reset().add_source(from).add_target(to).run().get_distance();
    }
    unsigned path(unsigned from, unsigned to) {
        const unsigned found = length(from, to);
        nodes_ = query_.get_node_path();
        return found;
    }
    /// All lengths, row by row.
    std::vector<unsigned> table(const std::vector<unsigned>& from,
                                const std::vector<unsigned>& to) {
        std::vector<unsigned> all(from.size() * to.size());
        query_.reset().pin_targets(to);
        for (std::size_t i = 0; i < from.size(); ++i)
            query_.reset_source()
                .add_source(from[i])
                .run_to_pinned_targets()
                .get_distances_to_targets(&all[i * to.size()]);
        return all;
    }

private:
    RoutingKit::ContractionHierarchy made_;
    RoutingKit::ContractionHierarchyQuery query_;
    std::vector<unsigned> nodes_;
};

/// Its customizable contraction hierarchy: an order by inertial flow, without costs.
class routingkit_customizable {
public:
    routingkit_customizable(const routingkit_roads& g, const std::vector<float>& latitude,
                            const std::vector<float>& longitude)
        : made_(RoutingKit::compute_nested_node_dissection_order_using_inertial_flow(
                    g.node_count(), g.tail, g.head, latitude, longitude),
                g.tail, g.head),
          metric_(made_, g.weight) {}
    routingkit_customizable(const routingkit_customizable&) = delete;
    routingkit_customizable& operator=(const routingkit_customizable&) = delete;

    void customize() {
        metric_.customize();
        query_.reset(metric_);
    }
    unsigned length(unsigned from, unsigned to) {
        return query_.reset().add_source(from).add_target(to).run().get_distance();
    }

private:
    RoutingKit::CustomizableContractionHierarchy made_;
    RoutingKit::CustomizableContractionHierarchyMetric metric_;
    RoutingKit::CustomizableContractionHierarchyQuery query_;
};

}  // namespace bench
