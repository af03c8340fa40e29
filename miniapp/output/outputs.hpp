#pragma once
#include "deck/deck.hpp"
#include "io/shared_file.hpp"
#include "io/vtk.hpp"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace isobar {

/// A file that a run has written, or the reason why it has not.
struct WrittenFile {
  std::string what;    ///< "solution", "netcdf", "vtk" (the index) or "report"
  std::string name;    ///< as given in the deck, or beside that
  Checksum checksum;   ///< of its bytes; none of a report, which cannot hold its own
  std::string problem; ///< one line; empty if the file is complete under its name
};

/// The output files of a run, from the check of their names to the last rename. Each file is
/// complete and read back before it takes its name (partial_file.hpp). The renames of one run come
/// together, so that of two runs with the same names the files of one remain. What cannot be
/// written is kept as a problem and not thrown, because the other files are still wanted.
class Outputs {
public:
  /// Checks names, space and directories; removes the partial files of runs that were killed.
  /// Collective. Throws InputError, and FileError where space is missing.
  Outputs(const Deck& deck, const MpiComm& comm);

  /// Writes solution, NetCDF and VTK files under partial names, as far as the deck asks for them. `good`:
  /// the solution reached the tolerance and may replace what stands under the names given.
  /// Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);
  /// Gives them their names and writes the report, while other runs have to wait with theirs. Rank
  /// 0 asks `report` for its text when files() says what has become of the other files. Collective.
  void commit(const std::function<std::string()>& report);

  /// What was written and what could not be; the report's entry comes last, on rank 0 alone.
  const std::vector<WrittenFile>& files() const { return files_; }
  /// Partial files of other runs that were removed; on rank 0.
  const std::vector<std::filesystem::path>& removed() const { return removed_; }

private:
  std::string written_name(const std::string& name) const;
  void commit_shared(WrittenFile& file, StagedFile& staged);
  void commit_vtk(WrittenFile& file);
  void write_report(const std::string& text);

  const Deck& deck_;
  const MpiComm& comm_;
  bool beside_ = false;
  StagedFile solution_, netcdf_;
  StagedVtk vtk_;
  std::vector<WrittenFile> files_;
  std::set<std::filesystem::path> directories_;
  std::vector<std::filesystem::path> removed_;
};

} // namespace isobar
