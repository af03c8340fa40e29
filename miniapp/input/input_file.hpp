#pragma once
#include <cstdint>
#include <string>

namespace isobar {

/// The beginning of a file that the user named, or why it cannot be read.
struct InputFile {
  std::string text;         ///< at most `most` bytes
  std::uintmax_t size = 0;  ///< of the whole file
  std::string problem = {}; ///< "No such file or directory"; empty if nothing is wrong
};

/// Reads at most `most` bytes of a regular file. It does not open other files and
/// reports a problem: a pipe could block for ever, and a device may never end.
InputFile read_input_file(const std::string& path, std::size_t most);

} // namespace isobar
