#include "python/calls_to_python.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <pybind11/numpy.h>

#include <memory>
#include <utility>

namespace isobar::python {
namespace {

thread_local int calls = 0;

/// Holds the GIL while a function of Python runs, or while the
/// function is destroyed with the objects to which it refers.
class Call {
public:
  Call() { ++calls; }
  ~Call() { --calls; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

private:
  py::gil_scoped_acquire gil_;
};

/// Returns what use() returns. An exception of Python becomes a PythonError.
template <class Use> auto in_python(const Use& use) {
  const Call call;
  try {
    return use();
  } catch (py::error_already_set& error) {
    throw PythonError(error);
  }
}

std::string one_line(const py::error_already_set& error) {
  const std::string type = py::str(error.type().attr("__name__"));
  std::string text = py::str(error.value());
  if (const auto end = text.find('\n'); end != std::string::npos) text.resize(end);
  return text.empty() ? type : type + ": " + text;
}

/// A function that may be copied and destroyed without the GIL.
using Function = std::shared_ptr<const py::object>;

/// The function of an argument; null for None. Throws TypeError if it cannot be called.
Function function_of(const char* name, py::handle value, const char* expected) {
  if (value.is_none()) return {};
  if (PyCallable_Check(value.ptr()) == 0)
    throw py::type_error(fmt::format("{} = {}: expected {} or None", name, shown(value), expected));
  return {new py::object(py::reinterpret_borrow<py::object>(value)), [](const py::object* object) {
            const Call call;
            delete object;
          }};
}

/// An array a[j, i, k] over the cells' own memory.
template <class T> py::array array_over(const DeviceCells<T>& cells) {
  constexpr auto number = py::ssize_t(sizeof(double));
  const auto extent = [&](int d) { return py::ssize_t(cells.extent(d)); };
  const auto stride = [&](int d) { return py::ssize_t(cells.stride(d)) * number; };
  py::array array(py::dtype::of<double>(), {extent(1), extent(0), extent(2)},
                  {stride(1), stride(0), stride(2)}, cells.data(), py::none());
  if (std::is_const_v<T>) array.attr("setflags")(py::arg("write") = false);
  return array;
}

using ReadCells = DeviceCells<const double>;
using WrittenCells = DeviceCells<double>;

std::function<void(const ReadCells&, const WrittenCells&)> part_of(const char* name,
                                                                   py::handle value) {
  const Function function = function_of(name, value, "a function of two arrays");
  if (!function) return {};
  if (!on_host)
    throw py::value_error(
        fmt::format("{} = {}: this Isobar is built for GPUs, where operators of the caller are "
                    "C++'s alone; expected None",
                    name, shown(value)));
  return [name, function](const ReadCells& from, const WrittenCells& to) {
    in_python([&] {
      const py::array read = array_over(from), written = array_over(to);
      (*function)(read, written);
      if (read.ref_count() > 1 || written.ref_count() > 1)
        throw std::runtime_error(fmt::format(
            "{}: an array is kept after the call; expected a copy, as the memory is the solver's",
            name));
    });
  };
}

} // namespace

PythonError::PythonError(py::error_already_set& error)
    : error_(error), // NOLINT(bugprone-throw-keyword-missing)
      line_(one_line(error)) {}

bool within_call() { return calls > 0; }

void refuse_within_call() {
  if (within_call())
    throw std::runtime_error(
        "a monitor or an operator of the caller calls Isobar; expected it to wait until the "
        "solve has ended");
}

std::function<bool(const IterationState&)> monitor_of(py::handle monitor) {
  const Function function = function_of("monitor", monitor, "a function of an IterationState");
  if (!function) return {};
  return [function](const IterationState& state) {
    return in_python([&] {
      const int truth = PyObject_IsTrue((*function)(state).ptr());
      if (truth < 0) throw py::error_already_set();
      return truth != 0;
    });
  };
}

CallerOperators caller_operators_of(py::handle preconditioner, py::handle matrix) {
  return {part_of("preconditioner", preconditioner), part_of("matrix", matrix)};
}

} // namespace isobar::python
