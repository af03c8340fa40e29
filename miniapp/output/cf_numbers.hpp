#pragma once
#include "io/netcdf.hpp"

#include <algorithm>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>
#include <vector>

/// A rank's numbers for a NetCDF file, for a row, for columns and for cells.
namespace isobar {

using netcdf::Numbers;

/// A NetCDF file by the CF conventions 1.8 (cfconventions.org), and this rank's numbers for it.
struct CfFile {
  netcdf::Contents contents;
  std::vector<netcdf::Numbers> numbers; ///< the numbers of each variable
};

/// The numbers of one row, which the rank in the south-west corner writes.
inline Numbers one_row(const Partition& p, std::vector<double> values) {
  Numbers numbers;
  numbers.global_length = numbers.length = Int64(values.size());
  numbers.rows =
      p.first_i == 0 && p.first_j == 0 ? 1 : 0; // not by a side of the domain, which may have none
  numbers.fill = [values = std::move(values)](Int64, Int64, double* row) {
    std::ranges::copy(values, row);
  };
  return numbers;
}

/// `count` numbers for each column; `value(i, j, n)` takes global indices.
template <class Value> Numbers of_columns(const Partition& p, int count, const Value& value) {
  Numbers numbers{1,
                  p.global_ny,
                  Int64(p.global_nx) * count,
                  p.first_j,
                  p.ny,
                  Int64(p.first_i) * count,
                  Int64(p.nx) * count,
                  {}};
  numbers.fill = [p, count, value](Int64, Int64 j, double* row) {
    for (int i = 0; i < p.nx; ++i)
      for (int n = 0; n < count; ++n) *row++ = value(p.first_i + i, p.first_j + int(j), n);
  };
  return numbers;
}

inline Numbers of_cells(const Partition& p, const HostField& field) {
  Numbers numbers{
      Int64(field.extent(2)), p.global_ny, p.global_nx, p.first_j, p.ny, p.first_i, p.nx, {}};
  numbers.fill = [field, nx = p.nx](Int64 k, Int64 j, double* row) {
    for (int i = 0; i < nx; ++i) row[i] = field(j, i, k);
  };
  return numbers;
}

} // namespace isobar
