#include "output/claimed_names.hpp"

#include "io/file_names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>
#include <sys/stat.h>

namespace isobar {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view digits = "0123456789";

/// The device and inode number of a file or a directory, if it exists.
std::optional<std::pair<dev_t, ino_t>> inode_of(const fs::path& path) {
  struct stat s = {};
  if (stat(path.c_str(), &s) != 0) return {};
  return std::pair{s.st_dev, s.st_ino};
}

/// Removes the digits of an output's or a rank's number
/// from the beginning. Returns whether there were any.
bool take_number(std::string_view& text) {
  constexpr std::size_t least_digits = 4;
  const std::size_t end = std::min(text.find_first_not_of(digits), text.size());
  text.remove_prefix(end);
  return end >= least_digits;
}

/// Removes `part` from the beginning. Returns whether it was there.
bool take(std::string_view& text, std::string_view part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

/// The numbers that occur in these texts, and 1.
std::set<int> numbers_in(const std::vector<std::string>& texts) {
  constexpr std::size_t most_digits = 9; // the most digits of an int
  std::set<int> numbers{1};
  for (const std::string& text : texts)
    for (std::size_t at = text.find_first_of(digits); at < text.size();) {
      const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
      if (end - at <= most_digits) numbers.insert(std::stoi(text.substr(at, end - at)));
      at = text.find_first_of(digits, end);
    }
  return numbers;
}

} // namespace

bool ClaimedNames::Series::covers(const Place& file) const {
  std::string_view rest = file.second;
  if (file.first != directory || !take(rest, texts.front())) return false;
  for (std::size_t n = 1; n < texts.size(); ++n)
    if (!take_number(rest) || !take(rest, texts[n])) return false;
  return rest.empty();
}

/// The name with this number in a series without ranks.
std::string ClaimedNames::Series::name(int number) const {
  return NumberedName{texts.front(), texts.back()}.with(number);
}

ClaimedNames::File ClaimedNames::file_of(const fs::path& path) {
  const fs::path directory = path.parent_path();
  const auto [known, is_new] = directories_.try_emplace(directory.string(), directory.string());
  if (is_new)
    if (const auto inode = inode_of(directory))
      known->second = fmt::format("{} {}", inode->first, inode->second);
  return {{known->second, path.filename().string()}, inode_of(path)};
}

std::string ClaimedNames::owner_of(const File& file) const {
  if (const auto found = places_.find(file.place); found != places_.end()) return found->second;
  if (file.inode) // two hard links are one file, too
    if (const auto found = files_.find(*file.inode); found != files_.end()) return found->second;
  for (const Series& series : series_)
    if (series.covers(file.place)) return series.owner;
  return {};
}

void ClaimedNames::keep(const File& file, const std::string& owner) {
  places_.try_emplace(file.place, owner);
  if (file.inode) files_.try_emplace(*file.inode, owner);
}

std::string ClaimedNames::add(const std::string& name, const std::string& owner) {
  const File file = file_of(resolved(name));
  std::string other = owner_of(file);
  if (other.empty()) keep(file, owner);
  return other;
}

/// The clash with a claimed name or with another series. Series clash
/// only if one of them has no ranks. Its names meet those of the
/// other for a number in the other's texts, or else for any number.
ClaimedNames::Clash ClaimedNames::clash_of(const Series& series) const {
  for (const auto& [place, owner] : places_)
    if (series.covers(place)) return {place.second, owner};
  for (const Series& other : series_) {
    const bool first = series.texts.size() == 2;
    const Series &one = first ? series : other, &two = first ? other : series;
    if (one.texts.size() != 2) continue;
    for (const int number : numbers_in(two.texts))
      if (two.covers({one.directory, one.name(number)})) return {one.name(number), other.owner};
  }
  return {};
}

ClaimedNames::Clash ClaimedNames::add(const PlannedSeries& planned) {
  const fs::path directory = resolved_directory(planned.texts.front());
  Series series{file_of(directory / "any").place.first, planned.origin, planned.texts};
  series.texts.front() = fs::path(planned.texts.front()).filename().string();
  if (Clash clash = clash_of(series); !clash.owner.empty()) return clash;
  // A file of an earlier run may be a link to another file.
  std::vector<File> existing;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!series.covers({series.directory, name})) continue;
    existing.push_back(file_of(resolved(entry.path().string())));
    if (const std::string owner = owner_of(existing.back()); !owner.empty()) return {name, owner};
  }
  for (const File& file : existing) keep(file, planned.origin);
  series_.push_back(std::move(series));
  return {};
}

} // namespace isobar
