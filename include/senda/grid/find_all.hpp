// SPDX-License-Identifier: MIT
// Many questions to one prepared map, on all processors.
#pragma once

#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace senda {

/// From where to where a path is asked for.
struct cell_pair {
    cell start;  ///< where the path begins
    cell goal;   ///< where it ends
};

namespace detail {

/// The options of a question that is asked so many seconds after the first.
[[nodiscard]] inline options options_left(const options& o, double seconds) noexcept {
    options left = o;
    left.threads = 1;
    left.limits.time = o.limits.time.seconds() - seconds;
    return left;
}

}  // namespace detail

/// The answers of a map to many questions, in their order: what `map.path(start, goal, o)` says
/// to each. With `o.threads` each thread takes the next question; the answers are the same.
///
/// `map`      a `prepared_grid`, or what else has `path` and may be asked by several threads.
/// `queries`  the questions.
/// `o`        limits of each question, but for the time, which is that of all; a stop token.
template <class Map>
[[nodiscard]] auto find_all(const Map& map, std::span<const cell_pair> queries,
                            const options& o = {}) {
    std::vector<decltype(map.path(cell{}, cell{}, o))> answers(queries.size());
    const double started = detail::now_in_seconds();
    const auto answer = [&](std::size_t i) {
        answers[i] = map.path(queries[i].start, queries[i].goal,
                              detail::options_left(o, detail::now_in_seconds() - started));
    };
#if SENDA_HAS_THREADS
    if (o.threads > 1 && queries.size() > 1) {
        detail::thread_team team;
        team.start(static_cast<unsigned>(std::min<std::size_t>(o.threads, queries.size())));
        detail::row_roster roster(queries.size());
        const auto work = [&](unsigned) {
            for (std::size_t i; (i = roster.next()) < queries.size();) answer(i);
        };
        roster.run(team, work);
        return answers;
    }
#endif
    for (std::size_t i = 0; i < queries.size(); ++i) answer(i);
    return answers;
}

}  // namespace senda
