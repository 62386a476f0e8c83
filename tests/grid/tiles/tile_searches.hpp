// SPDX-License-Identifier: MIT
// The breadth-first search by tiles, called by itself and tuned.
#pragma once

#include <optional>
#include <senda/detail/grid/tiles/two_ended_bfs.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/options.hpp>

namespace support {

/// Its answer, or nothing where the generic search must answer.
inline std::optional<senda::result<senda::cell, senda::steps>> bfs_in_tiles(
    const senda::grid& g, senda::cell start, senda::cell goal, const senda::options& o,
    const senda::detail::tile_tuning& tuning = {}) {
    senda::detail::tile_layers search(g, start, goal, o, tuning);
    search.run();
    if (!search.applicable()) return std::nullopt;
    return search.result();
}

/// The same from both ends.
inline std::optional<senda::result<senda::cell, senda::steps>> bfs_from_both_ends(
    const senda::grid& g, senda::cell start, senda::cell goal, const senda::options& o,
    const senda::detail::tile_tuning& tuning = {}) {
    senda::detail::two_ended_bfs search(g, start, goal, o, tuning);
    search.run();
    if (!search.applicable()) return std::nullopt;
    return search.result();
}

/// Both ends are searched as soon as the first is in tiles, and look up often.
inline constexpr senda::detail::tile_tuning both_ends_at_once{.max_cells_cellwise = 0,
                                                              .min_cells_per_two_tiles = 0,
                                                              .work_before_second_side = 1,
                                                              .min_layers_apart = 0,
                                                              .work_per_round = 40,
                                                              .min_tiles_for_two_threads = 0};

}  // namespace support
