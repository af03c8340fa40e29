#pragma once
#include "python/bindings.hpp"
#include "python/domain_arrays.hpp"

namespace isobar::python {

/// The boundaries of a dictionary {"west": "periodic",
/// ...}, whose entries replace the papers' boundaries.
Boundaries boundaries_of(py::handle value);
/// The caller's own columns, from a dictionary with the five arrays
/// of ColumnGeometryFields for nx x ny columns; null for None.
std::shared_ptr<const ColumnGeometryFields> columns_of(py::handle value, int nx, int ny);

/// The blocks of a list of (first_i, first_j, nx, ny); none for None.
Blocks blocks_of(py::handle value);

/// Sets coefficients from the keywords alpha_h, alpha_v, beta, xi_x, xi_y
/// and xi_z, for a grid and this rank's blocks, and removes these keywords.
/// Arrays have numbers of the whole domain, or of the rank's one block.
void take_factors(const PressureGrid& grid, const Blocks& blocks, const py::kwargs& keywords,
                  Coefficients& coefficients);

} // namespace isobar::python
