// SPDX-License-Identifier: MIT
// How many nodes there are at each depth: in two bits a node, or hashed.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/scale/layers/layer_search.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// What a survey saw: `complete` if that is everything that can be reached, else the limit that
/// stopped it.
template <class Node>
struct survey_result : answer {
    /// How many nodes are at each depth, of all depths whose layers are complete.
    std::vector<std::uint64_t> counts = {};
    /// How many these are together.
    std::uint64_t total = 0;
    /// The depth of the farthest of them; 0 if there are none.
    steps eccentricity = 0;
    /// The nodes at that depth: all if they are few, else those with the lowest numbers, or the
    /// least hashes where the graph has no numbers.
    std::vector<Node> farthest = {};
};

namespace detail {

/// What a breadth-first search without a goal has reached, counted by depth.
template <class Node, class G, class Search>
[[nodiscard]] survey_result<Node> count_reached(const G& g, const Search& search,
                                                std::size_t max_farthest) {
    const auto ended = search.result();
    survey_result<Node> r{{.status = completed(ended.status), .statistics = ended.statistics}};
    constexpr bool is_in_parts = requires { search.for_each_at_depth([](const Node&, steps) {}); };
    // A limit can end it in the middle of a layer: then the next one is not complete.
    const auto for_each = [&](auto&& take) {
        const auto take_complete = [&](const Node& node, steps depth) {
            if (depth < ended.lower_bound) take(node, static_cast<std::size_t>(depth));
        };
        if constexpr (is_in_parts) {
            search.for_each_at_depth(take_complete);
        } else {
            for (const auto& reached : search.tree()) take_complete(reached.node, reached.cost);
        }
    };
    for_each([&](const Node&, std::size_t depth) {
        r.counts.resize(std::max(r.counts.size(), depth + 1));
        ++r.counts[depth];
        ++r.total;
    });
    if (r.counts.empty()) return r;
    r.eccentricity = static_cast<steps>(r.counts.size() - 1);

    // A heap with the largest hash on top.
    std::vector<std::pair<std::uint64_t, Node>> least;
    const auto by_hash = [](const auto& a, const auto& b) { return a.first < b.first; };
    for_each([&](const Node& node, std::size_t depth) {
        if (depth + 1 != r.counts.size() || max_farthest == 0) return;
        const std::uint64_t hash = hash_in(g, node);
        if (least.size() == max_farthest) {
            if (hash >= least.front().first) return;
            std::pop_heap(least.begin(), least.end(), by_hash);
            least.pop_back();
        }
        least.emplace_back(hash, node);
        std::push_heap(least.begin(), least.end(), by_hash);
    });
    std::sort_heap(least.begin(), least.end(), by_hash);
    for (auto& [hash, node] : least) r.farthest.push_back(std::move(node));
    return r;
}

/// The answer of `survey`.
template <bool MayShare, class G, class Start>
[[nodiscard]] auto run_hashed_survey(G& g, const Start& start, const options& o,
                                     std::size_t max_farthest) {
    using node = node_of<G&, Start>;
    using graph = std::remove_cvref_t<G>;
    const auto count = [&](const auto& last) { return count_reached<node>(g, last, max_farthest); };
    bfs_search<G&, node, no_goal> search(g, start, no_goal{}, o);
    if constexpr (MayShare && can_share_bfs<graph, node, no_goal>) {
        using shared = shared_bfs<decltype(search)>;
        if (o.threads > 1) return run_shared<shared>(search, o.threads, shared::tuning, count);
    }
    while (search.step(65'536) == status::running) {
        if (o.progress != nullptr) o.progress->advance(search.reached());
    }
    return count(search);
}

}  // namespace detail

/// Counts the nodes that can be reached from `start` at each depth, of a graph that need not number
/// its nodes: they are hashed, and all of them are kept.
///
/// `g`              the graph.
/// `start`          a node, or `any_of` several.
/// `o`              limits, of which `cost` is the greatest depth; a stop token; threads, as in
///                  `bfs`; where to note the progress: nodes reached. The answer is the same for
///                  any number of threads.
/// `max_farthest`  how many of the farthest nodes are named: those of the least hash.
template <class G, class Start = detail::declared_node_t<G>,
          detail::SearchOptions Options = serial_options>
    requires SearchableGraph<G, node_of<G, Start>> && (!EnumeratedGraph<G, node_of<G, Start>>)
[[nodiscard]] survey_result<node_of<G, Start>> survey(G&& g, const Start& start,
                                                      const Options& o = {},
                                                      std::size_t max_farthest = 1000) {
    return detail::run_hashed_survey<detail::may_share<Options>>(g, start, o, max_farthest);
}

/// A survey that can be stepped, as the searches can: `step(n)` and `run()` work on one thread,
/// `step_layer()` on as many as the options ask for. A graph given as an lvalue is referred to; a
/// temporary is taken over.
template <class G, class Node>
    requires EnumeratedGraph<G, Node>
class survey_search : public detail::layer_search<G, Node, detail::layer_bits> {
    using base = detail::layer_search<G, Node, detail::layer_bits>;

public:
    using result_type = survey_result<Node>;

    /// A survey from `start`, a node or `any_of` several, that names a limited number of the
    /// farthest nodes.
    template <class Start>
    explicit survey_search(G&& g, const Start& start, const options& o = {},
                           std::size_t max_farthest = 1000)
        : base(std::forward<G>(g), start, o, max_farthest) {}

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{{.status = this->status(), .statistics = this->statistics()}};
        r.counts.assign(this->counts().begin(), this->counts().end());
        for (const std::uint64_t count : r.counts) r.total += count;
        if (!r.counts.empty()) r.eccentricity = static_cast<steps>(r.counts.size() - 1);
        this->for_each_farthest([&](Node&& node) { r.farthest.push_back(std::move(node)); });
        return r;
    }
};

template <class G, class Start>
survey_search(G&&, const Start&, const options& = {}, std::size_t = 1000)
    -> survey_search<G, node_of<G, Start>>;

/// Counts the nodes that can be reached from `start` at each depth, the number of steps of a
/// shortest path to them. It keeps two bits for each number below `g.index_bound()` and no nodes.
///
/// `g`              the graph: it numbers its nodes and finds them by number (`EnumeratedGraph`).
///                  Costs of edges are not looked at: each counts one.
/// `start`          a node, or `any_of` several.
/// `o`              limits, of which `cost` is the greatest depth; a stop token; threads, which
///                  share layers that are large, if `g` can be asked as `const`; where to note the
///                  progress: nodes expanded, of all numbers. The answer is the same for any number
///                  of threads.
/// `max_farthest`  how many of the farthest nodes are named.
template <class G, class Start = detail::declared_node_t<G>,
          detail::SearchOptions Options = serial_options>
    requires EnumeratedGraph<G, node_of<G, Start>>
[[nodiscard]] survey_result<node_of<G, Start>> survey(G&& g, const Start& start,
                                                      const Options& o = {},
                                                      std::size_t max_farthest = 1000) {
    survey_search<G&, node_of<G, Start>> search(g, start, o, max_farthest);
    search.template run_layers<detail::may_share<Options>>();
    return search.result();
}

}  // namespace senda
