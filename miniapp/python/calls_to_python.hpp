#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

/// Functions of Python that a solve calls, on the thread that calls it: a monitor and own parts.
namespace isobar::python {

/// An exception of Python on its way through Isobar, which other ranks are told in one line. It may be copied and destroyed without
/// the GIL.
class PythonError : public std::exception {
public:
  /// With the GIL.
  explicit PythonError(py::error_already_set& error);
  const char* what() const noexcept override { return line_.c_str(); }
  const py::error_already_set& error() const { return error_; }

private:
  py::error_already_set error_;
  std::string line_; ///< "ValueError: boom"
};

/// Whether this thread is in a function of Python that a solve has called.
bool within_call();
/// Throws std::runtime_error if it is: another call of Isobar would wait for the solve to end.
void refuse_within_call();

/// Empty for None. `monitor(state)` with an IterationState; what it returns asks to stop if it is true.
std::function<bool(const IterationState&)> monitor_of(py::handle monitor);

/// `preconditioner(r, z)` and `matrix(u, v)` with NumPy arrays a[j, i, k] over the solver's memory, of which the first is read-only. None:
/// Isobar's own. A function that keeps an array gets a RuntimeError. Throws ValueError beside GPUs.
OwnParts own_parts_of(py::handle preconditioner, py::handle matrix);

} // namespace isobar::python
