// SPDX-License-Identifier: MIT
// Which graphs say that their edges lead both ways.
#pragma once

#include <senda/graph/concepts.hpp>

namespace senda {

template <class G>
class undirected_view;

namespace detail {

template <class G>
inline constexpr bool is_undirected = names_edges_back<G>;
template <class G>
inline constexpr bool is_undirected<undirected_view<G>> = true;

}  // namespace detail

}  // namespace senda
