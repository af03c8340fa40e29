// Makes a mesh from the contents of a file of Gmsh.
#include "mesh/gmsh_sections.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar::gmsh {
namespace {

/// The largest distance of a node from the plane of a mesh, divided by the mesh's width, that other programs' rounding may
/// cause.
constexpr double flatness = 1e-9;

/// Returns, for each node, whether any quadrilateral has it.
std::vector<bool> used_nodes(const GmshMesh& read) {
  std::vector<bool> used(read.nodes.size(), false);
  for (const auto& quad : read.quads)
    for (long node : quad)
      if (node != no_node) used[read.index_of_node.at(node)] = true;
  return used;
}

/// Returns the vertex of each node, or a number below 0 if no quadrilateral has the node.
std::vector<int> vertices_of_nodes(const GmshMesh& read) {
  int vertices = 0;
  std::vector<int> vertex;
  for (const bool used : used_nodes(read)) vertex.push_back(used ? vertices++ : -1);
  return vertex;
}

std::string place(const MeshOrigin& origin, const MeshOrigin::Entry& entry) {
  return origin.file + ":" + std::to_string(entry.line) + ": ";
}

/// Throws std::invalid_argument unless z is the same everywhere.
void check_plane(const GmshMesh& read, const std::vector<int>& vertex, const MeshOrigin& origin) {
  Point low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  std::size_t first = read.nodes.size();
  for (std::size_t n = 0; n < vertex.size(); ++n) {
    if (vertex[n] < 0) continue;
    first = std::min(first, n);
    low = {std::min(low.x, read.nodes[n].x), std::min(low.y, read.nodes[n].y)};
    high = {std::max(high.x, read.nodes[n].x), std::max(high.y, read.nodes[n].y)};
  }
  const double most = flatness * std::max(high.x - low.x, high.y - low.y);
  for (std::size_t n = first; n < vertex.size(); ++n) {
    if (vertex[n] < 0 || std::abs(read.z[n] - read.z[first]) <= most) continue;
    std::ostringstream text;
    text << place(origin, read.node_entries[n]) << "node " << read.node_entries[n].tag
         << " has z = " << read.z[n] << " and node " << read.node_entries[first].tag << " (line "
         << read.node_entries[first].line << ") z = " << read.z[first]
         << "; expected a mesh in a plane where z is the same: turn a tilted one, a curved one is "
            "not possible";
    throw std::invalid_argument(text.str());
  }
}

/// Makes the rims, and returns the rim of each group.
std::map<long, int> make_rims(const GmshMesh& read, std::vector<Rim>& rims) {
  std::map<long, int> rim_of_group;
  for (const auto& [group, name] : read.names) {
    const auto same = std::ranges::find(rims, name, &Rim::name);
    rim_of_group[group] = int(same - rims.begin());
    if (same == rims.end()) rims.push_back({.name = name});
  }
  return rim_of_group;
}

} // namespace

MeshOrigin origin_of(const GmshMesh& read, const std::string& name) {
  MeshOrigin origin{name, {}, read.quad_entries, {}};
  const std::vector<bool> used = used_nodes(read);
  for (std::size_t n = 0; n < used.size(); ++n)
    if (used[n]) origin.vertices.push_back(read.node_entries[n]);
  for (const GmshMesh::Line& line : read.lines) origin.segments.push_back(line.entry);
  return origin;
}

QuadMesh to_mesh(const GmshMesh& read, const MeshOrigin& origin) {
  const std::vector<int> vertex = vertices_of_nodes(read);
  check_plane(read, vertex, origin);
  const auto vertex_of = [&](long node) {
    return node == no_node ? -1 : vertex[read.index_of_node.at(node)];
  };
  std::vector<Point> vertices;
  for (std::size_t n = 0; n < vertex.size(); ++n)
    if (vertex[n] >= 0) vertices.push_back(read.nodes[n]);
  std::vector<std::array<int, 4>> quads;
  for (const auto& q : read.quads)
    quads.push_back({vertex_of(q[0]), vertex_of(q[1]), vertex_of(q[2]), vertex_of(q[3])});
  std::vector<Rim> rims;
  const std::map<long, int> rim_of_group = make_rims(read, rims);
  std::vector<RimSegment> segments;
  for (const auto& [nodes, group, entry] : read.lines) {
    const auto rim = rim_of_group.find(group);
    if (rim == rim_of_group.end())
      throw std::invalid_argument(place(origin, entry) + "element " + std::to_string(entry.tag) +
                                  ", the line of nodes " + std::to_string(nodes[0]) + " and " +
                                  std::to_string(nodes[1]) +
                                  ", belongs to no physical group with a name");
    segments.push_back({{vertex_of(nodes[0]), vertex_of(nodes[1])}, rim->second});
  }
  return make_mesh(std::move(vertices), std::move(quads), segments, std::move(rims), origin);
}

GmshData to_data(GmshMesh& read, MeshOrigin origin) {
  GmshData data;
  data.origin = std::move(origin);
  data.groups = std::move(read.all_names);
  data.region_sets.resize(read.group_sets.size());
  for (const auto& [groups, number] : read.group_sets)
    for (const long group : groups) {
      std::vector<std::string>& names = data.region_sets[number];
      const auto region = read.regions.find(group);
      if (region != read.regions.end() && std::ranges::find(names, region->second) == names.end())
        names.push_back(region->second);
    }
  data.region_set_of = std::move(read.group_set_of_quad);
  data.views = std::move(read.views);
  return data;
}

} // namespace isobar::gmsh
