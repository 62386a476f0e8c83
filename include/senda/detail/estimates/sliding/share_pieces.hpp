// SPDX-License-Identifier: MIT
// Pieces of work that do not depend on each other, shared among threads.
#pragma once

#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/control.hpp>

#include <cstddef>

namespace senda::detail {

/// Calls `work(piece, thread)` for each piece, unless the control says that it is time to end.
template <class Work>
void share_pieces(thread_team& team, search_control& control, std::size_t pieces, Work&& work) {
    const bool is_watched = control.is_watched();
#if SENDA_HAS_THREADS
    row_roster roster(pieces);
    const auto take = [&](unsigned thread) {
        for (std::size_t piece; (piece = roster.next()) < pieces;) {
            work(piece, thread);
            if (is_watched && control.is_overdue()) roster.end();
        }
    };
    roster.run(team, take);
#else
    (void)team;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        work(piece, 0U);
        if (is_watched && control.is_overdue()) break;
    }
#endif
    (void)control.may_wait();
}

}  // namespace senda::detail
