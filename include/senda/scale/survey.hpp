// SPDX-License-Identifier: MIT
// How many nodes there are at each depth, in two bits a node.
#pragma once

#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/scale/layers/layer_search.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/scale/survey_result.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda {

/// A survey that can be stepped, as the searches can: `step(n)` and `run()` work on one thread,
/// `step_layer()` on as many as the options ask for. A graph given as an lvalue is referred to; a
/// temporary is taken over.
template <class G, class Node>
    requires EnumeratedGraph<G, Node>
class survey_search : public detail::layer_search<G, Node, detail::layer_bits> {
    using base = detail::layer_search<G, Node, detail::layer_bits>;

public:
    using result_type = survey_result<Node>;

    /// A survey from `start`, a node or `any_of` several, that names at most so many of the
    /// farthest nodes.
    template <class Start>
    explicit survey_search(G&& g, const Start& start, const options& o = {},
                           std::size_t most_farthest = 1000)
        : base(std::forward<G>(g), start, o, most_farthest) {}

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{.status = this->status(), .statistics = this->statistics()};
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
/// `most_farthest`  how many of the farthest nodes are named.
template <class G, class Start = detail::declared_node_t<G>,
          detail::MayAskForThreads Options = options>
    requires EnumeratedGraph<G, node_of<G, Start>>
[[nodiscard]] survey_result<node_of<G, Start>> survey(G&& g, const Start& start, const Options& o,
                                                      std::size_t most_farthest = 1000) {
    survey_search<G&, node_of<G, Start>> search(g, start, o, most_farthest);
    while (search.step_layer() == status::running) {
    }
    return search.result();
}

/// `survey` on one thread: without options, or with braces that do not name `threads`.
template <class G, class Start = detail::declared_node_t<G>>
    requires EnumeratedGraph<G, node_of<G, Start>>
[[nodiscard]] survey_result<node_of<G, Start>> survey(G&& g, const Start& start,
                                                      const serial_options& o = {},
                                                      std::size_t most_farthest = 1000) {
    survey_search<G&, node_of<G, Start>> search(g, start, o, most_farthest);
    search.run();
    return search.result();
}

}  // namespace senda
