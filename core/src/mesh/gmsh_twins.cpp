// Elements that a file has once for each of their physical groups.
#include "mesh/gmsh_sections.hpp"

#include <algorithm>
#include <numeric>

namespace isobar::gmsh {
namespace {

/// Returns, for each quadrilateral, the one of lowest number with the same nodes, which may be itself.
std::vector<int> first_twins(const GmshMesh& mesh) {
  std::vector<int> order(mesh.quads.size()), first(mesh.quads.size());
  std::iota(order.begin(), order.end(), 0);
  std::iota(first.begin(), first.end(), 0);
  std::vector<std::array<long, 4>> nodes = mesh.quads;
  for (auto& four : nodes) std::ranges::sort(four);
  std::ranges::stable_sort(order, {}, [&](int q) { return nodes[q]; });
  for (std::size_t n = 1; n < order.size(); ++n)
    if (nodes[order[n]] == nodes[order[n - 1]]) first[order[n]] = first[order[n - 1]];
  return first;
}

/// Returns the groups of both. Fails unless both have groups, and none in common.
GmshMesh::Groups joined(const Lines& lines, const GmshMesh& mesh, int quad, int twin,
                        GmshMesh::Groups groups, const GmshMesh::Groups& more) {
  const auto is_there = [&](long group) { return std::ranges::count(groups, group) > 0; };
  if (more.empty() || groups.empty() || std::ranges::any_of(more, is_there)) {
    const MeshOrigin::Entry &a = mesh.quad_entries[quad], &b = mesh.quad_entries[twin];
    lines.fail_at(b.line, "element " + std::to_string(b.tag) + " has the nodes of element " +
                              std::to_string(a.tag) + " (line " + std::to_string(a.line) +
                              ") again");
  }
  groups.insert(groups.end(), more.begin(), more.end());
  std::ranges::sort(groups);
  return groups;
}

/// Keeps the quadrilaterals that are their own first twins.
void keep_first(GmshMesh& mesh, const std::vector<int>& first) {
  std::vector<int> number(first.size());
  int kept = 0;
  for (int q = 0; q < int(first.size()); ++q) {
    number[q] = first[q] == q ? kept : number[first[q]];
    if (first[q] != q) continue;
    mesh.quads[kept] = mesh.quads[q];
    mesh.quad_entries[kept] = mesh.quad_entries[q];
    mesh.group_set_of_quad[kept++] = mesh.group_set_of_quad[q];
  }
  mesh.quads.resize(std::size_t(kept));
  mesh.quad_entries.resize(std::size_t(kept));
  mesh.group_set_of_quad.resize(std::size_t(kept));
  for (auto& [element, quad] : mesh.quad_of_element)
    if (quad >= 0) quad = number[quad];
}

} // namespace

void join_twins(const Lines& lines, GmshMesh& mesh) {
  const std::vector<int> first = first_twins(mesh);
  const auto groups_of = [&](int q) {
    return std::ranges::find(mesh.group_sets, mesh.group_set_of_quad[q],
                             &std::pair<const GmshMesh::Groups, int>::second)
        ->first;
  };
  bool has_twins = false;
  for (int q = 0; q < int(first.size()); ++q) {
    if (first[q] == q) continue;
    has_twins = true;
    mesh.group_set_of_quad[first[q]] =
        mesh.group_set(joined(lines, mesh, first[q], q, groups_of(first[q]), groups_of(q)));
  }
  if (has_twins) keep_first(mesh, first);
}

} // namespace isobar::gmsh
