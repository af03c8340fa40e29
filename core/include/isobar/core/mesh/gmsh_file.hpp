#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace isobar {

/// What a file says of its quadrilaterals, in their order.
struct GmshData {
  std::vector<std::string>
      regions; ///< the physical group of its surface; empty where that has none with a name, or several
  std::map<std::string, std::vector<double>>
      views; ///< numbers of $ElementData, by the name of the view
};

/// Reads a mesh in Gmsh's format 2.2 or 4.1, ASCII: quadrilaterals with four vertices, lines on the boundary, and the names of
/// physical groups, which are the rims; in format 4.1 the lines of a curve belong to the group of the curve. Points are left out;
/// z is ignored. `data` (may be null) takes what the file says of quadrilaterals. `name` is the file's for messages.
/// Throws std::invalid_argument in one line, with file and line, for what is no such mesh, and as make_mesh() does.
QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data = nullptr);
/// The same from a file, which has to be readable.
QuadMesh read_gmsh(const std::string& path);

} // namespace isobar
