// SPDX-License-Identifier: MIT
// The library senda::compiled: what is prepared for many questions, and jump points.
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>

namespace senda {

template result<cell, double> jump_point(const octile_grid&, cell, cell, const options&);
template result<cell, double> jump_point(const octile_grid_cutting&, cell, cell, const options&);
template class prepared_grid<octile_grid>;
template class prepared_grid<octile_grid_cutting>;
template class hpa_grid<grid>;
template class hpa_grid<octile_grid>;
template class flow_field<grid>;
template class flow_field<weighted_grid>;
template class flow_field<octile_grid>;

template class contraction_hierarchy<csr<>>;
template class contraction_hierarchy<csr<int>>;
template class contraction_hierarchy<csr<double>>;
template class customizable_graph<unweighted>;
template class customizable_graph<int>;
template class customizable_graph<double>;
template class customized_graph<int>;
template class customized_graph<double>;

}  // namespace senda
