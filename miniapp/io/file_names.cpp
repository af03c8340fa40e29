#include "io/file_names.hpp"

#include <climits>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view unconverged = ".unconverged";

} // namespace

fs::path resolved(const std::string& name) {
  constexpr int most_links = 40; // as many as Linux follows
  std::error_code error;
  fs::path path = fs::absolute(name, error);
  for (int n = 0; n < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++n) {
    const fs::path to = fs::read_symlink(path, error);
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  const fs::path parent = fs::weakly_canonical(path.parent_path(), error);
  return error ? path : parent / path.filename();
}

fs::path resolved_directory(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::absolute(name, error).parent_path();
  const fs::path found = fs::weakly_canonical(parent, error);
  return error ? parent : found;
}

std::string NumberedName::with(int number) const {
  return fmt::format("{}{:04d}{}", before, number, after);
}

NumberedName numbered_name(const std::string& name) {
  const fs::path path = name;
  const fs::path before = path.parent_path() / (path.stem().string() + "_at_");
  return {before.string(), path.extension().string()};
}

std::string unconverged_name(const std::string& name) {
  const fs::path file = name;
  const std::string extension = file.extension().string();
  std::string stem = file.stem().string();
  const long longest = pathconf(file.parent_path().c_str(), _PC_NAME_MAX);
  const std::size_t most = longest > 0 ? std::size_t(longest) : NAME_MAX;
  const std::size_t rest = unconverged.size() + extension.size();
  if (stem.size() + rest > most && most > rest) stem.resize(most - rest);
  return (file.parent_path() / (stem + std::string(unconverged) + extension)).string();
}

bool is_unconverged_name(const std::string& name) {
  const fs::path file = name;
  return file.extension() == unconverged || file.stem().extension() == unconverged;
}

std::string vtk_index(const std::string& path, std::string_view extension) {
  return fmt::format("{}.p{}", path, extension);
}

std::string vtk_piece(const std::string& path, int rank, std::string_view extension) {
  return fmt::format("{}_{:04}.{}", path, rank, extension);
}

VtkNames vtk_names(const std::string& path, int ranks, std::string_view extension) {
  VtkNames names{vtk_index(path, extension), {}};
  for (int rank = 0; rank < ranks; ++rank) names.pieces.push_back(vtk_piece(path, rank, extension));
  return names;
}

VtkNames vtk_block_names(const std::string& path, int pieces) {
  VtkNames names = vtk_names(path, pieces);
  names.index = path + ".vtm";
  return names;
}

bool is_stream(const std::string& name) {
  struct stat s = {};
  if (stat(name.c_str(), &s) != 0) return false;
  // Standard output may be redirected to a regular file, which a
  // new file must not replace. Files in memory are below /dev too.
  const bool standard =
      (name.starts_with("/dev/") && !name.starts_with("/dev/shm/")) || name.starts_with("/proc/");
  return S_ISCHR(s.st_mode) || S_ISFIFO(s.st_mode) || (S_ISREG(s.st_mode) && standard);
}

} // namespace isobar
