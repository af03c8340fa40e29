#pragma once
#include <array>
#include <string>
#include <vector>

namespace isobar {

/// The places of a mesh's parts in a file, for messages. Each part has the file's own
/// number and a line. Without a file, messages count vertices and quadrilaterals from 0.
struct MeshOrigin {
  struct Entry {
    long tag = 0;
    int line = 0;
  };
  std::string file{}; ///< the file's name in messages; empty if the mesh comes from no file
  std::vector<Entry> vertices{};          ///< nodes of the file
  std::vector<Entry> quads{}, segments{}; ///< elements of the file

  /// Returns "mesh.msh:12: ", the beginning of a message about a vertex; empty without a file.
  std::string place_of_vertex(int vertex) const;
  /// Returns the beginning of a message about a quadrilateral in the same way.
  std::string place_of_quad(int quad) const;
  /// Returns "node 20" with a file, or "vertex 3" without one.
  std::string vertex(int vertex) const;
  /// Returns "nodes 20 and 10" or "vertices 3 and 0".
  std::string vertices_of(const std::array<int, 2>& ends) const;
  /// Returns "element 8" or "quadrilateral 1".
  std::string quad(int quad) const;
  /// Returns "mesh.msh:24: element 4, a line," or "the segment of
  /// vertices 0 and 3". `ends`: vertices of the segment.
  std::string segment(int segment, const std::array<int, 2>& ends) const;
  /// Returns "mesh.msh: the mesh" or "the mesh".
  std::string mesh() const;
};

} // namespace isobar
