#include "output/output_files.hpp"

#include "io/file_names.hpp"
#include "io/files.hpp"
#include "io/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace {

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Opens a pipe or a terminal for writing. A standard stream of this process is duplicated.
/// Without that, a stream that is redirected to a file would be written from the file's beginning.
int open_stream(const std::string& name) {
  struct stat wanted = {}, open_file = {};
  if (stat(name.c_str(), &wanted) != 0) return -1;
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(standard, &open_file) == 0 && same_file(wanted, open_file))
      return fcntl(standard, F_DUPFD_CLOEXEC, 0);
  const int file = open(name.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file >= 0) fcntl(file, F_SETFL, 0); // a pipe without a reader has failed above
  return file;
}

void write_stream(const std::string& name, std::string_view text) {
  const int file = open_stream(name);
  int error = file < 0 ? errno : write_all(file, text);
  if (file >= 0 && close(file) != 0 && error == 0) error = errno;
  if (error != 0)
    throw FileError(fmt::format("{}: cannot write it: {}", name, std::strerror(error)));
}

} // namespace

OutputFiles::OutputFiles(OutputPlan plan, const MpiComm& comm)
    : plan_(std::move(plan)), comm_(comm) {
  const bool first = comm.rank() == 0;
  throw_on_all(comm, first ? output_problem(plan_) : "");
  if (first) {
    for (const PlannedOutput& output : plan_.outputs)
      if (!goes_to_stream(output)) directories_.insert(resolved(output.name).parent_path());
    for (const std::filesystem::path& directory : directories_)
      std::ranges::copy(remove_abandoned(directory), std::back_inserter(removed_));
  }
  const std::string space = first_error(comm, first ? space_problem(plan_) : "");
  if (!space.empty()) throw FileError(space);
}

std::string OutputFiles::written_name(const std::string& name) const {
  return beside_ ? unconverged_name(name) : name;
}

void OutputFiles::choose_names(bool good) {
  beside_ = !good && plan_.report.unconverged == deck::Unconverged::beside;
}

void OutputFiles::stage(const std::string& what, const std::string& name, const Stage& write) {
  if (name.empty()) return;
  const std::string written = written_name(name);
  StagedFile& staged = staged_[what];
  const std::string problem = file_problem([&] { staged = write(resolved(written)); });
  files_.push_back({what, written, staged.checksum, problem});
}

void OutputFiles::stage_vtk_files(const std::string& path, const VtkGrid& grid,
                                  const std::vector<VtkField>& fields) {
  if (path.empty()) return;
  stage_vtk_files(vtk_index(path),
                  [&](bool beside) { return stage_vtk(path, beside, comm_, grid, fields); });
}

void OutputFiles::stage_vtk_files(const std::string& index, const StageVtk& write) {
  const std::string problem = file_problem([&] { vtk_ = write(beside_); });
  files_.push_back({"vtk", written_name(index), vtk_.index_checksum, problem});
}

void OutputFiles::publish(const std::string& what, const std::string& name, const Stage& write) {
  if (name.empty()) return;
  StagedFile staged;
  WrittenFile file{what, name, {}, file_problem([&] { staged = write(resolved(name)); })};
  if (file.problem.empty()) commit_shared(file, staged);
  if (!file.problem.empty()) files_.push_back(file);
}

void OutputFiles::publish_vtk_files(const std::string& path, const VtkGrid& grid,
                                    const std::vector<VtkField>& fields) {
  StagedVtk staged;
  WrittenFile file{"vtk", vtk_index(path), {}, file_problem([&] {
                     staged = stage_vtk(path, false, comm_, grid, fields);
                   })};
  if (file.problem.empty()) commit_vtk(file, staged);
  if (!file.problem.empty()) files_.push_back(file);
}

void OutputFiles::commit(const std::function<std::string()>& report) {
  const DirectoryLocks locks(comm_.rank() == 0 ? directories_ : decltype(directories_)());
  check_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
  for (WrittenFile& file : files_) {
    if (!file.problem.empty()) continue;
    if (file.what == "vtk") commit_vtk(file, vtk_);
    else commit_shared(file, staged_.at(file.what));
  }
  if (comm_.rank() == 0 && !plan_.report.report.empty()) write_report(report());
}

void OutputFiles::commit_shared(WrittenFile& file, StagedFile& staged) {
  file.problem = first_error(comm_, file_problem([&] {
                               if (comm_.rank() == 0) staged.file.commit();
                             }));
}

void OutputFiles::commit_vtk(WrittenFile& file, StagedVtk& staged) {
  file.problem = first_error(comm_, file_problem([&] {
                               for (PartialFile& piece : staged.pieces) piece.commit();
                             }));
  if (!file.problem.empty()) return; // without all pieces the old index stays
  file.problem = first_error(comm_, file_problem([&] {
                               if (comm_.rank() == 0) staged.index.commit();
                             }));
}

void OutputFiles::write_report(const std::string& text) {
  const bool stream = is_stream(plan_.report.report);
  const std::string name = stream ? plan_.report.report : written_name(plan_.report.report);
  WrittenFile written{"report", name, {}, {}};
  written.problem = file_problem([&] {
    if (stream) write_stream(name, text);
    else replace_file(resolved(name), text);
  });
  files_.push_back(written);
}

} // namespace isobar
