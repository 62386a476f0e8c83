// SPDX-License-Identifier: MIT
// The names of types that other headers pass on: for a declaration, where no search is compiled.
#pragma once

#include <senda/graph/edge.hpp>

namespace senda {

// Graphs.
enum class grid_moves;
struct cell;
struct hex_cell;
template <grid_moves Moves, class Weight = unweighted>
class basic_grid;
template <class Weight = unweighted>
class basic_hexagonal_grid;
template <class Weight = unweighted>
class csr;
template <class Weight = unweighted>
class reversible_csr;

// What a search is told, and what it answers.
template <class Node>
class any_of;
struct no_goal;
struct no_observer;
struct limits;
struct options;
struct serial_options;
class stop_token;
class search_progress;
enum class status;
struct statistics;
struct answer;
template <class Node, Cost C, class Action = no_action>
struct result;

// What is prepared for many questions.
template <class Grid>
class flow_field;
template <class Grid>
class prepared_grid;
template <class Grid>
class hpa_grid;
template <class G>
class contraction_hierarchy;

namespace detail {

/// How something prepared is written into a file and read: the `files.hpp` of its module says it.
template <class Made>
struct file_of;

}  // namespace detail

// What readers say.
struct diagnostic;
template <class T>
class parsed;

namespace maze {

class board;

}  // namespace maze

}  // namespace senda
