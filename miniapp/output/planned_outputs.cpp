#include "output/planned_outputs.hpp"

#include "io/file_names.hpp"
#include "io/netcdf_layout.hpp"
#include "io/partial_file.hpp"
#include "output/claimed_names.hpp"

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

/// The kind of file that has a name; empty if the file is regular or does not exist.
std::string kind_problem(const PlannedOutput& output) {
  struct stat s = {};
  if (stat(output.name.c_str(), &s) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {}; // its creation will tell
    return fmt::format("cannot write it: {}; expected a writable file", std::strerror(errno));
  }
  if (S_ISDIR(s.st_mode)) return "is a directory; expected a file";
  if (S_ISREG(s.st_mode) || goes_to_stream(output)) return {};
  return "is no regular file; expected one, or a new name";
}

/// The problem of a file's name and size, as far as it can be found without creating a file.
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

/// The problem that the creation of a file in its directory meets. This is the only
/// sure test of a directory: root may pass all checks of permissions and still fail.
std::string creation_problem(const fs::path& target) {
  try {
    const PartialFile probe(target, 0);
  } catch (const FileError& e) {
    const std::string line = e.what(); // names the file, as the caller does
    return line.substr(target.string().size() + 2) + "; expected a writable file";
  }
  return {};
}

/// Tries each directory only once: thousands of ranks have files in one directory.
class Directories {
public:
  std::string problem_with(const fs::path& target) {
    return tried_.insert(target.parent_path()).second ? creation_problem(target) : "";
  }

private:
  std::set<fs::path> tried_;
};

/// The problem of a name that another file has already; empty if there is none.
std::string clash_problem(const PlannedOutput& output, bool beside, ClaimedNames& names) {
  std::vector<std::string> all{output.name};
  if (beside) all.push_back(unconverged_name(output.name));
  for (const std::string& name : all) {
    const std::string other = names.add(name, output.origin);
    if (!other.empty() && other != output.may_replace)
      return fmt::format("is the same file as {}; expected another name", other);
  }
  return {};
}

std::string problem_of(const PlannedOutput& output, bool beside, ClaimedNames& names,
                       Directories& directories) {
  if (std::string problem = kind_problem(output); !problem.empty()) return problem;
  if (goes_to_stream(output)) {
    if (access(output.name.c_str(), W_OK) == 0) return {};
    return fmt::format("cannot write it: {}; expected a writable file", std::strerror(errno));
  }
  const fs::path target = resolved(output.name);
  if (std::string problem = writing_problem(target, output.bytes); !problem.empty()) return problem;
  if (std::string problem = directories.problem_with(target); !problem.empty()) return problem;
  return clash_problem(output, beside, names);
}

/// One line about a series of which a file is named twice; empty if there is none.
std::string series_problem(const PlannedSeries& series, ClaimedNames& names) {
  const ClaimedNames::Clash clash = names.add(series);
  if (clash.owner.empty()) return {};
  return fmt::format("{}: {}, a file written on the way, is the same file as {}; expected another "
                     "name",
                     series.origin, clash.name, clash.owner);
}

} // namespace

bool goes_to_stream(const PlannedOutput& output) {
  return output.may_be_stream && is_stream(output.name);
}

OutputPlan plan_outputs(const DeckBase& deck, const deck::ReportOutput& report,
                        const std::vector<FileToRead>& inputs) {
  constexpr Int64 report_bytes = 4096; // reports are at least as large
  OutputPlan plan{deck.path, report, {}, {}, {}};
  for (const FileToRead& file : inputs)
    plan.inputs.push_back({describe(deck, file.key), file.path});
  add_output(plan, deck, "output.report", report.report, report_bytes);
  for (PlannedOutput& output : plan.outputs) output.may_be_stream = true;
  return plan;
}

void add_output(OutputPlan& plan, const DeckBase& deck, std::string_view key,
                const std::string& name, Int64 bytes) {
  if (!name.empty()) plan.outputs.push_back({describe(deck, key), name, bytes});
}

void add_netcdf(OutputPlan& plan, const DeckBase& deck, const std::string& name, Int64 bytes) {
  add_output(plan, deck, "output.netcdf", name, bytes);
  if (name.empty() || netcdf::what_is_missing().empty()) return;
  plan.problem = fmt::format("{}: {}; expected no output.netcdf, or a program configured with "
                             "ISOBAR_ENABLE_NETCDF=ON",
                             describe(deck, "output.netcdf"), netcdf::what_is_missing());
}

void add_vtk(OutputPlan& plan, const DeckBase& deck, const std::string& path, int ranks,
             Int64 bytes, std::string_view extension) {
  if (!path.empty()) add_vtk(plan, deck, vtk_names(path, ranks, extension), bytes);
}

void add_vtk(OutputPlan& plan, const DeckBase& deck, const VtkNames& names, Int64 bytes) {
  const std::string origin = describe(deck, "output.vtk");
  plan.outputs.push_back({origin, names.index});
  for (const std::string& piece : names.pieces)
    plan.outputs.push_back({origin, piece, bytes / Int64(names.pieces.size())});
}

void add_series(OutputPlan& plan, const std::string& origin, const std::string& name) {
  if (name.empty()) return;
  const NumberedName numbered = numbered_name(name);
  plan.series.push_back({origin, {numbered.before, numbered.after}});
}

void add_vtk_series(OutputPlan& plan, const std::string& origin, const std::string& path) {
  if (path.empty()) return;
  const NumberedName numbered = numbered_name(path);
  plan.series.push_back({origin, {numbered.before, vtk_index(numbered.after)}});
  plan.series.push_back({origin, {numbered.before, numbered.after + "_", ".vts"}}); // vtk_piece()
}

std::string output_problem(const OutputPlan& plan) {
  if (!plan.problem.empty()) return plan.problem;
  ClaimedNames names;
  Directories directories;
  names.add(plan.deck, "the deck");
  for (const PlannedInput& input : plan.inputs) names.add(input.name, input.origin);
  for (const PlannedSeries& series : plan.series)
    if (std::string problem = series_problem(series, names); !problem.empty()) return problem;
  const bool beside = plan.report.unconverged == deck::Unconverged::beside;
  for (const PlannedOutput& output : plan.outputs)
    if (const std::string problem = problem_of(output, beside, names, directories);
        !problem.empty())
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
