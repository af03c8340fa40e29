#include "python/numbers.hpp"

namespace isobar::python {
namespace {

[[noreturn]] void refuse(const char* name, const std::string& found, const std::string& expected) {
  throw py::type_error(fmt::format("{}{}: expected {}", name, found, expected));
}

bool is_masked(py::handle value) {
  const py::dict modules = py::module_::import("sys").attr("modules");
  return modules.contains("numpy.ma") &&
         py::isinstance(value, modules["numpy.ma"].attr("MaskedArray"));
}

/// Returns numpy.asarray(value), or None if NumPy refuses the value.
py::object converted(py::handle value) {
  const bool by_dlpack = py::hasattr(value, "__dlpack__") && !py::hasattr(value, "__array__");
  try {
    return py::module_::import("numpy").attr(by_dlpack ? "from_dlpack" : "asarray")(value);
  } catch (py::error_already_set& error) { // lists of several lengths, memory of a device
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    return py::none();
  }
}

} // namespace

std::string type_text(const py::array& array) { return py::str(array.dtype().attr("str")); }

py::array array_of(const char* name, py::handle value, const std::string& expected) {
  if (is_masked(value)) refuse(name, ": masked cells have no number", expected);
  const py::object array = converted(value);
  if (!py::isinstance<py::array>(array)) refuse(name, " = " + shown(value), expected);
  const auto numbers = py::reinterpret_borrow<py::array>(array);
  const char kind = numbers.dtype().kind();
  if (kind == 'f' || kind == 'i' || kind == 'u') return numbers;
  refuse(name, py::hasattr(value, "dtype") ? ": dtype " + type_text(numbers) : " = " + shown(value),
         expected);
}

std::string axis_names(py::handle value) {
  if (py::isinstance<py::array>(value) || !py::hasattr(value, "dims")) return "";
  const py::object names = value.attr("dims");
  if (!py::isinstance<py::tuple>(names)) return "";
  std::string all;
  for (const py::handle name : names) {
    if (!py::isinstance<py::str>(name)) return "";
    const auto text = name.cast<std::string>();
    if (text != "x" && text != "y" && text != "z") return "";
    all += text;
  }
  return all;
}

py::array_t<double> as_float64(const py::array& array) {
  const bool aligned = array.attr("flags").attr("aligned").cast<bool>();
  const py::object numbers = aligned ? py::object(array) : array.attr("copy")();
  return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(numbers);
}

} // namespace isobar::python
