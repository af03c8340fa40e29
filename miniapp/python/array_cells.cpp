#include "python/array_cells.hpp"

#include <algorithm>
#include <array>

namespace isobar::python {
namespace {

constexpr std::array<std::string_view, 6> orders = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};

[[noreturn]] void refuse(const char* name, const std::string& problem) {
  throw py::value_error(fmt::format("{}: {}", name, problem));
}

std::string type_name(py::handle value) { return py::str(py::type::of(value).attr("__name__")); }

bool is_aligned(const ArrayMemory& memory) {
  const std::int64_t number = memory.number_bytes();
  bool aligned = reinterpret_cast<std::uintptr_t>(memory.data) % std::uintptr_t(number) == 0;
  for (std::size_t d = 0; d < memory.shape.size(); ++d)
    aligned = aligned && (memory.shape[d] <= 1 || memory.strides[d] % number == 0);
  return aligned;
}

/// The stride in numbers; 0 for an axis with at most one cell, whose stride may be anything.
std::int64_t stride_of(const ArrayMemory& memory, std::size_t axis) {
  return memory.shape[axis] <= 1 ? 0 : memory.strides[axis] / memory.number_bytes();
}

/// Describes an array's memory as cells to write, which may also be read.
CellsOut cells_of(const char* name, const ArrayMemory& memory, Order order) {
  if (memory.shape.size() != 3)
    refuse(name, fmt::format("{} axes; expected 3, which are {}", memory.shape.size(),
                             orders[std::size_t(order)]));
  if (!is_aligned(memory))
    refuse(name, fmt::format("not aligned; expected addresses and strides that are multiples of {}",
                             memory.number_bytes()));
  std::array<std::int64_t, 3> extents{}, strides{};
  for (std::size_t d = 0; d < 3; ++d) {
    const auto axis = std::size_t(axes_of(order)[d]);
    extents[axis] = memory.shape[d];
    strides[axis] = stride_of(memory, d);
  }
  const auto of = [&](auto* numbers) { return CellsOut(numbers, extents, strides, memory.place); };
  return memory.number == Number::in_float ? of(static_cast<float*>(memory.data))
                                           : of(static_cast<double*>(memory.data));
}

void check_written(const char* name, const ArrayMemory& memory) {
  if (!memory.writeable) refuse(name, "read-only; expected an array to write to");
  const bool empty = std::count(memory.shape.begin(), memory.shape.end(), 0) > 0;
  for (std::size_t d = 0; d < memory.shape.size() && !empty; ++d)
    if (memory.shape[d] > 1 && memory.strides[d] == 0)
      refuse(name, fmt::format("stride 0 along axis {}; expected memory for each cell", d));
}

ArrayMemory memory_to_read(const char* name, py::handle value) {
  if (auto memory = exchanged_memory(name, value)) return *memory;
  const py::array array = array_of(name, value, "an array of numbers");
  if (const auto memory = memory_of(array); memory && is_aligned(*memory)) return *memory;
  return *memory_of(as_float64(array));
}

/// The array that is written; an xarray.DataArray contains one.
py::object written_array(const char* name, py::handle value) {
  const bool holds_one = !py::isinstance<py::array>(value) && py::hasattr(value, "dims");
  py::object array = holds_one ? value.attr("data") : py::reinterpret_borrow<py::object>(value);
  if (!py::isinstance<py::array>(array) || py::hasattr(array, "mask"))
    throw py::type_error(fmt::format("{}: {}; expected a numpy.ndarray of float64 or float32", name,
                                     type_name(array)));
  return array;
}

} // namespace

Order order_of(const char* name, py::handle array, py::handle word) {
  const std::string names = axis_names(array);
  const auto* const named = std::find(orders.begin(), orders.end(), names);
  if (word.is_none()) return named == orders.end() ? Order::yxz : Order(named - orders.begin());
  const auto order = choice<Order>("order", word, orders);
  if (named != orders.end() && orders[std::size_t(order)] != names)
    throw py::value_error(fmt::format("order = \"{}\": {} has axes named {}; expected the same",
                                      orders[std::size_t(order)], name, names));
  return order;
}

CellsRead::CellsRead(const char* name, py::handle value, Order order)
    : memory_(memory_to_read(name, value)), cells_(cells_of(name, memory_, order)) {}

CellsWritten::CellsWritten(const char* name, py::handle value, Order order) {
  if (auto memory = exchanged_memory(name, value)) {
    memory_ = *memory;
  } else {
    const auto array = py::reinterpret_borrow<py::array>(written_array(name, value));
    const auto own = memory_of(array);
    if (!own)
      throw py::type_error(fmt::format("{}: dtype {}; expected float64 or float32 in this "
                                       "machine's order of bytes",
                                       name, type_text(array)));
    memory_ = *own;
  }
  check_written(name, memory_);
  cells_ = cells_of(name, memory_, order);
}

py::array_t<double> new_cells(int nx, int ny, int nz, Order order) {
  const std::array<py::ssize_t, 3> extents = {nx, ny, nz};
  std::vector<py::ssize_t> shape;
  for (const int axis : axes_of(order)) shape.push_back(extents[std::size_t(axis)]);
  return py::array_t<double>(shape);
}

} // namespace isobar::python
