// SPDX-License-Identifier: MIT
// The path to a node whose ancestors are spread over ranks.
#pragma once

#include <senda/detail/mpi/engines/rank_ending.hpp>
#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/rank_failure.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/graph/successors.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// Reads the path to the least of the cheapest goals from the labels of the nodes, with its actions
/// and cost; false, on all ranks, if one failed.
template <class Types, class Result, class G, class Owners, class Store, class Goals>
[[nodiscard]] bool read_labelled_path(Result& r, G& graph, const rank_group& ranks,
                                      const Owners& owners, Store& nodes, Goals& goals,
                                      std::uint64_t least_goal, rank_failure& failure) {
    using node_type = typename Types::node;
    const auto parent_of = [&](const node_type& node) -> const node_type* {
        const auto key = Store::key_of(owners.keys(), node);
        const auto& how = nodes.record(nodes.look_up(key, node).id).how;
        return how.is_start() ? nullptr : &how.parent;
    };
    r.path = path_by_parents(ranks, owners, goals.agree(ranks, least_goal), parent_of);
    failure.call([&] {
        add_actions<Types, true>(graph, r);
        // With an estimate that is too high a part of the path may have become cheaper.
        r.cost = cost_of_path<Types>(graph, r.path);
    });
    return ranks.first_of(failure.has_failed()) == ranks.size();
}

}  // namespace senda::detail
