// SPDX-License-Identifier: MIT
// The path to a node whose ancestors are spread over ranks.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/successors.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/mpi/ranks/rank_group.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace senda::detail {

/// The path to a node, on all ranks: the owner of each says its parent. `parent_of(node)` is called
/// on the owner, and returns null for a start.
template <class Node, class Owners, class ParentOf>
[[nodiscard]] std::vector<Node> path_by_parents(const rank_group& ranks, const Owners& owners,
                                                Node end, const ParentOf& parent_of) {
    std::vector<Node> path;
    path.push_back(std::move(end));
    for (;;) {
        const std::size_t owner = owners.owner(path.back());
        std::string text;  // the parent, unless it is a start
        if (owner == static_cast<std::size_t>(ranks.rank())) {
            if (const Node* const parent = parent_of(path.back())) {
                mpi::bytes packed;
                pack(*parent, packed);
                text.assign(packed.data(), packed.data() + packed.size());
                text.push_back('p');
            }
        }
        ranks.tell(static_cast<int>(owner), text);
        if (text.empty()) break;
        mpi::reader parent(text.data(), text.size() - 1);
        path.push_back(unpacked<Node>(parent));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

/// What a path costs by its cheapest edges, added up from the start.
template <class Types, class G>
[[nodiscard]] typename Types::cost cost_of_path(G& graph,
                                                const std::vector<typename Types::node>& path) {
    using node = typename Types::node;
    using cost = typename Types::cost;
    cost all{0};
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        cost least = infinite<cost>;
        for_each_successor<Types>(graph, path[i], [&](const node& to, cost step, auto&&) {
            if (same_node(graph, to, path[i + 1])) least = std::min(least, step);
        });
        all = add_costs(all, least);
    }
    return all;
}

}  // namespace senda::detail
