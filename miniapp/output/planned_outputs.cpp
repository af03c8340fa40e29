#include "output/planned_outputs.hpp"

#include "io/file_names.hpp"
#include "io/netcdf_layout.hpp"
#include "io/partial_file.hpp"

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

void add_report(OutputPlan& plan, const DeckBase& deck, const deck::ReportOutput& report) {
  constexpr Int64 report_bytes = 4096; // no report is smaller
  plan.deck = deck.path;
  plan.report = report;
  if (!report.report.empty())
    plan.outputs.push_back({describe(deck, "output.report"), report.report, report_bytes, true});
}

std::string netcdf_problem(const DeckBase& deck, const std::string& name) {
  if (name.empty() || netcdf::what_is_missing().empty()) return {};
  return fmt::format("{}: {}; expected no output.netcdf, or a program configured with "
                     "ISOBAR_ENABLE_NETCDF=ON",
                     describe(deck, "output.netcdf"), netcdf::what_is_missing());
}

void add_vtk(OutputPlan& plan, const std::string& origin, const std::string& path, int ranks,
             Int64 bytes, std::string_view extension) {
  if (path.empty()) return;
  plan.outputs.push_back({origin, vtk_index(path, extension)});
  for (int rank = 0; rank < ranks; ++rank)
    plan.outputs.push_back({origin, vtk_piece(path, rank, extension), bytes / ranks});
}

std::string output_problem(const OutputPlan& plan) {
  if (!plan.problem.empty()) return plan.problem;
  Names names;
  names.add(resolved(plan.deck), "the deck");
  for (const PlannedInput& input : plan.inputs) names.add(resolved(input.name), input.origin);
  const bool beside = plan.report.unconverged == deck::Unconverged::beside;
  for (const PlannedOutput& output : plan.outputs)
    if (const std::string problem = problem_of(output, beside, names); !problem.empty())
      return fmt::format("{}: {}: {}", output.origin, output.name, problem);
  return {};
}

std::string space_problem(const OutputPlan& plan) {
  struct Need {
    const PlannedOutput* largest = nullptr;
    Int64 bytes = 0;
  };
  std::map<dev_t, Need> needs;
  for (const PlannedOutput& output : plan.outputs) {
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
