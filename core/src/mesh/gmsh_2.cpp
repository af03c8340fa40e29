// Gmsh's format 2.2: all nodes, then all elements, each with its own tags.
#include "mesh/gmsh_sections.hpp"

namespace isobar::gmsh {
namespace {

void read_nodes(Lines& lines, GmshMesh& mesh) {
  for (long left = lines.count("nodes"); left > 0; --left) {
    long number = 0;
    Point p;
    double z = 0.0;
    lines.read("number, x, y and z of a node", number, p.x, p.y, z);
    place_node(lines, mesh, add_node(lines, mesh, number), p, z);
  }
}

void read_elements(Lines& lines, GmshMesh& mesh) {
  for (long left = lines.count("elements"); left > 0; --left) {
    std::istringstream line = lines.required("an element");
    long number = 0, tag = 0, group = 0;
    int type = 0, tags = 0;
    line >> number >> type >> tags;
    for (int t = 0; t < tags && line >> tag; ++t)
      if (t == 0) group = tag;
    if (!line) lines.fail("here should stand number, type, tags and nodes of an element");
    const auto kind = element_type(lines, type, "element " + std::to_string(number) + " is");
    add_element(lines, mesh, line, number, kind, {group});
  }
}

} // namespace

std::vector<Section> sections_2() { return {{"$Nodes", read_nodes}, {"$Elements", read_elements}}; }

} // namespace isobar::gmsh
