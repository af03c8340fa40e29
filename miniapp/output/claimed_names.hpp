#pragma once
#include "output/planned_outputs.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace isobar {

/// Keeps the files behind the names of a run, and where the deck gives each. It follows
/// links, and hard links are one file, so that no spelling hides a file that is named twice.
class ClaimedNames {
public:
  /// Adds a file. Returns the owner of the same file if it already has one, else "".
  std::string add(const std::string& name, const std::string& owner);

  /// A name that is used twice, and its first owner. Both are empty if there is no clash.
  struct Clash {
    std::string name, owner;
  };
  /// Adds all files of a series: those that exist and those
  /// that the run may write. Returns a clash of one of them.
  Clash add(const PlannedSeries& series);

private:
  /// A directory and a name in it. The directory is given by
  /// its device and inode, or by its name if it does not exist.
  using Place = std::pair<std::string, std::string>;
  using Inode = std::pair<dev_t, ino_t>;
  struct Series {
    std::string directory, owner;
    std::vector<std::string> texts; ///< those of PlannedSeries, the first without its directory
    bool covers(const Place& file) const;
    std::string name(int number) const;
  };
  /// The identity of a file.
  struct File {
    Place place;
    std::optional<Inode> inode; ///< if it exists
  };
  File file_of(const std::filesystem::path& path);
  std::string owner_of(const File& file) const;
  void keep(const File& file, const std::string& owner);
  Clash clash_of(const Series& series) const;

  std::map<std::string, std::string>
      directories_; ///< looked up once: thousands of ranks have files in one directory
  std::map<Place, std::string> places_;
  std::map<Inode, std::string> files_;
  std::vector<Series> series_;
};

} // namespace isobar
