// SPDX-License-Identifier: MIT
// Which searches can go by the tiles of a grid.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cell_arrays.hpp>
#include <senda/search/observer.hpp>

#include <concepts>
#include <type_traits>

namespace senda::detail {

/// A grid of open and closed cells that are joined to the four beside them.
template <class G>
concept TiledGrid = requires(const G& g, cell c) {
    { g.tiles() } -> std::same_as<const tiled_cells&>;
    { g.open(c) } -> std::same_as<bool>;
};

/// A search from one cell of such a grid to another that nobody looks at.
template <class G, class Start, class Goal, class Observer>
concept TiledQuery =
    TiledGrid<std::remove_cvref_t<G>> && std::same_as<Start, cell> && std::same_as<Goal, cell> &&
    std::same_as<std::remove_cvref_t<Observer>, no_observer>;

}  // namespace senda::detail
