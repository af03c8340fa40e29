#pragma once
#include "deck.hpp"

#include <isobar/comm/mpi.hpp>
#include <isobar/core/host_order.hpp>

#include <string>
#include <vector>

/// Files for ParaView and VisIt: one structured grid (.vts) a rank and an index (.pvts).
namespace isobar {

/// Where the cells are. On the panel a corner of a cell lies at r (xi, eta, 1) / |(xi, eta, 1)|
/// in earth radii, with xi and eta uniform in [-1, 1]; in the flat box at (x, y, z).
struct VtkGrid {
  Domain domain = Domain::panel;
  std::vector<double> interfaces; ///< n_z + 1 heights, see level_interfaces
  Partition partition;
  /// Heights above the lowest interface are drawn this many times larger: the shell is less
  /// than one hundredth of the radius deep, too thin to be seen.
  double stretch = 1.0;
};

/// Values of this rank's cells.
struct VtkField {
  std::string name;
  HostField values;
};

/// Name of the index file that belongs to a path without extension.
std::string vtk_index(const std::string& path);

/// Writes `path`_0000.vts, one a rank, and `path`.pvts. Float64, appended raw. Collective.
/// Throws InputError on all ranks if one of them cannot write.
void write_vtk(const std::string& path, const MpiComm& comm, const VtkGrid& grid,
               const std::vector<VtkField>& fields);
/// Same for the fields "right_side" and "solution" of a run, as its deck asks.
void write_vtk(const Deck& deck, const MpiComm& comm, const Decomposition& decomposition,
               const HostField& right_side, const HostField& solution);

} // namespace isobar
