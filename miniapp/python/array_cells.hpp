#pragma once
#include "python/array_memory.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar::python {

/// The axes of an array: the given word; for None the names of its axes
/// (numbers.hpp), else "yxz". Throws ValueError if names and a word differ.
Order order_of(const char* name, py::handle array, py::handle word);

/// f: cells of any numbers that NumPy makes an array of, or of a device. float64 and float32 are read
/// in place, all else is copied. The solver checks the shape. It lives as long as the cells are used.
class CellsRead {
public:
  CellsRead(const char* name, py::handle value, Order order);
  const CellsIn& cells() const { return *cells_; }

private:
  ArrayMemory memory_;
  std::optional<CellsIn> cells_;
};

/// u: float64 or float32 of three axes in writable memory with a number for each cell, in place.
class CellsWritten {
public:
  CellsWritten(const char* name, py::handle value, Order order);
  const CellsOut& cells() const { return *cells_; }

private:
  ArrayMemory memory_;
  std::optional<CellsOut> cells_;
};

/// A contiguous, uninitialised array for so many cells.
py::array_t<double> new_cells(int nx, int ny, int nz, Order order);

} // namespace isobar::python
