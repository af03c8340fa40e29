#include <isobar/core/mesh/mesh_origin.hpp>

namespace isobar {
namespace {

std::string place(const std::string& file, const std::vector<MeshOrigin::Entry>& entries, int n) {
  if (file.empty()) return {};
  return file + ":" + std::to_string(entries.at(std::size_t(n)).line) + ": ";
}

} // namespace

std::string MeshOrigin::place_of_vertex(int vertex) const { return place(file, vertices, vertex); }

std::string MeshOrigin::place_of_quad(int quad) const { return place(file, quads, quad); }

std::string MeshOrigin::vertex(int vertex) const {
  if (file.empty()) return "vertex " + std::to_string(vertex);
  return "node " + std::to_string(vertices.at(std::size_t(vertex)).tag);
}

std::string MeshOrigin::vertices_of(const std::array<int, 2>& ends) const {
  const auto number = [&](int v) {
    return std::to_string(file.empty() ? long(v) : vertices.at(std::size_t(v)).tag);
  };
  return (file.empty() ? "vertices " : "nodes ") + number(ends[0]) + " and " + number(ends[1]);
}

std::string MeshOrigin::quad(int quad) const {
  if (file.empty()) return "quadrilateral " + std::to_string(quad);
  return "element " + std::to_string(quads.at(std::size_t(quad)).tag);
}

std::string MeshOrigin::segment(int segment, const std::array<int, 2>& ends) const {
  if (file.empty()) return "the segment of " + vertices_of(ends);
  return place(file, segments, segment) + "element " +
         std::to_string(segments.at(std::size_t(segment)).tag) + ", a line,";
}

std::string MeshOrigin::mesh() const { return (file.empty() ? "" : file + ": ") + "the mesh"; }

} // namespace isobar
