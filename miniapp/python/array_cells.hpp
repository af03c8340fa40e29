#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>
#include <pybind11/numpy.h>

namespace isobar::python {

Order order_of(py::handle word);

/// The memory of a NumPy array as cells, read or written where it lies. Demands float64 in the machine's order of bytes,
/// three axes, aligned numbers, and strides of at least 0; of an array that is written also that it may be, and that no
/// two cells are one number. Its shape is left to the solver. Kokkos is initialised.
CellsIn cells_to_read(const char* name, py::handle array, Order order);
CellsOut cells_to_write(const char* name, py::handle array, Order order);

/// A contiguous array for the cells of a rank, with no numbers in it yet.
py::array_t<double> new_cells(const Partition& part, int nz, Order order);

} // namespace isobar::python
