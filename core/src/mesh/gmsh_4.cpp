// Gmsh's format 4.1: points, curves, surfaces and volumes with their physical
// groups, and a block of nodes and elements for each of them.
#include "mesh/gmsh_sections.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace isobar::gmsh {
namespace {

/// Reads the number of tags, and the tags, which are int in Gmsh.
std::vector<long> read_tags(std::istringstream& line) {
  long left = 0;
  int tag = 0;
  if (line >> left && left < 0) line.setstate(std::ios::failbit);
  std::vector<long> tags;
  for (; left > 0 && line >> tag; --left) tags.push_back(tag);
  return tags;
}

/// Reads an entity. A point has its place; other entities have the corners of their box and the entities around them. A group's
/// tag is negative where the entity is reversed.
void read_entity(Lines& lines, GmshMesh& mesh, int dimension) {
  std::istringstream line = lines.required("an entity");
  long tag = 0;
  double place = 0.0;
  line >> tag;
  for (int n = 0; n < (dimension == 0 ? 3 : 6); ++n) line >> place;
  std::vector<long> groups = read_tags(line);
  for (long& group : groups) group = std::abs(group);
  if (dimension > 0) read_tags(line);
  lines.finish(line, "tag, place and physical tags of an entity of dimension " +
                         std::to_string(dimension));
  if (dimension == 2) {
    const std::set<long> ascending(groups.begin(), groups.end());
    mesh.groups_of_surface[tag].assign(ascending.begin(), ascending.end());
  }
  if (dimension != 1) return;
  const std::string curve = "curve " + std::to_string(tag);
  if (groups.size() > 1) lines.fail(curve + " belongs to more than one physical group");
  if (!mesh.group_of_curve.try_emplace(tag, groups.empty() ? 0 : groups[0]).second)
    lines.fail(curve + " stands there twice");
}

void read_entities(Lines& lines, GmshMesh& mesh) {
  std::array<long, 4> counts{};
  const std::string what = "the numbers of points, curves, surfaces and volumes";
  lines.read(what, counts[0], counts[1], counts[2], counts[3]);
  if (*std::min_element(counts.begin(), counts.end()) < 0) lines.fail(what + " are not negative");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (long left = counts[dimension]; left > 0; --left) read_entity(lines, mesh, dimension);
}

/// The first line of a block. Its third number says whether nodes are parametric, or the type of elements.
struct Block {
  int dimension = 0;
  long entity = 0;
  int kind = 0;
  long count = 0;
};

/// Calls `read_block` after the first line of each block of a section. Together the blocks must hold as many nodes or elements
/// as the section says.
template <class ReadBlock>
void read_blocks(Lines& lines, const std::string& things, const ReadBlock& read_block) {
  long blocks = 0, left = 0, smallest = 0, largest = 0;
  const std::string what = "the numbers of blocks and " + things;
  lines.read(what + ", smallest and largest tag", blocks, left, smallest, largest);
  if (blocks < 0 || left < 0) lines.fail(what + " are not negative");
  for (; blocks > 0; --blocks) {
    Block b;
    lines.read("dimension, entity, kind and number of the " + things + " of a block", b.dimension,
               b.entity, b.kind, b.count);
    if (b.count < 0 || b.count > left)
      lines.fail("a block of " + std::to_string(b.count) + " " + things + ", where " +
                 std::to_string(left) + " are left");
    left -= b.count;
    read_block(b);
  }
  if (left > 0)
    lines.fail("the blocks end where " + std::to_string(left) + " " + things + " are left");
}

void read_node_blocks(Lines& lines, GmshMesh& mesh) {
  read_blocks(lines, "nodes", [&](const Block& b) {
    if (b.kind != 0) lines.fail("nodes have to be without parameters (Mesh.SaveParametric = 0)");
    const std::size_t first = mesh.nodes.size();
    for (long left = b.count; left > 0; --left) {
      long number = 0;
      lines.read("the number of a node", number);
      add_node(lines, mesh, number);
    }
    Point p;
    double z = 0.0;
    for (std::size_t n = first; n < mesh.nodes.size(); ++n) {
      lines.read("x, y and z of a node", p.x, p.y, z);
      place_node(lines, mesh, n, p, z);
    }
  });
}

void read_element_blocks(Lines& lines, GmshMesh& mesh) {
  read_blocks(lines, "elements", [&](const Block& b) {
    const ElementType type = element_type(lines, b.kind, "a block of elements");
    if (type.dimension != b.dimension)
      lines.fail("elements of type " + std::to_string(b.kind) +
                 " belong to entities of dimension " + std::to_string(type.dimension) + ", not " +
                 std::to_string(b.dimension));
    const auto curve = mesh.group_of_curve.find(b.entity);
    if (type.dimension == 1 && curve == mesh.group_of_curve.end())
      lines.fail("curve " + std::to_string(b.entity) + " is not in $Entities");
    const auto surface = mesh.groups_of_surface.find(b.entity);
    GmshMesh::Groups groups;
    if (type.dimension == 1) groups = {curve->second};
    if (type.dimension == 2 && surface != mesh.groups_of_surface.end()) groups = surface->second;
    for (long left = b.count; left > 0; --left) {
      std::istringstream line = lines.required("an element");
      long number = 0;
      line >> number;
      add_element(lines, mesh, line, number, type, groups);
    }
  });
}

} // namespace

std::vector<Section> sections_4() {
  return {{"$Entities", read_entities},
          {"$Nodes", read_node_blocks},
          {"$Elements", read_element_blocks}};
}

} // namespace isobar::gmsh
