#pragma once
#include "python/arguments.hpp"

#include <pybind11/numpy.h>

/// Reads Python's numbers: scalars, lists, NumPy's arrays,
/// and all other values of which NumPy can make arrays.
namespace isobar::python {

/// A NumPy array of the value, over the same memory if possible. A DataArray
/// of xarray gives its own array. `expected` says what would be right. Throws
/// TypeError if the value is no array, masked, or not of real numbers.
py::array array_of(const char* name, py::handle value, const std::string& expected);

/// The names of the axes, such as "zyx", if the value has names and all are x, y or z (xarray.DataArray); else "".
std::string axis_names(py::handle value);

/// The numbers as float64, contiguous and aligned. The
/// array is a copy unless it has this form already.
py::array_t<double> as_float64(const py::array& array);

/// The type of an array's numbers as text, such as "<f4".
std::string type_text(const py::array& array);

} // namespace isobar::python
