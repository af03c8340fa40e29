#include "output/outputs.hpp"

#include "io/file_names.hpp"
#include "io/files.hpp"
#include "io/npy.hpp"
#include "io/terminal.hpp"
#include "output/cf_file.hpp"
#include "output/planned_outputs.hpp"
#include "problem/equation_of.hpp"
#include "problem/latlon.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <isobar/core/grid/layers.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace {

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Opens a pipe or a terminal for writing. A standard stream of this process is duplicated: if it
/// were opened again, a redirected file would be written from its beginning.
int open_stream(const std::string& name) {
  struct stat wanted = {}, open_file = {};
  if (stat(name.c_str(), &wanted) != 0) return -1;
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(standard, &open_file) == 0 && same_file(wanted, open_file))
      return fcntl(standard, F_DUPFD_CLOEXEC, 0);
  const int file = open(name.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file >= 0) fcntl(file, F_SETFL, 0); // a pipe that nobody reads has failed by now
  return file;
}

void write_stream(const std::string& name, std::string_view text) {
  const int file = open_stream(name);
  int error = file < 0 ? errno : write_all(file, text);
  if (file >= 0 && close(file) != 0 && error == 0) error = errno;
  if (error != 0)
    throw FileError(fmt::format("{}: cannot write it: {}", name, std::strerror(error)));
}

/// The grid of the deck as VTK files draw it.
VtkGrid vtk_grid(const Deck& deck, const Partition& partition) {
  const deck::Grid& g = deck.grid;
  const GridSpec spec = grid_spec(deck);
  VtkGrid grid{
      spec.domain,
      layer_interfaces(spec.domain, spec.spacing, spec.physics.depth, g.nz, 1, spec.profiles),
      partition, deck.output.vtk_stretch};
  if (g.is_latlon())
    grid.corner = [places = LatLon(g)](int i, int j) { return places.on_unit_sphere(i, j); };
  return grid;
}

} // namespace

Outputs::Outputs(const Deck& deck, const MpiComm& comm) : deck_(deck), comm_(comm) {
  const bool first = comm.rank() == 0;
  throw_on_all(comm, first ? output_problem(deck, comm.size()) : "");
  if (first) {
    for (const PlannedOutput& output : planned_outputs(deck, comm.size()))
      if (!goes_to_stream(output)) directories_.insert(resolved(output.name).parent_path());
    for (const std::filesystem::path& directory : directories_)
      std::ranges::copy(remove_abandoned(directory), std::back_inserter(removed_));
  }
  const std::string space = first_error(comm, first ? space_problem(deck, comm.size()) : "");
  if (!space.empty()) throw FileError(space);
}

std::string Outputs::written_name(const std::string& name) const {
  return beside_ ? unconverged_name(name) : name;
}

void Outputs::stage(const Partition& partition, const HostField& right_side,
                    const HostField& solution, bool good) {
  const deck::Output& out = deck_.output;
  beside_ = !good && out.unconverged == deck::Unconverged::beside;
  if (!out.solution.empty()) {
    const std::string name = written_name(out.solution);
    const std::string problem =
        file_problem([&] { solution_ = stage_npy(resolved(name), comm_, partition, solution); });
    files_.push_back({"solution", name, solution_.checksum, problem});
  }
  if (!out.netcdf.empty()) {
    const std::string name = written_name(out.netcdf);
    const CfFile file = cf_file(deck_, partition, right_side, solution, good);
    const std::string problem = file_problem(
        [&] { netcdf_ = netcdf::stage(resolved(name), comm_, file.contents, file.numbers); });
    files_.push_back({"netcdf", name, netcdf_.checksum, problem});
  }
  if (!out.vtk.empty()) {
    const std::string problem = file_problem([&] {
      vtk_ = stage_vtk(out.vtk, beside_, comm_, vtk_grid(deck_, partition),
                       {{"right_side", right_side}, {"solution", solution}});
    });
    files_.push_back({"vtk", written_name(vtk_index(out.vtk)), vtk_.index_checksum, problem});
  }
}

void Outputs::commit(const std::function<std::string()>& report) {
  const DirectoryLocks locks(comm_.rank() == 0 ? directories_ : decltype(directories_)());
  check_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
  for (WrittenFile& file : files_) {
    if (!file.problem.empty()) continue;
    if (file.what == "solution") commit_shared(file, solution_);
    else if (file.what == "netcdf") commit_shared(file, netcdf_);
    else commit_vtk(file);
  }
  if (comm_.rank() == 0 && !deck_.output.report.empty()) write_report(report());
}

void Outputs::commit_shared(WrittenFile& file, StagedFile& staged) {
  file.problem = first_error(comm_, file_problem([&] {
                               if (comm_.rank() == 0) staged.file.commit();
                             }));
}

void Outputs::commit_vtk(WrittenFile& file) {
  file.problem = first_error(comm_, file_problem([&] { vtk_.piece.commit(); }));
  if (!file.problem.empty()) return; // without all pieces, the old index stays
  file.problem = first_error(comm_, file_problem([&] {
                               if (comm_.rank() == 0) vtk_.index.commit();
                             }));
}

void Outputs::write_report(const std::string& text) {
  const bool stream = is_stream(deck_.output.report);
  const std::string name = stream ? deck_.output.report : written_name(deck_.output.report);
  WrittenFile written{"report", name, {}, {}};
  written.problem = file_problem([&] {
    if (stream) write_stream(name, text);
    else replace_file(resolved(name), text);
  });
  files_.push_back(written);
}

} // namespace isobar
