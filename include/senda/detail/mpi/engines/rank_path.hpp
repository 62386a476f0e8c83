// SPDX-License-Identifier: MIT
// Paths on many ranks: the cheapest goal, and the way back to a start over nodes that are spread
// over them.
#pragma once

#include <senda/detail/mpi/engines/rank_ending.hpp>
#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/detail/mpi/ranks/rank_failure.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// In the place of `ordered` costs: none.
inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();

/// The least, by hash and by bytes, of the goals of this rank that cost the least.
template <class Node, Cost C>
class cheapest_goal {
public:
    void meet(std::uint64_t hash, const Node& node, C g) {
        if (g > cost_) return;
        if (g < cost_) goals_.forget();
        cost_ = g;
        (void)goals_.meet(hash, node);
    }
    [[nodiscard]] bool is_there() const noexcept { return goals_.is_there(); }
    [[nodiscard]] C cost() const noexcept { return cost_; }
    [[nodiscard]] std::uint64_t ordered_cost() const noexcept {
        return is_there() ? ordered(cost_) : no_cost;
    }
    [[nodiscard]] Node node() const {
        mpi::reader from = goals_.packed();
        return unpacked<Node>(from);
    }

    /// The least of all ranks, of those that cost so much.
    [[nodiscard]] Node agree(const rank_group& ranks, std::uint64_t least_cost) {
        if (ordered_cost() != least_cost) goals_.forget();
        goals_.agree(ranks);
        return node();
    }

private:
    least_node goals_;
    C cost_ = infinite<C>;
};

/// The least f, as `ordered`, of the nodes of which `is_left_out(record)`; `no_cost` if of none.
template <Cost C, class Store, class H, class IsLeftOut>
[[nodiscard]] std::uint64_t least_pruned(const Store& nodes, H& estimate, C limit,
                                         const IsLeftOut& is_left_out) {
    std::uint64_t least = no_cost;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!is_left_out(nodes.record(i))) continue;
        const C h = as_estimate<C>(estimate(nodes.node(i)));
        least = std::min(least, ordered(path_bound(nodes.record(i).how.g, h, limit)));
    }
    return least;
}

}  // namespace senda::detail
