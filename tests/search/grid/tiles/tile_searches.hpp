// SPDX-License-Identifier: MIT
// The breadth-first search by tiles, called by itself and tuned.
#pragma once

#include <optional>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/tiles/tile_bfs.hpp>
#include <senda/search/options.hpp>

namespace support {

/// Its answer, or nothing where the generic search must answer.
inline std::optional<senda::result<senda::cell, senda::steps>> bfs_in_tiles(
    const senda::grid& g, senda::cell start, senda::cell goal, const senda::options& o,
    const senda::detail::tile_tuning& tuning = {}) {
    senda::detail::tile_bfs search(g, start, goal, o, tuning);
    search.run();
    if (!search.fits()) return std::nullopt;
    return search.result();
}

}  // namespace support
