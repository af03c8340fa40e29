#pragma once
#include <isobar/core/field/field.hpp>

#include <variant>

namespace isobar {

/// One number for each owned cell, in any order, in memory that kernels can access. T is double or
/// float, and const if nobody writes the cells. Strides count numbers from a cell to the one east
/// of it, north of it and above it.
template <class T> struct StridedCells {
  T* data = nullptr;
  int nx = 0, ny = 0, nz = 0;
  Int64 x_stride = 0, y_stride = 0, z_stride = 0;

  KOKKOS_FUNCTION T& at(int i, int k, int j) const {
    return data[i * x_stride + k * z_stride + j * y_stride];
  }
  /// Returns read-only cells in the same memory.
  StridedCells<const T> read_only() const {
    return {data, nx, ny, nz, x_stride, y_stride, z_stride};
  }
};

/// A caller's cells, in double or in float.
using CellsToRead = std::variant<StridedCells<const double>, StridedCells<const float>>;
using CellsToWrite = std::variant<StridedCells<double>, StridedCells<float>>;

/// Returns the owned cells of a field in double. They must not outlive the field.
inline StridedCells<double> cells_of(const Field<double>& u) {
  const FieldShape& s = u.shape();
  return {u.column(0, 0), s.nx, s.ny, s.nz, u.column_stride(), u.row_stride(), u.layer_stride()};
}

} // namespace isobar
