#pragma once
#include "python/numbers.hpp"

#include <isobar/cell_data.hpp>

#include <cstdint>
#include <optional>
#include <vector>

/// Finds the memory of arrays that Isobar reads and writes in place:
/// NumPy's, and memory that the two protocols of other libraries describe.
namespace isobar::python {

/// The memory of an array of float64 or float32.
struct ArrayMemory {
  void* data = nullptr;
  Number number = Number::in_double;
  std::vector<std::int64_t> shape, strides; ///< strides in bytes
  bool writeable = true;
  Place place = Place::host;
  py::object owner; ///< keeps the memory alive
  std::int64_t number_bytes() const {
    return number == Number::in_float ? sizeof(float) : sizeof(double);
  }
};

/// The memory of a NumPy array; none if its numbers are of another type.
std::optional<ArrayMemory> memory_of(const py::array& array);

/// The memory that __cuda_array_interface__ (versions 2 and 3) or __dlpack__ describes.
/// It is none if the value has neither, or is memory of the host with numbers of
/// another type. Throws ValueError for memory that this Isobar does not reach, and for
/// other types of numbers on a device. Throws TypeError for an invalid description.
std::optional<ArrayMemory> exchanged_memory(const char* name, py::handle value);

} // namespace isobar::python
