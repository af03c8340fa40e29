// The C++ part of Python's package isobar (docs/library-python.md).
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

#include <isobar/core/version.hpp>

PYBIND11_MODULE(_isobar, package) {
  namespace python = isobar::python;
  pybind11::options texts;
  texts.disable_function_signatures(); // docstrings have signatures of their own (signatures.hpp)
  package.doc() = "What the package isobar is made of.";
  package.attr("__version__") = std::string(isobar::version);
  python::bind_problem(package);
  python::bind_solver(package);
  // The function runs before Python's objects are destroyed, and before mpi4py finalises MPI.
  pybind11::module_::import("atexit").attr("register")(
      pybind11::cpp_function(python::end_of_python));
}
