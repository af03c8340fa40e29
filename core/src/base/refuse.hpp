#pragma once
#include <sstream>
#include <stdexcept>

namespace isobar {

/// Throws std::invalid_argument with one line made of all words: the given value, and what would be right.
template <class... Words> [[noreturn]] void refuse(const Words&... words) {
  std::ostringstream line;
  (line << ... << words);
  throw std::invalid_argument(line.str());
}

} // namespace isobar
