#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// What a file says beside its mesh.
struct GmshData {
  MeshOrigin origin; ///< of vertices, quadrilaterals, and lines on the boundary
  /// The physical groups with a name: dimension and name.
  std::vector<std::pair<int, std::string>> groups;
  /// The names of the physical groups of surfaces that a quadrilateral belongs to; none, one or several.
  const std::vector<std::string>& regions_of(std::size_t quad) const {
    return region_sets[std::size_t(region_set_of[quad])];
  }
  std::vector<std::vector<std::string>> region_sets;
  std::vector<int> region_set_of; ///< each quadrilateral
  std::map<std::string, std::vector<double>>
      views; ///< numbers of $ElementData, one of each quadrilateral, by the name of the view
};

/// Reads a mesh in Gmsh's format 2.2 or 4.1, ASCII: quadrilaterals with four vertices, lines on the boundary, and the names of
/// physical groups, which are the rims, one for each name; in format 4.1 the lines of a curve belong to the group of the curve. Points
/// are left out, and nodes that no quadrilateral has. The mesh lies in a plane where z is the same. A rim may have no edges: a name that the file has and
/// gives to no line. `data` (may be null) takes what else the file says. `name` is the file's for messages.
/// Throws std::invalid_argument in one line, with file and line, for what is no such mesh, and as make_mesh() does.
QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data = nullptr);
/// The same from a file, which has to be readable.
QuadMesh read_gmsh(const std::string& path);

} // namespace isobar
