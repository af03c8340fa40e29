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
  MeshOrigin origin; ///< the file's places of vertices, quadrilaterals, and lines on the boundary
  /// The physical groups with a name: dimension and name.
  std::vector<std::pair<int, std::string>> groups;
  /// The names of the physical groups of surfaces to which a quadrilateral belongs: none, one or
  /// several.
  const std::vector<std::string>& regions_of(std::size_t quad) const {
    return region_sets[std::size_t(region_set_of[quad])];
  }
  std::vector<std::vector<std::string>> region_sets;
  std::vector<int> region_set_of; ///< index into region_sets, by quadrilateral
  std::map<std::string, std::vector<double>>
      views; ///< numbers of $ElementData by the name of the view, one for each quadrilateral
};

/// Reads a mesh in Gmsh's format 2.2 or 4.1, ASCII. It takes quadrilaterals with four vertices,
/// lines on the boundary, and names of physical groups, which are the rims. In format 4.1 the lines
/// of a curve belong to the curve's group. Points, and nodes without a quadrilateral, are left out.
/// The mesh lies in a plane of one z. A rim has no edges if the file gives its name to no line.
/// `name`: the file's name in messages. `data`: receives the other contents; may be null. Throws
/// std::invalid_argument in one line, with file and line, if the file has no such mesh. Throws it
/// also as make_mesh() does.
QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data = nullptr);
/// Reads a mesh from the file at a path. Throws as above, and if the file is not readable.
QuadMesh read_gmsh(const std::string& path);

} // namespace isobar
