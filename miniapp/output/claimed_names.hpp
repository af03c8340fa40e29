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

/// The files behind the names of a run, and where each was given. Links are followed
/// and hard links are one file, so that no spelling hides a file that is named twice.
class ClaimedNames {
public:
  /// Adds a file. Returns the owner of the same file, if it has one already.
  std::string add(const std::string& name, const std::string& owner);

  /// A name that is used twice, and its first owner. Both are empty if there is none.
  struct Clash {
    std::string name, owner;
  };
  /// Adds all files of a series, those that exist and those that may come. Returns a clash of one of them.
  Clash add(const PlannedSeries& series);

private:
  /// A directory by its device and number, or by its name if it does not exist, and a name in it.
  using Place = std::pair<std::string, std::string>;
  using Inode = std::pair<dev_t, ino_t>;
  struct Series {
    std::string directory, owner;
    std::vector<std::string> texts; ///< as PlannedSeries has them, the first without its directory
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
      directories_; ///< asked once: thousands of ranks have files in one directory
  std::map<Place, std::string> places_;
  std::map<Inode, std::string> files_;
  std::vector<Series> series_;
};

} // namespace isobar
