#include "python/array_memory.hpp"

#include "python/dlpack.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <pybind11/stl.h>

namespace isobar::python {
namespace {

#if defined(KOKKOS_ENABLE_CUDA)
constexpr std::optional<dlpack::DeviceType> own_device = dlpack::cuda;
#elif defined(KOKKOS_ENABLE_HIP)
constexpr std::optional<dlpack::DeviceType> own_device = dlpack::rocm;
#else
constexpr std::optional<dlpack::DeviceType> own_device = std::nullopt;
#endif

[[noreturn]] void refuse(const char* name, const std::string& problem) {
  throw py::value_error(fmt::format("{}: {}", name, problem));
}

/// NumPy's name for float64 or float32 in this machine's byte order.
template <class T> std::string own_type() { return py::str(py::dtype::of<T>().attr("str")); }

std::vector<std::int64_t> contiguous_strides(const ArrayMemory& memory) {
  std::vector<std::int64_t> strides(memory.shape.size());
  std::int64_t stride = memory.number_bytes();
  for (std::size_t d = strides.size(); d-- > 0; stride *= memory.shape[d]) strides[d] = stride;
  return strides;
}

[[noreturn]] void refuse_device(const char* name, const std::string& device) {
  refuse(name, fmt::format("memory of {}, which this Isobar does not reach: it is built for {}; "
                           "expected memory of the host",
                           device, own_device ? "other devices" : "hosts"));
}

/// The place of memory on this type of device. Throws ValueError if this Isobar does not reach it.
Place place_of(const char* name, std::int32_t type) {
  switch (type) {
  case dlpack::cpu:
  case dlpack::cuda_host:
  case dlpack::rocm_host: return Place::host;
  case dlpack::cuda_managed:
    if (own_device == dlpack::cuda) return Place::device;
    return Place::host;
  default:
    if (own_device == type) return Place::device;
    if (type == dlpack::cuda) refuse_device(name, "a CUDA device");
    if (type == dlpack::rocm) refuse_device(name, "a ROCm device");
    refuse_device(name, fmt::format("a device of DLPack's type {}", type));
  }
}

/// Reads an entry of a __cuda_array_interface__.
template <class T>
T entry(const char* name, const py::dict& interface, const char* key, const char* expected) {
  const std::string place = fmt::format("{}.__cuda_array_interface__[\"{}\"]", name, key);
  const py::object value = interface.contains(key) ? py::object(interface[key]) : py::none();
  try {
    return py::cast<T>(value);
  } catch (const py::cast_error&) {
    throw py::type_error(fmt::format("{} = {}: expected {}", place, shown(value), expected));
  }
}

ArrayMemory cuda_memory(const char* name, py::handle value) {
  const py::object given = value.attr("__cuda_array_interface__");
  if (!py::isinstance<py::dict>(given))
    throw py::type_error(
        fmt::format("{}.__cuda_array_interface__ = {}: expected a dict", name, shown(given)));
  const py::dict interface = given;
  ArrayMemory memory;
  memory.owner = py::reinterpret_borrow<py::object>(value);
  memory.shape = entry<std::vector<std::int64_t>>(name, interface, "shape", "a tuple of integers");
  const auto type = entry<std::string>(name, interface, "typestr", "a text");
  const auto [address, read_only] = entry<std::pair<std::uintptr_t, bool>>(
      name, interface, "data", "an address and whether it is read-only");
  memory.data = reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr)
  memory.writeable = !read_only;
  if (type == own_type<float>()) memory.number = Number::in_float;
  const bool strided = interface.contains("strides") && !interface["strides"].is_none();
  memory.strides = strided ? entry<std::vector<std::int64_t>>(name, interface, "strides",
                                                              "a tuple of integers or None")
                           : contiguous_strides(memory);
  if (memory.strides.size() != memory.shape.size())
    refuse(name, fmt::format("{} strides in __cuda_array_interface__ for {} axes",
                             memory.strides.size(), memory.shape.size()));
  memory.place = place_of(name, own_device.value_or(dlpack::cuda));
  if (type != own_type<double>() && type != own_type<float>())
    refuse(name, fmt::format("dtype {} on a device; expected {} or {}", type, own_type<double>(),
                             own_type<float>()));
  return memory;
}

std::optional<ArrayMemory> dlpack_memory(const char* name, py::handle value) {
  const auto device = py::cast<std::pair<std::int32_t, std::int32_t>>(
      value.attr("__dlpack_device__")()); // checked before memory is asked for
  const Place place = place_of(name, device.first);
  const py::object capsule = value.attr("__dlpack__")();
  // The capsule is kept and not renamed, so that it deletes the tensor when it is destroyed.
  const auto* const managed =
      static_cast<const dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (managed == nullptr) throw py::error_already_set();
  const dlpack::Tensor& tensor = managed->tensor;
  const int bits = tensor.type.bits;
  if (tensor.type.code != 2 || (bits != 64 && bits != 32) || tensor.type.lanes != 1) {
    if (place == Place::host) return {};
    refuse(name, fmt::format("{} bits of DLPack's type {} on a device; expected float64 or float32",
                             bits, int(tensor.type.code)));
  }
  ArrayMemory memory;
  memory.number = bits == 32 ? Number::in_float : Number::in_double;
  memory.data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  memory.shape.assign(tensor.shape, tensor.shape + tensor.axes);
  if (tensor.strides == nullptr) memory.strides = contiguous_strides(memory);
  else
    for (int d = 0; d < tensor.axes; ++d)
      memory.strides.push_back(tensor.strides[d] * memory.number_bytes());
  memory.place = place;
  memory.owner = capsule;
  return memory;
}

} // namespace

std::optional<ArrayMemory> memory_of(const py::array& array) {
  ArrayMemory memory;
  if (py::isinstance<py::array_t<float>>(array)) memory.number = Number::in_float;
  else if (!py::isinstance<py::array_t<double>>(array)) return {};
  memory.data = const_cast<void*>(array.data());
  memory.shape.assign(array.shape(), array.shape() + array.ndim());
  memory.strides.assign(array.strides(), array.strides() + array.ndim());
  memory.writeable = array.writeable();
  memory.owner = array;
  return memory;
}

std::optional<ArrayMemory> exchanged_memory(const char* name, py::handle value) {
  if (py::isinstance<py::array>(value)) return {};
  if (py::hasattr(value, "__cuda_array_interface__")) return cuda_memory(name, value);
  if (py::hasattr(value, "__dlpack__") && py::hasattr(value, "__dlpack_device__"))
    return dlpack_memory(name, value);
  return {};
}

} // namespace isobar::python
