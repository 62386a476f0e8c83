// SPDX-License-Identifier: MIT
// A breadth-first search that begins on one thread and goes on with many.
#pragma once

#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/engines/parallel/shared_bfs.hpp>
#include <senda/detail/engines/parallel/shared_numbered_bfs.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/result.hpp>

#include <type_traits>

namespace senda::detail {

/// How nodes of a graph are told apart on threads: by their hash, or by their number.
template <class G, class Node, class Search>
using shared_search_of =
    std::conditional_t<IndexedGraph<G, Node>, shared_numbered_bfs<Search>, shared_bfs<Search>>;

/// Runs a search to its end, as a `Shared` on threads once it has become wide: what
/// `answer(search)` makes of whoever searched last.
template <class Shared, class Search, class Answer>
[[nodiscard]] auto run_shared(Search& search, unsigned threads, const parallel_tuning& how,
                              Answer&& answer) {
    while (search.step(how.probe_every) == status::running) {
        if (!Shared::should_share(search, how)) continue;
        Shared shared(search, threads, how);
        if (!shared.take_over()) break;
        shared.run();
        return answer(shared);
    }
    search.run();
    return answer(search);
}

}  // namespace senda::detail
