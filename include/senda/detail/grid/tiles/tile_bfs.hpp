// SPDX-License-Identifier: MIT
// Bit-parallel breadth-first search between two cells of a tiled grid, for `bfs`.
#pragma once

#include <senda/search/grid/tiles/tile_layers.hpp>
#include <senda/storage/thread_team.hpp>

namespace senda::detail {

/// Layers that threads may share.
using tile_bfs = tile_layers<thread_team>;

}  // namespace senda::detail
