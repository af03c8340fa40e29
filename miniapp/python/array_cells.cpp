#include "python/array_cells.hpp"

#include <algorithm>

namespace isobar::python {
namespace {

constexpr auto number = py::ssize_t(sizeof(double));
constexpr std::array<std::string_view, 6> orders = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};

[[noreturn]] void refuse(const char* name, const std::string& problem) {
  throw py::value_error(fmt::format("{}: {}", name, problem));
}

void check_type(const char* name, py::handle value) {
  if (!py::isinstance<py::array>(value) ||
      py::hasattr(value, "mask")) // masked cells have no number
    throw py::type_error(fmt::format("{}: {}; expected a numpy.ndarray of float64", name,
                                     std::string(py::str(py::type::of(value).attr("__name__")))));
  if (!py::isinstance<py::array_t<double>>(value))
    throw py::type_error(fmt::format(
        "{}: dtype {}; expected float64 in this machine's order of bytes", name,
        std::string(py::str(py::reinterpret_borrow<py::array>(value).dtype().attr("str")))));
}

/// Strides in numbers. Where an axis has one cell or none NumPy may say anything.
std::array<std::size_t, 3> strides_of(const char* name, const py::array& array, bool written) {
  std::array<std::size_t, 3> strides{};
  for (int d = 0; d < 3; ++d) {
    const py::ssize_t stride = array.strides(d);
    strides[std::size_t(d)] = std::size_t(std::max<py::ssize_t>(stride, 0) / number);
    if (array.shape(d) <= 1) continue;
    if (stride < 0)
      refuse(name, fmt::format("stride {} bytes along axis {}; expected one of at least 0: "
                               "numpy.ascontiguousarray copies",
                               stride, d));
    if (stride % number != 0)
      refuse(name, fmt::format("stride {} bytes along axis {}; expected a multiple of {}", stride,
                               d, number));
    if (written && stride == 0 && array.size() > 0)
      refuse(name, fmt::format("stride 0 along axis {}; expected memory for each cell", d));
  }
  return strides;
}

template <class T> CellData<T> cells_of(const char* name, py::handle value, Order order) {
  constexpr bool written = !std::is_const_v<T>;
  check_type(name, value);
  const auto array = py::reinterpret_borrow<py::array>(value);
  if (array.ndim() != 3)
    refuse(name, fmt::format("{} axes; expected 3, which are {}", array.ndim(),
                             orders[std::size_t(order)]));
  if (reinterpret_cast<std::uintptr_t>(array.data()) % alignof(double) != 0)
    refuse(name, fmt::format("not aligned; expected addresses that are multiples of {}",
                             alignof(double)));
  if (written && !array.writeable()) refuse(name, "read-only; expected an array to write to");
  const auto strides = strides_of(name, array, written);
  using View = Kokkos::View<T***, Kokkos::LayoutStride, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const Kokkos::LayoutStride layout(std::size_t(array.shape(0)), strides[0],
                                    std::size_t(array.shape(1)), strides[1],
                                    std::size_t(array.shape(2)), strides[2]);
  return CellData<T>(View(static_cast<T*>(const_cast<void*>(array.data())), layout), order);
}

} // namespace

Order order_of(py::handle word) { return choice<Order>("order", word, orders); }

CellsIn cells_to_read(const char* name, py::handle array, Order order) {
  return cells_of<const double>(name, array, order);
}
CellsOut cells_to_write(const char* name, py::handle array, Order order) {
  return cells_of<double>(name, array, order);
}

py::array_t<double> new_cells(const Partition& part, int nz, Order order) {
  const std::array<py::ssize_t, 3> extents = {part.nx, part.ny, nz};
  std::vector<py::ssize_t> shape;
  for (const int axis : axes_of(order)) shape.push_back(extents[std::size_t(axis)]);
  return py::array_t<double>(shape);
}

} // namespace isobar::python
