#include "python/domain_arrays.hpp"

#include <pybind11/numpy.h>

namespace isobar::python {

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

DomainArray domain_array(const char* name, py::handle value, const char* expected) {
  if (!py::isinstance<py::array_t<double>>(value) || py::hasattr(value, "mask"))
    throw py::type_error(fmt::format("{} = {}: expected {}, as a numpy.ndarray of float64", name,
                                     shown(value), expected));
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  DomainArray copy;
  copy.shape.assign(array.shape(), array.shape() + array.ndim());
  copy.numbers =
      std::make_shared<const std::vector<double>>(array.data(), array.data() + array.size());
  return copy;
}

DomainArray domain_array(const char* name, py::handle value,
                         const std::vector<py::ssize_t>& shape) {
  const std::string expected = "an array of shape " + shape_text(shape);
  DomainArray array = domain_array(name, value, expected.c_str());
  if (array.shape != shape)
    throw py::value_error(
        fmt::format("{}: shape {}; expected {}", name, shape_text(array.shape), shape_text(shape)));
  return array;
}

HorizontalField field_over(const DomainArray& array) {
  return [numbers = array.numbers,
          view = field_of_array(array.numbers->data(), 1, array.shape.at(1))](int i, int j) {
    return view(i, j);
  };
}

CellField cells_over(const DomainArray& array) {
  const py::ssize_t nx = array.shape.at(1), nz = array.shape.at(2);
  return [numbers = array.numbers, view = cells_of_array(array.numbers->data(), nz, nx * nz, 1)](
             int i, int j, int k) { return view(i, j, k); };
}

} // namespace isobar::python
