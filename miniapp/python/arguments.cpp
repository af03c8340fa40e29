#include "python/arguments.hpp"

#include <algorithm>

namespace isobar::python {

std::string shown(py::handle value) {
  constexpr std::size_t longest = 60;
  const std::string text = py::repr(value);
  if (text.size() <= longest && text.find('\n') == std::string::npos) return text;
  return py::str(py::type::of(value).attr("__name__"));
}

std::size_t place_among(const char* name, py::handle value,
                        std::span<const std::string_view> words) {
  const std::string all = fmt::format("one of \"{}\"", fmt::join(words, "\", \""));
  const auto word = argument<std::string>(name, value, all.c_str());
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw py::value_error(fmt::format("{} = \"{}\": expected {}", name, word, all));
  return std::size_t(found - words.begin());
}

} // namespace isobar::python
