#pragma once
#include "io/netcdf_layout.hpp"
#include "io/shared_file.hpp"

#include <functional>

/// Global fields in NetCDF files, float64, classic format CDF-5. PnetCDF
/// lays the file out; all ranks write the numbers (shared_file.hpp).
namespace isobar::netcdf {

/// The numbers of a variable that this rank writes: rows along its fastest dimension. A variable of one dimension
/// has one row, of one layer.
struct Numbers {
  Int64 layers = 1, global_rows = 1, global_length = 0; ///< of the variable
  Int64 first_row = 0, rows = 0;                        ///< of this rank, in each layer
  Int64 first = 0, length = 0;                          ///< and of each of these rows
  /// Fills row `j` of this rank in layer `k`, `length` numbers.
  std::function<void(Int64 k, Int64 j, double* row)> fill;
};

/// Writes a file with these contents to a partial file that will become `target`.
/// `numbers`: this rank's for each variable; together the ranks must give all of them
/// once. Collective. Throws FileError on all ranks. Requires PnetCDF (what_is_missing).
StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, const Contents& contents,
                 const std::vector<Numbers>& numbers);

} // namespace isobar::netcdf
