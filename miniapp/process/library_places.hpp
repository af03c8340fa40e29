#pragma once
#include <functional>
#include <string>
#include <vector>

namespace isobar {

/// Facts about the places of libraries that do not depend on the environment.
struct LibraryPlaces {
  /// Paths at which the system has a library of this name.
  std::function<std::vector<std::string>(const std::string& name)> of_system;
  /// The path of such a file without symbolic links; empty if there is none.
  std::function<std::string(const std::string& path)> real_path;
  /// Whether the user who runs the program may have put the file there.
  std::function<bool(const std::string& path)> is_users;
  /// Whether two files have the same bytes.
  std::function<bool(const std::string& one, const std::string& other)> are_same;
};

/// The places of this machine. The system's are below /lib, /usr and /opt, or cannot
/// be written by the user; root can write all, so that only the first counts for root.
LibraryPlaces places_of_this_machine();

/// Paths of a library in the text of the loader's cache (/etc/ld.so.cache of the GNU C library, format 1.1). Empty for another format.
std::vector<std::string> places_in_cache(const std::string& cache, const std::string& name);

} // namespace isobar
