#pragma once
#include <cstdint>
#include <string>

namespace isobar {

/// The beginning of a file that the user named, or why it cannot be read.
struct InputFile {
  std::string text;         ///< at most as many bytes as were asked for
  std::uintmax_t size = 0;  ///< of the whole file
  std::string problem = {}; ///< "No such file or directory"; empty if nothing is wrong
};

/// Reads at most `most` bytes of a regular file. Other files are a problem and are
/// not opened: the program would wait forever for a pipe, and a device may never end.
InputFile read_input_file(const std::string& path, std::size_t most);

} // namespace isobar
