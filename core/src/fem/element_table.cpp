#include <isobar/core/fem/numbering.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace isobar {

ElementTable element_table(const QuadMesh& mesh, int order) {
  if (order != 1 && order != 2)
    throw std::invalid_argument("finite elements have order 1 or 2, not " + std::to_string(order));
  const int vertices = int(mesh.vertices.size()), edges = int(mesh.edges.size());
  ElementTable table;
  table.nodes = (order + 1) * (order + 1);
  table.refinements = mesh.refinements;
  table.points = order == 1 ? mesh.vertices : refined_vertices(mesh);
  table.unknowns.reserve(mesh.quads.size() * table.nodes);
  int centre = vertices + edges;
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    for (int v : present(mesh.quads[q])) table.unknowns.push_back(v);
    if (order == 2) {
      for (int e : present(mesh.quad_edges[q])) table.unknowns.push_back(vertices + e);
      if (corners(mesh.quads[q]) == 4) table.unknowns.push_back(centre++);
    }
    table.unknowns.resize((q + 1) * std::size_t(table.nodes), -1);
  }
  return table;
}

ElementsAround elements_around(const ElementTable& table) {
  ElementsAround around;
  around.starts.assign(table.points.size() + 1, 0);
  for (int n : table.unknowns)
    if (n >= 0) ++around.starts[n + 1];
  for (std::size_t n = 1; n < around.starts.size(); ++n) around.starts[n] += around.starts[n - 1];
  around.elements.resize(std::size_t(around.starts.back()));
  std::vector<std::int64_t> next(around.starts.begin(), around.starts.end() - 1);
  for (std::size_t at = 0; at < table.unknowns.size(); ++at)
    if (table.unknowns[at] >= 0)
      around.elements[next[table.unknowns[at]]++] = int(at / table.nodes);
  return around;
}

void renumber(ElementTable& table, std::span<const int> new_number) {
  for (int& n : table.unknowns)
    if (n >= 0) n = new_number[n];
  std::vector<Point> points(table.points.size());
  for (std::size_t n = 0; n < points.size(); ++n) points[new_number[n]] = table.points[n];
  table.points = std::move(points);
}

} // namespace isobar
