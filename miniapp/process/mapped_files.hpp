#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace isobar {

/// An executable part of a file, and the addresses where it is mapped.
struct MappedFile {
  std::uintptr_t first = 0, end = 0; ///< addresses
  std::string path;
};

/// The executable parts of files with a path in the text of /proc/self/maps.
std::vector<MappedFile> mapped_files(const std::string& maps);
/// Whether it is the path of a file on a disk or in shared memory.
/// Other paths are devices, and memory that drivers and compilers name.
bool is_path_of_file(const std::string& path);

} // namespace isobar
