#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

/// Functions of Python that a solve calls, on the thread that calls it: a monitor and operators of the caller.
namespace isobar::python {

/// An exception of Python on its way through Isobar, of which other
/// ranks get one line. It may be copied and destroyed without the GIL.
class PythonError : public std::exception {
public:
  /// Needs the GIL.
  explicit PythonError(py::error_already_set& error);
  const char* what() const noexcept override { return line_.c_str(); }
  const py::error_already_set& error() const { return error_; }

private:
  py::error_already_set error_;
  std::string line_; ///< "ValueError: boom"
};

/// Whether this thread is in a function of Python that a solve has called.
bool within_call();
/// Throws std::runtime_error if it is: another call of Isobar would wait for the end of the solve.
void refuse_within_call();

/// Empty for None. `monitor(state)` gets an IterationState; a true result asks to stop.
std::function<bool(const IterationState&)> monitor_of(py::handle monitor);

/// `preconditioner(r, z)` and `matrix(u, v)` get NumPy arrays a[j, i, k] over the solver's memory; the first is
/// read-only. None: Isobar's own. A function that keeps an array gets a RuntimeError. Throws ValueError with GPUs.
CallerOperators caller_operators_of(py::handle preconditioner, py::handle matrix);

} // namespace isobar::python
