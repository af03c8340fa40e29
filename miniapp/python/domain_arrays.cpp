#include "python/domain_arrays.hpp"

#include "python/numbers.hpp"

#include <algorithm>
#include <pybind11/stl.h>

namespace isobar::python {
namespace {

/// Transposes an array by the names of its axes to z, to the axes of `pair`, or to (y, x, z).
py::array in_order(const char* name, const py::array& array, const std::string& names,
                   const std::string& expected, std::string_view pair) {
  constexpr std::string_view yxz = "yxz";
  const std::string_view wanted = names.size() == 1   ? yxz.substr(2)
                                  : names.size() == 2 ? pair
                                                      : yxz;
  std::vector<std::size_t> axes;
  for (const char axis : wanted) axes.push_back(names.find(axis));
  if (std::count(axes.begin(), axes.end(), std::string::npos) > 0)
    throw py::value_error(fmt::format("{}: axes named {}; expected {}", name, names, expected));
  return array.attr("transpose")(py::cast(axes));
}

/// The function, among several, whose array has the column.
template <class Field>
const Field& with_column(const std::vector<Field>& fields, const std::vector<ArrayColumns>& columns,
                         int i, int j) {
  for (std::size_t n = 0; n < fields.size(); ++n)
    if (columns[n].has(i, j)) return fields[n];
  throw std::logic_error(fmt::format("column ({}, {}) is in no array", i, j));
}

} // namespace

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

DomainArray domain_array(const char* name, py::handle value, const std::string& expected,
                         std::string_view pair) {
  py::array array = array_of(name, value, expected);
  const std::string names = axis_names(value);
  if (!names.empty()) array = in_order(name, array, names, expected, pair);
  const py::array_t<double> numbers = as_float64(array);
  DomainArray copy;
  copy.shape.assign(numbers.shape(), numbers.shape() + numbers.ndim());
  copy.numbers =
      std::make_shared<const std::vector<double>>(numbers.data(), numbers.data() + numbers.size());
  return copy;
}

DomainArray domain_array(const char* name, py::handle value,
                         const std::vector<py::ssize_t>& shape) {
  const std::string expected = "an array of shape " + shape_text(shape);
  DomainArray array = domain_array(name, value, expected);
  if (array.shape != shape)
    throw py::value_error(
        fmt::format("{}: shape {}; expected {}", name, shape_text(array.shape), shape_text(shape)));
  return array;
}

HorizontalField field_over(const DomainArray& array, const ArrayColumns& columns) {
  return
      [numbers = array.numbers, view = field_of_array(array.numbers->data(), 1, array.shape.at(1)),
       i0 = columns.first_i, j0 = columns.first_j](int i, int j) { return view(i - i0, j - j0); };
}

CellField cells_over(const DomainArray& array, const ArrayColumns& columns) {
  const py::ssize_t nx = array.shape.at(1), nz = array.shape.at(2);
  return [numbers = array.numbers, view = cells_of_array(array.numbers->data(), nz, nx * nz, 1),
          i0 = columns.first_i,
          j0 = columns.first_j](int i, int j, int k) { return view(i - i0, j - j0, k); };
}

HorizontalField field_over(const std::vector<DomainArray>& arrays,
                           const std::vector<ArrayColumns>& columns) {
  std::vector<HorizontalField> fields;
  for (std::size_t n = 0; n < arrays.size(); ++n)
    fields.push_back(field_over(arrays[n], columns[n]));
  return [fields, columns](int i, int j) { return with_column(fields, columns, i, j)(i, j); };
}

CellField cells_over(const std::vector<DomainArray>& arrays,
                     const std::vector<ArrayColumns>& columns) {
  std::vector<CellField> fields;
  for (std::size_t n = 0; n < arrays.size(); ++n)
    fields.push_back(cells_over(arrays[n], columns[n]));
  return [fields, columns](int i, int j, int k) {
    return with_column(fields, columns, i, j)(i, j, k);
  };
}

} // namespace isobar::python
