#include "process/mapped_files.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace isobar {
namespace {

constexpr std::array<std::string_view, 3> no_files = {"/dev/", "/memfd:", "/SYSV"};
constexpr std::string_view shared_memory = "/dev/shm/";

} // namespace

bool is_path_of_file(const std::string& path) {
  const auto begins = [&](std::string_view prefix) { return path.starts_with(prefix); };
  return path.starts_with(shared_memory) || std::ranges::none_of(no_files, begins);
}

std::vector<MappedFile> mapped_files(const std::string& maps) {
  std::vector<MappedFile> files;
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    unsigned long first = 0, end = 0;
    std::array<char, 5> rights{};
    int at_path = 0; // the path follows offset, device and inode
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %*s %*s %*s %n", &first, &end, rights.data(),
                    &at_path) != 3 ||
        at_path == 0 || rights[2] != 'x')
      continue;
    const std::string path = line.substr(std::size_t(at_path));
    if (path.starts_with('/')) files.push_back({first, end, path});
  }
  return files;
}

} // namespace isobar
