// SPDX-License-Identifier: MIT
// A breadth-first search that begins on one thread and goes on with many.
#pragma once

#include <senda/search/engines/parallel/shared_bfs.hpp>
#include <senda/search/engines/parallel/sharing.hpp>
#include <senda/search/status.hpp>

namespace senda::detail {

/// Runs a search to its end, on threads once it has become wide: what `answer(search)` makes of
/// whoever searched last.
template <class Search, class Answer>
[[nodiscard]] auto run_shared(Search& search, unsigned threads, const sharing& how,
                              Answer&& answer) {
    while (search.step(how.alone) == status::running) {
        if (!shared_bfs<Search>::is_worth_it(search, how)) continue;
        shared_bfs<Search> shared(search, threads, how);
        if (!shared.take_over()) break;
        shared.run();
        return answer(shared);
    }
    search.run();
    return answer(search);
}

}  // namespace senda::detail
