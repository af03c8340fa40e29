#pragma once
#include "python/domain_arrays.hpp"

namespace isobar::python {

/// The sides of a dictionary {"west": "periodic", ...} in place of the papers' boundaries.
Boundaries boundaries_of(py::handle value);
/// Own columns: a dictionary with the five arrays of ColumnGeometryFields for nx x ny columns. None for None.
std::shared_ptr<const ColumnGeometryFields> columns_of(py::handle value, int nx, int ny);

/// Adds what the keywords alpha_h, alpha_v, beta, xi_x, xi_y and xi_z say, for a grid, and takes them out.
void take_factors(const PressureGrid& grid, const py::kwargs& keywords, Coefficients& coefficients);

} // namespace isobar::python
