// The module isobar of Python (docs/library.md).
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

#include <isobar/core/version.hpp>

PYBIND11_MODULE(isobar, module) {
  namespace python = isobar::python;
  module.doc() = "Isobar's solver for the pressure correction of weather models.";
  module.attr("__version__") = std::string(isobar::version);
  python::bind_problem(module);
  python::bind_solver(module);
  // Before Python's objects go, and before mpi4py finalises MPI.
  pybind11::module_::import("atexit").attr("register")(
      pybind11::cpp_function(python::end_of_python));
}
