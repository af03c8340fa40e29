#include "output/planned_outputs.hpp"

#include "deck/deck_files.hpp"
#include "io/file_names.hpp"
#include "io/netcdf_layout.hpp"
#include "io/partial_file.hpp"
#include "output/cf_file.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace fs = std::filesystem;
namespace {

/// No report is smaller.
constexpr Int64 report_bytes = 4096;

/// What a name is, or nothing if it is a regular file or does not exist.
std::string kind_problem(const PlannedOutput& output) {
  struct stat s = {};
  if (stat(output.name.c_str(), &s) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {}; // creating it will show
    return fmt::format("cannot write it: {}; expected a writable file", std::strerror(errno));
  }
  if (S_ISDIR(s.st_mode)) return "is a directory; expected a file";
  if (S_ISREG(s.st_mode) || goes_to_stream(output)) return {};
  return "is no regular file; expected one, or a new name";
}

/// What can be said of a file's name and size without creating anything.
std::string writing_problem(const fs::path& target, Int64 bytes) {
  const auto problem = [&](int error) {
    return fmt::format("cannot write it: {}; expected a writable file", std::strerror(error));
  };
  if (target.filename().empty() || target.filename() == "." || target.filename() == "..")
    return "is a directory; expected a file";
  struct stat s = {};
  if (lstat(target.c_str(), &s) == 0) {
    if (access(target.c_str(), W_OK) != 0) return problem(errno);
  } else if (errno != ENOENT) return problem(errno);
  rlimit limit = {};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      Int64(limit.rlim_cur) < bytes)
    return fmt::format("cannot write it: it needs {} bytes and the limit on a file's size is {}; "
                       "expected a higher limit (ulimit -f)",
                       bytes, limit.rlim_cur);
  return {};
}

/// Creating is the only sure test of a directory: root may pass all questions about permissions and
/// still fail.
std::string creation_problem(const fs::path& target) {
  try {
    const PartialFile probe(target, 0);
  } catch (const FileError& e) {
    const std::string line = e.what(); // names the file, which our caller does too
    return line.substr(target.string().size() + 2) + "; expected a writable file";
  }
  return {};
}

/// The files that the names of a run stand for, where each was given, and the directories that were
/// tried.
class Names {
public:
  /// Adds a file. Returns who has the same file already, or nothing.
  std::string add(const fs::path& file, const std::string& owner) {
    const auto [path, is_new] = paths_.try_emplace(file.string(), owner);
    if (!is_new) return path->second;
    struct stat s = {}; // two hard links are one file as well
    if (stat(file.c_str(), &s) != 0) return {};
    const auto [inode, is_new_inode] = inodes_.try_emplace({s.st_dev, s.st_ino}, owner);
    return is_new_inode ? "" : inode->second;
  }
  /// Tries once for each directory: thousands of ranks have files in one.
  std::string try_directory(const fs::path& target) {
    return directories_.insert(target.parent_path()).second ? creation_problem(target) : "";
  }

private:
  std::set<fs::path> directories_;
  std::map<std::string, std::string> paths_;
  std::map<std::pair<dev_t, ino_t>, std::string> inodes_;
};

std::string problem_of(const PlannedOutput& output, bool beside, Names& names) {
  if (std::string problem = kind_problem(output); !problem.empty()) return problem;
  if (goes_to_stream(output)) {
    if (access(output.name.c_str(), W_OK) == 0) return {};
    return fmt::format("cannot write it: {}; expected a writable file", std::strerror(errno));
  }
  const fs::path target = resolved(output.name);
  if (std::string problem = writing_problem(target, output.bytes); !problem.empty()) return problem;
  if (std::string problem = names.try_directory(target); !problem.empty()) return problem;
  std::string other = names.add(target, output.origin);
  if (other.empty() && beside)
    other = names.add(resolved(unconverged_name(output.name)), output.origin);
  return other.empty() ? "" : fmt::format("is the same file as {}; expected another name", other);
}

} // namespace

bool goes_to_stream(const PlannedOutput& output) {
  return output.may_be_stream && is_stream(output.name);
}

std::vector<PlannedOutput> planned_outputs(const Deck& deck, int ranks) {
  const deck::Output& o = deck.output;
  const deck::Grid& g = deck.grid;
  const Int64 field = Int64(sizeof(double)) * g.nx * g.ny * g.nz;
  std::vector<PlannedOutput> all;
  if (!o.report.empty())
    all.push_back({describe(deck, "output.report"), o.report, report_bytes, true});
  if (!o.solution.empty()) all.push_back({describe(deck, "output.solution"), o.solution, field});
  if (!o.netcdf.empty())
    all.push_back({describe(deck, "output.netcdf"), o.netcdf, cf_file_bytes(deck)});
  if (!o.vtk.empty()) {
    const std::string origin = describe(deck, "output.vtk");
    const Int64 points = 3 * Int64(sizeof(double)) * (g.nx + 1) * (g.ny + 1) * (g.nz + 1);
    all.push_back({origin, vtk_index(o.vtk)});
    for (int rank = 0; rank < ranks; ++rank)
      all.push_back({origin, vtk_piece(o.vtk, rank), (2 * field + points) / ranks});
  }
  return all;
}

std::string output_problem(const Deck& deck, int ranks) {
  if (!deck.output.netcdf.empty() && !netcdf::what_is_missing().empty())
    return fmt::format("{}: {}; expected no output.netcdf, or a program configured with "
                       "ISOBAR_ENABLE_NETCDF=ON",
                       describe(deck, "output.netcdf"), netcdf::what_is_missing());
  Names names;
  names.add(resolved(deck.path), "the deck");
  deck::for_input_files(deck, [&](const std::string& key, const std::string& path) {
    const bool used = key != "rhs.file" || deck.rhs.kind == deck::RhsKind::file;
    if (used && !path.empty()) names.add(resolved(path), describe(deck, key));
  });
  const bool beside = deck.output.unconverged == deck::Unconverged::beside;
  for (const PlannedOutput& output : planned_outputs(deck, ranks))
    if (const std::string problem = problem_of(output, beside, names); !problem.empty())
      return fmt::format("{}: {}: {}", output.origin, output.name, problem);
  return {};
}

std::string space_problem(const Deck& deck, int ranks) {
  struct Need {
    const PlannedOutput* largest = nullptr;
    Int64 bytes = 0;
  };
  std::map<dev_t, Need> needs;
  const std::vector<PlannedOutput> outputs = planned_outputs(deck, ranks);
  for (const PlannedOutput& output : outputs) {
    const fs::path directory = resolved(output.name).parent_path();
    struct stat s = {};
    if (goes_to_stream(output) || stat(directory.c_str(), &s) != 0) continue;
    Need& need = needs[s.st_dev];
    if (need.largest == nullptr || output.bytes > need.largest->bytes) need.largest = &output;
    need.bytes += output.bytes;
  }
  for (const auto& [device, need] : needs) {
    const PlannedOutput& largest = *need.largest;
    const Int64 space = free_space(resolved(largest.name).parent_path());
    if (space != unknown_space && space < need.bytes)
      return fmt::format(
          "{}: {}: not enough space: the outputs of this run need {} bytes there and "
          "{} bytes are free; expected more space or another place",
          largest.origin, largest.name, need.bytes, space);
  }
  return {};
}

} // namespace isobar
