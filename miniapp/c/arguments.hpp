#pragma once
#include <isobar/host_solver.hpp>

#include <isobar.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Translates C's arguments to C++. Errors are std::invalid_argument, with one
/// line that names the argument and its value, and says what would be right.
namespace isobar::c {

/// Returns `code` if it is at least 0 and less than the number of `names`,
/// which are its constants in isobar.h. Throws std::invalid_argument otherwise.
int checked(const char* name, int code, std::initializer_list<std::string_view> names);

/// The columns to which a rank's arrays of coefficients belong.
struct ArrayColumns {
  ColumnBlock columns; ///< the whole domain's, or those of the caller's block
  int blocks = 1;      ///< only one block can have arrays
};
ArrayColumns array_columns_of(const isobar_grid& grid, const isobar_options* options);

PressureGrid grid_of(const isobar_grid& grid, const ArrayColumns& arrays);
/// Makes coefficients from the caller's arrays and
/// functions, which must live as long as the result is used.
Coefficients coefficients_of(const isobar_coefficients& coefficients, const PressureGrid& grid,
                             const ArrayColumns& arrays);
/// The options of a solver; the defaults for null.
SolverOptions options_of(const isobar_options* options);

/// The additional columns and rows of an array of edges, which has one column or row more.
struct MoreEdges {
  int x = 0, y = 0;
};
HorizontalField field_of(const std::string& name, const isobar_column_numbers& numbers,
                         const ArrayColumns& arrays, MoreEdges more = {});
CellField cells_of(const std::string& name, const isobar_cell_numbers& numbers,
                   const ArrayColumns& arrays, int nz);

/// Makes boundary values from functions or from arrays, which have the columns of a rank's
/// only block beside each side. Functions and arrays must live as long as the result is used.
BoundaryValues boundary_values_of(const isobar_boundary_values& values, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks);

/// Copies `expected` numbers; empty for null. `count` is the caller's
/// count of them. Throws if the two differ, unless count is not given.
std::vector<double> list_of(const std::string& name, const double* numbers, std::int64_t count,
                            int expected);

/// The cells of a layout that errors call `name`; null: a[j][i][k], contiguous,
/// in double. The solver itself refuses cells without memory, on all ranks.
CellsIn cells_to_read(const std::string& name, const void* data, const isobar_layout* layout,
                      const ColumnBlock& block, int nz);
CellsOut cells_to_write(const std::string& name, void* data, const isobar_layout* layout,
                        const ColumnBlock& block, int nz);
RightSide right_side_of(int code);

} // namespace isobar::c
