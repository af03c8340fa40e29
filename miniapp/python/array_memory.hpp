#pragma once
#include "python/numbers.hpp"

#include <isobar/cell_data.hpp>

#include <cstdint>
#include <optional>
#include <vector>

/// Memory of arrays that Isobar reads and writes in place: NumPy's, and memory that the two protocols of other libraries describe.
namespace isobar::python {

/// An array of float64 or of float32.
struct ArrayMemory {
  void* data = nullptr;
  Number number = Number::in_double;
  std::vector<std::int64_t> shape, strides; ///< strides in bytes
  bool writeable = true;
  Place place = Place::host;
  py::object owner; ///< keeps it alive
  std::int64_t number_bytes() const {
    return number == Number::in_float ? sizeof(float) : sizeof(double);
  }
};

/// The array's own memory; none if it has other numbers.
std::optional<ArrayMemory> memory_of(const py::array& array);

/// The memory that __cuda_array_interface__ (versions 2 and 3) or __dlpack__ describes. None: the value
/// has neither, or is memory of the host in other numbers. Throws ValueError for memory that this
/// Isobar does not reach, or that has other numbers on a device, TypeError for an invalid description.
std::optional<ArrayMemory> exchanged_memory(const char* name, py::handle value);

} // namespace isobar::python
