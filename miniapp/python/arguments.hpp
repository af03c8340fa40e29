#pragma once
#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <string_view>

/// Translates Python's arguments to C++. Errors are one line that names the argument and its
/// value, and says what would be right: TypeError for another type, ValueError for another value.
namespace isobar::python {

namespace py = pybind11;

/// The value as text: repr(value), or its type if that is long or has several lines.
std::string shown(py::handle value);

/// Converts an argument to T. `expected` says what would be right, as "an integer".
template <class T> T argument(const char* name, py::handle value, const char* expected) {
  try {
    return py::cast<T>(value);
  } catch (const py::cast_error&) {
    throw py::type_error(fmt::format("{} = {}: expected {}", name, shown(value), expected));
  }
}

/// The index of a word in the list of known words.
std::size_t place_among(const char* name, py::handle value,
                        std::span<const std::string_view> words);

/// The enumerator for a word; words have the order of the enumerators.
template <class E>
E choice(const char* name, py::handle value, std::span<const std::string_view> words) {
  return E(place_among(name, value, words));
}

} // namespace isobar::python
