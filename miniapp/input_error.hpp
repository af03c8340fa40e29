#pragma once
#include <stdexcept>

namespace isobar {

/// Something that the user gave is wrong. what() is one line that names the place, the value
/// and what would be right; the program prints it and ends with exit code 2.
class InputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace isobar
