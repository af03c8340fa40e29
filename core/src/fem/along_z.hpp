#pragma once
#include "fem/reference_element.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <algorithm>
#include <map>
#include <vector>

/// Matrices of one dimension for the columns of hexahedra, made on the host: they are small.
namespace isobar {

/// The rows of a matrix while they are made: values by column.
using HostRowsAlongZ = std::vector<std::map<int, double>>;

inline CsrRows<double> rows_on_device(const HostRowsAlongZ& rows, int columns) {
  std::vector<Int64> offsets{0};
  std::vector<int> of_columns;
  std::vector<double> values;
  CsrRows<double> matrix;
  matrix.source_size = columns;
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      of_columns.push_back(column);
      values.push_back(value);
    }
    matrix.longest = std::max(matrix.longest, int(row.size()));
    offsets.push_back(Int64(values.size()));
  }
  matrix.offsets = on_device("isobar fem column offsets", offsets);
  matrix.columns = on_device("isobar fem columns along z", of_columns);
  matrix.values = on_device("isobar fem values along z", values);
  return matrix;
}

inline HostRowsAlongZ transposed(const HostRowsAlongZ& rows, int columns) {
  HostRowsAlongZ result(std::size_t(columns), std::map<int, double>{});
  for (std::size_t n = 0; n < rows.size(); ++n)
    for (const auto& [column, value] : rows[n]) result[column][int(n)] = value;
  return result;
}

/// Integrals along z of the products of two basis functions, and of their slopes, by the Gauss points of a hexahedron.
struct IntegralsAlongZ {
  HostRowsAlongZ mass, stiffness;
};
template <int K> IntegralsAlongZ integrals_along_z(const Layers& layers) {
  using Axis = ReferenceElement<K>;
  const double thickness = layers.height / layers.count;
  const std::size_t rows = std::size_t(K) * layers.count + 1;
  IntegralsAlongZ all{HostRowsAlongZ(rows), HostRowsAlongZ(rows)};
  for (int layer = 0; layer < layers.count; ++layer)
    for (int a = 0; a <= K; ++a)
      for (int b = 0; b <= K; ++b)
        for (int q = 0; q <= K; ++q) {
          const double s = Axis::axis_place(q), weight = Axis::axis_weight(q);
          const int row = K * layer + a, column = K * layer + b;
          all.mass[row][column] +=
              thickness * weight * (Axis::axis_value(a, s) * Axis::axis_value(b, s));
          all.stiffness[row][column] +=
              weight / thickness * (Axis::axis_slope(a, s) * Axis::axis_slope(b, s));
        }
  return all;
}

/// Returns the values of the coarse basis at the unknowns of columns whose layers are halved. Values of 0 have no entry.
template <int K> HostRowsAlongZ values_along_z(const Layers& coarse) {
  using Axis = ReferenceElement<K>;
  HostRowsAlongZ rows(std::size_t(2) * K * coarse.count + 1);
  for (int layer = 0; layer < coarse.count; ++layer)
    for (int fine = 0; fine <= 2 * K; ++fine)
      for (int b = 0; b <= K; ++b) {
        const double value = Axis::axis_value(b, double(fine) / (2 * K));
        if (!is_zero(value)) rows[2 * K * layer + fine][K * layer + b] = value;
      }
  return rows;
}

} // namespace isobar
