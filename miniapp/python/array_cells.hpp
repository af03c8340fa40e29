#pragma once
#include "python/array_memory.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar::python {

/// The order of an array's axes: the given word. For None it is the names of the
/// axes (numbers.hpp), else "yxz". Throws ValueError if names and a word differ.
Order order_of(const char* name, py::handle array, py::handle word);

/// Cells of an argument such as f. Its numbers are on a device, or NumPy can make an array
/// of them. Numbers of types float64 and float32 are read in place, all others are copied.
/// The solver checks the shape. The object must live as long as the cells are used.
class CellsRead {
public:
  CellsRead(const char* name, py::handle value, Order order);
  const CellsIn& cells() const { return *cells_; }

private:
  ArrayMemory memory_;
  std::optional<CellsIn> cells_;
};

/// Cells of an argument such as u, in place. It is an array of float64 or
/// float32 with three axes, in writable memory with a number for each cell.
class CellsWritten {
public:
  CellsWritten(const char* name, py::handle value, Order order);
  const CellsOut& cells() const { return *cells_; }

private:
  ArrayMemory memory_;
  std::optional<CellsOut> cells_;
};

/// Makes a contiguous, uninitialised array for so many cells.
py::array_t<double> new_cells(int nx, int ny, int nz, Order order);

} // namespace isobar::python
