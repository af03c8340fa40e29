#pragma once
#include "python/arguments.hpp"

#include <pybind11/numpy.h>

/// Python's numbers: scalars, lists, NumPy's arrays and all that NumPy makes arrays of.
namespace isobar::python {

/// A NumPy array of the value, over the same memory if possible. A DataArray of xarray gives its own. Throws
/// TypeError if the value is no array, masked, or not of real numbers: `expected` says what would be right.
py::array array_of(const char* name, py::handle value, const std::string& expected);

/// The names of the axes if the value has any and all of them are x, y or z (xarray.DataArray), as "zyx"; else "".
std::string axis_names(py::handle value);

/// The same numbers as float64, contiguous and aligned: a copy unless they are that already.
py::array_t<double> as_float64(const py::array& array);

/// "<f4"
std::string type_text(const py::array& array);

} // namespace isobar::python
