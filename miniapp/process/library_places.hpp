#pragma once
#include <functional>
#include <string>
#include <vector>

namespace isobar {

/// Facts about the places of libraries. They do not depend on the environment.
struct LibraryPlaces {
  /// The paths at which the system has a library of this name.
  std::function<std::vector<std::string>(const std::string& name)> of_system;
  /// The path of a file without symbolic links; empty if there is no such file.
  std::function<std::string(const std::string& path)> real_path;
  /// Whether the user who runs the program may have put the file there.
  std::function<bool(const std::string& path)> is_users;
  /// Whether two files have the same bytes.
  std::function<bool(const std::string& one, const std::string& other)> are_same;
};

/// The places of this machine. A place is the system's if it is below /lib, /usr or /opt, or if the
/// user cannot write it. Root can write everywhere, so only the first condition counts for root.
LibraryPlaces places_of_this_machine();

/// The paths of a library in the text of the loader's cache (/etc/ld.so.cache
/// of the GNU C library, format 1.1); empty for another format.
std::vector<std::string> places_in_cache(const std::string& cache, const std::string& name);

} // namespace isobar
