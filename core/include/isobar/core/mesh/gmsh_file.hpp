#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// The contents of a file other than its mesh.
struct GmshData {
  MeshOrigin origin; ///< of vertices, quadrilaterals, and lines on the boundary
  /// The physical groups with a name: dimension and name.
  std::vector<std::pair<int, std::string>> groups;
  /// The names of the physical groups of surfaces that a quadrilateral belongs to: none, one or several.
  const std::vector<std::string>& regions_of(std::size_t quad) const {
    return region_sets[std::size_t(region_set_of[quad])];
  }
  std::vector<std::vector<std::string>> region_sets;
  std::vector<int> region_set_of; ///< by quadrilateral
  std::map<std::string, std::vector<double>>
      views; ///< numbers of $ElementData, one for each quadrilateral, by the name of the view
};

/// Reads a mesh in Gmsh's format 2.2 or 4.1, ASCII. It takes quadrilaterals with four vertices, lines on the boundary, and
/// names of physical groups, which are the rims. In format 4.1 the lines of a curve belong to the curve's group. Points,
/// and nodes without a quadrilateral, are left out. The mesh lies in a plane of one z. A rim has no edges if the file
/// gives its name to no line. `data` receives the other contents, and may be null. `name` is the file's name in messages.
/// Throws std::invalid_argument in one line, with file and line, if the file has no such mesh, and as make_mesh() does.
QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data = nullptr);
/// The same from a file, which has to be readable.
QuadMesh read_gmsh(const std::string& path);

} // namespace isobar
