// SPDX-License-Identifier: MIT
// Bit-parallel breadth-first search between two cells of a tiled grid, for `bfs`.
#pragma once

#include <senda/detail/grid/tiles/tile_layers.hpp>
#include <senda/detail/storage/thread_team.hpp>

namespace senda::detail {

/// Layers that threads may share.
using tile_bfs = tile_layers<thread_team>;

}  // namespace senda::detail
