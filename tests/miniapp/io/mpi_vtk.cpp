// VTK files on any number of ranks, read back by an independent reader (check_vtk.py).
#include "deck/deck_names.hpp"
#include "io/vtk.hpp"
#include "support_directory.hpp"
#include "support_places.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <isobar/comm/topology/decomposition.hpp>

namespace vtk_test {

namespace {

using namespace isobar;

HostField indices(const Partition& p, int nz, double sign) {
  HostField field("indices", p.ny, p.nx, nz);
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      for (int k = 0; k < nz; ++k)
        field(j, i, k) = sign * (p.first_i + i + 1e3 * (p.first_j + j) + 1e6 * k);
  return field;
}

void write_and_check(Domain domain, double stretch) {
  const MpiComm world(MPI_COMM_WORLD);
  const SharedDirectory directory(world);
  const int nx = 13, ny = 11, nz = 5;
  const Partition part = Decomposition({nx, ny, 1, world.size(), {}}, world.rank()).partition();
  VtkGrid grid{domain, {}, part, stretch};
  for (int k = 0; k <= nz; ++k)
    grid.interfaces.push_back((is_panel(domain) ? 1.0 : 0.0) + double(k) / nz);
  const std::string path = directory.file("field");
  StagedVtk staged =
      stage_vtk(path, false, world, grid,
                {{"index", indices(part, nz, 1.0)}, {"minus", indices(part, nz, -1.0)}});
  staged.pieces.front().commit();
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  if (world.rank() == 0) staged.index.commit();
  if (world.rank() != 0) return;
  const auto script = std::filesystem::path(source_folder) / "tests/support/check_vtk.py";
  const std::string command = fmt::format("python3 '{}' '{}' {} {} {} {} {}", script.string(), path,
                                          deck::word(domain), nx, ny, nz, stretch);
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Vtk, PanelLiesOnItsShell) { write_and_check(Domain::panel, 1.0); }
TEST(Vtk, PanelMayBeStretched) { write_and_check(Domain::panel, 20.0); }
TEST(Vtk, EquiangularPanelLiesOnItsShell) { write_and_check(Domain::equiangular_panel, 1.0); }
TEST(Vtk, BoxIsFlat) { write_and_check(Domain::flat, 1.0); }

TEST(Vtk, SaysOnAllRanksThatItCannotWrite) {
  const MpiComm world(MPI_COMM_WORLD);
  const Partition part = Decomposition({6, 6, 1, world.size(), {}}, world.rank()).partition();
  const VtkGrid grid{Domain::flat, {0.0, 1.0}, part, 1.0};
  try {
    stage_vtk("/nowhere/field", false, world, grid, {{"index", indices(part, 1, 1.0)}});
    FAIL() << "no error";
  } catch (const FileError& e) {
    EXPECT_STREQ(e.what(), "/nowhere/field_0000.vts: cannot write it: No such file or directory");
  }
}

} // namespace

} // namespace vtk_test
