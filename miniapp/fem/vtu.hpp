#pragma once
#include "io/shared_file.hpp"
#include "io/vtk_files.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/fem/numbering.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Writes meshes of quadrilaterals or hexahedra for ParaView, as unstructured grids (.vtu).
namespace isobar {

/// Numbers at the points of the mesh, or one for each element.
struct VtuField {
  std::string name;
  std::vector<double> values;
};

struct VtuMesh {
  const ElementTable&
      elements; ///< of order 1 or 2; order 2 is written as curved elements with all nodes
  std::vector<VtuField> at_points, of_elements;
};

/// Writes a mesh to a partial file that will become `target`. Numbers are text with all
/// digits, or else appended as they are in memory. One rank calls it. Throws FileError.
StagedFile stage_vtu(const std::filesystem::path& target, const VtuMesh& mesh, bool as_text);
/// Writes the elements of many ranks: one file `path`_0000.vtu for each rank, and `path`.pvtu, as stage_vtk_files()
/// does. A point that ranks share is in the file of each of them. All ranks have fields of the same names. Collective.
StagedVtk stage_vtu_pieces(const std::string& path, bool beside, const MpiComm& comm,
                           const VtuMesh& mesh, bool as_text);
/// The approximate bytes of a mesh's file.
Int64 vtu_bytes(Int64 points, Int64 elements, int nodes, int fields, bool as_text);

} // namespace isobar
