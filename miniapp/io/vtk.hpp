#pragma once
#include "io/vtk_files.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>
#include <functional>
#include <string>
#include <vector>

/// Files for ParaView and VisIt: one structured grid (.vts) a rank and an index (.pvts).
namespace isobar {

/// The places of the cells. In the flat box a corner of a cell lies at (x, y, z). On the panel it
/// lies at r (xi, eta, 1) / |(xi, eta, 1)|, or at r times the caller's unit vector, in earth radii.
/// Here xi and eta are in [-1, 1], uniform or tangents of uniform angles.
struct VtkGrid {
  Domain domain = Domain::panel;
  std::vector<double> interfaces; ///< n_z + 1 heights, see layer_interfaces
  Partition partition;
  /// Heights above the lowest interface are drawn this many times larger. The shell is less than
  /// one hundredth of the radius deep, too thin to see.
  double stretch = 1.0;
  /// Point (i, j) of the corners on the unit sphere, by global numbers. Empty: the domain's.
  std::function<std::array<double, 3>(int i, int j)> corner{};
};

/// Values of this rank's cells.
struct VtkField {
  std::string name;
  HostField values;
};

/// Writes a piece, float64, appended raw, to a file of this name, which it makes and finishes. Throws FileError.
void write_vtk_piece(PartialFile& piece, const std::string& name, const VtkGrid& grid,
                     const std::vector<VtkField>& fields);

/// Stages `path`_0000.vts, one a rank, and `path`.pvts, as stage_vtk_files() does. Not for the sphere (vtk_panels.hpp).
StagedVtk stage_vtk(const std::string& path, bool beside, const MpiComm& comm, const VtkGrid& grid,
                    const std::vector<VtkField>& fields);

} // namespace isobar
