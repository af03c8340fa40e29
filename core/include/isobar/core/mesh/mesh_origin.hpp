#pragma once
#include <array>
#include <string>
#include <vector>

namespace isobar {

/// The places of a mesh's parts in a file, for messages: the file's own number of each
/// and its line. Without a file messages count vertices and quadrilaterals from 0.
struct MeshOrigin {
  struct Entry {
    long tag = 0;
    int line = 0;
  };
  std::string file{};            ///< its name in messages; empty if the mesh comes from no file
  std::vector<Entry> vertices{}; ///< nodes of the file
  std::vector<Entry> quads{}, segments{}; ///< elements of the file

  /// "mesh.msh:12: ", the beginning of a message about a vertex or a quadrilateral; empty without a file.
  std::string place_of_vertex(int vertex) const;
  std::string place_of_quad(int quad) const;
  /// "node 20" or "vertex 3".
  std::string vertex(int vertex) const;
  /// "nodes 20 and 10" or "vertices 3 and 0".
  std::string vertices_of(const std::array<int, 2>& ends) const;
  /// "element 8" or "quadrilateral 1".
  std::string quad(int quad) const;
  /// "mesh.msh:24: element 4, a line," or "the segment of vertices 0 and 3" of these ends.
  std::string segment(int segment, const std::array<int, 2>& ends) const;
  /// "mesh.msh: the mesh" or "the mesh".
  std::string mesh() const;
};

} // namespace isobar
