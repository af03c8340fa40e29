#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <iosfwd>
#include <string>

namespace isobar {

/// Reads a mesh in Gmsh's format 2.2 or 4.1, ASCII: quadrilaterals with four vertices, lines on the boundary, and the names of
/// physical groups, which are the rims; in format 4.1 the lines of a curve belong to the group of the curve. Points are left out;
/// z is ignored. `name` is the file's for messages.
/// Throws std::invalid_argument in one line, with file and line, for what is no such mesh, and as make_mesh() does.
QuadMesh read_gmsh(std::istream& in, const std::string& name);
/// The same from a file, which has to be readable.
QuadMesh read_gmsh(const std::string& path);

} // namespace isobar
