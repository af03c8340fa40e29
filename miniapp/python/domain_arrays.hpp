#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

#include <memory>

/// Turns numbers of the whole domain into functions of its columns and cells. The numbers
/// are copied: Python may change or drop its own, and functions are called without the GIL.
namespace isobar::python {

/// The numbers of a scalar, a list or an array (numbers.hpp) as
/// double, with the last axis fastest. A scalar has no axes.
struct DomainArray {
  std::vector<py::ssize_t> shape;
  std::shared_ptr<const std::vector<double>> numbers;
};

/// Copies the numbers of a value. The names x, y and z of axes, if an array has them, decide
/// their order. The array is then one of z, of the two axes of `pair` or of (y, x, z).
/// `expected` says what would be right. Throws TypeError for values that are no numbers.
DomainArray domain_array(const char* name, py::handle value, const std::string& expected,
                         std::string_view pair = "yx");
/// Copies the numbers of an array with this shape; throws ValueError for another shape.
DomainArray domain_array(const char* name, py::handle value, const std::vector<py::ssize_t>& shape);

/// Columns of arrays: a rectangle whose first column is (first_i, first_j).
struct ArrayColumns {
  std::vector<py::ssize_t> shape; ///< rows, columns
  int first_i = 0, first_j = 0;
  bool has(int i, int j) const {
    return i >= first_i && i < first_i + shape[1] && j >= first_j && j < first_j + shape[0];
  }
};

/// Makes functions of an array a[j, i] and of an array a[j, i, k], over these columns.
HorizontalField field_over(const DomainArray& array, const ArrayColumns& columns = {});
CellField cells_over(const DomainArray& array, const ArrayColumns& columns = {});

/// Makes functions of arrays of several rectangles, one of which has the column.
HorizontalField field_over(const std::vector<DomainArray>& arrays,
                           const std::vector<ArrayColumns>& columns);
CellField cells_over(const std::vector<DomainArray>& arrays,
                     const std::vector<ArrayColumns>& columns);

/// The shape as text, such as "(2, 3)".
std::string shape_text(const std::vector<py::ssize_t>& shape);

} // namespace isobar::python
