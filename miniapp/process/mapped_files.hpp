#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace isobar {

/// A part of a file that can be executed where it is mapped.
struct MappedFile {
  std::uintptr_t first = 0, end = 0; ///< addresses
  std::string path;
};

/// The executable parts of files in the text of /proc/self/maps; no devices, no memory without a name.
std::vector<MappedFile> mapped_files(const std::string& maps);

} // namespace isobar
