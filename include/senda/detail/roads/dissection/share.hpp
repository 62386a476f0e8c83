// SPDX-License-Identifier: MIT
// Work that does not depend on each other, shared among threads.
#pragma once

#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/detail/storage/thread_team.hpp>

#include <cstddef>

namespace senda::detail {

/// Calls `work(i, thread)` for each number below `count`; threads take the next in turn.
template <class Work>
void share([[maybe_unused]] thread_team& team, std::size_t count, const Work& work) {
#if SENDA_HAS_THREADS
    if (team.size() > 1 && count > 1) {
        row_roster roster(count);
        const auto take = [&](unsigned thread) {
            for (std::size_t i; (i = roster.next()) < count;) work(i, thread);
        };
        return roster.run(team, take);
    }
#endif
    for (std::size_t i = 0; i < count; ++i) work(i, 0U);
}

}  // namespace senda::detail
