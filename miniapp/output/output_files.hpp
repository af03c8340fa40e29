#pragma once
#include "io/shared_file.hpp"
#include "io/vtk.hpp"
#include "output/planned_outputs.hpp"
#include "output/written_file.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace isobar {

/// The output files of a run, from the check of their names to the last rename. Each file is
/// complete and read back before it takes its name (partial_file.hpp). The renames of one run come
/// together. So if two runs have the same names, the files of one of them remain. A file that
/// cannot be written is kept as a problem and not thrown, because the others are still wanted.
class OutputFiles {
public:
  /// Checks names, space and directories, and removes the partial files of killed
  /// runs. Collective. Throws InputError, and FileError if space is missing.
  OutputFiles(OutputPlan plan, const MpiComm& comm);

  /// Gives files their names and writes the report, while other runs wait with their renames. Rank
  /// 0 asks `report` for its text once files() knows the results of the other files. Collective.
  void commit(const std::function<std::string()>& report);

  /// The files that were written and those that could not be written. The report comes last, on rank 0 alone.
  const std::vector<WrittenFile>& files() const { return files_; }
  /// The partial files of other runs that were removed, on rank 0.
  const std::vector<std::filesystem::path>& removed() const { return removed_; }

protected:
  using Stage = std::function<StagedFile(const std::filesystem::path& target)>;

  /// Chooses whether files take the given names. Unless `good`, they take
  /// unconverged names if the deck's unconverged key asks for that. `good`:
  /// the solution has reached the tolerance. Call it before files are staged.
  void choose_names(bool good);
  /// Writes a file under a partial name; does nothing if `name` is empty. Collective.
  void stage(const std::string& what, const std::string& name, const Stage& write);
  /// Writes VTK files with this path in the same way.
  void stage_vtk_files(const std::string& path, const VtkGrid& grid,
                       const std::vector<VtkField>& fields);
  /// Stages VTK files, by their unconverged names if `beside`.
  using StageVtk = std::function<StagedVtk(bool beside)>;
  void stage_vtk_files(const std::string& index, const StageVtk& write);
  /// Writes a file during the run, at once under its name. A failure is kept as a problem. Collective.
  void publish(const std::string& what, const std::string& name, const Stage& write);
  /// Writes VTK files during the run in the same way.
  void publish_vtk_files(const std::string& path, const VtkGrid& grid,
                         const std::vector<VtkField>& fields);

  const MpiComm& comm() const { return comm_; }

private:
  std::string written_name(const std::string& name) const;
  void commit_shared(WrittenFile& file, StagedFile& staged);
  void commit_vtk(WrittenFile& file, StagedVtk& staged);
  void write_report(const std::string& text);

  const OutputPlan plan_;
  const MpiComm& comm_;
  bool beside_ = false;
  std::map<std::string, StagedFile> staged_; ///< staged files by their kind
  StagedVtk vtk_;
  std::vector<WrittenFile> files_;
  std::set<std::filesystem::path> directories_;
  std::vector<std::filesystem::path> removed_;
};

} // namespace isobar
