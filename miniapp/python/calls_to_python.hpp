#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

/// Calls functions of Python from a solve, on the thread
/// that calls it: a monitor, and operators of the caller.
namespace isobar::python {

/// An exception of Python on its way through Isobar. Other ranks get
/// one line of it. It may be copied and destroyed without the GIL.
class PythonError : public std::exception {
public:
  /// Takes the exception; needs the GIL.
  explicit PythonError(py::error_already_set& error);
  const char* what() const noexcept override { return line_.c_str(); }
  const py::error_already_set& error() const { return error_; }

private:
  py::error_already_set error_;
  std::string line_; ///< such as "ValueError: boom"
};

/// Whether this thread runs a function of Python that a solve has called.
bool within_call();
/// Throws std::runtime_error within such a function: another
/// call of Isobar would wait for the end of the solve.
void refuse_within_call();

/// Makes a monitor; empty for None. `monitor(state)` gets
/// an IterationState; a true result asks the solve to stop.
std::function<bool(const IterationState&)> monitor_of(py::handle monitor);

/// Makes the caller's operators. `preconditioner(r, z)` and `matrix(u, v)` get NumPy arrays a[j,
/// i, k] over the solver's memory, the first of which is read-only; None stands for Isobar's own
/// part. A function that keeps an array gets a RuntimeError. Throws ValueError with GPUs.
CallerOperators caller_operators_of(py::handle preconditioner, py::handle matrix);

} // namespace isobar::python
