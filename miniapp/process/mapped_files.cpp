#include "process/mapped_files.hpp"

#include <array>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace isobar {
namespace {

constexpr std::array<std::string_view, 3> no_files = {"/dev/", "/memfd:", "/SYSV"};

bool is_file(const std::string& path) {
  if (path.empty() || path[0] != '/') return false;
  for (const std::string_view prefix : no_files)
    if (path.starts_with(prefix)) return false;
  return true;
}

} // namespace

std::vector<MappedFile> mapped_files(const std::string& maps) {
  std::vector<MappedFile> files;
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    unsigned long first = 0, end = 0;
    std::array<char, 5> rights{};
    int at_path = 0; // behind offset, device and inode
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %*s %*s %*s %n", &first, &end, rights.data(),
                    &at_path) != 3 ||
        at_path == 0 || rights[2] != 'x')
      continue;
    const std::string path = line.substr(std::size_t(at_path));
    if (is_file(path)) files.push_back({first, end, path});
  }
  return files;
}

} // namespace isobar
