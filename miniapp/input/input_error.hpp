#pragma once
#include "input/plain_text.hpp"

#include <stdexcept>

namespace isobar {

/// Something that the user gave is wrong. what() is one line that names the
/// place, the value and what would be right. The program prints it and ends with
/// exit code 2. Control characters in the user's text are written as escapes.
class InputError : public std::runtime_error {
public:
  explicit InputError(std::string_view text) : std::runtime_error(printable(text)) {}
};

} // namespace isobar
