#include "process/library_places.hpp"

#include "process/code_file.hpp"
#include "process/process_files.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view cache_format = "glibc-ld.so.cache1.1";
constexpr std::array<std::string_view, 5> of_the_system = {"/lib/", "/lib32/", "/lib64/", "/usr/",
                                                           "/opt/"};
constexpr std::array<const char*, 4> default_directories = {"/lib64", "/usr/lib64", "/lib",
                                                            "/usr/lib"};

/// An entry of the cache. Names and paths are offsets from the beginning of the format.
struct CacheEntry {
  std::int32_t flags;
  std::uint32_t name, path, system_version;
  std::uint64_t hardware;
};
constexpr std::size_t head_bytes = 48;

std::uint32_t number_at(std::string_view text, std::size_t place) {
  std::uint32_t number = 0;
  if (place + sizeof number <= text.size()) std::memcpy(&number, &text[place], sizeof number);
  return number;
}

/// The text from this place to the next zero byte.
std::string_view text_at(std::string_view text, std::size_t place) {
  if (place >= text.size()) return {};
  const std::string_view rest = text.substr(place);
  return rest.substr(0, rest.find('\0'));
}

bool can_be_changed(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return true; // somebody who could has removed it
  return status.st_uid == geteuid() || access(path.c_str(), W_OK) == 0;
}

bool is_users(const std::string& path) {
  for (const std::string_view place : of_the_system)
    if (path.starts_with(place)) return false;
  if (geteuid() == 0) return true;
  return can_be_changed(path) || can_be_changed(fs::path(path).parent_path().string());
}

std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? "" : real.string();
}

} // namespace

std::vector<std::string> places_in_cache(const std::string& cache, const std::string& name) {
  const std::size_t start = cache.find(cache_format); // an older format may come before
  if (start == std::string::npos) return {};
  const std::string_view text = std::string_view(cache).substr(start);
  std::vector<std::string> places;
  const std::size_t entries = number_at(text, cache_format.size());
  for (std::size_t n = 0; n < entries; ++n) {
    const std::size_t entry = head_bytes + n * sizeof(CacheEntry);
    if (entry + sizeof(CacheEntry) > text.size()) break;
    if (text_at(text, number_at(text, entry + offsetof(CacheEntry, name))) == name)
      places.emplace_back(text_at(text, number_at(text, entry + offsetof(CacheEntry, path))));
  }
  return places;
}

LibraryPlaces places_of_this_machine() {
  const std::string cache = whole_file("/etc/ld.so.cache", most_hashed_bytes).value_or("");
  LibraryPlaces places;
  places.of_system = [cache](const std::string& name) {
    std::vector<std::string> all = places_in_cache(cache, name);
    for (const char* directory : default_directories)
      all.push_back((fs::path(directory) / name).string());
    return all;
  };
  places.real_path = real_path;
  places.is_users = is_users;
  places.are_same = [](const std::string& one, const std::string& other) {
    const std::string hash = hash_of_code(one);
    return !hash.empty() && hash == hash_of_code(other);
  };
  return places;
}

} // namespace isobar
